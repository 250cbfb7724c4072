"""A sentence that reads itself, as a map of weights, with the row of “it” framed and written out."""

from matplotlib.figure import Figure

from softlookup.draw import MUTED, QUERY, blank, cell, frame
from softlookup.pages.many_queries.numbers import READS, it_reads
from softlookup.sentence import IT, WORDS
from softlookup.write import percent

SAYS = (
    "Twelve words ask, one in each row, and the same twelve answer, one in each column. The stronger the ink, the "
    "more is read, and every row sums to 1. The diagonal is strongest, because a word resembles itself most. The "
    f"framed row is what “it” reads, in percent below: {percent(it_reads['it'], 0)} of itself, "
    f"{percent(it_reads['animal'], 0)} of the animal."
)


def draw() -> Figure:
    """Shades only; the framed row stands below in numbers."""
    figure, axes = blank(4.9)
    count = len(WORDS)
    for row in range(count):
        for column in range(count):
            cell(axes, (column, row), shade=READS[row, column] / READS.max())
    frame(axes, (0, IT), (count, 1), QUERY, linewidth=2.5)
    for place, word in enumerate(WORDS):
        weight = "bold" if place == IT else "normal"
        axes.text(-0.25, place + 0.5, word, ha="right", va="center", fontweight=weight)
        axes.text(place + 0.35, -0.2, word, rotation=60, ha="left", va="bottom")
        share = f"{100 * READS[IT, place]:.0f}"
        axes.text(place + 0.5, count + 0.65, share, ha="center", va="center")
    axes.text(-0.25, count + 0.65, "it reads, %", ha="right", va="center", color=QUERY)
    axes.text(-0.25, -0.3, "asks ↓", ha="right", va="bottom", color=MUTED)
    axes.text(-0.25, -1.2, "answers →", ha="right", va="bottom", color=MUTED)
    axes.set(xlim=(-3.1, count + 0.1), ylim=(count + 1.1, -2.7))
    axes.axis("off")
    return figure
