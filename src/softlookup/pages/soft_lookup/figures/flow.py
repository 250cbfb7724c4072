"""One lookup as a flow: words, their scores, one bar divided into shares, and the blended price."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, MUTED, OUTPUT, PAPER, SHAPES, VALUE, WEIGHT, blank
from softlookup.examples import ANSWER, SCORES, VALUES, WEIGHTS, WORDS
from softlookup.write import number, percent

SAYS = (
    "From the words to the price. Each key gets a score from the query. Softmax divides one bar among them, and "
    f"racket takes {percent(WEIGHTS[0], 0)} of it. Hang each share on its price, and the beam balances at "
    f"{number(ANSWER, 2)}: near racket’s price, because racket holds most of the bar."
)
WIDE = 10.0  # of the bar, and of the scale of prices
_ENDS = np.cumsum([0.0, *WEIGHTS]) * WIDE
_MIDDLES = (_ENDS[:-1] + _ENDS[1:]) / 2
_PLACES = (1.7, 5.4, 8.9)  # of the words, far enough apart for their labels


def draw() -> Figure:
    """Three rows: who matches how well, who gets how much, what comes out."""
    figure, axes = blank(3.9)
    for place, word, score, middle in zip(_PLACES, WORDS, SCORES, _MIDDLES, strict=True):
        _mark(axes, word, (place - 1.05, 5.6), KEY)
        axes.text(place - 0.8, 5.6, word, va="center")
        axes.text(place + 0.75, 5.6, f"{score:.0f}", va="center", fontweight="bold")
        axes.annotate(
            "",
            (middle, 4.02),
            (place, 5.2),
            arrowprops={"arrowstyle": "-|>", "color": MUTED, "linewidth": 1.1},
        )
    _share_out(axes)
    _price(axes)
    for row, label in ((5.6, "score"), (3.6, "weight"), (1.0, "price")):
        axes.text(-0.35, row, label, ha="right", va="center", color=MUTED)
    axes.set(xlim=(-1.75, 10.4), ylim=(-0.25, 6.1))
    axes.axis("off")
    return figure


def _share_out(axes: Axes) -> None:
    """The bar of one whole, cut where the weights say."""
    lengths = np.diff(_ENDS)
    axes.barh(
        3.6, lengths, left=_ENDS[:-1], height=0.75, color=WEIGHT, edgecolor=PAPER, linewidth=2
    )
    for word, weight, middle in zip(WORDS, WEIGHTS, _MIDDLES, strict=True):
        _mark(axes, word, (middle, 3.6), PAPER, edge=WEIGHT)
        axes.text(middle, 2.85, percent(weight, 0), ha="center", va="center")


def _price(axes: Axes) -> None:
    """The prices on their scale, and the blend among them."""
    axes.plot([0, WIDE], [1.0, 1.0], color=INK, linewidth=1.2)
    for word, value in zip(WORDS, VALUES, strict=True):
        _mark(axes, word, (value, 1.0), VALUE)
        axes.text(value, 0.35, f"{value:.0f}", ha="center", va="center")
    axes.annotate(
        number(ANSWER, 2),
        (ANSWER, 1.0),
        (ANSWER, 1.75),
        ha="center",
        va="center",
        fontweight="bold",
        color=OUTPUT,
        arrowprops={"arrowstyle": "-|>", "color": OUTPUT, "linewidth": 2, "shrinkB": 0},
    )


def _mark(
    axes: Axes, word: str, place: tuple[float, float], colour: str, edge: str = PAPER
) -> None:
    axes.plot(*place, SHAPES[word], markersize=9, color=colour, markeredgecolor=edge)
