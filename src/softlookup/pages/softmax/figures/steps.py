"""From scores to shares: grow each score into something positive, then divide by the sum."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, MUTED, SHAPES, WEIGHT, blank
from softlookup.examples import SCORES, WORDS
from softlookup.pages.softmax.numbers import exponentials, weights
from softlookup.write import number, percent

SAYS = (
    "Three scores become three shares. After the exponential each bar is "
    f"{exponentials['tree']:.2f} times as long as the one below it, and everything is positive. Divided by their "
    f"sum they keep their proportions and make one whole: {percent(weights['racket'], 0)}, "
    f"{percent(weights['ball'], 0)} and {percent(weights['tree'], 0)}."
)


def draw() -> Figure:
    """Three panels with the same three bars in them, told apart by their scale."""
    figure, panels = blank(1.75, columns=3)
    grown, shares = list(exponentials.values()), list(weights.values())
    _bars(panels[0], "score", SCORES.tolist(), [number(s, 0) for s in SCORES], MUTED)
    _bars(panels[1], "e to the score", grown, [number(g, 1) for g in grown], MUTED)
    _bars(panels[2], "weight", shares, [percent(share, 0) for share in shares], WEIGHT)
    return figure


def _bars(
    axes: Axes, title: str, lengths: Sequence[float], texts: Sequence[str], colour: str
) -> None:
    longest = max(lengths)
    for height, word, length, text in zip((2, 1, 0), WORDS, lengths, texts, strict=True):
        axes.plot(-0.12 * longest, height, SHAPES[word], markersize=8, color=KEY)
        axes.barh(height, length, height=0.62, color=colour, alpha=0.55)
        axes.text(length + 0.05 * longest, height, text, va="center", color=INK)
    axes.set(xlim=(-0.22 * longest, 1.6 * longest), ylim=(-0.5, 2.5))
    axes.set_title(title, color=colour if colour == WEIGHT else INK)
    axes.axis("off")
