"""A damaged letter, read from a memory again and again, at three sharpnesses."""

from typing import Any

from matplotlib.figure import Figure

from softlookup.draw import INK, OUTPUT, blank, cell
from softlookup.pages.relatives.numbers import hopfield

_SHARPNESS = (1.0, 0.1, 0.02)
_STEPS = (0, 1, 50)

SAYS = (
    "A memory holds the letters T, L and X. The state starts as a T whose roof is inverted, in "
    "every row, and the memory is read again and again; the stronger a dot, the nearer to ink. At sharpness "
    f"{_SHARPNESS[0]:g} one step repairs it. At {_SHARPNESS[1]:g} one step nearly does, and "
    f"{_STEPS[-1]} steps lead to a mixture. At {_SHARPNESS[2]:g} it is a blur from the first step "
    "on."
)


def _picture(axes: Any, state: Any) -> None:
    for dot, ink in enumerate(state):
        row, column = divmod(dot, 5)
        shade = min(max((float(ink) + 1) / 2, 0.0), 1.0)
        cell(axes, (column, row), shade=shade, colour=OUTPUT)
    axes.set(xlim=(-0.05, 5.05), ylim=(5.05, -0.05), aspect="equal")
    axes.axis("off")


def draw() -> Figure:
    """Rows are sharpnesses, columns are steps."""
    figure, panels = blank(5.2, columns=3, rows=3)
    for sharpness, row in zip(_SHARPNESS, panels, strict=True):
        state, step = hopfield.damaged, 0
        for axes, wanted in zip(row, _STEPS, strict=True):
            while step < wanted:
                state, step = hopfield.recall(state, hopfield.patterns, sharpness), step + 1
            _picture(axes, state)
            if sharpness == _SHARPNESS[0]:
                axes.set_title(f"step {wanted}" if wanted else "damaged")
        row[0].text(-0.5, 2.5, f"{sharpness:g}", ha="right", va="center", color=INK)
    figure.supylabel("sharpness")
    return figure
