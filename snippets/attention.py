"""Attention for production: any leading axes, masks, causal order, shared heads, no stray NaN."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at many-queries/

import sys
from operator import index
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

if sys.version_info < (3, 11) or np.lib.NumpyVersion(np.__version__) < "2.0.0":
    raise ImportError(
        f"this file needs Python 3.11 and NumPy 2.0 or newer; "
        f"here are Python {sys.version.split()[0]} and NumPy {np.__version__}"
    )

Array = NDArray[Any]
Causal = bool | Literal["upper left", "lower right"]


@overload
def attention(
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
    return_weights: Literal[False] = False,
) -> Array: ...


@overload
def attention(
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
    return_weights: Literal[True],
) -> tuple[Array, Array]: ...


@np.errstate(all="ignore")  # what overflows or is NaN on the way is dealt with below
def attention(
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
    return_weights: bool = False,
) -> Array | tuple[Array, Array]:  # output (..., h, n_q, d_v), weights (..., h, n_q, n_k)
    """Blend v by the scores of q against k; a query with nothing to read gets 0.

    Places: query i stands at key i ("upper left", as PyTorch's is_causal), or the last query at
    the last key before key_stop ("lower right": new queries over a cache). causal=True, and a
    window without causal, put query i at key i and want n_q = n_k.
    Types: floats stay, float16 is computed in float32; integers give float64.
    NaN and ∞ in v reach a query whose weight for them is at least np.finfo(type).tiny, and no other;
    for float16 the type is float32.
    Not here: dropout and `out=`. For long inputs see fast_attention.py.
    """
    _check_flag("grouped", grouped)
    _check_flag("return_weights", return_weights)
    q, k, v = _real("q", q), _real("k", k), _real("v", v)
    lead = _leading_axes(q, k, v, grouped)
    n_q, n_k = q.shape[-2], k.shape[-2]
    shape = (*lead, n_q, n_k)
    kind = _float_type(q, k, v)
    wide = np.promote_types(kind, np.float32)
    q, k, v = (_with_heads(x.astype(wide, copy=False)) for x in (q, k, v))

    scores = _scores(q, k, _checked_scale(scale, q.shape[-1]))  # (..., h, n_q, n_k)
    scores = _capped(scores, _checked_cap(softcap))
    may = _may_read(
        shape,
        _checked_causal(causal, window, n_q, n_k),
        _checked_window(window),
        _checked_bound("key_start", key_start, lead, n_k),
        _checked_bound("key_stop", key_stop, lead, n_k),
    )
    if mask is not None:
        scores, may = _masked(scores, may, _checked_mask(mask, shape), wide)
    if may is not None:
        scores = np.where(may, scores, -np.inf)
    weights = _softmax(scores, _checked_sinks(sinks, lead))
    output = _blend(weights, v).reshape(*lead, n_q, v.shape[-1]).astype(kind, copy=False)
    if not return_weights:
        return output
    heads = lead or (1,)  # a lone lookup counts as one head, as in _with_heads
    full = np.broadcast_to(weights, (*heads, n_q, n_k)).reshape(shape)
    return output, full.astype(kind)


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


# --- Weights and blend ----------------------------------------------------------------------------


def _softmax(scores: Array, sinks: Array | None) -> Array:
    most = np.finfo(scores.dtype).max
    top = scores.max(-1, keepdims=True, initial=-most)  # (..., n_q, 1), finite if all is hidden
    if sinks is not None:
        sinks = np.clip(sinks, -most, most).astype(scores.dtype)
        top = np.maximum(top, sinks)
    weights: Array = np.exp(scores - top)
    total = weights.sum(-1, keepdims=True)
    if sinks is not None:
        total = total + np.exp(sinks - top)
    weights /= np.maximum(total, 1)  # whoever reads has 1 or more, from the best; only 0 becomes 1
    return weights


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
    keys, prices = [[2, 1], [2, 0], [-1, 2]], [[10], [5], [2]]  # racket, ball, tree
    for may in ([True, True, True], [True, True, False], [False, False, False]):
        price = attention([[1, 1]], keys, prices, mask=may, scale=1)
        print("tennis may read", may, "->", price.round(3))
