"""One-hot lookup: a query of zeros and ones, entries in any order, and the transpose left out or not."""

import numpy as np

from softlookup.examples import VALUES, WORDS, Matrix
from softlookup.explorables.frame import element
from softlookup.interactive import SHAPE_OF, SHAPES, data

_ASKED = WORDS.index("ball")
_CELL = 37  # side of a cell, in units of the picture
_TOP = 62  # of the keys
# Name, place of its left edge in cells, rows, columns.
_PARTS = {
    "query": (0.0, 1, 3),
    "keys": (4.0, 3, 3),
    "weights": (8.0, 1, 3),
    "prices": (12.0, 3, 1),
    "answer": (14.8, 1, 1),
}
_SIGNS = {3.4: "×", 7.5: "=", 11.5: "×", 14.2: "="}


def one_hot_lookup(says: str, asks: str = "", identity: str = "one-hot-cells") -> str:
    """Two products as cells, with ball asking; awake, query, order and transpose can be changed."""
    keys = np.eye(len(WORDS))
    query = keys[_ASKED][None]  # (1, 3)
    weights = query @ keys.T
    numbers = {
        "query": query,
        "keys": keys.T,
        "weights": weights,
        "prices": VALUES[:, None],
        "answer": (weights @ VALUES)[:, None],
    }
    cells = "".join(_cells(name, numbers[name]) for name in _PARTS)
    signs = "".join(
        f'<text class="sign" x="{x * _CELL:g}" y="{_middle():g}">{sign}</text>'
        for x, sign in _SIGNS.items()
    )
    svg = (
        f'<svg class="products drawn" viewBox="-2 0 {16.3 * _CELL:g} 178" aria-hidden="true">'
        f"{cells}{signs}{_marks()}</svg>"
    )
    answer = VALUES[_ASKED]
    told = (
        f'<p class="told">The products say <span class="products-say">{answer:.0f}</span>, '
        f'a dictionary <span class="dictionary-says">{answer:.0f}</span>.</p>'
    )
    content = {"words": WORDS, "values": VALUES.tolist(), "asked": _ASKED}
    return element(
        "one-hot-lookup", identity, says, svg + told, data(content), asks=asks, states=True
    )


def _middle() -> float:
    return _TOP + 1.5 * _CELL


def _cells(name: str, numbers: Matrix) -> str:
    left, rows, columns = _PARTS[name]
    top = _middle() - rows * _CELL / 2
    parts = [
        f'<text class="title" x="{(left + columns / 2) * _CELL:g}" y="20">{name}</text>',
    ]
    for (row, column), number in np.ndenumerate(numbers):
        x, y = (left + column) * _CELL, top + row * _CELL
        lit = number != 0 if name != "prices" else row == _ASKED
        parts.append(
            f'<g class="cell{" lit" if lit else ""}"><rect x="{x:g}" y="{y:g}" width="{_CELL}" height="{_CELL}"/>'
            f'<text x="{x + _CELL / 2:g}" y="{y + _CELL / 2:g}">{number:.0f}</text></g>'
        )
    return f'<g class="{name}">{"".join(parts)}</g>'


def _marks() -> str:
    """The words by their shapes: above the columns of the keys and the weights, beside the prices."""
    left = {name: place[0] for name, place in _PARTS.items()}
    places: dict[str, list[tuple[float, float]]] = {
        "columns": [((left["keys"] + j + 0.5) * _CELL, _TOP - 14) for j in range(3)],
        "rows": [((left["keys"] - 0.22) * _CELL, _TOP + (j + 0.5) * _CELL) for j in range(3)],
        "weighed": [((left["weights"] + j + 0.5) * _CELL, _TOP + _CELL - 14) for j in range(3)],
        "priced": [((left["prices"] + 1.35) * _CELL, _TOP + (j + 0.5) * _CELL) for j in range(3)],
    }
    return "".join(
        f'<g class="marks {name}">{"".join(_mark(word, at) for word, at in zip(WORDS, spots, strict=True))}</g>'
        for name, spots in places.items()
    )


def _mark(word: str, at: tuple[float, float]) -> str:
    return f'<svg x="{at[0]:g}" y="{at[1]:g}" overflow="visible" data-word="{word}">{SHAPES[SHAPE_OF[word]]}</svg>'
