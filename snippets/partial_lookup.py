"""A lookup in shards: each gives a maximum, a sum and a weighted sum, merged in any order."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17, for Python 3.11 and NumPy 2.0 or newer. Explained at streaming/

import sys
from functools import reduce
from itertools import permutations
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

if sys.version_info < (3, 11) or np.lib.NumpyVersion(np.__version__) < "2.0.0":
    raise ImportError(
        f"this file needs Python 3.11 and NumPy 2.0 or newer; "
        f"here are Python {sys.version.split()[0]} and NumPy {np.__version__}"
    )

Array = NDArray[Any]
Causal = bool | Literal["upper left", "lower right"]


class Part(NamedTuple):
    """What some entries of a dictionary tell each query: all that a merge needs."""

    top: Array  # (..., n_q, 1)   the largest score, in float64; -inf if nothing was read
    total: Array  # (..., n_q, 1)   the sum of the exponentials exp(score - top)
    blend: Array  # (..., n_q, d_v)   the sum of the values, each times its exponential


# No entries: merging it changes nothing.
EMPTY = Part(np.array(-np.inf), np.zeros((), np.float32), np.zeros((), np.float32))


@np.errstate(all="ignore")  # what overflows or is NaN on the way is dealt with below
def partial(
    q: ArrayLike,  # (..., h, n_q, d_k)   the same for every shard; h and before are optional
    k: ArrayLike,  # (..., h, n_k, d_k)   of this shard, n_k may be 0; or g heads, if grouped
    v: ArrayLike,  # (..., h, n_k, d_v)   or g heads, if grouped
    *,
    mask: ArrayLike | None = None,  # (..., n_q, n_k)   bool: True may be read; float: is added
    causal: Causal = False,  # read no key that stands after the query
    first: int = 0,  # the place of this shard's first key in the whole dictionary
    entries: int | None = None,  # how many keys the whole dictionary has; n_k if not given
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
    grouped: bool = False,  # True: h/g neighbouring query heads share one head of k and v
) -> Part:
    """Read one shard.

    Order: query i stands at key i of the whole dictionary ("upper left"), or the last query at its
    last key ("lower right"); causal=True wants as many queries as the whole has keys.
    Types: float32 and float64 stay, float16 gives float32, integers float64.
    Sums stay sums until `finish`, so n_k times the largest value must fit the type.
    Not here: a window, softcap and sinks (attention.py has them), dropout and `out=`.
    """
    q, k, v = _real("q", q), _real("k", k), _real("v", v)
    lead = _leading_axes(q, k, v, grouped)
    n_q, n_k = q.shape[-2], k.shape[-2]
    kind = np.promote_types(_float_type(q, k, v), np.float32)
    q, k, v = (x.astype(kind, copy=False) for x in (q, k, v))

    scores = _scores(q, k, _checked_scale(scale, q.shape[-1]), grouped)  # (..., n_q, n_k)
    if mask is not None:
        scores = _masked(scores, _checked_mask(mask, (*lead, n_q, n_k)))
    query_place = _first_place(causal, n_q, n_k, first, entries)
    if query_place is not None:
        query_places = _counted(query_place, n_q)[:, np.newaxis]  # (n_q, 1)
        scores = np.where(_counted(first, n_k) <= query_places, scores, -np.inf)

    top = scores.max(-1, keepdims=True, initial=-np.inf)
    exponentials = np.exp(scores - _finite(top)).astype(kind, copy=False)
    total = exponentials.sum(-1, keepdims=True)
    return Part(top.astype(np.float64), total, _blend(exponentials, v, grouped))


@np.errstate(all="ignore")
def merge(a: Part, b: Part) -> Part:
    """Put two parts on one scale and add; the order and the grouping do not matter."""
    if a.blend.ndim and b.blend.ndim and a.blend.shape != b.blend.shape:
        shapes = f"{a.blend.shape} and {b.blend.shape}"
        raise ValueError(f"the parts blend to {shapes}: merge parts of the same queries")
    top = np.maximum(a.top, b.top)
    total_a, blend_a = _lowered(a, top)
    total_b, blend_b = _lowered(b, top)
    return Part(top, total_a + total_b, blend_a + blend_b)


def finish(part: Part) -> Array:  # (..., n_q, d_v)
    """Divide, once and at the end; a query with nothing to read gets 0."""
    divisor = np.where(part.total == 0, 1, part.total).astype(part.blend.dtype)
    answer: Array = part.blend / divisor
    return answer


# --- What may be asked ----------------------------------------------------------------------------


def _real(name: str, given: ArrayLike) -> Array:
    if isinstance(given, np.ma.MaskedArray):
        raise ValueError(f"{name} is a masked array: give plain numbers, and mask= for the hidden")
    try:
        array = np.asarray(given)
    except ValueError:
        raise ValueError(f"{name} has rows of different lengths: make them equal") from None
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name} {array.shape} {array.dtype}: give real numbers")
    return array


def _float_type(*arrays: Array) -> np.dtype[Any]:
    kind: np.dtype[Any] = np.result_type(*arrays)
    return kind if kind.kind == "f" else np.dtype(np.float64)


def _leading_axes(q: Array, k: Array, v: Array, grouped: bool) -> tuple[int, ...]:
    got = f"q {q.shape}, k {k.shape}, v {v.shape}"
    if min(q.ndim, k.ndim, v.ndim) < 2:
        raise ValueError(f"{got}: give (..., n_q, d_k), (..., n_k, d_k) and (..., n_k, d_v)")
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"{got}: q and k must be equally wide, (..., n_q, d_k), (..., n_k, d_k)")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"{got}: k and v must be equally many, (..., n_k, d_k), (..., n_k, d_v)")
    if grouped:
        return _grouped_lead(got, q, k, v)
    try:
        return np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    except ValueError:
        hint = "grouped=True lets neighbouring query heads share a head of k and v"
        raise ValueError(f"{got}: the axes before the last two must broadcast; {hint}") from None


def _grouped_lead(got: str, q: Array, k: Array, v: Array) -> tuple[int, ...]:
    if min(q.ndim, k.ndim, v.ndim) < 3:
        raise ValueError(f"{got}: grouped=True wants heads, (..., h, n, d), in each")
    h, g = q.shape[-3], k.shape[-3]
    if v.shape[-3] != g or g == 0 or h % g:
        raise ValueError(f"{got}: k and v must have equally many heads, which divide those of q")
    try:
        batch = np.broadcast_shapes(q.shape[:-3], k.shape[:-3], v.shape[:-3])
    except ValueError:
        raise ValueError(f"{got}: the axes before the heads must broadcast") from None
    return (*batch, h)


def _checked_scale(scale: float | None, d_k: int) -> float:
    if scale is None:
        return float(max(d_k, 1) ** -0.5)
    if not np.isfinite(scale):
        raise ValueError(f"{scale=}: give a finite number, or None for 1/√d_k")
    return float(scale)


def _first_place(
    causal: Causal, n_q: int, n_k: int, first: int, entries: int | None
) -> int | None:  # the place of the first query among all keys; None without an order
    got = f"causal={causal!r}, first={first}, entries={entries} for n_q={n_q}, n_k={n_k}"
    named = isinstance(causal, str) and causal in ("upper left", "lower right")
    if not named and not isinstance(causal, bool | np.bool_):
        raise ValueError(f"{got}: causal is False, True, 'upper left' or 'lower right'")
    if first < 0 or (entries is not None and first + n_k > entries):
        raise ValueError(f"{got}: the shard must lie within the whole, 0 to entries")
    if causal == "upper left":
        return 0
    if not causal:
        return None
    if entries is None and first > 0:
        raise ValueError(f"{got}: say how many entries= the whole dictionary has")
    whole = n_k if entries is None else entries
    if causal == "lower right":
        return whole - n_q
    if n_q != whole:
        raise ValueError(f"{got}: say causal='upper left' or causal='lower right'")
    return 0


def _counted(first: int, count: int) -> Array:
    places: Array = np.arange(count)
    return places + first


def _checked_mask(mask: ArrayLike, shape: tuple[int, ...]) -> Array:
    given = _real("mask", mask)
    got = f"mask {given.shape} {given.dtype}"
    if given.dtype.kind not in "bf":
        raise ValueError(f"{got}: give bool (True may be read) or float (is added), {shape}")
    if given.dtype.kind == "f" and given.max(initial=0) == 1 and np.isin(given, (0, 1)).all():
        raise ValueError(f"{got} holds only 0 and 1, which would be added: give mask.astype(bool)")
    try:
        return np.broadcast_to(given, shape)
    except ValueError:
        raise ValueError(f"{got}: make it broadcast to (..., n_q, n_k), here {shape}") from None


# --- Scores and sums ------------------------------------------------------------------------------


def _times(rows: Array, table: Array, grouped: bool) -> Array:
    """rows @ table; if grouped, one product for all the heads that share a table."""
    if not grouped:
        plain: Array = rows @ table
        return plain
    *lead, h, n, d = rows.shape
    g, m = table.shape[-3], table.shape[-1]
    product: Array = rows.reshape(*lead, g, h // g * n, d) @ table
    return product.reshape(*product.shape[:-3], h, n, m)


def _scores(q: Array, k: Array, scale: float, grouped: bool) -> Array:
    """q·k × scale, bounded to a quarter of what the type holds: a mask can still be added."""
    limits = np.finfo(q.dtype)
    most = float(limits.max) / 4
    exact_scale = scale == 0 or float(limits.tiny) <= abs(scale) <= most
    scores = _times(q * scale, k.mT, grouped)
    if exact_scale and np.abs(scores).max(initial=0) < most:
        return scores
    # Too far for the type: in float64, while powers of two wait outside the product.
    q, k = q.astype(np.float64), k.astype(np.float64)
    power_q, power_k = _power_of_two(q), _power_of_two(k)
    product = scale * _times(np.ldexp(q, -power_q), np.ldexp(k, -power_k).mT, grouped)
    most_wide = float(np.finfo(np.float64).max) / 4
    return np.clip(np.ldexp(product, power_q + power_k), -most_wide, most_wide)


def _power_of_two(x: Array) -> int:
    """The exponent of the largest finite number."""
    largest = np.abs(x).max(initial=0, where=np.isfinite(x))
    return int(np.frexp(largest)[1])


def _masked(scores: Array, mask: Array) -> Array:
    if mask.dtype == np.bool_:
        return np.where(mask, scores, -np.inf)
    most = float(np.finfo(scores.dtype).max) / 2  # what is added leaves no score infinite
    added = scores + np.clip(mask, -most, most).astype(scores.dtype)
    return np.where(mask == -np.inf, -np.inf, added)


def _finite(top: Array) -> Array:
    return np.where(top == -np.inf, 0, top)  # -inf - -inf would be NaN


def _lowered(part: Part, top: Array) -> tuple[Array, Array]:
    """The sums of a part, as they are below a larger top; what sinks to 0 is gone, NaN and all."""
    factor = np.exp(part.top - _finite(top)).astype(part.blend.dtype)
    return part.total * factor, np.where(factor == 0, 0, part.blend * factor)


def _blend(weights: Array, v: Array, grouped: bool) -> Array:
    """The weighted sums of the values; a weight of 0 reads nothing, not even a NaN."""
    blend = _times(weights, v, grouped)
    if np.isfinite(blend).all():
        return blend
    finite = np.isfinite(v)
    blend = _times(weights, np.where(finite, v, 0), grouped)
    read = (weights != 0).astype(v.dtype)
    up = _times(read, (np.isnan(v) | (v == np.inf)).astype(v.dtype), grouped) > 0
    down = _times(read, (np.isnan(v) | (v == -np.inf)).astype(v.dtype), grouped) > 0
    blend = np.where(up, blend + np.inf, blend)
    return np.where(down, blend - np.inf, blend)  # ∞ - ∞ is NaN


if __name__ == "__main__":
    words = ["racket", "ball", "tree"]
    keys = [[2, 1], [2, 0], [-1, 2]]
    values = [[10], [5], [2]]
    shards = [
        partial([[1, 1]], [key], [value], scale=1) for key, value in zip(keys, values, strict=True)
    ]
    for order in permutations(range(3)):
        answer = finish(reduce(merge, [shards[i] for i in order], EMPTY))
        print("tennis reads", *(words[i] for i in order), "and gets", answer.round(3))
