"""Mistakes of the page on many queries."""

import numpy as np

from softlookup.examples import KEYS, VALUES
from softlookup.kinds import bug
from softlookup.steps.many_queries import queries


@bug(
    "the softmax that runs down the columns",
    breaks="Rows do not sum to 1, and an answer lies outside the values. Worse, the queries compete: ask "
    "tennis alone, and every column holds a single weight of 1, so the answer is the sum of all values.",
    cure="Sum along the keys, the last axis. Then check that every row sums to 1.",
)
def wrong_axis() -> object:
    exponentials = np.exp(queries @ KEYS.T)  # (n_q, n_k)
    weights = exponentials / exponentials.sum(axis=0)  # sums over the queries
    alone = np.exp(queries[:1] @ KEYS.T)  # tennis asks alone
    alone = alone / alone.sum(axis=0)
    return f"answers {(weights @ VALUES).round(2)}, tennis alone {(alone @ VALUES).round(2)}"
