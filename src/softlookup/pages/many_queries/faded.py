"""Lines of many_queries.py to write, and lines to put in order."""

from typing import Any

import numpy as np

from softlookup.kinds import faded, ordered


@faded(
    "many_queries",
    "scores = queries @ keys.mT",
    asks="Score every query with every key: one row for each query, one column for each key.",
    beliefs={
        "scores = queries @ keys": "the keys stand as columns already. They are rows, so the shapes do not fit",
        "scores = keys @ queries.mT": "keys may ask. Then rows are keys, and columns are queries",
        "scores = queries * keys": (
            "query and key are compared in pairs, the first with the first. Every query meets"
            " every key"
        ),
    },
)
def scoring(read_weights: Any) -> object:
    queries = np.array([[1.0, 1.0], [-1.0, 2.0]])
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    return read_weights(queries, keys)


@faded(
    "many_queries",
    "exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))",
    asks="Raise e to the scores, safely, with every query’s best match at 1.",
    beliefs={
        "exponentials = np.exp(scores)": "`exp` can take any score. The loudest query overflows",
        "exponentials = np.exp(scores - scores.max())": (
            "one maximum will do for all queries. The quiet ones underflow, and have nothing "
            "to share"
        ),
        "exponentials = np.exp(scores - scores.max(axis=0, keepdims=True))": (
            "the best query of each key is moved to 0. That shifts the keys of one query by "
            "different amounts, and so changes its weights"
        ),
        "exponentials = np.exp(scores - scores.max(axis=-1))": (
            "NumPy remembers which axis is gone. Without `keepdims` the maxima do not stand "
            "beside their rows, and two do not fit three columns. Three would, and be wrong"
        ),
    },
)
def raising(read_weights: Any) -> object:
    queries = np.array([[1.0, 1.0], [-1000.0, 2000.0]])
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    return read_weights(queries, keys)


@faded(
    "many_queries",
    "return exponentials / exponentials.sum(axis=-1, keepdims=True)",
    asks="Give every query one whole to divide among the keys.",
    beliefs={
        "return exponentials / exponentials.sum(axis=0, keepdims=True)": "every key is divided among the queries. Rows ask, so rows sum to 1",
        "return exponentials / exponentials.sum()": "there is one whole for all queries together",
        "return exponentials / exponentials.shape[-1]": "dividing by the number of keys makes shares",
    },
)
def sharing(read_weights: Any) -> object:
    queries = np.array([[1.0, 1.0], [-1.0, 2.0]])
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    return read_weights(queries, keys)


@faded(
    "many_queries",
    "return read_weights(queries, keys) @ values",
    asks="Blend the values, once for each query.",
    beliefs={
        "return read_weights(keys, queries) @ values": "it does not matter who asks. The rows are then keys, and three keys do not fit two queries. Three queries would, and be wrong",
        "return values[read_weights(queries, keys).argmax(axis=-1)]": "every query takes its best match alone",
        "return read_weights(queries, keys) @ keys": "a query reads the keys. It is found by them, and reads the values",
    },
)
def blending(soft_lookup: Any) -> object:
    queries = np.array([[1.0, 1.0], [-1.0, 2.0]])
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    return soft_lookup(queries, keys, np.array([[10.0], [5.0], [2.0]]))


@ordered(
    "many_queries",
    first="queries = np.array",
    last='print("outputs',
    asks="These lines let three queries read at once.",
)
def three_at_once() -> str:
    return (
        "The arrays may come in any order, as long as each is there before it is used; "
        "what is printed must be printed in its order."
    )
