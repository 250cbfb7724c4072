"""Exercises without end for the page on scaling."""

import math
from itertools import product
from random import Random

from softlookup import lookup
from softlookup.interactive import short
from softlookup.practice.drill import Drawn, drill

_ROOTS = (2, 3, 4, 5, 6, 8)


@drill(
    "What the division leaves of a lead",
    asks="Queries and keys have {width} numbers. Two keys have the dot products {high} and {low} with the query, "
    "and the scores are scaled as in a transformer. How many times the second weight is the first?",
    decimals=2,
    steps=(
        "The gap of the dot products is {gap}.",
        "Divided by √{width} = {root} it is {scaled}.",
        "The exponential of {scaled} is {answer}.",
    ),
)
def lead(draw: Random) -> Drawn | None:
    root = draw.choice(_ROOTS)
    gap = draw.randint(1, 9)
    low = draw.randint(1, 12)
    scaled = gap / root
    if not 0.5 <= scaled <= 3 or scaled * 4 % 1:
        return None
    query = [float(low), 1.0] + [0.0] * (root**2 - 2)
    keys = [[1.0, float(gap)] + [0.0] * (root**2 - 2), [1.0] + [0.0] * (root**2 - 1)]
    weights = lookup.attention_weights([query], keys)[0]
    return Drawn(
        {
            "width": root**2,
            "high": low + gap,
            "low": low,
            "gap": gap,
            "root": root,
            "scaled": short(scaled),
        },
        answer=math.exp(scaled),
        oracle=float(weights[0] / weights[1]),
        wrong={
            "that leaves the scores as they are; they are divided by the root of the width.": math.exp(
                gap
            ),
            "that divides by the width; it is the root of the width.": math.exp(gap / root**2),
            "that is the ratio of the scores; softmax looks at their gap.": (low + gap) / low,
            "that is the gap itself; its exponential is wanted.": scaled,
        },
    )


@drill(
    "How far scores spread",
    asks="All numbers of queries and keys are independent with mean 0. Those of queries have the standard "
    "deviation {a}, those of keys {b}, and there are {width} of each. What is the standard deviation of "
    "their dot product?",
    decimals=2,
    steps=(
        "One product has the standard deviation {a} × {b} = {one}, so its variance is {variance}.",
        "Variances of independent terms add up: {width} × {variance} = {sum}.",
        "The root of that is {one} × √{width} = {answer}.",
    ),
)
def spread(draw: Random) -> Drawn | None:
    root = draw.choice((2, 3, 4, 5, 6, 7, 8, 10, 12, 16))
    a, b = (draw.choice((0.5, 1, 1.5, 2, 3, 4)) for _ in range(2))
    if a * b * root * 2 % 1:  # the square would have more than two decimals
        return None
    # The oracle: every combination of the two signs of a query's number and of a key's.
    terms = [lookup.dot([x], [y]) for x, y in product((-a, a), (-b, b))]
    variance = sum(term**2 for term in terms) / len(terms)
    return Drawn(
        {
            "a": short(a),
            "b": short(b),
            "width": root**2,
            "one": short(a * b, 4),
            "variance": short((a * b) ** 2, 4),
            "sum": short(root**2 * (a * b) ** 2, 4),
        },
        answer=a * b * root,
        oracle=math.sqrt(root**2 * variance),
        wrong={
            "that adds up standard deviations; variances add up, so the root of the width counts.": a
            * b
            * root**2,
            "that is the spread of one term.": a * b,
            "that is the variance of the sum.": (a * b * root) ** 2,
            "that adds the two spreads; for products they are multiplied.": (a + b) * root,
        },
    )
