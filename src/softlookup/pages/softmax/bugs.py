"""Mistakes of the page on softmax."""

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, TENNIS, WORDS
from softlookup.kinds import bug


@bug(
    "exp of a large score",
    breaks="The weights are not a number, although shares of finite scores are numbers and sum to 1.",
    cure="Subtract the largest score first, which changes no weight and leaves no exponent above 0.",
)
@np.errstate(over="ignore", invalid="ignore")
def plain_exponential() -> object:
    scores = np.array([1000.0, 999.0])
    return np.exp(scores) / np.exp(scores).sum()  # inf / inf


@bug(
    "the same with real words and short floats",
    breaks="All weights are lost, at scores that look harmless.",
    cure="Subtract the largest score first, whatever the float.",
)
@np.errstate(over="ignore", invalid="ignore")
def short_floats() -> object:
    scores = (words.vectors(WORDS) @ words.vector("tennis")).astype(np.float16)
    exponentials = np.exp(scores)
    return f"scores {scores}, exp {exponentials}, weights {exponentials / exponentials.sum()}"


@bug(
    "one maximum for the whole table",
    breaks="A row is lost although its scores are small. What one query asks must not change what "
    "another gets.",
    cure="Take the maximum of each row: `scores.max(axis=-1, keepdims=True)`.",
)
@np.errstate(invalid="ignore")
def maximum_of_the_table() -> object:
    scores = np.array([[1000.0, 999.0], [1.0, 0.0]])  # (n_q, n_k)
    exponentials = np.exp(scores - scores.max())  # no axis: the first row decides for both
    return (exponentials / exponentials.sum(axis=-1, keepdims=True)).round(3)


@bug(
    "sums without keepdims",
    breaks="Rows do not sum to 1, and a weight exceeds 1. Column 1 was divided by the sum of row 1, "
    "column 2 by that of row 2: right on the diagonal alone.",
    cure="Keep the axis: `exponentials.sum(axis=-1, keepdims=True)` has the shape (3, 1).",
)
def lost_axis() -> object:
    queries = np.vstack([TENNIS, KEYS[2], np.zeros(2)])  # tennis, tree's key, nothing
    exponentials = np.exp(queries @ KEYS.T)  # (3, 3)
    weights = exponentials / exponentials.sum(axis=-1)  # (3, 3) / (3,): spread along the wrong axis
    return f"row sums {weights.sum(axis=-1).round(3)}, largest weight {weights.max():.3f}"
