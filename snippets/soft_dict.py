"""A dictionary that answers from all its entries, each counted by how well its key matches."""
# MIT licence, Soft Lookup

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


class SoftDict:
    """Written, deleted and counted like a dict, but `table[query]` blends the values.

    The score of an entry is embed(query) · embed(key); weights are softmax(score / temperature).
    A query with no score at or above the threshold is a miss: KeyError, or the default of `get`.
    """

    def __init__(
        self,
        entries: Any = (),  # a mapping, or pairs of key and value
        temperature: float = 1.0,
        threshold: float = -np.inf,  # nothing is a miss
        embed: Callable[[Any], Any] = np.asarray,  # a key is its own vector: table[1, 1]
    ) -> None:
        if not temperature > 0:
            raise ValueError(f"temperature is {temperature}; give more: near 0 the best wins")
        self.temperature, self.threshold, self.embed = temperature, threshold, embed
        self._entries: dict[Any, tuple[Any, Any]] = {}  # key -> its vector (d_k,), its value
        self.update(entries)

    def update(self, entries: Any) -> None:
        """Write several entries."""
        for key, value in entries.items() if hasattr(entries, "items") else entries:
            self[key] = value

    def __setitem__(self, key: Any, value: Any) -> None:
        entry = self._fit(0, self.embed(key)), self._fit(1, value)
        self._entries[tuple(key) if isinstance(key, list | np.ndarray) else key] = entry

    def __delitem__(self, key: Any) -> None:
        del self._entries[tuple(key) if isinstance(key, list | np.ndarray) else key]  # exact

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._entries)

    def items(self) -> list[tuple[Any, Any]]:
        """Keys and values as they are stored, unblended."""
        return [(key, value) for key, (_, value) in self._entries.items()]

    def __contains__(self, query: Any) -> bool:
        return self.get(query, self) is not self

    def __getitem__(self, query: Any, threshold: float | None = None) -> Any:
        rows, least = self.explain(query), self.threshold if threshold is None else threshold
        if not rows or rows[0][1] < least:
            raise KeyError(f"{query!r}: none of {len(rows)} entries scores {least:g}; write one")
        return sum(weight * self._entries[key][1] for key, _, weight in rows)

    def get(self, query: Any, default: Any = None, threshold: float | None = None) -> Any:
        """The blend, or the default for a miss."""
        try:
            return self.__getitem__(query, threshold)
        except KeyError:
            return default

    def explain(self, query: Any) -> list[tuple[Any, float, float]]:
        """Key, score and weight of every entry, the best match first."""
        asked = self._fit(0, self.embed(query))
        scores = np.array([np.vdot(vector, asked) for vector, _ in self._entries.values()])
        grown = np.exp((scores - scores.max(initial=-np.inf)) / self.temperature)  # (n_k,)
        rows = zip(self, scores.tolist(), (grown / grown.sum()).tolist(), strict=True)
        return sorted(rows, key=lambda row: -row[1])

    def _fit(self, place: int, given: Any) -> Any:
        array = np.array(given)
        if array.dtype.kind not in "biuf" or not np.isfinite(array).all():
            raise ValueError(f"{given!r}: give finite numbers; names need embed=")
        shape = np.shape(next(iter(self._entries.values()), (array, array))[place])
        if array.shape != shape:
            raise ValueError(f"{given!r} has shape {array.shape}; the others have {shape}")
        return array.astype(float)[()]


if __name__ == "__main__":
    table = SoftDict({(2, 1): 10, (2, 0): 5, (-1, 2): 2})  # racket, ball, tree
    for key, score, weight in table.explain((1, 1)):
        print(f"tennis reads {key} with score {score:.0f} and weight {weight:.3f}")
    print("and gets", table[1, 1].round(3), "- its opposite", table.get((-1, -1), "nothing", 0))
