"""Two products: the first finds the key, the second fetches its value."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from softlookup import steps
from softlookup.draw import GRID, MUTED, ORANGE, blank, cell, frame
from softlookup.examples import VALUES, WORDS

_ORDER = [1, 2, 0]  # ball, tree, racket: shuffled, so that the transpose matters
_words = [WORDS[j] for j in _ORDER]
_query = np.eye(3)[0]  # racket
_keys, _values = np.eye(3)[_ORDER], VALUES[_ORDER]
_matches = _query @ _keys.T
_answer = float(steps.matrix_lookup.matrix_lookup(_query, _keys, _values))

SAYS = (
    "A lookup as two products; the keys are stored in the order ball, tree, racket. Above: the query "
    "racket meets each column of K transposed, and one column, framed, gives 1. Below: that 1 picks the "
    f"framed row of V, {_answer:.0f}."
)


def draw() -> Figure:
    """The first product above, the second below; the framed cells belong to racket."""
    figure, axes = blank(3.9)
    hit = int(_matches.argmax())
    _cells(axes, 0, 6, _query[None], "query", [])
    _sign(axes, 3.5, 5.5, "@")
    _cells(axes, 4, 7, _keys.T, "K transposed", [(row, hit) for row in range(3)], columns=_words)
    _sign(axes, 7.5, 5.5, "=")
    _cells(axes, 8, 6, _matches[None], "matches", [(0, hit)])
    _cells(axes, 0, 1.5, _matches[None], "matches", [(0, hit)])
    _sign(axes, 3.5, 1, "@")
    _cells(axes, 4, 2.5, _values[:, None], "V", [(hit, 0)], rows=_words)
    _sign(axes, 7.5, 1, "=")
    _cells(axes, 8, 1.5, np.array([[_answer]]), "answer", [(0, 0)])
    axes.set(xlim=(-0.1, 11.1), ylim=(-0.6, 8.6), aspect="equal")
    axes.axis("off")
    return figure


def _sign(axes: Any, x: float, y: float, sign: str) -> None:
    axes.text(x, y, sign, ha="center", va="center", color=MUTED)


def _cells(
    axes: Any,
    left: float,
    top: float,
    array: Any,
    title: str,
    framed: Sequence[tuple[int, int]],
    *,
    columns: Sequence[str] = (),
    rows: Sequence[str] = (),
) -> None:
    """A matrix as squares, its name above; `columns` and `rows` name the entries."""
    for (row, column), entry in np.ndenumerate(array):
        colour = ORANGE if (row, column) in framed else GRID
        cell(axes, (left + column, top - row - 1), f"{entry:.0f}", shade=0.3, colour=colour)
    for row, column in framed:
        frame(axes, (left + column, top - row - 1), (1, 1), ORANGE, linewidth=1.8)
    for place, word in enumerate(columns):
        axes.text(left + place + 0.5, top + 0.1, word, ha="center", va="bottom")
    for place, word in enumerate(rows):
        axes.text(left + 1.15, top - place - 0.5, word, ha="left", va="center")
    height = top + (0.75 if columns else 0.15)
    axes.text(left + array.shape[1] / 2, height, title, ha="center", va="bottom", color=MUTED)
