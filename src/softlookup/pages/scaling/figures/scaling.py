"""Spread, top weight and slope against the width, with and without the root."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import BLUE, GRID, ORANGE, blank
from softlookup.pages.scaling.numbers import WIDTHS, divided, raw

SAYS = (
    "Random lookups over 8 keys, against the width of the vectors on a logarithmic axis. Dashed with "
    "squares: plain dot products. Solid with dots: divided by √d_k. Plain scores spread more and more "
    f"(left, up to {raw[WIDTHS[-1]]['s']:.0f}), the best weight goes to 1 (middle), and the weights "
    "stop answering to the scores (right). Divided, all three lines are level."
)
_PANELS = {"s": "spread of scores", "t": "top weight", "a": "slope"}


def draw() -> Figure:
    """Three panels, two lines each."""
    figure, panels = blank(2.7, columns=3)
    for axes, (part, title) in zip(panels, _PANELS.items(), strict=True):
        plain, level = ([found[width][part] for width in WIDTHS] for found in (raw, divided))
        axes.plot(WIDTHS, plain, color=ORANGE, linestyle="--", marker="s", markersize=5)
        axes.plot(WIDTHS, level, color=BLUE, marker="o", markersize=5)
        axes.set_xscale("log", base=2)
        axes.set(title=title, xticks=[4, 64, 1024], xticklabels=["4", "64", "1024"])
        axes.set_ylim(0, 36 if part == "s" else 1.08)
        axes.set_yticks([0, 10, 20, 30] if part == "s" else [0, 0.5, 1])
        axes.minorticks_off()
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        _name_lines(axes, part)
    figure.supxlabel("width of queries and keys, d_k")
    return figure


def _name_lines(axes: Axes, part: str) -> None:
    plain = {"s": (10, 25), "t": (70, 0.72), "a": (4.2, 0.22)}[part]
    level = {"s": (30, 3.2), "t": (70, 0.22), "a": (40, 0.85)}[part]
    axes.text(*plain, "plain", color=ORANGE)
    axes.text(*level, "÷ √d_k", color=BLUE)
