"""Shares of one whole, for scores that are shifted and scores that are multiplied."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import BLUE, GREEN, INK, ORANGE, blank
from softlookup.examples import SCORES, WORDS
from softlookup.steps.softmax import softmax as _softmax

_scores = SCORES
ROWS = [
    ("as they are", _scores),
    ("plus 100", _scores + 100),
    ("minus 5", _scores - 5),
    ("times ½", _scores / 2),
    ("times 2", _scores * 2),
    ("times 10", _scores * 10),
]

SAYS = (
    "What softmax sees. Each bar is one whole, divided among racket, ball and tree, from left to right. "
    "Adding the same number to the scores 3, 2 and 1 moves nothing. Multiplying them does: a factor below "
    "1 evens the shares out, a factor above 1 sharpens them until racket has all but "
    f"{100 * (1 - _softmax(10 * _scores)[0]):.3f} %."
)


def draw() -> Figure:
    """Six stacked bars, three that agree and three that do not."""
    figure, axes = blank(3.1)
    for row, (name, scores) in enumerate(ROWS):
        height = -row - (0.45 if row > 2 else 0)
        _bar(axes, height, _softmax(scores))
        axes.text(-0.03, height, name, ha="right", va="center", color=INK)
    for word, place in zip(WORDS, _middles(_softmax(_scores)), strict=True):
        axes.text(place, 0.5, word, ha="center", va="bottom", color=INK)
    axes.set(xlim=(-0.27, 1.01), ylim=(-5.95, 1.0), xticks=[], yticks=[])
    axes.axis("off")
    return figure


def _middles(shares: np.ndarray) -> np.ndarray:
    return np.asarray(np.cumsum(shares) - shares / 2)


def _bar(axes: Axes, height: float, shares: np.ndarray) -> None:
    starts = np.cumsum(shares) - shares
    for start, share, colour in zip(starts, shares, (BLUE, ORANGE, GREEN), strict=True):
        axes.barh(height, share, left=start, height=0.72, color=colour, alpha=0.3)
        axes.barh(
            height, share, left=start, height=0.72, fill=False, edgecolor=colour, linewidth=1.2
        )
        if share > 0.08:
            axes.text(start + share / 2, height, f"{share:.3f}", ha="center", va="center")
