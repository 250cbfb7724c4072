"""Two products in one line: the first finds the key, the second fetches its price."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import (
    KEY,
    MUTED,
    OUTPUT,
    QUERY,
    SHAPES,
    VALUE,
    WEIGHT,
    blank,
    cell,
    frame,
)
from softlookup.examples import VALUES, WORDS, Matrix
from softlookup.steps.matrix_lookup import matrix_lookup

_BALL = WORDS.index("ball")
_keys = np.eye(len(WORDS))
_query = _keys[_BALL]
_weights = _query @ _keys.T
_answer = float(matrix_lookup(_query, _keys, VALUES))
_TOP = 3.0

SAYS = (
    "A lookup as two products. Ball’s row meets each key, and the keys stand upright, one in each column. One "
    "column, framed, has its 1 in the same place, so its weight is 1 and the others are 0. Multiplied with the "
    f"prices, that 1 lets the framed {_answer:.0f} through."
)


def draw() -> Figure:
    """Query, keys, weights, prices, answer, from left to right."""
    figure, axes = blank(1.9)
    _cells(axes, 0, _query[None], "query", QUERY)
    _sign(axes, 3.5, "×")
    _cells(axes, 4, _keys.T, "keys", KEY)
    _sign(axes, 7.5, "=")
    _cells(axes, 8, _weights[None], "weights", WEIGHT)
    _sign(axes, 11.5, "×")
    _cells(axes, 12, VALUES[:, None], "prices", VALUE, tinted=[(_BALL, 0)])
    _sign(axes, 14.2, "=")
    _cells(axes, 14.8, np.array([[_answer]]), "answer", OUTPUT)
    for place, word in enumerate(WORDS):
        _mark(axes, word, 4.5 + place, _TOP + 0.4)
        _mark(axes, word, 8.5 + place, _TOP - 0.6)
        _mark(axes, word, 13.4, _TOP - 0.5 - place)
    frame(axes, (4 + _BALL, 0), (1, 3), KEY, linewidth=2)
    frame(axes, (12, _TOP - 1 - _BALL), (1, 1), VALUE, linewidth=2)
    axes.set(xlim=(-0.2, 16.1), ylim=(-0.1, 4.7), aspect="equal")
    axes.axis("off")
    return figure


def _sign(axes: Axes, x: float, sign: str) -> None:
    axes.text(x, 1.5, sign, ha="center", va="center", color=MUTED)


def _mark(axes: Axes, word: str, x: float, y: float) -> None:
    axes.plot(x, y, SHAPES[word], markersize=6, color=KEY)


def _cells(
    axes: Axes,
    left: float,
    array: Matrix,
    title: str,
    colour: str,
    tinted: Sequence[tuple[int, int]] = (),
) -> None:
    """A matrix as squares, in the middle of the picture's height, tinted where it counts."""
    height = len(array)
    top = 1.5 + height / 2
    counts = tinted or [(row, column) for row, column in np.argwhere(array)]
    for (row, column), entry in np.ndenumerate(array):
        shade = 0.3 if (row, column) in counts else 0.0
        corner = (left + column, top - row - 1)
        cell(axes, corner, f"{entry:.0f}", shade=shade, colour=colour)
    middle = left + array.shape[1] / 2
    axes.text(middle, _TOP + 0.85, title, ha="center", va="bottom", color=colour)
