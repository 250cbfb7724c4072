"""Where the answers can be: the triangle that the values span."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import INK, MUTED, OUTPUT, VALUE, blank
from softlookup.examples import KEYS, TENNIS, WORDS
from softlookup.steps.soft_lookup import soft_lookup

# Three values as vectors of two numbers, chosen so that they span a triangle.
VALUES = np.array([[1.0, 1.0], [5.0, 2.0], [2.5, 5.0]])

SAYS = (
    "Answers never leave the triangle of the values. Each dot is the answer to one of 400 random "
    "queries; the square is the answer to tennis, the cross the plain mean of the three values."
)


def draw() -> Figure:
    """Random queries in, blends out: a cloud that fills the triangle and stays in it."""
    figure, axes = blank(3.4)
    queries = np.random.default_rng(0).normal(size=(400, 2)) * 2
    answers = np.array([soft_lookup(query, KEYS, VALUES) for query in queries])  # (400, 2)
    axes.fill(*VALUES.T, color=VALUE, alpha=0.12, linewidth=0)
    axes.plot(*np.vstack([VALUES, VALUES[:1]]).T, color=VALUE, linewidth=1.2)
    axes.scatter(*answers.T, s=7, color=MUTED, linewidths=0)
    axes.plot(*soft_lookup(TENNIS, KEYS, VALUES), marker="s", markersize=9, color=OUTPUT)
    axes.plot(*VALUES.mean(axis=0), marker="x", markersize=9, markeredgewidth=2.5, color=INK)
    for word, corner, shift in zip(WORDS, VALUES, [(0, -15), (38, -4), (0, 8)], strict=True):
        axes.annotate(f"value of {word}", corner, shift, textcoords="offset points", ha="center")
    axes.annotate(
        "tennis",
        soft_lookup(TENNIS, KEYS, VALUES),
        (-48, 6),
        textcoords="offset points",
        ha="right",
        color=INK,
        arrowprops={"arrowstyle": "-", "color": MUTED, "shrinkB": 5},
    )
    axes.set(xlim=(-0.4, 6.6), ylim=(0, 5.9), xticks=[], yticks=[], aspect="equal")
    axes.axis("off")
    return figure
