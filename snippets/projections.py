"""One vector, three roles: learned matrices make it a query, a key and a value."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at projections/

import numpy as np


def read_weights(queries, keys):
    """Who reads how much of what, by scaled scores."""
    scores = queries @ keys.mT / np.sqrt(keys.shape[-1])  # (n_q, n_k)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def cross_attention(readers, sources, w_q, w_k, w_v):
    """The readers ask; the sources answer."""
    queries = readers @ w_q  # (n_q, d) @ (d, d_k) -> (n_q, d_k)  what each one looks for
    keys = sources @ w_k  # (n_k, d) @ (d, d_k) -> (n_k, d_k)  how each one is found
    values = sources @ w_v  # (n_k, d) @ (d, d_v) -> (n_k, d_v)  what each one tells
    return read_weights(queries, keys) @ values  # (n_q, d_v)


def self_attention(tokens, w_q, w_k, w_v):
    """Every token asks all tokens, itself included."""
    return cross_attention(tokens, tokens, w_q, w_k, w_v)


if __name__ == "__main__":
    words = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])  # racket, ball, tree
    tennis = np.array([[1.0, 1.0]])
    w_q = np.array([[0.0, 2.0], [0.0, 0.0]])  # the more sport, the more it looks for outdoors
    w_k = np.eye(2)  # found by what it is
    w_v = np.array([[1.0], [0.0]])  # tells only how much sport it is

    print("racket, ball and tree (rows) read racket, ball and tree (columns):")
    print(read_weights(words @ w_q, words @ w_k).round(3))
    print("self: ", self_attention(words, w_q, w_k, w_v).ravel().round(3))
    print("cross:", cross_attention(tennis, words, w_q, w_k, w_v).ravel().round(3))
