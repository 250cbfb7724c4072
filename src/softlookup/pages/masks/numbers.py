"""Numbers of the page on masks."""

import numpy as np

from softlookup import sentence as text
from softlookup.examples import ANSWER, SCORES, VALUES, WEIGHTS, WORDS
from softlookup.explorables.mask_grid import PRINTED
from softlookup.steps import masks
from softlookup.steps.softmax import softmax

# The sentence, read through what was learned, from left to right.
_learned = text.lesson()
_queries, _keys = text.vectors() @ _learned.asks, text.vectors() @ _learned.found
_scores = _queries @ _keys.T / np.sqrt(text.WIDTH)  # (12, 12)
length = len(text.WORDS)
may_read = masks.causal(length, length)
left_to_right = masks.masked_softmax(_scores, may_read)  # (12, 12)
it_reads = int(may_read[text.IT].sum())
animal_open = float(softmax(_scores)[text.IT, text.WORDS.index("animal")])
animal = float(left_to_right[text.IT, text.WORDS.index("animal")])

# Tennis asks after each entry. When the second query asks, tree has not come; what it reads follows the
# reader's hand.
_second = PRINTED[1]
may_read_second = dict(zip(WORDS, _second.astype(int), strict=True))
_left = np.where(_second, np.exp(SCORES), 0.0)
left = dict(zip(WORDS, _left, strict=True))
left_sum = float(_left.sum())
_shares = masks.masked_softmax(SCORES, _second)
shares = dict(zip(WORDS, _shares, strict=True))
share_sum = float(_shares.sum())
price = float(_shares @ VALUES)

# Tree is hidden from tennis, in other ways too.
no_tree = np.array([True, True, False])
scores = dict(zip(WORDS, SCORES, strict=True))
exponentials = np.exp(SCORES)
weights = dict(zip(WORDS, WEIGHTS, strict=True))
kept = masks.masked_softmax(SCORES, no_tree)
output = ANSWER
kept_output = float(kept @ VALUES)
assert np.array_equal(_second, no_tree), "the page hides the tree"
mean = VALUES.mean()

# A score of 0 in place of −∞: for tennis, and for the opposite of tennis.
leaking = softmax(SCORES * no_tree)
leak = leaking[2]
leak_opposite = softmax(-SCORES * no_tree)[2]
unmasked_opposite = softmax(-SCORES)[2]
cut_output = float((WEIGHTS * no_tree) @ VALUES)  # a weight of 0, after the softmax

# How far apart neighbouring numbers are at a billion.
step = {kind.__name__: float(np.spacing(kind(1e9))) for kind in (np.float32, np.float64)}
largest_half = float(np.finfo(np.float16).max)

# The first words of the sentence, vectors as they are: all ask, or only the last two.
first_words = text.WORDS[:5]
_vectors = text.vectors()[:5]
_raw = _vectors @ _vectors.T / np.sqrt(_vectors.shape[1])  # (5, 5)
all_ask = masks.masked_softmax(_raw, masks.causal(5, 5))
lower_right = masks.masked_softmax(_raw[3:], masks.causal(2, 5, "lower right"))
upper_left = masks.masked_softmax(_raw[3:], masks.causal(2, 5))
assert np.array_equal(lower_right, all_ask[3:])
not_did = lower_right[0, 2]
not_not = lower_right[0, 3]
not_upper = upper_left[0, 0]
first_open = softmax(_raw[0])[0]

# A window, and how few pairs it reads.
places, _reach = 1000, 2
window_pairs = int(masks.window(places, places, _reach).sum())
all_pairs = places**2
assert window_pairs == (2 * _reach + 1) * places - _reach * (_reach + 1)
