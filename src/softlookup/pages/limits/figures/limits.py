"""Eight questions, three kinds of lookup: where their answers part."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import GRID, INK, KEY, OTHER, OUTPUT, blank
from softlookup.pages.limits.numbers import Case, cases

_MISS = -2.0  # left of every value

SAYS = (
    "A row for each situation, with three answers: a dictionary (square), the best match (diamond), a soft "
    "lookup (circle). Where the marks lie apart, the picture of a dictionary misleads. In the "
    "first row the dictionary raises; the other two cannot. In the last row all three agree: equal "
    "values do not break the picture."
)


def draw() -> Figure:
    """Marks on a line of answers, with a place of its own for the miss."""
    figure, axes = blank(4.6)
    asked = cases()
    for row, case in enumerate(asked):
        _answers(axes, len(asked) - row, case)
    axes.axvline(-0.7, color=GRID, linewidth=1)
    for place, word in ((_MISS, "dict"), (asked[0].best_match(), "best"), (3.7, "soft")):
        axes.text(place, len(asked) + 0.35, word, ha="center", color=INK)
    axes.set(xlim=(-3.3, 10.8), ylim=(0.4, len(asked) + 0.8), xlabel="answer")
    axes.set_xticks([_MISS, *range(0, 11, 2)], ["KeyError", *map(str, range(0, 11, 2))])
    axes.set_yticks(range(1, len(asked) + 1), [case.title for case in reversed(asked)])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    return figure


def _answers(axes: Axes, height: float, case: Case) -> None:
    found = case.dictionary()
    places = [_MISS if found is None else found, case.best_match(), case.soft()]
    axes.plot([min(places), max(places)], [height] * 2, color=GRID, linewidth=3, zorder=1)
    marks = [("s", KEY, "none", 15), ("d", OTHER, OTHER, 9), ("o", OUTPUT, OUTPUT, 7)]
    for place, (mark, edge, face, size) in zip(places, marks, strict=True):
        (drawn,) = axes.plot([place], [height], marker=mark, markersize=size, linestyle="none")
        drawn.set(markeredgecolor=edge, markerfacecolor=face, markeredgewidth=1.8)
