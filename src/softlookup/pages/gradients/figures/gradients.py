"""The slope of the answer at every query: arrows for the soft lookup, cliffs for the hard one."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import BLUE, INK, MUTED, ORANGE, blank
from softlookup.examples import AXES, KEYS, TENNIS, VALUES, WORDS
from softlookup.steps.gradients import gradients

_REACH = 3.0

SAYS = (
    "Every point is a query; the square is tennis. Left, soft: each arrow points where the answer rises "
    "and is as long as the slope. Right, hard: the answer is one of three plateaus with cliffs between "
    "them, and no slope anywhere. The soft arrows are long along the cliffs of the hard lookup "
    "(dashed) and die away from them."
)


def draw() -> Figure:
    """Two planes of queries side by side."""
    figure, (soft, hard) = blank(3.0, columns=2, sharey=True)
    for axes, title in ((soft, "soft"), (hard, "hard")):
        _cliffs(axes)
        axes.plot(*TENNIS, marker="s", markersize=7, color=ORANGE)
        axes.set(xlim=(-_REACH, _REACH), ylim=(-_REACH, _REACH), aspect="equal", title=title)
        axes.set(xticks=[-2, 0, 2], yticks=[-2, 0, 2], xlabel=f"query, {AXES[0]}")
    soft.set_ylabel(f"query, {AXES[1]}")
    _arrows(soft)
    places = [(1.75, 1.75), (1.0, -1.5), (-1.7, 0.9)]
    for word, value, (x, y) in zip(WORDS, VALUES, places, strict=True):
        hard.text(x, y, f"{word}\n{value:.0f}", ha="center", va="center", color=INK)
    return figure


def _cliffs(axes: Axes) -> None:
    """Where two keys tie for the best score: rays from the origin."""
    for first, second in ((0, 1), (0, 2), (1, 2)):
        apart = KEYS[first] - KEYS[second]
        for ray in (np.array([-apart[1], apart[0]]), np.array([apart[1], -apart[0]])):
            if np.isclose((KEYS @ ray).max(), KEYS[first] @ ray):
                end = ray / np.abs(ray).max() * _REACH
                axes.plot([0, end[0]], [0, end[1]], color=MUTED, linestyle="--", linewidth=1.2)


def _arrows(axes: Axes) -> None:
    ticks = np.linspace(-2.75, 2.75, 12)
    queries = np.array([[x, y] for x in ticks for y in ticks])
    slopes = np.array([gradients(query, KEYS, VALUES)[0] for query in queries])
    axes.quiver(
        *queries.T,
        *slopes.T,
        color=BLUE,
        angles="xy",
        scale_units="xy",
        scale=7,
        pivot="mid",
        width=0.008,
        headwidth=4,
        headlength=4,
        headaxislength=4,
        minlength=0.5,
    )
