"""Mistakes of the page on many queries."""

import numpy as np

from softlookup import snippets
from softlookup.examples import KEYS, VALUES
from softlookup.kinds import bug

queries = snippets.example("many_queries").queries


@bug(
    "the softmax that runs down the columns",
    breaks="Rows do not sum to 1, and an answer lies outside the values. Worse, the queries compete: asked "
    "alone, tennis gets the sum of all values.",
    cure="Sum along the keys, the last axis. Then check that every row sums to 1.",
)
def wrong_axis() -> object:
    weights = np.exp(queries @ KEYS.T)
    weights /= weights.sum(axis=0)  # over queries
    alone = np.exp(queries[:1] @ KEYS.T)
    alone /= alone.sum(axis=0)
    answers = (weights @ VALUES).round(2)
    tennis = (alone @ VALUES).round(2)
    return f"{answers}, tennis alone {tennis}"
