"""Tables of the page on heads."""

import numpy as np

from softlookup.examples import SCORES, WEIGHTS, WORDS
from softlookup.pages.heads import numbers
from softlookup.write import number, percent, table


def by_head() -> str:
    """Tennis asks through one axis, through the other, and through both at once."""
    asked = [
        (f"head *{axis}*", numbers.scores_by_head[axis], weights, numbers.answers[axis])
        for axis, weights in numbers.weights_by_head.items()
    ]
    rows = []
    for name, scores, weights, answer in [*asked, ("one head", SCORES, WEIGHTS, numbers.one_head)]:
        listed = ", ".join(number(score, 0) for score in scores)
        rows.append([name, listed, *map(number, weights), number(answer)])
    return table(["who reads", "scores", *WORDS, "price"], rows)


def real_heads() -> str:
    """Apple asks with its whole vector, and with four slices of it."""
    rows = []
    for i, weights in enumerate(numbers.readings):
        best = np.argsort(-weights)[:3]
        most = ", ".join(f"{numbers.others[j]} {percent(weights[j])}" for j in best)
        most = most.replace(" %", "\N{NO-BREAK SPACE}%")
        name = f"slice {i}" if i else "whole vector"
        rows.append([name, most, number(numbers.entries[i], 1)])
    return table(["head", "most of it from", "entries read"], rows, "llr")


def gates() -> str:
    """The gate on the output beside the same factor on the scores."""
    rows = [
        [
            number(gate, 1),
            number(numbers.gate_sum[gate], 1),
            number(numbers.gated[gate]),
            number(numbers.tempered[gate]),
        ]
        for gate in numbers.GATES
    ]
    return table(
        ["factor", "as a gate: weights sum to", "as a gate: price", "on the scores: price"], rows
    )


def memory() -> str:
    """What has to be kept of every token, by how many query heads share."""
    names = {32: "each its own", 8: "four share one", 1: "all share one"}
    rows = []
    for key_heads, name in names.items():
        each = f"{number(numbers.kept_bytes(key_heads) / 2**10, 0)} KiB"
        whole = f"{number(numbers.mebibytes[key_heads], 0)} MiB"
        long = f"{number(numbers.kept_bytes(key_heads, numbers.long_text) / 2**30, 0)} GiB"
        rows.append([name, str(key_heads), each, whole, long])
    lengths = [f"{n:,} tokens" for n in (numbers.tokens, numbers.long_text)]
    return table(["query heads", "key heads", "one token", *lengths], rows)
