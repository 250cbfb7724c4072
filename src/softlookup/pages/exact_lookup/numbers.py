"""Numbers of the page on exact lookup."""

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.pages.exact_lookup.tables import comparisons
from softlookup.steps.soft_lookup import soft_lookup

output = soft_lookup(TENNIS, KEYS, VALUES)
own_ball = soft_lookup(KEYS[1], KEYS, VALUES)
searched = comparisons(300)[0]

# The sum of two decimals is not quite the third.
near_miss = (0.1 + 0.2) - 0.3

# Real word vectors as keys: how many of the 100 numbers tennis shares with each.
_tennis = words.vector("tennis")
shared = {word: int((words.vector(word) == _tennis).sum()) for word in WORDS}

# One number of racket's vector, moved to the next float there is.
_moved = words.vector("racket").copy()
_moved[0] = np.nextafter(_moved[0], np.inf)
step = _moved[0] - words.vector("racket")[0]
_stored = {tuple(words.vector(word)): value for word, value in zip(WORDS, VALUES, strict=True)}
assert _stored[tuple(words.vector("racket"))] == VALUES[0]
assert tuple(_moved) not in _stored
