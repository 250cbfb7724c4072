"""The guess of the page on gradients: which way a key should move."""

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.practice.beliefs import Choice
from softlookup.practice.guesses import choose_first

STEP = 0.1


def _moved(direction: object) -> float:
    """The answer after ball's key has gone a little that way."""
    keys = KEYS.copy()
    way = np.asarray(direction, dtype=float)
    keys[WORDS.index("ball")] += STEP * way / np.linalg.norm(way)
    return float(lookup.soft_lookup(TENNIS, keys, VALUES))


def guess() -> str:
    """Ball is cheaper than the answer, so it should match less."""
    ball, racket = KEYS[WORDS.index("ball")], KEYS[WORDS.index("racket")]
    now = float(lookup.soft_lookup(TENNIS, KEYS, VALUES))
    ways = {"towards": TENNIS, "against": -TENNIS, "racket": racket - ball}
    best = max(ways, key=lambda name: _moved(ways[name]))
    assert _moved(ways["against"]) > now > _moved(ways["towards"])
    return choose_first(
        "gradients.ball",
        [
            Choice(
                "Along the query, (1, 1)",
                "makes ball match better, and ball’s 5 pulls the answer down, away from 9.",
                best == "towards",
            ),
            Choice(
                "Against the query, (−1, −1)",
                "is right: ball’s price lies below the answer, so ball should match less.",
                best == "against",
            ),
            Choice(
                "Towards racket’s key",
                "looks at where the dear one lies. The score asks only how the key lies to the query, "
                "and this way it rises.",
                best == "racket",
            ),
            Choice(
                "Not at all, only values can help",
                "forgets that a key decides how much its value counts.",
                False,
            ),
        ],
    )
