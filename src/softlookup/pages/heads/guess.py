"""The guess of the page on heads: what one row of weights cannot do."""

import numpy as np

from softlookup import lookup
from softlookup.interactive import short
from softlookup.practice.beliefs import Choice
from softlookup.practice.guesses import choose_first

PAIRS = np.array([[10.0, 10.0], [5.0, 5.0]])


def _always_equal(tried: int = 50) -> bool:
    """Whether both numbers come back equal, for every random query and keys."""
    draw = np.random.default_rng(0).normal
    found = [
        np.asarray(lookup.soft_lookup(draw(size=2), draw(size=(2, 2)), PAIRS)) for _ in range(tried)
    ]
    return all(np.isclose(first, second) for first, second in found)


def guess() -> str:
    """Whether any query returns (10, 5)."""
    equal = _always_equal()
    even = short(PAIRS.mean())
    long_and_tied = lookup.soft_lookup(np.array([900.0, 900.0]), np.eye(2), PAIRS)
    assert np.allclose(long_and_tied, PAIRS.mean()), "in a tie, length chooses nothing"
    return choose_first(
        "heads.one_row",
        [
            Choice(
                "Yes, one that matches both keys alike",
                f"gets the even blend, ({even}, {even}): the same shares for both columns.",
                not equal,
            ),
            Choice(
                "Yes, a very long one",
                "gets one entry nearly whole, (10, 10) or (5, 5), or in a tie the even blend, and never (10, 5).",
                not equal,
            ),
            Choice(
                "No, none",
                "is right: one query has one row of weights, and it blends every column alike.",
                equal,
            ),
        ],
    )
