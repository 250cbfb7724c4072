"""The guess of the page on many machines: the size of the note."""

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, SCORES, TENNIS, VALUES
from softlookup.pages.scale.numbers import note_kilobytes, queries, width
from softlookup.practice.beliefs import Guess
from softlookup.practice.guesses import predict_first

BYTES, KILO, ENTRIES = 4, 1e3, 10**6


def _from_finished_answers() -> float:
    """Tennis from two shards that send their answer and the log-sum-exp of their scores."""
    shards = (slice(0, 1), slice(1, 3))
    pooled = [np.log(np.exp(SCORES[shard]).sum()) for shard in shards]
    finished = [float(lookup.soft_lookup(TENNIS, KEYS[shard], VALUES[shard])) for shard in shards]
    return lookup.dot(lookup.softmax(pooled), finished)


def guess() -> str:
    """A maximum, a total and a blend for each query, however many entries there are."""
    whole = float(lookup.soft_lookup(TENNIS, KEYS, VALUES))
    assert np.isclose(_from_finished_answers(), whole), "one number fewer would do as well"
    return predict_first(
        "scale.note",
        Guess(
            note_kilobytes,
            "kilobytes, for each query a best score, a total and a blend, however many entries there are.",
        ),
        [
            Guess(
                queries * width * BYTES / KILO,
                "that is the blends alone; without their totals nobody can weigh two of them.",
            ),
            Guess(
                queries * (width + 1) * BYTES / KILO,
                "that would do as well: finished answers, and best score and total folded into one number, their "
                "log-sum-exp; the note of this page keeps the two apart.",
            ),
            Guess(
                (width + 2) * BYTES / KILO, "that is the note of one query, and there are several."
            ),
            Guess(
                queries * ENTRIES * BYTES / KILO,
                "that sends a weight for each query and each entry.",
            ),
            Guess(2 * width * BYTES * ENTRIES / KILO, "that sends the whole dictionary."),
        ],
        decimals=1,
        label="Kilobytes",
        logarithmic=True,
    )
