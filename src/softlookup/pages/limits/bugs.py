"""Mistakes of the page on limits."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.kinds import bug
from softlookup.steps.soft_lookup import soft_lookup


@bug(
    "the extra 1 that is not shifted",
    breaks="The total does not move when all scores fall, and it is never below one half. So the "
    "lookup can never say “nothing”, which is what the 1 is for.",
    cure="The shift belongs to the 1 as well: it becomes `np.exp(-scores.max())`. Safer for any "
    "scores: append a 0 to the scores, take the ordinary softmax, drop the last weight.",
)
def off_by_one() -> object:
    totals = []
    for scores in (np.array([3.0, 2.0, 1.0]), np.array([-8.0, -9.0, -10.0])):
        exponentials = np.exp(scores - scores.max())  # shifted, so that nothing overflows
        weights = exponentials / (1 + exponentials.sum())  # but the 1 stays where it was
        totals.append(f"scores {scores}: total weight {weights.sum():.3f}")
    return "\n".join(totals)


@bug(
    "keys sorted without their values",
    breaks="Reordering whole entries must not change an answer. This does. Nothing raises: every "
    "row of weights sums to 1, and the answer lies between the values.",
    cure="Keep one order for both: index keys and values with the same array. Test with a "
    "random order.",
)
def sorted_alone() -> object:
    order = np.argsort(KEYS[:, 0], kind="stable")  # tree, racket, ball
    before = soft_lookup(TENNIS, KEYS, VALUES)
    after = soft_lookup(TENNIS, KEYS[order], VALUES)  # the values stayed behind
    return f"before {before:.3f}, after {after:.3f}"
