"""Formulas of the page on many queries."""

import numpy as np

from softlookup.examples import ANIMAL_VALUES, KEYS, VALUES
from softlookup.pages.many_queries.numbers import ANSWERS, QUERIES, SCORES, WEIGHTS
from softlookup.tex import matrix


def dictionary() -> str:
    """Two exact lookups as one product."""
    asked = np.eye(4)[[0, 3]]
    return rf"{matrix(asked)} {matrix(ANIMAL_VALUES[:, None])} = {matrix((asked @ ANIMAL_VALUES)[:, None])}"


def scores() -> str:
    """All scores of three queries."""
    return rf"Q\,K^{{\mathsf T}} = {matrix(QUERIES)} {matrix(KEYS.T)} = {matrix(SCORES)}"


def blend() -> str:
    """Weights times values, one row for each query."""
    return rf"A\,V = {matrix(WEIGHTS, 2)} {matrix(VALUES[:, None])} = {matrix(ANSWERS[:, None], 2)}"
