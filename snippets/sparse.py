"""Read a few entries and skip the rest: the neighbours, or the best matches."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at streaming/

import numpy as np


def soft_lookup(query, keys, values):
    """The blend of the values it is given, and no others."""
    scores = keys @ np.multiply(query, 1.0)  # (n_k,)  floats: small integers would wrap around
    exponentials = np.exp(scores - scores.max())
    weights = exponentials / exponentials.sum()  # (n_k,)
    return weights @ values  # () or (d_v,)


def window_lookup(queries, keys, values, reach):
    """Each query reads its own place and up to `reach` places to either side."""
    if reach < 0:
        raise ValueError(f"reach must be 0 or more, not {reach}")
    blends = []
    for place, query in enumerate(queries):
        near = slice(max(0, place - reach), place + reach + 1)  # at most 2 * reach + 1 entries
        blends.append(soft_lookup(query, keys[near], values[near]))
    return np.array(blends)  # (n_q,) or (n_q, d_v)


def top_lookup(query, keys, values, k):
    """Read the k best matches; among equals the first."""
    if k < 1:
        raise ValueError(f"k must be 1 or more, not {k}")
    scores = keys @ np.multiply(query, 1.0)  # (n_k,)  floats: small integers would wrap around
    best = np.argsort(-scores, kind="stable")[:k]  # (k,), or all there are
    return soft_lookup(query, keys[best], values[best])


if __name__ == "__main__":
    query = np.array([1.0, 1.0])  # tennis
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])  # racket, ball, tree
    values = np.array([10.0, 5.0, 2.0])

    for k in [1, 2, 3]:
        print(f"best {k} of 3: {top_lookup(query, keys, values, k):.3f}")
    tennis_at_each_place = np.stack([query] * 3)
    for reach in [0, 1, 2]:
        print(f"reach {reach}: {window_lookup(tennis_at_each_place, keys, values, reach).round(3)}")
