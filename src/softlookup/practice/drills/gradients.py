"""Exercises without end for the page on gradients."""

import math
from random import Random

from softlookup import lookup
from softlookup.interactive import short
from softlookup.practice.drill import Drawn, drill


def _tenths(draw: Random) -> list[float]:
    """Three weights that sum to 1."""
    first = draw.randint(1, 7)
    second = draw.randint(1, 9 - first)
    return [x / 10 for x in (first, second, 10 - first - second)]


@drill(
    "A value rises",
    asks="Three entries score ln {a}, ln {b} and ln {c}. The value of the second rises by {rise}. By how much does the "
    "answer rise?",
    decimals=3,
    steps=(
        "The answer is the sum of weights times values, so a value counts by its weight.",
        "The second weight is {b} / {total}.",
        "{b} / {total} × {rise} = {answer}.",
    ),
)
def value_rises(draw: Random) -> Drawn | None:
    parts = draw.sample(range(1, 10), 3)
    rise = draw.randint(2, 9)
    keys = [[math.log(part)] for part in parts]
    before, after = ([5.0, second, 2.0] for second in (1.0, 1.0 + rise))
    moved = float(lookup.soft_lookup([1.0], keys, after)) - float(
        lookup.soft_lookup([1.0], keys, before)
    )
    share = parts[1] / sum(parts)
    return Drawn(
        {**dict(zip("abc", parts, strict=True)), "rise": rise, "total": sum(parts)},
        answer=share * rise,
        oracle=moved,
        wrong={
            "that is the rise itself, as if the entry were read alone.": rise,
            "that shares the rise evenly among the three.": rise / 3,
            "that is the weight, for a rise of 1.": share,
            "that uses the slope of softmax; the weights do not move when a value does.": share
            * (1 - share)
            * rise,
        },
    )


@drill(
    "A score rises",
    asks="The weights are {a1}, {a2} and {a3}, the values {v1}, {v2} and {v3}. What is the slope of the answer by the "
    "first score?",
    decimals=3,
    steps=(
        "The answer is {output}.",
        "A rising score draws the answer towards its own value, by its weight: {a1} × ({v1} − {output}).",
        "That is {answer}.",
    ),
)
def score_rises(draw: Random) -> Drawn | None:
    weights = _tenths(draw)
    values = draw.sample(range(1, 16), 3)
    output = sum(w * v for w, v in zip(weights, values, strict=True))
    keys = [[math.log(weight)] for weight in weights]
    slopes = lookup.soft_lookup_gradients([1.0], keys, values)
    if abs(values[0] - output) < 0.2:
        return None
    return Drawn(
        {
            **{f"a{i}": short(weight) for i, weight in enumerate(weights, start=1)},
            **{f"v{i}": value for i, value in enumerate(values, start=1)},
            "output": short(output),
        },
        answer=weights[0] * (values[0] - output),
        oracle=float(slopes.keys[0, 0]),
        wrong={
            "that forgets what the others lose: the answer is subtracted first.": weights[0]
            * values[0],
            "that forgets the weight.": values[0] - output,
            "that has the sign of a step downhill.": -weights[0] * (values[0] - output),
            "that lets only its own share move; the others shrink too.": weights[0]
            * (1 - weights[0])
            * values[0],
        },
    )
