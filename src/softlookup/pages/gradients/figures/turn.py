"""Turn the query once around: the hard answer jumps, the soft one glides."""

from itertools import pairwise

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import GRID, MUTED, OUTPUT, QUERY, blank
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.pages.gradients.numbers import hard_lookup
from softlookup.steps.soft_lookup import soft_lookup

_angles = np.arange(-180.0, 180.0)
_length = float(np.linalg.norm(TENNIS))
_queries = _length * np.stack([np.cos(np.radians(_angles)), np.sin(np.radians(_angles))], axis=1)
_soft = np.array([soft_lookup(query, KEYS, VALUES) for query in _queries])
_sharp = np.array([soft_lookup(5 * query, KEYS, VALUES) for query in _queries])
_hard = np.array([hard_lookup(query, KEYS, VALUES) for query in _queries])

SAYS = (
    "The query keeps the length of tennis and turns once around, one degree at a time. Dashed: the hard "
    f"answer stands still and jumps by up to {np.abs(np.diff(_hard)).max():.0f}. Solid: the soft answer "
    f"never moves by more than {np.abs(np.diff(_soft)).max():.2f} in one step. Dotted: a query five "
    "times as long makes the soft answer nearly hard, flat parts included."
)


def draw() -> Figure:
    """Three answers against the angle of the query."""
    figure, axes = blank(2.9)
    for start, end in _plateaus():
        axes.plot(_angles[start:end], _hard[start:end], color=MUTED, linestyle="--")
    axes.plot(_angles, _sharp, color=OUTPUT, linestyle=":")
    axes.plot(_angles, _soft, color=OUTPUT)
    axes.axvline(45, color=QUERY, linewidth=0.8, linestyle=(0, (1, 3)))
    axes.text(48, 11.1, "tennis", color=QUERY)
    axes.text(-94, 6.0, "soft", ha="right")
    axes.text(-60, 3.9, "hard")
    axes.text(72, 8.2, "soft, 5 × as long")
    axes.set(xlim=(-180, 180), ylim=(0, 12), xticks=[-180, -90, 0, 90, 180], yticks=[2, 5, 10])
    axes.set(xlabel="direction of the query, degrees", ylabel="answer")
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    return figure


def _plateaus() -> list[tuple[int, int]]:
    """Where the hard answer stands still."""
    jumps = np.flatnonzero(np.diff(_hard)) + 1
    edges = [0, *jumps.tolist(), len(_hard)]
    return list(pairwise(edges))
