"""The map of answers: the plane of words, every place coloured by what a lookup answers there."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from softlookup.draw import INK, MAP, PAPER, QUERY, SIZE
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Matrix, Vector
from softlookup.steps.temperature import soften

# The window on the plane, sport and outdoors; that of the element is a little lower.
ACROSS, UP = (-2.4, 3.4), (-1.5, 2.9)
LINES = (3, 4, 5, 6, 7, 8, 9)
_BANDS = np.linspace(VALUES.min(), VALUES.max(), len(MAP) + 1)
CORNERS: Matrix = np.array([(x, y) for y in UP for x in (ACROSS if y == UP[0] else ACROSS[::-1])])


def weights(queries: Matrix, temperature: float = 1.0) -> Matrix:
    """How much each word counts at every place of the plane."""
    return np.asarray(soften(queries @ KEYS.T, temperature))  # (..., n_k)


def answers(queries: Matrix, temperature: float = 1.0) -> Matrix:
    """What a soft lookup says at every place of the plane."""
    return np.asarray(weights(queries, temperature) @ VALUES)


def territory(word: int) -> Matrix:
    """The corners of the part of the window in which a word is the best match."""
    corners = CORNERS
    for other in range(len(WORDS)):
        if other != word:
            corners = _cut(corners, KEYS[word] - KEYS[other])
    return corners


def _cut(corners: Matrix, towards: Vector) -> Matrix:
    """What of a polygon lies on one side of a line through the origin."""
    kept = []
    for here, there in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        inside, beyond = here @ towards, there @ towards
        if inside >= 0:
            kept.append(here)
        if inside * beyond < 0:
            kept.append(here + (there - here) * inside / (inside - beyond))
    return np.array(kept)


def band(value: float) -> str:
    """The colour of an answer."""
    return MAP[min(int(np.searchsorted(_BANDS, value, side="right")) - 1, len(MAP) - 1)]


def ground(
    axes: Axes, temperature: float = 1.0, lines: Sequence[float] = (), steps: int = 44
) -> None:
    """The answers as bands of colour, and lines that carry their value."""
    x, y = np.linspace(*ACROSS, steps), np.linspace(*UP, steps)
    answer = answers(np.stack(np.meshgrid(x, y), axis=-1), temperature)
    axes.contourf(x, y, answer, levels=_BANDS, colors=MAP, zorder=0)
    drawn = axes.contour(x, y, answer, levels=lines, colors=[INK], linewidths=0.7, zorder=1)
    spots = [_spot(x, y, answer, level) for level in lines]
    axes.clabel(drawn, fmt="%d", fontsize=SIZE, inline_spacing=3, manual=spots)


def _spot(x: Vector, y: Vector, answer: Matrix, level: float) -> tuple[float, float]:
    """Where a line carries its value: at the right edge if it gets there, else lower the lower it is."""
    column = int(0.9 * len(x))
    if answer[:, column].min() < level < answer[:, column].max():
        return float(x[column]), float(y[np.abs(answer[:, column] - level).argmin()])
    row = int((0.25 + 0.2 * (level % 3)) * len(y))
    return float(x[np.abs(answer[row] - level).argmin()]), float(y[row])


def star(axes: Axes, says: str) -> None:
    """Tennis, the query, with what it is answered."""
    axes.plot(*TENNIS, marker="*", markersize=14, color=QUERY, markeredgecolor=PAPER, zorder=5)
    ground = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.85, "pad": 1.5}
    axes.annotate(
        says,
        (TENNIS[0], TENNIS[1]),
        (0, 9),
        textcoords="offset points",
        ha="center",
        va="bottom",
        bbox=ground,
        zorder=6,
    )


def plane(axes: Axes, title: str) -> None:
    """A window on the plane, without numbers at its edges."""
    axes.set(xlim=ACROSS, ylim=UP, aspect="equal", xticks=[], yticks=[])
    axes.set_title(title, loc="left", pad=5)
    axes.spines[:].set_visible(True)
