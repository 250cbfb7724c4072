"""Numbers of the page on speed."""

import numpy as np

from softlookup import runs
from softlookup.steps import fast_attention

_width = 64  # of keys and values in every run
assert {row["width"] for name in ("attention", "memory") for row in runs.rows(name)} == {_width}

# A tile of scores in single precision, and the largest score for which no maximum is needed.
tile_mebibytes = fast_attention.TILE_BYTES / 2**20
shared_mebibytes = fast_attention.SHARED_BYTES / 2**20  # of keys and values: worth a second thread
calm = fast_attention.CALM
calm_exponential = float(np.exp(calm))


def _largest_score(width: int) -> float:
    """The bound on the scores of 4,096 random queries and keys: their lengths squared are chi-squared."""
    squares = np.random.default_rng(0).chisquare(width, size=(20, 2, 4096))  # 20 draws
    return float(np.sqrt(squares.max(axis=-1).prod(axis=-1) / width).mean())


# A vector is about √width long, the longest of thousands a little longer.
calm_width = max(width for width in range(100, 2000, 100) if _largest_score(width) < calm)
spread = max(row["spread"] for row in runs.rows("attention"))

# Below the first, single precision loses digits; below the second, exp gives 0.
_single = np.finfo(np.float32)
tiny = float(_single.tiny)
cliff_from = -float(np.log(tiny))
cliff_to = -float(np.log(float(_single.smallest_subnormal) / 2))  # half of it still rounds up
# How many unscaled scores of vectors 1024 wide fall there, in rows of as many keys.
wide = 1024
_scores = np.random.default_rng(0).normal(size=(400, wide)) * np.sqrt(wide)
_below = _scores.max(axis=1, keepdims=True) - _scores
in_the_cliff = float(((cliff_from < _below) & (_below < cliff_to)).mean())
# The most that an entry with such a weight can add to an output: the largest value, times the weight.
largest = float(_single.max)
cliff_most = tiny * largest
# What the best weight counts instead of 1, and how far below the best a score counts as nothing.
_lift = fast_attention._lift(_single.dtype)
lifted = float(np.exp(np.float32(_lift)))
cut_from = _lift - float(fast_attention._least_lifted(_single.dtype))
