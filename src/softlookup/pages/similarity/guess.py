"""The guess of the page on similarity: four points in the order of their match."""

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, WORDS
from softlookup.practice.beliefs import Order
from softlookup.practice.guesses import order_first

FAR = 2 * KEYS[WORDS.index("racket")]
POINTS = dict(zip([*WORDS, "(4, 2)"], [*KEYS, FAR], strict=True))


def _by(measure: dict[str, float]) -> tuple[str, ...]:
    """Best first; equals stay in the order of the list."""
    return tuple(sorted(measure, key=lambda word: -round(measure[word], 9)))


def guess() -> str:
    """By the dot product, by the angle, by the distance."""
    dots = {word: lookup.dot(TENNIS, point) for word, point in POINTS.items()}
    cosines = {word: lookup.cosine(TENNIS, point) for word, point in POINTS.items()}
    near = {word: -float(np.hypot(*(point - TENNIS))) for word, point in POINTS.items()}
    assert np.isclose(cosines["racket"], cosines["(4, 2)"])
    return order_first(
        "similarity.order",
        Order(_by(dots), "that is by the dot product, in which being farther out counts."),
        [
            Order(
                _by(cosines),
                "that is by direction, which is the same for racket and (4, 2); the dot product "
                "also counts how far out a point lies.",
            ),
            Order(
                _by(near),
                "that is by distance, nearest first. The dot product asks for no distance.",
            ),
        ],
        "neither the dot product, nor the direction, nor the distance gives this order.",
    )
