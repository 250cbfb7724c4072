"""A lookup in shards: each gives a maximum, a sum and a weighted sum, merged in any order."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at streaming/

import sys
from functools import reduce
from itertools import permutations
from operator import index
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

    top: Array  # (..., n_q, 1)   the largest score or more, in float64; -inf: nothing was read
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
    Not here: a window, softcap and sinks (attention.py has them), dropout and `out=`.
    """
    _check_flag("grouped", grouped)
    q, k, v = _real("q", q), _real("k", k), _real("v", v)
    lead = _leading_axes(q, k, v, grouped)
    n_q, n_k = q.shape[-2], k.shape[-2]
    kind = np.promote_types(_float_type(q, k, v), np.float32)
    q, k, v = (_with_heads(x.astype(kind, copy=False)) for x in (q, k, v))

    scores = _scores(q, k, _checked_scale(scale, q.shape[-1]))  # (..., h, n_q, n_k)
    may: Array | None = None
    first, entries = _checked_shard(first, entries)
    query_place = _place_of_first_query(causal, n_q, n_k, first, entries)
    if query_place is not None:
        may = _counted(first, n_k) <= _counted(query_place, n_q)[:, np.newaxis]  # (n_q, n_k)
    if mask is not None:
        scores, may = _masked(scores, may, _checked_mask(mask, (*lead, n_q, n_k)), q.dtype)
    if may is not None:
        scores = np.where(may, scores, -np.inf)

    sums = _sums(scores, v)
    heads = lead or (1,)  # a lone lookup counts as one head, as in _with_heads
    one = (*heads, n_q, 1)  # a value may have a batch that no score has
    top = np.broadcast_to(sums.top, one).reshape(*lead, n_q, 1)
    total = np.broadcast_to(sums.total, one).reshape(*lead, n_q, 1)
    return Part(top, total, sums.blend.reshape(*lead, n_q, v.shape[-1]))


@np.errstate(all="ignore")
def merge(a: Part, b: Part) -> Part:
    """Put two parts on one scale and add; the order and the grouping do not matter."""
    if a.blend.ndim and b.blend.ndim and a.blend.shape != b.blend.shape:
        shapes = f"{a.blend.shape} and {b.blend.shape}"
        raise ValueError(f"the parts blend to {shapes}: merge parts of the same queries")
    top = np.maximum(a.top, b.top)
    total_a, blend_a = _below(a, top)
    total_b, blend_b = _below(b, top)
    blend = blend_a + blend_b
    if np.isfinite(blend).all():
        return Part(top, total_a + total_b, blend)
    # Perhaps beyond the type: under a top that is higher by log 2, every sum is half as large.
    # Beside a top of 10^16 or more, log 2 is lost.
    return Part(top + np.log(2), total_a / 2 + total_b / 2, blend_a / 2 + blend_b / 2)


def finish(part: Part) -> Array:  # (..., n_q, d_v)
    """Divide, once and at the end; a query with nothing to read gets 0."""
    divisor = np.where(part.total == 0, 1, part.total).astype(part.blend.dtype)
    answer: Array = part.blend / divisor
    return answer


# --- What may be asked ----------------------------------------------------------------------------


def _real(name: str, given: ArrayLike) -> Array:
    if isinstance(given, np.ma.MaskedArray):
        raise ValueError(
            f"{name} is a masked array: give plain numbers, and what is hidden as mask="
        )
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


def _with_heads(x: Array) -> Array:
    return x[np.newaxis] if x.ndim == 2 else x


def _check_flag(name: str, given: object) -> None:
    if not isinstance(given, bool | np.bool_):
        raise ValueError(f"{name}={given!r}: give True or False")


def _leading_axes(q: Array, k: Array, v: Array, grouped: bool) -> tuple[int, ...]:
    if min(q.ndim, k.ndim, v.ndim) < 2:
        raise _misfit(q, k, v, "give (..., n_q, d_k), (..., n_k, d_k) and (..., n_k, d_v)")
    if q.shape[-1] != k.shape[-1]:
        raise _misfit(q, k, v, "q and k must be equally wide, (..., n_q, d_k), (..., n_k, d_k)")
    if k.shape[-2] != v.shape[-2]:
        raise _misfit(q, k, v, "k and v must be equally many, (..., n_k, d_k), (..., n_k, d_v)")
    asking, scored, blended = q.shape[:-2], k.shape[:-2], v.shape[:-2]
    if asking == scored == blended:
        return asking
    if grouped:
        if not (asking and scored and blended):
            raise _misfit(q, k, v, "grouped=True wants heads in each, (..., h, n, d)")
        if any(heads == 0 or asking[-1] % heads for heads in (scored[-1], blended[-1])):
            raise _misfit(q, k, v, "the heads of q must be a multiple of those of k and of v")
        # For broadcasting, the heads of a group count as one.
        scored, blended = (*scored[:-1], 1), (*blended[:-1], 1)
    try:
        return np.broadcast_shapes(asking, scored, blended)
    except ValueError:
        hint = "grouped=True lets neighbouring query heads share a head of k and v"
        raise _misfit(q, k, v, f"the axes before the last two must broadcast; {hint}") from None


def _misfit(q: Array, k: Array, v: Array, hint: str) -> ValueError:
    return ValueError(f"q {q.shape}, k {k.shape}, v {v.shape}: {hint}")


def _broadcasts(shape: tuple[int, ...], full: tuple[int, ...]) -> bool:
    for size, whole in zip(reversed(shape), reversed(full), strict=False):
        if size not in (1, whole):
            return False
    return len(shape) <= len(full)


def _whole(given: Any) -> int | None:
    """A whole number as an int, which never wraps around; None for everything else."""
    try:
        return None if isinstance(given, bool) else index(given)  # True would count as 1
    except TypeError:
        return None


def _number(given: Any) -> float:
    """A real number as a float; NaN for everything else."""
    try:
        array = np.asarray(given)
    except ValueError:  # rows of different lengths
        return np.nan
    return float(array) if array.ndim == 0 and array.dtype.kind in "fiu" else np.nan


def _checked_scale(scale: float | None, d_k: int) -> float:
    if scale is None:
        return float(max(d_k, 1) ** -0.5)
    factor = _number(scale)
    if not np.isfinite(factor):
        raise ValueError(f"{scale=}: give a finite number, or None for 1/√d_k")
    return factor


def _checked_shard(first: int, entries: int | None) -> tuple[int, int | None]:
    before, there = _whole(first), _whole(entries)
    if before is None or (there is None and entries is not None):
        raise ValueError(f"{first=}, {entries=}: give whole numbers of entries")
    return before, there


def _place_of_first_query(
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
    given = np.atleast_1d(_real("mask", mask))
    problem = None
    if given.dtype.kind not in "bf":
        problem = "give bool (True may be read) or float (is added)"
    elif not _broadcasts(given.shape, shape):
        problem = "make it broadcast"
    elif given.dtype.kind == "f" and given.max(initial=0) == 1 and np.isin(given, (0, 1)).all():
        problem = "only 0 and 1, which would be added to the scores: give mask.astype(bool)"
    if problem is not None:
        got = f"mask {given.shape} {given.dtype} for scores (..., n_q, n_k) = {shape}"
        raise ValueError(f"{got}: {problem}")
    return given


# --- Scores and sums ------------------------------------------------------------------------------


def _times(rows: Array, table: Array) -> Array:
    """(..., h, n, d) @ (..., g, d, m): one product for all the heads that share a table."""
    h, n, d = rows.shape[-3:]
    g, m = table.shape[-3], table.shape[-1]
    if h == g or h == 1:
        single: Array = rows @ table
        return single
    shared: Array = rows.reshape(*rows.shape[:-3], g, h // g * n, d) @ table
    return shared.reshape(*shared.shape[:-3], h, n, m)


def _scores(q: Array, k: Array, scale: float) -> Array:
    """q·k × scale, bounded to a quarter of what the type holds: a mask can still be added."""
    limits = np.finfo(q.dtype)
    most = float(limits.max) / 4
    exact_scale = scale == 0 or limits.tiny <= abs(scale) <= most
    scores = _times(q * scale, k.mT)
    if exact_scale and np.vdot(scores, scores) < most:  # the sum of squares: no score is far
        return scores
    # Too far for the type: in float64, while powers of two wait outside the product.
    q, k = q.astype(np.float64), k.astype(np.float64)
    power_q, power_k = _power_of_two(q), _power_of_two(k)
    product = scale * _times(np.ldexp(q, -power_q), np.ldexp(k, -power_k).mT)
    most_wide = float(np.finfo(np.float64).max) / 4
    far = np.clip(np.ldexp(product, power_q + power_k), -most_wide, most_wide)
    near = exact_scale & (np.abs(scores) < most)
    return np.where(near, scores, far)


def _power_of_two(x: Array) -> int:
    """The exponent of the largest finite number."""
    largest = np.abs(x).max(initial=0, where=np.isfinite(x))
    return int(np.frexp(largest)[1])


def _masked(
    scores: Array, may: Array | None, mask: Array, kind: np.dtype[Any]
) -> tuple[Array, Array]:
    """The scores with a float mask added, and what may still be read."""
    seen = mask
    if mask.dtype != np.bool_:
        most = np.finfo(kind).max / 2  # what is added leaves no score infinite
        scores = scores + np.clip(mask, -most, most).astype(scores.dtype)
        seen = mask != -np.inf
    return scores, seen if may is None else may & seen


def _sums(scores: Array, v: Array) -> Part:
    best = scores.max(-1, keepdims=True, initial=-np.inf)  # (..., h, n_q, 1)
    exponentials = np.exp(scores - _or_zero(best)).astype(v.dtype, copy=False)
    total = exponentials.sum(-1, keepdims=True)
    blend = _times(exponentials, v)  # (..., h, n_q, d_v)
    top = best.astype(np.float64)
    if np.isfinite(blend).all():
        return Part(top, total, blend)
    # An odd value, or a sum beyond the type: under a higher top the total is 1 and the blend a mean.
    some = np.where(total == 0, 1, total)
    return Part(top + np.log(some), total / some, _blend(exponentials / some, v))


def _or_zero(top: Array) -> Array:
    return np.where(top == -np.inf, 0, top)  # -inf - -inf would be NaN


def _below(part: Part, top: Array) -> tuple[Array, Array]:
    """The sums of a part, as they are below a larger top; NaN and ∞ go with weights that are tiny."""
    kind = part.blend.dtype
    factor = np.exp(part.top - _or_zero(top)).astype(kind)
    sunk = (factor < np.finfo(kind).tiny) & ~np.isfinite(part.blend)
    return part.total * factor, np.where(sunk | (factor == 0), 0, part.blend * factor)


def _blend(weights: Array, v: Array) -> Array:
    output = _times(weights, v)
    if np.vdot(output, output) < np.inf:  # one pass finds NaN and ∞
        return output
    # Some value is NaN or infinite, or a sum has left the type.
    finite = np.isfinite(v)
    limits = np.finfo(v.dtype)
    output = np.clip(_times(weights, np.where(finite, v, 0)), -limits.max, limits.max)
    everywhere = finite.all(axis=(*range(v.ndim - 2), -1))  # for each key, (n_k,)
    odd = np.flatnonzero(~everywhere)  # keys with an odd value somewhere
    reads = weights[..., odd] >= limits.tiny  # what is smaller depends on how it was computed
    return _with_odd(output, reads, v[..., odd, :])


def _with_odd(output: Array, reads: Array, values: Array) -> Array:
    """The output once it has read values of ±∞ and NaN; NaN counts as both, and ∞ - ∞ is NaN."""
    kind = output.dtype
    to_plus = (np.isnan(values) | (values == np.inf)).astype(kind)
    to_minus = (np.isnan(values) | (values == -np.inf)).astype(kind)
    reads = reads.astype(kind)  # as numbers: a product counts the odd values that a query reads
    output = np.where(_times(reads, to_plus) > 0, output + np.inf, output)
    return np.where(_times(reads, to_minus) > 0, output - np.inf, output)


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
