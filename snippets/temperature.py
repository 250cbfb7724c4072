"""One knob between taking the best match and averaging everything."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at temperature/

import numpy as np


def soften(scores, temperature):
    """Weights of the scores: sharp when the temperature is low, even when it is high."""
    if not temperature > 0:
        raise ValueError(f"temperature must be above 0, not {temperature}: for 0 use argmax")
    scores = np.asarray(scores, dtype=float)  # (..., n_k)
    shifted = scores - scores.max(axis=-1, keepdims=True)  # first: a tiny temperature is safe
    exponentials = np.exp(shifted / temperature)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def soft_lookup(query, keys, values, temperature=1):
    """The blend of all values at a temperature."""
    return soften(keys @ query, temperature) @ values  # () or (d_v,)


def entries_read(weights):
    """How many entries the weights amount to: 1 when one has all, n when all are even."""
    weights = np.asarray(weights, dtype=float)  # (n_k,)
    if weights.ndim != 1 or (weights < 0).any() or not np.isclose(weights.sum(), 1):
        raise ValueError(f"give one row of weights from 0 to 1 that sums to 1, not {weights}")
    present = weights[weights > 0]
    return np.exp(-np.sum(present * np.log(present)))  # exp of the entropy


if __name__ == "__main__":
    query = np.array([1.0, 1.0])  # tennis
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])  # racket, ball, tree
    values = np.array([10.0, 5.0, 2.0])

    print("temperature   output  entries read")
    for temperature in [0.1, 0.5, 1.0, 2.0, 10.0, np.inf]:
        output = soft_lookup(query, keys, values, temperature)
        count = entries_read(soften(keys @ query, temperature))
        print(f"{temperature:11}  {output:7.4f}  {count:12.2f}")
