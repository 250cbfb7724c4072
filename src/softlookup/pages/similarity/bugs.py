"""Mistakes of the page on similarity."""

import numpy as np

from softlookup.examples import KEYS, TENNIS
from softlookup.kinds import bug
from softlookup.steps.similarity import cosine


@bug(
    "a word that gets a new vector at each call",
    breaks="A word does not match itself. The cosine of anything with itself is 1.",
    cure="Store the vectors, or draw each with a generator that is seeded by its word.",
)
def drawn_anew() -> object:
    generator = np.random.default_rng(0)

    def vector(word: str) -> object:
        return generator.normal(size=512)  # the word is not used

    return f"cosine of racket with racket {cosine(vector('racket'), vector('racket')):.3f}"


@bug(
    "one length for the whole table",
    breaks="A cosine with a vector’s own direction is 1. Here no row has length 1.",
    cure="Take the length of each row: `np.linalg.norm(keys, axis=-1, keepdims=True)`.",
)
def one_length_for_all() -> object:
    query = TENNIS / np.linalg.norm(TENNIS)
    keys = KEYS / np.linalg.norm(KEYS)  # no axis: one number for all rows
    lengths = np.linalg.norm(keys, axis=-1)
    return f"cosines {(keys @ query).round(3)}, lengths of the rows {lengths.round(3)}"
