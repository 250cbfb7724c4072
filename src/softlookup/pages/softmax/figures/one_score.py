"""One score moves, the others stay: all weights move."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, MUTED, WEIGHT, blank
from softlookup.examples import SCORES
from softlookup.steps.softmax import softmax

_half = float(np.log(np.exp(SCORES[1:]).sum()))
_MOVING = np.linspace(-4, 8, 121)
_HERE = int(np.abs(_MOVING - SCORES[0]).argmin())  # where racket stands

SAYS = (
    "Only the score of racket moves, from left to right; ball stays at 2 and tree at 1. Racket’s weight "
    "(solid) climbs along an S and reaches neither 0 nor 1. The weights of ball (dashed) and tree (dotted) "
    "fall, though their scores stand still, and keep their ratio. The line is the score that racket has, "
    f"{SCORES[0]:.0f}. One half is reached at {_half:.2f}."
)


def draw() -> Figure:
    """Three weights against one score."""
    figure, axes = blank(2.9)
    rows = np.column_stack(
        [_MOVING, np.full_like(_MOVING, 2), np.full_like(_MOVING, 1)]
    )  # (121, 3)
    racket, ball, tree = softmax(rows).T
    axes.axvline(SCORES[0], color=MUTED, linewidth=1)
    axes.plot(_MOVING, racket, color=WEIGHT)
    axes.plot(_MOVING, ball, color=WEIGHT, linestyle=(0, (5, 2)))
    axes.plot(_MOVING, tree, color=WEIGHT, linestyle=(0, (1, 1.2)))
    _name(axes, "racket", 0.06, racket[_HERE], (7, -2), "left")
    _name(axes, "ball", 0.78, ball[_HERE], (7, -2), "left")
    _name(axes, "tree", 0.32, tree[_HERE], (-7, -11), "right")
    axes.set(
        xlim=(-4.2, 8.2), ylim=(-0.02, 1.05), xticks=[-4, -2, 0, 2, 4, 6, 8], yticks=[0, 0.5, 1]
    )
    axes.set(xlabel="score of racket", ylabel="weight")
    return figure


def _name(
    axes: Axes, word: str, height: float, weight: float, shift: tuple[int, int], side: str
) -> None:
    """The word where its curve starts, and its weight where the score is racket's own."""
    axes.text(-4, height, word, color=INK, ha="left")
    axes.plot(SCORES[0], weight, marker="o", markersize=5, color=INK)
    spot = (float(SCORES[0]), float(weight))
    axes.annotate(f"{weight:.3f}", spot, shift, textcoords="offset points", ha=side, color=INK)
