"""Exercises without end for the page on softmax."""

import math
from random import Random

from softlookup import lookup
from softlookup.interactive import short
from softlookup.practice.drill import Drawn, drill


@drill(
    "A share without a calculator",
    asks="Three scores are {shift} + ln {a}, {shift} + ln {b} and {shift} + ln {c}. Which share does the "
    "first get?",
    decimals=3,
    steps=(
        "The common {shift} changes no gap, so it can be left out.",
        "The exponential of ln {a} is {a}, and so on: {a}, {b} and {c}, together {total}.",
        "{a} / {total} = {answer}.",
    ),
)
def by_logarithms(draw: Random) -> Drawn | None:
    a, b, c = draw.sample(range(2, 13), 3)
    shift = draw.randint(1, 9)
    scores = [shift + math.log(x) for x in (a, b, c)]
    total = a + b + c
    return Drawn(
        {"shift": shift, "a": a, "b": b, "c": c, "total": total},
        answer=a / total,
        oracle=float(lookup.softmax(scores)[0]),
        wrong={
            "that divides the score by the sum of the scores, without exponentials.": scores[0]
            / sum(scores),
            "that compares with the others only; a share is of the whole.": a / (b + c),
            "that is an even share.": 1 / 3,
            "that gives the first everything.": 1,
            "that lets the shift count.": (a + shift) / (total + 3 * shift),
        },
    )


@drill(
    "Shifted, then multiplied",
    asks="One weight is {ratio} times another. Now {shift} is added to every score, and then every score "
    "is multiplied by {factor}. How many times the other is it now?",
    decimals=2,
    steps=(
        "The ratio of two weights is the exponential of the gap between their scores.",
        "Adding {shift} to both leaves the gap alone.",
        "Multiplying by {factor} makes the gap {factor} times as large, and takes the ratio to that power: "
        "{ratio}^{factor} = {answer}.",
    ),
)
def shifted_and_multiplied(draw: Random) -> Drawn | None:
    root = draw.randint(2, 9)
    factor = draw.choice((2, 3, 0.5))
    ratio = root**2 if factor == 0.5 else root
    shift = draw.randint(1, 12)
    scores = [(math.log(ratio) + shift) * factor, shift * factor]
    weights = lookup.softmax(scores)
    return Drawn(
        {"ratio": ratio, "shift": shift, "factor": short(factor)},
        answer=ratio**factor,
        oracle=float(weights[0] / weights[1]),
        wrong={
            "that multiplies the ratio; a factor on the scores is a power of the ratio.": ratio
            * factor,
            "that is no change; a shift does nothing, a factor does.": ratio,
            "that goes the other way.": ratio ** (1 / factor),
            "that adds the shift to the ratio.": ratio**factor + shift,
        },
    )
