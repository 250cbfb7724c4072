"""A key amid the others is no query's best match."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, QUERY, SHAPES, blank, pin
from softlookup.examples import KEYS, TENNIS, WORDS

_stored = np.vstack([KEYS, TENNIS])
assert all((_stored @ q).argmax() != 3 for q in np.random.default_rng(0).normal(size=(1000, 2)))

SAYS = (
    "Left: the keys. Tennis, stored as a fourth key (star), lies amid the other three. Right: every "
    "query of the plane, marked by the key that matches it best, with racket’s square, ball’s circle or "
    "tree’s triangle. Where two of them tie, the place is empty. The three regions meet in the middle, and "
    "no query is left for tennis."
)


def draw() -> Figure:
    """The plane of keys beside the plane of queries."""
    figure, (keys, queries) = blank(2.9, columns=2)
    _keys(keys)
    _queries(queries)
    for axes in (keys, queries):
        axes.set(xticks=[], yticks=[])
        for side in axes.spines.values():
            side.set_visible(False)
    return figure


def _keys(axes: Axes) -> None:
    axes.fill(*KEYS.T, color=KEY, alpha=0.12, linewidth=0)
    axes.plot(*np.vstack([KEYS, KEYS[:1]]).T, color=INK, linewidth=1)
    for key, word, shift in zip(KEYS, WORDS, [(6, 8), (2, -17), (0, 9)], strict=True):
        pin(axes, word, key)
        axes.annotate(word, tuple(key), shift, textcoords="offset points", ha="center")
    axes.plot(*TENNIS, marker="*", color=KEY, markersize=14)
    axes.annotate("tennis", tuple(TENNIS), (-8, -15), textcoords="offset points", ha="right")
    axes.set(title="keys", xlim=(-1.9, 2.9), ylim=(-1.4, 3.4), aspect="equal")


def _queries(axes: Axes) -> None:
    grid = np.linspace(-2.8, 2.8, 15)
    points = np.array([(x, y) for x in grid for y in grid])
    scores = points @ _stored.T
    *_, second, best = np.sort(scores, axis=1).T
    for j, word in enumerate(WORDS):
        x, y = points[(scores.argmax(axis=1) == j) & (best - second >= 1e-9)].T
        axes.scatter(x, y, marker=SHAPES[word], s=18, color=QUERY, linewidths=0)
    axes.set(title="queries", xlim=(-3.1, 3.1), ylim=(-3.1, 3.1), aspect="equal")
