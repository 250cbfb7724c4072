"""Softmax along the rows and down the columns, with the sums and answers that give it away."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup import snippets
from softlookup.draw import ORANGE, blank, heat
from softlookup.examples import KEYS, VALUES, WORDS, Matrix
from softlookup.steps.softmax import softmax as _softmax

queries = snippets.example("many_queries").queries

NAMES = ["tennis", "tree’s key", "nothing"]
_right = _softmax(queries @ KEYS.T, axis=1)
_wrong = _softmax(queries @ KEYS.T, axis=0)

SAYS = (
    "Which way the softmax runs. Above, along each row: every query hands out 1. Below, down each column: "
    "every key hands out 1 and the rows sum to anything. No average of 10, 5 and 2 is "
    f"{_wrong[0] @ VALUES:.2f} or {_wrong[2] @ VALUES:.2f} (marked ✗); {_wrong[1] @ VALUES:.2f} would be "
    "possible."
)


def draw() -> Figure:
    """Two maps of weights, one under the other."""
    figure, axes = blank(5.0, rows=2)
    _panel(axes[0], _right, "along each row: right")
    _panel(axes[1], _wrong, "down each column: wrong")
    return figure


def _panel(axes: Axes, weights: Matrix, title: str) -> None:
    heat(axes, weights, NAMES, WORDS)
    axes.text(3.65, -0.12, "row sum", ha="center", va="bottom")
    axes.text(5.1, -0.12, "answer", ha="center", va="bottom")
    for row, (total, answer) in enumerate(zip(weights.sum(axis=1), weights @ VALUES, strict=True)):
        possible = VALUES.min() <= answer <= VALUES.max()
        axes.text(3.65, row + 0.5, f"{total:.2f}", ha="center", va="center")
        style: dict[str, Any] = {} if possible else {"color": ORANGE, "fontweight": "bold"}
        mark = "" if possible else " ✗"
        axes.text(5.1, row + 0.5, f"{answer:.2f}{mark}", ha="center", va="center", **style)
    for column, total in enumerate(weights.sum(axis=0)):
        axes.text(column + 0.5, 3.15, f"{total:.2f}", ha="center", va="top")
    axes.text(-0.12, 3.15, "column sum", ha="right", va="top")
    axes.set(title=title, xlim=(-2.2, 6.0), ylim=(3.7, -0.6), aspect="equal")
