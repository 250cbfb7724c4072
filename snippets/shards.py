"""A dictionary in shards: whoever can map and reduce can look up."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.0, 2026-11-18. Python 3.11, NumPy 2.0 or newer. Explained at scale/

from concurrent.futures import ThreadPoolExecutor
from functools import partial, reduce

import numpy as np


def note(q, shard):
    """What a shard tells each query: its best score, the total and the blend of its entries."""
    keys, values = shard
    scores = q @ keys.T  # (n_q, n)
    best = scores.max(axis=1, keepdims=True)  # (n_q, 1)
    exponentials = np.exp(scores - best)  # (n_q, n)
    total = exponentials.sum(axis=1, keepdims=True)  # (n_q, 1)
    return best, total, exponentials @ values  # for each query, d_v + 2 numbers


def merge(a, b):
    """Two notes as one: both refer to the common best, then they are added."""
    best_a, total_a, blend_a = a
    best_b, total_b, blend_b = b
    best = np.maximum(best_a, best_b)
    shrink_a, shrink_b = np.exp(best_a - best), np.exp(best_b - best)  # 1 for the better
    return best, shrink_a * total_a + shrink_b * total_b, shrink_a * blend_a + shrink_b * blend_b


def lookup(q, shards, mapping=map):
    """Read every shard with the given map, merge the notes, divide once at the end."""
    _, total, blend = reduce(merge, mapping(partial(note, q), shards))
    return blend / total  # (n_q, d_v)


if __name__ == "__main__":
    tennis = np.array([[1.0, 1.0]])
    racket = np.array([[2.0, 1.0]]), np.array([[10.0]])
    ball_and_tree = np.array([[2.0, 0.0], [-1.0, 2.0]]), np.array([[5.0], [2.0]])
    shards = [racket, ball_and_tree]
    print("one after another ", lookup(tennis, shards).round(3))
    print("in another order  ", lookup(tennis, shards[::-1]).round(3))
    with ThreadPoolExecutor() as pool:
        print("in two threads    ", lookup(tennis, shards, pool.map).round(3))
