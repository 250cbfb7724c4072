"""Other parts of the page on soft lookup: values that can be seen."""

from softlookup.examples import Vector
from softlookup.ink import framed
from softlookup.pages.soft_lookup.numbers import COLOURS, blended_colour

SAYS = (
    "Values that are colours. A colour is three numbers, the amounts of red, green and blue, and the weights of tennis "
    "blend each of the three apart. What comes out is mostly racket’s brown, lightened by the ball."
)
_LABELS = 46  # the width of the column that says red, green and blue
_STEP, _SIDE = 82, 56  # from one patch to the next, and the side of a patch
_LINE, _SIZE = (
    16,
    10.9,
)  # from one line of text to the next, and its height: 18 px beside text of 18 px


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
    amounts = "".join(
        _text(middle, line, f"{amount:.2f}", "ink", "middle")
        for line, amount in enumerate(colour, start=2)
    )
    return (
        f'<rect x="{middle - _SIDE / 2:g}" y="0" width="{_SIDE}" height="{_SIDE}" rx="4" '
        f'class="swatch" fill="rgb({shares})"/>'
        f"{_text(middle, 1, name, 'ink', 'middle')}{amounts}"
    )


def _text(x: float, line: int, words: str, colour: str, anchor: str) -> str:
    return (
        f'<text class="fill-{colour}" font-size="{_SIZE}" x="{x:g}" y="{_SIDE + line * _LINE:g}" '
        f'text-anchor="{anchor}">{words}</text>'
    )
