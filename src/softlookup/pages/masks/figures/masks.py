"""The same lookup under no mask, a causal one, a padding one, and both."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import blank, heat
from softlookup.examples import SCORES, WORDS
from softlookup.steps import masks

_scores = np.tile(SCORES, (3, 1))  # tennis asks three times

SAYS = (
    "Tennis asks three times; rows ask, columns answer. A crossed cell may not be read. Without a "
    "mask all rows are equal. Causal: query 1 reads one entry, query 2 two. Padding: tree only fills "
    "the array, so nobody reads it. Both: a cell stays open if it is open in each. Every row sums to 1."
)


def draw() -> Figure:
    """Four small matrices of weights."""
    figure, panels = blank(4.4, columns=2, rows=2)
    ordered, filled = masks.causal(3, 3), np.tile(masks.padding(2, 3), (3, 1))
    kinds = {
        "no mask": np.ones((3, 3), dtype=bool),
        "causal": ordered,
        "padding": filled,
        "causal and padding": ordered & filled,
    }
    for axes, (title, may_read) in zip(panels.ravel(), kinds.items(), strict=True):
        weights = masks.masked_softmax(_scores, may_read)
        heat(axes, weights, [f"query {i}" for i in (1, 2, 3)], WORDS, may_read)
        axes.set_title(title, pad=22, fontweight="bold")
    return figure
