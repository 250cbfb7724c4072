"""Eight weights at three widths, with plain scores and with scores divided by the root of the width."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import MUTED, WEIGHT, blank
from softlookup.examples import Vector
from softlookup.pages.scaling.numbers import DRAWS, ENTRIES, PLAIN, SHOWN, staircase
from softlookup.write import percent

_plain = {width: staircase(width, PLAIN) for width in SHOWN}
_divided = {width: staircase(width) for width in SHOWN}

SAYS = (
    f"A random query asks {ENTRIES} random keys: the weights from the heaviest to the lightest, averaged over "
    f"{DRAWS} such lookups. Above, plain scores: the wider the vectors, the more the heaviest takes, from "
    f"{percent(_plain[SHOWN[0]][0], 0)} to {percent(_plain[SHOWN[-1]][0], 0)}. Below, the same scores "
    "divided by the root of the width: at every width the heaviest takes between "
    f"{percent(min(s[0] for s in _divided.values()), 0)} and "
    f"{percent(max(s[0] for s in _divided.values()), 0)}."
)


def draw() -> Figure:
    """Two rows of three panels of eight bars."""
    figure, panels = blank(3.6, rows=2, columns=len(SHOWN), sharex=True, sharey=True)
    for column, width in enumerate(SHOWN):
        _bars(panels[0, column], _plain[width])
        _bars(panels[1, column], _divided[width])
        panels[0, column].set_title(f"width {width:,}")
    panels[0, 0].set_ylabel("plain")
    panels[1, 0].set_ylabel("÷ √d")
    return figure


def _bars(axes: Axes, weights: Vector) -> None:
    axes.bar(range(len(weights)), weights, color=WEIGHT, width=0.8)
    axes.annotate(
        percent(weights[0], 0),
        (0, weights[0]),
        (-5, 3),
        textcoords="offset points",
        ha="left",
        va="bottom",
    )
    axes.set(ylim=(0, 1.22), xticks=[], yticks=[])
    axes.spines["left"].set_visible(False)
    axes.spines["bottom"].set_color(MUTED)
