"""Formulas of the page on similarity."""

import numpy as np

from softlookup.examples import KEYS, SCORES, TENNIS
from softlookup.steps.similarity import cosine as _cosine
from softlookup.tex import aligned, matrix, number


def scores() -> str:
    """All scores of one query in one product, with the keys turned into columns."""
    return rf"q K^{{\mathsf T}} = {matrix(TENNIS)} {matrix(KEYS.T)} = {matrix(SCORES)}"


def cosine() -> str:
    """The cosine of tennis and racket, from score and lengths."""
    racket = KEYS[0]
    lengths = [number(float(np.linalg.norm(vector))) for vector in (TENNIS, racket)]
    roots = [rf"\sqrt{{{number(float(vector @ vector))}}}" for vector in (TENNIS, racket)]
    score = number(float(racket @ TENNIS))
    return aligned(
        [
            r"\cos(\text{tennis}, \text{racket})",
            rf"= \frac{{{score}}}{{{roots[0]} \cdot {roots[1]}}}",
        ],
        ["", rf"= \frac{{{score}}}{{{lengths[0]} \cdot {lengths[1]}}}"],
        ["", f"= {number(_cosine(TENNIS, racket))}"],
    )
