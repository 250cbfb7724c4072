"""Numbers of the page on scaling. Random draws are seeded; prose quotes them to two figures."""

from functools import cache
from itertools import product

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WEIGHTS, WORDS, Matrix, Vector
from softlookup.steps import scaling
from softlookup.steps.softmax import softmax
from softlookup.steps.temperature import entries_read

WIDTHS = (4, 16, 64, 256, 1024)
SLIGHT = 0.001  # a slope below this moves next to nothing


def signs(width: int) -> Matrix:
    """Every vector of +1 and −1: mean 0, variance 1, independent, and no chance in it."""
    return np.array(list(product((1.0, -1.0), repeat=width)))  # (2^width, width)


def row_spread(vectors: Matrix) -> float:
    """The spread of the scores within a row, every vector being query and key."""
    return float(np.sqrt((vectors @ vectors.T).var(axis=1).mean()))


@cache
def slopes(width: int, scale: float | None = None, draws: int = 400) -> Vector:
    """Σ a (1 − a) of each random lookup over eight keys, smallest first."""
    random = np.random.default_rng(0)
    queries, keys = random.normal(size=(draws, 1, width)), random.normal(size=(draws, 8, width))
    weights = softmax(scaling.scaled_scores(queries, keys, scale))[:, 0]  # (draws, 8)
    found: Vector = np.sort(np.sum(weights * (1 - weights), axis=-1))
    return found


def share_read(entries: int, width: int) -> float:
    """Which share of random entries a scaled lookup reads: the effective number over all."""
    random, dictionaries = np.random.default_rng(0), max(10, 5000 // entries)
    queries = random.normal(size=(dictionaries, 10, width))
    keys = random.normal(size=(dictionaries, entries, width))
    weights = softmax(scaling.scaled_scores(queries, keys)).reshape(-1, entries)
    return float(np.mean([entries_read(row) for row in weights])) / entries


def match_weight(width: int, entries: int = 1000) -> float:
    """The weight that a random key gets when it asks for itself, with scaled scores."""
    keys = np.random.default_rng(0).normal(size=(entries, width))
    weights = softmax(scaling.scaled_scores(keys, keys))  # (entries, entries)
    return float(np.mean(np.diag(weights)))


# Variance, exactly: all vectors of signs of width 4.
by_hand = (signs(4) @ signs(4)[0]).var()
shifted_all = ((signs(4) + 1) @ (signs(4) + 1).T).var()
shifted_common = shifted_all - row_spread(signs(4) + 1) ** 2

# The running example, times ten and scaled.
top = WEIGHTS.max()
top_times_ten = softmax(10 * (SCORES)).max()
slope = np.sum(WEIGHTS * (1 - WEIGHTS))
even_slope = 1 - 1 / 8
root = np.sqrt(KEYS.shape[1])
_scaled = softmax(scaling.scaled_scores(TENNIS[None], KEYS))[0]
output = WEIGHTS @ VALUES
scaled_output = _scaled @ VALUES

# Random lookups over eight keys: spread, top weight, slope.
raw = {width: dict(zip("sta", scaling.measure(width, 1), strict=True)) for width in WIDTHS}
divided = {width: dict(zip("sta", scaling.measure(width), strict=True)) for width in WIDTHS}
raw_top = {width: found["t"] for width, found in raw.items()}
raw_slope = {width: found["a"] for width, found in raw.items()}
divided_top = {width: found["t"] for width, found in divided.items()}
dead = {width: np.mean(slopes(width, 1) < SLIGHT) for width in WIDTHS}
smallest_scaled = slopes(1024)[0]
assert all((slopes(width) > SLIGHT).all() for width in WIDTHS)  # the page says so
slight = SLIGHT

# How many entries an untrained lookup reads.
read_by_law = np.exp(-1 / 2)
read_measured = share_read(1000, 64)

# Real word vectors: each of the others is a key.
_known = words.known()
_table = words.vectors(_known)
_rows = [np.delete(_table @ query, place) for place, query in enumerate(_table)]
real_words = len(_known)
real_spread = np.mean([row.std() for row in _rows])
real_mean = np.mean([row.mean() for row in _rows])
real_scaled_spread = real_spread / np.sqrt(_table.shape[1])
real_variance = _table.var()
# If the coordinates were independent with this variance, a score would spread by √d times it.
real_expected = np.sqrt(_table.shape[1]) * real_variance
real_read = {
    name: np.mean([entries_read(softmax(scale * row)) for row in _rows])
    for name, scale in [("raw", 1.0), ("root", 0.1), ("spread", 1 / real_spread)]
}
real_read_by_law = (real_words - 1) * np.exp(-(real_scaled_spread**2) / 2)
_three = words.vectors(WORDS) @ words.vector("tennis")
real_scaled_output = softmax(_three / np.sqrt(_table.shape[1])) @ VALUES
mean = VALUES.mean()

# A match among strangers.
match = {width: match_weight(width) for width in (16, 64, 100)}
half_limit = float(np.finfo(np.float16).max)
