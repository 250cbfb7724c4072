"""Mistakes of the page on lookup as matrix multiplication."""

import numpy as np

from softlookup.kinds import bug


@bug(
    "no transpose",
    breaks="Each key, used as the query, must return its own value. Here every answer is a stored "
    "value, and each of them the wrong one. With the keys in order, as an identity matrix, all three "
    "are right and nothing shows.",
    cure="Write `query @ keys.T`. Test with keys that are not their own transpose, as here, or with more "
    "keys than numbers in a key: then `query @ keys` does not even run.",
)
def no_transpose() -> object:
    keys = np.eye(3)[[1, 2, 0]]  # ball, tree, racket
    values = np.array([5.0, 2.0, 10.0])
    return f"stored {values}, answered {keys @ keys @ values}"


@bug(
    "the star",
    breaks="A lookup of one query over plain numbers returns one number. This is a table.",
    cure="`*` multiplies number by number and stretches what does not fit. The matrix product is `@`.",
)
def star() -> object:
    keys = np.eye(3)  # racket, ball, tree
    values = np.array([10.0, 5.0, 2.0])
    answer = keys[1] * keys.T * values
    return f"shape {answer.shape}\n{answer}"
