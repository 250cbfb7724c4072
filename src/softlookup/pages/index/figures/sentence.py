"""What “it” reads in a sentence: with vectors as they are, and through what was learned."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup import sentence
from softlookup.draw import INK, MUTED, WEIGHT, blank
from softlookup.examples import Vector
from softlookup.pages.index.numbers import learned, raw
from softlookup.write import percent

SAYS = (
    "What the word “it” reads of each word of its sentence, as a share of one reading. With the vectors as they are "
    f"(left) it reads itself, and gives the animal {percent(raw['animal'], 0)}. Through two matrices "
    f"that were learned from other words (right) it gives the animal {percent(learned['animal'], 0)}."
)


def draw() -> Figure:
    """The sentence from top to bottom, and two rows of the matrix of weights beside it."""
    figure, (left, right) = blank(4.4, columns=2, sharey=True)
    _bars(left, "vectors as they are", sentence.raw()[sentence.IT])
    _bars(right, "through learned matrices", sentence.projected()[sentence.IT])
    left.set_yticks(range(len(sentence.WORDS)), sentence.WORDS)
    left.get_yticklabels()[sentence.IT].set_fontweight("bold")
    left.invert_yaxis()
    return figure


def _bars(axes: Axes, title: str, weights: Vector) -> None:
    places = range(len(weights))
    axes.barh(places, weights, color=WEIGHT, height=0.62)
    for place, weight in zip(places, weights, strict=True):
        colour = INK if weight > 0.05 else MUTED
        axes.annotate(
            percent(weight, 0),
            (weight, place),
            (4, 0),
            textcoords="offset points",
            va="center",
            color=colour,
        )
    axes.set(xlim=(0, 0.95), xticks=[])
    axes.set_title(title, loc="left")
    axes.spines[["bottom", "left"]].set_visible(False)
    axes.tick_params(length=0)
