"""Numbers of the page on similarity."""

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, SCORES, TENNIS, WORDS, on_axes, places
from softlookup.steps.similarity import cosine, dot


def _angle(a: object, b: object) -> float:
    return float(np.degrees(np.arccos(cosine(a, b))))


# The plane, and on it racket twice as far out.
at = places()
doubled = 2 * KEYS[0]
doubled_at = on_axes(doubled)
_keys = {**dict(zip(WORDS, KEYS, strict=True)), "doubled": doubled}
products = {word: on_axes(TENNIS * key) for word, key in zip(WORDS, KEYS, strict=True)}
scores = dict(zip(WORDS, SCORES, strict=True))
plane_cosines = {word: float(cosine(TENNIS, key)) for word, key in _keys.items()}
plane_lengths = {word: float(np.linalg.norm(key)) for word, key in _keys.items()}
plane_distances = {word: float(np.linalg.norm(TENNIS - key)) for word, key in _keys.items()}
tennis_squared = dot(TENNIS, TENNIS)
tennis_length = float(np.linalg.norm(TENNIS))
shadows = {word: score / tennis_length for word, score in scores.items()}
racket_squared = dot(KEYS[0], KEYS[0])
racket_bound = tennis_length * plane_lengths["racket"]
slanted = _angle([1, 0], [1, 5])
slanted_score = dot([1, 0], [1, 5])
silent_score = dot(TENNIS, [0, 0])
residue = (0.1 + 0.2) - 0.3  # at a right angle on paper: (0.1, 0.2, -0.3) and (1, 1, 1)

doubled_score = dot(TENNIS, doubled)
tennis_itself = dot(TENNIS, TENNIS)
assert np.array_equal(TENNIS, KEYS.mean(axis=0)), "tennis lies in the middle of the other three"

# Two lists of signs that agree in a little more than half of their places: nearly at right angles, and a large score.
wide_width = 4096
wide_agreeing = 2080
_signs = np.where(np.arange(wide_width) < wide_agreeing, 1.0, -1.0)
wide_score = dot(np.ones(wide_width), _signs)
wide_cosine = cosine(np.ones(wide_width), _signs)

# Real words: every one against every other.
known = words.known()
_all = words.vectors(known)  # (n, 100)
_scores = _all @ _all.T  # (n, n)
_lengths = np.linalg.norm(_all, axis=1)
_cosines = _scores / np.outer(_lengths, _lengths)
_others = ~np.eye(len(known), dtype=bool)

lengths = dict(zip(known, _lengths.tolist(), strict=True))
cosines = {
    a: dict(zip(known, row, strict=True)) for a, row in zip(known, _cosines.tolist(), strict=True)
}
real_scores = {
    a: dict(zip(known, row, strict=True)) for a, row in zip(known, _scores.tolist(), strict=True)
}


def ranked(word: str) -> list[str]:
    """All other words, the best cosine first."""
    return sorted(
        (other for other in known if other != word), key=lambda other: -cosines[word][other]
    )


how_many = len(known)
racket_place = ranked("tennis").index("racket") + 1
negative = (_scores[_others] < 0).mean()
shortest, longest = _lengths.min(), _lengths.max()
mean_of_all = _cosines[_others].mean()
mean_of_and = np.delete(_cosines[known.index("and")], known.index("and")).mean()
_least = np.unravel_index(_cosines.argmin(), _cosines.shape)
least_alike = tuple(known[place] for place in _least)

# One spelling, two meanings: no other word is as close to both.
_torn = {word: min(cosines[word]["fruit"], cosines[word]["computer"]) for word in known}
assert max(_torn, key=lambda word: _torn[word]) == "apple"

# Words that match another word better than themselves, and what length does to the neighbours.
outscored = int((_scores.argmax(axis=1) != np.arange(len(known))).sum())
_by_score = np.where(_others, _scores, -np.inf).argmax(axis=1)
_by_cosine = np.where(_others, _cosines, -np.inf).argmax(axis=1)
other_neighbour = int((_by_score != _by_cosine).sum())
assert known[int(_scores[known.index("monday")].argmax())] == "wednesday"
assert lengths["wednesday"] > lengths["monday"]

# Arithmetic with words.
_target = words.vector("queen") - words.vector("woman") + words.vector("man")
near_target = {word: float(cosine(_target, words.vector(word))) for word in known}
target_places = sorted(near_target, key=lambda word: -near_target[word])
assert target_places[:2] == ["queen", "king"]
