"""How a formula writes numbers and matrices, as TeX."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def number(value: float, digits: int = 3) -> str:
    """A number in TeX: whole numbers bare, others with fixed digits."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.{digits}f}"


def matrix(array: Any, digits: int = 3) -> str:
    """An array as a bracketed matrix; one row for a vector."""
    rows = np.atleast_2d(np.asarray(array, dtype=float))
    body = r" \\ ".join(" & ".join(number(x, digits) for x in row) for row in rows)
    return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"


def aligned(*lines: Sequence[str]) -> str:
    """Lines of parts, each aligned at its second part."""
    body = r" \\ ".join(f"{line[0]} & {' '.join(line[1:])}" for line in lines)
    return rf"\begin{{aligned}} {body} \end{{aligned}}"
