"""Numbers of the page on exact lookup."""

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.pages.exact_lookup.searching import comparisons
from softlookup.steps.soft_lookup import soft_lookup

# The lookup as arithmetic: a weight of 1 where query and key are equal, for a hit and for a miss.
equal = {query: [int(query == word) for word in WORDS] for query in ("ball", "tennis")}
total = {query: float(weights @ VALUES) for query, weights in equal.items()}

# What lookups by score answer, for two keys and for a word that is none.
_PLACES = {"racket": KEYS[0], "ball": KEYS[1], "tennis": TENNIS}
best = {word: float(VALUES[(KEYS @ place).argmax()]) for word, place in _PLACES.items()}
soft = {word: float(soft_lookup(place, KEYS, VALUES)) for word, place in _PLACES.items()}

# How many keys a search looks at, and a dictionary, by the number of entries.
many = 300
compared = {size: comparisons(size) for size in (3, 30, many)}
searched = compared[many].by_search

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
