"""Two tokens cut into three heads: by split, and by a bare reshape."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from softlookup.draw import KEY, OTHER, PAPER, blank
from softlookup.steps.heads import split as _split

_ROWS = np.arange(12).reshape(2, 6)

SAYS = (
    "Two tokens of six numbers, cut into three heads of width 2. Plain cells are numbers of token A, hatched "
    "cells those of token B. Top: the rows as they are. Middle: split. Each head has A in its first row and "
    "B in its second. Bottom: a bare reshape to the same shape. Head 0 holds A twice, head 2 holds B "
    "twice, and head 1 compares the end of A with the start of B."
)


def _cells(axes: Axes, block: Any, left: float, top: float) -> None:
    """Numbered cells: token A plain, token B hatched."""
    for (i, j), index in np.ndenumerate(block):
        second = index >= _ROWS.shape[1]
        colour, corner = OTHER if second else KEY, (left + j, top - i)
        axes.add_patch(Rectangle(corner, 1, 1, linewidth=0, facecolor=colour, alpha=0.28))
        edge = Rectangle(corner, 1, 1, fill=False, edgecolor=colour, linewidth=1)
        edge.set_hatch("//" if second else "")
        axes.add_patch(edge)
        label = axes.text(left + j + 0.5, top - i + 0.5, str(index), ha="center", va="center")
        label.set_bbox({"facecolor": PAPER, "edgecolor": "none", "pad": 1.2})


def draw() -> Figure:
    """Three bands with the same twelve numbers."""
    figure, axes = blank(5.2)
    _cells(axes, _ROWS, 0.6, 8.2)
    axes.text(0.6, 9.45, "two rows, (2, 6)", va="bottom")
    for row, token in enumerate("AB"):
        axes.text(0.4, 8.7 - row, f"token {token}", ha="right", va="center")
    bands = [
        ("split(rows, 3)", _split(_ROWS, 3), 4.4),
        ("rows.reshape(3, 2, 2)", _ROWS.reshape(3, 2, 2), 0.6),
    ]
    for title, parts, top in bands:
        axes.text(-0.6, top + 1.95, title, va="bottom", family="monospace")
        for head, part in enumerate(parts):
            _cells(axes, part, 2.8 * head, top)
            axes.text(2.8 * head + 1, top + 1.1, f"head {head}", ha="center", va="bottom")
        for row, token in enumerate("AB"):
            axes.text(-0.2, top + 0.5 - row, f"for {token}", ha="right", va="center")
    axes.set(xlim=(-2.0, 8.0), ylim=(-0.6, 10.2), aspect="equal")
    axes.axis("off")
    return figure
