"""The guess of the page on softmax: racket's share."""

import numpy as np

from softlookup import lookup
from softlookup.examples import SCORES
from softlookup.practice.beliefs import SHARE, Guess
from softlookup.practice.guesses import predict_first


def guess() -> str:
    """One whole, split by the scores 3, 2 and 1."""
    shares = lookup.softmax(SCORES)
    two = lookup.softmax(SCORES[:2])
    squares = SCORES**2 / np.sum(SCORES**2)
    doubled = lookup.softmax(2 * SCORES)
    return predict_first(
        "softmax.share",
        Guess(float(shares[0]), "that is softmax: each point more is worth a factor of e."),
        [
            Guess(
                float(SCORES[0] / SCORES.sum()), "that divides the score by the sum of the scores."
            ),
            Guess(1 / len(SCORES), "that is an even split, whatever the scores are."),
            Guess(1.0, "that gives everything to the best."),
            Guess(float(two[0]), "that is softmax between racket and ball, and tree got nothing."),
            Guess(
                float(squares[0]), "that divides the square of the score by the sum of the squares."
            ),
            Guess(float(doubled[0]), "that is what racket gets when every score is doubled."),
            Guess(0.0, "that gives the best match nothing."),
        ],
        outside=SHARE,
        label="Racket’s share",
    )
