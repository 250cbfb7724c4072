"""The shape tape: four queries on their way through two products, one of them marked."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup import steps
from softlookup.draw import INK, KEY, OTHER, OUTPUT, QUERY, VALUE, WEIGHT, blank, cell, frame
from softlookup.examples import KEYS, TENNIS, VALUES, Matrix

QUERIES = np.vstack([TENNIS, KEYS[2], KEYS[1], 0 * TENNIS])
NAMES = ("tennis", "tree’s key", "ball’s key", "nothing")
AXIS = {"n_q": QUERY, "d_k": OTHER, "n_k": KEY, "d_v": VALUE}
ROWS = {"Q": QUERY, "scores": WEIGHT, "weights": WEIGHT, "output": OUTPUT}  # of the marked row
CELL = (1.3, 0.82)  # width and height
_weights = steps.many_queries.read_weights(QUERIES, KEYS)
_answers = _weights @ VALUES[:, None]

SAYS = (
    "The shapes of four lookups at once, one more than there are keys, so that no axis can be taken for "
    "another. The two axes that meet in a product have the same name and vanish; "
    "the outer two remain. The shaded row is tennis: it stays one row from the query to its answer "
    f"{_answers[0, 0]:.2f}, and no other row of Q takes part. The framed column is racket, who answers."
)


def draw() -> Figure:
    """Two products, one under the other, with every axis named."""
    figure, axes = blank(4.2)
    scores, values = QUERIES @ KEYS.T, VALUES[:, None]
    _matrix(axes, QUERIES, (0, 0), "Q", ("n_q", "d_k"), row=0, names=NAMES)
    _matrix(axes, KEYS.T, (3.9, 0), "Kᵀ", ("d_k", "n_k"), column=0)
    _matrix(axes, scores, (9.1, 0), "scores", ("n_q", "n_k"), row=0, column=0)
    axes.text(6.5, 5.05, "↙ softmax along each row", ha="center", va="center")
    _matrix(axes, _weights, (0, 6.6), "weights", ("n_q", "n_k"), row=0, column=0, names=NAMES)
    _matrix(axes, values, (6.1, 6.6), "V", ("n_k", "d_v"))
    _matrix(axes, _answers, (9.7, 6.6), "output", ("n_q", "d_v"), row=0)
    for x, y, sign in ((3.2, 1.6, "·"), (8.4, 1.6, "="), (4.9, 8.2, "·"), (8.4, 8.2, "=")):
        axes.text(x, y, sign, ha="center", va="center", fontsize=14)
    axes.set(xlim=(-2.75, 13.1), ylim=(11.4, -1.2), aspect="equal")
    axes.axis("off")
    return figure


def _matrix(
    axes: Axes,
    array: Matrix,
    corner: tuple[float, float],
    name: str,
    shape: tuple[str, str],
    row: int | None = None,
    column: int | None = None,
    names: tuple[str, ...] = (),
) -> None:
    """A grid of numbers under a bar that names its columns, beside one that names its rows."""
    rows, columns = array.shape
    width, height = CELL
    left, top = corner
    for i, j in np.ndindex(rows, columns):
        spot, text = (left + j * width, top + i * height), _short(float(array[i, j]))
        colour, shade = (ROWS[name], 0.35) if i == row else (INK, 0.0)
        cell(axes, spot, text, shade=shade, colour=colour, size=CELL)
    if column is not None:
        frame(axes, (left + column * width, top), (width, rows * height), KEY, linewidth=2)
    _name_axes(axes, array, corner, name, shape)
    for i, text in enumerate(names):
        axes.text(left - 0.35, top + (i + 0.5) * height, text, ha="right", va="center")


def _name_axes(
    axes: Axes, array: Matrix, corner: tuple[float, float], name: str, shape: tuple[str, str]
) -> None:
    (rows, columns), (left, top) = array.shape, corner
    right, bottom = left + columns * CELL[0], top + rows * CELL[1]
    axes.plot([left, right], [top - 0.16] * 2, color=AXIS[shape[1]], linewidth=3)
    axes.plot([left - 0.16] * 2, [top, bottom], color=AXIS[shape[0]], linewidth=3)
    axes.text((left + right) / 2, top - 0.35, name, ha="center", va="bottom", color=INK)
    foot = f"{shape[0]} × {shape[1]}\n{rows} × {columns}"
    axes.text((left + right) / 2, bottom + 0.25, foot, ha="center", va="top")


def _short(number: float) -> str:
    """Whole numbers bare, others with two digits."""
    text = f"{number:.0f}" if number.is_integer() else f"{number:.2f}"
    return text.replace("-", "\N{MINUS SIGN}")
