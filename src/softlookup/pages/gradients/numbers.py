"""Numbers of the page on gradients."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from softlookup import lookup, words
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Matrix, Vector
from softlookup.steps import gradients
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax

TARGET = 9.0


def hard_lookup(query: Vector, keys: Matrix, values: Vector) -> float:
    """The value of the best match."""
    return float(values[np.argmax(keys @ query)])


def trial(lookup_: Callable[..., float]) -> tuple[Vector, Matrix, Vector]:
    """How the answer to tennis moves with query, keys and values, found by nudging each."""
    by_query: Vector = gradients.nudge(lambda q: lookup_(q, KEYS, VALUES), TENNIS)
    by_keys: Matrix = gradients.nudge(lambda k: lookup_(TENNIS, k, VALUES), KEYS)
    by_values: Vector = gradients.nudge(lambda v: lookup_(TENNIS, KEYS, v), VALUES)
    return by_query, by_keys, by_values


# The formulas against the trial, in every input.
tolerance = 1e-9
for _formula, _trial in zip(
    gradients.gradients(TENNIS, KEYS, VALUES), trial(soft_lookup), strict=True
):
    assert np.allclose(_formula, _trial, rtol=0, atol=tolerance)


class Step(NamedTuple):
    """One step downhill: where the query stands, what it gets, what the slope is, how far to go."""

    query: Vector
    output: float
    slope: Vector
    move: Vector


def descent(query: Vector, keys: Matrix, steps: int) -> list[Step]:
    """Move the query until the lookup returns the target, each time as far as the slope says."""
    taken = []
    for _ in range(steps + 1):
        output = float(soft_lookup(query, keys, VALUES))
        slope = gradients.gradients(query, keys, VALUES)[0]
        taken.append(Step(query, output, slope, (TARGET - output) / (slope @ slope) * slope))
        query = query + taken[-1].move
    return taken


@cache
def query_slopes(width: int, divisor: float, draws: int = 400) -> Vector:
    """The size of the gradient in the query, for random lookups over eight keys."""
    random = np.random.default_rng(0)
    queries, keys = random.normal(size=(draws, width)), random.normal(size=(draws, 8, width))
    values = random.normal(size=(draws, 8))
    found = [
        np.linalg.norm(gradients.gradients(q / divisor, k, v)[0]) / divisor
        for q, k, v in zip(queries, keys, values, strict=True)
    ]
    return np.array(found)


# The running example.
_exact = lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES)
output = float(soft_lookup(TENNIS, KEYS, VALUES))
missing = TARGET - output
by_query = dict(zip(("sport", "outdoors"), _exact.queries, strict=True))
_weights = _exact.values
trace = np.sum(_weights * (1 - _weights))
_tried = trial(soft_lookup)
assert all(  # the page says so
    np.abs(by_trial - exact).max() < 1e-9 for by_trial, exact in zip(_tried, _exact, strict=True)
)

# Two steps of descent on the query, and one on the values.
_steps = descent(TENNIS, KEYS, 3)
after = {number: step.output for number, step in enumerate(_steps)}
slope_size = {number: np.linalg.norm(step.slope) for number, step in enumerate(_steps)}
left = {number: TARGET - step.output for number, step in enumerate(_steps)}

# The same query, longer and longer.
longer = {
    factor: np.linalg.norm(gradients.gradients(factor * TENNIS, KEYS, VALUES)[0])
    for factor in (1, 2, 5, 10)
}
died = longer[1] / longer[10]

# Random lookups 1,024 wide: the size of the query's gradient.
mean_ratio = query_slopes(1024, 1).mean() / query_slopes(1024, 32).mean()

# Real word vectors.
_tennis, _three = words.vector("tennis"), words.vectors(WORDS)
_real = descent(_tennis, _three, 2)
real_output = _real[0].output
real_after = _real[2].output
real_moved = np.linalg.norm(_real[2].query - _tennis) / np.linalg.norm(_tennis)
_all = words.vectors(words.known())
_own = {name: softmax(_all @ _tennis * scale) for name, scale in (("raw", 1.0), ("root", 0.1))}
real_own = {name: weights.max() for name, weights in _own.items()}
real_trace = {name: np.sum(weights * (1 - weights)) for name, weights in _own.items()}


def nearest(direction: Vector) -> str:
    """The word whose vector points most nearly the same way."""
    cosines = [lookup.cosine(direction, words.vector(word)) for word in words.known()]
    return words.known()[int(np.argmax(cosines))]


assert nearest(_real[0].slope) == "racket"  # the page says so
assert nearest(_real[2].query) == "tennis"
