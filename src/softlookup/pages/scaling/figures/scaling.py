"""Spread, top weight and slope against the width, with and without the root."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import GRID, INK, MUTED, WEIGHT, blank
from softlookup.pages.scaling.numbers import SHOWN, WIDTHS, divided, raw

SAYS = (
    "Random lookups over 8 keys, against the width of the vectors on a logarithmic axis. Dashed with "
    "squares: plain dot products. Solid with dots: divided by the root of the width. Plain scores spread more and more "
    f"(left, up to {raw[WIDTHS[-1]]['spread']:.0f}), the best weight goes to 1 (middle), and the weights "
    "stop answering to the scores (right). Divided, all three lines are level."
)
_PANELS = {"spread": "spread of scores", "top": "top weight", "slope": "slope"}
# Where the two lines of a panel are named.
_PLAIN_AT = {"spread": (10, 25), "top": (70, 0.72), "slope": (4.2, 0.22)}
_DIVIDED_AT = {"spread": (30, 3.2), "top": (70, 0.22), "slope": (40, 0.85)}


def draw() -> Figure:
    """Three panels, two lines each."""
    figure, panels = blank(2.7, columns=3)
    for axes, part in zip(panels, _PANELS, strict=True):
        _lines(axes, part)
        axes.text(*_PLAIN_AT[part], "plain", color=INK)
        axes.text(*_DIVIDED_AT[part], "÷ √d", color=WEIGHT)
    figure.supxlabel("width of queries and keys, d")
    return figure


def _lines(axes: Axes, part: str) -> None:
    plain, level = ([found[width][part] for width in WIDTHS] for found in (raw, divided))
    axes.plot(WIDTHS, plain, color=MUTED, linestyle="--", marker="s", markersize=5)
    axes.plot(WIDTHS, level, color=WEIGHT, marker="o", markersize=5)
    axes.set_xscale("log", base=2)
    axes.set(title=_PANELS[part], xticks=SHOWN, xticklabels=[f"{width:,}" for width in SHOWN])
    axes.set_ylim(0, 36 if part == "spread" else 1.08)
    axes.set_yticks([0, 10, 20, 30] if part == "spread" else [0, 0.5, 1])
    axes.minorticks_off()
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
