"""The guess of the page on masks: the weight of an entry whose score was set to 0."""

import numpy as np

from softlookup import lookup
from softlookup.examples import SCORES
from softlookup.practice.beliefs import SHARE, Guess
from softlookup.practice.guesses import predict_first


def guess() -> str:
    """Tree with the score 0 in place of its 1."""
    silenced = SCORES * np.array([1.0, 1.0, 0.0])
    return predict_first(
        "masks.zero",
        Guess(
            float(lookup.softmax(silenced)[2]),
            "so it is still read: 0 is a score like any other, and its exponential is 1.",
        ),
        [
            Guess(0.0, "that is what −∞ gives; the exponential of 0 is 1 and takes its share."),
            Guess(
                float(lookup.softmax(SCORES)[2]), "that is tree’s weight as it was, with score 1."
            ),
            Guess(1 / len(SCORES), "that is an even share, as if 0 meant no opinion."),
            Guess(
                1 / (1 + np.exp(0.0)), "that squashes the score alone; softmax looks at all three."
            ),
        ],
        outside=SHARE,
        label="Tree’s weight",
    )
