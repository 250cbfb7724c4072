"""The guess of the page on projections: one matrix for both roles."""

import numpy as np

from softlookup import lookup
from softlookup.practice.beliefs import Choice
from softlookup.practice.guesses import choose_first


def _same_both_ways(tried: int = 50) -> bool:
    """Whether two tokens score each other alike through one matrix, in every random trial."""
    draw = np.random.default_rng(0).normal
    pairs = [(draw(size=4) @ w, draw(size=4) @ w) for w in draw(size=(tried, 4, 3))]
    return all(np.isclose(lookup.dot(a, b), lookup.dot(b, a)) for a, b in pairs)


def guess() -> str:
    """Whether tree can score racket low."""
    tied = _same_both_ways()
    return choose_first(
        "projections.one_matrix",
        [
            Choice(
                "No, whatever W is",
                "is right: both directions are the same dot product of the same two vectors.",
                tied,
            ),
            Choice(
                "Yes, if W is not symmetric",
                "takes W for the table of scores. The table is its own mirror image whatever W is, as the "
                "next lines show.",
                not tied,
            ),
            Choice(
                "Yes, if tree is the shorter vector",
                "forgets that a length multiplies both directions alike.",
                not tied,
            ),
        ],
    )
