"""Three ways to allow a miss, and one that does not work, along a line of queries."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, MUTED, OUTPUT, WEIGHT, blank
from softlookup.examples import SCORES, VALUES, Matrix, Vector
from softlookup.pages.limits.numbers import with_empty
from softlookup.steps.softmax import softmax

SAYS = (
    "The query goes from the opposite of tennis, three times as long, through nothing to three "
    "times tennis. Above: the weight that is given out. Plain softmax always gives out 1 "
    "(solid). With an extra 1 the total falls towards 0 where nothing fits (dashed). With the shift "
    "forgotten it never falls below one half (dotted). Below: the answers. A threshold (thick) answers in "
    "full or not at all."
)


def draw() -> Figure:
    """Total weight over answers, with one axis of queries."""
    figure, (totals, answers) = blank(4.7, rows=2, sharex=True)
    lengths = np.linspace(-3, 3, 241)
    scores = np.outer(lengths, SCORES)  # (241, 3)
    plain = np.array([softmax(row) for row in scores])
    extra = np.array([with_empty(row) for row in scores])
    wrong = np.array([with_empty(row - row.max()) for row in scores])
    _totals(totals, lengths, plain, extra, wrong)
    _answers(answers, lengths, plain, extra)
    answers.set_xticks([-3, -1, 0, 1, 3], ["−3", "opposite", "nothing", "tennis", "3"])
    answers.set_xlabel("query: tennis times …")
    return figure


def _totals(axes: Axes, lengths: Vector, plain: Matrix, extra: Matrix, wrong: Matrix) -> None:
    axes.plot(lengths, plain.sum(axis=1), color=WEIGHT)
    axes.plot(lengths, extra.sum(axis=1), color=WEIGHT, linestyle="--")
    axes.plot(lengths, wrong.sum(axis=1), color=MUTED, linestyle=":")
    axes.text(-2.95, 1.04, "plain", color=INK)
    axes.text(-1.35, 0.13, "extra 1", color=INK)
    axes.text(-2.95, 0.68, "extra 1, shift forgotten", color=INK)
    axes.set(ylim=(-0.03, 1.2), yticks=[0, 0.5, 1], ylabel="total weight")


def _answers(axes: Axes, lengths: Vector, plain: Matrix, extra: Matrix) -> None:
    axes.plot(lengths, plain @ VALUES, color=OUTPUT)
    axes.plot(lengths, extra @ VALUES, color=OUTPUT, linestyle="--")
    hit, dashes = lengths >= 0, (0, (2, 2))
    axes.plot(lengths[hit], (plain @ VALUES)[hit], color=KEY, linewidth=4, linestyle=dashes)
    axes.plot([0], [VALUES.mean()], "o", color=KEY, markersize=8)
    axes.axhline(0, color=MUTED, linewidth=1, linestyle=":")
    axes.text(-2.95, 2.5, "plain", color=INK)
    axes.text(-0.75, 0.5, "extra 1", color=INK)
    axes.text(-0.15, 6.1, "threshold 0 starts", color=INK, ha="right")
    axes.set(ylim=(-0.4, 11), yticks=[0, 5, 10], ylabel="answer")
