"""Formulas of the page on lookup as matrix multiplication."""

import numpy as np

from softlookup.examples import VALUES, WORDS
from softlookup.pages.matrix_lookup.numbers import TURNED, TURNED_VALUES
from softlookup.steps.matrix_lookup import matrix_lookup
from softlookup.tex import aligned, matrix, number

_keys = np.eye(len(WORDS))
_SHUFFLED = [1, 2, 0]  # ball, tree, racket


def row_pick() -> str:
    """A one-hot row takes a row out of a matrix that is not square."""
    table = np.arange(12.0).reshape(4, 3)
    asks = np.eye(4)[2]
    return rf"{matrix(asks)} {matrix(table)} = {matrix(asks @ table)}"


def shuffled() -> str:
    """Racket against shuffled keys, with the transpose and without."""
    racket, keys, values = _keys[0], _keys[_SHUFFLED], VALUES[_SHUFFLED]
    right, wrong = matrix_lookup(racket, keys, values), racket @ keys @ values
    assert right == VALUES[0] != wrong
    column = matrix(values[:, None])
    return aligned(
        [r"q\,K^{\mathsf T} V", rf"= {matrix(racket @ keys.T)} {column} = {number(right)}"],
        [r"q\,K\,V", rf"= {matrix(racket @ keys)} {column} = {number(wrong)}"],
    )


def turned() -> str:
    """Keys turned by 30 degrees, the first of them as the query."""
    query, keys = TURNED[:1], TURNED
    gram = np.round(query @ keys.T, 12) + 0.0  # the right angle, without rounding dust
    column = matrix(TURNED_VALUES[:, None])
    return aligned(
        [
            r"q\,K^{\mathsf T} V",
            rf"= {matrix(gram)} {column} = {number((gram @ TURNED_VALUES)[0])}",
        ],
        [
            r"q\,K\,V",
            rf"= {matrix(query @ keys)} {column} = {number((query @ keys @ TURNED_VALUES)[0])}",
        ],
    )


def memory() -> str:
    """The shuffled dictionary, folded into one matrix."""
    keys, values = _keys[_SHUFFLED], VALUES[_SHUFFLED][:, None]
    folded = keys.T @ values
    assert np.array_equal(folded[:, 0], VALUES)
    return rf"K^{{\mathsf T}} V = {matrix(keys.T)} {matrix(values)} = {matrix(folded)}"
