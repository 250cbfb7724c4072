"""Formulas of the page on temperature."""

from softlookup.pages.temperature import numbers
from softlookup.tex import aligned, number

_warm, _cold = numbers.weights_at["one"], numbers.weights_at["half"]


def entropy() -> str:
    """The count of entries for the running example, term by term."""
    terms = [rf"{number(w)} \ln {number(w)}" for w in _warm]
    return aligned(
        ["H", f"= -({terms[0]} + {terms[1]}"],
        ["", rf"\quad {{}} + {terms[2]})"],
        ["", f"= {number(numbers.entropy)}"],
        ["e^H", f"= {number(numbers.entries['one'], 2)}"],
    )


def squares() -> str:
    """At half the temperature the ratios of the three weights are squared."""
    warm = [number(w) for w in _warm / _warm[0]]
    squared = [number(w) for w in _cold / _cold[0]]
    return aligned(
        [r"T = 1: \quad", " : ".join(warm)],
        [r"T = \tfrac{1}{2}: \quad", " : ".join(f"{w}^2" for w in warm)],
        ["", "= " + " : ".join(squared)],
    )
