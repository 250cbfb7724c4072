"""Numbers of the page on big dictionaries."""

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, TENNIS, VALUES, WEIGHTS
from softlookup.steps import sparse
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax


def leader(gap: float, size: int) -> float:
    """The weight of one entry that scores `gap` above all the others."""
    return float(softmax(np.r_[gap, np.zeros(size - 1)])[0])


def needed(size: float, share: float = 0.9) -> float:
    """The gap at which the leader keeps that share."""
    return float(np.log((size - 1) * share / (1 - share)))


output = float(soft_lookup(TENNIS, KEYS, VALUES))

# One head of 16,384 queries over as many keys, in single precision.
tokens = 2**14
score_mebibytes = {n: n * n * 4 / 2**20 for n in (2**12, tokens)}
tile_mebibytes = 1024 * 256 * 4 / 2**20

# Below the first, single precision loses digits; below the second, exp gives 0.
tiny = float(np.finfo(np.float32).tiny)
cliff_from = -float(np.log(np.finfo(np.float32).tiny))
cliff_to = -float(np.log(float(np.finfo(np.float32).smallest_subnormal) / 2))  # half rounds up
_wide = np.random.default_rng(0).normal(size=(400, 1024)) * 32  # unscaled scores of width 1024
_below = _wide.max(axis=1, keepdims=True) - _wide
in_the_cliff = float(((cliff_from < _below) & (_below < cliff_to)).mean())

# A cache over a thousand tokens: entries projected with and without it.
written = 1000
projected_again = written * (written + 1) // 2

# Skipping tree.
kept = float(sparse.top_lookup(TENNIS, KEYS, VALUES, 2))
dropped = float(WEIGHTS[2])
shift = kept - output
assert np.isclose(shift, dropped * (kept - VALUES[2]))

# Real words: the share of the best 16 of 257, unscaled and scaled by √100.
_scores = words.vectors([w for w in words.known() if w != "tennis"]) @ words.vector("tennis")
others = len(_scores)
best = {
    name: float(np.sort(softmax(_scores / t))[-16:].sum())
    for name, t in {"unscaled": 1, "scaled": 10}.items()
}

# A lead of 5 against a growing number of rivals.
shares = {n: leader(5, n) for n in (3, 10, 100, 1000, 10**6)}
leads = {n: needed(n) for n in (3, 100, 1000, 10**6)}
ln_ten = float(np.log(10))
# Rivals that spread with standard deviation 1 count e^½ times as much.
_spread = 0.5
spread_lead = needed(1000) + _spread
_rivals = np.random.default_rng(0).normal(size=(400, 999))
spread_share = float(np.mean([softmax(np.r_[spread_lead, row])[0] for row in _rivals]))

# What is left of a signal after 100 steps that keep nine tenths each.
faded = 0.9**100
# A mark at place 10 of 21, read through five windows of ±2 that weigh all alike.
_mark = np.eye(21)
for _ in range(5):
    _mark = sparse.window_lookup(np.zeros((21, 1)), np.zeros((21, 1)), _mark, 2)
arrived, direct = float(_mark[0, 10]), 1 / 21
