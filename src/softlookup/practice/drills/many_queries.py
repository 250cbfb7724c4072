"""Exercises without end for the page on many queries."""

import math
from random import Random

from softlookup import lookup
from softlookup.practice.drill import Drawn, drill


@drill(
    "Along the right axis",
    asks="Rows ask, columns answer. These are the scores of two queries with two keys, whose values are {v1} "
    "and {v2}. What does the second query get, to two decimals?",
    given=(
        ("", "key 1", "key 2"),
        ("query 1", "ln {a}", "ln {b}"),
        ("query 2", "ln {c}", "ln {d}"),
    ),
    decimals=2,
    steps=(
        "The second query has the second row, and softmax goes along it: {c} / {row} and {d} / {row}.",
        "({c} × {v1} + {d} × {v2}) / {row} = {answer}.",
    ),
)
def along_the_row(draw: Random) -> Drawn | None:
    a, b, c, d = (draw.randint(1, 9) for _ in range(4))
    v1, v2 = draw.sample(range(1, 13), 2)
    scores = [[math.log(a), math.log(b)], [math.log(c), math.log(d)]]
    read = lookup.attention(scores, [[1, 0], [0, 1]], [[v1], [v2]], scale=1)
    return Drawn(
        {"a": a, "b": b, "c": c, "d": d, "v1": v1, "v2": v2, "row": c + d},
        answer=(c * v1 + d * v2) / (c + d),
        oracle=float(read[1, 0]),
        wrong={
            "that goes down the columns; then the weights of a query need not sum to 1.": c
            * v1
            / (a + c)
            + d * v2 / (b + d),
            "that is what the first query gets.": (a * v1 + b * v2) / (a + b),
            "that reads the second column as if it were the second row.": (b * v1 + d * v2)
            / (b + d),
            "that takes one softmax over all four scores.": (c * v1 + d * v2) / (a + b + c + d),
        },
    )
