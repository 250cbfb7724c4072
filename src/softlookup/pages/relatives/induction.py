"""Two lookups, one after the other, that learn to find what followed a word last time.

The first looks up by place: every place reads the places before it and itself, by learned scores for each
distance. The second compares the word that asks with each place: with the word that stands there and with
what the first lookup left there. Both begin at zero. Nobody tells the first that it should read the place
before; it finds out because that makes the second one right.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from softlookup import words
from softlookup.examples import Matrix, Vector
from softlookup.steps.softmax import softmax

LENGTH = 8  # words in a text
STEPS, TEXTS, RATE = (
    100,
    32,
    0.05,
)  # how long the lesson is, how many texts a step has, how far it goes
LESSON = 200  # so many words are in the lesson, the others never

Places = NDArray[np.int64]
_DISTANCE = np.subtract.outer(np.arange(LENGTH), np.arange(LENGTH))  # how far back a place lies


class Heads(NamedTuple):
    """What is learned."""

    distances: Vector  # a score for each distance back, (LENGTH,)
    own: Matrix  # how a word that asks is compared with the word of a place, (100, 100)
    left: Matrix  # and with what the first lookup left there, (100, 100)


class Texts(NamedTuple):
    """Random texts, and a word of each that comes once more at the end."""

    words: Places  # (n, LENGTH), as numbers of words
    asked: Places  # (n,), where in its text the word stands that asks


def _vectors() -> Matrix:
    """Every known word, centred and cut to length 1, (258, 100)."""
    rows = words.vectors(words.known())
    rows = rows - rows.mean(axis=0)
    unit: Matrix = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


VECTORS = _vectors()
_shuffled = np.random.default_rng(0).permutation(len(VECTORS))
IN_LESSON, NEW = _shuffled[:LESSON], _shuffled[LESSON:]


def texts(pool: Places, count: int, random: np.random.Generator) -> Texts:
    """Texts of different words; any word but the last may be asked about."""
    drawn = np.array([random.choice(pool, LENGTH, replace=False) for _ in range(count)])
    return Texts(drawn, random.integers(0, LENGTH - 1, count))


def first_weights(heads: Heads) -> Matrix:
    """Who reads which place in the first lookup, (LENGTH, LENGTH)."""
    scores = heads.distances[np.maximum(_DISTANCE, 0)]
    weights: Matrix = softmax(np.where(_DISTANCE >= 0, scores, -np.inf))
    return weights


def second_weights(heads: Heads, given: Texts) -> Matrix:
    """What the word that asks reads in the second lookup, (n, LENGTH)."""
    here, asking = VECTORS[given.words], _asking(given)  # (n, LENGTH, 100), (n, 100)
    left = first_weights(heads) @ here  # (n, LENGTH, 100)
    own_scores = np.einsum("nd,nsd->ns", asking @ heads.own, here)
    left_scores = np.einsum("nd,nsd->ns", asking @ heads.left, left)
    weights: Matrix = softmax(own_scores + left_scores)
    return weights


def _asking(given: Texts) -> Matrix:
    return VECTORS[given.words[np.arange(len(given.asked)), given.asked]]  # (n, 100)


def loss(heads: Heads, given: Texts) -> float:
    """Minus the logarithm of the weight on the place that followed, on average."""
    right = second_weights(heads, given)[np.arange(len(given.asked)), given.asked + 1]
    return float(-np.log(right).mean())


def slopes(heads: Heads, given: Texts) -> Heads:
    """How the loss rises with everything that is learned, going back through both lookups."""
    count = np.arange(len(given.asked))
    here, asking = VECTORS[given.words], _asking(given)
    first = first_weights(heads)
    by_score = second_weights(heads, given)
    by_score[count, given.asked + 1] -= 1
    by_score /= len(count)
    own = asking.T @ np.einsum("ns,nse->ne", by_score, here)
    left = asking.T @ np.einsum("ns,nse->ne", by_score, first @ here)
    by_left = by_score[:, :, None] * (asking @ heads.left)[:, None]  # (n, LENGTH, 100)
    by_first = (by_left @ here.mT).sum(axis=0)  # (LENGTH, LENGTH)
    by_place = first * (by_first - (first * by_first).sum(axis=1, keepdims=True))
    distances = np.array([np.trace(by_place, -back) for back in range(LENGTH)])
    return Heads(distances, own, left)


@cache
def learned(start: int = 0) -> Heads:
    """Both lookups after the lesson, by Adam's rule."""
    random = np.random.default_rng(start)
    square = (VECTORS.shape[1], VECTORS.shape[1])
    heads = Heads(np.zeros(LENGTH), np.zeros(square), np.zeros(square))
    means = [np.zeros_like(part) for part in heads]
    squares = [np.zeros_like(part) for part in heads]
    for step in range(1, STEPS + 1):
        found = slopes(heads, texts(IN_LESSON, TEXTS, random))
        moved = []
        for i, (part, slope) in enumerate(zip(heads, found, strict=True)):
            means[i] = 0.9 * means[i] + 0.1 * slope
            squares[i] = 0.99 * squares[i] + 0.01 * slope**2
            size = np.sqrt(squares[i] / (1 - 0.99**step)) + 1e-8
            moved.append(part - RATE * means[i] / (1 - 0.9**step) / size)
        heads = Heads(*moved)
    return heads
