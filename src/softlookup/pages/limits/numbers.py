"""Numbers of the page on limits."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from softlookup import sentence, words
from softlookup.examples import ANSWER, KEYS, SCORES, TENNIS, VALUES, WORDS, Matrix, Vector
from softlookup.steps import many_queries, masks
from softlookup.steps.exact_lookup import exact_lookup
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax

_STRANGERS = 100


@dataclass(frozen=True)
class Case:
    """One question, put to three kinds of lookup over the same entries."""

    title: str
    query: Vector
    keys: Matrix
    values: Vector

    def dictionary(self) -> float | None:
        """The value of the equal key, or None for a miss."""
        try:
            return float(
                exact_lookup(tuple(self.query), [tuple(k) for k in self.keys], self.values)
            )
        except KeyError:
            return None

    def best_match(self) -> float:
        """The value of the first key with the best score."""
        return float(self.values[(self.keys @ self.query).argmax()])

    def soft(self) -> float:
        """The blend."""
        return float(soft_lookup(self.query, self.keys, self.values))


def cases() -> list[Case]:
    """The situations of the page, in its order."""
    racket, ball, _ = KEYS
    crowd = np.vstack([KEYS, np.zeros((_STRANGERS, 2))])
    return [
        Case("no key matches", -TENNIS, KEYS, VALUES),
        Case("the query is a key", racket, KEYS, VALUES),
        Case("two keys tie", ball, KEYS, VALUES),
        Case("the same, other order", ball, KEYS[::-1], VALUES[::-1]),
        Case("a key amid the others", TENNIS, np.vstack([KEYS, TENNIS]), np.append(VALUES, 7.0)),
        Case("ball stored twice", racket, KEYS[[0, 1, 1, 2]], VALUES[[0, 1, 1, 2]]),
        Case(f"{_STRANGERS} strangers", racket, crowd, np.append(VALUES, np.zeros(_STRANGERS))),
        Case("all values are 4", racket, KEYS, np.full(3, 4.0)),
    ]


def with_empty(scores: Vector, empty: float = 0.0) -> Vector:
    """Weights of the entries beside one more, which has a score of its own and is dropped."""
    weights: Vector = softmax(np.append(scores, empty))[:-1]
    return weights


def effects(query: Vector, keys: Matrix, values: Matrix | Vector) -> Vector:
    """How far the answer moves when an entry is left out, for each of the entries."""
    whole = soft_lookup(query, keys, values)
    moved = [
        np.linalg.norm(
            np.atleast_1d(soft_lookup(query, np.delete(keys, j, 0), np.delete(values, j, 0)))
            - whole
        )
        for j in range(len(keys))
    ]
    return np.array(moved)


def _gate(scores: np.ndarray, empty: float = 0.0) -> float:
    """How much weight the entries get beside the empty one: a sigmoid of the pooled score."""
    return float(1 / (1 + np.exp(empty - np.log(np.exp(scores).sum()))))


output = ANSWER
answers = {case.title: case.soft() for case in cases()}

# The extra 1.
LOW = np.array([-8.0, -9.0, -10.0])
low_total = with_empty(LOW).sum()
_shifted = LOW - LOW.max()  # what the popular code forgets to give back
low_wrong = _gate(_shifted)
many_entries = 1000
gate = {
    "tennis": with_empty(SCORES).sum(),
    "opposite": with_empty(-SCORES).sum(),
    "nothing": with_empty(np.zeros(3)).sum(),
    "nothing, of many": with_empty(np.zeros(many_entries)).sum(),
}
sink = {
    "tennis": with_empty(SCORES, 2.0).sum(),
    "opposite": with_empty(-SCORES, 2.0).sum(),
}
gated = with_empty(SCORES) @ VALUES
for _query in (TENNIS, -TENNIS, 0 * TENNIS):
    for _empty in (0.0, 2.0):
        _weights = with_empty(KEYS @ _query, _empty)
        assert np.isclose(_weights.sum(), _gate(KEYS @ _query, _empty))
        assert np.isclose(
            _weights @ VALUES,
            _gate(KEYS @ _query, _empty) * soft_lookup(_query, KEYS, VALUES),
        )

# Real words: the least fitting of all still gets nearly everything.
_known = words.known()
_best = (words.vectors(_known) @ words.vectors(WORDS).T).max(axis=1)
known = len(_known)
least = {
    "score": _best.min(),
    "total": with_empty(words.vectors(WORDS) @ words.vector("kitten")).sum(),
}
assert _known[int(_best.argmin())] == "kitten"
better_than_tennis = int((_best > _best[_known.index("tennis")]).sum()) - len(WORDS)

# A key amid the others: tennis is the mean of racket, ball and tree.
assert np.allclose(KEYS.mean(axis=0), TENNIS)
_four = np.vstack([KEYS, TENNIS])
_asked = np.random.default_rng(0).normal(size=(4000, 2)) * 3
tennis_most = softmax(_four @ np.zeros(2))[3]
assert all(softmax(_four @ query)[3] < tennis_most for query in _asked)


def found_by_some_query(rows: np.ndarray, i: int) -> bool:
    """Look for a query that scores row i above all others, mending the worst rival at each step."""
    leads = np.delete(rows[i] - rows, i, axis=0)
    leads = leads / np.linalg.norm(leads, axis=1, keepdims=True)
    query = rows[i] - rows.mean(axis=0)
    for _ in range(1000):
        worst = (leads @ query).argmin()
        if leads[worst] @ query > 0:
            return bool((rows @ query).argmax() == i)
        query = query + np.linalg.norm(query) * leads[worst]
    return False


_vectors = words.vectors(_known)
dimensions = _vectors.shape[1]
reachable = sum(found_by_some_query(_vectors, i) for i in range(known))

# Order.
_sentence = ["cat", "ate", "fish"]


def reads(order: list[str]) -> dict[str, np.ndarray]:
    """Self-attention over real words, scaled by the root of their width: word → output."""
    rows = words.vectors(order)
    return dict(zip(order, many_queries.soft_lookup(rows / 10, rows, rows), strict=True))


_forward, _backward = reads(_sentence), reads(_sentence[::-1])
assert all(np.allclose(_forward[word], _backward[word]) for word in _sentence)

# A causal mask puts order back: now the same word reads other words.


def reads_back(order: list[str]) -> dict[str, np.ndarray]:
    """The same under a causal mask: each word reads itself and what came before."""
    rows = words.vectors(order)
    weights = masks.masked_softmax(rows @ rows.T / 10, masks.causal(len(order), len(order)))
    return dict(zip(order, weights @ rows, strict=True))


_after_cat, _after_fish = (reads_back(order)["ate"] for order in (_sentence, _sentence[::-1]))
causal_gap = float(np.linalg.norm(_after_cat - _after_fish) / np.linalg.norm(_after_cat))


# Averages of averages: how much the rows of a sentence still differ after some rounds.
def _spread(rows: np.ndarray) -> float:
    return float(np.linalg.norm(rows - rows.mean(axis=0)) / np.linalg.norm(rows))


def _rounds(added: float, bias: Vector | float = 0.0) -> dict[int, float]:
    """The spread of the sentence's rows, round by round, each row keeping so much of itself."""
    rows = sentence.vectors()
    spreads = {0: _spread(rows)}
    for step in (1, 2):
        rows = added * rows + many_queries.soft_lookup(rows / 10, rows, rows) + bias
        spreads[step] = _spread(rows)
    return spreads


spread = _rounds(added=0)
spread_added = _rounds(added=1)
# A bias is one vector for all rows: here as long as a row is on average.
_lengths = np.linalg.norm(sentence.vectors(), axis=1)
_bias = np.random.default_rng(0).normal(size=sentence.vectors().shape[1])
_mean_row = sentence.vectors().mean(axis=0)
spread_biased, spread_against = (
    _rounds(added=1, bias=direction / np.linalg.norm(direction) * _lengths.mean())
    for direction in (_bias, -_mean_row)
)
assert spread_biased[2] < spread_added[2] < spread_against[2]

# Weights and effects: tennis with other values, and "it" in the sentence.
OTHER_VALUES = np.array([8.0, 10.0, 2.0])
_first = sentence.vectors()
_moved = effects(_first[sentence.IT] / 10, _first, _first)
real_weight = dict(zip(sentence.WORDS, sentence.raw()[sentence.IT], strict=True))
real_effect = dict(zip(sentence.WORDS, _moved, strict=True))
_pairs = list(combinations(real_weight, 2))
pairs = len(_pairs)
pairs_alike = sum(
    (real_weight[a] > real_weight[b]) == (real_effect[a] > real_effect[b]) for a, b in _pairs
)
assert real_weight["because"] > real_weight["was"]
assert real_effect["because"] < real_effect["was"]
