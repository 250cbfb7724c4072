"""A letter with half its dots missing, the weights that it gives to three stored letters, and one read."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, OUTPUT, QUERY, WEIGHT, blank, cell
from softlookup.examples import Vector
from softlookup.pages.relatives.numbers import (
    dots,
    half_letter,
    hopfield,
    letter_weights,
    missing,
    repaired,
)
from softlookup.write import percent

SIDE = 5
SAYS = (
    f"Above: a memory of three letters. Below: a T with {missing} of its {dots} dots missing, which is the "
    f"query; what softmax makes of its scores, nearly all of it the T’s; and the answer, every dot of it in "
    "place again."
)


def draw() -> Figure:
    """Three letters over three steps."""
    figure, (stored, steps) = blank(3.9, rows=2, columns=3)
    for axes, name, pattern in zip(stored, "TLX", hopfield.patterns, strict=True):
        _letter(axes, pattern, KEY)
        axes.set_title(f"stored {name}")
    _letter(steps[0], half_letter, QUERY)
    steps[0].set_title("half missing")
    _bars(steps[1])
    _letter(steps[2], repaired, OUTPUT)
    steps[2].set_title("read once")
    return figure


def _letter(axes: Axes, dots: Vector, colour: str) -> None:
    """Ink where a dot is 1, paper where it is −1, a point where it is missing."""
    for dot, ink in enumerate(dots):
        row, column = divmod(dot, SIDE)
        cell(axes, (column, row), shade=min(max(float(ink), 0.0), 1.0), colour=colour)
        if ink == 0:
            axes.plot([column + 0.5], [row + 0.5], ".", color=INK, markersize=3)
    axes.set(xlim=(-0.05, SIDE + 0.05), ylim=(SIDE + 0.05, -0.05), aspect="equal")
    axes.axis("off")


def _bars(axes: Axes) -> None:
    """How much of each letter is read."""
    for row, (name, weight) in enumerate(zip("TLX", letter_weights, strict=True)):
        axes.barh([row], [weight], color=WEIGHT, height=0.6)
        axes.text(-0.06, row, name, ha="right", va="center")
        if weight > 1 / 2:
            axes.text(weight, row - 0.45, percent(weight, 3), ha="right", va="bottom")
    axes.set(xlim=(-0.25, 1.05), ylim=(2.6, -1.1), title="weights")
    axes.axis("off")
