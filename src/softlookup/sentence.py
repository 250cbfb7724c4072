"""The sentence that the site reads, raw and through projections that were learned from other words.

In *the animal did not cross the street because it was too tired* the word "it" asks. With the vectors as they
are it reads mostly itself. With a projection for asking and one for being found, learned from the lesson
“he and she read people and animals”, it reads the animal. Neither "it" nor any other word of the sentence
was in that lesson.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from softlookup import words
from softlookup.examples import Matrix
from softlookup.steps.softmax import softmax

TEXT = "the animal did not cross the street because it was too tired"
WORDS = tuple(TEXT.split())
IT = WORDS.index("it")
WIDTH = 4  # of what a word asks with and is found by
ASKING = ("he", "she")  # who asks in the lesson
ALIVE = ("animal", "people")  # the kinds of word that the lesson says to read
NOT_ALIVE = ("royal", "crown", "throne")  # filed under people, but not alive
# Small steps: with longer ones the loss jumps, and where it lands is decided by the rounding of the machine.
_STEPS, _RATE = 500, 0.02


class Projections(NamedTuple):
    """Two matrices: what a word asks with, and what it is found by."""

    asks: Matrix  # W_Q, (100, WIDTH)
    found: Matrix  # W_K, (100, WIDTH)


def vectors() -> Matrix:
    """A row for each word of the sentence, (12, 100)."""
    return words.vectors(WORDS)


def read(queries: Matrix, keys: Matrix) -> Matrix:
    """Who reads how much of whom: a row for each word that asks."""
    weights: Matrix = softmax(queries @ keys.T / np.sqrt(keys.shape[1]))
    return weights


def raw() -> Matrix:
    """The weights when every vector is query and key at once, (12, 12)."""
    return read(vectors(), vectors())


def projected(start: int = 0) -> Matrix:
    """The weights when words ask and are found through what was learned, (12, 12)."""
    learned = lesson(start)
    return read(vectors() @ learned.asks, vectors() @ learned.found)


def lesson_words() -> tuple[list[str], list[str]]:
    """What the lesson says to read, and what it says to leave; no word of the sentence is in it."""
    alive = [w for w, kind in words.kinds().items() if kind in ALIVE and w not in NOT_ALIVE]
    right = [word for word in alive if word not in WORDS]
    return right, _left(right)


def _left(right: Sequence[str]) -> list[str]:
    """What a lesson says to leave: every other word, but for those who ask and those of the sentence."""
    return [word for word in words.known() if word not in {*right, *ASKING, *WORDS}]


def lesson(start: int = 0) -> Projections:
    """Both projections, learned from a random start: he and she read people and animals."""
    return learn(tuple(lesson_words()[0]), start)


@cache
def learn(right: tuple[str, ...], start: int = 0) -> Projections:
    """Both projections, learned by walking downhill from a random start: he and she read these words."""
    rest = _left(right)
    asking, keys = words.vectors(ASKING), words.vectors([*right, *rest])
    wanted = np.repeat([1 / len(right), 0.0], [len(right), len(rest)])  # equal shares
    rng = np.random.default_rng(start)
    asks, found = rng.normal(scale=0.1, size=(2, asking.shape[1], WIDTH))
    for _ in range(_STEPS):
        queries, places = asking @ asks, keys @ found
        surplus = (read(queries, places) - wanted) / np.sqrt(WIDTH) / len(asking)  # (2, n_k)
        asks, found = (
            asks - _RATE * asking.T @ (surplus @ places),
            found - _RATE * keys.T @ (surplus.T @ queries),
        )
    return Projections(asks, found)
