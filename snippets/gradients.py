"""Every part of a soft lookup can learn: query, keys and values all have a slope."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0 or newer. Explained at gradients/

import numpy as np


def read_weights(query, keys):
    """How much of each entry the query reads."""
    scores = keys @ query  # (n_k,)
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum()  # (n_k,)


def gradients(query, keys, values, upstream=1.0):
    """How a loss moves with query, keys and values; upstream says how it moves with the output."""
    weights = read_weights(query, keys)
    output = weights @ values  # () or (d_v,)
    if np.shape(upstream) != output.shape:
        shapes = f"{output.shape}, not {np.shape(upstream)}"
        raise ValueError(f"upstream must have the shape of the output, {shapes}")
    pull = np.dot(values - output, upstream)  # (n_k,)  what more of each entry would do
    by_score = weights * pull  # (n_k,)  an entry without weight cannot pull
    by_query = by_score @ keys  # (d_k,)
    by_keys = np.outer(by_score, query)  # (n_k, d_k)
    by_values = np.multiply.outer(weights, upstream)  # (n_k,) or (n_k, d_v)
    return by_query, by_keys, by_values


def nudge(function, array, step=1e-5):
    """The slope by trial: move each number both ways and see what the function does."""
    slopes = np.zeros(array.shape)
    for place in np.ndindex(array.shape):
        move = np.zeros(array.shape)
        move[place] = step
        slopes[place] = (function(array + move) - function(array - move)) / (2 * step)
    return slopes


if __name__ == "__main__":
    query = np.array([1.0, 1.0])  # tennis
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])  # racket, ball, tree
    values = np.array([10.0, 5.0, 2.0])

    by_query, by_keys, by_values = gradients(query, keys, values)
    query_by_trial = nudge(lambda moved: read_weights(moved, keys) @ values, query)
    keys_by_trial = nudge(lambda moved: read_weights(query, moved) @ values, keys)
    print("query  by formula", by_query.round(3))
    print("       by trial  ", query_by_trial.round(3))
    print("keys   agree:", np.allclose(by_keys, keys_by_trial))
    print("values by formula", by_values.round(3), "the weights themselves")
