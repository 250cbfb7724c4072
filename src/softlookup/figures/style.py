"""The one way to a picture: fixed style in, themed and byte-stable SVG out.

Figures draw with the colours named here. They are stand-ins: in the page each becomes a CSS variable,
so that one picture is right in the light and in the dark. Any other ink is an error.
"""

import html
import io
import re
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

INK, MUTED, GRID, PAPER = "#010101", "#020202", "#030303", "#040404"
# Six hues that colour-blind readers can tell apart; never the only difference between two things.
BLUE, ORANGE, GREEN, PURPLE, GOLD, SKY = (
    "#050505",
    "#060606",
    "#070707",
    "#080808",
    "#090909",
    "#0a0a0a",
)
SERIES = (BLUE, ORANGE, GREEN, PURPLE, GOLD, SKY)
VARIABLES = {
    INK: "var(--fig-ink)",
    MUTED: "var(--fig-muted)",
    GRID: "var(--fig-grid)",
    PAPER: "var(--fig-paper)",
    **{colour: f"var(--fig-{number})" for number, colour in enumerate(SERIES, start=1)},
}
WIDTH = 5.4  # inches; wide enough for a laptop, still readable on a phone

_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "softlookup",  # the same ids every time
    "font.size": 10.5,
    "axes.titlesize": 10.5,
    "axes.labelsize": 10.5,
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
_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")


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
    return _themed(name, written.getvalue())


def _themed(name: str, svg: str) -> str:
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.S)
    if "<image" in svg:
        raise ValueError(f"figure {name!r} holds a bitmap: draw rectangles instead of imshow")
    svg = _HEX.sub(lambda colour: VARIABLES.get(colour[0].lower(), colour[0]), svg)
    strangers = sorted(set(_HEX.findall(svg)))
    if strangers:
        raise ValueError(
            f"figure {name!r} uses {', '.join(strangers)}, which cannot follow the theme: "
            "take a colour from figures.style"
        )
    svg = re.sub(r"\bfont: ([\d.]+px)[^;\"]*", r"font-size: \1", svg)
    svg = re.sub(r'\b(id="|href="#|url\(#)', rf"\1{name}-", svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    return _sized(svg)


def _sized(svg: str) -> str:
    """Width by the page, not by the file."""
    opening, rest = svg.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', opening)
    if not box:
        raise ValueError("matplotlib wrote an SVG without a viewBox")
    return f'<svg xmlns:xlink="http://www.w3.org/1999/xlink" {box[0]} role="img"{_LABEL}>{rest}'


_LABEL = ' aria-labelledby="@says"'


def framed(name: str, svg: str, says: str) -> str:
    """The picture with its sentence, which is also its accessible name."""
    identity = f"figure-{name.replace('_', '-')}"
    svg = svg.replace("@says", f"{identity}-says").strip()
    caption = f'<figcaption id="{identity}-says">{html.escape(says, quote=False)}</figcaption>'
    return f'<figure class="drawn" id="{identity}">\n<div class="canvas">{svg}</div>\n{caption}\n</figure>'
