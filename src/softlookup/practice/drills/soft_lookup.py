"""Exercises without end for the page on soft lookup."""

import math
from random import Random

import numpy as np

from softlookup import lookup
from softlookup.interactive import short
from softlookup.practice.drill import Drawn, drill

_TABLE = (
    ("key", "value"),
    ("{k1}", "{v1}"),
    ("{k2}", "{v2}"),
    ("{k3}", "{v3}"),
)


@drill(
    "The whole lookup",
    asks="The query is {q}. What does the soft lookup return, to two decimals? (Scores are not divided.)",
    given=_TABLE,
    decimals=2,
    steps=(
        "Score: the dot products are {s1}, {s2} and {s3}.",
        "Weigh: less the largest, their exponentials are {e1}, {e2} and {e3}, together "
        "{total}; so the weights are {w1}, {w2} and {w3}.",
        "Blend: {w1} × {v1} + {w2} × {v2} + {w3} × {v3} ≈ {answer}.",
    ),
)
def whole_lookup(draw: Random) -> Drawn | None:
    query = [draw.randint(-2, 2) for _ in range(2)]
    keys = [[draw.randint(-2, 3) for _ in range(2)] for _ in range(3)]
    values = draw.sample(range(1, 16), 3)
    scores = [q[0] * query[0] + q[1] * query[1] for q in keys]
    if len(set(scores)) < 3 or max(scores) - min(scores) > 4 or sum(scores) == 0:
        return None
    grown = [math.exp(score - max(scores)) for score in scores]
    weights = [one / sum(grown) for one in grown]
    ranked = [values[i] for i in np.argsort([-score for score in scores])]
    linear = sum(s * v for s, v in zip(scores, values, strict=True))
    return Drawn(
        {
            "q": query,
            **{f"k{i}": key for i, key in enumerate(keys, start=1)},
            **{f"v{i}": value for i, value in enumerate(values, start=1)},
            **{f"s{i}": score for i, score in enumerate(scores, start=1)},
            **{f"e{i}": short(one, 3) for i, one in enumerate(grown, start=1)},
            **{f"w{i}": short(weight, 3) for i, weight in enumerate(weights, start=1)},
            "total": short(sum(grown), 3),
        },
        answer=sum(w * v for w, v in zip(weights, values, strict=True)),
        oracle=float(lookup.soft_lookup(query, keys, values)),
        wrong={
            "that is the best match alone.": ranked[0],
            "that is everyone counted the same.": sum(values) / 3,
            "that is the two best averaged, the third dropped.": (ranked[0] + ranked[1]) / 2,
            "that divides each score by their sum, without exponentials.": linear / sum(scores),
            "that divides the scores by √2 first, which this lookup does not.": float(
                lookup.soft_lookup(query, keys, values, math.sqrt(2))
            ),
            "that adds scores times values, and never makes shares of them.": linear,
        },
    )


@drill(
    "A blend in the head",
    asks="Three entries score ln {a}, ln {b} and ln {c}, and their values are {v1}, {v2} and {v3}. What "
    "does the soft lookup return?",
    decimals=2,
    steps=(
        "The exponentials are {a}, {b} and {c}, together {total}.",
        "{a} × {v1} + {b} × {v2} + {c} × {v3} = {sum}.",
        "{sum} / {total} = {answer}.",
    ),
)
def in_the_head(draw: Random) -> Drawn | None:
    parts = draw.sample(range(1, 10), 3)
    values = draw.sample(range(1, 21), 3)
    blended = sum(p * v for p, v in zip(parts, values, strict=True))
    if blended * 10 % sum(parts):
        return None
    scores = [math.log(part) for part in parts]
    by_score = sum(s * v for s, v in zip(scores, values, strict=True)) / sum(scores)
    return Drawn(
        {
            **dict(zip("abc", parts, strict=True)),
            **{f"v{i}": value for i, value in enumerate(values, start=1)},
            "total": sum(parts),
            "sum": blended,
        },
        answer=blended / sum(parts),
        oracle=float(lookup.soft_lookup([1.0], [[score] for score in scores], values)),
        wrong={
            "that is the best match alone.": values[parts.index(max(parts))],
            "that is everyone counted the same.": sum(values) / 3,
            "that weighs by the scores themselves, without exponentials.": by_score,
            "that never divides by the total; weights sum to 1.": blended,
        },
    )
