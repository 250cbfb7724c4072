"""What turning the keys does: nothing with the transpose, everything without it."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import INK, MUTED, OUTPUT, blank
from softlookup.examples import Matrix
from softlookup.pages.matrix_lookup.numbers import TURNED_VALUES
from softlookup.steps.matrix_lookup import matrix_lookup

_degrees = np.linspace(0, 180, 181)


def _turned(degrees: float) -> Matrix:
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


_with = [matrix_lookup(k[0], k, TURNED_VALUES) for k in map(_turned, _degrees)]
_without = [k[0] @ k @ TURNED_VALUES for k in map(_turned, _degrees)]
_close = [
    int(d) for d, w in zip(_degrees, _without, strict=True) if abs(w - TURNED_VALUES[0]) < 0.05
]

SAYS = (
    f"Two keys at a right angle, with the values {TURNED_VALUES[0]:.0f} and {TURNED_VALUES[1]:.0f}, are "
    "turned together; the first key is the query. With the transpose (solid) the answer is "
    f"{TURNED_VALUES[0]:.0f} at every angle. Without it (dashed) the answer runs from {max(_without):.1f} to "
    f"{min(_without):.1f}. The dot marks the identity, where the two agree. They also meet near "
    f"{_close[1]} degrees, by accident, and at {_close[-1]}, where the keys are minus the identity."
).replace("-", "−")


def draw() -> Figure:
    """The answer against the angle, both ways."""
    figure, axes = blank(2.9)
    axes.plot(_degrees, _with, color=OUTPUT)
    axes.plot(_degrees, _without, color=MUTED, linestyle="--")
    axes.plot([0], [_with[0]], marker="o", markersize=9, color=INK, clip_on=False)
    axes.annotate("identity", (0, _with[0]), (9, 9), textcoords="offset points", color=MUTED)
    axes.text(90, _with[0] + 0.8, "with the transpose", ha="center", va="bottom")
    axes.text(58, 0.5, "without", ha="left", va="bottom")
    axes.set(xlabel="keys turned by (degrees)", ylabel="answer", xticks=[0, 45, 90, 135, 180])
    axes.set(xlim=(0, 180), ylim=(-11.5, 14), yticks=[-10, 0, 10])
    return figure
