"""Tables of the page on soft lookup."""

from collections.abc import Iterable
from itertools import permutations

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.pages.soft_lookup import numbers
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.write import named, number, percent, table


def _named(name: str, word: str, digits: int = 3) -> str:
    return named(f"soft_lookup.{name}[{word}]", number(getattr(numbers, name)[word], digits))


def by_hand() -> str:
    """Every step for every entry, with the sums that must come out."""
    rows: list[list[str]] = [
        [
            f"**{word}**",
            _named("scores", word, 0),
            _named("exponentials", word),
            _named("weights", word),
            number(value, 0),
            _named("products", word),
        ]
        for word, value in zip(WORDS, VALUES, strict=True)
    ]
    total = [
        "sum",
        "",
        named("soft_lookup.exponential_sum", number(numbers.exponential_sum)),
        number(sum(numbers.weights.values())),
        "",
        named("soft_lookup.output", number(numbers.output)),
    ]
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
    so_far = ("sum_so_far", "share_on_arrival", "answer_so_far")
    for word, step in zip(WORDS, _arrivals([0, 1, 2]), strict=True):
        assert np.allclose(step, [getattr(numbers, name)[word] for name in so_far])
    for order in permutations(range(3)):
        assert np.isclose(_arrivals(order)[-1][-1], soft_lookup(TENNIS, KEYS, VALUES))
    rows = [
        [f"**{word}**", number(value, 0), *(_named(name, word) for name in so_far)]
        for word, value in zip(WORDS, VALUES, strict=True)
    ]
    return table(["comes in", "value", "sum so far", "its share", "answer so far"], rows)


def own_keys() -> str:
    """What comes back when a stored key is the query."""
    rows = []
    for word, value in zip(WORDS, VALUES, strict=True):
        weights = [
            named(f"soft_lookup.own_weights[{word}][{other}]", percent(weight))
            for other, weight in numbers.own_weights[word].items()
        ]
        rows.append([f"**{word}**", number(value, 0), _named("own", word), *weights])
    return table(["query", "stored", "answer", *WORDS], rows)
