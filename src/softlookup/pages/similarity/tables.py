"""Tables of the page on similarity."""

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, TENNIS, WORDS
from softlookup.steps.similarity import cosine as _cosine
from softlookup.steps.similarity import dot as _dot
from softlookup.write import number, table


def by_hand() -> str:
    """Score, length and cosine of every key, from its two products."""
    rows = []
    for word, key in zip(WORDS, KEYS, strict=True):
        products = [number(product, 0) for product in TENNIS * key]
        length = number(float(np.linalg.norm(key)))
        score, cosine = number(_dot(TENNIS, key), 0), number(_cosine(TENNIS, key))
        rows.append([f"**{word}**", *products, score, length, cosine])
    return table(["key", "sport", "outdoors", "score", "length", "cosine"], rows)


def three_answers() -> str:
    """The keys and a doubled racket, as dot product, cosine and distance see them."""
    keys = {"racket": KEYS[0], "2 × racket": 2 * KEYS[0], "ball": KEYS[1], "tree": KEYS[2]}
    rows = []
    for word, key in keys.items():
        distance = float(np.linalg.norm(TENNIS - key))
        shown = [number(_dot(TENNIS, key), 0), number(_cosine(TENNIS, key)), number(distance)]
        rows.append([f"**{word}**", *shown])
    return table(["key", "dot product", "cosine", "distance"], rows)


def real_words() -> str:
    """Tennis and its three entries in GloVe, beside the hand-made plane."""
    tennis = words.vector("tennis")
    rows = []
    for word, key in zip(WORDS, KEYS, strict=True):
        real = words.vector(word)
        made = [number(_dot(TENNIS, key), 0), number(_cosine(TENNIS, key))]
        found = [number(_dot(tennis, real), 2), number(_cosine(tennis, real))]
        rows.append([f"**{word}**", *made, *found])
    return table(["key", "score by hand", "cosine", "score in GloVe", "cosine"], rows)


def opposites() -> str:
    """Words of opposite meaning, and how well they match."""
    pairs = [
        ("up", "down"),
        ("black", "white"),
        ("fast", "slow"),
        ("hot", "cold"),
        ("happy", "sad"),
    ]
    rows = []
    for first, second in pairs:
        cosine = {word: _with(first, word) for word in words.known() if word != first}
        nearest = max(cosine, key=lambda word: cosine[word])
        rows.append([f"**{first}**", second, number(cosine[second]), nearest])
    return table(["word", "opposite", "cosine", "nearest of all words"], rows, align="llrl")


def analogy() -> str:
    """The words nearest to queen − woman + man, and where they stood before the arithmetic."""
    target = words.vector("queen") - words.vector("woman") + words.vector("man")
    after = {word: float(_cosine(target, words.vector(word))) for word in words.known()}
    ranked = sorted(after, key=lambda word: -after[word])
    shown = [*ranked[:4], "princess", "man", "woman"]
    rows = [
        [ranked.index(word) + 1, f"**{word}**", number(_with("queen", word)), number(after[word])]
        for word in shown
    ]
    return table(["place", "word", "cosine with queen", "with queen − woman + man"], rows, "rlrr")


def _with(first: str, second: str) -> float:
    return float(_cosine(words.vector(first), words.vector(second)))
