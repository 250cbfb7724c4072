"""Numbers of the page on masks."""

import numpy as np

from softlookup import words
from softlookup.examples import SCORES, VALUES, WORDS
from softlookup.steps import masks
from softlookup.steps.softmax import softmax

_scores = SCORES
_no_tree = np.array([True, True, False])

# Tree is hidden.
weights = dict(zip(WORDS, softmax(_scores), strict=True))
output = float(softmax(_scores) @ VALUES)
kept_output = float(masks.masked_softmax(_scores, _no_tree) @ VALUES)
mean = VALUES.mean()

# A score of 0 in place of −∞: for tennis, and for the opposite of tennis.
leak = softmax(_scores * _no_tree)[2]
leak_opposite = softmax(-_scores * _no_tree)[2]
unmasked_opposite = softmax(-_scores)[2]
cut_output = float((softmax(_scores) * _no_tree) @ VALUES)

# How far apart neighbouring numbers are at a billion.
step = {kind.__name__: float(np.spacing(kind(1e9))) for kind in (np.float32, np.float64)}
largest_half = float(np.finfo(np.float16).max)

# Real words, each reading what came before it.
sentence = ["she", "sat", "on", "the", "mat"]
_vectors = words.vectors(sentence)
_real = _vectors @ _vectors.T / np.sqrt(_vectors.shape[1])  # (5, 5)
_whole = masks.masked_softmax(_real, masks.causal(5, 5))
_lower = masks.masked_softmax(_real[3:], masks.causal(2, 5, "lower right"))
_upper = masks.masked_softmax(_real[3:], masks.causal(2, 5))
assert np.array_equal(_lower, _whole[3:])
_open = softmax(_real[0])
she_open = _open[0]
the_on, the_the = _whole[3, 2], _whole[3, 3]
the_upper = _upper[0, 0]

# A window, and how few pairs it reads.
_length, _reach = 1000, 2
window_pairs = int(masks.window(_length, _length, _reach).sum())
all_pairs = _length**2
assert window_pairs == (2 * _reach + 1) * _length - _reach * (_reach + 1)
