"""Numbers of the page on temperature."""

import math

import numpy as np

from softlookup import words
from softlookup.examples import ANIMAL_VALUES, KEYS, SCORES, TENNIS, VALUES, WORDS, Vector
from softlookup.steps.temperature import entries_read, soften

COLD = 0.01  # as good as the limit for scores that differ by 1
_HALF = 0.5

# The running example at several temperatures.
_SETTINGS = {"half": _HALF, "one": 1.0, "two": 2.0, "root": math.sqrt(2)}
scores = dict(zip(WORDS, SCORES, strict=True))
weights_at = {name: soften(SCORES, t) for name, t in _SETTINGS.items()}
output = {name: float(weights @ VALUES) for name, weights in weights_at.items()}
entries = {name: float(entries_read(weights)) for name, weights in weights_at.items()}
at_one = dict(zip(WORDS, weights_at["one"], strict=True))
at_half = dict(zip(WORDS, weights_at["half"], strict=True))
ratios_at_one = {word: weight / at_one["racket"] for word, weight in at_one.items()}
ratios_at_half = {word: weight / at_half["racket"] for word, weight in at_half.items()}
divided = dict(zip(WORDS, SCORES / _HALF, strict=True))
raised = {word: math.exp(score) for word, score in divided.items()}
raised_sum = sum(raised.values())
products = dict(zip(WORDS, weights_at["half"] * VALUES, strict=True))
mean = float(VALUES.mean())

# What the map shows, at the temperature at which it is printed.
_SHOWN = 1.0
here = {
    "temperature": _SHOWN,
    "output": float(soften(SCORES, _SHOWN) @ VALUES),
    "entries": float(entries_read(soften(SCORES, _SHOWN))),
}
assert np.isclose(at_half["racket"] / at_half["ball"], (at_one["racket"] / at_one["ball"]) ** 2)

# Ball's own key, which racket matches as well: the two share, however cold it is.
BALL = KEYS[WORDS.index("ball")]
tie_scores = dict(zip(WORDS, KEYS @ BALL, strict=True))
tie = float(soften(KEYS @ BALL, COLD) @ VALUES)

# Exact lookup as a limit: one-hot keys, so the winner leads every other key by 1.
dog_weight = soften(np.eye(4)[0], 1.0)[0]
dog_answer = soften(np.eye(4)[0], 1.0) @ ANIMAL_VALUES
share = 0.999
many_keys = 10_000


def _cold_enough(keys: int, lead: float = 1.0) -> float:
    """The largest temperature at which the winner still gets the share."""
    temperature = lead / math.log((keys - 1) * share / (1 - share))
    assert np.isclose(soften(lead * (np.arange(keys) == 0), temperature)[0], share)
    return temperature


cold_enough = {"four": _cold_enough(4), "many": _cold_enough(many_keys)}

# Racket and ball with their values exchanged: the answer overshoots the mean.
SWAPPED = VALUES[[1, 0, 2]]
peak_at = 1 / math.log(2)
_gaps_of_one = np.array([2.0, 1.0, 0.0])  # as tennis scores, and as the formula of the page has it
peak = float(soften(_gaps_of_one, peak_at) @ SWAPPED)
assert np.allclose(SCORES - SCORES.min(), _gaps_of_one)
assert all(soften(SCORES, t) @ SWAPPED <= peak + 1e-12 for t in np.geomspace(0.01, 1000, 4001))

# How fast the answer and the entropy move with the temperature: by formula and by nudging.
_nudge = 1e-5
_warmer, _colder = soften(SCORES, 1 + _nudge), soften(SCORES, 1 - _nudge)
_mean_score = weights_at["one"] @ SCORES
slope_down = float(weights_at["one"] @ (VALUES * SCORES) - output["one"] * _mean_score)
assert np.isclose(-slope_down, (_warmer - _colder) @ VALUES / (2 * _nudge))
score_variance = float(weights_at["one"] @ (SCORES - _mean_score) ** 2)
_rise = np.log(entries_read(_warmer)) - np.log(entries_read(_colder))
assert np.isclose(score_variance, _rise / (2 * _nudge))
entropy = float(np.log(entries["one"]))

# Real words: tennis asks all the others.
OTHERS = [word for word in words.known() if word != "tennis"]
_REAL_SCORES: Vector = words.vectors(OTHERS) @ words.vector("tennis")
_REAL_TEMPERATURES = (0.5, 1, 2, 5, 10)
others = len(OTHERS)
real_weights = {t: soften(_REAL_SCORES, t) for t in _REAL_TEMPERATURES}
real_entries = {t: float(entries_read(weights)) for t, weights in real_weights.items()}
_best, _second = np.argsort(-_REAL_SCORES)[:2]
assert (OTHERS[_best], OTHERS[_second]) == ("golf", "soccer")
lead = _REAL_SCORES[_best] - _REAL_SCORES[_second]
numbers_in_a_word = len(words.vector("tennis"))

# Real words: each word asks all of them, itself included.
known = len(words.known())
_all = words.vectors(words.known())
_winner = (_all @ _all.T).argmax(axis=1)
lost = int(np.sum(_winner != np.arange(known)))
monday = dict(zip(words.known(), _all @ words.vector("monday"), strict=True))
assert words.known()[_winner[words.known().index("monday")]] == "wednesday"
_lengths = np.linalg.norm(_all, axis=1, keepdims=True)
_length = dict(zip(words.known(), _lengths.ravel(), strict=True))
assert _length["wednesday"] > _length["monday"]
assert ((_all / _lengths @ _all.T).argmax(axis=0) == np.arange(known)).all()

# The four questions at both ends of the knob.
ASKED = {
    "tennis (1, 1)": TENNIS,
    "ball’s key (2, 0)": BALL,
    "the opposite (−1, −1)": -TENNIS,
    "nothing (0, 0)": 0 * TENNIS,
}
