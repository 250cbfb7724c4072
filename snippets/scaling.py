"""Divide the scores by √d_k, and the softmax stays where it can learn, however wide the keys."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.3, 2026-11-18. Python 3.11, NumPy 2.0 or newer. Explained at scaling/

import numpy as np


def scaled_scores(queries, keys, scale=None):
    """Dot products times a scale: 1/√d_k unless another is given."""
    if scale is None:
        scale = 1 / np.sqrt(keys.shape[-1])
    return scale * (queries @ keys.mT)  # (..., n_q, n_k)


def softmax(scores):
    """Shares along the last axis."""
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def measure(d_k, scale=None, draws=400, n_k=8):
    """Random lookups: the spread of the scores, the top weight, how far scores move weights."""
    random = np.random.default_rng(0)
    queries = random.normal(size=(draws, 1, d_k))
    keys = random.normal(size=(draws, n_k, d_k))
    scores = scaled_scores(queries, keys, scale)  # (draws, 1, n_k)
    weights = softmax(scores)  # (draws, 1, n_k)
    slope = np.sum(weights * (1 - weights), axis=-1)  # all slopes together, one for each weight
    return scores.std(), weights.max(axis=-1).mean(), slope.mean()


if __name__ == "__main__":
    print("           unscaled             divided by √d_k")
    print("  d_k  spread   top  slope    spread   top  slope")
    for d_k in [4, 16, 64, 256]:
        plain, divided = measure(d_k, scale=1), measure(d_k)
        row = "{:5}  {:6.1f}  {:.2f}   {:.2f}    {:6.1f}  {:.2f}   {:.2f}"
        print(row.format(d_k, *plain, *divided))
