"""The running example and the exercise dictionary, defined and computed once.

A price list at a flea market: racket 10, ball 5, tree 2. What would you ask for something to do with tennis?
"""

import numpy as np
from numpy.typing import NDArray

from softlookup.steps.softmax import softmax

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

# The running example: a hand-made plane. The first axis is "sport", the second "outdoors".
AXES = ("sport", "outdoors")
WORDS = ("racket", "ball", "tree")
TENNIS: Vector = np.array([1.0, 1.0])  # the query
KEYS: Matrix = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])  # a row for each word
VALUES: Vector = np.array([10.0, 5.0, 2.0])  # a price for each word

# The exercise dictionary: other words, so that no answer can be copied from a page.
ANIMALS: dict[str | int, int] = {"dog": 10, "cat": 2, "tiger": 5, 8: 12}
ANIMAL_VALUES: Vector = np.array([float(v) for v in ANIMALS.values()])


def on_axes(vector: Vector) -> dict[str, float]:
    """The numbers of a vector, by the names of the axes."""
    return dict(zip(AXES, vector.tolist(), strict=True))


def places() -> dict[str, dict[str, float]]:
    """Where tennis and the three words lie."""
    keys = {word: on_axes(key) for word, key in zip(WORDS, KEYS, strict=True)}
    return {"tennis": on_axes(TENNIS), **keys}


# The lookup itself, step by step.
SCORES: Vector = KEYS @ TENNIS  # one for each word
WEIGHTS: Vector = softmax(SCORES)
ANSWER = float(WEIGHTS @ VALUES)

for _array in (TENNIS, KEYS, VALUES, ANIMAL_VALUES, SCORES, WEIGHTS):
    _array.setflags(write=False)
