"""The guess of the page on positions: where to put the place of a word."""

import numpy as np

from softlookup.pages.positions.numbers import score
from softlookup.practice.beliefs import Choice
from softlookup.practice.guesses import choose_first


def _keeps_distance(way: str) -> bool:
    """Whether the same distance gives the same score later in the text."""
    return bool(np.isclose(score(way, "here"), score(way, "later"), atol=1e-6))


def guess() -> str:
    """Three places to put it; a score that knows only the distance is what is wanted."""
    return choose_first(
        "positions.where",
        [
            Choice(
                "Into the words, as a vector that is added",
                "makes the score depend on both places, and not only on how far apart they are.",
                _keeps_distance("sinusoids, added"),
            ),
            Choice(
                "Into the scores, as a penalty for distance",
                "works: the penalty knows the distance and nothing else (ALiBi).",
                _keeps_distance("ALiBi"),
            ),
            Choice(
                "Into both vectors, each turned by its place",
                "works: turning both by the same amount more changes no angle between them (rotary).",
                _keeps_distance("rotary"),
            ),
        ],
    )
