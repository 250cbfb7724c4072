"""The plane with its keys, and the lines on which every key has the same score."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import BLUE, GRID, INK, MUTED, ORANGE, blank
from softlookup.examples import AXES, KEYS, SCORES, TENNIS, WORDS, Vector

_scores = SCORES

SAYS = (
    "Scores as lines. The orange arrow with the square head is the query, tennis; the blue arrows "
    "are the keys. All keys on one slanted line have the same score with tennis, and the next line "
    f"is one more. Racket is on line {_scores[0]:.0f}, ball on {_scores[1]:.0f}, tree on "
    f"{_scores[2]:.0f}. The dashed arrow, racket twice as long, reaches {2 * _scores[0]:.0f}. The "
    "solid line through the corner is 0: a right angle to tennis."
)


def draw() -> Figure:
    """Arrows from the corner, with lines of equal score at right angles to the query."""
    figure, axes = blank(3.0)
    top, bottom = 2.6, -0.9
    for score in range(-2, 7):
        ends = np.array([score - top, score - bottom])  # x on the line sport + outdoors = score
        colour, width = (MUTED, 1.6) if score == 0 else (GRID, 1.2)
        axes.plot(ends, [top, bottom], color=colour, linewidth=width, zorder=1)
        axes.text(score - top, top + 0.1, f"{score}".replace("-", "−"), ha="center", color=MUTED)
    axes.text(-4.75, top + 0.55, "score with tennis", color=MUTED, ha="left")
    _arrow(axes, 2 * KEYS[0], BLUE, dashed=True)
    for key in KEYS:
        _arrow(axes, key, BLUE)
    _arrow(axes, TENNIS, ORANGE)
    axes.plot(*TENNIS, marker="s", markersize=7, color=ORANGE, zorder=4)
    shifts = {"racket": (20, -10), "ball": (0, -15), "tree": (-8, 2)}
    for word, key in zip(WORDS, KEYS, strict=True):
        side = "right" if word == "tree" else "center"
        axes.annotate(word, key, shifts[word], textcoords="offset points", ha=side)
    axes.annotate("tennis", TENNIS, (-4, 8), textcoords="offset points", ha="center", color=INK)
    axes.annotate("2 × racket", 2 * KEYS[0], (-8, 4), textcoords="offset points", ha="right")
    axes.set(xlim=(-4.8, 5.0), ylim=(bottom, top + 0.9), aspect="equal")
    axes.set(xlabel=f"{AXES[0]} →", ylabel=f"{AXES[1]} →", xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    return figure


def _arrow(axes: Axes, key: Vector, colour: str, *, dashed: bool = False) -> None:
    style = {
        "arrowstyle": "-|>",
        "color": colour,
        "linewidth": 2,
        "shrinkA": 0,
        "shrinkB": 0,
        "linestyle": (0, (3, 2)) if dashed else "-",
    }
    axes.annotate("", xy=(key[0], key[1]), xytext=(0, 0), arrowprops=style, zorder=3)
