"""Other parts of the page on soft lookup: the map of prices, and values that can be seen."""

from softlookup import explorables, interactive
from softlookup.examples import Vector
from softlookup.ink import framed
from softlookup.pages.soft_lookup.numbers import COLOURS, blended_colour

SAYS = (
    "Values that are colours. A colour is three numbers, the amounts of red, green and blue, and the weights of tennis "
    "blend each of the three apart. What comes out is mostly racket’s brown, lightened by the ball."
)
_LABELS = 46  # the width of the column that says red, green and blue
_STEP, _SIDE = 82, 56  # from one patch to the next, and the side of a patch
_LINE = 16  # from one line of text to the next
_SIZE = 10.9  # the height of a text: 18 px, as that of the text around

_MAP = (
    "The price at every place of the plane; a line joins places where it is the same. Drag the star, and the numbers "
    "of this page follow."
)
_MAP_ASKS = "Where must somebody ask to hear exactly 5?"


def answer_map() -> str:
    """The map of answers, of which the query and the temperature can be moved."""
    drawn = explorables.answer_map(_MAP, asks=_MAP_ASKS, keys_move=False)
    return drawn + interactive.pulled_numbers("soft_lookup")


def colours() -> str:
    """The three values as patches of colour, and the blend beside them."""
    marks = dict(zip(COLOURS, "■●▲", strict=True))
    named = {f"{marks[word]} {word}": colour for word, colour in COLOURS.items()}
    patches = [*named.items(), ("★ tennis", blended_colour)]
    drawn = "".join(_patch(place, *patch) for place, patch in enumerate(patches))
    channels = "".join(
        _text(0, line, channel, "muted", "start")
        for line, channel in enumerate(("red", "green", "blue"), start=2)
    )
    size = f"0 0 {_LABELS + _STEP * len(patches)} {_SIDE + 4.5 * _LINE:g}"
    svg = f'<svg viewBox="{size}" role="img" aria-labelledby="@says">{channels}{drawn}</svg>'
    return framed("colours", svg, SAYS)


def _patch(place: int, name: str, colour: Vector) -> str:
    middle = _LABELS + (place + 0.5) * _STEP
    shares = " ".join(f"{amount:.0%}" for amount in colour)
    blend = "soft_lookup.blended_colour" if colour is blended_colour else ""
    amounts = "".join(
        _text(middle, line + 2, f"{amount:.2f}", "ink", "middle", blend and f"{blend}[{line}]")
        for line, amount in enumerate(colour)
    )
    return (
        f'<rect x="{middle - _SIDE / 2:g}" y="0" width="{_SIDE}" height="{_SIDE}" rx="4" '
        f'class="swatch" fill="rgb({shares})"/>'
        f"{_text(middle, 1, name, 'ink', 'middle')}{amounts}"
    )


def _text(x: float, line: int, words: str, colour: str, anchor: str, name: str = "") -> str:
    follows = f' data-name="{name}"' if name else ""
    return (
        f'<text class="fill-{colour}" font-size="{_SIZE}" x="{x:g}" y="{_SIDE + line * _LINE:g}" '
        f'text-anchor="{anchor}"{follows}>{words}</text>'
    )
