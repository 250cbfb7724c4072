"""Shares of one whole, for scores that are shifted and scores that are multiplied."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, PAPER, SHAPES, WEIGHT, blank
from softlookup.examples import SCORES, WORDS, Vector
from softlookup.pages.softmax.numbers import tenfold
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent

ROWS = {
    "as they are": SCORES,
    "plus 100": SCORES + 100,
    "minus 5": SCORES - 5,
    "times ½": SCORES / 2,
    "times 2": SCORES * 2,
    "times 10": SCORES * 10,
}
_SHARE: dict[str, Any] = {"color": WEIGHT, "alpha": 0.4, "edgecolor": PAPER, "linewidth": 2}
SAYS = (
    "What softmax sees. Each bar is one whole, divided among racket, ball and tree. Adding the same number to the "
    "scores 3, 2 and 1 moves nothing. Multiplying them does: a factor between 0 and 1 evens the shares out, and a "
    f"factor above 1 sharpens them, until racket has all but {percent(1 - tenfold['racket'], 3)}."
)


def draw() -> Figure:
    """Six divided bars, three that agree and three that do not."""
    figure, axes = blank(3.1)
    for row, (name, scores) in enumerate(ROWS.items()):
        height = -row - (0.45 if row > 2 else 0)
        _bar(axes, height, softmax(scores))
        axes.text(-0.03, height, name, ha="right", va="center", color=INK)
    shares = softmax(SCORES)
    for word, place in zip(WORDS, np.cumsum(shares) - shares / 2, strict=True):
        axes.plot(place, 0.75, SHAPES[word], markersize=8, color=INK)
    axes.set(xlim=(-0.27, 1.01), ylim=(-5.95, 1.1), xticks=[], yticks=[])
    axes.axis("off")
    return figure


def _bar(axes: Axes, height: float, shares: Vector) -> None:
    starts = np.cumsum(shares) - shares
    for start, share in zip(starts, shares, strict=True):
        axes.barh(height, share, left=start, height=0.72, **_SHARE)
        if share > 0.08:
            middle = start + share / 2
            axes.text(middle, height, number(share, 2), ha="center", va="center", color=INK)
