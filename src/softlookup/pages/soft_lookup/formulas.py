"""Formulas of the page on soft lookup."""

import numpy as np

from softlookup import snippets
from softlookup.examples import AXES, KEYS, SCORES, TENNIS, VALUES, WEIGHTS, WORDS
from softlookup.pages.soft_lookup import numbers
from softlookup.tex import aligned, matrix, named, number

_NAMES = {name: [f"soft_lookup.{name}[{word}]" for word in WORDS] for name in ("scores", "weights")}


def _named(name: str, word: str) -> str:
    return named(f"soft_lookup.{name}[{word}]", number(getattr(numbers, name)[word]))


def scores() -> str:
    """The three dot products at once."""
    query = [f"soft_lookup.at[tennis][{axis}]" for axis in AXES]
    keys = np.array([[f"soft_lookup.at[{word}][{axis}]" for word in WORDS] for axis in AXES])
    product = f"{matrix(TENNIS, names=query)} {matrix(KEYS.T, names=keys)}"
    return rf"q K^{{\mathsf T}} = {product} = {matrix(SCORES, names=_NAMES['scores'])}"


def blend() -> str:
    """The weighted average, term by term."""
    terms = [
        f"{_named('weights', word)} \\cdot {number(value)}"
        for word, value in zip(WORDS, VALUES, strict=True)
    ]
    products = [_named("products", word) for word in WORDS]
    return aligned(
        ["o", "= a_1 v_1 + a_2 v_2 + a_3 v_3"],
        ["", "= " + " + ".join(terms)],
        ["", "= " + " + ".join(products)],
        ["", f"= {named('soft_lookup.output', number(numbers.output))}"],
    )


def vector_blend() -> str:
    """The same weights over rows of two numbers."""
    vectors = snippets.example("soft_lookup").vectors
    weights = matrix(WEIGHTS, names=_NAMES["weights"])
    blended = [f"soft_lookup.blended_vector[{column}]" for column in range(vectors.shape[1])]
    return aligned(
        ["a\\,V", f"= {weights} {matrix(vectors)}"],
        ["", f"= {matrix(numbers.blended_vector, names=blended)}"],
    )
