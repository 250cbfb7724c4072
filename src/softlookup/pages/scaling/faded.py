"""Lines of scaling.py to write, and lines to put in order."""

from typing import Any

import numpy as np

from softlookup.kinds import faded, ordered


@faded(
    "scaling",
    "scale = 1 / np.sqrt(keys.shape[-1])",
    asks=(
        "If no scale is given, take the one that keeps the spread of random scores at 1, "
        "however wide the keys are."
    ),
    beliefs={
        "scale = 1 / keys.shape[-1]": "the scores grow with the width. Their spread grows with its root",
        "scale = np.sqrt(keys.shape[-1])": "the root multiplies the scores. It has to undo their growth",
        "scale = 1 / np.sqrt(keys.shape[0])": (
            "it is the number of keys that makes scores large. It is the number of products "
            "in a score, the width"
        ),
        "scale = 1 / np.linalg.norm(keys)": (
            "the scores are divided by the length of the keys. Without an axis that is one length for "
            "the whole table, and it grows with the number of keys"
        ),
    },
)
def rooting(scaled_scores: Any) -> object:
    keys = np.arange(12.0).reshape(3, 4)
    return scaled_scores(np.ones((2, 4)), keys)


@faded(
    "scaling",
    "return scale * (queries @ keys.mT)",
    asks="Score every query with every key, and apply the scale once.",
    beliefs={
        "return (queries @ keys.mT) / scale": "the scale is what one divides by. Here it is 1/√d already",
        "return (scale * queries) @ (scale * keys).mT": "queries and keys are scaled both. Then the division by the root happens twice",
        "return scale + queries @ keys.mT": "a shift tames scores as well as a factor. Softmax does not notice a shift",
        "return queries @ keys.mT": (
            "softmax takes care of large scores. It takes care of overflow, and not of sharpness"
        ),
    },
)
def applying(scaled_scores: Any) -> object:
    keys = np.arange(12.0).reshape(3, 4)
    return scaled_scores(np.ones((2, 4)), keys), scaled_scores(np.ones((2, 4)), keys, scale=3.0)


@faded(
    "scaling",
    "weights = softmax(scores)",
    asks="Make weights of the scaled scores.",
    beliefs={
        "weights = softmax(scores) / np.sqrt(d_k)": (
            "the root divides the weights. They would no longer sum to 1, and be no less sharp"
        ),
        "weights = softmax(queries @ keys.mT)": "the scale can be left out where weights are made",
        "weights = scores": "scores are weights. They sum to nothing in particular",
    },
)
def weighing(measure: Any) -> object:
    return measure(16, draws=20)[1]


@faded(
    "scaling",
    "slope = np.sum(weights * (1 - weights), axis=-1)",
    asks=(
        "Add up, over the keys, how far each weight moves when its own score is nudged: a"
        " share of $a(1 - a)$."
    ),
    beliefs={
        "slope = np.sum(weights * weights, axis=-1)": (
            "the more weight, the more it moves. A weight near 1 can hardly move, because its"
            " score has already won"
        ),
        "slope = np.sum(weights, axis=-1)": "a weight moves in proportion to itself. The sum would be 1, whatever the weights",
        "slope = np.sum(1 - weights, axis=-1)": (
            "what is left over moves. A weight of 0 has all left over, and does not move either"
        ),
    },
)
def nudging(measure: Any) -> object:
    return measure(16, draws=20)[2]


@ordered(
    "scaling",
    first='print("           unscaled',
    last="print(row.format",
    asks="These lines print a table with one row for each width.",
)
def a_table() -> str:
    return (
        "Two lines of heading, then the loop, and inside it the measurements before they "
        "are printed."
    )
