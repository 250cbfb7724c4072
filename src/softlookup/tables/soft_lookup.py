"""Tables of the page on soft lookup."""

import numpy as np

from softlookup import snippets
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.tables import number, percent, table

_softmax = snippets.load("softmax").softmax
_soft_lookup = snippets.load("soft_lookup").soft_lookup


def by_hand() -> str:
    """Every step for every entry, with the sums that must come out."""
    scores = KEYS @ TENNIS
    grown, weights = np.exp(scores), _softmax(scores)
    rows: list[list[str]] = [
        [f"**{word}**", number(s, 0), number(g), number(w), number(v, 0), number(w * v)]
        for word, s, g, w, v in zip(WORDS, scores, grown, weights, VALUES, strict=True)
    ]
    total = ["sum", "", number(grown.sum()), number(weights.sum()), "", number(weights @ VALUES)]
    return table(
        ["entry", "score", "exp(score)", "weight", "value", "weight × value"], [*rows, total]
    )


def own_keys() -> str:
    """What comes back when a stored key is the query."""
    rows = []
    for word, key, value in zip(WORDS, KEYS, VALUES, strict=True):
        weights = dict(zip(WORDS, _softmax(KEYS @ key), strict=True))
        answer = number(_soft_lookup(key, KEYS, VALUES))
        rows.append([f"**{word}**", number(value, 0), answer, *map(percent, weights.values())])
    return table(["query", "stored value", "answer", *[f"weight of {w}" for w in WORDS]], rows)
