"""The same lookup under no mask, a causal one, a padding one, and both."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from softlookup import snippets
from softlookup.examples import KEYS, TENNIS, WORDS
from softlookup.figures.style import BLUE, GRID, MUTED, WIDTH

_masks = snippets.load("masks")
_scores = np.tile(KEYS @ TENNIS, (3, 1))  # tennis asks three times

SAYS = (
    "Tennis asks three times; rows ask, columns answer. A crossed cell may not be read. Without a "
    "mask all rows are equal. Causal: query 1 reads one entry, query 2 two. Padding: tree only fills "
    "the array, so nobody reads it. Both: a cell stays open if it is open in each. Every row sums to 1."
)


def cells(
    axes: Axes, weights: Any, may_read: Any, asks: Sequence[str], answers: Sequence[str]
) -> None:
    """Weights where a query may read, a cross where it may not."""
    for row, name in enumerate(asks):
        for column in range(len(answers)):
            weight = float(weights[row][column])
            corner = (column, row)
            axes.add_patch(Rectangle(corner, 1, 1, facecolor=BLUE, alpha=0.6 * weight))
            axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor=GRID, linewidth=1))
            if may_read[row][column]:
                axes.text(column + 0.5, row + 0.5, f"{weight:.2f}", ha="center", va="center")
            else:
                for ends in ([row + 0.36, row + 0.64], [row + 0.64, row + 0.36]):
                    axes.plot([column + 0.41, column + 0.59], ends, color=MUTED, linewidth=1.2)
        axes.text(-0.1, row + 0.5, name, ha="right", va="center")
    for column, name in enumerate(answers):
        axes.text(column + 0.5, -0.12, name, ha="center", va="bottom")
    axes.set(xlim=(-0.02, len(answers) + 0.02), ylim=(len(asks) + 0.02, -0.02))
    axes.axis("off")


def draw() -> Figure:
    """Four small matrices of weights."""
    figure = Figure(figsize=(WIDTH, 4.4), layout="constrained")
    ordered, filled = _masks.causal(3, 3), np.tile(_masks.padding(2, 3), (3, 1))
    kinds = {
        "no mask": np.ones((3, 3), dtype=bool),
        "causal": ordered,
        "padding": filled,
        "causal and padding": ordered & filled,
    }
    panels = figure.subplots(2, 2).ravel()
    for axes, (title, may_read) in zip(panels, kinds.items(), strict=True):
        weights = _masks.masked_softmax(_scores, may_read)
        cells(axes, weights, may_read, [f"query {i}" for i in (1, 2, 3)], WORDS)
        axes.set_title(title, pad=22, fontweight="bold")
    return figure
