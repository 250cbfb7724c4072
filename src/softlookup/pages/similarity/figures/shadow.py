"""The score of a key is the shadow that it casts on the query, times the query's length."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import GRID, KEY, MUTED, PAPER, QUERY, blank, pin
from softlookup.examples import AXES, KEYS, TENNIS, WORDS, Vector
from softlookup.pages.similarity.numbers import scores, shadows, tennis_length
from softlookup.write import number

_lengths = ", ".join(f"{word} {number(length, 2)}" for word, length in shadows.items())
_scores = ", ".join(number(score, 0) for score in scores.values())
SAYS = (
    "Three keys, and the shadow of each on the query. The star is tennis. The broad line is the shadow, which is how "
    f"far the key reaches in the direction of tennis: {_lengths}. Times the length of tennis, "
    f"{number(tennis_length, 2)}, that makes the scores {_scores}."
)


def draw() -> Figure:
    """One small plane for each key."""
    figure, panels = blank(2.1, columns=3)
    for axes, word, key in zip(panels, WORDS, KEYS, strict=True):
        _plane(axes)
        _cast(axes, key)
        pin(axes, word, key)
        axes.set_title(f"{word}: {number(scores[word], 0)}")
    panels[0].text(2.45, -0.12, AXES[0], ha="right", va="top", color=MUTED)
    panels[0].text(-0.12, 2.5, AXES[1], ha="right", va="top", color=MUTED, rotation=90)
    return figure


def _plane(axes: Axes) -> None:
    """The two axes, which cross at the origin."""
    style = {"arrowstyle": "-|>", "color": MUTED, "linewidth": 1, "shrinkA": 0, "shrinkB": 0}
    for end in ((2.5, 0.0), (0.0, 2.6)):
        axes.annotate("", xy=end, xytext=(0, 0), arrowprops=style)
    axes.plot([-1.3, 0], [0, 0], color=GRID, linewidth=1)
    axes.set(xlim=(-1.35, 2.55), ylim=(-0.55, 2.65), aspect="equal", xticks=[], yticks=[])
    axes.spines[:].set_visible(False)


def _cast(axes: Axes, key: Vector) -> None:
    foot = (key @ TENNIS) / (TENNIS @ TENNIS) * TENNIS
    axes.plot([0, 2.1], [0, 2.1], color=QUERY, linewidth=1, linestyle=(0, (1, 2)))
    shadow: dict[str, Any] = {"color": KEY, "alpha": 0.35, "linewidth": 8, "solid_capstyle": "butt"}
    axes.plot([0, foot[0]], [0, foot[1]], **shadow)
    axes.plot([key[0], foot[0]], [key[1], foot[1]], color=MUTED, linewidth=1, linestyle=(0, (4, 2)))
    axes.plot([0, key[0]], [0, key[1]], color=KEY, linewidth=1.8)
    axes.plot([0, TENNIS[0]], [0, TENNIS[1]], color=QUERY, linewidth=2.2)
    axes.plot(*TENNIS, marker="*", markersize=14, color=QUERY, markeredgecolor=PAPER, zorder=6)
