"""One experiment that several places quote: random queries ask random keys, and the weights are measured.

All numbers of the vectors are independent, with mean 0 and variance 1, normally distributed.
"""

from functools import cache

import numpy as np

from softlookup.examples import Matrix, Vector
from softlookup.steps.softmax import softmax

DRAWS = 10_000  # so many that two digits of an average hold
WIDTH = 64  # of the vectors, where a page names no other
ENTRIES = 100


def random_scores(width: int, entries: int, draws: int = DRAWS) -> Matrix:
    """The plain scores of random lookups, each with a query and keys of its own, (draws, entries).

    A random key scores with a given query like a normal number times the query's length. So the lengths and
    those numbers are drawn instead of all the vectors, which are `width` times as many.
    """
    random = np.random.default_rng(0)
    lengths = np.sqrt(random.chisquare(width, size=(draws, 1)))
    scores: Matrix = lengths * random.normal(size=(draws, entries))
    return scores


@cache
def heaviest_weights(divisor: float, width: int = WIDTH, entries: int = ENTRIES) -> Vector:
    """The largest weight of each random lookup whose scores are divided by the divisor, (DRAWS,)."""
    heaviest: Vector = softmax(random_scores(width, entries) / divisor).max(axis=1)
    heaviest.setflags(write=False)
    return heaviest
