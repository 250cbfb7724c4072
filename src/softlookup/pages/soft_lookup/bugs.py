"""Mistakes of the page on soft lookup."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.kinds import bug


@bug(
    "the division that was forgotten",
    breaks="The answer lies outside the values. No average of 10, 5 and 2 can exceed 10.",
    cure="Divide by the sum of the exponentials. Check that the weights sum to 1.",
)
def no_division() -> object:
    scores = KEYS @ TENNIS
    weights = np.exp(scores)  # never divided by their sum
    return f"sum of weights {weights.sum():.3f}, answer {weights @ VALUES:.3f}"


@bug(
    "the keys blended instead of the values",
    breaks="The answer is as wide as a key and has nothing of the values in it: double them all, and "
    "it stays. With values as wide as the keys no shape gives it away.",
    cure="The weights go with the values: `weights @ values`. Test that doubled values double the answer.",
)
def blended_keys() -> object:
    grown = np.exp(KEYS @ TENNIS)
    weights = grown / grown.sum()
    answer = weights @ KEYS  # should be weights @ VALUES
    return f"{answer.size} numbers, {answer.round(3)}, where a value has one"
