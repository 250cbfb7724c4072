"""What a function is asked: few questions, none of which two different mistakes answer alike."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from softlookup import lookup


@dataclass(frozen=True, eq=False)
class Question:
    """Queries, keys and values, and what else is said; `right` is the answer by definition."""

    name: str
    q: Any  # (n_q, h * d_k)
    k: Any  # (n_k, h * d_k)
    v: Any  # (n_k, h * d_v)
    mask: Any = None  # (n_q, n_k), True may be read
    heads: int = 1

    def right(self, scale: float | None = None) -> Any:
        """The answers by definition, head by head: (n_q, h * d_v)."""
        parts = (np.split(x, self.heads, axis=1) for x in (self.q, self.k, self.v))
        return np.hstack(
            [
                lookup.attention(q, k, v, mask=self.mask, scale=scale)
                for q, k, v in zip(*parts, strict=True)
            ]
        )


_LONG = 300  # more than two tiles of any usual size
_LOUD = 1000.0  # a score that exp cannot bear
_FAR = 200_000.0  # −10⁴ and −10⁵ have been taken for −∞


def drawn(
    seed: int, n_q: int, n_k: int, d_k: int, d_v: int, heads: int = 1
) -> tuple[Any, Any, Any]:
    """Random queries, keys and values of these sizes, heads side by side."""
    rng = np.random.default_rng(seed)
    shapes = ((n_q, heads * d_k), (n_k, heads * d_k), (n_k, heads * d_v))
    q, k, v = (rng.normal(size=shape).round(3) for shape in shapes)
    return q, k, v


def plain(heads: int = 1, *, gentle: bool = False) -> Iterator[Question]:
    """Without a mask. Square: every mistake runs. Oblong: no two sizes are confused."""
    square, oblong = drawn(0, 3, 3, 3, 3, heads), drawn(1, 2, 5, 4, 3, heads)
    yield Question("as many queries, keys and columns", *square, heads=heads)
    yield Question("all sizes different", *oblong, heads=heads)
    if not gentle:
        q, k, v = square
        levels = np.array([[1.0], [1.0], [1e4]])
        yield Question("scores in the thousands", 1e4 * q, k, v, heads=heads)
        yield Question("one row far above the others", levels * q, k, v, heads=heads)
    q, k, v = drawn(2, 2, _LONG, 4, 3, heads)
    rising = np.argsort(k @ q[0])
    yield Question("a long dictionary, the best entry last", q, k[rising], v[rising], heads=heads)


def masked(heads: int = 1, *, gentle: bool = False) -> Iterator[Question]:
    """With a mask that is not its own transpose, and that hides something loud."""
    square, oblong = drawn(3, 3, 3, 3, 3, heads), drawn(4, 2, 5, 4, 3, heads)
    may = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 0]], dtype=bool)
    other = np.array([[1, 1, 0, 0, 1], [0, 1, 1, 0, 1]], dtype=bool)
    yield Question("a mask, square", *square, may, heads)
    yield Question("a mask, all sizes different", *oblong, other, heads)
    if not gentle:
        q, k, v, may = _far_below(heads)
        yield Question("a hidden entry that would win", q, k, v, may, heads)


def _far_below(heads: int) -> tuple[Any, Any, Any, Any]:
    """Two entries far below every number that is taken for −∞, and a hidden one above all.

    Whole numbers and a width of 4: the scores are exact in 32 bits.
    """
    q = np.tile([[1.0, 1, 1, 1], [1, 2, 1, 2], [2, 1, 1, 1]], heads)
    near = np.array([[0.0, 1, 2, 1], [1, 0, 1, 3]]) - _FAR
    k = np.tile(np.vstack([near, np.full((1, 4), _LOUD)]), heads)
    v = np.tile([[3.0, 1], [5, 2], [7, 4]], heads)
    return q, k, v, np.array([[True, True, False]] * 3)


@cache
def asked(*, masks: bool, heads: int, gentle: bool) -> tuple[Question, ...]:
    """All questions; gentle ones only for numbers of 16 bits, whose scores cannot be large."""
    more = masked(heads, gentle=gentle) if masks else ()
    return (*plain(heads, gentle=gentle), *more)


@cache
def with_mask(question: Question) -> Question:
    """The same for a function that must be given a mask: one that hides nothing."""
    if question.mask is not None:
        return question
    return replace(question, mask=np.ones((len(question.q), len(question.k)), dtype=bool))
