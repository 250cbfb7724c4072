"""A mask says which entries exist for whom: True may be read, False is not there."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at masks/

import numpy as np


def places(n_q, n_k, alignment):
    """Where queries and keys stand on one line: first at first, or last at last."""
    if alignment not in ("upper left", "lower right"):
        raise ValueError(f"alignment must be 'upper left' or 'lower right', not {alignment!r}")
    first = 0 if alignment == "upper left" else n_k - n_q
    return first + np.arange(n_q)[:, None], np.arange(n_k)  # (n_q, 1), (n_k,)


def causal(n_q, n_k, alignment="upper left"):
    """Read your own place and what came before it."""
    query_place, key_place = places(n_q, n_k, alignment)
    return key_place <= query_place  # (n_q, n_k)


def window(n_q, n_k, reach, alignment="upper left"):
    """Read your own place and up to `reach` places to either side."""
    if reach < 0:
        raise ValueError(f"reach must be 0 or more, not {reach}")
    query_place, key_place = places(n_q, n_k, alignment)
    return abs(key_place - query_place) <= reach  # (n_q, n_k)


def padding(lengths, n_k):
    """Read the first entries of each dictionary; with heads, give lengths (batch, 1)."""
    return np.arange(n_k) < np.asarray(lengths)[..., None, None]  # (..., 1, n_k)


def masked_softmax(scores, may_read):
    """Weights over what may be read; all 0 when nothing may."""
    if np.asarray(may_read).dtype != bool:
        raise ValueError(f"may_read must be bool, True may be read; not {may_read!r}")
    scores = np.where(may_read, scores, -np.inf)  # select: adding or multiplying can leak
    best = scores.max(axis=-1, keepdims=True, initial=-np.inf)
    exponentials = np.exp(scores - np.where(best == -np.inf, 0, best))  # the best becomes 1
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.maximum(total, 1)  # a total below 1: nothing was read


if __name__ == "__main__":
    print("causal, upper left  ", *causal(2, 5).astype(int))
    print("causal, lower right ", *causal(2, 5, "lower right").astype(int))
    both = window(2, 5, 1, "lower right") & causal(2, 5, "lower right")
    print("and a window of 1   ", *both.astype(int))
    scores = np.array([3.0, 2.0, 1.0])  # tennis to racket, ball, tree
    print("tree is padding     ", *masked_softmax(scores, padding(2, 3)).round(3))
    print("tree scored 0       ", masked_softmax(scores * [1, 1, 0], True).round(3), "leaks")
    print("nothing to read     ", masked_softmax(scores, False))
