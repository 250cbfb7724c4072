"""Tables of the page on softmax."""

import math
from itertools import pairwise

import numpy as np

from softlookup.examples import SCORES, WORDS
from softlookup.pages.softmax.numbers import exponentials, tree_scores, weights
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent, table


def by_hand() -> str:
    """Score, exponential, weight, and the ratio to the next weight."""
    shares = list(weights.values())
    ratios = [number(share / after) for share, after in pairwise(shares)] + [""]
    rows: list[list[str]] = [
        [
            f"**{word}**",
            number(score, 0),
            number(exponentials[word]),
            number(weights[word]),
            ratio,
        ]
        for word, score, ratio in zip(WORDS, SCORES, ratios, strict=True)
    ]
    total = ["sum", "", number(sum(exponentials.values())), number(sum(shares)), ""]
    return table(["entry", "score", "e to the score", "weight", "times the next"], [*rows, total])


def gaps() -> str:
    """How a gap between two scores divides their weight."""
    rows = []
    for gap in (0, 1, 2, 3, 5, 10):
        ahead, behind = softmax([gap, 0])
        rows.append([gap, number(math.exp(gap), 1), percent(ahead, 3), percent(behind, 3)])
    return table(
        ["gap of scores", "ratio of weights", "the one ahead", "the one behind"], rows, "rrrr"
    )


def attempts() -> str:
    """Three ways to share, on scores that are all positive and on scores that are not."""
    rows = []
    for scores in (SCORES, np.array(list(tree_scores.values()))):
        name = ", ".join(number(score, 0) for score in scores)
        shares = {
            "divide by the sum": scores / scores.sum(),
            "winner takes all": np.eye(len(scores))[scores.argmax()],
            "softmax": softmax(scores),
        }
        for way, found in shares.items():
            rows.append([name, way, *[number(share) for share in found]])
    return table(["scores", "way", *WORDS], rows, align="llrrr")


def floats() -> str:
    """Where exp overflows, and where a weight becomes exactly 0 or 1, by the kind of float."""
    rows = []
    for kind in ("float16", "float32", "float64"):
        info = np.finfo(kind)
        # Half of the smallest float still rounds up to it; anything less becomes 0.
        vanishes = -math.log(float(info.smallest_subnormal)) + math.log(2)
        # 1 + x is 1 when x is below half of the spacing above 1.
        drowns = -math.log(float(info.eps) / 2)
        overflows = math.log(float(info.max))
        gaps = [number(limit, 1) for limit in (drowns, vanishes)]
        rows.append([f"`{kind}`", number(overflows, 2), *gaps])
    return table(["float", "exp overflows above", "1 beyond a gap of", "0 beyond a gap of"], rows)
