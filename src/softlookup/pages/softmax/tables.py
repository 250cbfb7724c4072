"""Tables of the page on softmax."""

import math

import numpy as np

from softlookup.examples import WORDS
from softlookup.pages.softmax import numbers
from softlookup.pages.softmax.numbers import (
    exponential_sum,
    exponentials,
    ratios,
    scores,
    tree_scores,
    weights,
)
from softlookup.steps.softmax import softmax
from softlookup.write import named, number, percent, table


def by_hand() -> str:
    """Score, exponential, weight, and the ratio to the next weight."""
    rows: list[list[str]] = [
        [
            f"**{word}**",
            named(f"softmax.scores[{word}]", number(scores[word], 0)),
            named(f"softmax.exponentials[{word}]", number(exponentials[word])),
            named(f"softmax.weights[{word}]", number(weights[word])),
            named(f"softmax.ratios[{word}]", number(ratios[word])) if word in ratios else "",
        ]
        for word in WORDS
    ]
    raised = named("softmax.exponential_sum", number(exponential_sum))
    total = ["sum", "", raised, number(sum(weights.values())), ""]
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
    ways = {"divide by the sum": "linear", "winner takes all": "winner", "softmax": "weights"}
    asked = ", ".join(named(f"softmax.scores[{word}]", number(scores[word], 0)) for word in WORDS)
    rows = []
    for way, name in ways.items():
        shares = getattr(numbers, name)
        cells = [named(f"softmax.{name}[{word}]", number(shares[word])) for word in WORDS]
        rows.append([asked, way, *cells])
    other = np.array(list(tree_scores.values()))
    by_tree = [other / other.sum(), np.eye(len(other))[other.argmax()], softmax(other)]
    for way, found in zip(ways, by_tree, strict=True):
        rows.append([", ".join(number(s, 0) for s in other), way, *map(number, found)])
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
