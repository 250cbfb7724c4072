"""Numbers of the page on temperature."""

import math

import numpy as np

from softlookup import words
from softlookup.examples import ANIMAL_VALUES, KEYS, SCORES, VALUES, WORDS
from softlookup.steps import temperature as _step

_soften, _entries_read = _step.soften, _step.entries_read
_scores = SCORES

# The running example at several temperatures.
_settings = {"half": 0.5, "one": 1.0, "root": math.sqrt(2)}
output = {name: _soften(_scores, t) @ VALUES for name, t in _settings.items()}
entries = {name: _entries_read(_soften(_scores, t)) for name, t in _settings.items()}
at_one = dict(zip(WORDS, _soften(_scores, 1.0), strict=True))
at_half = dict(zip(WORDS, _soften(_scores, 0.5), strict=True))
mean = VALUES.mean()
tie = _soften(KEYS @ KEYS[1], 0.01) @ VALUES
assert np.isclose(at_half["racket"] / at_half["ball"], (at_one["racket"] / at_one["ball"]) ** 2)

# Exact lookup as a limit: one-hot keys, so the winner leads every other key by 1.
dog_weight = _soften(np.eye(4)[0], 1.0)[0]
dog_answer = _soften(np.eye(4)[0], 1.0) @ ANIMAL_VALUES
share = 0.999


def _coldest(keys: int, lead: float = 1.0) -> float:
    """The largest temperature at which the winner still gets the share."""
    temperature = lead / math.log((keys - 1) * share / (1 - share))
    assert np.isclose(_soften(lead * (np.arange(keys) == 0), temperature)[0], share)
    return temperature


many_keys = 10_000
cold_enough = {"four": _coldest(4), "many": _coldest(many_keys)}

# Racket and ball with their values exchanged: the answer overshoots the mean.
_swapped = VALUES[[1, 0, 2]]
_grid = np.geomspace(0.01, 1000, 4001)
_peak_at = 1 / math.log(2)
peak = _soften(_scores, _peak_at) @ _swapped
assert all(_soften(_scores, t) @ _swapped <= peak + 1e-12 for t in _grid)

# How fast the answer and the entropy move with the temperature: by formula and by a small step.
_weights, _warmer, _colder = (_soften(_scores, 1.0 + step) for step in (0, 1e-5, -1e-5))
_mean_score = _weights @ _scores
slope_down = _weights @ (VALUES * _scores) - output["one"] * _mean_score
assert np.isclose(-slope_down, (_warmer - _colder) @ VALUES / 2e-5)
_rise = (math.log(_entries_read(_warmer)) - math.log(_entries_read(_colder))) / 2e-5
assert np.isclose(_rise, _weights @ (_scores - _mean_score) ** 2)

# Real words: tennis asks all the others.
_others = [word for word in words.known() if word != "tennis"]
_real = words.vectors(_others) @ words.vector("tennis")
others = len(_others)
real_entries = {t: _entries_read(_soften(_real, float(t))) for t in (1, 10)}
_best, _second = np.argsort(-_real)[:2]
assert (_others[_best], _others[_second]) == ("golf", "soccer")
lead = _real[_best] - _real[_second]

# Real words: each word asks all of them, itself included.
known = len(words.known())
_all = words.vectors(words.known())
_winner = (_all @ _all.T).argmax(axis=1)
lost = int(np.sum(_winner != np.arange(len(_all))))
monday = dict(zip(words.known(), _all @ words.vector("monday"), strict=True))
assert words.known()[_winner[words.known().index("monday")]] == "wednesday"
_lengths = np.linalg.norm(_all, axis=1, keepdims=True)
_length = dict(zip(words.known(), _lengths.ravel(), strict=True))
assert _length["wednesday"] > _length["monday"]
assert ((_all / _lengths @ _all.T).argmax(axis=0) == np.arange(len(_all))).all()
