"""Formulas of the page on similarity."""

from softlookup.examples import KEYS, SCORES, TENNIS
from softlookup.pages.similarity.numbers import plane_cosines, plane_lengths, tennis_length
from softlookup.tex import aligned, matrix, number


def scores() -> str:
    """All scores of one query in one product, with the keys turned into columns."""
    return rf"q K^{{\mathsf T}} = {matrix(TENNIS)} {matrix(KEYS.T)} = {matrix(SCORES)}"


def cosine() -> str:
    """The cosine of tennis and racket, from score and lengths."""
    racket, score = KEYS[0], number(SCORES[0])
    roots = [rf"\sqrt{{{number(float(vector @ vector))}}}" for vector in (TENNIS, racket)]
    lengths = [number(tennis_length), number(plane_lengths["racket"])]
    return aligned(
        [
            r"\cos(\text{tennis}, \text{racket})",
            rf"= \frac{{{score}}}{{{roots[0]} \cdot {roots[1]}}}",
        ],
        ["", rf"= \frac{{{score}}}{{{lengths[0]} \cdot {lengths[1]}}}"],
        ["", f"= {number(plane_cosines['racket'])}"],
    )
