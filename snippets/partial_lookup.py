"""A lookup in shards: each gives a maximum, a sum and a weighted sum, merged in any order."""
# MIT licence, Soft Lookup

from functools import reduce
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike


class Part(NamedTuple):
    """What some entries of a dictionary tell each query: all that a merge needs."""

    top: Any  # (..., n_q, 1)   the largest score, -inf if nothing was read
    total: Any  # (..., n_q, 1)   the sum of the weights exp(score - top)
    blend: Any  # (..., n_q, d_v)   the sum of the weighted values


EMPTY = Part(-np.inf, 0.0, 0.0)  # no entries: merging it changes nothing


@np.errstate(over="ignore", under="ignore")  # far below the top the weight is 0
def partial(
    q: ArrayLike,  # (..., n_q, d_k)   the same for every shard
    k: ArrayLike,  # (..., n_k, d_k)   the keys of this shard; n_k may be 0
    v: ArrayLike,  # (..., n_k, d_v)
    *,
    mask: ArrayLike = True,  # (..., n_q, n_k)   bool: True may be read
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
) -> Part:
    """Read one shard. float32 and float64 stay, float16 gives float32, integers float64."""
    q, k, v, mask = _arrays(q, k, v, mask)
    scale = float(max(q.shape[-1], 1) ** -0.5 if scale is None else scale)
    scores = (q * scale) @ k.mT  # (..., n_q, n_k)   they must fit the type
    may = np.broadcast_to(mask, scores.shape)
    scores = np.where(may, scores, -np.inf)
    top = scores.max(-1, keepdims=True, initial=-np.inf)
    weights = np.exp(scores - _finite(top))
    v = v if mask.all() else np.where(may.any(-2)[..., None], v, 0)  # unread, it may be NaN
    return Part(top, weights.sum(-1, keepdims=True), weights @ v)


@np.errstate(over="ignore", under="ignore")
def merge(a: Part, b: Part) -> Part:
    """Put two parts on one scale and add; the order and the grouping do not matter."""
    if np.ndim(a.blend) and np.ndim(b.blend) and a.blend.shape != b.blend.shape:
        shapes = f"{a.blend.shape} and {b.blend.shape}"
        raise ValueError(f"the parts blend to {shapes}: merge parts of the same queries")
    top = np.maximum(a.top, b.top)
    x, y = (np.exp(part.top - _finite(top)) for part in (a, b))
    return Part(top, a.total * x + b.total * y, a.blend * x + b.blend * y)


def finish(part: Part) -> Any:  # (..., n_q, d_v)
    """Divide, once and at the end; a query with nothing to read gets 0."""
    return part.blend / np.where(part.total == 0, 1, part.total)


def _finite(top: Any) -> Any:
    return np.where(top == -np.inf, 0, top)  # -inf - -inf would be NaN


def _arrays(*given: ArrayLike) -> tuple[Any, ...]:
    q, k, v, mask = (np.asarray(x) for x in given)
    kind = np.result_type(q, k, v)
    fit = kind.kind in "fiub" and min(q.ndim, k.ndim, v.ndim) > 1 and mask.dtype == bool
    if not fit or q.shape[-1] != k.shape[-1] or k.shape[-2] != v.shape[-2]:
        got = ", ".join(f"{x.dtype} {x.shape}" for x in (q, k, v, mask))
        rule = "real (..., n_q, d_k), (..., n_k, d_k), (..., n_k, d_v), bool (..., n_q, n_k)"
        raise ValueError(f"q, k, v, mask are {got}: give {rule}")
    kind = np.result_type(kind, np.float32) if kind.kind == "f" else np.dtype(float)
    return *(x.astype(kind, copy=False) for x in (q, k, v)), mask


if __name__ == "__main__":
    words, keys, values = ("racket", "ball", "tree"), [[2, 1], [2, 0], [-1, 2]], [[10], [5], [2]]
    shards = [partial([[1, 1]], keys[i : i + 1], values[i : i + 1], scale=1) for i in range(3)]
    for order in permutations(range(3)):
        answer = finish(reduce(merge, [shards[i] for i in order], EMPTY))
        print("tennis reads", *(words[i] for i in order), "and gets", answer.round(3))
