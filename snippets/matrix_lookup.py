"""An exact lookup as two matrix products: which key matches, and what value it holds."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at matrix-lookup/

import numpy as np


def matrix_lookup(query, keys, values):
    """The value of the one-hot key that equals the one-hot query."""
    matches = query @ keys.T  # (n_k,) or (n_q, n_k)  1 at the equal key
    return matches @ values  # () or (n_q,)  the value at the 1


if __name__ == "__main__":
    racket, ball, tree = np.eye(3)  # one-hot rows: a 1 in a place of its own

    keys = np.array([racket, ball, tree])  # (n_k, d_k)
    values = np.array([10.0, 5.0, 2.0])  # (n_k,)
    print("ball            ->", matrix_lookup(ball, keys, values))
    print("ball and racket ->", matrix_lookup(np.array([ball, racket]), keys, values))

    # The same entries in another order: only the transpose compares the query with each key.
    shuffled_keys = np.array([ball, tree, racket])
    shuffled_values = np.array([5.0, 2.0, 10.0])
    right = racket @ shuffled_keys.T @ shuffled_values
    wrong = racket @ shuffled_keys @ shuffled_values
    print("racket, keys shuffled, with .T    ->", right)
    print("racket, keys shuffled, without .T ->", wrong, "(tree's)")
