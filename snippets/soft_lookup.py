"""Score every key, turn the scores into weights, blend the values."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at soft-lookup/

import numpy as np


def soft_lookup(query, keys, values):
    """The blend of all values, each counted by how well its key matches the query."""
    scores = keys @ query  # (n_k,)  how well each key matches
    exponentials = np.exp(scores - scores.max())  # (n_k,)  the best match becomes 1
    weights = exponentials / exponentials.sum()  # (n_k,)  shares that sum to 1
    return weights @ values  # () or (d_v,)  their weighted average


if __name__ == "__main__":
    query = np.array([1.0, 1.0])  # tennis: (sport, outdoors)
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])  # racket, ball, tree
    values = np.array([10.0, 5.0, 2.0])
    print("tennis  ->", soft_lookup(query, keys, values).round(3))

    # A value may be a vector: the same weights blend every column.
    vectors = np.array([[10.0, 1.0], [5.0, 0.0], [2.0, 0.0]])
    print("vectors ->", soft_lookup(query, keys, vectors).round(3))
