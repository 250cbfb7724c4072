"""The guess of the page on matrix lookup: what two words in one query get."""

import numpy as np

from softlookup import lookup
from softlookup.examples import VALUES
from softlookup.practice.beliefs import Guess
from softlookup.practice.guesses import predict_first

BOTH = np.array([1.0, 1.0, 0.0])


def guess() -> str:
    """Racket and ball at once."""
    matches = [lookup.dot(BOTH, key) for key in np.eye(len(VALUES))]
    asked = VALUES[BOTH == 1]
    return predict_first(
        "matrix_lookup.both",
        Guess(
            lookup.dot(matches, VALUES),
            "both match, and a product adds what matches. Nothing divides by two. To (0, 0, 0) the "
            "answer is 0, because nothing matches.",
        ),
        [
            Guess(float(asked.mean()), "that is their average, and nobody has averaged yet."),
            Guess(float(asked[0]), "that is the first of the two alone; a product has no first."),
            Guess(
                float(asked[-1]), "that is the last of the two alone, as if it overwrote the other."
            ),
            Guess(0.0, "that is a miss; but each of the two ones meets an equal key."),
            Guess(float(VALUES.sum()), "that adds all prices up; tree has a 0 in the query."),
        ],
        decimals=1,
        label="The answer to (1, 1, 0)",
    )
