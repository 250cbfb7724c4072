"""What “it” reads through two heads, and through one that was taught both lessons."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup import sentence
from softlookup.draw import INK, MUTED, PAPER, WEIGHT, blank
from softlookup.examples import Vector
from softlookup.pages.heads.numbers import both, living, rows, things
from softlookup.write import percent

SAYS = (
    "What the word “it” reads of its sentence through three lookups. A head that was taught to read the living gives "
    f"the animal {percent(living['animal'], 0)}. A head that was taught to read things and places gives the street "
    f"{percent(things['street'], 0)}. A single head with both lessons has one row of weights for both: the animal gets "
    f"{percent(both['animal'], 0)} and the street {percent(both['street'], 0)}."
)
_SEEN = 0.15  # a smaller share gets a bar without a number


def draw() -> Figure:
    """The sentence from top to bottom, and three rows of weights beside it."""
    figure, panels = blank(4.2, columns=3, sharey=True)
    for axes, (title, weights) in zip(panels, rows.items(), strict=True):
        _bars(axes, title, weights)
    panels[0].set_yticks(range(len(sentence.WORDS)), sentence.WORDS)
    panels[0].get_yticklabels()[sentence.IT].set_fontweight("bold")
    panels[0].invert_yaxis()
    return figure


def _bars(axes: Axes, title: str, weights: Vector) -> None:
    places = range(len(weights))
    axes.barh(places, [1] * len(weights), color=MUTED, alpha=0.08, height=0.62)
    axes.barh(places, weights, color=WEIGHT, height=0.62)
    for place, weight in zip(places, weights, strict=True):
        if weight > _SEEN:
            inside = weight > 1 / 2
            axes.annotate(
                percent(weight, 0),
                (0.0 if inside else weight, place),
                (4, 0),
                textcoords="offset points",
                va="center",
                color=PAPER if inside else INK,
            )
    axes.set(xlim=(0, 1), xticks=[])
    axes.set_title(title)
    axes.spines[["bottom", "left"]].set_visible(False)
    axes.tick_params(length=0)
