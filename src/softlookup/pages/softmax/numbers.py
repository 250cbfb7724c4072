"""Numbers of the page on softmax."""

import math
from itertools import pairwise

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, SCORES, WEIGHTS, WORDS
from softlookup.steps.softmax import softmax as _softmax

# The first attempt, and softmax.
scores = dict(zip(WORDS, SCORES, strict=True))
_asked_by_tree = KEYS @ KEYS[2]
tree_scores = dict(zip(WORDS, _asked_by_tree, strict=True))
linear_tree = dict(zip(WORDS, _asked_by_tree / _asked_by_tree.sum(), strict=True))
linear = dict(zip(WORDS, SCORES / SCORES.sum(), strict=True))
winner = dict(zip(WORDS, np.eye(len(SCORES))[SCORES.argmax()], strict=True))
e = math.e
exponentials = dict(zip(WORDS, np.exp(SCORES), strict=True))
exponential_sum = sum(exponentials.values())
weights = dict(zip(WORDS, WEIGHTS, strict=True))
ratios = {word: weights[word] / weights[after] for word, after in pairwise(WORDS)}

# Digits: cut off instead of rounded, and rounded thirds.
cut = {word: math.floor(1000 * weight) / 1000 for word, weight in weights.items()}
cut_sum = sum(cut.values())
third = 1 / 3
thirds_sum = 3 * round(third, 3)
mixed_scores = [4, -1, 2.1]
mixed = _softmax(mixed_scores)

# Shifts and factors.
tenfold = dict(zip(WORDS, _softmax(10 * SCORES), strict=True))
slope = weights["racket"] * (1 - weights["racket"])
tenfold_slope = tenfold["racket"] * (1 - tenfold["racket"])
doubling = 2
doubling_gap = math.log(doubling)

# A key at a right angle to the query, beside keys that are worse.
worse = -5
right_angle = _softmax([0, worse, worse])[0]

# One score moves, the others stay.
raised_score = scores["ball"] + 1
raised = dict(zip(WORDS, _softmax(SCORES + np.array([0, 1, 0])), strict=True))
with_bias = _softmax(SCORES + np.array([0, 0, 5]))[2]
twice_ten = _softmax(np.zeros(3))[:2].sum()

# Zeros.
printed_gap = math.log(0.36 / 0.005)  # beside a best weight of 0.36, below 0.005

# Overflow.
largest = {kind: math.log(float(np.finfo(kind).max)) for kind in ("float16", "float32", "float64")}
tree_in_float16 = float(np.float16(words.vector("tennis") @ words.vector("tree")))
low_scores = [-800, -801]
low = _softmax(low_scores)
high = _softmax([1000, 999])
assert np.allclose(low, high)

# Other ways to share: lower all scores by one threshold and cut at 0.
other_scores = np.array([1.0, 0.8, 0.1])
threshold = (other_scores[:2].sum() - 1) / 2
sparse = np.maximum(other_scores - threshold, 0)
assert math.isclose(sparse.sum(), 1)
dense = _softmax(other_scores)

# Real words.
_tennis = words.vector("tennis")
_real = words.vectors(WORDS) @ _tennis
real_scores = dict(zip(WORDS, _real, strict=True))
real_weights = dict(zip(WORDS, _softmax(_real), strict=True))
_others = [word for word in words.known() if word != "tennis"]
_all = words.vectors(_others)
others = len(_others)
all_weights = dict(zip(_others, _softmax(_all @ _tennis), strict=True))


def _cosines(vectors: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(_tennis)
    return np.asarray(vectors @ _tennis / lengths)


cosine_weights = dict(zip(WORDS, _softmax(_cosines(words.vectors(WORDS))), strict=True))
all_cosine_weights = dict(zip(_others, _softmax(_cosines(_all)), strict=True))
cosine_ratio = math.exp(2)  # scores from -1 to 1
cosine_ceiling = math.exp(2) / (math.exp(2) + others - 1)
assert max(all_weights, key=lambda word: all_weights[word]) == "golf"
assert max(all_cosine_weights, key=lambda word: all_cosine_weights[word]) == "golf"
