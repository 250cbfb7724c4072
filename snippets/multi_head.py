"""Multi-head attention for production: projections, shared key heads, positions, masks, a cache."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at heads/

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from operator import index
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
# Turns queries and keys by their places: (..., h, n, d_k), (n,) or (..., 1, n) -> (..., h, n, d_k)
Rotate = Callable[[Array, Array], Array]
SCORES_AT_ONCE = 2**23  # 32 MiB in float32: a long prompt is read in blocks of queries


class Entries(NamedTuple):
    """Keys and values, projected and cut into heads: what queries read."""

    keys: Array  # (..., g, n_k, d_k)
    values: Array  # (..., g, n_k, d_v)


class Cache:
    """The entries of everything read so far; set `length` back to forget the last ones."""

    def __init__(self, capacity: int = 0) -> None:
        """Reserve room for `capacity` entries at the first use; a full cache doubles its room."""
        count = _whole(capacity)
        if count is None or count < 0:
            raise ValueError(f"{capacity=}: give a whole number, 0 or more entries")
        self.capacity = count
        self._room: Entries | None = None
        self._written = 0  # entries in the room; those after `length` do not count
        self._length = 0

    @property
    def length(self) -> int:
        """How many entries count."""
        return self._length

    @length.setter
    def length(self, length: int) -> None:
        """Forget the last entries, or take them back before the next call."""
        count = _whole(length)
        if count is None or not 0 <= count <= self._written:
            raise ValueError(f"{length=}: the cache was given {self._written}, say 0 to that many")
        self._length = count

    def entries(self) -> Entries | None:
        """What is stored, or None before the first use."""
        if self._room is None:
            return None
        return _until(self._room, self.length)

    def extended(self, new: Entries) -> Entries:
        """The stored entries and the new ones; they stay once `length` counts them."""
        length = self.length + new.keys.shape[-2]
        if self._room is None:
            self.capacity = max(self.capacity, length)
            self._room = _empty_room(new, self.capacity)
        _check_same_kind(self._room, new)
        if length > self.capacity:
            self.capacity = max(length, 2 * self.capacity)
            wider = _empty_room(new, self.capacity)
            _write(wider, 0, _until(self._room, self.length))
            self._room = wider
        _write(self._room, self.length, new)
        self._written = length
        return _until(self._room, length)


@dataclass(eq=False)
class MultiHead:
    """h lookups side by side; h/g neighbouring query heads share one of the g key heads.

    Types: floats stay, float16 is computed in float32; integers give float64.
    Not here: dropout and `out=`; softcap and sinks, which attention.py has; gradients.
    A bias by distance, as in ALiBi, is a float mask.
    """

    w_q: Array  # (d, h * d_k)
    w_k: Array  # (d_source, g * d_k)
    w_v: Array  # (d_source, g * d_v)
    w_o: Array  # (h * d_v, d_out)
    heads: int  # h
    key_heads: int  # g; equal to h if nothing is shared
    b_q: Array | None = None  # (h * d_k,)   the biases are added to the four products
    b_k: Array | None = None  # (g * d_k,)
    b_v: Array | None = None  # (g * d_v,)
    b_o: Array | None = None  # (d_out,)
    gates: Array | None = None  # (h,)   0 silences a head
    rotate: Rotate | None = None  # between projection and score: rotary positions
    scale: float | None = None  # multiplies the scores; 1/√d_k if not given

    def __post_init__(self) -> None:
        self.w_q = _matrix("w_q", self.w_q)
        self.w_k = _matrix("w_k", self.w_k)
        self.w_v = _matrix("w_v", self.w_v)
        self.w_o = _matrix("w_o", self.w_o)
        self.heads, self.key_heads = self._checked_heads()
        self.b_q = _one_for_each("b_q", self.b_q, "column of w_q", self.w_q.shape[1])
        self.b_k = _one_for_each("b_k", self.b_k, "column of w_k", self.w_k.shape[1])
        self.b_v = _one_for_each("b_v", self.b_v, "column of w_v", self.w_v.shape[1])
        self.b_o = _one_for_each("b_o", self.b_o, "column of w_o", self.w_o.shape[1])
        self.gates = _one_for_each("gates", self.gates, "head", self.heads)
        _checked_scale(self.scale, self.w_q.shape[1])  # refused here, not at the first call

    def _checked_heads(self) -> tuple[int, int]:
        """h and g, if the widths of the four matrices fit them."""
        h, g = _whole(self.heads), _whole(self.key_heads)
        q, k, v, o = self.w_q.shape, self.w_k.shape, self.w_v.shape, self.w_o.shape
        got = f"heads={self.heads!r}, key_heads={self.key_heads!r}"
        got += f", w_q {q}, w_k {k}, w_v {v}, w_o {o}"
        if h is None or g is None:
            raise ValueError(f"{got}: heads and key_heads are whole numbers")
        if h < 1 or g < 1 or h % g:
            raise ValueError(f"{got}: heads must be a multiple of key_heads, both above 0")
        if q[1] % h or k[1] % g or q[1] // h != k[1] // g:
            raise ValueError(f"{got}: give w_q (d, heads * d_k) and w_k (d, key_heads * d_k)")
        if v[1] % g or o[0] % h or v[1] // g != o[0] // h:
            raise ValueError(f"{got}: give w_v (d, key_heads * d_v) and w_o (heads * d_v, d_out)")
        if k[0] != v[0]:
            raise ValueError(f"{got}: w_k and w_v read the same source, give equally many rows")
        return h, g

    @classmethod
    def from_torch(cls, state: Mapping[str, Any], heads: int) -> "MultiHead":
        """The layer of a torch.nn.MultiheadAttention, from its state_dict() on the CPU.

        Nothing there tells of add_zero_attn: a layer that has it is read as if it had none.
        """
        arrays: dict[str, Array] = {name: np.asarray(tensor) for name, tensor in state.items()}
        b_q = b_k = b_v = b_o = None
        if "in_proj_weight" in arrays:
            w_q, w_k, w_v = np.split(arrays.pop("in_proj_weight"), 3)  # one above the other
        else:  # the source is of another width, and the three stand apart
            w_q, w_k, w_v = (_taken(arrays, f"{name}_proj_weight") for name in "qkv")
        if "in_proj_bias" in arrays:
            b_q, b_k, b_v = np.split(arrays.pop("in_proj_bias"), 3)
        w_o = _taken(arrays, "out_proj.weight")
        if "out_proj.bias" in arrays:
            b_o = arrays.pop("out_proj.bias")
        if arrays:
            raise ValueError(f"{sorted(arrays)} of the state have no place in this layer")
        # PyTorch multiplies with the transpose.
        return cls(w_q.T, w_k.T, w_v.T, w_o.T, heads, heads, b_q, b_k, b_v, b_o)

    @np.errstate(all="ignore")
    def entries(self, source: ArrayLike, places: ArrayLike | None = None) -> Entries:
        """Keys and values of a source, projected once: give them as `source` to many calls."""
        rows = _rows("source", source, "w_k", self.w_k)  # (..., n_k, d_source)
        return self._entries(rows, _places(places, 0, rows))

    @overload
    def __call__(
        self,
        x: ArrayLike,
        source: ArrayLike | Entries | None = None,
        *,
        mask: ArrayLike | None = None,
        causal: Causal = False,
        window: int | None = None,
        places: ArrayLike | None = None,
        cache: Cache | None = None,
        return_weights: Literal[False] = False,
    ) -> Array: ...

    @overload
    def __call__(
        self,
        x: ArrayLike,
        source: ArrayLike | Entries | None = None,
        *,
        mask: ArrayLike | None = None,
        causal: Causal = False,
        window: int | None = None,
        places: ArrayLike | None = None,
        cache: Cache | None = None,
        return_weights: Literal[True],
    ) -> tuple[Array, Array]: ...

    @np.errstate(all="ignore")  # what overflows or is NaN on the way is dealt with below
    def __call__(
        self,
        x: ArrayLike,  # (..., n_q, d)   who asks
        source: ArrayLike | Entries | None = None,  # (..., n_k, d_source)   who answers: x itself
        *,
        mask: ArrayLike | None = None,  # (..., h or 1, n_q, n_k)   bool: True reads; float: added
        causal: Causal = False,  # read no key that stands after the query
        window: int | None = None,  # read only keys at most so many places away from the query
        places: ArrayLike | None = None,  # (..., n_q)   for rotate; they count on from the cache
        cache: Cache | None = None,  # grows by x, and is read in causal order, "lower right"
        return_weights: bool = False,
    ) -> Array | tuple[Array, Array]:  # output (..., n_q, d_out), weights (..., h, n_q, n_k)
        """What each row of x reads; a row with nothing to read gets only the last bias.

        Order: query i stands at key i ("upper left", as PyTorch's is_causal), or the last query at
        the last key ("lower right"). causal=True, and a window without causal, want n_q = n_k.
        """
        _check_flag("return_weights", return_weights)
        rows = _rows("x", x, "w_q", self.w_q)  # (..., n_q, d)
        first = 0 if cache is None else cache.length
        own = _places(places, first, rows)
        queries = _heads(_project(rows, self.w_q, self.b_q), self.heads)  # (..., h, n_q, d_k)
        queries = _turned(self.rotate, queries, own)
        entries = self._answering(rows, own, source, cache)
        n_q, n_k = queries.shape[-2], entries.keys.shape[-2]
        shape = (*_common_lead(queries, entries), self.heads, n_q, n_k)
        rules = _Rules(
            order=_order(causal, window, cache is not None, n_q, n_k),
            window=_checked_window(window),
            mask=None if mask is None else np.broadcast_to(_checked_mask(mask, shape), shape),
            scale=_checked_scale(self.scale, queries.shape[-1]),
        )
        blends: list[Array] = []
        weights: list[Array] = []
        for block in _blocks(shape):
            read = _block_weights(queries, entries.keys, rules, block)  # (..., h, block, n_k)
            blends.append(_blend(read, entries.values))  # (..., h, block, d_v)
            if return_weights:
                weights.append(read)
        kind = _float_type(rows, self.w_q)
        output = self._mixed(np.concatenate(blends, axis=-2)).astype(kind, copy=False)
        if cache is not None:
            cache.length = n_k  # only now: a call that fails adds nothing
        if not return_weights:
            return output
        return output, np.concatenate(weights, axis=-2).astype(kind, copy=False)

    def _mixed(self, blends: Array) -> Array:  # (..., h, n_q, d_v) -> (..., n_q, d_out)
        if self.gates is not None:
            blends = blends * self.gates[:, np.newaxis, np.newaxis]
        *lead, h, n_q, d_v = blends.shape
        side_by_side = blends.swapaxes(-2, -3).reshape(*lead, n_q, h * d_v)
        return _project(side_by_side, self.w_o, self.b_o)

    def _entries(self, rows: Array, places: Array) -> Entries:
        keys = _heads(_project(rows, self.w_k, self.b_k), self.key_heads)  # (..., g, n_k, d_k)
        values = _heads(_project(rows, self.w_v, self.b_v), self.key_heads)  # (..., g, n_k, d_v)
        return Entries(_turned(self.rotate, keys, places), values)

    def _answering(
        self, x: Array, places: Array, source: ArrayLike | Entries | None, cache: Cache | None
    ) -> Entries:
        if cache is not None and source is not None:
            raise ValueError("give cache= or source, not both: a fixed source is layer.entries(it)")
        if isinstance(source, Entries):
            return self._checked_entries(source)
        if source is not None:
            return self.entries(source)
        own = self._entries(_rows("x", x, "w_k", self.w_k), places)
        return own if cache is None else cache.extended(own)

    def _checked_entries(self, given: Entries) -> Entries:
        keys, values = _real("source.keys", given.keys), _real("source.values", given.values)
        g = self.key_heads
        d_k, d_v = self.w_k.shape[1] // g, self.w_v.shape[1] // g
        fit = _heads_and_width(keys) == (g, d_k) and values.shape == (*keys.shape[:-1], d_v)
        if not fit:
            got = f"keys {keys.shape}, values {values.shape}"
            want = f"(..., {g}, n_k, {d_k}) and (..., {g}, n_k, {d_v})"
            raise ValueError(f"source has {got}, this layer reads {want}: use its own entries()")
        kind = np.promote_types(_float_type(keys, values), np.float32)
        return Entries(keys.astype(kind, copy=False), values.astype(kind, copy=False))


# --- What may be asked ----------------------------------------------------------------------------


class _Rules(NamedTuple):
    order: str | None  # "upper left", "lower right", or None: read ahead too
    window: int | None
    mask: Array | None  # (..., h, n_q, n_k)
    scale: float


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


def _broadcasts(shape: tuple[int, ...], full: tuple[int, ...]) -> bool:
    for size, whole in zip(reversed(shape), reversed(full), strict=False):
        if size not in (1, whole):
            return False
    return len(shape) <= len(full)


def _matrix(name: str, given: ArrayLike) -> Array:
    array = _real(name, given)
    if array.ndim != 2:
        raise ValueError(f"{name} {array.shape}: give a matrix")
    return array


def _one_for_each(name: str, given: ArrayLike | None, what: str, count: int) -> Array | None:
    if given is None:
        return None
    array = _real(name, given)
    if array.shape != (count,):
        raise ValueError(f"{name} {array.shape}: give one number for each {what}, ({count},)")
    return array


def _taken(arrays: dict[str, Array], name: str) -> Array:
    if name not in arrays:
        raise ValueError(f"the state has no {name}: give the state_dict of a MultiheadAttention")
    return arrays.pop(name)


def _rows(name: str, given: ArrayLike, matrix_name: str, matrix: Array) -> Array:
    rows = _real(name, given)
    if rows.ndim < 2 or rows.shape[-1] != len(matrix):
        want = f"(..., n, {len(matrix)}) for {matrix_name} {matrix.shape}"
        raise ValueError(f"{name} {rows.shape}: give {want}")
    return rows


def _places(given: ArrayLike | None, first: int, rows: Array) -> Array:
    n = rows.shape[-2]
    if given is None:
        return _counted(first, n)
    places = _real("places", given)
    if places.ndim == 0 or places.shape[-1] != n or places.ndim > rows.ndim - 1:
        raise ValueError(f"places {places.shape}: give one for each row, {rows.shape[:-1]}")
    if places.ndim == 1:
        return places
    return places[..., np.newaxis, :]  # the same for every head


def _counted(first: int, count: int) -> Array:
    places: Array = np.arange(count)
    return places + first


def _common_lead(queries: Array, entries: Entries) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(queries.shape[:-3], entries.keys.shape[:-3])
    except ValueError:
        got = f"x has the batch {queries.shape[:-3]}, the source {entries.keys.shape[:-3]}"
        raise ValueError(f"{got}: make them broadcast") from None


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


def _order(causal: Causal, window: int | None, cached: bool, n_q: int, n_k: int) -> str | None:
    if not cached:
        return _checked_causal(causal, window, n_q, n_k)
    _checked_causal(causal, None, n_q, n_q)  # refuses what is no order at all
    if causal == "upper left":
        raise ValueError(f"{causal=}: a cache is read in the order 'lower right'")
    return _checked_causal("lower right", window, n_q, n_k)


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


def _float_type(*arrays: Array) -> np.dtype[Any]:
    kind: np.dtype[Any] = np.result_type(*arrays)
    return kind if kind.kind == "f" else np.dtype(np.float64)


# --- The room of a cache --------------------------------------------------------------------------


def _empty_room(like: Entries, capacity: int) -> Entries:
    *lead, _, d_k = like.keys.shape
    *_, d_v = like.values.shape
    keys = np.empty((*lead, capacity, d_k), like.keys.dtype)
    values = np.empty((*lead, capacity, d_v), like.values.dtype)
    return Entries(keys, values)


def _until(room: Entries, length: int) -> Entries:
    return Entries(room.keys[..., :length, :], room.values[..., :length, :])


def _write(room: Entries, first: int, new: Entries) -> None:
    after = first + new.keys.shape[-2]
    room.keys[..., first:after, :] = new.keys
    room.values[..., first:after, :] = new.values


def _check_same_kind(room: Entries, new: Entries) -> None:
    held, given = room.keys, new.keys
    same_batch = held.shape[:-3] == given.shape[:-3] and held.dtype == given.dtype
    same_layer = _heads_and_width(held) == _heads_and_width(given)
    same_layer = same_layer and room.values.shape[-1] == new.values.shape[-1]
    if not same_batch or not same_layer:
        got = f"the cache holds keys {held.shape} {held.dtype}, the new are {given.shape}"
        raise ValueError(f"{got} {given.dtype}: use one cache for each layer and each batch")


def _heads_and_width(entries: Array) -> tuple[int, ...]:
    return (*entries.shape[-3:-2], entries.shape[-1])  # without heads, only a width


# --- Projections and scores -----------------------------------------------------------------------


def _project(rows: Array, matrix: Array, bias: Array | None) -> Array:
    kind = np.promote_types(_float_type(rows, matrix), np.float32)  # float16 is too narrow
    product: Array = rows.astype(kind, copy=False) @ matrix.astype(kind, copy=False)
    return product if bias is None else product + bias.astype(kind, copy=False)


def _heads(rows: Array, count: int) -> Array:
    *lead, n, width = rows.shape
    return rows.reshape(*lead, n, count, width // count).swapaxes(-2, -3)


def _turned(rotate: Rotate | None, rows: Array, places: Array) -> Array:
    if rotate is None:
        return rows
    turned = np.asarray(rotate(rows, places))
    if turned.shape != rows.shape:
        raise ValueError(f"rotate made {turned.shape} of {rows.shape}: it must keep the shape")
    return turned.astype(rows.dtype, copy=False)


def _blocks(shape: tuple[int, ...]) -> Iterator[slice]:
    *lead, n_q, n_k = shape
    size = max(1, SCORES_AT_ONCE // max(1, prod(lead) * n_k))
    for start in range(0, max(n_q, 1), size):  # one block even without queries
        yield slice(start, min(start + size, n_q))


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


def _in_reach(rules: _Rules, n_q: int, n_k: int, block: slice) -> Array | None:
    if rules.order is None and rules.window is None:
        return None
    first = n_k - n_q if rules.order == "lower right" else 0
    places = _counted(first, n_q)[block]
    distance: Array = places[:, np.newaxis] - np.arange(n_k)  # how far back a key stands
    may: Array = np.ones(distance.shape, np.bool_)
    if rules.order is not None:
        may &= distance >= 0
    if rules.window is not None:
        may &= np.abs(distance) <= rules.window
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


def _block_weights(queries: Array, keys: Array, rules: _Rules, block: slice) -> Array:
    """How much some of the queries read of each key: (..., h, block, n_k)."""
    scores = _scores(queries[..., block, :], keys, rules.scale)
    may = _in_reach(rules, queries.shape[-2], keys.shape[-2], block)
    if rules.mask is not None:
        scores, may = _masked(scores, may, rules.mask[..., block, :], queries.dtype)
    if may is not None:
        scores = np.where(may, scores, -np.inf)
    return _softmax(scores)


def _softmax(scores: Array) -> Array:
    most = np.finfo(scores.dtype).max
    top = scores.max(-1, keepdims=True, initial=-most)  # (..., n_q, 1), finite if all is hidden
    weights: Array = np.exp(scores - top)
    total = weights.sum(-1, keepdims=True)
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
    rng = np.random.default_rng(0)
    w_q, w_o = rng.normal(size=(2, 8, 8))
    w_k, w_v = rng.normal(size=(2, 8, 4))
    layer = MultiHead(w_q, w_k, w_v, w_o, heads=4, key_heads=2)

    tokens = rng.normal(size=(5, 8))
    cache = Cache(capacity=5)
    one_by_one = [layer(token[np.newaxis], cache=cache)[0] for token in tokens]
    all_at_once = layer(tokens, causal=True)
    print("one by one is all at once:", np.allclose(one_by_one, all_at_once))

    picture = layer.entries(rng.normal(size=(3, 8)))  # projected once
    first, second = layer(tokens, picture), layer(tokens, picture)
    print("the same source, read twice:", np.array_equal(first, second))
