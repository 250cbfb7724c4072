"""Other parts of the page on soft lookup: a guess that is answered, values that can be seen."""

from softlookup import interactive
from softlookup.examples import Vector
from softlookup.ink import framed
from softlookup.pages.soft_lookup.numbers import COLOURS, blended_colour

SAYS = (
    "Values that are colours. A colour is three numbers, the amounts of red, green and blue, and the weights of tennis "
    "blend each of the three apart. What comes out is mostly racket’s brown, lightened by the ball."
)
_STEP, _SIDE = 97, 60  # from one patch to the next, and the side of a patch


def guess() -> str:
    """The question of the page, which takes a guess and answers it."""
    return interactive.tennis_guess()


def colours() -> str:
    """The three values as patches of colour, and the blend beside them."""
    marks = dict(zip(COLOURS, "■●▲", strict=True))
    named = {f"{marks[word]} {word}": colour for word, colour in COLOURS.items()}
    patches = [*named.items(), ("★ tennis", blended_colour)]
    drawn = "".join(_patch(place, *patch) for place, patch in enumerate(patches))
    label = 'role="img" aria-labelledby="@says"'
    svg = f'<svg viewBox="0 0 {_STEP * len(patches)} 112" {label}>{drawn}</svg>'
    return framed("colours", svg, SAYS)


def _patch(place: int, name: str, colour: Vector) -> str:
    left = place * _STEP
    middle = left + _SIDE / 2
    shares = " ".join(f"{amount:.0%}" for amount in colour)
    amounts = ", ".join(f"{amount:.2f}" for amount in colour)
    return (
        f'<rect x="{left}" y="0" width="{_SIDE}" height="{_SIDE}" rx="4" class="swatch" fill="rgb({shares})"/>'
        f'<text class="fill-ink" x="{middle:g}" y="82" text-anchor="middle">{name}</text>'
        f'<text class="fill-muted" x="{middle:g}" y="102" text-anchor="middle">{amounts}</text>'
    )
