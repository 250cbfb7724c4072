"""Lines of softmax.py to write, and lines to put in order."""

from typing import Any

import numpy as np

from softlookup.kinds import faded, ordered


@faded(
    "softmax",
    "scores = np.asarray(scores, dtype=float)",
    asks=(
        "Make an array of whatever came in, so that differences of scores are what they should be."
    ),
    beliefs={
        "scores = np.asarray(scores)": (
            "integers subtract as well as floats. Small ones wrap around, and a gap changes its sign"
        ),
        "scores = scores": "a list can do what an array can",
        "scores = np.abs(np.asarray(scores, dtype=float))": (
            "a negative score must be made positive first. The exponential does that, and "
            "keeps the order"
        ),
    },
)
def numbers_in(softmax: Any) -> object:
    return softmax([3, -2, 1]), softmax(np.array([100, -100], dtype=np.int8))


@faded(
    "softmax",
    "shifted = scores - scores.max(axis=axis, keepdims=True)",
    asks=(
        "Move the scores so that the largest along the axis becomes 0. Each row of a "
        "table is a list of its own."
    ),
    beliefs={
        "shifted = scores": (
            "`exp` can take any score. It overflows, and infinity over infinity is not a number"
        ),
        "shifted = scores - scores.max()": "one maximum will do for the whole table. A row far below it underflows to zeros",
        "shifted = scores - scores.max(axis=axis)": (
            "NumPy remembers which axis is gone. Without `keepdims` the maxima do not stand "
            "beside their rows, and two do not fit three columns. Three would, and be wrong"
        ),
        "shifted = scores / scores.max(axis=axis, keepdims=True)": (
            "dividing by the largest changes as little as subtracting it. Softmax looks at "
            "gaps, and a factor changes them"
        ),
    },
)
def shifting(softmax: Any) -> object:
    return softmax([[3, 2, 1], [0, 5, 1000]]), softmax([2, 1])


@faded(
    "softmax",
    "exponentials = np.exp(shifted)",
    asks=(
        "Make every shifted score positive, in a way that keeps their order and turns "
        "gaps into ratios."
    ),
    beliefs={
        "exponentials = shifted": "scores can be shared out as they are",
        "exponentials = np.exp(scores)": "the shift was for show. Large scores overflow again",
        "exponentials = shifted**2": "any way to a positive number will do. A square turns the order round here",
        "exponentials = np.exp2(shifted)": (
            "the base does not matter. It does what a factor for the scores does, and that is"
            " a temperature"
        ),
    },
)
def raising(softmax: Any) -> object:
    return softmax([3, 2, 0]), softmax([1000, 999])


@faded(
    "softmax",
    "return exponentials / exponentials.sum(axis=axis, keepdims=True)",
    asks="Make shares of the exponentials, one whole for each row.",
    beliefs={
        "return exponentials": (
            "positive numbers are shares, and the best match counts whole. They have to sum to 1"
        ),
        "return exponentials / exponentials.sum()": "there is one whole for the table. Each query has its own",
        "return exponentials / exponentials.sum(axis=0, keepdims=True)": "columns are divided. Rows ask, so rows sum to 1",
    },
)
def sharing(softmax: Any) -> object:
    return softmax([[3, 2, 1], [0, 5, 1]])


@ordered(
    "softmax",
    first="scores = np.asarray",
    last="return exponentials /",
    asks="These are the lines of softmax.",
)
def shares() -> str:
    return (
        "Each line needs what the one before it made: floats, then gaps to the best, then"
        " positive numbers, then shares."
    )
