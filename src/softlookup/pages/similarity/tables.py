"""Tables of the page on similarity."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, WORDS
from softlookup.pages.similarity.numbers import (
    cosines,
    doubled,
    near_target,
    plane_cosines,
    plane_lengths,
    ranked,
    real_scores,
    scores,
    target_places,
)
from softlookup.steps.similarity import cosine as _cosine
from softlookup.steps.similarity import dot as _dot
from softlookup.write import number, table


def by_hand() -> str:
    """Score, length and cosine of every key, from its two products."""
    rows = []
    for word, key in zip(WORDS, KEYS, strict=True):
        products = [number(product, 0) for product in TENNIS * key]
        measures = [number(plane_lengths[word]), number(plane_cosines[word])]
        rows.append([f"**{word}**", *products, number(scores[word], 0), *measures])
    return table(["key", "sport", "outdoors", "score", "length", "cosine"], rows)


def three_answers() -> str:
    """The keys and a doubled racket, as dot product, cosine and distance see them."""
    keys = {"racket": KEYS[0], "2 × racket": doubled, "ball": KEYS[1], "tree": KEYS[2]}
    rows = []
    for word, key in keys.items():
        distance = float(np.linalg.norm(TENNIS - key))
        shown = [number(_dot(TENNIS, key), 0), number(_cosine(TENNIS, key)), number(distance)]
        rows.append([f"**{word}**", *shown])
    return table(["key", "dot product", "cosine", "distance"], rows)


def real_words() -> str:
    """Tennis and its three entries in GloVe, beside the hand-made plane."""
    rows = []
    for word in WORDS:
        made = [number(scores[word], 0), number(plane_cosines[word])]
        found = [number(real_scores["tennis"][word], 2), number(cosines["tennis"][word])]
        rows.append([f"**{word}**", *made, *found])
    return table(["key", "score by hand", "cosine", "score in GloVe", "cosine"], rows)


def opposites() -> str:
    """Words of opposite meaning, and how well they match."""
    pairs = {"up": "down", "black": "white", "fast": "slow", "hot": "cold", "happy": "sad"}
    rows = [
        [f"**{word}**", opposite, number(cosines[word][opposite]), ranked(word)[0]]
        for word, opposite in pairs.items()
    ]
    return table(["word", "opposite", "cosine", "nearest of all words"], rows, align="llrl")


def analogy() -> str:
    """The words nearest to queen − woman + man, and where they stood before the arithmetic."""
    rows = [
        [
            target_places.index(word) + 1,
            f"**{word}**",
            number(cosines["queen"][word]),
            number(near_target[word]),
        ]
        for word in [*target_places[:4], "princess", "man", "woman"]
    ]
    return table(["place", "word", "cosine with queen", "with queen − woman + man"], rows, "rlrr")
