"""The one way to a picture: fixed style in, themed and byte-stable SVG out."""

import io
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from softlookup.examples import WORDS
from softlookup.ink import (
    GRID,
    INK,
    KEY,
    MAP,
    MUTED,
    OTHER,
    OUTPUT,
    PAPER,
    QUERY,
    VALUE,
    WEIGHT,
    themed,
)

__all__ = [
    "GRID",
    "INK",
    "KEY",
    "MAP",
    "MUTED",
    "OTHER",
    "OUTPUT",
    "PAPER",
    "QUERY",
    "SHAPES",
    "SIZE",
    "TINT",
    "VALUE",
    "WEIGHT",
    "WIDTH",
    "blank",
    "cell",
    "frame",
    "heat",
    "name_cells",
    "pin",
    "render",
]

# A picture is 31 rem wide on a laptop, where text is 0.9 rem high, and 382 px on a phone of 390 px.
# So labels of this size are as high as the text around them, and 11 px on the phone.
WIDTH = 5.4  # inches
SIZE = 72 * WIDTH * 0.9 / 31  # points

# How much ink the darkest ground of a text takes: more, and the text is hard to read in the dark.
TINT = 0.4

# Words are told apart by shape: racket ■, ball ●, tree ▲.
SHAPES = dict(zip(WORDS, ("s", "o", "^"), strict=True))

_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "softlookup",  # the same ids every time
    "font.size": SIZE,
    "axes.titlesize": SIZE,
    "axes.labelsize": SIZE,
    "figure.labelsize": SIZE,
    "figure.titlesize": SIZE,
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "axes.facecolor": "none",
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titley": 1.0,  # its place; matplotlib would seek it three times, as if ticks were on top
    "axes.edgecolor": MUTED,
    "xtick.labelsize": SIZE,
    "ytick.labelsize": SIZE,
    "legend.fontsize": SIZE,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": GRID,
    "axes.grid": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 2.0,
    "lines.color": INK,
    "patch.edgecolor": PAPER,
    "patch.facecolor": INK,
    # Colours have a meaning, so what names none of them gets none.
    "axes.prop_cycle": cycler(color=[INK, OTHER, MUTED]),
    "legend.frameon": False,
    "hatch.color": INK,
    "axes.unicode_minus": True,
}


def blank(
    height: float = 2.8, *, columns: int = 1, rows: int = 1, **options: Any
) -> tuple[Figure, Any]:
    """A figure of the common width, and its axes (an array of them when there are several)."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **options)


def cell(
    axes: Axes,
    corner: tuple[float, float],
    text: str = "",
    *,
    shade: float,
    colour: str = WEIGHT,
    size: tuple[float, float] = (1, 1),
) -> None:
    """A rectangle with an edge, shaded between 0 and 1, and a text in its middle."""
    tint = min(shade, TINT) if text else shade
    if round(tint, 3):  # what no screen can show is not drawn
        ground = Rectangle(corner, *size, facecolor=colour, alpha=tint, linewidth=0)
        _lay(axes, ground)
    frame(axes, corner, size, GRID, linewidth=1)
    if text:
        x, y = corner[0] + size[0] / 2, corner[1] + size[1] / 2
        # It lies in its cell, so the layout need not measure it.
        axes.text(x, y, text, ha="center", va="center", in_layout=False)


def frame(
    axes: Axes,
    corner: tuple[float, float],
    size: tuple[float, float],
    colour: str,
    linewidth: float,
) -> None:
    """An edge around a part of the picture, whole even at the border of the axes."""
    edge = Rectangle(corner, *size, fill=False, edgecolor=colour, linewidth=linewidth)
    _lay(axes, edge)
    edge.set_clip_on(False)


def _lay(axes: Axes, rectangle: Rectangle) -> None:
    """Put a rectangle inside the axes: it moves neither their limits nor what stands around them.

    `add_patch` and the layout would ask every one of them, which takes longer than to draw it.
    """
    axes.add_artist(rectangle)
    rectangle.set_in_layout(False)


def pin(axes: Axes, word: str, place: Any, *, size: float = 9) -> None:
    """A word at its place in the plane, by its shape, with an edge that shows on any ground."""
    axes.plot(
        *place,
        marker=SHAPES[word],
        markersize=size,
        color=KEY,
        markeredgecolor=PAPER,
        markeredgewidth=1.5,
        linestyle="none",
        zorder=5,
    )


def name_cells(axes: Axes, asks: Sequence[str], answers: Sequence[str]) -> None:
    """Names beside the rows, which ask, and above the columns, which answer; no other axes."""
    for row, name in enumerate(asks):
        axes.text(-0.12, row + 0.5, name, ha="right", va="center")
    for column, name in enumerate(answers):
        axes.text(column + 0.5, -0.12, name, ha="center", va="bottom")
    axes.set(xlim=(-0.02, len(answers) + 0.02), ylim=(len(asks) + 0.02, -0.02))
    axes.axis("off")


def heat(
    axes: Axes, weights: Any, asks: Sequence[str], answers: Sequence[str], may_read: Any = True
) -> None:
    """A matrix of weights: shade and number say the same; a cross where a query may not read."""
    allowed = np.broadcast_to(may_read, np.shape(weights))
    for (row, column), weight in np.ndenumerate(weights):
        text = f"{weight:.2f}" if allowed[row, column] else ""
        cell(axes, (column, row), text, shade=TINT * float(weight))
        if not text:
            for ends in ([row + 0.36, row + 0.64], [row + 0.64, row + 0.36]):
                axes.plot([column + 0.41, column + 0.59], ends, color=MUTED, linewidth=1.2)
    name_cells(axes, asks, answers)


def render(name: str, draw: Callable[[], Figure]) -> str:
    """The picture as SVG for the page."""
    # matplotlib reads colours when a label is made, so the style holds while drawing and saving.
    style: Any = {**mpl.rcParamsDefault, **_STYLE, "backend": "svg"}
    with mpl.rc_context(style):
        written = io.StringIO()
        figure = draw()
        canvas = FigureCanvasSVG(figure)
        _lay_out(figure)
        nothing = {"Date": None, "Creator": None}
        canvas.print_svg(written, metadata=nothing)  # type: ignore[no-untyped-call]
    return themed(name, written.getvalue())


def _lay_out(figure: Figure) -> None:
    """Find everything its place. `savefig` would draw the whole picture for that, and then once more."""
    engine = figure.get_layout_engine()
    if engine is not None:
        figure.dpi = 72  # points, as in the SVG
        engine.execute(figure)
        figure.set_layout_engine("none")
