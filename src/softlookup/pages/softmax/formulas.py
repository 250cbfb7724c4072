"""Formulas of the page on softmax."""

import numpy as np

from softlookup.examples import KEYS, SCORES, TENNIS
from softlookup.steps.softmax import softmax
from softlookup.tex import aligned, matrix, number

_scores = SCORES
# Three queries: tennis, tree's own key, and one that says nothing.
_rows = np.vstack([TENNIS, KEYS[2], np.zeros(2)]) @ KEYS.T  # (3, 3)


def racket() -> str:
    """The weight of racket, from its score."""
    powers = [f"e^{{{number(score)}}}" for score in _scores]
    grown = [number(value) for value in np.exp(_scores)]
    return aligned(
        [r"a_{\text{racket}}", rf"= \frac{{{powers[0]}}}{{{' + '.join(powers)}}}"],
        ["", rf"= \frac{{{grown[0]}}}{{{' + '.join(grown)}}}"],
        ["", rf"= \frac{{{grown[0]}}}{{{number(float(np.exp(_scores).sum()))}}}"],
        ["", f"= {number(softmax(_scores)[0])}"],
    )


def rows() -> str:
    """Softmax of a matrix, each row by itself."""
    return rf"{matrix(_rows)} \;\longrightarrow\; {matrix(softmax(_rows))}"
