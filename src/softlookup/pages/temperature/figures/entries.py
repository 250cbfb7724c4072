"""How many entries are read, from cold to hot, for three queries with different ties."""

from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import GRID, WEIGHT, blank
from softlookup.examples import KEYS, TENNIS, Vector
from softlookup.pages.temperature import numbers
from softlookup.steps.temperature import entries_read, soften

SAYS = (
    "How many entries are read. Tennis (solid) has one best match, so it starts at 1 when cold, and at T = 1 (the "
    f"dot) it reads {numbers.entries['one']:.2f}. Ball’s own key (dashed) ties with racket and starts at 2. The "
    "question (0, 0) (dotted) ties everywhere and stays at 3, where every curve ends."
)


class Curve(NamedTuple):
    """Who asks, how the line is dashed, and where its name stands."""

    name: str
    query: Vector
    dashes: str
    spot: tuple[float, float]


CURVES = (
    Curve("tennis", TENNIS, "-", (0.62, 1.42)),
    Curve("ball’s own key", numbers.BALL, "--", (0.11, 2.1)),
    Curve("the question (0, 0)", 0 * TENNIS, ":", (0.11, 3.1)),
)


def draw() -> Figure:
    """Three curves that start at the number of tied best matches and end at all entries."""
    figure, axes = blank(2.9)
    temperatures = np.geomspace(0.1, 100, 241)
    for curve in CURVES:
        counts = [entries_read(soften(KEYS @ curve.query, t)) for t in temperatures]
        axes.plot(temperatures, counts, color=WEIGHT, linestyle=curve.dashes, linewidth=2.4)
        axes.text(*curve.spot, curve.name)
    axes.plot([1], [numbers.entries["one"]], "o", color=WEIGHT, markersize=7)
    for count in (1, 2, 3):
        axes.axhline(count, color=GRID, linewidth=0.8, zorder=0)
    marks = [0.1, 1, 10, 100]
    axes.set(xscale="log", ylim=(0.85, 3.4), yticks=[1, 2, 3], ylabel="entries read")
    axes.set_xticks(marks, [f"{mark:g}" for mark in marks])
    axes.minorticks_off()
    axes.set_xlabel("temperature T")
    return figure
