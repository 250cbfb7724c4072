"""Exercises without end for the notebook on learning."""

import math
from random import Random

from softlookup import lookup
from softlookup.interactive import short
from softlookup.practice.drill import Drawn, drill


@drill(
    "One step downhill",
    asks="Three entries have the weights {a1}, {a2} and {a3} and the values {v1}, {v2} and {v3}. The answer should "
    "be {target}, and the loss is the square of the miss. What is the first value after one step with the "
    "rate {rate}?",
    decimals=2,
    steps=(
        "The answer is {output}, so it misses by {output} − {target} = {miss}.",
        "The slope of the loss by the first value is 2 × {miss} × {a1} = {slope}.",
        "A step goes against the slope: {v1} − {rate} × ({slope}) = {answer}.",
    ),
)
def one_step(draw: Random) -> Drawn | None:
    first = draw.choice((2, 3, 4, 5, 6))
    second = draw.randint(1, 9 - first)
    weights = [x / 10 for x in (first, second, 10 - first - second)]
    values = draw.sample(range(1, 13), 3)
    target, rate = draw.randint(1, 12), draw.choice((0.5, 1))
    output = sum(w * v for w, v in zip(weights, values, strict=True))
    miss = output - target
    if abs(miss) < 0.5:
        return None
    slope = 2 * miss * weights[0]
    keys = [[math.log(weight)] for weight in weights]
    column = [[value] for value in values]
    read = lookup.attention([[1.0]], keys, column, scale=1)
    found = lookup.attention_gradients(2 * (read - target), [[1.0]], keys, column, scale=1)
    return Drawn(
        {
            **{f"a{i}": short(weight) for i, weight in enumerate(weights, start=1)},
            **{f"v{i}": value for i, value in enumerate(values, start=1)},
            "target": target,
            "rate": short(rate),
            "output": short(output),
            "miss": short(miss),
            "slope": short(slope, 4),
        },
        answer=values[0] - rate * slope,
        oracle=float(values[0] - rate * found.values[0, 0]),
        wrong={
            "that goes uphill; a step goes against the slope.": values[0] + rate * slope,
            "that forgets the 2 of the square.": values[0] - rate * slope / 2,
            "that forgets the weight: a value moves as far as it was read.": values[0]
            - rate * 2 * miss,
            "that jumps to the target at once.": target,
        },
    )
