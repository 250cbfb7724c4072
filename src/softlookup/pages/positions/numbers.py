"""Numbers of the page on positions."""

import numpy as np

from softlookup import sentence, words
from softlookup.examples import KEYS, TENNIS, WORDS, Matrix, Vector
from softlookup.pages.positions import ways
from softlookup.steps.softmax import softmax

# One sentence twice: as it is, and with animal and street exchanged.
_ANIMAL, _STREET = sentence.WORDS.index("animal"), sentence.WORDS.index("street")
_rows = sentence.vectors()  # (12, 100)
_exchanged = _rows.copy()
_exchanged[[_ANIMAL, _STREET]] = _rows[[_STREET, _ANIMAL]]


def _reads(rows: Matrix) -> Vector:
    """What *it* takes home from a sentence: the blend of all its words."""
    blend: Vector = sentence.read(rows[sentence.IT][np.newaxis], rows)[0] @ rows
    return blend


difference = float(np.abs(_reads(_rows) - _reads(_exchanged)).max())
assert difference < 1e-12  # the page says so
_THE, _OTHER_THE = (place for place, word in enumerate(sentence.WORDS) if word == "the")
assert np.array_equal(sentence.raw()[_THE], sentence.raw()[_OTHER_THE])  # both ask alike
it_at, animal_at = sentence.IT, _ANIMAL

# The same query and the same key at other places: it asks, animal answers.
LATER, FAR = 100, 1000
_it, _animal = words.vector("it"), words.vector("animal")
PLACES = {
    "here": (it_at, animal_at),
    "later": (it_at + LATER, animal_at + LATER),
    "far": (animal_at + FAR, animal_at),
}


def score(way: str, where: str) -> float:
    """The score of *it* and *animal* at two places, in one of the ways."""
    query_place, key_place = PLACES[where]
    return ways.WAYS[way](_it, query_place, _animal, key_place)


for _way in ("nothing", "learned distances (clipped)", "ALiBi", "rotary"):
    assert np.isclose(score(_way, "here"), score(_way, "later"))
for _way in ("learned places, added", "sinusoids, added"):
    assert not np.isclose(score(_way, "here"), score(_way, "later"), atol=0.1)
_it_length, _animal_length = np.linalg.norm(_it), np.linalg.norm(_animal)
_most = float(_it_length * _animal_length)  # no turn can make the score larger
assert abs(score("rotary", "far")) < _most
trained, clip, slope = ways.TRAINED, ways.CLIP, ways.SLOPE

# A prior: how much less an equally good match counts, so many places away.
steps_away = 10
prior = float(np.exp(-slope * steps_away))
_scores = np.array([ways.alibi(_it, p, _animal, 0) for p in (0, steps_away)])
assert np.isclose(softmax(_scores)[1] / softmax(_scores)[0], prior)

# Tennis asks and racket answers, each from five places.
RACKET = KEYS[WORDS.index("racket")]
_SHOWN = {
    "no places": ways.nothing,
    "added to the words": ways.sinusoids,
    "off the score (ALiBi)": ways.alibi,
    "turned (rotary)": ways.rotary,
}
GRID = 5
SCORES = {
    name: np.array([[way(TENNIS, i, RACKET, j) for j in range(GRID)] for i in range(GRID)])
    for name, way in _SHOWN.items()
}


def striped(scores: Matrix) -> bool:
    """Whether equal distances have equal scores."""
    return all(np.ptp(np.diagonal(scores, offset)) < 1e-9 for offset in range(1 - GRID, GRID))


assert [name for name in SCORES if not striped(SCORES[name])] == ["added to the words"]

# Rotary: how many turns each pair of numbers has made after so many places.
head_width, seen = 128, 4096
pairs = head_width // 2
_speeds = ways.BASE ** (-np.arange(pairs) / pairs)  # radians for each place
_turns = seen * _speeds / (2 * np.pi)
not_round = int(np.sum(_turns < 1))
fastest_turns = float(_turns[0])
slowest_turn = float(_turns[-1])

# A key that equals its query, with pairs of one length: the share of its score that is left.
faded = {away: float(np.cos(away * _speeds).mean()) for away in (10, FAR)}
_alike = np.ones(head_width)
for _away, _left in faded.items():
    assert np.isclose(ways.rotary(_alike, _away, _alike, 0) / head_width, _left)

# Two conventions of which numbers form a pair, and a query of the one with a key of the other.
_halves = {"query": ways.turned(_it, it_at), "key": ways.turned(_animal, animal_at)}
_neighbours = ways.turned(_animal, animal_at, interleaved=True)
convention = {
    "halves": _halves["query"] @ _halves["key"],
    "neighbours": ways.turned(_it, it_at, interleaved=True) @ _neighbours,
    "mixed": _halves["query"] @ _neighbours,
}
_order = np.arange(len(_it)).reshape(2, -1).T.ravel()  # 0, 50, 1, 51, …
assert np.allclose(  # the same convention once the numbers are put in the other order
    ways.turned(_it[_order], it_at, interleaved=True), _halves["query"][_order]
)
