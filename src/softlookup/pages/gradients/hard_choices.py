"""One entry is drawn, its price is held against the target, and the scores are to learn from it.

The loss of a draw is the squared distance of its price from the target. What we want is the slope of the
*average* loss in racket's score. Four ways to estimate it from draws, each with its mean and with the
spread of a single draw.
"""

from typing import NamedTuple

import numpy as np

from softlookup.examples import SCORES, VALUES, WEIGHTS, WORDS, Vector
from softlookup.pages.gradients.numbers import TARGET, output, pull
from softlookup.steps.gradients import nudge
from softlookup.steps.softmax import softmax

DRAWS = 200_000
RACKET = WORDS.index("racket")
LOSSES: Vector = (VALUES - TARGET) ** 2  # one for each entry
average_loss = float(WEIGHTS @ LOSSES)


class Estimate(NamedTuple):
    """What a way of learning through a draw says about one slope."""

    mean: float
    spread: float  # standard deviation of one draw


# The slope that is wanted: by formula, and by nudging the scores.
TRUE = float(WEIGHTS[RACKET] * (LOSSES[RACKET] - average_loss))
assert np.isclose(TRUE, nudge(lambda scores: softmax(scores) @ LOSSES, SCORES)[RACKET])

# Chance enters once: entry j wins when its score plus its noise is the largest, with the chance a_j.
_noise = np.random.default_rng(0).gumbel(size=(DRAWS, len(WORDS)))
_drawn = np.argmax(SCORES + _noise, axis=1)  # (DRAWS,)
_shares = np.bincount(_drawn, minlength=len(WORDS)) / DRAWS
assert np.allclose(_shares, WEIGHTS, atol=0.005)


def _estimate(slopes: Vector) -> Estimate:
    """From one slope for each draw."""
    return Estimate(float(slopes.mean()), float(slopes.std()))


def _worked_out(slopes: Vector) -> Estimate:
    """From one slope for each entry, which is drawn with the chance of its weight."""
    mean = float(WEIGHTS @ slopes)
    return Estimate(mean, float(np.sqrt(WEIGHTS @ (slopes - mean) ** 2)))


# Sampling: make a draw likelier by as much as it was good. How its log weight moves with racket's score:
_likelier = np.eye(len(WORDS))[RACKET] - WEIGHTS[RACKET]
SAMPLING = _worked_out(LOSSES * _likelier)
BASELINE = _worked_out((LOSSES - average_loss) * _likelier)

# Straight through: use the draw going forward, and pretend on the way back that it was the blend.
STRAIGHT = _worked_out(2 * (VALUES - TARGET) * pull[RACKET])
of_the_blend = 2 * (output - TARGET) * pull[RACKET]  # the slope of the loss of the blend


def relaxed(temperature: float) -> Estimate:
    """Gumbel-softmax: blend with noisy scores, the colder the closer to a draw."""
    weights = softmax((SCORES + _noise) / temperature)  # (DRAWS, n_k)
    prices = weights @ VALUES
    by_score = weights[:, RACKET] * (VALUES[RACKET] - prices) / temperature
    return _estimate(2 * (prices - TARGET) * by_score)


TEMPERATURES = (1.0, 0.3, 0.1)
GUMBEL = {temperature: relaxed(temperature) for temperature in TEMPERATURES}

for _unbiased in (SAMPLING, BASELINE):
    assert np.isclose(_unbiased.mean, TRUE)
assert np.isclose(STRAIGHT.mean, of_the_blend)
