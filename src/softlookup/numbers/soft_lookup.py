"""Numbers of the page on soft lookup."""

import numpy as np

from softlookup import lookup, snippets, words
from softlookup.examples import ANIMAL_VALUES, KEYS, TENNIS, VALUES, WORDS

_softmax = snippets.load("softmax").softmax
_soft_lookup = snippets.load("soft_lookup").soft_lookup

scores = dict(zip(WORDS, KEYS @ TENNIS, strict=True))
grown = dict(zip(WORDS, np.exp(KEYS @ TENNIS), strict=True))
total = sum(grown.values())
weights = dict(zip(WORDS, _softmax(KEYS @ TENNIS), strict=True))
output = lookup.soft_lookup(TENNIS, KEYS, VALUES)
mean = VALUES.mean()
best_two = VALUES[:2].mean()
smallest, largest = VALUES.min(), VALUES.max()

# Each key used as the query.
own = {word: _soft_lookup(key, KEYS, VALUES) for word, key in zip(WORDS, KEYS, strict=True)}
own_weight = {w: _softmax(KEYS @ k)[i] for i, (w, k) in enumerate(zip(WORDS, KEYS, strict=True))}

# The exercise dictionary: guessed weights for "animal", as an average and as a sum.
animal_average = np.array([0.33, 0.36, 0.31, 0.0]) @ ANIMAL_VALUES
animal_sum = np.array([1.0, 1.0, 0.0, 0.0]) @ ANIMAL_VALUES
felt = np.array([0.6, 0.4, 0.0]) @ VALUES

# Real word vectors, the same three entries.
_real = words.vectors(WORDS) @ words.vector("tennis")
real_scores = dict(zip(WORDS, _real, strict=True))
real_weights = dict(zip(WORDS, _softmax(_real), strict=True))
real_output = _soft_lookup(words.vector("tennis"), words.vectors(WORDS), VALUES)
