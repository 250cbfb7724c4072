"""Numbers of the page on gradients."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from softlookup import lookup, words
from softlookup.examples import (
    ANSWER,
    KEYS,
    TENNIS,
    VALUES,
    WEIGHTS,
    WORDS,
    Matrix,
    Vector,
    on_axes,
)
from softlookup.steps.gradients import gradients, nudge
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax

TARGET = 9.0


def hard_lookup(query: Vector, keys: Matrix, values: Vector) -> float:
    """The value of the best match."""
    return float(values[np.argmax(keys @ query)])


class Slopes(NamedTuple):
    """How an answer moves with everything that goes in."""

    query: Vector  # (d_k,)
    keys: Matrix  # (n_k, d_k)
    values: Vector  # (n_k,)


def by_trial(look_up: Callable[..., float]) -> Slopes:
    """The slopes of the answer to tennis, found by nudging each number."""
    return Slopes(
        nudge(lambda query: look_up(query, KEYS, VALUES), TENNIS),
        nudge(lambda keys: look_up(TENNIS, keys, VALUES), KEYS),
        nudge(lambda values: look_up(TENNIS, KEYS, values), VALUES),
    )


# The running example: by formula, by nudging, and by the oracle.
_SOFT, HARD = by_trial(soft_lookup), by_trial(hard_lookup)
FORMULA = Slopes(*gradients(TENNIS, KEYS, VALUES))
tolerance = 1e-9
for _formula, _trial, _exact in zip(
    FORMULA, _SOFT, lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES), strict=True
):
    assert np.allclose(_formula, _trial, rtol=0, atol=tolerance)  # the page says so
    assert np.allclose(_formula, _exact)
output = ANSWER
missing = TARGET - output
pull = WEIGHTS * (VALUES - output)  # the slopes in the scores
assert np.isclose(pull.sum(), 0)
assert np.allclose(np.outer(pull, TENNIS), FORMULA.keys)
slope_sum = float(np.sum(WEIGHTS * (1 - WEIGHTS)))


def _named(slopes: Slopes) -> dict[str, Any]:
    """The slopes by the names of what is nudged."""
    return {
        "query": on_axes(slopes.query),
        "keys": {word: on_axes(key) for word, key in zip(WORDS, slopes.keys, strict=True)},
        "values": dict(zip(WORDS, slopes.values, strict=True)),
    }


soft, hard = _named(FORMULA), _named(HARD)
weights = dict(zip(WORDS, WEIGHTS, strict=True))
above = dict(zip(WORDS, VALUES - output, strict=True))
pulls = dict(zip(WORDS, pull, strict=True))
parts = {word: on_axes(p * key) for word, p, key in zip(WORDS, pull, KEYS, strict=True)}
slope_squared = float(FORMULA.query @ FORMULA.query)
mean_key = on_axes(WEIGHTS @ KEYS)
_moves = np.diag(WEIGHTS) - np.outer(WEIGHTS, WEIGHTS)
assert np.allclose(_moves.sum(axis=1), 0)
jacobian = {
    word: dict(zip(WORDS, row, strict=True)) for word, row in zip(WORDS, _moves, strict=True)
}


class Step(NamedTuple):
    """One step uphill: where the query stands, what it gets, what the slope is, how far to go."""

    query: Vector
    output: float
    slope: Vector
    move: Vector


def walk(query: Vector, keys: Matrix, steps: int) -> list[Step]:
    """Move the query until the lookup returns the target, each time as far as the slope says."""
    taken = []
    for _ in range(steps + 1):
        answer = float(soft_lookup(query, keys, VALUES))
        slope = gradients(query, keys, VALUES)[0]
        taken.append(Step(query, answer, slope, (TARGET - answer) / (slope @ slope) * slope))
        query = query + taken[-1].move
    return taken


STEPS = walk(TENNIS, KEYS, 3)
steps: dict[int, dict[str, Any]] = {
    place: {
        "query": on_axes(step.query),
        "output": step.output,
        "slope": on_axes(step.slope),
        "move": on_axes(step.move),
    }
    for place, step in enumerate(STEPS)
}
after = {place: step.output for place, step in enumerate(STEPS)}
slope_size = {place: float(np.linalg.norm(step.slope)) for place, step in enumerate(STEPS)}
left = {place: TARGET - step.output for place, step in enumerate(STEPS)}

# The same query, longer and longer.
LONGER = {factor: Slopes(*gradients(factor * TENNIS, KEYS, VALUES)) for factor in (1, 2, 5, 10)}
steepness = {factor: float(np.linalg.norm(slopes.query)) for factor, slopes in LONGER.items()}
longer: dict[int, dict[str, Any]] = {
    factor: {
        "output": float(slopes.values @ VALUES),
        "steepness": steepness[factor],
        "values": dict(zip(WORDS, slopes.values, strict=True)),
    }
    for factor, slopes in LONGER.items()
}
died = steepness[1] / steepness[10]
longest = max(LONGER)

# A table of word vectors: which rows have a slope when one word is read.
_read, _wanted = WORDS.index("racket"), WORDS.index("ball")


def _rows_reached(loss: Callable[[Matrix], float]) -> int:
    return int(np.any(np.abs(nudge(loss, KEYS)) > tolerance, axis=1).sum())


rows_reached = {
    # The table is read at the entrance; what scores the words at the exit is another matrix.
    "apart": _rows_reached(lambda table: -np.log(softmax(KEYS @ table[_read])[_wanted])),
    # The same table does both.
    "tied": _rows_reached(lambda table: -np.log(softmax(table @ table[_read])[_wanted])),
}
rows = len(KEYS)

# Random lookups: the size of the query's gradient, with plain and with scaled scores.
draws, keys_drawn = 400, 8
WIDTHS = (16, 256, 1024)
widest = max(WIDTHS)


def _query_slopes(width: int, divisor: float) -> Vector:
    """The size of the gradient in the query, for random lookups over eight keys."""
    random = np.random.default_rng(0)
    queries = random.normal(size=(draws, width))
    keys = random.normal(size=(draws, keys_drawn, width))
    values = random.normal(size=(draws, keys_drawn))
    found = [
        np.linalg.norm(gradients(q / divisor, k, v)[0]) / divisor
        for q, k, v in zip(queries, keys, values, strict=True)
    ]
    return np.array(found)


PLAIN = {width: _query_slopes(width, 1) for width in WIDTHS}
SCALED = {width: _query_slopes(width, np.sqrt(width)) for width in WIDTHS}
mean_ratio = PLAIN[widest].mean() / SCALED[widest].mean()

# Real word vectors.
_tennis, _three = words.vector("tennis"), words.vectors(WORDS)
_real = walk(_tennis, _three, 2)
real_output = _real[0].output
real_after = _real[2].output
real_moved = np.linalg.norm(_real[2].query - _tennis) / np.linalg.norm(_tennis)
real_words = len(words.known())
real_width = len(_tennis)
_all = words.vectors(words.known())
_own = {"raw": softmax(_all @ _tennis), "root": softmax(_all @ _tennis / np.sqrt(real_width))}
real_own = {name: weights.max() for name, weights in _own.items()}
real_slope_sum = {name: np.sum(weights * (1 - weights)) for name, weights in _own.items()}
slight = 0.001  # a sum of slopes below this moves next to nothing
_reads = softmax(_all @ _all.T)  # each word among all of them
real_saturated = np.mean((_reads * (1 - _reads)).sum(axis=1) < slight)


def _nearest(direction: Vector) -> str:
    """The word whose vector points most nearly the same way."""
    cosines = [lookup.cosine(direction, words.vector(word)) for word in words.known()]
    return words.known()[int(np.argmax(cosines))]


assert _nearest(_real[0].slope) == "racket"  # the page says so
assert _nearest(_real[2].query) == "tennis"
