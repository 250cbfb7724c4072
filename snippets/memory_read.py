"""Ask, add the answer to the question, ask again: a memory read in several hops."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at relatives/

import numpy as np


def soft_lookup(query, keys, values):
    """The blend of the values, each counted by how well its key matches."""
    scores = keys @ query  # (n_k,)
    exponentials = np.exp(scores - scores.max())
    weights = exponentials / exponentials.sum()  # (n_k,)
    return weights @ values  # (d,)


def memory_read(query, keys, values, hops=1):
    """The answer after some hops; each hop knows what the last one found."""
    if hops < 1:
        raise ValueError(f"hops must be 1 or more, not {hops}")
    if hops > 1 and np.shape(values)[1:] != np.shape(query):
        shapes = f"{np.shape(values)} and {np.shape(query)}"
        raise ValueError(f"to hop, values must be as wide as the query, not {shapes}")
    answer = soft_lookup(query, keys, values)  # (d,)
    for _ in range(hops - 1):
        query = query + answer  # a new array: the caller keeps the first question
        answer = soft_lookup(query, keys, values)
    return answer


if __name__ == "__main__":
    names = ["milk", "Ann", "kitchen"]
    milk, ann, kitchen = np.eye(3)
    keys = np.array([milk, ann])  # two facts: who has the milk, where Ann is
    values = 10 * np.array([ann, kitchen])  # long vectors: the next hop hears them best

    for hops in [1, 2]:
        answer = memory_read(5 * milk, keys, values, hops)
        print(f"Where is the milk? Hop {hops}: {names[answer.argmax()]}", (answer / 10).round(3))
