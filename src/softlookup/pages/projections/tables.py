"""Tables of the page on projections."""

import sqlite3
from contextlib import closing
from typing import Any

import numpy as np

from softlookup import snippets
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.pages.projections.numbers import (
    FOUND_BY,
    FREE_WEIGHTS,
    QUERIES,
    TOKENS,
    TOLD,
    TWO_MATRICES,
)
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.write import number, table

projections = snippets.example("projections")


def _vector(vector: Any) -> str:
    return "(" + ", ".join(number(x, 0) for x in vector) + ")"


def by_hand() -> str:
    """The three roles of each word, and what each scores."""
    rows = [
        [f"**{word}**", _vector(x), _vector(q), _vector(k), number(v[0], 0), _whole(s)]
        for word, x, q, k, v, s in zip(
            WORDS, TOKENS, QUERIES, FOUND_BY, TOLD, TWO_MATRICES, strict=True
        )
    ]
    headings = ["word", "x", "query", "key", "value", f"scores {', '.join(WORDS)}"]
    return table(headings, rows)


def _whole(scores: Any) -> str:
    return ", ".join(number(score, 0) for score in scores)


def moves() -> str:
    """What moves the weights, what moves the answers, and what moves nothing."""
    shift = np.array([5.0, -3.0])
    turn = np.array([[2.0, 1.0], [1.0, 1.0]])
    back = np.linalg.inv(turn).T
    cases = {
        "(5, −3) added to every key": (QUERIES, FOUND_BY + shift, TOLD),
        "(5, −3) added to every query": (QUERIES + shift, FOUND_BY, TOLD),
        "7 added to every value": (QUERIES, FOUND_BY, TOLD + 7),
        "values times −1": (QUERIES, FOUND_BY, -TOLD),
        "queries times R, keys times R⁻ᵀ": (QUERIES @ turn, FOUND_BY @ back, TOLD),
    }
    plain = FREE_WEIGHTS
    rows = []
    for name, (queries, keys, values) in cases.items():
        weights = projections.read_weights(queries, keys)
        gaps = [np.abs(weights - plain).max(), np.abs(weights @ values - plain @ TOLD).max()]
        rows.append([name, *map(_gap, gaps)])
    return table(["change", "largest move of a weight", "largest move of an answer"], rows)


def _gap(size: float) -> str:
    return "**none**" if size < 1e-12 else number(size)


def self_and_cross() -> str:
    """Who asks whom, and the shapes that follow."""
    matrices = projections.w_q, projections.w_k, projections.w_v
    cases = {
        "self": (TOKENS, TOKENS, projections.self_attention(TOKENS, *matrices)),
        "cross": (
            projections.tennis,
            TOKENS,
            projections.cross_attention(projections.tennis, TOKENS, *matrices),
        ),
    }
    askers = {"self": "racket, ball, tree", "cross": "tennis"}
    rows = []
    for name, (readers, sources, output) in cases.items():
        weights = projections.read_weights(readers @ projections.w_q, sources @ projections.w_k)
        answers = ", ".join(number(x) for x in output.ravel())
        rows.append(
            [f"**{name}**", askers[name], "racket, ball, tree", str(weights.shape), answers]
        )
    return table(["", "who asks", "who answers", "weights", "answers"], rows, align="llllr")


def database() -> str:
    """The same two questions to a real table with an index, and to a soft lookup."""
    vectors = dict(zip(WORDS, KEYS, strict=True)) | {"tennis": TENNIS}
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute("CREATE TABLE entries (word TEXT PRIMARY KEY, number REAL)")
        base.executemany("INSERT INTO entries VALUES (?, ?)", zip(WORDS, VALUES, strict=True))
        rows = []
        for word in ("ball", "tennis"):
            asked = f"SELECT number FROM entries WHERE word = '{word}'"
            found = [number(row[0], 0) for row in base.execute(asked)]
            soft = number(float(soft_lookup(vectors[word], KEYS, VALUES)))
            rows.append([f"`{asked}`", ", ".join(found) or "no row", soft])
    return table(["SQL", "database", "soft lookup of the same word"], rows)
