"""Numbers of the page on long dictionaries."""

import numpy as np

from softlookup import words
from softlookup.examples import ANSWER, KEYS, TENNIS, VALUES, WEIGHTS
from softlookup.steps import sparse
from softlookup.steps.softmax import softmax


def leader(gap: float, size: int) -> float:
    """The weight of one entry that scores `gap` above all the others."""
    return float(softmax(np.r_[gap, np.zeros(size - 1)])[0])


def needed(size: float, share: float = 9 / 10) -> float:
    """The gap at which the leader keeps that share."""
    return float(np.log((size - 1) * share / (1 - share)))


output = ANSWER

# One head of 16,384 queries over as many keys, in single precision.
tokens = 2**14
score_mebibytes = tokens * tokens * 4 / 2**20

# A cache over a thousand tokens: entries projected with and without it.
written = 1000
projected_again = written * (written + 1) // 2

# Skipping tree.
kept = float(sparse.top_lookup(TENNIS, KEYS, VALUES, 2))
_dropped = float(WEIGHTS[2])
assert np.isclose(kept - output, _dropped * (kept - VALUES[2]))

# Real words: who scores how well with tennis, unscaled and scaled by the root of the width.
_real_scores = words.vectors([w for w in words.known() if w != "tennis"]) @ words.vector("tennis")
others = len(_real_scores)
sorted_weights = {
    name: np.sort(softmax(_real_scores / temperature))[::-1]
    for name, temperature in {"unscaled": 1, "scaled": 10}.items()
}
best = {name: float(weights[:16].sum()) for name, weights in sorted_weights.items()}

# A lead of 5 against a growing number of rivals.
shares = {n: leader(5, n) for n in (3, 1000, 10**6)}
ln_ten = float(np.log(10))
# Rivals that spread with standard deviation 1 count e^½ times as much.
draws = 400
_spread = 0.5
spread_lead = needed(1000) + _spread
_rivals = np.random.default_rng(0).normal(size=(draws, 999))
spread_share = float(np.mean([softmax(np.r_[spread_lead, row])[0] for row in _rivals]))

# What is left of a signal after so many steps, each of which keeps so much of it.
steps, keeps = 100, 0.9
faded = keeps**steps

# A mark in the middle, read through windows that weigh all alike, until the first place hears of it.
PLACES, REACH, HOME = 21, 2, 10


def through_windows(layers: int) -> np.ndarray:
    """What each place holds of the mark after so many layers."""
    tokens, mark = np.zeros((PLACES, 1)), np.eye(PLACES)[HOME]
    for _ in range(layers):
        mark = sparse.window_lookup(tokens, tokens, mark, REACH)
    return np.asarray(mark)


layers_needed = next(n for n in range(1, PLACES) if through_windows(n)[0] > 0)
assert layers_needed == 5, "the page says five"
arrived, direct = float(through_windows(layers_needed)[0]), 1 / PLACES

# Scores multiplied by ln n: a lead of 1 then keeps half of the weight at every length.
_level = [leader(float(np.log(n)), n) for n in (100, 10**6)]
level_share = _level[0]
assert np.allclose(_level, 0.5, atol=0.005)
# A lead just above 1 loses at first, so the page speaks of the end only: there it has the whole.
_short, _longer = (leader(1.1 * float(np.log(n)), n) for n in (2, 11))
assert _longer < _short
assert needed(1e30, share=0.99) < 1.1 * np.log(1e30)
