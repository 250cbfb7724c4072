"""Mistakes of the page on temperature."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.kinds import bug
from softlookup.steps.softmax import softmax


@bug(
    "the temperature that comes too late",
    breaks="The knob turns and the answer stays. Dividing shares by a common number and making "
    "them sum to 1 again changes nothing.",
    cure="Divide the scores, before the exponential.",
)
def too_late() -> object:
    answers = []
    for temperature in (0.1, 1, 10):
        weights = softmax(KEYS @ TENNIS) / temperature  # after the softmax
        weights = weights / weights.sum()
        answers.append(f"{weights @ VALUES:.3f}")
    return ", ".join(answers)


@bug(
    "the cold that overflows",
    breaks="NaN at low temperatures only. A score of 3 is harmless; 3 divided by a small number is not.",
    cure="Subtract the largest score first, then divide. Every exponent is then 0 or below.",
)
def overflow() -> object:
    temperature = 0.004
    with np.errstate(over="ignore", invalid="ignore"):  # NumPy would warn here
        exponentials = np.exp(KEYS @ TENNIS / temperature)
        weights = exponentials / exponentials.sum()
    return f"exponentials {exponentials}\nweights      {weights}"
