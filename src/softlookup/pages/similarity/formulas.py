"""Formulas of the page on similarity."""

import numpy as np

from softlookup.examples import AXES, KEYS, SCORES, TENNIS, WORDS
from softlookup.pages.similarity.numbers import (
    plane_cosines,
    plane_lengths,
    racket_squared,
    tennis_length,
    tennis_squared,
)
from softlookup.tex import aligned, matrix, named, number


def scores() -> str:
    """All scores of one query in one product, with the keys turned into columns."""
    query = [f"similarity.at[tennis][{axis}]" for axis in AXES]
    keys = np.array([[f"similarity.at[{word}][{axis}]" for word in WORDS] for axis in AXES])
    found = [f"similarity.scores[{word}]" for word in WORDS]
    product = f"{matrix(TENNIS, names=query)} {matrix(KEYS.T, names=keys)}"
    return rf"q K^{{\mathsf T}} = {product} = {matrix(SCORES, names=found)}"


def cosine() -> str:
    """The cosine of tennis and racket, from score and lengths."""
    score = _named("scores[racket]", SCORES[0])
    squares = [
        _named("tennis_squared", tennis_squared),
        _named("racket_squared", racket_squared),
    ]
    roots = [rf"\sqrt{{{square}}}" for square in squares]
    lengths = [
        _named("tennis_length", tennis_length),
        _named("plane_lengths[racket]", plane_lengths["racket"]),
    ]
    return aligned(
        [
            r"\cos(\text{tennis}, \text{racket})",
            rf"= \frac{{{score}}}{{{roots[0]} \cdot {roots[1]}}}",
        ],
        ["", rf"= \frac{{{score}}}{{{lengths[0]} \cdot {lengths[1]}}}"],
        ["", f"= {_named('plane_cosines[racket]', plane_cosines['racket'])}"],
    )


def _named(name: str, value: float) -> str:
    return named(f"similarity.{name}", number(value))
