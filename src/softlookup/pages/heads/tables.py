"""Tables of the page on heads."""

import numpy as np

from softlookup.examples import AXES, KEYS, SCORES, TENNIS, VALUES, WEIGHTS, WORDS
from softlookup.pages.heads import numbers
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent, table


def by_head() -> str:
    """Tennis asks through one axis, through the other, and through both at once."""
    asked = [(f"head *{axis}*", KEYS[:, i] * TENNIS[i]) for i, axis in enumerate(AXES)]
    rows = []
    for name, scores in [*asked, ("one head", SCORES)]:
        weights = softmax(scores)
        listed = ", ".join(number(s, 0) for s in scores)
        rows.append([name, listed, *map(number, weights), number(weights @ VALUES)])
    return table(["who reads", "scores", *WORDS, "answer"], rows)


def real_heads() -> str:
    """Apple asks with its whole vector, and with four slices of it."""
    rows = []
    for i, weights in enumerate(numbers.readings):
        best = np.argsort(-weights)[:3]
        most = ", ".join(f"{numbers.others[j]} {percent(weights[j])}" for j in best)
        most = most.replace(" %", "\N{NO-BREAK SPACE}%")
        name = f"slice {i}" if i else "whole vector"
        shares = [percent(part[i]) for part in (numbers.devices, numbers.food)]
        rows.append([name, most, *shares, number(numbers.entries[i], 1)])
    return table(["head", "most of it from", "devices", "food", "entries read"], rows, "llrrr")


def gates() -> str:
    """The gate on the output beside the same factor on the scores."""
    weights, scores = WEIGHTS, SCORES
    rows = []
    for gate in (1.0, 0.5, 0.1, 0.0):
        output, other = gate * float(weights @ VALUES), softmax(gate * scores)
        sums = number((gate * weights).sum(), 1), number(other.sum(), 1)
        rows.append([number(gate, 1), sums[0], number(output), sums[1], number(other @ VALUES)])
    return table(
        [
            "factor",
            "on the output: weights sum to",
            "output",
            "on the scores: weights sum to",
            "output",
        ],
        rows,
    )


def memory() -> str:
    """What has to be kept of every token, by how many query heads share."""
    names = {32: "each its own", 8: "four share one", 1: "all share one"}
    rows = []
    for key_heads, name in names.items():
        each = f"{number(numbers.kept_bytes(key_heads) / 2**10, 0)} KiB"
        whole = f"{number(numbers.kept_bytes(key_heads, numbers.tokens) / 2**20, 0)} MiB"
        long = f"{number(numbers.kept_bytes(key_heads, 2**17) / 2**30, 0)} GiB"
        rows.append([name, str(key_heads), each, whole, long])
    lengths = [f"{n:,} tokens" for n in (numbers.tokens, 2**17)]
    return table(["query heads", "key heads", "one token", *lengths], rows)
