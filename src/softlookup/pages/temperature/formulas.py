"""Formulas of the page on temperature."""

import math

from softlookup.examples import SCORES
from softlookup.steps import temperature as _step
from softlookup.tex import aligned, number

_weights = _step.soften(SCORES, 1.0)


def entropy() -> str:
    """The count of entries for the running example, term by term."""
    terms = [rf"{number(w)} \ln {number(w)}" for w in _weights]
    count = _step.entries_read(_weights)
    return aligned(
        ["H", f"= -({terms[0]} + {terms[1]}"],
        ["", rf"\quad {{}} + {terms[2]})"],
        ["", f"= {number(math.log(count))}"],
        ["e^H", f"= {number(count, 2)}"],
    )


def squares() -> str:
    """At half the temperature the ratios of the three weights are squared."""
    cold = _step.soften(SCORES, 1 / 2)
    warm = [number(w) for w in _weights / _weights[0]]
    squared = [number(w) for w in cold / cold[0]]
    return aligned(
        [r"T = 1: \quad", " : ".join(warm)],
        [r"T = \tfrac{1}{2}: \quad", " : ".join(f"{w}^2" for w in warm)],
        ["", "= " + " : ".join(squared)],
    )
