"""Where one head can go, and where two can."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import GRID, INK, MUTED, OUTPUT, VALUE, blank
from softlookup.pages.heads.numbers import heads as _step

SAYS = (
    "One head against two, over the same two entries with the values (10, 10) and (5, 5). Each mark is "
    "the answer to a random query. One head (squares) stays on the line between the two values. Two heads "
    "(dots) fill the whole square, because each number has weights of its own. The cross is (10, 5), which "
    "only two heads can come near."
)


def draw() -> Figure:
    """A segment and a square: the hull of the values, and the product of two hulls."""
    figure, axes = blank(3.5)
    queries = np.random.default_rng(0).normal(size=(350, 4)) * 2.4
    one, two = (
        np.array([_step.multi_head(q[None], _step.keys, _step.values, np.eye(2), h)[0] for q in qs])
        for h, qs in ((1, queries[:60]), (2, queries))
    )
    axes.plot([5, 10, 10, 5, 5], [5, 5, 10, 10, 5], color=GRID, linewidth=1)
    axes.scatter(*two.T, s=9, color=OUTPUT, linewidths=0)
    axes.plot([5, 10], [5, 10], color=VALUE, linewidth=1.4)
    axes.scatter(*one.T, s=20, marker="s", color=VALUE, linewidths=0)
    axes.plot([10], [5], marker="x", markersize=11, markeredgewidth=2.5, color=INK)
    axes.annotate("(10, 5), both", (10, 5), (8, -3), textcoords="offset points")
    axes.annotate("one head", (10, 10), (8, -3), textcoords="offset points")
    axes.annotate("two heads", (10, 7.5), (8, -3), textcoords="offset points")
    axes.set(xlim=(4.7, 13.6), ylim=(4.6, 10.4), xticks=[5, 10], yticks=[5, 10], aspect="equal")
    axes.set_xlabel("first number of the answer", loc="left", color=INK)
    axes.set_ylabel("second number")
    axes.spines[["bottom", "left"]].set_color(MUTED)
    axes.spines["bottom"].set_bounds(5, 10)
    axes.spines["left"].set_bounds(5, 10)
    return figure
