"""Arrays whose numbers know what they were made from.

NumPy computes the numbers. Beside them travels an array of origins, of the same shape, and takes the same
way: it is reshaped, cut, stacked and multiplied by NumPy itself, number by number. Two choices are made:
the largest of some numbers is made from the largest, and from all of them only if they tie; and taking
numbers by an index says nothing of the index. Large arrays are not followed, nor is what comes of them.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from softlookup.recording.origin import Kind, Origins, along, boxed, each, fresh, picked

FOLLOWED = 1024  # numbers that are followed in one array
# Functions that move numbers about and change none: the origins go the same way.
_MOVING = {
    np.reshape,
    np.ravel,
    np.swapaxes,
    np.transpose,
    np.repeat,
    np.stack,
    np.concatenate,
    np.broadcast_to,
    np.copy,
}
# Functions of everything along an axis.
_SUMMING = {np.sum, np.mean, np.std, np.any, np.all, np.linalg.norm, np.argmax, np.argmin}
# Functions that compare everything with everything.
_DECIDING = {np.allclose, np.isclose, np.argsort, np.array_equal}
_PRODUCTS = {np.dot, np.outer, np.inner, np.vdot}
_METHODS = {
    *("all", "any", "argmax", "argmin", "argsort", "copy", "max", "mean", "min", "ravel", "repeat"),
    *("round", "std", "sum", "swapaxes", "transpose"),
}


class Tracked(np.lib.mixins.NDArrayOperatorsMixin):
    """An array, or one number of it, with its origins; `None` when these are not followed."""

    def __init__(self, value: Any, origins: Origins | None) -> None:
        followed = origins is not None and np.size(value) <= FOLLOWED
        self.value, self.origins = value, origins if followed else None

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        out = options.pop("out", ())
        value = getattr(ufunc, method)(*map(plain, inputs), **plain(options))
        origins = _of_ufunc(ufunc, method, inputs, value)
        if not out:
            return tracked(value, origins)
        (target,) = out
        target.value[...] = value
        target.origins = _overwritten(target.origins, ..., origins)
        return target

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, options: Any
    ) -> Any:
        value = function(*plain(args), **plain(options))
        return tracked(value, _of_function(function, args, options, value))

    def __getitem__(self, index: Any) -> Any:
        place = plain(index)
        origins = None if self.origins is None else boxed(self.origins[place])
        return Tracked(self.value[place], origins)

    def __setitem__(self, index: Any, new: Any) -> None:
        place = plain(index)
        self.value[place] = plain(new)
        self.origins = _overwritten(self.origins, place, _origins(new))

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __getattr__(self, name: str) -> Any:
        if name in _METHODS:
            return partial(getattr(np, name), self)
        return getattr(self.value, name)  # shape, dtype, ndim, item

    def astype(self, kind: Any) -> "Tracked":
        """The same numbers as another type."""
        return Tracked(self.value.astype(kind), self.origins)

    def reshape(self, *shape: Any) -> Any:
        """The same numbers in other rows."""
        return np.reshape(self, shape[0] if len(shape) == 1 else shape)

    @property
    def T(self) -> "Tracked":
        """All axes reversed."""
        return Tracked(self.value.T, None if self.origins is None else self.origins.T)

    @property
    def mT(self) -> "Tracked":
        """The last two axes swapped."""
        return Tracked(self.value.mT, None if self.origins is None else self.origins.mT)

    def __len__(self) -> int:
        return len(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __index__(self) -> int:
        return int(self.value.__index__())

    def __round__(self, digits: int | None = None) -> Any:
        return tracked(round(self.value, digits), self.origins)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return repr(self.value)

    def __format__(self, how: str) -> str:
        return format(self.value, how)


def tracked(value: Any, origins: Origins | None) -> Any:
    """A value with its origins; what is no number needs none."""
    is_number = isinstance(value, np.ndarray | np.generic | float | int)
    return (
        Tracked(value, origins) if is_number and np.asarray(value).dtype.kind in "biuf" else value
    )


def plain(thing: Any) -> Any:
    """The same without origins, however deep they lie."""
    if isinstance(thing, Tracked):
        return thing.value
    if isinstance(thing, list | tuple):
        return type(thing)(plain(part) for part in thing)
    if isinstance(thing, dict):
        return {name: plain(part) for name, part in thing.items()}
    if isinstance(thing, slice):
        return slice(plain(thing.start), plain(thing.stop), plain(thing.step))
    return thing


def _origins(thing: Any) -> Origins | None:
    """The origins of a number or an array; a constant has none that anybody could see."""
    if isinstance(thing, Tracked):
        return thing.origins
    return fresh(np.shape(thing), Kind.COUNTED) if np.size(thing) <= FOLLOWED else None


def _all_origins(things: Any) -> list[Origins] | None:
    found = [_origins(thing) for thing in things]
    return None if any(origins is None for origins in found) else found  # type: ignore[return-value]


def _overwritten(old: Origins | None, place: Any, new: Origins | None) -> Origins | None:
    if old is None or new is None:
        return None
    old[place] = new[()]  # without axes: the origin itself
    return old


def _kind(value: Any) -> Kind:
    return Kind.DECIDED if np.asarray(value).dtype.kind == "b" else Kind.MADE


def _of_ufunc(ufunc: np.ufunc, method: str, inputs: Any, value: Any) -> Origins | None:
    origins = _all_origins(inputs)
    if origins is None:
        return None
    if ufunc is np.matmul:
        return boxed(np.matmul(*origins)) if _few(origins) else None
    if method == "outer":
        return boxed(np.multiply.outer(*origins))
    if method != "__call__":
        return None
    if ufunc in (np.maximum, np.minimum):
        return _larger(inputs, origins, value)
    return each(_kind(value), *origins)


def _few(origins: list[Origins]) -> bool:
    """Whether a product of these makes so few products of numbers that each can be followed."""
    rows, table = origins
    return rows.size * (table.shape[-1] if table.ndim > 1 else 1) <= 16 * FOLLOWED


def _larger(inputs: Any, origins: list[Origins], value: Any) -> Origins:
    """Of two numbers the one that is taken; of equals both."""
    pairs = zip(
        np.broadcast_arrays(*map(plain, inputs)), np.broadcast_arrays(*origins), strict=True
    )
    sides = [(_ties(side, value), origin) for side, origin in pairs]
    stacked = np.stack([origin for _, origin in sides])
    return picked(stacked, np.stack([wins for wins, _ in sides]), 0, False)


def _of_function(
    function: Callable[..., Any], args: Any, options: Any, value: Any
) -> Origins | None:
    """The origins of what a function gave; `None` for a function that nobody taught us."""
    if function in _MOVING:
        moved = _as_origins(args)
        return None if moved is None else boxed(function(*moved, **options))
    if function is np.where:
        return _chosen(*args)
    if function in _PRODUCTS:
        pair = _all_origins(args[:2])
        return None if pair is None else boxed(function(*pair))
    first = _origins(args[0])
    if first is None:
        return None
    axis = options.get("axis", args[1] if len(args) > 1 else None)
    keepdims = bool(options.get("keepdims", False))
    if function in (np.max, np.min):
        best = function(plain(args[0]), axis, keepdims=True, **_start(options))
        wins = _ties(plain(args[0]), best)
        return picked(first, np.broadcast_to(wins, first.shape), axis, keepdims)
    if function is np.round:
        return each(Kind.MADE, first)
    if function in _SUMMING:
        kind = Kind.DECIDED if function in (np.argmax, np.argmin) else _kind(value)
        return along(kind, first, axis, keepdims)
    if function in _DECIDING:
        whole = along(Kind.DECIDED, first, None, False)
        return each(Kind.DECIDED, np.broadcast_to(whole, np.shape(value)))
    return None


def _ties(numbers: Any, best: Any) -> Any:
    """Which are the best, but for what rounding leaves, in which versions differ."""
    return np.isclose(numbers, best, rtol=1e-12, atol=1e-12)


def _start(options: Any) -> dict[str, Any]:
    return {"initial": options["initial"]} if "initial" in options else {}


def _chosen(condition: Any, yes: Any, no: Any) -> Origins | None:
    """Made from what was taken, and from what decided so."""
    found = _all_origins((condition, yes, no))
    if found is None:
        return None
    decided, taken, left = found
    return each(Kind.MADE, np.where(plain(condition), taken, left), decided)


def _as_origins(args: Any) -> tuple[Any, ...] | None:
    """The arguments with arrays replaced by their origins."""
    first, *rest = args
    if isinstance(first, list | tuple):
        found = _all_origins(first)
        return None if found is None else (found, *rest)
    origins = _origins(first)
    return None if origins is None else (origins, *rest)
