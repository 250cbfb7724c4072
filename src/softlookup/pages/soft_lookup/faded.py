"""Lines of soft_lookup.py to write, and lines to put in order."""

from typing import Any

import numpy as np

from softlookup.kinds import faded, ordered


@faded(
    "soft_lookup",
    "scores = keys @ query",
    asks="Ask how well each key matches the query: one number for each key.",
    beliefs={
        "scores = query @ keys": (
            "the order of the factors does not matter. A row of keys must meet the query, and"
            " here the shapes do not fit"
        ),
        "scores = np.linalg.norm(keys - query, axis=1)": "a distance is a score. The farthest key would be read most",
        "scores = keys.sum(axis=1)": "a key’s own size is how well it matches, whoever asks",
        "scores = (keys == query).all(axis=1) * 1.0": "only an equal key matches, as in a dictionary. Then every stranger gets the mean",
    },
)
def matching(soft_lookup: Any) -> object:
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    return soft_lookup(np.array([1.0, 2.0]), keys, np.array([10.0, 5.0, 2.0]))


@faded(
    "soft_lookup",
    "exponentials = np.exp(scores - scores.max())",
    asks="Make the scores positive and keep their order, also where a score is 2000.",
    beliefs={
        "exponentials = np.exp(scores)": "`exp` can take any score. It overflows, and the answer is not a number",
        "exponentials = scores - scores.min()": (
            "shifting is enough to make scores positive. The worst match then counts for "
            "nothing, and gaps count as gaps, not as ratios"
        ),
        "exponentials = np.exp(scores / scores.max())": "dividing by the best score changes as little as subtracting it",
    },
)
def raising(soft_lookup: Any) -> object:
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    values = np.array([10.0, 5.0, 2.0])
    query = np.array([1.0, 1.0])
    return soft_lookup(query, keys, values), soft_lookup(1000 * query, keys, values)


@faded(
    "soft_lookup",
    "weights = exponentials / exponentials.sum()",
    asks="Make shares of one whole.",
    beliefs={
        "weights = exponentials": (
            "an average needs no shares: the best match counts whole, and the others are "
            "added to it"
        ),
        "weights = exponentials / len(exponentials)": (
            "dividing by their number makes shares. That is a mean of the exponentials, not a whole"
        ),
    },
)
def sharing(soft_lookup: Any) -> object:
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    return soft_lookup(np.array([1.0, 1.0]), keys, np.array([10.0, 5.0, 2.0]))


@faded(
    "soft_lookup",
    "return weights @ values",
    asks="Blend the values, each counted by its weight.",
    beliefs={
        "return values[weights.argmax()]": "the best match answers alone, and the other weights are for show",
        "return (weights * values).mean()": (
            "an average must be divided by how many there are. The weights have done that already"
        ),
        "return values.mean()": "everyone counts the same in the end",
        "return weights * values": "the parts are the answer. They have to be added up",
    },
)
def blending(soft_lookup: Any) -> object:
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    return soft_lookup(np.array([1.0, 1.0]), keys, np.array([10.0, 5.0, 2.0]))


@ordered(
    "soft_lookup",
    first="scores = keys @",
    last="return weights @",
    asks="These are the four lines of a soft lookup.",
)
def four_lines() -> str:
    return (
        "Match, make positive, share out, blend: each step takes what the last one made, "
        "so there is no other order."
    )
