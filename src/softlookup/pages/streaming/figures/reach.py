"""How far a mark travels: a window of two places in each layer, and one full read."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, blank, cell, frame
from softlookup.pages.streaming.numbers import HOME, PLACES, REACH, layers_needed, through_windows

SAYS = (
    f"A mark at place {HOME} of {PLACES} (framed), read through windows of ±{REACH}. A filled cell has "
    f"heard of it; the deeper the shade, the louder. Each layer adds {REACH} places to either side, so "
    f"place 0 hears of it in layer {layers_needed}. The last row is one layer without a window: everybody "
    "hears at once, all equally faintly."
)


def draw() -> Figure:
    """One row for each layer, one column for each place."""
    figure, axes = blank(2.7)
    rows = [(f"layer {n}", through_windows(n)) for n in range(1, layers_needed + 1)]
    rows.append(("full read", np.full(PLACES, 1 / PLACES)))
    for y, (name, heard) in enumerate(rows):
        top = y + (0.5 if name == "full read" else 0)
        for place, share in enumerate(heard):
            loudness = 0.18 + 0.75 * (share / rows[0][1].max()) ** 0.5 if share else 0.0
            cell(axes, (place, top), shade=loudness, size=(1, 0.86))
        axes.text(-0.5, top + 0.43, name, ha="right", va="center", color=INK)
    frame(axes, (HOME, -0.07), (1, len(rows) + 0.5), KEY, linewidth=2)
    for place in (0, HOME, PLACES - 1):
        axes.text(place + 0.5, len(rows) + 0.65, str(place), ha="center", va="top")
    axes.set(xlim=(-5.2, PLACES + 0.1), ylim=(len(rows) + 1.4, -0.2))
    axes.axis("off")
    return figure
