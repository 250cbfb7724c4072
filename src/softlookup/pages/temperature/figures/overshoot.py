"""The answer on its way from the winner's price to the mean, and past it."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import MUTED, OUTPUT, blank
from softlookup.examples import SCORES, VALUES
from softlookup.pages.temperature import numbers
from softlookup.steps.temperature import soften

SAYS = (
    f"The price of tennis as the knob turns. Solid: it falls from {VALUES[0]:.0f} to the mean, {numbers.mean:.2f}; "
    f"the dot is T = 1. Dashed: with the prices of racket and ball exchanged it climbs to {numbers.peak:.0f}, "
    "the diamond, which is above the mean, and comes back."
)


def draw() -> Figure:
    """Two curves of the answer."""
    figure, axes = blank(2.9)
    temperatures = np.geomspace(0.1, 30, 241)
    weights = np.array([soften(SCORES, t) for t in temperatures])  # (241, 3)
    axes.plot(temperatures, weights @ VALUES, color=OUTPUT)
    axes.plot(temperatures, weights @ numbers.SWAPPED, color=OUTPUT, linestyle=(0, (5, 2)))
    axes.plot([1], [numbers.output["one"]], "o", color=OUTPUT, markersize=7)
    axes.plot([numbers.peak_at], [numbers.peak], "D", color=OUTPUT, markersize=7)
    axes.axhline(VALUES.mean(), color=MUTED, linewidth=1, linestyle=":")
    axes.text(1.25, 8.3, "racket 10, ball 5")
    axes.text(0.62, 4.95, "racket 5, ball 10")
    axes.text(0.105, VALUES.mean() + 0.12, "mean")
    marks = [0.1, 0.3, 1, 3, 10, 30]
    axes.set(xscale="log", ylim=(4.6, 10.3), yticks=[5, 6, 7, 8, 9, 10], ylabel="answer")
    axes.set_xticks(marks, [f"{mark:g}" for mark in marks])
    axes.minorticks_off()
    axes.set_xlabel("temperature T, from cold to hot")
    return figure
