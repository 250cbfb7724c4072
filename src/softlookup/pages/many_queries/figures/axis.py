"""Softmax along the rows and down the columns, with the sums and answers that give it away."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, OUTPUT, blank, heat
from softlookup.examples import VALUES, WORDS, Matrix
from softlookup.pages.many_queries.numbers import WEIGHTS, WRONG_WEIGHTS, wrong

NAMES = ["tennis", "tree’s key", "nothing"]

SAYS = (
    "Which way the softmax runs. Above, along each row: every query hands out 1. Below, down each column: "
    "every key hands out 1, and the rows sum to anything. No average of 10, 5 and 2 is "
    f"{wrong['tennis']:.2f} or {wrong['nothing']:.2f} (marked ✗); {wrong['tree']:.2f} would be possible."
)


def draw() -> Figure:
    """Two maps of weights, one under the other."""
    figure, (above, below) = blank(5.0, rows=2)
    _panel(above, WEIGHTS, "along each row: right")
    _panel(below, WRONG_WEIGHTS, "down each column: wrong")
    return figure


def _panel(axes: Axes, weights: Matrix, title: str) -> None:
    heat(axes, weights, NAMES, WORDS)
    axes.text(3.65, -0.12, "row sum", ha="center", va="bottom")
    axes.text(5.1, -0.12, "answer", ha="center", va="bottom")
    for row, (total, answer) in enumerate(zip(weights.sum(axis=1), weights @ VALUES, strict=True)):
        axes.text(3.65, row + 0.5, f"{total:.2f}", ha="center", va="center")
        _answer(axes, row, float(answer))
    for column, total in enumerate(weights.sum(axis=0)):
        axes.text(column + 0.5, 3.15, f"{total:.2f}", ha="center", va="top")
    axes.text(-0.12, 3.15, "column sum", ha="right", va="top")
    axes.set(title=title, xlim=(-2.2, 6.0), ylim=(3.7, -0.6), aspect="equal")


def _answer(axes: Axes, row: int, answer: float) -> None:
    """The answer of a row; a cross beside one that no average can be."""
    axes.text(5.1, row + 0.5, f"{answer:.2f}", ha="center", va="center", color=OUTPUT)
    if not VALUES.min() <= answer <= VALUES.max():
        axes.text(5.72, row + 0.5, "✗", ha="center", va="center", color=INK, fontweight="bold")
