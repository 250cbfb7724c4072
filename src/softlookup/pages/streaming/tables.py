"""Tables of the page on long dictionaries."""

import numpy as np

from softlookup.examples import SCORES, VALUES, WORDS
from softlookup.pages.streaming.numbers import leader, needed, others, sorted_weights
from softlookup.steps import streaming
from softlookup.steps.temperature import entries_read
from softlookup.write import number, percent, table


def running() -> str:
    """Three numbers, corrected with every entry; tree first, racket last."""
    state, rows = streaming.NOTHING, []
    for word in (2, 1, 0):
        score, before = float(SCORES[word]), state[0]
        state = streaming.absorb(state, score, VALUES[word])
        shrink = "–" if before == -np.inf else number(np.exp(before - state[0]))
        best, total, blend = number(state[0], 0), number(state[1]), number(state[2])
        answer = number(streaming.finish(state))
        rows.append([f"**{WORDS[word]}**", number(score, 0), best, shrink, total, blend, answer])
    return table(["entry", "score", "$m$", "shrink", "$\\ell$", "$u$", "$u / \\ell$"], rows)


def skipped() -> str:
    """Tennis reads the best k of all other words; the scale decides how much that leaves out."""
    weights = [sorted_weights[name] for name in ("unscaled", "scaled")]
    rows = [[str(k), *(percent(w[:k].sum()) for w in weights)] for k in (1, 2, 4, 16, 64)]
    read = ["entries read", *(number(entries_read(w), 1) for w in weights)]
    return table([f"best *k* of {others}", "unscaled", "scaled by √100"], [*rows, read])


def dilution() -> str:
    """A lead of 5 loses its share; the lead for nine tenths grows with the logarithm."""
    rows = []
    for size in (3, 10, 100, 1000, 100_000, 1_000_000):
        share = leader(5, size)
        digits = 1 if share > 1 / 100 else 3
        rows.append([f"{size:,}", percent(share, digits), number(needed(size), 2)])
    return table(
        ["entries", "weight with a lead of 5", f"lead for {percent(9 / 10, 0)}"], rows, "rrr"
    )


def four_ways() -> str:
    """What each of the four ways keeps and leaves out."""
    return table(
        ["", "same answer?", "saves", "costs"],
        [
            ["streaming", "yes", "memory for scores", "a correction for each new best"],
            ["caching", "yes, if the past is fixed", "projecting again", "memory for entries"],
            ["window", "no", "scores and reads", "layers for distance"],
            ["best *k*", "no", "reads of values", "finding the best"],
        ],
        "llll",
    )
