"""The guess of the page on limits: a key that is nobody's best match."""

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, WORDS
from softlookup.practice.beliefs import Choice
from softlookup.practice.guesses import choose_first


def _best(query: tuple[float, float]) -> str:
    """The best match among the four keys; tennis wins only if it is alone at the top."""
    scores = {word: lookup.dot(query, key) for word, key in zip(WORDS, KEYS, strict=True)}
    tennis = lookup.dot(query, TENNIS)
    return "tennis" if tennis > max(scores.values()) + 1e-9 else max(scores, key=scores.__getitem__)


def guess() -> str:
    """Three queries that look promising, and the truth."""
    turns = np.linspace(0, 2 * np.pi, 360, endpoint=False)
    found = any(_best((np.cos(turn), np.sin(turn))) == "tennis" for turn in turns)
    return choose_first(
        "limits.own_key",
        [
            Choice(
                "(1, 1), tennis itself",
                f"finds {_best((1, 1))} first: a key need not be its own best match.",
                _best((1, 1)) == "tennis",
            ),
            Choice(
                "(10, 10), a long one",
                f"finds {_best((10, 10))} first: a longer query stretches all scores alike.",
                _best((10, 10)) == "tennis",
            ),
            Choice(
                "(0, 0), the one in the middle",
                "scores 0 with every key: all four share evenly, and nobody wins.",
                _best((0, 0)) == "tennis",
            ),
            Choice(
                "None does",
                "is right: tennis lies amid the others, so its score is the mean of theirs.",
                not found,
            ),
        ],
    )
