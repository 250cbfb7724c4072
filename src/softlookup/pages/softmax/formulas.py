"""Formulas of the page on softmax."""

import numpy as np

from softlookup.examples import KEYS, SCORES, TENNIS
from softlookup.pages.softmax.numbers import exponentials, weights
from softlookup.steps.softmax import softmax
from softlookup.tex import aligned, matrix, number

# Three queries: tennis, tree's own key, and one that says nothing.
_rows = np.vstack([TENNIS, KEYS[2], np.zeros(2)]) @ KEYS.T  # (3, 3)


def racket() -> str:
    """The weight of racket, from its score."""
    powers = [f"e^{{{number(score)}}}" for score in SCORES]
    parts = [number(part) for part in exponentials.values()]
    return aligned(
        [r"a_{\text{racket}}", rf"= \frac{{{powers[0]}}}{{{' + '.join(powers)}}}"],
        ["", rf"= \frac{{{parts[0]}}}{{{' + '.join(parts)}}}"],
        ["", rf"= \frac{{{parts[0]}}}{{{number(sum(exponentials.values()))}}}"],
        ["", f"= {number(weights['racket'])}"],
    )


def rows() -> str:
    """Softmax of a matrix, each row by itself."""
    return rf"{matrix(_rows)} \;\longrightarrow\; {matrix(softmax(_rows))}"
