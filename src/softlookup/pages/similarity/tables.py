"""Tables of the page on similarity."""

from softlookup.examples import WORDS
from softlookup.pages.similarity.numbers import (
    cosines,
    doubled_score,
    near_target,
    plane_cosines,
    plane_distances,
    plane_lengths,
    products,
    ranked,
    real_scores,
    scores,
    target_places,
)
from softlookup.write import named, number, table


def by_hand() -> str:
    """Score, length and cosine of every key, from its two products."""
    rows = []
    for word in WORDS:
        parts = [
            named(f"similarity.products[{word}][{axis}]", number(product, 0))
            for axis, product in products[word].items()
        ]
        score = named(f"similarity.scores[{word}]", number(scores[word], 0))
        length = named(f"similarity.plane_lengths[{word}]", number(plane_lengths[word]))
        rows.append([f"**{word}**", *parts, score, length, _cosine_of(word)])
    return table(["key", "sport", "outdoors", "score", "length", "cosine"], rows)


def _cosine_of(word: str) -> str:
    return named(f"similarity.plane_cosines[{word}]", number(plane_cosines[word]))


def three_answers() -> str:
    """The keys and a doubled racket, as dot product, cosine and distance see them."""
    rows = []
    for word in ("racket", "doubled", "ball", "tree"):
        if word == "doubled":
            score = named("similarity.doubled_score", number(doubled_score, 0))
        else:
            score = named(f"similarity.scores[{word}]", number(scores[word], 0))
        distance = named(f"similarity.plane_distances[{word}]", number(plane_distances[word]))
        said = "2 × racket" if word == "doubled" else word
        rows.append([f"**{said}**", score, _cosine_of(word), distance])
    return table(["key", "dot product", "cosine", "distance"], rows)


def real_words() -> str:
    """Tennis and its three entries in GloVe, beside the hand-made plane."""
    rows = []
    for word in WORDS:
        made = [named(f"similarity.scores[{word}]", number(scores[word], 0)), _cosine_of(word)]
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
