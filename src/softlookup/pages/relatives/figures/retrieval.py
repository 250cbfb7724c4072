"""Turning one query: what the best one, the best two and all entries answer."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, MUTED, OTHER, OUTPUT, blank
from softlookup.examples import KEYS, VALUES
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.sparse import top_lookup

_swap = 3.0  # (1, 3) scores the same with racket and tree
assert np.isclose(*(KEYS[[0, 2]] @ np.array([1.0, _swap])))
_tie = 3 / 2  # so does (1, 3/2) with ball and tree
assert np.isclose(*(KEYS[[1, 2]] @ np.array([1.0, _tie])))

SAYS = (
    "The query (1, outdoors) turns outdoors, from left to right. All entries, blended (solid): the "
    "answer moves without a jump. The best one (dotted): it falls off a cliff where tree overtakes "
    "racket. The best two, blended (dashed): there it is smooth, but it jumps where tree takes "
    "ball’s place."
)


def _parts(answers: np.ndarray, x: np.ndarray, jump: float) -> np.ndarray:
    """Break a line at its jump, so that no slope is drawn where there is none."""
    return np.where(np.abs(x - jump) < 1e-2, np.nan, answers)


def draw() -> Figure:
    """Three answers over one axis of queries."""
    figure, axes = blank(3.2)
    x = np.linspace(0, 5, 1001)
    queries = np.column_stack([np.ones_like(x), x])
    soft = np.array([soft_lookup(query, KEYS, VALUES) for query in queries])
    one, two = (np.array([top_lookup(query, KEYS, VALUES, k) for query in queries]) for k in (1, 2))
    axes.plot(x, soft, color=OUTPUT)
    axes.plot(x, _parts(one, x, _swap), color=KEY, linestyle=":")
    axes.plot(x, _parts(two, x, _tie), color=OTHER, linestyle=(0, (5, 2)))
    for jump, answers in ((_swap, one), (_tie, two)):
        place = int(np.abs(x - jump).argmin())
        axes.plot([jump] * 2, answers[[place - 3, place + 3]], color=MUTED, linewidth=0.8)
    axes.text(2.95, 10.25, "best one", ha="right", color=INK)
    axes.text(0.1, 6.5, "all", color=INK)
    axes.text(1.6, 8.85, "best two", color=INK)
    axes.set(ylim=(1.2, 11), yticks=[2, 5, 10], ylabel="answer", xlabel="outdoors")
    return figure
