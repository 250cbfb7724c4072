"""Scores with one matrix for both roles, and with two."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup import snippets
from softlookup.draw import BLUE, GREEN, ORANGE, TINT, blank, cell, frame, name_cells
from softlookup.examples import WORDS, Matrix

projections = snippets.example("projections")

_one = projections.words @ projections.words.T
_two = (projections.words @ projections.w_q) @ (projections.words @ projections.w_k).T
_top = abs(_two).max()

SAYS = (
    "Scores; rows ask, columns answer; blue is above 0, orange with a minus sign below. Left: one "
    "matrix for both roles. The table is its own mirror image along the diagonal. Right: two "
    f"matrices. The framed pair shows it: racket scores tree {_two[0, 2]:.0f}, tree scores racket "
    f"−{abs(_two[2, 0]):.0f}."
)


def draw() -> Figure:
    """Two small score matrices with one pair framed in each."""
    figure, panels = blank(2.6, columns=2)
    titles = {"one matrix": _one, "two matrices": _two}
    for axes, (title, scores) in zip(panels, titles.items(), strict=True):
        _scores(axes, scores)
        axes.set_title(title, pad=22, fontweight="bold")
        for row, column in ((0, 2), (2, 0)):
            frame(axes, (column + 0.06, row + 0.06), (0.88, 0.88), GREEN, linewidth=2.5)
    return figure


def _scores(axes: Axes, scores: Matrix) -> None:
    for (row, column), score in np.ndenumerate(scores):
        text = f"{score:.0f}".replace("-", "−")
        colour, shade = BLUE if score > 0 else ORANGE, TINT * float(abs(score) / _top)
        cell(axes, (column, row), text, shade=shade, colour=colour)
    name_cells(axes, WORDS, WORDS)
