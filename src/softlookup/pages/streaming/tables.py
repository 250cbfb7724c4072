"""Tables of the page on big dictionaries."""

from itertools import product

import numpy as np

from softlookup import runs, words
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.pages.streaming.numbers import leader, needed
from softlookup.steps import streaming
from softlookup.steps.softmax import softmax
from softlookup.steps.temperature import entries_read
from softlookup.write import number, percent, table


def running() -> str:
    """Three numbers, corrected with every entry; tree first, racket last."""
    state, rows = streaming.NOTHING, []
    for word in (2, 1, 0):
        score, before = float(KEYS[word] @ TENNIS), state[0]
        state = streaming.absorb(state, score, VALUES[word])
        shrink = "–" if before == -np.inf else number(np.exp(before - state[0]))
        best, total, blend = number(state[0], 0), number(state[1]), number(state[2])
        answer = number(streaming.finish(state))
        rows.append([f"**{WORDS[word]}**", number(score, 0), best, shrink, total, blend, answer])
    return table(["entry", "score", "$m$", "shrink", "$\\ell$", "$u$", "$u / \\ell$"], rows)


def skipped() -> str:
    """Tennis reads the best k of all other words; the scale decides how much that leaves out."""
    others = [word for word in words.known() if word != "tennis"]
    scores = words.vectors(others) @ words.vector("tennis")
    weights = [np.sort(softmax(scores / t))[::-1] for t in (1, 10)]
    rows = [[str(k), *(percent(w[:k].sum()) for w in weights)] for k in (1, 2, 4, 16, 64)]
    read = ["entries read", *(number(entries_read(w), 1) for w in weights)]
    return table(["best *k* of 257", "unscaled", "scaled by √100"], [*rows, read])


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


def speed() -> str:
    """Speeds of a stored run, PyTorch = 1, for single and double precision."""
    names = {"fast_attention": "tiles", "floor": "bound", "naive": "written out", "JAX": "JAX"}
    rows = []
    for threads, kind, n in product((1, 2), ("float32", "float64"), (1024, 8192)):
        (row,) = runs.rows("attention", threads=threads, type=kind, n=n, causal=False, spread=1)
        speeds = [number(row["speed"][name], 2) if name in row["speed"] else "–" for name in names]
        rows.append([f"{n:,}", kind, str(threads), str(row["heads"]), *speeds])
    return table(["n", "type", "threads", "heads", *names.values()], rows, "rlrrrrrr")


def one_query() -> str:
    """One query over larger and larger dictionaries: speeds of a stored run."""
    rows = []
    for row in runs.rows("one_query", threads=2):
        mebibytes = 2 * row["entries"] * row["width"] * 4 / 2**20
        speeds = [number(row["fast_against"][name], 2) for name in ("PyTorch", "reading")]
        rate = number(row["gigabytes_per_second"]["fast_attention"], 1)
        rows.append([f"{row['entries']:,}", f"{mebibytes:,.0f}", rate, *speeds])
    headings = ["entries", "MiB read", "GB/s", "PyTorch = 1", "reading = 1"]
    return table(headings, rows, "rrrrr")
