"""Tables of the page on scaling."""

from collections import Counter

import numpy as np

from softlookup.examples import SCORES, VALUES, WORDS
from softlookup.pages.scaling import numbers
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent, table


def by_hand() -> str:
    """The scores of (1, 1, 1, 1) with every key of signs, counted and squared."""
    keys = numbers.signs(4)
    counted = Counter((keys @ keys[0]).astype(int).tolist())
    example = {int(key.sum()): ", ".join(number(x, 0) for x in key) for key in keys[::-1]}
    rows = [
        [number(score, 0), f"({example[score]})", count, score**2, count * score**2]
        for score, count in sorted(counted.items(), reverse=True)
    ]
    total = sum(count * score**2 for score, count in counted.items())
    rows += [["sum", "", counted.total(), "", total]]
    rows += [["**variance**", "", "", "", f"{total} / {counted.total()} = **{keys.shape[1]}**"]]
    assert total / counted.total() == keys.shape[1]
    return table(["score", "such a key", "how many", "score²", "how many × score²"], rows, "rlrrr")


def nudges() -> str:
    """Racket's score is nudged, and the move of its weight is divided by the nudge."""
    tried = [(SCORES, nudge, 5) for nudge in numbers.NUDGES]
    tried.append((numbers.TIMES_TEN, numbers.NUDGES[-1], 7))  # digits enough to see it move
    rows = []
    for scores, nudge, digits in tried:
        before, after = numbers.nudged(scores, nudge)
        moved = [number(before, digits), number(after, digits), number((after - before) / nudge, 5)]
        rows.append([", ".join(number(s, 0) for s in scores), f"{nudge:g}", *moved])
    return table(["scores", "nudge", "weight before", "after", "move ÷ nudge"], rows, "lrrrr")


def families() -> str:
    """The spread of a row of scores for four kinds of vectors of width 4."""
    signs, width = numbers.signs(4), 4
    kinds = {
        "independent, mean 0, variance 1": signs,
        "the same, brought to length 1": signs / np.sqrt(width),
        "mean 1 instead of 0": signs + 1,
        "one number, repeated": np.outer([1.0, -1.0], np.ones(width)),
    }
    rows = []
    for kind, vectors in kinds.items():
        spread = numbers.row_spread(vectors)
        rows.append([kind, number(spread, 2), f"**{number(spread / np.sqrt(width), 2)}**"])
    return table(["queries and keys", "spread of a row", "divided by √4"], rows)


def real_words() -> str:
    """Tennis among racket, ball and tree with real vectors, under three divisors."""
    divisors = {
        "1 (as it is)": ("raw", 1.0),
        f"√{numbers.real_width} = {number(numbers.real_root, 0)}": ("root", numbers.real_root),
        f"{number(numbers.real_spread, 1)} (their spread)": ("spread", numbers.real_spread),
    }
    rows = []
    for name, (kind, divisor) in divisors.items():
        weights = softmax(numbers.REAL_SCORES / divisor)
        read = number(numbers.real_read[kind], 1)
        rows.append([name, *(number(w, 2) for w in weights), number(weights @ VALUES, 2), read])
    headings = ["scores divided by", *WORDS, "answer", f"read of {numbers.real_others}"]
    return table(headings, rows)


def entries_read() -> str:
    """The share of its entries that an untrained lookup reads, against the law."""
    counts, widths = (8, 100, 1000), (16, 64, 256)
    rows = [
        [f"{count:,} entries", *(percent(numbers.share_read(count, w), 0) for w in widths)]
        for count in counts
    ]
    return table(["", *(f"d_k = {width}" for width in widths)], rows)


def _two_figures(count: float) -> str:
    """Random draws are shown to two figures."""
    return number(round(count, 1 - int(np.floor(np.log10(count)))), 0)


def law() -> str:
    """What bell-shaped scores read of few and of many entries, and what the law says."""
    counts = (100, 10_000)
    rows = []
    for spread in (0.5, 1.0, 2.0, 3.0):
        row = [f"{spread:g}", number(numbers.needed(spread), 0)]
        for count in counts:
            read = numbers.read_of_bell(spread, count)
            row += [_two_figures(read), number(numbers.law(spread, count), 0)]
        rows.append(row)
    pairs = [text for count in counts for text in (f"read of {count:,}", "by the law")]
    return table(["spread σ", "e to the σ²", *pairs], rows, "rrrrrr")


def match() -> str:
    """Random keys that ask for themselves among a thousand."""
    rows = [
        [width, number(np.sqrt(width), 0), percent(weight, 0)]
        for width, weight in numbers.match.items()
    ]
    return table(["d_k", "its scaled score, about", "its weight, on average"], rows, "rrr")
