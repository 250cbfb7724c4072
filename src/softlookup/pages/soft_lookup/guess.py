"""The guess of the page on soft lookup: what racket's own key is told."""

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Vector
from softlookup.interactive import short
from softlookup.practice.beliefs import Guess, Outside
from softlookup.practice.guesses import predict_first


def guess() -> str:
    """A key that is on the list, with what each known way of guessing gives."""
    price, asked = VALUES[0], KEYS[0]
    scores = KEYS @ asked
    assert WORDS[0] == "racket"
    assert scores.argmax() == 0  # else its price and the best match would be two beliefs
    best_two = VALUES[np.argsort(-scores)[:2]]
    beliefs = [
        Guess(
            float(price),
            "that is its price on the list; a dictionary would say so, but here the others count too.",
        ),
        Guess(
            float(lookup.soft_lookup(TENNIS, KEYS, VALUES)),
            "that is what tennis is told; racket’s own key leaves the tree much farther behind.",
        ),
        Guess(float(VALUES.mean()), "that is everyone counted the same, however well they match."),
        Guess(float(best_two.mean()), "that is the two best matches averaged, the rest dropped."),
        Guess(
            float(scores / scores.sum() @ VALUES),
            "that divides each score by their sum; the lookup takes exponentials first.",
        ),
        Guess(
            float(lookup.soft_lookup(asked, KEYS, VALUES, np.sqrt(len(asked)))),
            "that is what it gives when scores are divided by √2 first, as a transformer does.",
        ),
        Guess(float(VALUES.sum()), "that adds all values up; a lookup averages them."),
        Guess(
            float(scores @ VALUES), "that adds scores times values, and never makes shares of them."
        ),
        Guess(float(VALUES[1]), "that is the price of the ball, alone."),
        Guess(float(VALUES[2]), "that is the price of the tree, alone."),
    ]
    low, high = float(VALUES.min()), float(VALUES.max())
    return predict_first(
        "soft_lookup.own_key",
        Guess(
            float(lookup.soft_lookup(asked, KEYS, VALUES)),
            "that is the soft lookup: the ball’s key lies close by, and takes its share.",
        ),
        beliefs,
        asks=f"Racket <em>is</em> on the list, at {short(price)}, and its key is "
        f"({short(asked[0])}, {short(asked[1])}). "
        "<strong>If you ask with exactly that, what does a soft lookup answer?</strong>",
        outside=Outside(
            low,
            high,
            f"an average of {_listed(VALUES)} cannot lie below {low:.0f} or above {high:.0f}.",
        ),
    )


def _listed(values: Vector) -> str:
    *first, last = (short(value) for value in values)
    return f"{', '.join(first)} and {last}"
