"""The answer of attention.py in tiles, on several cores: for long inputs never n × n scores at once."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at fast-numpy/

import os
import sys
from collections.abc import Callable, Generator, Iterator
from functools import cache, lru_cache, partial
from math import ceil, exp, gcd, log, prod, sqrt
from operator import index
from threading import Lock
from typing import Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

if sys.version_info < (3, 11) or np.lib.NumpyVersion(np.__version__) < "2.0.0":
    raise ImportError(
        f"this file needs Python 3.11 and NumPy 2.0 or newer; "
        f"here are Python {sys.version.split()[0]} and NumPy {np.__version__}"
    )

Array = NDArray[Any]
Causal = bool | Literal["upper left", "lower right"]
Jobs = Generator[Callable[[], None], None, None]  # each fills its own part of the output

AT_ONCE = 2**19  # so many scores need no tiles: 2 MiB in float32
FEW_ROWS = 16  # so few queries for each head of k: their scores are small beside the keys
RELEASED_FROM = 500  # with fewer results, NumPy's matmul keeps other threads waiting
SHARED_BYTES = 2**26  # so much of k and v is worth a second thread; below, they wait for each other
LOOK_ROWS = 2**10  # so many keys or values at a time are looked through: the room stays small
TILE_BYTES = 2**20  # a tile of scores stays in the second-level cache,
TILE_KEYS = 512  # and is no wider than this
CALM = 40.0  # exp(±40) is about 10^±17 and leaves float32 room for values on either side


@overload
def fast_attention(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    causal: Causal = False,
    window: int | None = None,
    key_start: ArrayLike | None = None,
    key_stop: ArrayLike | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    sinks: ArrayLike | None = None,
    grouped: bool = False,
    return_lse: Literal[False] = False,
    threads: int = 1,
) -> Array: ...


@overload
def fast_attention(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    causal: Causal = False,
    window: int | None = None,
    key_start: ArrayLike | None = None,
    key_stop: ArrayLike | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    sinks: ArrayLike | None = None,
    grouped: bool = False,
    return_lse: Literal[True],
    threads: int = 1,
) -> tuple[Array, Array]: ...


@np.errstate(all="ignore")  # what overflows or is NaN on the way is dealt with below
def fast_attention(
    q: ArrayLike,  # (..., h, n_q, d_k)   h and the axes before it are optional and broadcast
    k: ArrayLike,  # (..., h, n_k, d_k)   or g heads, if grouped
    v: ArrayLike,  # (..., h, n_k, d_v)   or g heads, if grouped
    *,
    mask: ArrayLike | None = None,  # (..., n_q, n_k)   bool: True may be read; float: is added
    causal: Causal = False,  # read no key that stands after the query
    window: int | None = None,  # read only keys at most so many places away from the query
    key_start: ArrayLike | None = None,  # (..., h)   keys before it are padding
    key_stop: ArrayLike | None = None,  # (..., h)   keys from it on are padding
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
    softcap: float | None = None,  # bends the scores to less than this, before the mask
    sinks: ArrayLike | None = None,  # (..., h)   a score that takes weight and has no value
    grouped: bool = False,  # True: h/g neighbouring query heads share one head of k and v
    return_lse: bool = False,
    threads: int = 1,  # for more, keep BLAS to one of its own: OPENBLAS_NUM_THREADS=1
) -> Array | tuple[Array, Array]:  # output (..., h, n_q, d_v), log-sum-exp (..., h, n_q)
    """Blend v by the scores of q against k; a query with nothing to read gets 0.

    Options, places, types and what NaN and ∞ reach are those of attention.py.
    The log-sum-exp of the scores a query reads, and of its sink, merges outputs of several
    dictionaries: each weighs exp(its own). It is -inf where there is nothing to read and no sink,
    and float32 for float16.
    Not here: weights (attention.py returns them), dropout and `out=`.
    """
    _check_flag("grouped", grouped)
    _check_flag("return_lse", return_lse)
    threads = _checked_threads(threads)
    q, k, v = _real("q", q), _real("k", k), _real("v", v)
    lead = _leading_axes(q, k, v, grouped)
    n_q, n_k = q.shape[-2], k.shape[-2]
    shape = (*lead, n_q, n_k)
    kind = _float_type(q, k, v)
    wide = np.promote_types(kind, np.float32)
    q, k, v = (_with_heads(x.astype(wide, copy=False)) for x in (q, k, v))
    if mask is not None:
        mask = _checked_mask(mask, shape)
    problem = _Problem(
        q=q,
        k=k,
        v=v,
        mask=mask,
        nan_in_mask=mask is not None and bool(np.isnan(mask.max(initial=0))),
        causal=_checked_causal(causal, window, n_q, n_k),
        window=_checked_window(window),
        start=_checked_bound("key_start", key_start, lead, n_k),
        stop=_checked_bound("key_stop", key_stop, lead, n_k),
        sinks=_checked_sinks(sinks, lead),
        scale=_checked_scale(scale, q.shape[-1]),
        softcap=_checked_cap(softcap),
    )
    heads = lead or (1,)  # a lone lookup counts as one head, as in _with_heads
    output, lse = _solved(problem, heads, threads)
    output = output.reshape(*lead, n_q, v.shape[-1]).astype(kind, copy=False)
    if not return_lse:
        return output
    return output, np.broadcast_to(lse, (*heads, n_q)).reshape(*lead, n_q)


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


def _float_type(*arrays: Array) -> np.dtype[Any]:
    kind: np.dtype[Any] = np.result_type(*arrays)
    return kind if kind.kind == "f" else np.dtype(np.float64)


def _with_heads(x: Array) -> Array:
    return x[np.newaxis] if x.ndim == 2 else x


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


def _checked_cap(softcap: float | None) -> float:
    if softcap is None:
        return np.inf
    cap = _number(softcap)
    if not cap >= 0:
        raise ValueError(f"{softcap=}: give a number above 0, or None for no cap")
    return cap or np.inf  # 0 is how some models say that there is none


def _checked_causal(causal: object, window: object, n_q: int, n_k: int) -> str | None:
    if isinstance(causal, str) and causal in ("upper left", "lower right"):
        # The last query stands at the last key: alone, it may read them all, and needs no order.
        newest = causal == "lower right" and n_q == 1 and window is None
        return None if newest else causal
    if not isinstance(causal, bool | np.bool_):
        known = "False, True, 'upper left' or 'lower right'"
        raise ValueError(f"{causal=} for n_q={n_q}, n_k={n_k}: give {known}")
    if (causal or window is not None) and n_q != n_k:
        hint = "say causal='upper left' or causal='lower right'"
        raise ValueError(f"causal={causal}, {window=} for n_q={n_q}, n_k={n_k}: {hint}")
    return "upper left" if causal else None


def _checked_window(window: Any) -> int | None:
    if window is None:
        return None
    places = _whole(window)
    if places is None or places < 0:
        raise ValueError(f"{window=}: give a whole number of places, 0 or more, or None")
    return min(places, sys.maxsize // 2)  # reads all there is, and leaves room to add a place


def _checked_bound(
    name: str, given: ArrayLike | None, lead: tuple[int, ...], n_k: int
) -> Array | None:
    if given is None:
        return None
    bound = _real(name, given)
    axes_fit = bound.ndim in (0, len(lead)) and _broadcasts(bound.shape, lead)
    if bound.dtype.kind not in "iu" or not axes_fit:
        want = f"a whole number from 0 to {n_k} for all"
        if lead:
            want += f", or {len(lead)} axes of them that broadcast to {lead}"
        raise ValueError(f"{name} {bound.shape} {bound.dtype}: give {want}")
    if bound.size and (bound.min() < 0 or bound.max() > n_k):
        raise ValueError(f"{name} from {bound.min()} to {bound.max()}: n_k={n_k}, give 0 to {n_k}")
    return bound.astype(np.int64)[..., np.newaxis, np.newaxis]


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


def _checked_sinks(sinks: ArrayLike | None, lead: tuple[int, ...]) -> Array | None:
    if sinks is None:
        return None
    given = _real("sinks", sinks)
    if given.dtype.kind == "b":
        raise ValueError(f"sinks {given.shape} {given.dtype}: give scores, or None for no sinks")
    if not _broadcasts(given.shape, lead):
        raise ValueError(f"sinks {given.shape}: make it broadcast to (..., h), here {lead}")
    return given[..., np.newaxis, np.newaxis]  # (..., h, 1, 1)


def _checked_threads(threads: Any) -> int:
    count = _whole(threads)
    if count is None or count < 1:
        raise ValueError(f"{threads=}: give a whole number, 1 or more")
    return count


# --- Scores ---------------------------------------------------------------------------------------


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


def _capped(scores: Array, softcap: float) -> Array:
    limits = np.finfo(scores.dtype)
    if softcap > limits.max**0.5:  # it would bend only scores further still
        return scores
    cap = max(softcap, float(limits.tiny))
    return cap * np.tanh(scores / cap)


def _may_read(
    shape: tuple[int, ...],  # (..., n_q, n_k)
    causal: str | None,
    window: int | None,
    start: Array | None,  # (..., 1, 1)
    stop: Array | None,  # (..., 1, 1)
) -> Array | None:  # (..., n_q, n_k), or None: everything
    if causal is None and window is None and start is None and stop is None:
        return None
    n_q, n_k = shape[-2:]
    end = n_k if stop is None else stop
    first = end - n_q if causal == "lower right" else 0
    place = first + np.arange(n_q)[:, np.newaxis]  # (..., n_q, 1)
    key = np.arange(n_k)  # (n_k,)
    may: Array = np.ones((n_q, n_k), np.bool_)
    if causal is not None:
        may = may & (key <= place)
    if window is not None:
        may = may & (np.abs(key - place) <= window)
    if start is not None:
        may = may & (key >= start)
    if stop is not None:
        may = may & (key < stop)
    return may


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


# --- Which way ------------------------------------------------------------------------------------

# From here on,
# calm scores are so near 0 that exp bears them as they are, and nobody looks for their maximum;
# lifted scores are lowered by their maximum and then raised: no weight that counts is subnormal;
# exact heads hold NaN, or numbers near the ends of their type, and are computed in float64;
# odd keys have NaN or ∞ among their values, which wait outside the products for whoever reads them.


class _Problem(NamedTuple):
    """What was asked, checked; leading axes broadcast."""

    q: Array  # (..., h, n_q, d_k)
    k: Array  # (..., g, n_k, d_k)
    v: Array  # (..., g, n_k, d_v)
    mask: Array | None  # (..., n_q, n_k)
    nan_in_mask: bool
    causal: str | None
    window: int | None
    start: Array | None  # (..., h, 1, 1)
    stop: Array | None  # (..., h, 1, 1)
    sinks: Array | None  # (..., h, 1, 1)
    scale: float
    softcap: float


def _solved(p: _Problem, lead: tuple[int, ...], threads: int) -> tuple[Array, Array]:
    """The output (..., h, n_q, d_v) and the log-sum-exp (..., h, n_q): at once, or in jobs."""
    n_q, n_k = p.q.shape[-2], p.k.shape[-2]
    few = n_q * p.q.shape[-3] <= FEW_ROWS * max(p.k.shape[-3], 1)
    small = few or prod(lead) * n_q * n_k <= AT_ONCE
    if small:
        p = _without_padding(p)
    if small and (threads == 1 or p.k.nbytes + p.v.nbytes < SHARED_BYTES):
        return _at_once(p)
    output = np.empty((*lead, n_q, p.v.shape[-1]), p.q.dtype)
    lse = np.empty((*lead, n_q), p.q.dtype)
    jobs = _shares(p, output, lse, threads) if small else _jobs(p, output, lse, threads)
    _run(jobs, threads)
    return output, lse


# --- At once: few queries, or little of everything ------------------------------------------------


def _without_padding(p: _Problem) -> _Problem:
    """Leave out the keys at either end that nobody reads, as in a buffer that is half full."""
    if p.start is None and p.stop is None and p.window is None:
        return p
    n_q, n_k = p.q.shape[-2], p.k.shape[-2]
    low, high = 0, n_k
    if p.stop is not None:
        high = int(p.stop.max(initial=0))
    placeless = p.causal is None and p.window is None
    # Otherwise places count from key 0, and a cut at the start would move them.
    if p.start is not None and (placeless or p.causal == "lower right"):
        low = int(p.start.min(initial=high))
    if p.window is not None and p.causal == "lower right":
        end = n_k if p.stop is None else int(p.stop.min(initial=n_k))
        low = max(low, end - n_q - p.window)
    mask = p.mask
    if mask is not None:
        mask = np.broadcast_to(mask, (*mask.shape[:-1], n_k))[..., low:high]
    return p._replace(
        k=p.k[..., low:high, :],
        v=p.v[..., low:high, :],
        mask=mask,
        start=None if p.start is None else p.start - low,
        stop=None if p.stop is None else p.stop - low,
    )


def _at_once(p: _Problem) -> tuple[Array, Array]:  # output (..., h, n_q, d_v), lse (..., h, n_q)
    weights, total, lse = _weights_at_once(p)
    return _divided_blend(weights, total, p.v), lse


def _weights_at_once(p: _Problem) -> tuple[Array, Array | None, Array]:
    """Weights (..., h, n_q, n_k), a total that waits to divide them or None, lse (..., h, n_q)."""
    scores = _capped(_scores(p.q, p.k, p.scale), p.softcap)
    may = _may_read(scores.shape, p.causal, p.window, p.start, p.stop)
    if p.mask is not None:
        scores, may = _masked(scores, may, p.mask, p.q.dtype)
    if p.sinks is None and np.abs(scores).max(initial=0) < CALM:
        weights, lse = _calm_softmax(scores, may)
        return weights, None, lse
    return _softmax(scores, may, p.sinks)


def _shares(p: _Problem, output: Array, lse: Array, threads: int) -> Jobs:
    """The same for some heads each, as many shares as threads; a group of heads stays together."""
    h = output.shape[-3]
    groups = gcd(p.k.shape[-3], p.v.shape[-3])
    per_group = h // groups
    shares = min(groups, threads)
    for i in range(shares):
        low = (i * groups // shares) * per_group
        high = ((i + 1) * groups // shares) * per_group
        part = p._replace(
            q=_of_heads(p.q, low, high, h),
            k=_of_heads(p.k, low, high, h),
            v=_of_heads(p.v, low, high, h),
            mask=None if p.mask is None else _of_heads(p.mask, low, high, h),
            start=None if p.start is None else _of_heads(p.start, low, high, h),
            stop=None if p.stop is None else _of_heads(p.stop, low, high, h),
            sinks=None if p.sinks is None else _of_heads(p.sinks, low, high, h),
        )
        yield partial(_store_at_once, part, output[..., low:high, :, :], lse[..., low:high, :])


def _of_heads(x: Array, low: int, high: int, h: int) -> Array:
    """Those that belong to the heads from low to high of h; one for all stays one for all."""
    if x.ndim < 3 or x.shape[-3] == 1:
        return x
    shared_by = h // x.shape[-3]
    return x[..., low // shared_by : high // shared_by, :, :]


def _store_at_once(p: _Problem, output: Array, lse: Array) -> None:
    """Fill a share; few numbers head by head, because np.dot lets the other threads go on."""
    weights, total, lse[...] = _weights_at_once(p)
    each_its_own = weights.shape[:-1] == output.shape[:-1] and p.v.shape[:-2] == output.shape[:-2]
    if each_its_own and weights.dtype == output.dtype and output.size < RELEASED_FROM:
        for head in np.ndindex(output.shape[:-2]):
            np.dot(weights[head], p.v[head], out=output[head])
        if total is not None:
            output /= total
        if np.vdot(output, output) < np.inf:
            return
    output[...] = _divided_blend(weights, total, p.v)


def _calm_softmax(scores: Array, may: Array | None) -> tuple[Array, Array]:
    """The softmax of scores that exp bears as they are: no maximum, no subnormal weight."""
    weights = np.exp(scores, out=scores)  # in place: a new array costs more than its numbers
    if may is not None:
        weights = weights * may
    total = weights.sum(-1, keepdims=True)
    weights /= np.maximum(total, np.finfo(scores.dtype).tiny)  # 0: nothing was read
    return weights, np.log(total)[..., 0]


def _softmax(scores: Array, may: Array | None, sinks: Array | None) -> tuple[Array, Array, Array]:
    """Weights that a total waits to divide, the total (..., n_q, 1), and the log-sum-exp."""
    most = np.finfo(scores.dtype).max
    if may is not None:
        scores = np.where(may, scores, -np.inf)
    top = scores.max(-1, keepdims=True, initial=-most)  # (..., n_q, 1), never -inf
    if sinks is not None:
        sinks = np.clip(sinks, -most, most).astype(scores.dtype)
        top = np.maximum(top, sinks)
    weights = _lifted_exp(scores - top)
    if may is not None:
        weights *= may
    total = weights.sum(-1, keepdims=True)
    best = exp(_lift(scores.dtype))
    if sinks is not None:
        total = total + np.exp(sinks - top) * best
    lse = (top + np.log(total / best))[..., 0]
    # Whoever reads has a total above 1, from the best; only 0 becomes 1.
    return weights, np.maximum(total, 1), lse


def _lifted_exp(scores: Array) -> Array:
    """exp(scores + lift) in place, where the best score is 0; what is nothing beside it gives 0."""
    least = _least_lifted(scores.dtype)
    scores += _lift(scores.dtype)
    scores.clip(least, np.inf, out=scores)
    weights = np.exp(scores, out=scores)
    weights -= np.exp(least)  # 0 where it was clipped, and nowhere more than the smallest number
    return weights


@cache
def _lift(kind: np.dtype[Any]) -> float:
    """How far the best score is lifted above 0. Many processors are slow at subnormal weights.

    exp of it is a power of two to the last digit, so a key with all the weight gives exactly its
    value.
    """
    powers_of_two = 24 if kind == np.float32 else 61
    return powers_of_two * log(2)


@cache
def _least_lifted(kind: np.dtype[Any]) -> Any:
    """The lifted score of a weight that is the smallest number above 0."""
    limits = np.finfo(kind)
    return np.log(limits.tiny) + np.log(limits.eps) + _lift(kind)


def _divided_blend(weights: Array, total: Array | None, v: Array) -> Array:
    """_blend of weights; those that a total waits to divide are divided at the end, if it works."""
    if total is None:
        return _blend(weights, v)
    output: Array = _times(weights, v) / total
    if np.vdot(output, output) < np.inf:
        return output
    return _blend(weights / total, v)  # a large value, lifted, may have left the type


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


# --- In tiles: each head by itself, a block of queries at a time ----------------------------------


class _Head(NamedTuple):
    """One head, made ready for its tiles."""

    q: Array  # (n_q, d_k)
    k: Array  # (n_k, d_k)
    v: Array  # (n_k, d_v), finite from start to stop
    odd: Array  # the keys whose values hold NaN or ∞,
    odd_values: Array  # and these values
    mask: Array | None  # (n_q, n_k)
    added: bool  # the mask is added to the scores
    causal: bool
    window: int | None
    first: int  # the place of query 0 among the keys
    start: int  # the first key that is no padding
    stop: int  # and the one after the last
    scale: float
    softcap: float
    sink: float | None
    calm: bool  # exp bears every score as it is
    lift: float  # of the scores, lowered by their maximum; 0 if calm or exact
    kind: np.dtype[Any]  # of the arrays as they came
    exact: bool  # numbers near the ends of that type, or NaN: float64, and no short cuts
    power: int  # q·k waits to be multiplied by so many powers of two
    power_v: int  # and the output by so many


def _jobs(p: _Problem, output: Array, lse: Array, threads: int) -> Jobs:
    *batch, h = output.shape[:-2]
    n_q, n_k = p.q.shape[-2], p.k.shape[-2]
    size = min(_block_rows(p), ceil(lse.size / threads))  # some rows for every thread
    for place in np.ndindex(*batch):
        part = _part(p, (*batch, h), place)
        if h * n_q * n_k <= AT_ONCE:
            yield partial(_store_at_once, part, output[place], lse[place])
            continue
        for i in range(h):
            head = _head(part, i, h)
            for row in reversed(range(0, n_q, size)):  # in causal order, the longest first
                rows = slice(row, min(row + size, n_q))
                yield partial(_store_block, head, rows, output[place][i], lse[place][i])


def _block_rows(p: _Problem) -> int:
    if p.window is not None:
        return min(max(p.window // 2, 64), 512)  # a block reads its own width and the window's
    if p.causal is not None:
        return 256  # on the diagonal, half of a square is not read
    return 4096 // p.q.itemsize  # 1024 of float32: a tile of TILE_BYTES is 256 keys wide


def _part(p: _Problem, lead: tuple[int, ...], place: tuple[int, ...]) -> _Problem:
    """The problem of one place in the batch: all its heads, and no other leading axes."""
    batch, scores = lead[:-1], (*lead, p.q.shape[-2], p.k.shape[-2])
    each = (*lead, 1, 1)
    return p._replace(
        q=np.broadcast_to(p.q, (*batch, *p.q.shape[-3:]))[place],
        k=np.broadcast_to(p.k, (*batch, *p.k.shape[-3:]))[place],
        v=np.broadcast_to(p.v, (*batch, *p.v.shape[-3:]))[place],
        mask=None if p.mask is None else np.broadcast_to(p.mask, scores)[place],
        start=None if p.start is None else np.broadcast_to(p.start, each)[place],
        stop=None if p.stop is None else np.broadcast_to(p.stop, each)[place],
        sinks=None if p.sinks is None else np.broadcast_to(p.sinks, each)[place],
    )


def _head(p: _Problem, i: int, h: int) -> _Head:
    """Head i of h, with what decides how its scores are computed."""
    q, k, v = (x[i * len(x) // h] for x in (p.q, p.k, p.v))  # head i, or the one it shares
    start = 0 if p.start is None else int(p.start[i, 0, 0])
    stop = len(k) if p.stop is None else int(p.stop[i, 0, 0])
    sink = None if p.sinks is None else float(p.sinks[i, 0, 0])
    mask = None if p.mask is None else p.mask[i]
    odd = start + _odd_rows(v[start:stop])
    finite = np.where(np.isfinite(v), v, 0) if odd.size else v

    # No score is further from 0 than the longest query times the longest key.
    limits = np.finfo(q.dtype)
    reach = abs(p.scale) * _longest(q) * _longest(k[start:stop])
    # From tiny to max, a scale has all its digits in the type. In _scores, which knows no reach, one
    # above a quarter of max goes the long way: as right, and only slower.
    exact_scale = p.scale == 0 or limits.tiny <= abs(p.scale) <= limits.max
    roomy = reach < limits.max**0.5 and exact_scale and _roomy(finite[start:stop])
    exact = p.nan_in_mask or not roomy
    added = mask is not None and mask.dtype != np.bool_
    low_scores = min(reach, p.softcap) < CALM and (sink is None or abs(sink) < CALM)
    calm = low_scores and not exact and not added and _keeps_digits(finite[start:stop])
    head = _Head(
        q=q,
        k=k,
        v=finite,
        odd=odd,
        odd_values=v[odd],
        mask=mask,
        added=added,
        causal=p.causal is not None,
        window=p.window,
        first=stop - len(q) if p.causal == "lower right" else 0,
        start=start,
        stop=stop,
        scale=p.scale,
        softcap=p.softcap,
        sink=sink,
        calm=calm,
        lift=0.0 if calm or exact else _lift(q.dtype),
        kind=q.dtype,
        exact=exact,
        power=0,
        power_v=0,
    )
    return _exact(head) if exact else head


def _odd_rows(v: Array) -> Array:
    """The rows that hold NaN or ∞, rising."""
    found = [np.empty(0, np.intp)]
    for some in _slices(0, len(v), LOOK_ROWS):
        is_finite = np.isfinite(v[some])
        if not is_finite.all():
            found.append(some.start + np.flatnonzero(~is_finite.all(-1)))
    return np.concatenate(found)


def _longest(rows: Array) -> float:
    squares = [np.vecdot(rows[some], rows[some]).max() for some in _slices(0, len(rows), LOOK_ROWS)]
    return sqrt(np.max(squares, initial=0))  # NaN if there is one


def _roomy(v: Array) -> bool:
    """Whether the sum of values stays in the type, each times a weight that is calm or lifted."""
    largest = max(v.max(initial=0), -v.min(initial=0))
    most = np.finfo(v.dtype).max / exp(max(CALM, _lift(v.dtype)))
    return bool(largest < most / max(len(v), 1))


def _keeps_digits(v: Array) -> bool:
    """Whether exp(-CALM) times a value is so large that it has all its digits, or 0."""
    limits = np.finfo(v.dtype)
    least = limits.tiny / limits.eps * exp(CALM)
    for some in _slices(0, len(v), LOOK_ROWS):
        sizes = np.abs(v[some])
        if np.any((sizes < least) & (sizes > 0)):
            return False
    return True


def _exact(head: _Head) -> _Head:
    """In float64, with powers of two outside the products: nothing overflows on the way."""
    q, k, v = (x.astype(np.float64) for x in (head.q, head.k, head.v))
    power_q, power_k = _power_of_two(q), _power_of_two(k[head.start : head.stop])
    largest_sum = _power_of_two(v) + len(v).bit_length()
    power_v = max(0, largest_sum - np.finfo(np.float64).maxexp)
    return head._replace(
        q=np.ldexp(q, -power_q),
        k=np.ldexp(k, -power_k),
        v=np.ldexp(v, -power_v),
        power=power_q + power_k,
        power_v=power_v,
    )


def _store_block(head: _Head, rows: slice, output: Array, lse: Array) -> None:
    """Read the keys tile by tile, and keep the running maximum, total and blend."""
    q = head.q[rows] * head.scale  # (r, d_k)
    low, high = _key_range(head, rows)
    width = max(1, min(TILE_BYTES // (len(q) * q.itemsize), TILE_KEYS, high - low))
    space = np.empty((len(q), width), q.dtype)
    ones = np.ones((width, 1), q.dtype)  # a product with them is the fastest sum
    top, total = _before_the_first_key(head, q)  # (r, 1)
    blend = np.zeros((len(q), head.v.shape[1]), q.dtype)
    odd_scores = np.full((len(q), len(head.odd)), -np.inf, q.dtype)
    for keys in _slices(low, high, width):
        may = _tile_may_read(head, rows, keys)
        if may is not None and not may.any():
            continue
        scores = _tile_scores(head, q, rows, keys, space[:, : keys.stop - keys.start])
        _keep_odd(odd_scores, head.odd, scores, keys, may)
        if not head.calm:
            top, fade = _lowered(head, scores, top, may)
            total *= fade
            blend *= fade
        exponentials = _lifted_exp(scores) if head.lift else np.exp(scores, out=scores)
        if may is not None:
            exponentials *= may
        total += exponentials @ ones[: keys.stop - keys.start]
        blend += exponentials @ head.v[keys]
    output[rows] = _finished(head, blend, total, odd_scores - top)
    lse[rows] = (top + np.log(total / exp(head.lift)))[:, 0]


def _slices(low: int, high: int, width: int) -> Iterator[slice]:
    for start in range(low, high, width):
        yield slice(start, min(start + width, high))


def _key_range(head: _Head, rows: slice) -> tuple[int, int]:
    """The keys that some query of the block may read lie between these two."""
    low, high = head.start, head.stop
    if head.causal:
        high = min(high, head.first + rows.stop)
    if head.window is not None:
        low = max(low, head.first + rows.start - head.window)
        high = min(high, head.first + rows.stop + head.window)
    return low, max(low, high)


def _before_the_first_key(head: _Head, q: Array) -> tuple[Array, Array]:
    """The maximum and the total when only the sink has been met, if there is one."""
    most = np.finfo(q.dtype).max
    top = np.zeros((len(q), 1), q.dtype)
    total = np.zeros((len(q), 1), q.dtype)
    if head.sink is not None and head.calm:
        total += np.exp(head.sink)
    elif head.sink is not None:
        top += min(max(head.sink, -most), most)
        total += exp(head.lift)
    elif not head.calm:
        top -= most
    return top, total


def _tile_may_read(head: _Head, rows: slice, keys: slice) -> Array | None:
    """(r, w) of bool, or None: everything."""
    may = _tile_in_order(head, rows, keys)
    if head.mask is None:
        return may
    tile = head.mask[rows, keys]
    seen: Array = tile != -np.inf if head.added else tile
    if may is not None:
        seen = seen & may
    return None if seen.all() else seen


def _tile_in_order(head: _Head, rows: slice, keys: slice) -> Array | None:
    """What the causal order and the window let a block read: (r, w) of bool, or None: everything."""
    if not head.causal and head.window is None:
        return None
    ahead = head.first + rows.start - keys.start  # from the first key to the first query
    height, width = rows.stop - rows.start, keys.stop - keys.start
    return _in_order(ahead, height, width, head.causal, head.window)


@lru_cache(maxsize=8)  # most tiles of a causal order or a window look alike
def _in_order(
    ahead: int, height: int, width: int, causal: bool, window: int | None
) -> Array | None:
    place = np.arange(ahead, ahead + height)[:, np.newaxis]  # (r, 1)
    key = np.arange(width)  # (w,)
    may: Array | None = None
    if causal and key[-1] > place[0, 0]:
        may = key <= place
    if window is not None and key[0] < place[-1, 0] - window:
        near = key >= place - window
        may = near if may is None else may & near
    if window is not None and not causal and key[-1] > place[0, 0] + window:
        near = key <= place + window
        may = near if may is None else may & near
    return may


def _tile_scores(head: _Head, q: Array, rows: slice, keys: slice, space: Array) -> Array:
    """(r, w), computed in the space; what may not be read is still among them."""
    most = np.finfo(q.dtype).max
    scores: Array = np.matmul(q, head.k[keys].T, out=space)
    if head.exact:
        np.ldexp(scores, head.power, out=scores)
        np.clip(scores, -most / 4, most / 4, out=scores)
    if head.softcap <= most**0.5:  # as _capped, in place
        cap = max(head.softcap, float(np.finfo(q.dtype).tiny))
        scores /= cap
        np.tanh(scores, out=scores)
        scores *= cap
    if head.mask is not None and head.added:
        most_added = np.finfo(head.kind).max / 2  # as _masked, in place
        scores += np.clip(head.mask[rows, keys], -most_added, most_added).astype(q.dtype)
    return scores


def _lowered(head: _Head, scores: Array, top: Array, may: Array | None) -> tuple[Array, Array]:
    """Lower the scores by their maximum; the new maximum, and what became of the old."""
    if may is not None and head.exact:
        scores[...] = np.where(may, scores, -np.inf)  # a NaN may be among them
    elif may is not None:
        most = np.finfo(scores.dtype).max
        scores += (may.astype(scores.dtype) - 1) * most  # far below; faster than np.where
    new = np.maximum(top, scores.max(-1, keepdims=True))
    scores -= new
    return new, np.exp(top - new)


def _keep_odd(
    odd_scores: Array,  # a row for each query, a column for each odd key: filled here
    odd: Array,  # the odd keys, rising
    scores: Array,  # (r, w)
    keys: slice,
    may: Array | None,  # (r, w)
) -> None:
    """Keep the scores of the odd keys: computed again they could round to others."""
    if not odd.size:
        return
    low, high = np.searchsorted(odd, (keys.start, keys.stop))
    columns = odd[low:high] - keys.start  # where in the tile they stand
    kept = scores[:, columns]
    if may is not None:
        kept = np.where(may[:, columns], kept, -np.inf)
    odd_scores[:, low:high] = kept


def _finished(head: _Head, blend: Array, total: Array, odd_depths: Array) -> Array:
    """The output in its own size, with the odd values that have weight."""
    output: Array = blend / np.where(total == 0, 1, total)
    if head.exact:
        most = np.finfo(output.dtype).max
        output = np.clip(np.ldexp(output, head.power_v), -most, most)
    if not head.odd.size:
        return output
    odd_weights = np.exp(odd_depths + head.lift) / total
    reads = odd_weights >= np.finfo(head.kind).tiny  # as in _blend
    heads = _with_odd(output[np.newaxis], reads[np.newaxis], head.odd_values[np.newaxis])
    only: Array = heads[0]
    return only


# --- Threads --------------------------------------------------------------------------------------


def _run(jobs: Jobs, threads: int) -> None:
    """Do the jobs, together with the threads of a pool if there are any."""
    turn = Lock()
    helpers = []
    if threads > 1:
        pool = _pool(threads - 1, os.getpid())
        helpers = [pool.submit(_take_turns, jobs, turn) for _ in range(threads - 1)]
    try:
        _take_turns(jobs, turn)
    finally:
        for helper in helpers:
            if not helper.cancel():  # one that comes too late has nothing left to do
                helper.result()  # an error in a helper is raised here


def _take_turns(jobs: Jobs, turn: Lock) -> None:
    """Take a job and do it, until none is left; after an error, nobody takes another."""
    try:
        while True:
            with turn:
                job = next(jobs, None)
            if job is None:
                return
            job()
    finally:
        with turn:
            jobs.close()


@cache
def _pool(helpers: int, process: int) -> Any:
    """One pool for each number of helpers, kept; a forked process needs its own."""
    from concurrent.futures import ThreadPoolExecutor  # slow to import, seldom needed

    return ThreadPoolExecutor(helpers, f"attention-{process}", np.seterr, ("ignore",))


if __name__ == "__main__":
    keys, prices = [[2, 1], [2, 0], [-1, 2]], [[10], [5], [2]]  # racket, ball, tree
    price, lse = fast_attention([[1, 1]], keys, prices, scale=1, return_lse=True)
    print("tennis gets", price.round(3), "and its scores sum up to", lse.round(3))
