"""Which rows of a table learn from one sentence: those that were read, or all."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from softlookup.draw import GRID, INK, KEY, blank, frame
from softlookup.pages.projections.numbers import learns, table_words
from softlookup.pages.projections.tying import slopes

COLUMNS = 43
SAYS = (
    f"One square for each of {table_words} words: does its row learn when “the animal did not cross the street because "
    f"it was too” is read and “tired” should follow? A table that is only read learns in {learns['front']} rows. One "
    f"that is also scored at the end learns in all {learns['tied']}, most of them by very little (faint)."
)


def draw() -> Figure:
    """Two grids of squares, darker where the slope is larger."""
    figure, panels = blank(2.6, rows=2)
    front, back = slopes()
    for axes, title, rows in zip(
        panels, ["only read", "tied: read, and scored"], [front, front + back], strict=True
    ):
        size = np.linalg.norm(rows, axis=1)
        for place, length in enumerate(size):
            corner = (place % COLUMNS, -(place // COLUMNS))
            frame(axes, corner, (0.8, 0.8), GRID, 0.5)
            if length > 0:
                shade = 0.25 + 0.75 * min(1.0, length / size.max() * 3)
                axes.add_artist(
                    Rectangle(corner, 0.8, 0.8, facecolor=KEY, alpha=shade, linewidth=0)
                )
        axes.set_title(title, color=INK, loc="left")
        axes.set(xlim=(0, COLUMNS), ylim=(-5, 1))
        axes.axis("off")
    return figure
