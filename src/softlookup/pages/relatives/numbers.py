"""Numbers of the page on relatives."""

import numpy as np

from softlookup import snippets, words
from softlookup.examples import ANSWER, KEYS, SCORES, TENNIS, VALUES, WEIGHTS, Matrix, Vector
from softlookup.pages.relatives import induction
from softlookup.pages.relatives.fast_weights import (
    added,
    corrected,
    elu_plus_one,
    linear_attention,
    taylor,
    unit,
)
from softlookup.steps.softmax import softmax

hopfield = snippets.example("hopfield")
kernel_regression = snippets.example("kernel_regression")
_known = words.known()
_vectors = words.vectors(_known)
output = ANSWER
known, width = _vectors.shape

# --- Hopfield: a letter with half its dots missing, read once ---------------------------------------
dots = hopfield.patterns.shape[1]
missing = dots // 2 + 1
half_letter = hopfield.patterns[0].copy()
half_letter[np.random.default_rng(0).permutation(dots)[:missing]] = 0
letter_weights = softmax(hopfield.patterns @ half_letter)
repaired = hopfield.recall(half_letter, hopfield.patterns)
assert (np.sign(repaired) == hopfield.patterns[0]).all()

# Real words: many of the numbers erased, one step of recall.
low = 0.3


def _recovered(erased: int, sharpness: float) -> int:
    """How many words come back as the nearest one after one step."""
    random = np.random.default_rng(0)
    count = 0
    for row, vector in enumerate(_vectors):
        damaged = vector.copy()
        damaged[random.permutation(width)[:erased]] = 0
        back = hopfield.recall(damaged, _vectors, sharpness)
        count += int(((_vectors - back) ** 2).sum(axis=1).argmin() == row)
    return count


erased = {"half": 50, "most": 70, "nearly all": 90}
recovered = {name: _recovered(count, 1.0) for name, count in erased.items()}
blurred = _recovered(erased["half"], low)
_state = hopfield.damaged
for _ in range(50):
    _state = hopfield.recall(_state, hopfield.patterns, 0.1)
drifted = {
    letter: float(hopfield.cosine(_state, pattern))
    for letter, pattern in zip("TLX", hopfield.patterns, strict=True)
}

# --- Kernel regression --------------------------------------------------------------------------------


def gaussian(query: Vector, keys: Matrix, values: Vector, bandwidth: float = 1.0) -> float:
    """Kernel regression for places with several coordinates."""
    squares = ((keys - query) ** 2).sum(axis=1)
    return float(kernel_regression.blend(-squares / (2 * bandwidth**2), values))


place, _far = 1.5, 10
guess, beyond = (
    kernel_regression.kernel_regression(
        float(x), kernel_regression.places, kernel_regression.heights
    )
    for x in (place, _far)
)
curve = {"place": place**2, "far": _far**2}
common = place**2 / 2  # what the two columns of scores differ by
plane = gaussian(TENNIS, KEYS, VALUES)
_squares = (KEYS**2).sum(axis=1)
counted = float(np.exp((_squares[0] - _squares[1]) / 2))
# Each entry counted exp(|k|²/2) times turns kernel regression into attention.
assert np.isclose(
    kernel_regression.blend(-((KEYS - TENNIS) ** 2).sum(axis=1) / 2 + _squares / 2, VALUES), output
)

# --- Retrieval ----------------------------------------------------------------------------------------
_others = [word for word in _known if word != "tennis"]
_scores = words.vectors(_others) @ words.vector("tennis")
_order = [_others[i] for i in np.argsort(-_scores, kind="stable")]
assert _order[:5] == ["golf", "soccer", "basketball", "swimming", "football"]
racket_rank = _order.index("racket") + 1
top_five = {
    "plain": float(np.sort(softmax(_scores))[-5:].sum()),
    "root": float(np.sort(softmax(_scores / 10))[-5:].sum()),
}
# A small reader: from a document to the odds of two answers.
_predictions = np.array([softmax(2 * key) for key in KEYS])
mixed_predictions = float((WEIGHTS @ _predictions)[0])
read_mixture = float(softmax(2 * (WEIGHTS @ KEYS))[0])

# --- Product keys: a key is a pair of halves, and the best pairs are made of the best halves ----------
halves, wanted = 32, 4
pairs = halves**2
_random = np.random.default_rng(0)
_first, _second = _random.normal(size=(2, halves, 8)) @ _random.normal(size=8)  # scores of halves
_sums = _first[:, None] + _second  # scores of all pairs, (halves, halves)
_short = [np.argsort(-side)[:wanted] for side in (_first, _second)]
_best_pairs = np.sort(_sums[np.ix_(*_short)].ravel())[-wanted:]
assert np.array_equal(_best_pairs, np.sort(_sums.ravel())[-wanted:])
looked_at = 2 * halves + wanted**2

# --- Linear attention and fast weights ----------------------------------------------------------------
_asked = {"elu + 1": elu_plus_one(TENNIS[None])[0]}
_found = {"elu + 1": elu_plus_one(KEYS)}
for _degree in (2, 4, 12):
    _asked[f"series to degree {_degree}"] = taylor(TENNIS[None], _degree)[0]
    _found[f"series to degree {_degree}"] = taylor(KEYS, _degree)
linear = {name: linear_attention(_asked[name], _found[name], VALUES) for name in _asked}
features = {name: found.shape[1] for name, found in _found.items()}
_prices = VALUES[:, None]
_apart = np.eye(len(KEYS))
read_back = {
    "added": (unit(KEYS) @ added(unit(KEYS), _prices).T)[:, 0],
    "corrected": (unit(KEYS) @ corrected(unit(KEYS), _prices).T)[:, 0],
    "apart": (_apart @ corrected(_apart, _prices).T)[:, 0],
}
assert np.allclose(read_back["apart"], VALUES)
# Racket is written anew, under the same key.
_new_price = 7.0
_keys, _values = np.vstack([_apart, _apart[:1]]), np.append(VALUES, _new_price)[:, None]
rewritten = {
    "added": float((added(_keys, _values) @ _apart[0])[0]),
    "corrected": float((corrected(_keys, _values) @ _apart[0])[0]),
}
assert rewritten["corrected"] == _new_price


# How many of n entries are read back, by width-32 keys in random directions.
key_width, _DRAWS = 32, 5
SIZES = tuple(2**power for power in range(2, 11))


def _read_back(size: int, seed: int) -> dict[str, float]:
    """The share of entries whose own value is the best match to what their key reads."""
    keys, values = unit(np.random.default_rng(seed).normal(size=(2, size, key_width)))
    cosines = keys @ keys.T
    read = {
        "soft lookup": softmax(cosines * np.sqrt(key_width)) @ values,
        "at the cosine": softmax(cosines) @ values,
        "least squares": keys @ (np.linalg.pinv(keys) @ values),
        "added up": keys @ added(keys, values).T,
    }
    return {
        name: float(((rows @ values.T).argmax(axis=1) == np.arange(size)).mean())
        for name, rows in read.items()
    }


_shares = {size: [_read_back(size, seed) for seed in range(_DRAWS)] for size in SIZES}
capacity = {
    name: {size: float(np.mean([share[name] for share in _shares[size]])) for size in SIZES}
    for name in ("soft lookup", "at the cosine", "least squares", "added up")
}
blunt = capacity["at the cosine"][SIZES[-1]]
# What the caption says: one finds all, one as many as a key has numbers, one mixes up a few early.
assert set(capacity["soft lookup"].values()) == {1}
assert blunt < capacity["added up"][SIZES[-1]]  # the page calls it fewer
assert capacity["least squares"][key_width] == 1
assert 0.9 < capacity["added up"][key_width // 2] < 1
assert capacity["added up"][2 * key_width] < 0.9

# --- A layer of neurons -------------------------------------------------------------------------------
neurons = {
    "tennis": float(np.maximum(SCORES, 0) @ VALUES),
    "opposite": float(np.maximum(-SCORES, 0) @ VALUES),
}

# --- Heads that look up -------------------------------------------------------------------------------
lesson = induction.LESSON
new = len(induction.NEW)
lesson_steps = induction.STEPS
heads = induction.learned()
before = float(induction.first_weights(heads)[-1, -2])
_tests = induction.texts(induction.NEW, 500, np.random.default_rng(1))
_read = induction.second_weights(heads, _tests)
tested = len(_tests.asked)
found_what_followed = float((_read.argmax(axis=1) == _tests.asked + 1).mean())
by_chance = 1 / induction.LENGTH
