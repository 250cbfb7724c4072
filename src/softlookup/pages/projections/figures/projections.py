"""Scores with one matrix for both roles, and with two."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, OTHER, TINT, WEIGHT, blank, cell, frame, name_cells
from softlookup.examples import WORDS, Matrix
from softlookup.pages.projections.numbers import ONE_MATRIX, TWO_MATRICES

_top = abs(TWO_MATRICES).max()

SAYS = (
    "Scores; rows ask, columns answer; the further from 0, the stronger the ink. Left: one matrix for both "
    "roles. The table is its own mirror image along the diagonal. Right: two matrices. The framed pair shows "
    f"it: racket scores tree {TWO_MATRICES[0, 2]:.0f}, tree scores racket −{abs(TWO_MATRICES[2, 0]):.0f}."
)


def draw() -> Figure:
    """Two small score matrices with one pair framed in each."""
    figure, panels = blank(2.6, columns=2)
    titles = {"one matrix": ONE_MATRIX, "two matrices": TWO_MATRICES}
    for axes, (title, scores) in zip(panels, titles.items(), strict=True):
        _scores(axes, scores)
        axes.set_title(title, pad=22, fontweight="bold")
        for row, column in ((0, 2), (2, 0)):
            frame(axes, (column + 0.06, row + 0.06), (0.88, 0.88), INK, linewidth=2)
    return figure


def _scores(axes: Axes, scores: Matrix) -> None:
    for (row, column), score in np.ndenumerate(scores):
        text = f"{score:.0f}".replace("-", "−")
        colour, shade = WEIGHT if score > 0 else OTHER, TINT * float(abs(score) / _top)
        cell(axes, (column, row), text, shade=shade, colour=colour)
    name_cells(axes, WORDS, WORDS)
