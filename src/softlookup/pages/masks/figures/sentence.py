"""The sentence read from left to right: a triangle of weights, and nothing of what comes later."""

from matplotlib.figure import Figure

from softlookup.draw import MUTED, QUERY, WEIGHT, blank, cell, frame
from softlookup.pages.masks.numbers import animal, it_reads, left_to_right, length, may_read
from softlookup.sentence import IT, WORDS
from softlookup.write import percent

SAYS = (
    "Our sentence under a causal mask. Rows ask, columns answer, a stronger shade is more weight, and a crossed cell "
    "may not be read. Each word reads itself and what came before, so the word “it” (framed) reads "
    f"{it_reads} of {length} words and gives the animal {percent(animal, 0)}. The first word reads itself alone."
)


def draw() -> Figure:
    """Twelve rows that ask, twelve columns that answer."""
    figure, axes = blank(5.4)
    for row in range(length):
        for column in range(length):
            cell(axes, (column, row), shade=float(left_to_right[row, column]), colour=WEIGHT)
            if not may_read[row, column]:
                for ends in ([row + 0.38, row + 0.62], [row + 0.62, row + 0.38]):
                    axes.plot([column + 0.38, column + 0.62], ends, color=MUTED, linewidth=0.9)
    frame(axes, (0, IT), (length, 1), QUERY, linewidth=2.5)
    for row, word in enumerate(WORDS):
        axes.text(-0.2, row + 0.5, word, ha="right", va="center", fontweight=_weight(row))
        axes.text(row + 0.35, -0.2, word, rotation=60, ha="left", va="bottom")
    axes.set(xlim=(-0.05, length + 0.05), ylim=(length + 0.05, -0.05), aspect="equal")
    axes.axis("off")
    return figure


def _weight(row: int) -> str:
    return "bold" if row == IT else "normal"
