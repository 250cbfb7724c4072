"""What several modules of the ledger need: catch an error, compare arrays, print an array."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike


def raises(kind: type[BaseException], action: Callable[[], object]) -> str:
    """The message of the error that the action raises; fails when it raises nothing."""
    try:
        result = action()
    except kind as error:
        return str(error)
    raise AssertionError(f"expected {kind.__name__}, but the action returned {result!r}")


def close(first: ArrayLike, second: ArrayLike, tolerance: float = 1e-9) -> bool:
    """Whether two arrays agree to the tolerance; a single number is held against every entry."""
    one, other = np.asarray(first), np.asarray(second)
    comparable = one.shape == other.shape or other.ndim == 0
    return comparable and bool(np.allclose(one, other, rtol=0.0, atol=tolerance))


def shown(array: ArrayLike, digits: int = 3) -> str:
    """The numbers of an array on one line, such as "0.665, 0.245, 0.090"."""
    rounded = np.round(np.asarray(array, dtype=float).ravel(), digits) + 0.0  # no minus zero
    return ", ".join(f"{number:.{digits}f}" for number in rounded)
