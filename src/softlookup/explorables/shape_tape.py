"""Shapes: four queries through two products, one cell at a time."""

import html

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Matrix
from softlookup.explorables.frame import element
from softlookup.interactive import data, short

QUERIES = np.vstack([TENNIS, KEYS[2], KEYS[1], 0 * TENNIS])
NAMES = ("tennis", "tree’s key", "ball’s key", "nothing")
# The shape of each matrix: what its rows count, and what its columns count.
SHAPES = {
    "Q": ("n_q", "d_k"),
    "K": ("d_k", "n_k"),
    "S": ("n_q", "n_k"),
    "A": ("n_q", "n_k"),
    "V": ("n_k", "d_v"),
    "O": ("n_q", "d_v"),
}
TITLES = {"Q": "Q", "K": "Kᵀ", "S": "scores", "A": "weights", "V": "V", "O": "output"}
_PRESSED = ("S", 0, 0)


def shape_tape(says: str, asks: str = "", identity: str = "cell-by-cell") -> str:
    """Two products with every cell; awake, a cell says what it is made of, and softmax can take the wrong axis."""
    scores = QUERIES @ KEYS.T
    weights = np.stack([lookup.softmax(row) for row in scores])
    numbers = {
        "Q": QUERIES,
        "K": KEYS.T,
        "S": scores,
        "A": weights,
        "V": VALUES[:, None],
        "O": (weights @ VALUES)[:, None],
    }
    grids = {name: _grid(name, numbers[name]) for name in SHAPES}
    picture = (
        f'<div class="product">{grids["Q"]}{_sign("·")}{grids["K"]}{_sign("=")}{grids["S"]}</div>'
        f'<div class="product">{grids["A"]}{_sign("·")}{grids["V"]}{_sign("=")}{grids["O"]}</div>'
        f'<p class="made">{_made()}</p>'
    )
    content = {
        "queries": QUERIES.tolist(),
        "keys": KEYS.tolist(),
        "values": VALUES.tolist(),
        "names": NAMES,
        "words": WORDS,
        "pressed": "".join(map(str, _PRESSED)),
    }
    return element("shape-tape", identity, says, picture, data(content), asks=asks, states=True)


def _sign(sign: str) -> str:
    return f'<span class="sign">{sign}</span>'


def _grid(name: str, numbers: Matrix) -> str:
    rows, columns = SHAPES[name]
    foot = " × ".join(f"{size[0]}<sub>{size[2]}</sub>" for size in (rows, columns))
    sizes = f"{numbers.shape[0]} × {numbers.shape[1]}"
    body = "".join(
        f"<tr>{_name(name, i)}{''.join(_cell(name, i, j, float(x)) for j, x in enumerate(row))}</tr>"
        for i, row in enumerate(numbers)
    )
    return (
        f'<table class="grid {name}"><caption>{TITLES[name]}</caption><tbody>{body}</tbody>'
        f'<tfoot><tr><td colspan="{numbers.shape[1] + (name in "QA")}">{foot}<br>{sizes}</td></tr></tfoot></table>'
    )


def _name(name: str, row: int) -> str:
    """Who asks, beside the first matrix of a product."""
    return f'<th scope="row">{html.escape(NAMES[row])}</th>' if name in "QA" else ""


def _cell(name: str, i: int, j: int, number: float) -> str:
    classes = ["pressed"] if (name, i, j) == _PRESSED else []
    if (name == "Q" and i == _PRESSED[1]) or (name == "K" and j == _PRESSED[2]):
        classes.append("source")
    shown = f' class="{" ".join(classes)}"' if classes else ""
    return f"<td{shown}>{written(number)}</td>"


def written(number: float) -> str:
    """Whole numbers bare, others with two digits."""
    return short(number) if number == round(number) else f"{number:.2f}".replace("-", "−")


def _made() -> str:
    """What the pressed cell is made of."""
    products = " + ".join(
        f"{written(float(a))} · {written(float(b))}" for a, b in zip(TENNIS, KEYS[0], strict=True)
    )
    return f"{NAMES[0]}, {WORDS[0]}: {products} = {written(float(lookup.dot(TENNIS, KEYS[0])))}"
