"""How many entries are read, from cold to hot, for three queries with different ties."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import BLUE, GREEN, INK, MUTED, ORANGE, blank
from softlookup.examples import KEYS, SCORES, TENNIS
from softlookup.steps import temperature

_one = float(temperature.entries_read(temperature.soften(SCORES, 1.0)))

SAYS = (
    "How many entries are read. Tennis (solid) has one best match: 1 entry when cold, "
    f"{_one:.2f} at T = 1 (the dot). Ball’s own key (dashed) ties with racket and starts at 2. The "
    "query (0, 0) (dotted) ties everywhere and stays at 3. Every curve ends at 3, the number of entries."
)


def draw() -> Figure:
    """Three curves that start at the number of tied best matches and end at all entries."""
    figure, axes = blank(2.9)
    temperatures = np.geomspace(0.1, 100, 241)
    asked = [
        ("tennis", TENNIS, BLUE, "-", (0.62, 1.42), "left"),
        ("ball’s own key", KEYS[1], ORANGE, "--", (0.11, 2.1), "left"),
        ("the query (0, 0)", 0 * TENNIS, GREEN, ":", (0.11, 3.1), "left"),
    ]
    for name, query, colour, dashes, spot, side in asked:
        counts = [
            temperature.entries_read(temperature.soften(KEYS @ query, t)) for t in temperatures
        ]
        axes.plot(temperatures, counts, color=colour, linestyle=dashes, linewidth=2.4)
        axes.text(*spot, name, ha=side, color=INK)
    axes.plot([1], [_one], "o", color=BLUE, markersize=7)
    for count in (1, 2, 3):
        axes.axhline(count, color=MUTED, linewidth=0.6, zorder=0)
    marks = [0.1, 1, 10, 100]
    axes.set(xscale="log", ylim=(0.85, 3.4), yticks=[1, 2, 3], ylabel="entries read")
    axes.set_xticks(marks, [f"{mark:g}" for mark in marks])
    axes.minorticks_off()
    axes.set_xlabel("temperature T")
    return figure
