"""Formulas of the page on many queries."""

import numpy as np

from softlookup import snippets
from softlookup.examples import ANIMAL_VALUES, KEYS, VALUES
from softlookup.tex import aligned, matrix

many_queries = snippets.example("many_queries")

_queries = many_queries.queries


def dictionary() -> str:
    """Two exact lookups as one product."""
    asked = np.eye(4)[[0, 3]]
    return rf"{matrix(asked)} {matrix(ANIMAL_VALUES[:, None])} = {matrix((asked @ ANIMAL_VALUES)[:, None])}"


def scores() -> str:
    """All scores of three queries."""
    return (
        rf"Q\,K^{{\mathsf T}} = {matrix(_queries)} {matrix(KEYS.T)} = {matrix(_queries @ KEYS.T)}"
    )


def blend() -> str:
    """Weights times values, one row a query."""
    weights = many_queries.read_weights(_queries, KEYS)
    answers = many_queries.soft_lookup(_queries, KEYS, VALUES[:, None])
    return aligned(
        [r"A\,V", f"= {matrix(weights)} {matrix(VALUES[:, None])}"],
        ["", f"= {matrix(answers)}"],
    )
