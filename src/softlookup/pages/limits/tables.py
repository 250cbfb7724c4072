"""Tables of the page on limits."""

from dataclasses import dataclass

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Matrix, Vector
from softlookup.steps.exact_lookup import exact_lookup
from softlookup.steps.soft_dict import SoftDict
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent, table

STRANGERS = 100


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
    crowd = np.vstack([KEYS, np.zeros((STRANGERS, 2))])
    return [
        Case("no key matches", -TENNIS, KEYS, VALUES),
        Case("the query is a key", racket, KEYS, VALUES),
        Case("two keys tie", ball, KEYS, VALUES),
        Case("the same, other order", ball, KEYS[::-1], VALUES[::-1]),
        Case("a key amid the others", TENNIS, np.vstack([KEYS, TENNIS]), np.append(VALUES, 7.0)),
        Case("ball stored twice", racket, KEYS[[0, 1, 1, 2]], VALUES[[0, 1, 1, 2]]),
        Case(f"{STRANGERS} strangers", racket, crowd, np.append(VALUES, np.zeros(STRANGERS))),
        Case("all values are 4", racket, KEYS, np.full(3, 4.0)),
    ]


def who() -> str:
    """What a dictionary, the best match and a soft lookup say in each situation."""
    rows = []
    for case in cases():
        found = case.dictionary()
        exact = "`KeyError`" if found is None else number(found, 0)
        rows.append([case.title, exact, number(case.best_match(), 0), number(case.soft())])
    return table(["when", "dict", "best", "soft"], rows)


def with_empty(scores: Vector, empty: float = 0.0) -> Vector:
    """Weights of the entries beside one more, which has a score of its own and is dropped."""
    weights: Vector = softmax(np.append(scores, empty))[:-1]
    return weights


def misses() -> str:
    """Four queries, three ways to treat them, and the weight that is given out beside an extra 1."""
    asked = {
        "tennis (1, 1)": TENNIS,
        "nothing (0, 0)": 0 * TENNIS,
        "opposite (−1, −1)": -TENNIS,
        "far off (−4, −4)": -4 * TENNIS,
    }
    guarded = SoftDict(zip(map(tuple, KEYS), VALUES, strict=True), threshold=0.0)
    rows = []
    for name, query in asked.items():
        weights, found = with_empty(KEYS @ query), guarded.read(query, None)
        plain = number(softmax(KEYS @ query) @ VALUES)
        extra = [number(float(weights @ VALUES)), percent(weights.sum())]
        rows.append([name, plain, *extra, "a miss" if found is None else number(found)])
    return table(["query", "plain", "extra 1", "its total", "threshold 0"], rows)


def effects(query: Vector, keys: Matrix, values: Matrix | Vector) -> tuple[Vector, Vector]:
    """The weight of each entry, and how far the answer moves when the entry is left out."""
    weights = softmax(keys @ query)
    whole = soft_lookup(query, keys, values)
    moved = [
        np.linalg.norm(
            np.atleast_1d(soft_lookup(query, np.delete(keys, j, 0), np.delete(values, j, 0)))
            - whole
        )
        for j in range(len(keys))
    ]
    return weights, np.array(moved)


def left_out() -> str:
    """Weights and what they do, for two sets of values."""
    other = np.array([8.0, 10.0, 2.0])
    weights, moved = effects(TENNIS, KEYS, VALUES)
    _, moved_other = effects(TENNIS, KEYS, other)
    rows = [
        [f"**{word}**", number(w), number(v, 0), number(m), number(u, 0), number(n)]
        for word, w, v, m, u, n in zip(
            WORDS, weights, VALUES, moved, other, moved_other, strict=True
        )
    ]
    return table(["left out", "weight", "value", "moves", "other value", "moves"], rows)


def real_misses() -> str:
    """Words that do and do not belong to racket, ball and tree, and what tells them apart."""
    keys = words.vectors(WORDS)
    guarded = SoftDict(zip(WORDS, VALUES, strict=True), embed=words.vector, threshold=13.0)
    rows = []
    for word in ("racquet", "forest", "tennis", "went", "court", "kitten"):
        scores = keys @ words.vector(word)
        found = guarded.read(word, None)
        rows.append(
            [
                f"**{word}**",
                number(scores.max(), 1),
                number(softmax(scores) @ VALUES),
                percent(1 - with_empty(scores).sum(), 2),
                "a miss" if found is None else number(found),
            ]
        )
    return table(["query", "best score", "plain", "empty entry", "threshold 13"], rows)


def order() -> str:
    """What reordering does to a list, to a lookup, and to a lookup with places in its keys."""
    rows = []
    turned = [2, 0, 1]
    kinds = {
        "as stored": (KEYS, VALUES),
        "pairs reordered": (KEYS[turned], VALUES[turned]),
        "keys alone reordered": (KEYS[turned], VALUES),
    }
    for name, (keys, values) in kinds.items():
        places = np.column_stack([keys, np.arange(3.0)])
        cells = [
            number(values[0], 0),
            number(soft_lookup(TENNIS, keys, values)),
            number(soft_lookup(np.append(TENNIS, 1.0), places, values)),
        ]
        rows.append([name, *cells])
    return table(["", "`memory[0]`", "soft lookup", "with places in the keys"], rows)
