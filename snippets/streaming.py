"""The same answer in one pass: keep the best score, the total and the blend, and correct them."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at streaming/

import numpy as np

NOTHING = (-np.inf, 0.0, 0.0)  # best score, total of the exponentials, their weighted sum


def absorb(state, score, value):
    """Take in one entry; when it beats the best, shrink what was collected before."""
    best, total, blend = state
    if score == -np.inf:
        return state  # may not be read
    new_best = max(best, score)
    shrink = np.exp(best - new_best)  # 1 if the best stays the best
    exponential = np.exp(score - new_best)  # 1 if this entry is the new best
    return new_best, shrink * total + exponential, shrink * blend + exponential * value


def finish(state):
    """The weighted average of all that was absorbed; 0 when that was nothing."""
    _, total, blend = state
    return blend / total if total > 0 else blend


def soft_lookup(query, keys, values):
    """A soft lookup that sees one entry at a time, in any order."""
    state = NOTHING
    for key, value in zip(keys, values, strict=True):
        state = absorb(state, key @ query, value)
    return finish(state)  # () or (d_v,); a plain 0 if there was nothing to read


if __name__ == "__main__":
    query = np.array([1.0, 1.0])  # tennis
    keys = np.array([[-1.0, 2.0], [2.0, 0.0], [2.0, 1.0]])  # tree, ball, racket
    values = np.array([2.0, 5.0, 10.0])

    print(" best   total    blend   answer so far")
    state = NOTHING
    for key, value in zip(keys, values, strict=True):
        state = absorb(state, key @ query, value)
        print("{:5.1f}  {:6.3f}  {:7.3f}".format(*state), f"{finish(state):15.3f}")
    print("backwards:", round(soft_lookup(query, keys[::-1], values[::-1]), 3))
