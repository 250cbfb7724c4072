"""Several small lookups side by side: each head returns a blend of its own, W_O adds them up."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at heads/

import numpy as np


def split(rows, heads):
    """Cut every row into one piece for each head."""
    n, _ = rows.shape
    pieces = rows.reshape(n, heads, -1)  # (n, h * d) -> (n, h, d)
    return pieces.swapaxes(0, 1)  # (h, n, d)


def merge(pieces):
    """Lay the pieces of every row side by side again."""
    return np.concatenate(list(pieces), axis=-1)  # (h, n, d) -> (n, h * d)


def read(queries, keys, values):
    """One scaled soft lookup for each head."""
    scores = queries @ keys.mT / np.sqrt(keys.shape[-1])  # (h, n_q, n_k)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ values  # (h, n_q, d_v)


def multi_head(queries, keys, values, w_o, heads, sharing=1, gates=1.0):
    """Split, read, gate, merge, mix; `sharing` neighbouring query heads have one key head."""
    queries = split(queries, heads)  # (h, n_q, d_k)
    keys = split(keys, heads // sharing).repeat(sharing, axis=0)  # (h, n_k, d_k)
    values = split(values, heads // sharing).repeat(sharing, axis=0)  # (h, n_k, d_v)
    outputs = np.reshape(gates, (-1, 1, 1)) * read(queries, keys, values)  # a gate of 0: silence
    return merge(outputs) @ w_o  # (n_q, h * d_v) @ (h * d_v, d) -> (n_q, d)


if __name__ == "__main__":
    rows = np.arange(12).reshape(2, 6)
    print("head 0 of 3, split  ", *split(rows, 3)[0])
    print("head 0 of 3, reshape", *rows.reshape(3, 2, 2)[0], "scrambled")

    query = np.array([[20, 0, 0, 20]])  # its first half asks for entry 0, its second for 1
    keys = np.array([[1, 0, 1, 0], [0, 1, 0, 1]])  # the same two entries for both halves
    values = np.array([[10, 10], [5, 5]])
    print("one head ", *multi_head(query, keys, values, np.eye(2), heads=1).round(3))
    print("two heads", *multi_head(query, keys, values, np.eye(2), heads=2).round(3))
    print("gate shut", *multi_head(query, keys, values, np.eye(2), heads=2, gates=[1, 0]).round(3))
