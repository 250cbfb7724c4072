"""Numbers of the page on similarity."""

import numpy as np

from softlookup import lookup, words
from softlookup.examples import KEYS, TENNIS
from softlookup.steps.similarity import cosine, dot


def _angle(a: object, b: object) -> float:
    return float(np.degrees(np.arccos(cosine(a, b))))


# The plane.
tennis_length = np.linalg.norm(TENNIS)
racket_bound = tennis_length * np.linalg.norm(KEYS[0])
slanted = _angle([1, 0], [1, 5])
residue = lookup.dot([0.1, 0.2, -0.3], [1, 1, 1])

# The footnote with two vectors exchanged.
_ones, _long, _parallel = np.ones(3), np.array([1000.0, 0.0, 0.0]), np.full(3, 2.0)
cosine_long = cosine(_ones, _long)
cosine_parallel = cosine(_ones, _parallel)
angle_long = _angle(_ones, _long)

# Vectors of 4096 signs that agree in 2080 places: nearly at right angles, and a large score.
_width, _agreeing = 4096, 2080
_signs = np.where(np.arange(_width) < _agreeing, 1.0, -1.0)
wide_score = dot(np.ones(_width), _signs)
wide_cosine = cosine(np.ones(_width), _signs)

# Real words.
_known = words.known()
_all = words.vectors(_known)  # (n, 100)
_scores = _all @ _all.T
_lengths = np.linalg.norm(_all, axis=1)
_cosines = _scores / np.outer(_lengths, _lengths)
_others = ~np.eye(len(_known), dtype=bool)


def _pair(table: object, a: str, b: str) -> float:
    return float(np.asarray(table)[_known.index(a), _known.index(b)])


tennis_with = {word: _pair(_cosines, "tennis", word) for word in _known}
_places = sorted(tennis_with, key=lambda word: -tennis_with[word])
racket_place = _places.index("racket")  # tennis itself is at 0
negative = (_scores[_others] < 0).mean()
shortest, longest = _lengths.min(), _lengths.max()
mean_of_all = _cosines[_others].mean()
mean_of_and = np.delete(_cosines[_known.index("and")], _known.index("and")).mean()
woman_women = _pair(_cosines, "woman", "women")

# Words that match another word better than themselves, and what length does to the neighbours.
_itself = np.arange(len(_known))
outscored = int((_scores.argmax(axis=1) != _itself).sum())
monday_itself, monday_wednesday = (_pair(_scores, "monday", w) for w in ("monday", "wednesday"))
_by_score = np.where(_others, _scores, -np.inf).argmax(axis=1)
_by_cosine = np.where(_others, _cosines, -np.inf).argmax(axis=1)
other_neighbour = int((_by_score != _by_cosine).sum())
assert _known[int(_scores[_known.index("monday")].argmax())] == "wednesday"
assert _lengths[_known.index("wednesday")] > _lengths[_known.index("monday")]

# Arithmetic with words.
_target = words.vector("queen") - words.vector("woman") + words.vector("man")
near_target = {word: cosine(_target, words.vector(word)) for word in _known}
near_queen = {word: _pair(_cosines, "queen", word) for word in _known}
assert sorted(near_target, key=lambda word: -near_target[word])[:2] == ["queen", "king"]
