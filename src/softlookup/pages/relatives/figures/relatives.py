"""Kernel regression: one curve for each bandwidth, from the nearest measurement to the mean."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import INK, MUTED, OUTPUT, VALUE, blank
from softlookup.pages.relatives.numbers import kernel_regression

_LINES = (
    (0.1, ":", (1.45, 4.15), "right"),
    (0.5, "-", (4.08, 8.85), "left"),
    (1.0, (0, (6, 2)), (4.08, 7.6), "left"),
    (10.0, (0, (2, 2)), (4.08, 3.35), "left"),
)

SAYS = (
    "Four measurements of the curve x² (dots; the curve is thin). Each line guesses the height "
    "everywhere, with another bandwidth. Narrow, it jumps from one measurement to the next. Wide, "
    "it is nearly the mean. No line leaves the range of the measurements: beyond the last dot the "
    "curve goes on, and the guesses do not."
)


def draw() -> Figure:
    """The guesses over the places, labelled by bandwidth."""
    figure, axes = blank(3.6)
    x = np.linspace(-1, 4, 401)
    axes.plot(x, x**2, color=MUTED, linewidth=1)
    for bandwidth, style, spot, side in _LINES:
        guesses = [
            kernel_regression.kernel_regression(
                place, kernel_regression.places, kernel_regression.heights, bandwidth
            )
            for place in x
        ]
        axes.plot(x, guesses, color=OUTPUT, linestyle=style)
        axes.text(*spot, f"h = {bandwidth:g}", ha=side, color=INK)
    axes.plot(kernel_regression.places, kernel_regression.heights, "o", color=VALUE, markersize=8)
    axes.text(3.22, 11.2, "x²", color=INK, ha="right")
    axes.set(
        xlim=(-1.2, 5),
        ylim=(-0.5, 12.5),
        xlabel="place",
        ylabel="height",
        xticks=[-1, 0, 1, 2, 3, 4],
    )
    return figure
