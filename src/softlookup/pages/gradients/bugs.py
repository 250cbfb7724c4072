"""Mistakes of the page on gradients."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES, Vector
from softlookup.kinds import bug
from softlookup.steps.gradients import nudge
from softlookup.steps.softmax import softmax


@bug(
    "the weights of the others held still",
    breaks="The slopes in the scores do not sum to 0. They must: raising all scores together changes "
    "nothing.",
    cure="Weights sum to 1, so more of one entry is less of the others: subtract the output from each "
    "value before weighting it.",
)
def output_forgotten() -> object:
    weights = softmax(KEYS @ TENNIS)
    by_score = weights * VALUES  # should be weights * (VALUES - weights @ VALUES)
    return f"slopes in the scores {by_score.round(3)}, sum {by_score.sum():.3f}"


@bug(
    "a test that a dead gradient passes",
    breaks="Every slope is 0, and the test is green: a gradient of zeros has the right shape.",
    cure="Test numbers as well: finite, not all 0, and equal to a slope found by trial.",
)
def shape_only() -> object:
    def hard_lookup(query: Vector) -> float:
        return float(VALUES[np.argmax(KEYS @ query)])

    gradient = nudge(hard_lookup, TENNIS)
    assert gradient.shape == TENNIS.shape
    return f"passed with {gradient}"
