"""Keep the keys and values you computed: a new query reads them all, nothing is done twice."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at streaming/

import numpy as np


class Cache:
    """A dictionary that grows by one entry with every step."""

    def __init__(self):
        self.keys = []
        self.values = []

    def append(self, key, value):
        """Remember a copy of one entry."""
        self.keys.append(np.array(key))
        self.values.append(np.array(value))

    def read(self, query):
        """A soft lookup over everything remembered so far."""
        if not self.keys:
            raise ValueError("the cache is empty: append an entry before you read")
        scores = np.stack(self.keys) @ query  # (n so far,)
        exponentials = np.exp(scores - scores.max())
        weights = exponentials / exponentials.sum()
        return weights @ np.stack(self.values)  # () or (d_v,)


def causal_lookup(queries, keys, values):
    """All at once, for comparison: query i reads entries 0 to i."""
    past = np.tri(queries.shape[-2], keys.shape[-2], dtype=bool)  # (n, n)
    scores = np.where(past, queries @ keys.mT, -np.inf)  # (n, n)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ values  # (n,) or (n, d_v)


if __name__ == "__main__":
    queries = np.ones((3, 2))  # tennis, asked again at every step
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])  # racket, ball, tree
    values = np.array([10.0, 5.0, 2.0])

    cache = Cache()
    for query, key, value in zip(queries, keys, values, strict=True):
        cache.append(key, value)
        print(f"{len(cache.keys)} remembered: {cache.read(query):.3f}")
    print("all at once:", causal_lookup(queries, keys, values).round(3))
