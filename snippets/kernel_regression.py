"""Average the measurements, the near ones most: kernel regression is a soft lookup."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at relatives/

import numpy as np


def blend(scores, values):
    """The values averaged by the softmax of the scores."""
    exponentials = np.exp(scores - np.max(scores))
    weights = exponentials / exponentials.sum()  # (n_k,)
    return weights @ values


def kernel_regression(x, places, heights, bandwidth=1.0):
    """Guess the height at x: weights fall with the squared distance (Nadaraya and Watson)."""
    if np.ndim(x) or not bandwidth > 0:
        raise ValueError(f"give one place and a bandwidth above 0, not {x} and {bandwidth}")
    distances = (x - places) / bandwidth  # (n_k,)
    return blend(-(distances**2) / 2, heights)


def as_attention(x, places, heights, bandwidth=1.0):
    """The same guess by dot products, for places near 0: x² is in all scores, so it changes nothing."""
    query = np.array([x, 1.0]) / bandwidth**2  # (2,)
    keys = np.stack([places, -(places**2) / 2], axis=1)  # (n_k, 2)
    return blend(keys @ query, heights)


if __name__ == "__main__":
    places = np.array([0.0, 1.0, 2.0, 3.0])
    heights = places**2  # measured on the curve x²

    print("bandwidth  guess at 1.5  as attention   (the curve: 2.25)")
    for bandwidth in [0.1, 0.5, 1.0, 10.0]:
        guess = kernel_regression(1.5, places, heights, bandwidth)
        again = as_attention(1.5, places, heights, bandwidth)
        print(f"{bandwidth:9}  {guess:12.3f}  {again:12.3f}")
