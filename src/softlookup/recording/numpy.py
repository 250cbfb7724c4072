"""NumPy as a recorded file sees it: what it creates is tracked, and all else is NumPy itself."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from softlookup.recording.origin import Kind, Origin, fresh
from softlookup.recording.tracked import FOLLOWED, Tracked, plain, tracked

# A test moves one given number a little, and sees what moves with it.
Given = Callable[[NDArray[Any]], NDArray[Any]]
_COUNTING = ("arange", "tri")
_GIVING = ("eye", "ones", "zeros", "full", "linspace", "identity")


class RecordedNumPy:
    """Stands where `import numpy` looks."""

    def __init__(self, given: Given = lambda numbers: numbers) -> None:
        self._given = given
        self.leaves: list[Origin] = []  # of the numbers that were given, in order
        self.random = _RecordedRandom(self)

    def __getattr__(self, name: str) -> Any:
        found = getattr(np, name)
        if name in _COUNTING:
            return lambda *args, **options: _counted(found(*plain(args), **options))
        if name in _GIVING:
            return lambda *args, **options: self.give(found(*plain(args), **options))
        return found

    def give(self, numbers: Any) -> Any:
        """Numbers that come from nowhere else."""
        if np.size(numbers) > FOLLOWED:
            return tracked(numbers, None)
        origins = fresh(np.shape(numbers), Kind.GIVEN)
        if np.asarray(numbers).dtype.kind in "iuf":
            self.leaves.extend(origins.flat)
            numbers = self._given(numbers)
        return tracked(numbers, origins)

    def array(self, content: Any, dtype: Any = None) -> Any:
        """An array; numbers that it takes from others keep their origins."""
        if np.asarray(plain(content)).dtype.kind not in "biuf":
            return np.array(plain(content), dtype=dtype)
        lifted = self._lifted(content)
        value = np.array(lifted.value, dtype=dtype)
        return Tracked(value, None if lifted.origins is None else lifted.origins.copy())

    asarray = array

    def where(self, *choice: Any) -> Any:
        """One of two for each place; among plain numbers the choice is the file's own."""
        found = np.where(*choice)
        return found if isinstance(found, Tracked) else self.give(found)

    def empty(self, shape: Any, dtype: Any = float) -> Tracked:
        """Room: what stands in it is nobody's, and not the same twice."""
        return Tracked(np.zeros(shape, dtype), fresh(np.shape(np.zeros(shape)), Kind.EMPTY))

    def _lifted(self, content: Any) -> Tracked:
        if isinstance(content, Tracked):
            return content
        if isinstance(content, list | tuple) and any(map(_holds_arrays, content)):
            parts = [self._lifted(part) for part in content]
            value = np.stack([part.value for part in parts])
            origins = [part.origins for part in parts if part.origins is not None]
            return Tracked(value, np.stack(origins) if len(origins) == len(parts) else None)
        given: Tracked = self.give(np.array(content))
        return given


def _holds_arrays(content: Any) -> bool:
    return isinstance(content, Tracked | list | tuple)


def _counted(numbers: Any) -> Any:
    return tracked(numbers, fresh(np.shape(numbers), Kind.COUNTED))


class _RecordedRandom:
    """Draws are given, too."""

    def __init__(self, recorded: RecordedNumPy) -> None:
        self._recorded = recorded

    def default_rng(self, seed: int) -> "_RecordedGenerator":
        """A generator whose draws are tracked."""
        return _RecordedGenerator(self._recorded, np.random.default_rng(seed))


class _RecordedGenerator:
    def __init__(self, recorded: RecordedNumPy, generator: np.random.Generator) -> None:
        self._recorded, self._generator = recorded, generator

    def __getattr__(self, name: str) -> Any:
        draw = getattr(self._generator, name)
        return lambda *args, **options: self._recorded.give(draw(*args, **options))
