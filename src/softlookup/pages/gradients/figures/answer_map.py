"""The map of a soft lookup with the direction in which its answer rises fastest."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.answer_map import ACROSS, UP, answers, ground, star, weights
from softlookup.draw import INK, blank, pin
from softlookup.examples import AXES, KEYS, TENNIS, VALUES, WORDS, Matrix
from softlookup.pages.gradients import numbers


def slopes(queries: Matrix) -> Matrix:
    """How fast the answer rises along each axis: each key, by its weight times its value's lead."""
    lead = VALUES - answers(queries)[..., np.newaxis]  # (..., n_k)
    return np.asarray((weights(queries) * lead) @ KEYS)  # (..., 2)


assert np.allclose(slopes(TENNIS), numbers.FORMULA.query)

SAYS = (
    "The same map as ground to walk on. Each arrow points where the answer rises fastest, across the "
    "lines, and is the longer the steeper the ground. Between two territories it is steep: a small step "
    "of the question changes the answer much. Deep inside a territory it is flat, and no step is felt. "
    f"At tennis, the star, the slope in the best direction is {numbers.slope_size[0]:.1f}."
)


def _clear(feet: Matrix) -> Matrix:
    """The arrows that cross neither the star of tennis nor the word above it, (arrows, 2)."""
    away = np.abs(feet - TENNIS - (0, 0.15))
    return np.asarray(feet[(away > (0.5, 0.35)).any(axis=-1)])


def draw() -> Figure:
    """Arrows over the bands."""
    figure, axes = blank(4.15)
    ground(axes, lines=(3, 7, 9), steps=64)
    x, y = (
        np.linspace(ACROSS[0] + 0.3, ACROSS[1] - 0.3, 11),
        np.linspace(UP[0] + 0.3, UP[1] - 0.3, 8),
    )
    feet = _clear(np.stack(np.meshgrid(x, y), axis=-1))
    rise = slopes(feet)
    axes.quiver(
        feet[..., 0],
        feet[..., 1],
        rise[..., 0],
        rise[..., 1],
        color=INK,
        angles="xy",
        scale_units="xy",
        scale=8,
        width=0.005,
        headwidth=4,
        headlength=4.5,
        headaxislength=4,
        minlength=2,
        zorder=3,
    )
    for word, key in zip(WORDS, KEYS, strict=True):
        pin(axes, word, key, size=11)
    star(axes, "tennis")
    axes.set(xlim=ACROSS, ylim=UP, aspect="equal", xticks=[], yticks=[])
    axes.set(xlabel=f"{AXES[0]} →", ylabel=f"{AXES[1]} →")
    axes.spines[:].set_visible(True)
    return figure
