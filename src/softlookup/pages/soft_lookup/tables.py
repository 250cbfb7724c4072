"""Tables of the page on soft lookup."""

from collections.abc import Iterable
from itertools import permutations

import numpy as np

from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WORDS
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent, table


def by_hand() -> str:
    """Every step for every entry, with the sums that must come out."""
    scores = SCORES
    grown, weights = np.exp(scores), softmax(scores)
    rows: list[list[str]] = [
        [f"**{word}**", number(s, 0), number(g), number(w), number(v, 0), number(w * v)]
        for word, s, g, w, v in zip(WORDS, scores, grown, weights, VALUES, strict=True)
    ]
    total = ["sum", "", number(grown.sum()), number(weights.sum()), "", number(weights @ VALUES)]
    return table(
        ["entry", "score", "exp(score)", "weight", "value", "weight × value"], [*rows, total]
    )


def _arrivals(order: Iterable[int]) -> list[list[float]]:
    """The sum so far, the newcomer's share of it and the answer so far, entry after entry."""
    steps, total, answer = [], 0.0, 0.0
    for place in order:
        grown = float(np.exp(KEYS[place] @ TENNIS))
        total += grown
        answer += grown / total * (VALUES[place] - answer)
        steps.append([total, grown / total, answer])
    return steps


def one_by_one() -> str:
    """The answer as the entries come in, without a list of weights."""
    steps = _arrivals([0, 1, 2])
    for order in permutations(range(3)):
        assert np.isclose(_arrivals(order)[-1][-1], soft_lookup(TENNIS, KEYS, VALUES))
    rows = [
        [f"**{word}**", number(value, 0), *map(number, step)]
        for word, value, step in zip(WORDS, VALUES, steps, strict=True)
    ]
    return table(["comes in", "value", "sum so far", "its share", "answer so far"], rows)


def own_keys() -> str:
    """What comes back when a stored key is the query."""
    rows = []
    for word, key, value in zip(WORDS, KEYS, VALUES, strict=True):
        weights = dict(zip(WORDS, softmax(KEYS @ key), strict=True))
        answer = number(soft_lookup(key, KEYS, VALUES))
        rows.append([f"**{word}**", number(value, 0), answer, *map(percent, weights.values())])
    return table(["query", "stored", "answer", *WORDS], rows)
