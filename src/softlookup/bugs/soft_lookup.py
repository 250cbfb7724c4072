"""Mistakes of the page on soft lookup."""

import numpy as np

from softlookup.bugs import bug
from softlookup.examples import KEYS, TENNIS, VALUES


@bug(
    "the division that was forgotten",
    breaks="The answer lies outside the values. No average of 10, 5 and 2 can exceed 10.",
    cure="Divide by the sum of the exponentials. Check that the weights sum to 1.",
)
def no_division() -> object:
    scores = KEYS @ TENNIS
    weights = np.exp(scores)  # never divided by their sum
    return f"sum of weights {weights.sum():.3f}, answer {weights @ VALUES:.3f}"
