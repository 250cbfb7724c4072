"""Four hundred random lookups in order of their slope: the average hides a lottery."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import GRID, INK, MUTED, WEIGHT, blank
from softlookup.pages.scaling.numbers import (
    DRAWS,
    ENTRIES,
    PLAIN,
    SHOWN,
    SLIGHT,
    dead,
    even_slope,
    slopes,
    widest,
)

_WIDTHS = dict(zip(SHOWN, ("-.", "--", ":"), strict=True))

SAYS = (
    f"{DRAWS} random lookups over {ENTRIES} keys, in order of how far their weights can still move. Solid: divided "
    "by the root of the width, three widths that nearly coincide; width 4 starts lowest. Broken lines: plain dot "
    f"products of width 4, 64 and {widest:,}. At width {widest:,}, {100 * dead[widest]:.0f} % of the lookups "
    f"have a slope below {SLIGHT}; a few near-ties at the right keep the average up."
)


def draw() -> Figure:
    """Sorted slopes, one line for each width."""
    figure, axes = blank(3.0)
    for width, dashes in _WIDTHS.items():
        plain, level = slopes(width, PLAIN), slopes(width)
        share = np.linspace(0, 100, len(plain))
        axes.plot(share, level, color=WEIGHT, linewidth=1.4)
        axes.plot(share, plain, color=INK, linestyle=dashes)
    axes.axhline(even_slope, color=MUTED, linewidth=0.8, linestyle=(0, (1, 3)))
    axes.text(99, 0.895, "even weights", color=MUTED, ha="right")
    axes.text(13, 0.635, "÷ √d", color=WEIGHT)
    axes.text(36, 0.50, "plain, 4 wide", color=INK)
    axes.text(60, 0.24, "64", color=INK, ha="right")
    axes.text(84, 0.10, f"{widest:,}", color=INK, ha="right")
    axes.set(xlim=(0, 100), ylim=(0, 1), yticks=[0, 0.5, 1], xticks=[0, 25, 50, 75, 100])
    axes.set(xlabel="lookups in order of slope, percent", ylabel="slope")
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    return figure
