"""Lines of matrix_lookup.py to write, and lines to put in order."""

from typing import Any

import numpy as np

from softlookup.kinds import faded, ordered


@faded(
    "matrix_lookup",
    "matches = query @ keys.T",
    asks=(
        "Compare the query with every key, so that one number for each key comes out: 1 "
        "where they are equal, 0 elsewhere. Two queries, as rows, shall work too."
    ),
    beliefs={
        "matches = query @ keys": (
            "the query meets the keys without `.T`. It meets their coordinates instead, and "
            "with the keys in the order ball, tree, racket that finds somebody else’s value"
        ),
        "matches = keys @ query": (
            "the order of the factors does not matter. For one query it does not, but two "
            "rows of queries no longer fit"
        ),
        "matches = query * keys": "comparing is multiplying place by place, and nobody has to add up",
    },
)
def comparing(matrix_lookup: Any) -> object:
    keys = np.eye(3)[[1, 2, 0]]
    values = np.array([5.0, 2.0, 10.0])
    return matrix_lookup(np.eye(3)[0], keys, values), matrix_lookup(np.eye(3)[:2], keys, values)


@faded(
    "matrix_lookup",
    "return matches @ values",
    asks="From the matches, which are 1 at one key and 0 elsewhere, get that key’s value.",
    beliefs={
        "return matches * values": (
            "the values that do not match vanish by themselves. They stay there, as zeros, "
            "until somebody adds up"
        ),
        "return values[matches.argmax()]": "one place is enough, also for two queries. The second query is never answered",
        "return matches.sum() * values": "how often there was a match matters, and not where",
    },
)
def reading(matrix_lookup: Any) -> object:
    keys = np.eye(3)
    values = np.array([10.0, 5.0, 2.0])
    return matrix_lookup(keys[1], keys, values), matrix_lookup(keys[:2], keys, values)


@faded(
    "matrix_lookup",
    "shuffled_values = np.array([5.0, 2.0, 10.0])",
    asks=(
        "The keys were written down in another order. Write the values so that every key "
        "keeps its own."
    ),
    beliefs={
        "shuffled_values = np.array([10.0, 5.0, 2.0])": "values stay where they are when keys change places",
        "shuffled_values = np.array([2.0, 10.0, 5.0])": "the values move the other way round when keys move",
    },
)
def shuffling(right: Any) -> object:
    return float(right)


@faded(
    "matrix_lookup",
    "right = racket @ shuffled_keys.T @ shuffled_values",
    asks="Look racket up among the shuffled entries, in one line of products.",
    beliefs={
        "right = racket @ shuffled_keys @ shuffled_values": (
            "the transpose is a matter of taste. It was so while the keys stood in order, because "
            "that table is its own transpose"
        ),
        "right = racket @ (shuffled_keys * shuffled_values)": "values may be multiplied onto the keys beforehand",
        "right = racket @ shuffled_values": "the query can ask the values directly, without keys",
    },
)
def one_line(right: Any) -> object:
    return np.asarray(right)


@ordered(
    "matrix_lookup",
    first="racket, ball, tree =",
    last='print("ball and racket',
    asks="These lines make a dictionary out of two arrays and ask it.",
)
def asking() -> str:
    return (
        "The words come before the keys, which are made of them; the values need neither, "
        "and may stand anywhere before the first line that prints."
    )
