"""Three ways to allow a miss, and one that does not work, along a line of queries."""

import numpy as np
from matplotlib.figure import Figure

from softlookup import snippets
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, PURPLE, WIDTH
from softlookup.tables.limits import with_empty

_softmax = snippets.load("softmax").softmax

SAYS = (
    "The query goes from the opposite of tennis, three times as long, through nothing to three "
    "times tennis. Above: "
    "the weight that is given out. Plain softmax always gives out 1 (blue). With an extra 1 "
    "the total falls to 0 where "
    "nothing fits (orange). With the shift forgotten it never falls below one half (purple, "
    "dotted). Below: the "
    "answers. A threshold (green, dashed) answers in full or not at all."
)


def draw() -> Figure:
    """Total weight over answers, with one axis of queries."""
    figure = Figure(figsize=(WIDTH, 4.7), layout="constrained")
    totals, answers = figure.subplots(2, 1, sharex=True)
    lengths = np.linspace(-3, 3, 241)
    scores = np.outer(lengths, KEYS @ TENNIS)  # (241, 3)
    plain = np.array([_softmax(row) for row in scores])
    extra = np.array([with_empty(row) for row in scores])
    wrong = np.array([with_empty(row - row.max()) for row in scores])
    totals.plot(lengths, plain.sum(axis=1), color=BLUE)
    totals.plot(lengths, extra.sum(axis=1), color=ORANGE)
    totals.plot(lengths, wrong.sum(axis=1), color=PURPLE, linestyle=":")
    totals.text(-2.95, 1.04, "plain", color=INK)
    totals.text(-1.35, 0.13, "extra 1", color=INK)
    totals.text(-2.95, 0.68, "extra 1, shift forgotten", color=INK)
    totals.set(ylim=(-0.03, 1.2), yticks=[0, 0.5, 1], ylabel="total weight")
    answers.plot(lengths, plain @ VALUES, color=BLUE)
    answers.plot(lengths, extra @ VALUES, color=ORANGE)
    hit = lengths >= 0
    dashes = (0, (2, 2))
    answers.plot(lengths[hit], (plain @ VALUES)[hit], color=GREEN, linewidth=4, linestyle=dashes)
    answers.plot([0], [VALUES.mean()], "o", color=GREEN, markersize=8)
    answers.axhline(0, color=MUTED, linewidth=1, linestyle=":")
    answers.text(-2.95, 2.5, "plain", color=INK)
    answers.text(-0.75, 0.5, "extra 1", color=INK)
    answers.text(-0.15, 6.1, "threshold 0 starts", color=INK, ha="right")
    answers.set(ylim=(-0.4, 11), yticks=[0, 5, 10], ylabel="answer")
    answers.set_xticks([-3, -1, 0, 1, 3], ["−3", "opposite", "nothing", "tennis", "3"])
    answers.set_xlabel("query: tennis times …")
    return figure
