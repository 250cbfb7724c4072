"""Numbers of the first page."""

import math

from softlookup import claims, sentence
from softlookup.examples import ANSWER, SCORES, VALUES, WEIGHTS, WORDS, places

at = places()
scores = dict(zip(WORDS, SCORES, strict=True))
weights = dict(zip(WORDS, WEIGHTS, strict=True))
products = dict(zip(WORDS, WEIGHTS * VALUES, strict=True))
answer = ANSWER
best = VALUES[SCORES.argmax()]
mean = VALUES.mean()
e = math.e

width = sentence.vectors().shape[1]  # of a word's vector

# What "it" reads in the sentence, with the vectors as they are and through what was learned.
raw = dict(zip(sentence.WORDS, sentence.raw()[sentence.IT], strict=True))
learned = dict(zip(sentence.WORDS, sentence.projected()[sentence.IT], strict=True))
assert max(raw, key=lambda word: raw[word]) == "it"
assert all(sentence.projected(start)[sentence.IT].argmax() == 1 for start in range(5))

# What became of the statements of the four documents: only *wrong* counts as an error.
statements = len(claims.ledger())
wrong = sum(entry.verdict == "wrong" for entry in claims.ledger())
