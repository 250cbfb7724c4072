"""Numbers of the page on soft lookup."""

from itertools import pairwise

import numpy as np

from softlookup import lookup, snippets, steps, words
from softlookup.examples import (
    ANIMAL_VALUES,
    KEYS,
    SCORES,
    TENNIS,
    VALUES,
    WEIGHTS,
    WORDS,
    Vector,
    places,
)
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax

at = places()
scores = dict(zip(WORDS, SCORES, strict=True))
exponentials = dict(zip(WORDS, np.exp(SCORES), strict=True))
exponential_sum = sum(exponentials.values())
weights = dict(zip(WORDS, WEIGHTS, strict=True))
products = dict(zip(WORDS, WEIGHTS * VALUES, strict=True))
output = float(lookup.soft_lookup(TENNIS, KEYS, VALUES))
mean = VALUES.mean()
best_two = VALUES[:2].mean()
entries_read = steps.temperature.entries_read(WEIGHTS)

# Entries come in one by one: the sum and the answer so far, and the share of each when it arrives.
sum_so_far = dict(zip(WORDS, np.cumsum(np.exp(SCORES)), strict=True))
share_on_arrival = {word: exponentials[word] / sum_so_far[word] for word in WORDS}
answer_so_far = {
    word: soft_lookup(TENNIS, KEYS[:count], VALUES[:count])
    for count, word in enumerate(WORDS, start=1)
}

# Each key used as the query.
own = {word: soft_lookup(key, KEYS, VALUES) for word, key in zip(WORDS, KEYS, strict=True)}
own_weights = {
    word: dict(zip(WORDS, softmax(KEYS @ key), strict=True))
    for word, key in zip(WORDS, KEYS, strict=True)
}

# The exercise dictionary: guessed weights for "animal", as an average and as a sum.
animal_average = np.array([1, 1, 1, 0]) / 3 @ ANIMAL_VALUES
animal_sum = np.array([1.0, 1.0, 0.0, 0.0]) @ ANIMAL_VALUES
felt = np.array([0.6, 0.4, 0.0]) @ VALUES

# Real word vectors, the same three entries.
_real = words.vectors(WORDS) @ words.vector("tennis")
real_scores = dict(zip(WORDS, _real, strict=True))
real_weights = dict(zip(WORDS, softmax(_real), strict=True))
real_output = soft_lookup(words.vector("tennis"), words.vectors(WORDS), VALUES)
real_length = {word: np.linalg.norm(words.vector(word)) for word in ("tennis", *WORDS)}
real_gap = {later: real_scores[w] - real_scores[later] for w, later in pairwise(WORDS)}
real_own = {word: soft_lookup(words.vector(word), words.vectors(WORDS), VALUES) for word in WORDS}
_asked_by_racket = np.sort(words.vectors(WORDS) @ words.vector("racket"))
real_lead = _asked_by_racket[-1] - _asked_by_racket[-2]

# Values that can be seen: amounts of red, green and blue.
COLOURS = {
    "racket": np.array([0.72, 0.36, 0.16]),
    "ball": np.array([0.80, 0.87, 0.22]),
    "tree": np.array([0.14, 0.46, 0.27]),
}
blended_colour: Vector = WEIGHTS @ np.stack(list(COLOURS.values()))
blended_vector: Vector = WEIGHTS @ snippets.example("soft_lookup").vectors
