"""A dictionary that also answers from all its entries, each counted by how well its key matches."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at limits/

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

if sys.version_info < (3, 11) or np.lib.NumpyVersion(np.__version__) < "2.0.0":
    raise ImportError(
        f"this file needs Python 3.11 and NumPy 2.0 or newer; "
        f"here are Python {sys.version.split()[0]} and NumPy {np.__version__}"
    )

Array = NDArray[Any]
Entries = Mapping[Any, ArrayLike] | Iterable[tuple[Any, ArrayLike]]
RAISE = object()  # the default of `read`: a miss is an error


class Match(NamedTuple):
    """One entry, as a query sees it."""

    key: Any
    score: float
    weight: float


class SoftDict(MutableMapping[Any, Any]):
    """A dict for everything exact, and `read(query)` for the blend of all its values.

    The score of an entry is embed(query) · embed(key), its weight softmax(score / temperature).
    A query whose best score lies below the threshold is a miss.
    Types: float32 and float64 stay, float16 gives float32, integers float64.
    Not here: an index that finds the best of millions without reading all, `|`, and threads.
    """

    def __init__(
        self,
        entries: Entries = (),
        *,
        temperature: float = 1.0,
        threshold: float = -np.inf,  # nothing is a miss
        embed: Callable[[Any], ArrayLike] | None = None,  # None: a key is its own vector
    ) -> None:
        self.temperature = _checked_temperature(temperature)
        self.threshold = _checked_threshold(threshold)
        self.embed = embed
        self._vectors: dict[Any, Array] = {}  # key -> (d_k,); a number has d_k = 1
        self._values: dict[Any, Array] = {}  # key -> () or (d_v,)
        self._matrices: tuple[Array, Array] | None = None  # all of them, made by the first read
        self.update(entries)

    # --- A dict -------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        return self._values[_hashable(key)][()]  # a value without axes comes as a number

    def __setitem__(self, key: Any, value: ArrayLike) -> None:
        vector = self._vector("the key", key)
        stored = _numbers("the value", value, value)
        _check_shape("the key", key, vector, self._vectors)
        _check_shape("the value", value, stored, self._values)
        self._vectors[_hashable(key)] = vector
        self._values[_hashable(key)] = stored
        self._matrices = None

    def __delitem__(self, key: Any) -> None:
        del self._values[_hashable(key)]
        del self._vectors[_hashable(key)]
        self._matrices = None

    def __contains__(self, key: object) -> bool:
        return _hashable(key) in self._values

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not _is_mapping(other):
            return NotImplemented
        if len(self) != len(other) or any(key not in other for key in self):
            return False
        return all(np.array_equal(self[key], other[key]) for key in self)

    def __repr__(self) -> str:
        return f"SoftDict({dict(self)!r}, temperature={self.temperature})"

    def copy(self) -> "SoftDict":
        """Another dictionary with the same entries and settings; a change of one leaves the other."""
        twin = SoftDict(temperature=self.temperature, threshold=self.threshold, embed=self.embed)
        twin._vectors = dict(self._vectors)
        twin._values = dict(self._values)
        return twin

    __copy__ = copy

    # --- A soft one ---------------------------------------------------------------------------

    def read(self, query: Any, default: Any = RAISE, *, threshold: float | None = None) -> Any:
        """The blend of all values; for a miss the default, or KeyError if there is none."""
        scores = self._scores(query)
        least = self._least(threshold)
        if _is_hit(scores, least):
            return self._blend(self._weights(scores))  # () or (d_v,)
        if default is not RAISE:
            return default
        raise KeyError(f"{query!r}: none of {len(self)} entries scores {least:g}; write one")

    def hits(self, query: Any, *, threshold: float | None = None) -> bool:
        """Whether some entry matches well enough: `in` asks for the very key instead."""
        return _is_hit(self._scores(query), self._least(threshold))

    def explain(self, query: Any, most: int | None = None) -> list[Match]:
        """Key, score and weight of every entry, the best match first; the first `most` of them."""
        if most is not None and most < 0:
            raise ValueError(f"{most=}: give 0 or more matches, or None for all")
        if not self:
            return []
        scores = self._scores(query)
        weights = self._weights(scores)
        keys = list(self)
        best_first = np.argsort(-scores, kind="stable")[:most]
        return [Match(keys[i], float(scores[i]), float(weights[i])) for i in best_first]

    def _least(self, threshold: float | None) -> float:
        return _checked_threshold(self.threshold if threshold is None else threshold)

    @np.errstate(all="ignore")  # what overflows on the way is dealt with below
    def _scores(self, query: Any) -> Array:
        asked = self._vector("the query", query)
        _check_shape("the query", query, asked, self._vectors)
        if not self:
            return np.empty(0)
        keys, _ = self._stacked()
        kind = np.promote_types(keys.dtype, asked.dtype)
        most = float(np.finfo(kind).max) / 4  # so that the difference of two scores is finite
        scores: Array = keys @ asked.astype(kind)
        if np.abs(scores).max() < most:
            return scores
        # Too far for the type: at full size only after the product, and bounded.
        size_k, size_q = float(np.abs(keys).max()), float(np.abs(asked).max())
        product = (keys.astype(np.float64) / size_k) @ (asked.astype(np.float64) / size_q)
        return np.clip(product * size_k * size_q, -most, most).astype(kind)

    @np.errstate(all="ignore")
    def _weights(self, scores: Array) -> Array:
        below = (scores - scores.max()).astype(np.float64)  # a tiny temperature needs its range
        exponentials: Array = np.exp(below / _checked_temperature(self.temperature))
        weights: Array = (exponentials / exponentials.sum()).astype(scores.dtype)
        return weights

    @np.errstate(all="ignore")
    def _blend(self, weights: Array) -> Any:
        _, values = self._stacked()
        blend = weights @ values
        if np.isfinite(blend).all():
            return blend
        return np.clip(blend, values.min(0), values.max(0))  # rounded beyond the largest float

    def _vector(self, what: str, key: Any) -> Array:
        embedded = key if self.embed is None else self.embed(key)
        vector = np.atleast_1d(_numbers(what, key, embedded))
        if vector.ndim > 1:
            raise ValueError(f"{what} {key!r} has shape {vector.shape}: give one row of numbers")
        return vector

    def _stacked(self) -> tuple[Array, Array]:
        """All keys (n_k, d_k) and all values (n_k,) or (n_k, d_v), in one piece each."""
        if self._matrices is None:
            keys = np.stack(list(self._vectors.values()))
            values = np.stack(list(self._values.values()))
            self._vectors = dict(zip(self._vectors, keys, strict=True))  # rows of the one matrix
            self._matrices = keys, values
        return self._matrices


def _checked_temperature(temperature: float) -> float:
    if not _number(temperature) > 0:
        raise ValueError(f"{temperature=}: give more than 0; near 0 the best match wins")
    return temperature


def _checked_threshold(threshold: float) -> float:
    if np.isnan(_number(threshold)):
        raise ValueError(f"{threshold=}: give a number, or -inf for no threshold")
    return threshold


def _number(given: Any) -> float:
    """A real number as a float; NaN for everything else."""
    try:
        array = np.asarray(given)
    except ValueError:  # rows of different lengths
        return np.nan
    return float(array) if array.ndim == 0 and array.dtype.kind in "fiu" else np.nan


def _is_hit(scores: Array, least: float) -> bool:
    return len(scores) > 0 and bool(scores.max() >= least)


def _is_mapping(given: object) -> TypeGuard[Mapping[Any, Any]]:
    return isinstance(given, Mapping)


def _hashable(key: Any) -> Any:
    """An array as the number or the tuple of numbers that it equals: arrays have no hash."""
    if not isinstance(key, np.ndarray):
        return key
    numbers: Any = key.tolist()
    return numbers if key.ndim == 0 else tuple(numbers)


def _numbers(what: str, given: Any, as_numbers: ArrayLike) -> Array:
    if isinstance(as_numbers, np.ma.MaskedArray):
        raise ValueError(f"{what} {given!r} is a masked array: give plain numbers")
    try:
        array = np.array(as_numbers)  # a copy: the caller may go on writing to theirs
    except ValueError:
        raise ValueError(f"{what} {given!r} has rows of different lengths") from None
    if array.dtype.kind not in "biuf" or not np.isfinite(array).all():
        raise ValueError(f"{what} {given!r}: give finite numbers; names need embed=")
    if array.dtype.kind == "f":
        array = array.astype(np.promote_types(array.dtype, np.float32))
    else:
        array = array.astype(np.float64)
    array.setflags(write=False)  # what is stored changes by `table[key] = value` alone
    return array


def _check_shape(what: str, given: Any, array: Array, others: Mapping[Any, Array]) -> None:
    other = next(iter(others.values()), array)  # one is enough: they are all alike
    if array.shape != other.shape:
        got = f"{what} {given!r} has shape {array.shape}"
        raise ValueError(f"{got}; the others have {other.shape}")


if __name__ == "__main__":
    table = SoftDict({(2, 1): 10, (2, 0): 5, (-1, 2): 2})  # racket, ball, tree
    for key, score, weight in table.explain((1, 1)):
        print(f"tennis reads {key} with score {score:.0f} and weight {weight:.3f}")
    print("and gets", table.read((1, 1)).round(3))
    print("its opposite gets", table.read((-1, -1), "nothing", threshold=0))
    print("racket itself still holds", table[2, 1])
