"""What the modules of the ledger share: the functions they test, and a few helpers.

Every function of the site that a check may call is imported here and nowhere else in the ledger. The
tests put wrong functions in their place and see whether the checks notice.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from softlookup import lookup, steps

softmax = steps.softmax.softmax
soft_lookup = steps.soft_lookup.soft_lookup
attention = steps.attention.attention
exact_lookup = steps.exact_lookup.exact_lookup
matrix_lookup = steps.matrix_lookup.matrix_lookup
dot = steps.similarity.dot
cosine = steps.similarity.cosine
soften = steps.temperature.soften
entries_read = steps.temperature.entries_read
nudge = steps.gradients.nudge
gradients = steps.gradients.gradients
window = steps.masks.window
memory_read = steps.memory_read.memory_read
retrieve = steps.retrieval.retrieve
attention_in_loops = lookup.attention
soft_lookup_gradients = lookup.soft_lookup_gradients


def hard_lookup(query: ArrayLike, keys: ArrayLike, values: ArrayLike) -> Any:
    """The value of the best match: hard attention."""
    return np.asarray(values)[np.argmax(np.asarray(keys) @ np.asarray(query))]


def raised(kind: type[BaseException], action: Callable[[], object]) -> str:
    """The message of the error that the action raises; empty when it raises none."""
    try:
        action()
    except kind as error:
        return str(error) or kind.__name__
    return ""


def raises(kind: type[BaseException], action: Callable[[], object]) -> str:
    """The message of the error that the action raises; fails when it raises nothing."""
    message = raised(kind, action)
    if not message:
        raise AssertionError(f"expected {kind.__name__}, but the action returned {action()!r}")
    return message


def close(first: ArrayLike, second: ArrayLike, tolerance: float = 1e-9) -> bool:
    """Whether two arrays agree to the tolerance; a single number is held against every entry."""
    one, other = np.asarray(first), np.asarray(second)
    comparable = one.shape == other.shape or other.ndim == 0
    return comparable and bool(np.allclose(one, other, rtol=0.0, atol=tolerance))


def shown(array: ArrayLike, digits: int = 3) -> str:
    """The numbers of an array on one line, such as "0.665, 0.245, 0.090"."""
    rounded = np.round(np.asarray(array, dtype=float).ravel(), digits) + 0.0  # no minus zero
    return ", ".join(f"{number:.{digits}f}" for number in rounded)
