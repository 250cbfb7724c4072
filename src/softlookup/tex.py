"""How a formula writes numbers and matrices, as TeX."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def number(value: float, digits: int = 3) -> str:
    """A number in TeX: whole numbers bare, others with fixed digits."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.{digits}f}"


def named(name: str, text: str) -> str:
    """A printed number under its full name, so that it can follow a reader's hand; site/maths.py reads it."""
    return rf"\named{{{name}}}{{{text}}}"


def matrix(array: Any, digits: int = 3, names: Any = None) -> str:
    """An array as a bracketed matrix; one row for a vector. `names` has the full name of each number."""
    rows = np.atleast_2d(np.asarray(array, dtype=float))
    cells = [[number(x, digits) for x in row] for row in rows]
    if names is not None:
        paired = zip(np.atleast_2d(names), cells, strict=True)
        cells = [[named(*cell) for cell in zip(*row, strict=True)] for row in paired]
    body = r" \\ ".join(" & ".join(row) for row in cells)
    return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"


def aligned(*lines: Sequence[str]) -> str:
    """Lines of parts, each aligned at its second part."""
    body = r" \\ ".join(f"{line[0]} & {' '.join(line[1:])}" for line in lines)
    return rf"\begin{{aligned}} {body} \end{{aligned}}"
