"""Exercises without end for the page on projections."""

from random import Random

from softlookup import lookup
from softlookup.practice.drill import Drawn, drill

Matrix = list[list[int]]


def _times(row: list[int], matrix: Matrix) -> list[float]:
    """A row times a matrix."""
    return [lookup.dot(row, column) for column in zip(*matrix, strict=True)]


def _turned(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


@drill(
    "One asks, the other is found",
    asks="Tokens are rows: x = {x} asks, y = {y} is asked. The rows of W_Q are {q1} and {q2}, those of W_K are {k1} "
    "and {k2}. What is the score, not scaled?",
    steps=(
        "The query is x W_Q = {query}.",
        "The key is y W_K = {key}.",
        "Their dot product is {answer}.",
    ),
)
def two_roles(draw: Random) -> Drawn | None:
    x, y = ([draw.randint(-2, 3) for _ in range(2)] for _ in range(2))
    w_q, w_k = ([[draw.randint(-1, 3) for _ in range(2)] for _ in range(2)] for _ in range(2))
    query = [x[0] * w_q[0][j] + x[1] * w_q[1][j] for j in range(2)]
    key = [y[0] * w_k[0][j] + y[1] * w_k[1][j] for j in range(2)]

    def score(one: list[int], by: Matrix, other: list[int], through: Matrix) -> float:
        return lookup.dot(_times(one, by), _times(other, through))

    return Drawn(
        {
            "x": x,
            "y": y,
            "q1": w_q[0],
            "q2": w_q[1],
            "k1": w_k[0],
            "k2": w_k[1],
            "query": query,
            "key": key,
        },
        answer=query[0] * key[0] + query[1] * key[1],
        oracle=score(x, w_q, y, w_k),
        wrong={
            "that is x · y, without the matrices.": lookup.dot(x, y),
            "that uses W_Q for both; the one who is asked goes through W_K.": score(x, w_q, y, w_q),
            "that lets y ask and x answer.": score(x, w_k, y, w_q),
            "that multiplies from the left; a token is a row, and stands before its matrix.": score(
                x, _turned(w_q), y, _turned(w_k)
            ),
        },
    )
