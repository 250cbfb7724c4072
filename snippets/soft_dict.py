"""A dictionary that answers from all its entries, each counted by how well its key matches."""
# MIT licence, Soft Lookup

from collections.abc import Callable, ItemsView, Iterator
from typing import Any

import numpy as np


class SoftDict:
    """Written, deleted and counted like a dict, but `table[query]` blends the values.

    The score of an entry is embed(query) · embed(key); weights are softmax(score / temperature).
    A query with no score at or above the threshold is a miss: KeyError, or the default of `get`.
    Without `embed` a key is its own vector: table[1, 1].
    """

    def __init__(
        self,
        entries: Any = (),  # a mapping, or pairs of key and value
        *,
        temperature: float = 1.0,
        threshold: float = -np.inf,  # nothing is a miss
        embed: Callable[[Any], Any] = np.asarray,
    ) -> None:
        if not temperature > 0:
            raise ValueError(f"temperature is {temperature}; give more: near 0 the best wins")
        self.temperature, self.threshold, self.embed = temperature, threshold, embed
        self._vectors: dict[Any, Any] = {}  # key -> (d_k,)
        self._values: dict[Any, Any] = {}  # key -> a number or an array of numbers
        self._stack: list[Any] = []  # both as arrays, made by the first read after a change
        self.update(entries)

    def update(self, entries: Any) -> None:
        for key, value in entries.items() if hasattr(entries, "items") else entries:
            self[key] = value

    def __setitem__(self, key: Any, value: Any) -> None:
        vector = _alike("key", self.embed(key), self._vectors)
        self._values[_hashable(key)] = _alike("value", value, self._values)
        self._vectors[_hashable(key)], self._stack = vector, []

    def __delitem__(self, key: Any) -> None:  # exact: a blend cannot be deleted
        del self._vectors[_hashable(key)], self._values[_hashable(key)]
        self._stack = []

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def items(self) -> ItemsView[Any, Any]:
        """The keys and the values as they are stored, without any blending."""
        return self._values.items()

    def __contains__(self, query: Any) -> bool:
        return self.get(query, self) is not self

    def __getitem__(self, query: Any) -> Any:
        return self._read(query, self.threshold)

    def get(self, query: Any, default: Any = None, threshold: float | None = None) -> Any:
        try:
            return self._read(query, self.threshold if threshold is None else threshold)
        except KeyError:
            return default

    def explain(self, query: Any) -> list[tuple[Any, float, float]]:
        """Key, score and weight of every entry, the best match first."""
        scores, weights, _ = self._match(query)
        rows = zip(self, scores.tolist(), weights.tolist(), strict=True)
        return sorted(rows, key=lambda row: -row[1])

    def _match(self, query: Any) -> tuple[Any, Any, Any]:
        if not self._values:
            raise KeyError("the dictionary is empty: write an entry before you read")
        if not self._stack:
            self._stack = [np.array([*x.values()]) for x in (self._vectors, self._values)]
        vector = _alike("query", self.embed(query), self._vectors)  # (d_k,)
        scores = np.tensordot(self._stack[0], vector, vector.ndim)  # (n_k,)
        grown = np.exp((scores - scores.max()) / self.temperature)
        return scores, grown / grown.sum(), self._stack[1]

    def _read(self, query: Any, threshold: float) -> Any:
        scores, weights, values = self._match(query)
        if scores.max() < threshold:
            raise KeyError(
                f"{query!r} has the best score {scores.max():.3g}, below {threshold:.3g}"
            )
        return np.tensordot(weights, values, 1)[()]  # one value, blended


def _alike(what: str, given: Any, others: dict[Any, Any]) -> Any:
    array = np.asarray(given)
    if array.dtype.kind not in "biuf" or not np.isfinite(array).all():
        raise ValueError(f"{what} {given!r}: give finite numbers; names need embed=")
    shape = next(iter(others.values()), array).shape
    if array.shape != shape:
        raise ValueError(f"{what} {given!r} has shape {array.shape}; the others have {shape}")
    return array.astype(float)[()]


def _hashable(key: Any) -> Any:
    return tuple(np.asarray(key).tolist()) if isinstance(key, list | np.ndarray) else key


if __name__ == "__main__":
    table = SoftDict({(2, 1): 10, (2, 0): 5, (-1, 2): 2})  # racket, ball, tree
    print("tennis gets", table[1, 1].round(3))
    for key, score, weight in table.explain((1, 1)):
        print(f"  {key}: score {score:.0f}, weight {weight:.3f}")
    print("against all of them:", table.get((-3, -3), "nothing", threshold=0))
