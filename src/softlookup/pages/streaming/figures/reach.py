"""How far a mark travels: a window of two places a layer, and one full read."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import INK, ORANGE, blank, cell, frame
from softlookup.steps import sparse

PLACES, REACH, HOME = 21, 2, 10


def _spread(layers: int) -> np.ndarray:
    """What each place holds of a mark at the middle, all read weights equal."""
    tokens, mark = np.zeros((PLACES, 1)), np.eye(PLACES)[HOME]
    for _ in range(layers):
        mark = sparse.window_lookup(tokens, tokens, mark, REACH)
    return np.asarray(mark)


_LAYERS = next(n for n in range(1, PLACES) if _spread(n)[0] > 0)
SAYS = (
    f"A mark at place {HOME} of {PLACES} (framed), read through windows of ±{REACH}. A filled cell has "
    f"heard of it; the deeper the shade, the louder. Each layer adds {REACH} places to either side, so "
    f"place 0 hears of it in layer {_LAYERS}. The last row is one layer without a window: everybody hears "
    "at once, all equally faintly."
)


def draw() -> Figure:
    """One row a layer, one column a place."""
    figure, axes = blank(2.7)
    rows = [(f"layer {n}", _spread(n)) for n in range(1, _LAYERS + 1)]
    rows.append(("full read", np.full(PLACES, 1 / PLACES)))
    for y, (name, heard) in enumerate(rows):
        top = y + (0.5 if name == "full read" else 0)
        for place, share in enumerate(heard):
            loudness = 0.18 + 0.75 * (share / rows[0][1].max()) ** 0.5 if share else 0.0
            cell(axes, (place, top), shade=loudness, size=(1, 0.86))
        axes.text(-0.5, top + 0.43, name, ha="right", va="center", color=INK)
    frame(axes, (HOME, -0.07), (1, len(rows) + 0.5), ORANGE, linewidth=2)
    for place in (0, HOME, PLACES - 1):
        axes.text(place + 0.5, len(rows) + 0.65, str(place), ha="center", va="top")
    axes.set(xlim=(-5.2, PLACES + 0.1), ylim=(len(rows) + 1.4, -0.2))
    axes.axis("off")
    return figure
