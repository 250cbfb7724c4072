"""The guess of the page on soft lookup: what to ask for something to do with tennis."""

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES, Vector
from softlookup.interactive import short
from softlookup.practice.beliefs import Guess, Outside
from softlookup.practice.guesses import predict_first


def guess() -> str:
    """The question of the first page, with what each known way of guessing gives."""
    scores = KEYS @ TENNIS
    output = float(lookup.soft_lookup(TENNIS, KEYS, VALUES))
    nearest = int(np.hypot(*(KEYS - TENNIS).T).argmin())
    assert nearest == scores.argmax()  # else the first belief would need two names
    ranked = VALUES[np.argsort(-scores)]
    half = float(lookup.soft_lookup(TENNIS, KEYS, VALUES, np.sqrt(len(TENNIS))))
    beliefs = [
        Guess(float(ranked[0]), "that is the best match alone; the others count for nothing."),
        Guess(float(VALUES.mean()), "that is everyone counted the same, however well they match."),
        Guess(float(ranked[:2].mean()), "that is the two best matches averaged, the rest dropped."),
        Guess(
            float(scores / scores.sum() @ VALUES),
            "that divides each score by their sum; the lookup takes exponentials first.",
        ),
        Guess(
            half,
            "that is what it gives when scores are divided by √2 first, as a transformer does.",
        ),
        Guess(float(VALUES.sum()), "that adds all values up; a lookup averages them."),
        Guess(
            float(scores @ VALUES), "that adds scores times values, and never makes shares of them."
        ),
        Guess(float(ranked[1]), "that is the second best match, alone."),
        Guess(float(ranked[2]), "that is the worst match, alone."),
        Guess(0.0, "that is what a product of matrices gives when nothing is equal."),
    ]
    low, high = float(VALUES.min()), float(VALUES.max())
    return predict_first(
        "start.output",
        "A dictionary of prices holds racket 10, ball 5 and tree 2. "
        "<strong>What would you ask for something to do with tennis?</strong>",
        Guess(output, "that is the soft lookup: mostly racket, some ball, a little tree."),
        beliefs,
        outside=Outside(
            low,
            high,
            f"an average of {_listed(VALUES)} cannot lie below {low:.0f} or above {high:.0f}.",
        ),
    )


def _listed(values: Vector) -> str:
    *first, last = (short(value) for value in values)
    return f"{', '.join(first)} and {last}"
