"""The one way to a picture: fixed style in, themed and byte-stable SVG out."""

import io
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from softlookup.ink import (
    BLUE,
    GOLD,
    GREEN,
    GRID,
    INK,
    MUTED,
    ORANGE,
    PAPER,
    PURPLE,
    SERIES,
    SKY,
    themed,
)

__all__ = [
    "BLUE",
    "GOLD",
    "GREEN",
    "GRID",
    "INK",
    "MUTED",
    "ORANGE",
    "PAPER",
    "PURPLE",
    "SERIES",
    "SKY",
    "WIDTH",
    "blank",
    "heat",
    "render",
]

WIDTH = 5.4  # inches; wide enough for a laptop, still readable on a phone

_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "softlookup",  # the same ids every time
    "font.size": 10.5,
    "axes.titlesize": 10.5,
    "axes.labelsize": 10.5,
    "figure.labelsize": 10.5,
    "figure.titlesize": 10.5,
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "axes.facecolor": "none",
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.edgecolor": MUTED,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": GRID,
    "axes.grid": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 2.0,
    "lines.color": BLUE,
    "patch.edgecolor": PAPER,
    "patch.facecolor": BLUE,
    "axes.prop_cycle": cycler(color=list(SERIES)),
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


def heat(axes: Axes, weights: Any, *, asks: list[str], answers: list[str], digits: int = 2) -> None:
    """A matrix of weights: rows ask, columns answer; shade and printed number say the same."""
    for row, name in enumerate(asks):
        for column, _ in enumerate(answers):
            weight = float(weights[row][column])
            cell = Rectangle(
                (column, row), 1, 1, facecolor=BLUE, alpha=0.6 * min(max(weight, 0.0), 1.0)
            )
            axes.add_patch(cell)
            edge = Rectangle((column, row), 1, 1, fill=False, edgecolor=GRID, linewidth=1)
            axes.add_patch(edge)
            axes.text(column + 0.5, row + 0.5, f"{weight:.{digits}f}", ha="center", va="center")
        axes.text(-0.12, row + 0.5, name, ha="right", va="center")
    for column, name in enumerate(answers):
        axes.text(column + 0.5, -0.12, name, ha="center", va="bottom")
    axes.set(xlim=(-0.02, len(answers) + 0.02), ylim=(len(asks) + 0.02, -0.02))
    axes.set_aspect("equal")
    axes.axis("off")


def render(name: str, draw: Callable[[], Figure]) -> str:
    """The picture as SVG for the page."""
    # matplotlib reads colours when a label is made, so the style holds while drawing and saving.
    style: Any = {**mpl.rcParamsDefault, **_STYLE, "backend": "svg"}
    with mpl.rc_context(style):
        written = io.StringIO()
        draw().savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return themed(name, written.getvalue())
