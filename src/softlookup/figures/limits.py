"""Eight questions, three kinds of lookup: where their answers part."""

from matplotlib.figure import Figure

from softlookup.figures.style import BLUE, GREEN, GRID, INK, ORANGE, blank
from softlookup.tables.limits import cases

_MISS = -2.0  # left of every value

SAYS = (
    "One row a situation, three answers: a dictionary (square), the best match (triangle), a "
    "soft lookup "
    "(circle). Where the marks lie apart, the picture of a dictionary misleads. In the first "
    "row the dictionary "
    "raises; the other two cannot. In the last row all three agree: equal values do not break "
    "the picture."
)


def draw() -> Figure:
    """Marks on a line of answers, with a place of its own for the miss."""
    figure, axes = blank(4.6)
    asked = cases()
    for row, case in enumerate(asked):
        height = len(asked) - row
        found = case.dictionary()
        places = [_MISS if found is None else found, case.best_match(), case.soft()]
        axes.plot([min(places), max(places)], [height] * 2, color=GRID, linewidth=3, zorder=1)
        marks = [("s", GREEN, 14), ("^", ORANGE, 9), ("o", BLUE, 7)]
        for place, (mark, colour, size) in zip(places, marks, strict=True):
            hollow = "none" if mark == "s" else colour
            axes.plot(
                [place],
                [height],
                marker=mark,
                markersize=size,
                markerfacecolor=hollow,
                markeredgecolor=colour,
                markeredgewidth=1.8,
                linestyle="none",
            )
    axes.axvline(-0.7, color=GRID, linewidth=1)
    for place, word in ((_MISS, "dict"), (cases()[0].best_match(), "best"), (3.7, "soft")):
        axes.text(place, len(asked) + 0.35, word, ha="center", color=INK)
    axes.set(
        xlim=(-3.3, 10.8),
        ylim=(0.4, len(asked) + 0.8),
        xticks=[_MISS, 0, 2, 4, 6, 8, 10],
        xticklabels=["KeyError", *map(str, range(0, 11, 2))],
        yticks=range(1, len(asked) + 1),
        yticklabels=[case.title for case in reversed(asked)],
        xlabel="answer",
    )
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    return figure
