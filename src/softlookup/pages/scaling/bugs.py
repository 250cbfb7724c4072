"""Mistakes of the page on scaling."""

import numpy as np

from softlookup.kinds import bug
from softlookup.steps.attention import attention


@bug(
    "the width of the model instead of the head’s",
    breaks="Random inputs should give scores with a spread of 1. Half of that means a divisor twice too "
    "large: √64 where the vectors are 16 wide.",
    cure="Take the width from the keys that are multiplied, `keys.shape[-1]`, never from a setting.",
)
def wrong_width() -> object:
    random = np.random.default_rng(0)
    # one of four heads in a model 64 wide
    queries, keys = random.normal(size=(2, 400, 16))
    scores = queries @ keys.T / np.sqrt(64)
    return f"spread of scores {scores.std():.2f}"


@bug(
    "divided twice",
    breaks="Every output is close to the plain mean of the values, and the best weight is close to one "
    "over the number of keys.",
    cure="Divide in one place. Most library functions do it for you: this one has the argument `scale`.",
)
def divided_twice() -> object:
    random = np.random.default_rng(0)
    queries = random.normal(size=(400, 64))
    keys = random.normal(size=(8, 64))
    queries /= np.sqrt(64)  # and again below
    _, weights = attention(queries, keys, keys, return_weights=True)
    best = weights.max(axis=1).mean()
    return f"best of 8 {best:.2f}, even {1 / 8}"
