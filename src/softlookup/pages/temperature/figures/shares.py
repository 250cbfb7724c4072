"""One knob: the share of each entry, from cold to hot."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import PAPER, SHAPES, WEIGHT, blank
from softlookup.examples import SCORES, WORDS
from softlookup.pages.temperature import numbers
from softlookup.steps.temperature import soften
from softlookup.write import percent

_SPOTS = {"racket": (0.3, 0.5), "ball": (3.4, 0.6), "tree": (9.5, 0.85)}
_TINTS = {"racket": 0.4, "ball": 0.25, "tree": 0.12}

SAYS = (
    "How the weight is shared as the knob turns from cold to hot; at every temperature the three shares fill the "
    f"height. Cold, racket has it all. At T = 1, the thin line, racket has {percent(numbers.at_one['racket'], 0)}. "
    "Hot, each word gets the same."
)


def draw() -> Figure:
    """Three bands of weight over one axis of temperatures."""
    figure, axes = blank(2.9)
    temperatures = np.geomspace(0.1, 30, 241)
    weights = np.array([soften(SCORES, t) for t in temperatures])  # (241, 3)
    tops = weights.cumsum(axis=1)
    for word, top, share in zip(WORDS, tops.T, weights.T, strict=True):
        axes.fill_between(
            temperatures, top - share, top, color=WEIGHT, alpha=_TINTS[word], linewidth=0
        )
        axes.plot(temperatures, top, color=WEIGHT, linewidth=1.5)
        x, y = _SPOTS[word]
        axes.plot(x, y, SHAPES[word], color=WEIGHT, markersize=9, markeredgecolor=PAPER)
        axes.annotate(word, (x, y), (9, 0), textcoords="offset points", va="center")
    axes.axvline(1, color=WEIGHT, linewidth=0.8)
    marks = [0.1, 0.3, 1, 3, 10, 30]
    axes.set(xscale="log", ylim=(0, 1.01), yticks=[0, 1], ylabel="share of weight")
    axes.set_xticks(marks, [f"{mark:g}" for mark in marks])
    axes.minorticks_off()
    axes.set_xlabel("temperature T, from cold to hot")
    return figure
