"""Turn finite scores into shares from 0 to 1 that sum to 1 and keep their order."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at softmax/

import numpy as np


def softmax(scores, axis=-1):
    """The share of each score along an axis: exp(score) over the sum of all of them."""
    scores = np.asarray(scores, dtype=float)
    # A common shift changes no share. With the largest score at 0, exp cannot overflow.
    shifted = scores - scores.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)  # between 0 and 1
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


if __name__ == "__main__":
    print("scores  3  2  1      ->", softmax([3, 2, 1]).round(3))
    print("scores  103 102 101  ->", softmax([103, 102, 101]).round(3), " a shift changes nothing")
    print("scores  6  4  2      ->", softmax([6, 4, 2]).round(3), " a factor sharpens")
    print("scores  1000 999     ->", softmax([1000, 999]).round(3), " no overflow")
