"""Exercises without end for the page on similarity."""

import math
from random import Random

from softlookup import lookup
from softlookup.interactive import short
from softlookup.practice.drill import Drawn, drill

# Vectors whose length is a whole number.
_WHOLE = ((3, 4), (4, 3), (6, 8), (8, 6), (5, 12), (12, 5), (8, 15), (15, 8), (9, 12), (12, 9))


def _factor(number: int) -> str:
    return f"({short(number)})" if number < 0 else short(number)


@drill(
    "A dot product with signs",
    asks="What is the dot product of {q} and {k}?",
    steps=(
        "Multiply the numbers that stand in the same place: {products}.",
        "Add: {answer}.",
    ),
)
def with_signs(draw: Random) -> Drawn | None:
    q, k = ([draw.choice((-4, -3, -2, -1, 1, 2, 3, 4, 5)) for _ in range(3)] for _ in range(2))
    products = [a * b for a, b in zip(q, k, strict=True)]
    if not 0 < sum(product < 0 for product in products) < 3:
        return None
    return Drawn(
        {
            "q": q,
            "k": k,
            "products": ", ".join(
                f"{short(a)} × {_factor(b)} = {short(a * b)}" for a, b in zip(q, k, strict=True)
            ),
        },
        answer=sum(products),
        oracle=lookup.dot(q, k),
        wrong={
            "that drops the signs; where they differ, the product is negative.": sum(
                map(abs, products)
            ),
            "that multiplies the two sums; only numbers in the same place meet.": sum(q) * sum(k),
            "that adds up all six numbers, and multiplies nothing.": sum(q) + sum(k),
            "that leaves out the last pair.": sum(products[:2]),
        },
    )


@drill(
    "A cosine with whole lengths",
    asks="What is the cosine of {q} and {k}, to three decimals?",
    decimals=3,
    steps=(
        "Their dot product is {dot}.",
        "Their lengths are {lq} and {lk}.",
        "{dot} / ({lq} × {lk}) = {answer}.",
    ),
)
def whole_lengths(draw: Random) -> Drawn | None:
    q, k = (tuple(draw.choice((-1, 1)) * x for x in draw.choice(_WHOLE)) for _ in range(2))
    score = q[0] * k[0] + q[1] * k[1]
    lengths = [math.isqrt(x * x + y * y) for x, y in (q, k)]
    if score == 0 or abs(score) == lengths[0] * lengths[1]:
        return None
    return Drawn(
        {"q": q, "k": k, "dot": score, "lq": lengths[0], "lk": lengths[1]},
        answer=score / lengths[0] / lengths[1],
        oracle=lookup.cosine(q, k),
        wrong={
            "that is the dot product; a cosine divides by both lengths.": score,
            "that divides by one length only.": score / lengths[0],
            "that divides by the sum of the lengths; it is their product.": score / sum(lengths),
            "that is the sine of the angle.": abs(q[0] * k[1] - q[1] * k[0])
            / lengths[0]
            / lengths[1],
        },
    )
