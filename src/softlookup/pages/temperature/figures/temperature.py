"""One knob: the shares of the entries and the answer, from cold to hot."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import BLUE, GREEN, INK, MUTED, ORANGE, PURPLE, blank
from softlookup.examples import SCORES, VALUES, WORDS, Matrix, Vector
from softlookup.steps.temperature import soften

_scores = SCORES
_swapped = VALUES[[1, 0, 2]]
_turn = 1 / math.log(2)
_top = float(soften(_scores, _turn) @ _swapped)

SAYS = (
    "From the best match to the average. Above: the share of each entry against the temperature; at "
    "every temperature the three shares fill the height of 1. Below: the answer falls from "
    f"{VALUES[0]:.0f} to the mean {VALUES.mean():.3f} (solid, the dot is T = 1). With the values of "
    f"racket and ball exchanged (dashed) it climbs to {_top:.0f} (the diamond), above the mean, "
    "and comes back."
)


def draw() -> Figure:
    """Bands of weight over two curves of the answer, with one axis of temperatures."""
    figure, (bands, answers) = blank(4.9, rows=2, sharex=True)
    temperatures = np.geomspace(0.1, 30, 241)
    weights = np.array([soften(_scores, t) for t in temperatures])  # (241, 3)
    _bands(bands, temperatures, weights)
    _answers(answers, temperatures, weights)
    marks = [0.1, 0.3, 1, 3, 10, 30]
    answers.set_xticks(marks, [f"{mark:g}" for mark in marks])
    answers.minorticks_off()
    answers.set_xlabel("temperature T, from cold to hot")
    return figure


def _bands(axes: Axes, temperatures: Vector, weights: Matrix) -> None:
    edges = np.hstack([np.zeros((len(weights), 1)), weights.cumsum(axis=1)])
    spots = [(0.32, 0.5), (3.2, 0.585), (9.0, 0.86)]
    for j, (word, colour) in enumerate(zip(WORDS, (BLUE, ORANGE, GREEN), strict=True)):
        low, high = edges[:, j], edges[:, j + 1]
        axes.fill_between(temperatures, low, high, color=colour, alpha=0.3, linewidth=0)
        axes.plot(temperatures, high, color=colour, linewidth=1.5)
        axes.text(*spots[j], word, ha="center", va="center")
    axes.set(ylim=(0, 1.01), yticks=[0, 1], ylabel="share of weight", xscale="log")


def _answers(axes: Axes, temperatures: Vector, weights: Matrix) -> None:
    axes.plot(temperatures, weights @ VALUES, color=BLUE)
    axes.plot(temperatures, weights @ _swapped, color=PURPLE, linestyle=(0, (5, 2)))
    axes.plot([1], [soften(_scores, 1.0) @ VALUES], "o", color=BLUE, markersize=7)
    axes.plot([_turn], [_top], "D", color=PURPLE, markersize=6)
    axes.axhline(VALUES.mean(), color=MUTED, linewidth=1, linestyle=":")
    axes.text(1.25, 8.3, "racket 10, ball 5", color=INK)
    axes.text(0.62, 5.05, "racket 5, ball 10", color=INK)
    axes.text(0.105, VALUES.mean() + 0.12, "mean", color=INK)
    axes.set(ylim=(4.7, 10.3), yticks=[5, 6, 7, 8, 9, 10], ylabel="answer")
