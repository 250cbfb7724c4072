"""Mistakes of the page on long dictionaries."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.kinds import bug


@bug(
    "the past that was not shrunk",
    breaks="The answer depends on the order of the entries. That of a soft lookup over all of them never does. "
    "With tree first, each entry is a new best and counts 1, so the plain mean comes out.",
    cure="When the best score rises from $m$ to $m'$, multiply total *and* blend by $e^{m - m'}$.",
)
def not_shrunk() -> object:
    answers = []
    for order in ([0, 1, 2], [2, 1, 0]):
        best, total, blend = -np.inf, 0.0, 0.0
        for score, value in zip((KEYS @ TENNIS)[order], VALUES[order], strict=True):
            best = max(best, score)
            total += np.exp(score - best)  # older terms still refer to an older best
            blend += np.exp(score - best) * value
        answers.append(blend / total)
    return f"racket first {answers[0]:.3f}, tree first {answers[1]:.3f}"


@bug(
    "a cache that remembers one thing",
    breaks="All remembered keys are equal, and equal to the latest.",
    cure="Keep a copy of each entry: `kept.append(np.array(key))`.",
)
def aliased() -> object:
    kept, buffer = [], np.empty(2)
    for key in KEYS:
        buffer[:] = key  # one array, filled anew for every token
        kept.append(buffer)
    return np.stack(kept)
