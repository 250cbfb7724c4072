"""Mistakes of the page on masks."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.kinds import bug
from softlookup.steps.masks import causal, masked_softmax


@bug(
    "the mask that is read the wrong way round",
    breaks="The first query reads everything but itself, and the last row sums to 0. Change the last "
    "entry, and the first answer moves: the past has read the future.",
    cure="Name the array after what True means: `may_read` or `hidden`, never `mask`. Then test it: "
    "change an entry that comes later and demand that no earlier answer moves.",
)
def inverted() -> object:
    scores = np.tile(KEYS @ TENNIS, (3, 1))  # tennis asks three times
    later = np.triu(np.ones((3, 3), dtype=bool), k=1)  # True: comes later, to be hidden
    weights = masked_softmax(scores, later)  # but here True means “may be read”
    return f"{weights.round(3)}\nanswers {(weights @ VALUES).round(3)}"


@bug(
    "one new query, aligned at the upper left",
    breaks="Whatever is asked, the first entry has weight 1 and its value is the answer. "
    "Every row sums to 1, and nothing that was kept later is ever read.",
    cure="Align at the lower right. For a single new query that means no mask at all: everything kept "
    "came before it.",
)
def first_entry_only() -> object:
    asked = {"tennis": TENNIS, "its opposite": -TENNIS, "tree": KEYS[2]}
    answers = []
    for word, query in asked.items():
        weights = masked_softmax(KEYS @ query, causal(1, 3)[0])  # 1 query, 3 keys kept
        answers.append(f"{word}: {weights.round(3)} -> {weights @ VALUES:.3f}")
    return "\n".join(answers)
