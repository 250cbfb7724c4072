"""Formulas of the page on temperature."""

from softlookup.pages.temperature import numbers
from softlookup.tex import aligned, named, number


def entropy() -> str:
    """The count of entries for the running example, term by term."""
    weights = [_named(f"at_one[{word}]", weight) for word, weight in numbers.at_one.items()]
    terms = [rf"{weight} \ln {weight}" for weight in weights]
    return aligned(
        ["H", f"= -({terms[0]} + {terms[1]}"],
        ["", rf"\quad {{}} + {terms[2]})"],
        ["", f"= {_named('entropy', numbers.entropy)}"],
        ["e^H", f"= {_named('entries[one]', numbers.entries['one'], 2)}"],
    )


def squares() -> str:
    """At half the temperature the ratios of the three weights are squared."""
    warm = [_named(f"ratios_at_one[{word}]", w) for word, w in numbers.ratios_at_one.items()]
    squared = [_named(f"ratios_at_half[{word}]", w) for word, w in numbers.ratios_at_half.items()]
    return aligned(
        [r"T = 1: \quad", " : ".join(warm)],
        [r"T = \tfrac{1}{2}: \quad", " : ".join(f"{w}^2" for w in warm)],
        ["", "= " + " : ".join(squared)],
    )


def _named(name: str, value: float, digits: int = 3) -> str:
    return named(f"temperature.{name}", number(value, digits))
