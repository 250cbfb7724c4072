"""The gradient of attention: how a loss moves with every query, key and value, block by block."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at gradients/

import sys
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

BLOCK = 2**18  # so many scores at once stay in the cache,
LEAST_ROWS = 64  # but a block has as many queries as this, or products get slow


class Gradients(NamedTuple):
    """How the loss moves with each input; each has the shape of its input."""

    q: Array
    k: Array
    v: Array


@np.errstate(all="ignore")  # scores beyond the type and hidden NaN are dealt with below
def attention_backward(
    d_output: ArrayLike,  # (..., h, n_q, d_v)   how the loss moves with the output of attention
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
    grouped: bool = False,  # True: h/g neighbouring query heads share one head of k and v
) -> Gradients:
    """Give it what attention was given, and the gradient of the loss by its output.

    With w the weights, s the scores, o the output and g the gradient by it, for each query:
    dv_j = w_j g, ds_j = w_j (g·v_j - g·o), dq = Σ ds_j k_j × scale, dk_j = ds_j q × scale.
    With softcap, ds_j is also multiplied by the slope of the cap.
    An input that several queries or heads share adds up what it gets from each.
    The weights are computed again, some queries at a time, so for long inputs there are never n × n
    of them.
    Not here: sinks, gradients of the mask, and dropout.
    """
    _check_flag("grouped", grouped)
    q, k, v = _real("q", q), _real("k", k), _real("v", v)
    lead = _leading_axes(q, k, v, grouped)
    n_q, n_k = q.shape[-2], k.shape[-2]
    upstream = _real("d_output", d_output)
    if upstream.shape != (*lead, n_q, v.shape[-1]):
        want = (*lead, n_q, v.shape[-1])
        raise ValueError(f"d_output {upstream.shape}: the output of attention has {want}")
    if mask is not None:
        mask = np.broadcast_to(_checked_mask(mask, (*lead, n_q, n_k)), (*lead, n_q, n_k))
    kind = _float_type(q, k, v)
    wide = np.promote_types(kind, np.float32)
    q, k, v, upstream = (x.astype(wide, copy=False) for x in (q, k, v, upstream))
    rules = _Rules(
        mask=mask,
        causal=_checked_causal(causal, window, n_q, n_k),
        window=_checked_window(window),
        start=_checked_bound("key_start", key_start, lead, n_k),
        stop=_checked_bound("key_stop", key_stop, lead, n_k),
        scale=_checked_scale(scale, q.shape[-1]),
        softcap=_checked_cap(softcap),
    )
    found = Gradients(np.zeros_like(q), np.zeros_like(k), np.zeros_like(v))
    for place in np.ndindex(*lead):
        at_q, at_k, at_v = (_own_place(place, x.shape[:-2], lead) for x in (q, k, v))
        arrays = _Arrays(q[at_q], k[at_k], v[at_v], upstream[place])
        part = Gradients(found.q[at_q], found.k[at_k], found.v[at_v])
        _add_head(part, arrays, _rules_at(rules, place, lead))
    return Gradients(*(x.astype(kind, copy=False) for x in found))


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


# --- One head -------------------------------------------------------------------------------------


class _Rules(NamedTuple):
    """What shapes the scores; for one head, mask, start and stop have no leading axes."""

    mask: Array | None  # (..., n_q, n_k)
    causal: str | None
    window: int | None
    start: Array | None  # (..., 1, 1)
    stop: Array | None  # (..., 1, 1)
    scale: float
    softcap: float


class _Arrays(NamedTuple):
    """What one head was given."""

    q: Array  # (n_q, d_k)
    k: Array  # (n_k, d_k)
    v: Array  # (n_k, d_v)
    upstream: Array  # (n_q, d_v)


def _own_place(
    place: tuple[int, ...], own: tuple[int, ...], lead: tuple[int, ...]
) -> tuple[int, ...]:
    """Which place among the leading axes of an input belongs to a place of the output."""
    first = len(lead) - len(own)
    axes = zip(place[first:], own, lead[first:], strict=True)
    return tuple(i * size // full for i, size, full in axes)  # shared ones have a smaller size


def _rules_at(rules: _Rules, place: tuple[int, ...], lead: tuple[int, ...]) -> _Rules:
    each = (*lead, 1, 1)
    return rules._replace(
        mask=None if rules.mask is None else rules.mask[place],
        start=None if rules.start is None else np.broadcast_to(rules.start, each)[place],
        stop=None if rules.stop is None else np.broadcast_to(rules.stop, each)[place],
    )


def _add_head(found: Gradients, given: _Arrays, rules: _Rules) -> None:
    n_q, n_k = len(given.q), len(given.k)
    size = max(BLOCK // max(n_k, 1), LEAST_ROWS)
    for row in range(0, n_q, size):
        rows = slice(row, min(row + size, n_q))
        keys = _key_range(rules, rows, n_q, n_k)
        _add_block(found, given, rules, rows, keys)


def _first_place(rules: _Rules, n_q: int, n_k: int) -> int:
    """Where query 0 stands among the keys."""
    if rules.causal != "lower right":
        return 0
    return (n_k if rules.stop is None else int(rules.stop[0, 0])) - n_q


def _key_range(rules: _Rules, rows: slice, n_q: int, n_k: int) -> slice:
    """The keys that some query of the block may read lie between these two."""
    first = _first_place(rules, n_q, n_k)
    low = 0 if rules.start is None else int(rules.start[0, 0])
    high = n_k if rules.stop is None else int(rules.stop[0, 0])
    if rules.causal is not None:
        high = min(high, first + rows.stop)
    if rules.window is not None:
        low = max(low, first + rows.start - rules.window)
        high = min(high, first + rows.stop + rules.window)
    return slice(low, max(low, high))


def _add_block(found: Gradients, given: _Arrays, rules: _Rules, rows: slice, keys: slice) -> None:
    """Add what the queries of a block contribute. An entry of weight 0 contributes nothing."""
    q, k, v, upstream = given.q[rows], given.k[keys], given.v[keys], given.upstream[rows]
    scores = _scores(q[np.newaxis], k[np.newaxis], rules.scale)[0]  # (r, w)
    scores = _capped(scores, rules.softcap)
    weights = _weights(scores, rules, rows, keys, given)
    spoilt = ~np.isfinite(upstream).all(-1, keepdims=True)  # (r, 1): NaN for all it reads
    weights = np.where(spoilt & (weights != 0), np.nan, weights)

    # What a zero weight hides may be NaN, and zero times NaN would show it.
    by_weights = np.where(weights == 0, 0, upstream @ v.T)  # (r, w)
    shared = (weights * by_weights).sum(-1, keepdims=True)  # (r, 1): g·o
    by_capped = weights * (by_weights - shared)  # by the scores as the softmax met them
    limits = np.finfo(scores.dtype)
    if rules.softcap <= limits.max**0.5:
        cap = max(rules.softcap, float(limits.tiny))
        by_capped = by_capped * (1 - (scores / cap) ** 2)  # the slope of tanh
    by_scores = np.where(weights == 0, 0, by_capped) * rules.scale
    found.q[rows] += by_scores @ _finite(k)
    found.k[keys] += by_scores.T @ _finite(q)
    found.v[keys] += weights.T @ _finite(upstream)


def _weights(
    scores: Array, rules: _Rules, rows: slice, keys: slice, given: _Arrays
) -> Array:  # (r, w)
    n_q, n_k = len(given.q), len(given.k)
    limits = np.finfo(given.q.dtype)  # the scores may be in float64
    place = _first_place(rules, n_q, n_k) + np.arange(n_q)[rows, np.newaxis]  # (r, 1)
    key = np.arange(n_k)[keys]  # (w,)
    may: Array = np.ones(scores.shape, np.bool_)
    if rules.causal is not None:
        may &= key <= place
    if rules.window is not None:
        may &= np.abs(key - place) <= rules.window
    if rules.mask is not None:
        mask = rules.mask[rows, keys]
        if mask.dtype == np.bool_:
            may &= mask
        else:
            may &= mask != -np.inf
            most = limits.max / 2  # what is added leaves no score infinite
            scores = scores + np.clip(mask, -most, most).astype(scores.dtype)
    scores = np.where(may, scores, -np.inf)
    lowest = np.finfo(scores.dtype).min
    top = scores.max(-1, keepdims=True, initial=lowest)  # (r, 1), finite if all is hidden
    weights: Array = np.exp(scores - top)
    total = weights.sum(-1, keepdims=True)
    weights /= np.maximum(total, 1)  # whoever reads has 1 or more, from the best; only 0 becomes 1
    # A weight so small that it depends on how it was computed reads nothing. NaN stays.
    reads = may & ~(weights < limits.tiny)
    return np.where(reads, weights, 0)


def _finite(x: Array) -> Array:
    return np.where(np.isfinite(x), x, 0)


if __name__ == "__main__":
    keys, prices = [[2, 1], [2, 0], [-1, 2]], [[10], [5], [2]]  # racket, ball, tree
    by = attention_backward([[1]], [[1, 1]], keys, prices, scale=1)
    print("the price of tennis moves with its query by", *by.q.round(3))
    print("with the three keys by", *by.k.round(3))
    print("with the three prices by", *by.v.round(3))
