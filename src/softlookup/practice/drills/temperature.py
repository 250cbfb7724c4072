"""Exercises without end for the page on temperature."""

import math
from random import Random

from softlookup import lookup
from softlookup.practice.drill import Drawn, drill


@drill(
    "Shares at another temperature",
    asks="At temperature 1 three weights are as {a} to {b} to {c}. Which share has the first at temperature "
    "{temperature}?",
    decimals=3,
    steps=(
        "Dividing the scores by {temperature} takes every ratio to the power of {power}.",
        "So the weights are as {a2} to {b2} to {c2}, together {total}.",
        "{a2} / {total} = {answer}.",
    ),
)
def another_temperature(draw: Random) -> Drawn | None:
    roots = draw.sample(range(1, 10), 3)
    warm = draw.choice((True, False))
    before = [root**2 for root in roots] if warm else roots
    after = roots if warm else [root**2 for root in roots]
    temperature = 2.0 if warm else 0.5
    scores = [math.log(part) for part in before]
    return Drawn(
        {
            **dict(zip("abc", before, strict=True)),
            **{f"{name}2": part for name, part in zip("abc", after, strict=True)},
            "temperature": "2" if warm else "½",
            "power": "½" if warm else "2",
            "total": sum(after),
        },
        answer=after[0] / sum(after),
        oracle=float(lookup.softmax(scores, temperature)[0]),
        wrong={
            "that is no change; the gaps are divided by the temperature.": before[0] / sum(before),
            "that goes the other way: warmer is more even, colder more decided.": float(
                lookup.softmax(scores, 1 / temperature)[0]
            ),
            "that is an even share, for which it must be infinitely warm.": 1 / 3,
            "that divides the weight by the temperature; the scores are divided.": before[0]
            / sum(before)
            / temperature,
        },
    )


@drill(
    "The answer at another temperature",
    asks="At temperature 1 two entries have the weights {p1} and {p2}; their values are {v1} and {v2}. What is the "
    "answer at temperature ½, to two decimals?",
    decimals=2,
    steps=(
        "The first weight is {ratio} times the second.",
        "At temperature ½ the gap is twice as large, so that is {square} times.",
        "({square} × {v1} + {v2}) / ({square} + 1) = {answer}.",
    ),
)
def another_answer(draw: Random) -> Drawn | None:
    ratio = draw.choice((1.5, 2, 3, 4, 9))
    v1, v2 = draw.sample(range(1, 21), 2)
    keys = [[math.log(ratio)], [0.0]]
    now = (ratio * v1 + v2) / (ratio + 1)
    root = math.sqrt(ratio)
    return Drawn(
        {
            "p1": f"{ratio / (ratio + 1):.3g}",
            "p2": f"{1 / (ratio + 1):.3g}",
            "v1": v1,
            "v2": v2,
            "ratio": ratio,
            "square": ratio**2,
        },
        answer=(ratio**2 * v1 + v2) / (ratio**2 + 1),
        oracle=float(lookup.soft_lookup([1.0], keys, [v1, v2], 0.5)),
        wrong={
            "that is no change; half the temperature doubles the gap.": now,
            "that is temperature 2; colder is more decided, not less.": (root * v1 + v2)
            / (root + 1),
            "that is the best match alone, for which it must be coldest.": v1,
            "that is the mean, for which it must be infinitely warm.": (v1 + v2) / 2,
            "that doubles the ratio; doubling the gap squares it.": (2 * ratio * v1 + v2)
            / (2 * ratio + 1),
        },
    )
