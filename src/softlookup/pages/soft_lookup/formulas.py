"""Formulas of the page on soft lookup."""

from softlookup import snippets, steps
from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WEIGHTS
from softlookup.tex import aligned, matrix, number

_weights = WEIGHTS
_output = steps.soft_lookup.soft_lookup(TENNIS, KEYS, VALUES)


def scores() -> str:
    """The three dot products at once."""
    return rf"q K^{{\mathsf T}} = {matrix(TENNIS)} {matrix(KEYS.T)} = {matrix(SCORES)}"


def blend() -> str:
    """The weighted average, term by term."""
    terms = [
        f"{number(a)} \\cdot {number(value)}" for a, value in zip(_weights, VALUES, strict=True)
    ]
    products = [number(product) for product in _weights * VALUES]
    return aligned(
        ["o", "= a_1 v_1 + a_2 v_2 + a_3 v_3"],
        ["", "= " + " + ".join(terms)],
        ["", "= " + " + ".join(products)],
        ["", f"= {number(_output)}"],
    )


def vector_blend() -> str:
    """The same weights over rows of two numbers."""
    vectors = snippets.example("soft_lookup").vectors
    return aligned(
        ["a\\,V", f"= {matrix(_weights)} {matrix(vectors)}"],
        ["", f"= {matrix(_weights @ vectors)}"],
    )
