"""Lines of projections.py to write, and lines to put in order."""

from typing import Any

import numpy as np

from softlookup.kinds import faded, ordered


@faded(
    "projections",
    "scores = queries @ keys.mT / np.sqrt(keys.shape[-1])",
    asks="Score every query with every key, divided by the root of the width.",
    beliefs={
        "scores = queries @ keys.mT": "the root is a detail of training. It is part of the function that was trained",
        "scores = queries @ keys.mT / keys.shape[-1]": "the width itself divides. The spread of scores grows with its root",
        "scores = queries @ keys.mT / np.sqrt(keys.shape[0])": "the number of keys divides. It is the number of products in a score, the width",
    },
)
def scoring(read_weights: Any) -> object:
    queries = np.array([[1.0, 1.0], [-1.0, 2.0]])
    keys = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    return read_weights(queries, keys)


@faded(
    "projections",
    "queries = readers @ w_q",
    asks="Make of every reader what it looks for.",
    beliefs={
        "queries = sources @ w_q": (
            "those who answer ask as well. In cross-attention the readers ask, and there is "
            "one answer for each of them"
        ),
        "queries = readers": (
            "a word asks with itself. Then only the keys can learn who reads whom, and a key must be "
            "as wide as a word"
        ),
        "queries = readers @ w_k": (
            "one matrix serves both sides. Then looking for and being found are the same, and"
            " where a text reads itself, scores are symmetric"
        ),
        "queries = readers @ w_q.T": (
            "a matrix may stand either way. For a square one nothing complains, and "
            "everything is different"
        ),
    },
)
def asking(cross_attention: Any) -> object:
    readers = np.array([[1.0, 1.0], [0.0, 2.0]])
    sources = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    w_q = np.array([[0.0, 2.0], [1.0, 0.0]])
    w_k = np.array([[1.0, 0.5], [0.0, 1.0]])
    return cross_attention(readers, sources, w_q, w_k, np.array([[1.0], [3.0]]))


@faded(
    "projections",
    "keys = sources @ w_k",
    asks="Make of every source how it is found.",
    beliefs={
        "keys = readers @ w_k": (
            "those who ask are also found. In cross-attention only sources are, and two readers do not "
            "fit three sources. Three would, and be wrong"
        ),
        "keys = sources": "a word is found by what it is. Then only the queries can learn who reads whom",
        "keys = sources @ w_q": "one matrix serves both sides. Then looking for and being found are the same",
        "keys = sources @ w_v": "a word is found by what it tells",
    },
)
def being_found(cross_attention: Any) -> object:
    readers = np.array([[1.0, 1.0], [0.0, 2.0]])
    sources = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    w_q = np.array([[0.0, 2.0], [1.0, 0.0]])
    w_k = np.array([[1.0, 0.5], [0.0, 1.0]])
    w_v = np.array([[1.0, 0.0], [3.0, 1.0]])
    return cross_attention(readers, sources, w_q, w_k, w_v)


@faded(
    "projections",
    "values = sources @ w_v",
    asks="Make of every source what it tells.",
    beliefs={
        "values = sources": "a word tells itself, whole",
        "values = keys @ w_v": "what is told is made of the key. The key says how it is found, and no more",
        "values = readers @ w_v": (
            "the readers tell. They ask, and the sources answer. Two readers do not fit three sources. Three would, "
            "and be wrong"
        ),
    },
)
def telling(cross_attention: Any) -> object:
    readers = np.array([[1.0, 1.0], [0.0, 2.0]])
    sources = np.array([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])
    w_q = np.array([[0.0, 2.0], [1.0, 0.0]])
    w_k = np.array([[1.0, 0.5], [0.0, 1.0]])
    return cross_attention(readers, sources, w_q, w_k, np.array([[1.0], [3.0]]))


@ordered(
    "projections",
    first="queries = readers",
    last="return read_weights(queries",
    asks="These are the lines of cross-attention.",
)
def three_projections() -> str:
    return (
        "The three projections need nothing of each other, so they may stand in any "
        "order; only the reading comes last."
    )
