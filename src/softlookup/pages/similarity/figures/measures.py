"""What counts as a better match than racket: three measures, three shapes."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Polygon

from softlookup.draw import INK, KEY, OTHER, PAPER, QUERY, blank, pin
from softlookup.examples import KEYS, TENNIS, WORDS
from softlookup.pages.similarity.numbers import doubled

LOW, HIGH = (-1.8, -1.0), (5.0, 3.4)  # corners of the part of the plane that is drawn

SAYS = (
    "Three ideas of “similar to tennis”. In each panel the shaded part holds every key that beats "
    "racket. The star is tennis, and the open square is racket twice as far out. For the dot product the open "
    "square is inside, because longer wins. For the cosine it is on the edge, because length does not count. "
    "For the distance it is outside, because it has moved away."
)


def draw() -> Figure:
    """The half-plane, the wedge and the disc."""
    figure, panels = blank(1.95, columns=3)
    shapes = [
        ("dot product", _half_plane()),
        ("cosine", _wedge()),
        ("distance", Circle(_at(TENNIS), float(np.linalg.norm(KEYS[0] - TENNIS)))),
    ]
    for axes, (title, shape) in zip(panels, shapes, strict=True):
        shape.set(facecolor=OTHER, alpha=0.25, edgecolor=OTHER, linewidth=1.5)
        axes.add_patch(shape)
        _words(axes)
        axes.set(title=title, xlim=(LOW[0], HIGH[0]), ylim=(LOW[1], HIGH[1]), aspect="equal")
        axes.set(xticks=[], yticks=[])
    return figure


def _at(point: Any) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _half_plane() -> Polygon:
    """Everything beyond the line through racket that stands at right angles to tennis."""
    score = float(KEYS[0] @ TENNIS)
    return Polygon([(score - 9, 9), (score + 9, -9), (20, -9), (20, 9)])


def _wedge() -> Polygon:
    """All directions that are closer to tennis than racket's, on both sides."""
    mirrored = KEYS[0][::-1]  # tennis is the diagonal
    return Polygon([(0, 0), _at(9 * KEYS[0]), (40, 40), _at(9 * mirrored)])


def _words(axes: Any) -> None:
    for word, key in zip(WORDS, KEYS, strict=True):
        pin(axes, word, key, size=7)
    axes.plot(*doubled, marker="s", markersize=7, markerfacecolor="none", color=KEY)
    axes.plot(*TENNIS, marker="*", markersize=12, color=QUERY, markeredgecolor=PAPER, zorder=6)
    for name, point, shift, side in [
        ("racket", KEYS[0], (6, -7), "left"),
        ("ball", KEYS[1], (6, -5), "left"),
        ("tree", KEYS[2], (0, 6), "center"),
    ]:
        axes.annotate(name, point, shift, textcoords="offset points", ha=side, color=INK)
