"""Many queries in three lines: rows ask, columns answer, every row sums to 1."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at many-queries/

import numpy as np


def read_weights(queries, keys):
    """Who reads how much of what: row i holds the weights of query i."""
    scores = queries @ keys.mT  # (n_q, d_k) @ (d_k, n_k) -> (n_q, n_k)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (n_q, n_k)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)  # (n_q, n_k)


def soft_lookup(queries, keys, values):
    """One blend of the values for each query."""
    return read_weights(queries, keys) @ values  # (n_q, n_k) @ (n_k, d_v) -> (n_q, d_v)


if __name__ == "__main__":
    queries = np.array([[1.0, 1.0], [-1.0, 2.0], [0.0, 0.0]])  # tennis, tree's own key, nothing
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])  # racket, ball, tree
    values = np.array([[10.0], [5.0], [2.0]])  # (n_k, d_v) with d_v = 1

    print(read_weights(queries, keys).round(3))
    print("row sums:", read_weights(queries, keys).sum(axis=1).round(3))
    print("outputs: ", soft_lookup(queries, keys, values).ravel().round(3))
