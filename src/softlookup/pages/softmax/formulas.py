"""Formulas of the page on softmax."""

import numpy as np

from softlookup.examples import KEYS, TENNIS
from softlookup.pages.softmax.numbers import exponential_sum, exponentials, scores, weights
from softlookup.steps.softmax import softmax
from softlookup.tex import aligned, matrix, named, number

# Three queries: tennis, tree's own key, and one that says nothing.
_rows = np.vstack([TENNIS, KEYS[2], np.zeros(2)]) @ KEYS.T  # (3, 3)


def racket() -> str:
    """The weight of racket, from its score."""
    powers = [f"e^{{{named(f'softmax.scores[{word}]', number(s))}}}" for word, s in scores.items()]
    parts = [
        named(f"softmax.exponentials[{word}]", number(part)) for word, part in exponentials.items()
    ]
    total = named("softmax.exponential_sum", number(exponential_sum))
    share = named("softmax.weights[racket]", number(weights["racket"]))
    return aligned(
        [r"a_{\text{racket}}", rf"= \frac{{{powers[0]}}}{{{' + '.join(powers)}}}"],
        ["", rf"= \frac{{{parts[0]}}}{{{' + '.join(parts)}}}"],
        ["", rf"= \frac{{{parts[0]}}}{{{total}}}"],
        ["", f"= {share}"],
    )


def rows() -> str:
    """Softmax of a matrix, each row by itself."""
    return rf"{matrix(_rows)} \;\longrightarrow\; {matrix(softmax(_rows))}"
