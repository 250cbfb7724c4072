"""Numbers of the page on scaling. Random draws are seeded; prose quotes them to two figures."""

from functools import cache
from itertools import product

import numpy as np

from softlookup import strangers, words
from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WEIGHTS, WORDS, Matrix, Vector
from softlookup.explorables.width_weights import PRINTED_WIDTH, scores_by_width
from softlookup.explorables.width_weights import WIDTHS as _WIDTHS
from softlookup.steps import scaling
from softlookup.steps.softmax import softmax
from softlookup.steps.temperature import entries_read

WIDTHS = tuple(4**power for power in range(1, 6))
SHOWN = WIDTHS[::2]  # the widths of the first picture
PLAIN = 1.0  # the scale of scores that are left as they are
SLIGHT = 0.001  # a slope below this moves next to nothing
DRAWS, ENTRIES = 400, 8  # of the snippet's random lookups
_TINY = np.finfo(float).tiny  # has a logarithm, and counts for nothing
widest = WIDTHS[-1]
draws = DRAWS


def signs(width: int) -> Matrix:
    """Every vector of +1 and −1: mean 0, variance 1, independent, and no chance in it."""
    return np.array(list(product((1.0, -1.0), repeat=width)))  # (2^width, width)


def row_spread(vectors: Matrix) -> float:
    """The spread of the scores within a row, every vector being query and key."""
    return float(np.sqrt((vectors @ vectors.T).var(axis=1).mean()))


@cache
def _random_scores(width: int) -> Matrix:
    """The scores of the snippet's random lookups as they are, (DRAWS, ENTRIES)."""
    random = np.random.default_rng(0)
    queries = random.normal(size=(DRAWS, 1, width))
    keys = random.normal(size=(DRAWS, ENTRIES, width))
    scores: Matrix = scaling.scaled_scores(queries, keys, PLAIN)[:, 0]
    scores.flags.writeable = False  # whoever asks for the width gets the same array
    return scores


@cache
def random_weights(width: int, scale: float | None = None) -> Matrix:
    """The weights that they become, (DRAWS, ENTRIES)."""
    times = 1 / np.sqrt(width) if scale is None else scale
    weights: Matrix = softmax(times * _random_scores(width))
    weights.flags.writeable = False
    return weights


def staircase(width: int, scale: float | None = None) -> Vector:
    """The heaviest weight, the second, the third, ..., each averaged over the random lookups."""
    stairs: Vector = np.sort(random_weights(width, scale), axis=1)[:, ::-1].mean(axis=0)
    return stairs


def slopes(width: int, scale: float | None = None) -> Vector:
    """Σ a (1 − a) of each random lookup, smallest first."""
    weights = random_weights(width, scale)
    found: Vector = np.sort(np.sum(weights * (1 - weights), axis=-1))
    return found


def share_read(entries: int, width: int) -> float:
    """Which share of random entries a scaled lookup reads: the effective number over all."""
    random, dictionaries = np.random.default_rng(0), max(10, 5000 // entries)
    queries = random.normal(size=(dictionaries, 25, width))
    keys = random.normal(size=(dictionaries, entries, width))
    weights = softmax(scaling.scaled_scores(queries, keys)).reshape(-1, entries)
    return _mean_read(weights) / entries


def _mean_read(weights: Matrix) -> float:
    """How many entries are read, on average over rows: all rows of `entries_read` at once, as there are thousands."""
    grown = np.exp(-np.sum(weights * np.log(np.maximum(weights, _TINY)), axis=1))
    assert np.isclose(grown[0], entries_read(weights[0]))
    return float(np.mean(grown))


@cache
def read_of_bell(spread: float, entries: int) -> float:
    """How many entries are read when the scores form a bell curve of this spread, on average."""
    lookups = max(20, 200_000 // entries)
    scores = np.random.default_rng(0).normal(scale=spread, size=(lookups, entries))
    return _mean_read(softmax(scores))


def law(spread: float, entries: int) -> float:
    """How many entries such scores read if there are far more of them than `needed`."""
    return float(entries * np.exp(-(spread**2) / 2))


def needed(spread: float) -> float:
    """The number of entries that must be exceeded by far for the law to hold."""
    return float(np.exp(spread**2))


def match_weight(width: int, entries: int = 1000, keys: int = 500) -> float:
    """The weight that a random key gets when it asks for itself, with scaled scores, on average.

    With a key of length r a stranger's scaled score is random with the spread r / √width, so lengths are all
    that must be drawn. They are taken evenly from many, because those of 500 keys scatter by a point.
    """
    random = np.random.default_rng(0)
    squares = np.sort(random.chisquare(width, size=100 * keys))[50::100, None]  # r², (keys, 1)
    strangers = random.normal(size=(keys, entries - 1)) * np.sqrt(squares / width)
    weights = softmax(np.hstack([squares / np.sqrt(width), strangers]))
    return float(np.mean(weights[:, 0]))


def nudged(scores: Vector, nudge: float) -> tuple[float, float]:
    """Racket's weight before and after its score is raised by a nudge."""
    raised = scores + nudge * np.array([1.0, 0.0, 0.0])
    return float(softmax(scores)[0]), float(softmax(raised)[0])


# Variance, exactly: all vectors of signs of width 4.
sign_keys = len(signs(4))
by_hand = (signs(4) @ signs(4)[0]).var()
shifted_all = ((signs(4) + 1) @ (signs(4) + 1).T).var()
shifted_common = shifted_all - row_spread(signs(4) + 1) ** 2

# The running example, times ten and scaled, and its slopes.
NUDGES = (1.0, 0.1, 0.01)
top = WEIGHTS.max()
TIMES_TEN = 10 * SCORES
_top_times_ten = softmax(TIMES_TEN).max()
own_slope = {"plain": top * (1 - top), "times ten": _top_times_ten * (1 - _top_times_ten)}
for _scores, _slope in ((SCORES, own_slope["plain"]), (TIMES_TEN, own_slope["times ten"])):
    _before, _after = nudged(_scores, 1e-6)
    assert np.isclose((_after - _before) / 1e-6, _slope, rtol=1e-3)  # nudging finds the formula
slope = np.sum(WEIGHTS * (1 - WEIGHTS))
even_slope = 1 - 1 / ENTRIES
root = np.sqrt(KEYS.shape[1])
SCALED_SCORES = scaling.scaled_scores(TENNIS[None], KEYS)[0]
SCALED_WEIGHTS = softmax(SCALED_SCORES)
output = WEIGHTS @ VALUES
scaled_output = SCALED_WEIGHTS @ VALUES

# Random lookups over eight keys: spread, top weight, slope.
_MEASURED = ("spread", "top", "slope")
raw = {w: dict(zip(_MEASURED, scaling.measure(w, PLAIN), strict=True)) for w in WIDTHS}
divided = {w: dict(zip(_MEASURED, scaling.measure(w), strict=True)) for w in WIDTHS}
raw_top = {width: found["top"] for width, found in raw.items()}
raw_slope = {width: found["slope"] for width, found in raw.items()}
assert all(np.isclose(staircase(width, PLAIN)[0], raw_top[width]) for width in SHOWN)
assert all(np.isclose(staircase(width)[0], divided[width]["top"]) for width in SHOWN)
dead = {width: np.mean(slopes(width, PLAIN) < SLIGHT) for width in WIDTHS}
smallest_scaled = slopes(widest)[0]
assert all((slopes(width) > SLIGHT).all() for width in WIDTHS)  # the page says so
slight = SLIGHT

# The eight keys that a reader can widen.
_shown = scores_by_width()[_WIDTHS.index(PRINTED_WIDTH)]
shown = {
    "width": PRINTED_WIDTH,
    "spread": np.std(_shown),
    "rooted": np.std(_shown) / np.sqrt(PRINTED_WIDTH),
}

# The heaviest of many random weights: its average, and its spread from lookup to lookup.
crowd = {"keys": strangers.ENTRIES, "width": strangers.WIDTH}
_heaviest = {
    "plain": strangers.heaviest_weights(1.0),
    "scaled": strangers.heaviest_weights(np.sqrt(strangers.WIDTH)),
}
heaviest = {name: found.mean() for name, found in _heaviest.items()}
heaviest_spread = {name: found.std() for name, found in _heaviest.items()}

# How many entries an untrained lookup reads.
read_by_law = law(1.0, 1)
read_measured = share_read(1000, 64)
# Where the law fails: a spread of 2 over too few entries.
_few = 100
rough = {
    "entries": _few,
    "measured": read_of_bell(2.0, _few),
    "law": law(2.0, _few),
    "needed": needed(2.0),
}

# Real word vectors: each of the others is a key.
_known = words.known()
_table = words.vectors(_known)
_rows = [np.delete(_table @ query, place) for place, query in enumerate(_table)]
real_words = len(_known)
real_width = _table.shape[1]
real_root = np.sqrt(real_width)
real_others = real_words - 1
real_spread = np.mean([row.std() for row in _rows])
real_mean = np.mean([row.mean() for row in _rows])
real_scaled_spread = real_spread / real_root
real_variance = _table.var()
# If the coordinates were independent with this variance, a score would spread by √d times it.
real_expected = real_root * real_variance
real_read = {
    name: np.mean([entries_read(softmax(scale * row)) for row in _rows])
    for name, scale in [("raw", 1.0), ("root", 1 / real_root), ("spread", 1 / real_spread)]
}
real_read_by_law = law(real_scaled_spread, real_others)
real_needed = needed(real_scaled_spread)
REAL_SCORES = words.vectors(WORDS) @ words.vector("tennis")
real_scaled_output = softmax(REAL_SCORES / real_root) @ VALUES
mean = VALUES.mean()

# A match among strangers.
match = {width: match_weight(width) for width in (16, 64, 100)}
half_limit = float(np.finfo(np.float16).max)
