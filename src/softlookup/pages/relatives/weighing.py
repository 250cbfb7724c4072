"""Other ways from scores to weights: softmax and sparsemax as ends of one family, and the sigmoid."""

import numpy as np

from softlookup.examples import Vector


def entmax(scores: Vector, alpha: float) -> Vector:
    """The weights of the family: alpha towards 1 is softmax, 2 is sparsemax. Found by halving."""
    stretched = (alpha - 1) * scores
    low, high = stretched.max() - 1, stretched.max()
    for _ in range(60):
        threshold = (low + high) / 2
        weights = np.maximum(stretched - threshold, 0) ** (1 / (alpha - 1))
        if weights.sum() > 1:
            low = threshold
        else:
            high = threshold
    found: Vector = weights / weights.sum()
    return found


def sigmoids(scores: Vector) -> Vector:
    """Each entry judged alone, with the bias −ln n, so that scores of 0 make a total of nearly 1."""
    weights: Vector = 1 / (1 + len(scores) * np.exp(-scores))
    return weights
