"""Five ways to tell a lookup where a word stands; each gives the score of a query and a key at their places.

A learned table stands here as small random numbers: what matters is which rows exist and which are used.
"""

from collections.abc import Callable

import numpy as np

from softlookup.examples import Matrix, Vector
from softlookup.steps.rotary import rotate

TRAINED = 512  # so many places has a learned table
CLIP = 16  # farther than this, a relative table knows no difference
SLOPE = 0.5  # of ALiBi: the steepest of its eight heads
BASE = 10000.0

Way = Callable[[Vector, int, Vector, int], float]  # query, its place, key, its place -> score


def nothing(query: Vector, query_place: int, key: Vector, key_place: int) -> float:
    """The plain score: nobody looks at the places."""
    return float(query @ key)


def sinusoid(place: int, width: int) -> Vector:
    """A sine and a cosine for each pair of numbers, the later the pair, the slower."""
    speeds = BASE ** (-np.arange(0, width, 2) / width)  # (width/2,)
    waves = np.stack([np.sin(place * speeds), np.cos(place * speeds)], axis=-1)
    return np.asarray(waves.ravel())  # (width,)


def sinusoids(query: Vector, query_place: int, key: Vector, key_place: int) -> float:
    """Each place has its own waves, added to the word before it asks or answers."""
    asks = query + sinusoid(query_place, len(query))
    return float(asks @ (key + sinusoid(key_place, len(key))))


def _table(rows: int, width: int, seed: int) -> Matrix:
    return np.random.default_rng(seed).normal(scale=0.3, size=(rows, width))


def learned(query: Vector, query_place: int, key: Vector, key_place: int) -> float:
    """Each place has its own row of a table, added to the word."""
    places = _table(TRAINED, len(query), seed=0)
    return float((query + places[query_place]) @ (key + places[key_place]))


def relative(query: Vector, query_place: int, key: Vector, key_place: int) -> float:
    """Each distance has its own row of a table, added to the key."""
    distances = _table(2 * CLIP + 1, len(query), seed=1)
    distance = int(np.clip(query_place - key_place, -CLIP, CLIP))
    return float(query @ (key + distances[CLIP + distance]))


def alibi(query: Vector, query_place: int, key: Vector, key_place: int) -> float:
    """The farther away, the lower the score, along a straight line."""
    return float(query @ key - SLOPE * abs(query_place - key_place))


def rotary(query: Vector, query_place: int, key: Vector, key_place: int) -> float:
    """Query and key are turned, each by its own place."""
    return float(turned(query, query_place) @ turned(key, key_place))


def turned(row: Vector, place: int, interleaved: bool = False) -> Vector:
    """One vector, turned by its place."""
    rows: Matrix = rotate(row[np.newaxis], [place], base=BASE, interleaved=interleaved)
    return np.asarray(rows[0])


WAYS: dict[str, Way] = {
    "nothing": nothing,
    "learned places, added": learned,
    "sinusoids, added": sinusoids,
    "learned distances (clipped)": relative,
    "ALiBi": alibi,
    "rotary": rotary,
}
