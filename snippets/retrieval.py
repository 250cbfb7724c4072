"""Retrieval picks a few documents whole; a soft lookup blends them all."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at relatives/

import numpy as np


def retrieve(query, keys, k):
    """The positions of the k best matches, best first; among equals the first."""
    if k < 1:
        raise ValueError(f"k must be 1 or more, not {k}")
    scores = keys @ np.multiply(query, 1.0)  # (n_k,)  floats: small integers would wrap around
    return np.argsort(-scores, kind="stable")[:k]  # (k,), or all there are


def soft_lookup(query, keys, values):
    """The blend of all values, each counted by how well its key matches."""
    scores = keys @ np.multiply(query, 1.0)  # (n_k,)  floats: small integers would wrap around
    exponentials = np.exp(scores - scores.max())
    weights = exponentials / exponentials.sum()  # (n_k,)
    return weights @ values  # () or (d_v,)


if __name__ == "__main__":
    words = ["racket", "ball", "tree"]
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])  # (sport, outdoors)
    values = np.array([10.0, 5.0, 2.0])

    # Turn tennis step by step outdoors: the pick stays, then jumps; the blend moves all the way.
    print("query        best two       best value   blend")
    for outdoors in [1.0, 2.0, 2.9, 3.1, 4.0]:
        query = np.array([1.0, outdoors])
        best = retrieve(query, keys, k=2)
        picked = " ".join(words[i] for i in best)
        blend = soft_lookup(query, keys, values)
        print(f"(1, {outdoors})  {picked:>13}  {values[best[0]]:11.0f}  {blend:8.3f}")
