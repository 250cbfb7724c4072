"""Mistakes of the page on many queries."""

import numpy as np

from softlookup import snippets
from softlookup.examples import KEYS, VALUES
from softlookup.kinds import bug

queries = snippets.example("many_queries").queries


@bug(
    "the softmax that runs down the columns",
    breaks="Rows do not sum to 1, and an answer lies outside the values. Worse: the queries compete. "
    "Ask tennis alone, and every column holds one weight of 1, so the answer is the sum of all values.",
    cure="Sum along the keys, the last axis. Then check that every row sums to 1.",
)
def wrong_axis() -> object:
    grown = np.exp(queries @ KEYS.T)  # (n_q, n_k)
    weights = grown / grown.sum(axis=0)  # sums over the queries
    alone = np.exp(queries[:1] @ KEYS.T)  # tennis asks alone
    alone = alone / alone.sum(axis=0)
    return f"answers {(weights @ VALUES).round(2)}, tennis alone {(alone @ VALUES).round(2)}"
