"""Formulas of the page on masks."""

from softlookup.examples import WORDS
from softlookup.pages.masks.numbers import left, shares
from softlookup.tex import aligned, named, number


def without_tree() -> str:
    """Racket and ball share what tree leaves."""
    above = {word: named(f"masks.left[{word}]", number(left[word])) for word in WORDS}
    below = " + ".join(above.values())
    weights = {word: named(f"masks.shares[{word}]", number(shares[word])) for word in WORDS}
    return aligned(
        *(
            [rf"a_{{\text{{{word}}}}}", rf"= \frac{{{above[word]}}}{{{below}}} = {weights[word]}"]
            for word in WORDS
        )
    )
