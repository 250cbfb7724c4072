"""Numbers of the page on lookup as matrix multiplication."""

from dataclasses import dataclass
from itertools import permutations
from math import comb, factorial, sqrt

import numpy as np

from softlookup import words
from softlookup.examples import ANSWER, KEYS, TENNIS, VALUES, WORDS, Matrix, Vector
from softlookup.steps.matrix_lookup import matrix_lookup

# Racket and ball in one query: the sum of two values.
both = matrix_lookup(np.array([1.0, 1.0, 0.0]), np.eye(len(WORDS)), VALUES)
nothing = matrix_lookup(np.zeros(len(WORDS)), np.eye(len(WORDS)), VALUES)

# Every order of the entries, each word asking without the transpose: in most orders all answers are right.
_ORDERS = [list(order) for order in permutations(range(len(WORDS)))]
_right = {tuple(order): np.eye(3)[order] @ VALUES[order] == VALUES for order in _ORDERS}
orders = len(_ORDERS)
silent_orders = sum(right.all() for right in _right.values())
assert not _right[1, 2, 0].any(), "ball, tree, racket: everybody gets somebody else's price"

# Two keys at a right angle, turned by 30 degrees; the first key is the query.
turned_by = 30  # degrees
_TURN = np.radians(turned_by)
TURNED = np.array([[np.cos(_TURN), np.sin(_TURN)], [-np.sin(_TURN), np.cos(_TURN)]])
TURNED_VALUES = np.array([10.0, 2.0])

# Two keys of length one that are not at a right angle.
LEANING = np.array([[1.0, 0.0], [0.6, 0.8]])
leaning_score = LEANING[0] @ LEANING[1]
leaning = matrix_lookup(LEANING[1], LEANING, TURNED_VALUES)

# Real word vectors: as they are, cut to length one, and random ones of length one beside them.
_vectors = words.vectors(WORDS)  # (3, 100)


def _of_length_one(rows: Matrix) -> Matrix:
    shortened: Matrix = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return shortened


def _own(keys: Matrix) -> dict[str, float]:
    return dict(zip(WORDS, matrix_lookup(keys, keys, VALUES), strict=True))


raw = _own(_vectors)
cut = _own(_of_length_one(_vectors))
cosine = _of_length_one(_vectors)[0] @ _of_length_one(_vectors)[1]
_random = _of_length_one(np.random.default_rng(0).normal(size=(3, 100)))
random = _own(_random)

# The pseudo-inverse in place of the transpose: exact for the keys, and what it says elsewhere.
_fitted = np.linalg.pinv(_vectors) @ VALUES  # (100,)
exact = dict(zip(WORDS, _vectors @ _fitted, strict=True))
assert np.allclose(list(exact.values()), VALUES)
elsewhere = {word: words.vector(word) @ _fitted for word in ("tennis", "racquet", "forest")}


# A soft lookup folded into one matrix: features whose dot product is the series of e to the score, cut off.
@dataclass(frozen=True)
class Series:
    """A soft lookup whose exponential is cut off after a power."""

    power: int
    features: int
    answer: float
    off: float  # from the soft lookup itself


def _features(place: Vector, power: int) -> Vector:
    """Products of a place's two numbers up to a power; the dot product of two such lists is the cut series."""
    x, y = place
    return np.array(
        [
            x**i * y ** (n - i) * sqrt(comb(n, i) / factorial(n))
            for n in range(power + 1)
            for i in range(n + 1)
        ]
    )


def _folded(power: int) -> Series:
    """Everything about keys and values is in `prices` and `counts`, made before anybody asks."""
    keys = np.stack([_features(key, power) for key in KEYS])  # (n_k, features)
    prices, counts = keys.T @ VALUES, keys.T @ np.ones(len(KEYS))  # (features,) each
    query = _features(TENNIS, power)
    answer = float(query @ prices / (query @ counts))
    return Series(power, query.size, answer, ANSWER - answer)


series = {power: _folded(power) for power in (1, 2, 4, 8, 12)}
by_twelve = series[12].answer
features_of_twelve = series[12].features
