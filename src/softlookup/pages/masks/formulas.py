"""Formulas of the page on masks."""

from softlookup.pages.masks.numbers import exponentials, kept
from softlookup.tex import aligned, number


def without_tree() -> str:
    """Racket and ball share what tree leaves."""
    racket, ball, _ = exponentials
    below = f"{number(racket)} + {number(ball)}"
    above = {"racket": number(racket), "ball": number(ball), "tree": "0"}
    rows = [
        [rf"a_{{\text{{{word}}}}}", rf"= \frac{{{share}}}{{{below}}} = {number(weight)}"]
        for (word, share), weight in zip(above.items(), kept, strict=True)
    ]
    return aligned(*rows)
