"""What one number was made from."""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

Origins = NDArray[Any]  # of Origin, in the shape of the numbers


class Kind(Enum):
    """How a number came about."""

    GIVEN = "typed in the file, or drawn at random"
    COUNTED = "made by arange, ones and the like: nobody typed it"
    EMPTY = "whatever was in memory"
    MADE = "computed from its parents"
    PICKED = "the largest or smallest of some: made from that one alone, or from all that tie"
    DECIDED = "true or false, or a place: a small change of its parents changes nothing"


class Origin:
    """One number of one array. Added and multiplied, as NumPy does inside a product, it is made of both."""

    __slots__ = ("kind", "parents")

    def __init__(self, kind: Kind, parents: "tuple[Origin, ...]" = ()) -> None:
        self.kind, self.parents = kind, parents

    def __add__(self, other: object) -> "Origin":
        if not isinstance(other, Origin):
            return self  # the 0 with which some sums begin
        return Origin(Kind.MADE, (self, other))

    __radd__ = __mul__ = __rmul__ = __add__


def fresh(shape: tuple[int, ...], kind: Kind) -> Origins:
    """Numbers without a past."""
    return filled(shape, (Origin(kind) for _ in range(int(np.prod(shape)))))


def filled(shape: tuple[int, ...], origins: Iterable[Origin]) -> Origins:
    """Origins, one after another, in a shape."""
    array = np.empty(int(np.prod(shape)), object)
    array[:] = list(origins)
    return array.reshape(shape)


def boxed(found: Any) -> Origins:
    """What NumPy gives back: an array, or, without axes, the bare thing."""
    return found if isinstance(found, np.ndarray) else filled((), [_an_origin(found)])


def _an_origin(found: Any) -> Origin:
    return found if isinstance(found, Origin) else Origin(Kind.MADE)  # the sum of nothing


def each(kind: Kind, *arrays: Origins) -> Origins:
    """Number by number, broadcast: made from the numbers at the same place."""
    grid = np.broadcast_arrays(*arrays)
    rows = zip(*(array.flat for array in grid), strict=True)
    return filled(grid[0].shape, (Origin(kind, tuple(row)) for row in rows))


def along(kind: Kind, origins: Origins, axis: Any, keepdims: bool) -> Origins:
    """Made from everything along some axes."""
    return _renewed(kind, boxed(np.sum(origins, axis=axis, keepdims=keepdims)))


def picked(origins: Origins, winners: NDArray[Any], axis: Any, keepdims: bool) -> Origins:
    """Made from the winners along some axes."""
    nobody = Origin(Kind.MADE)
    left = each(Kind.MADE, origins)
    for place in np.ndindex(origins.shape):
        left[place] = origins[place] if winners[place] else nobody
    return _renewed(Kind.PICKED, boxed(np.sum(left, axis=axis, keepdims=keepdims)))


def _renewed(kind: Kind, origins: Origins) -> Origins:
    """The same parents under another kind."""
    return filled(origins.shape, (Origin(kind, (origin,)) for origin in origins.flat))


def nearest(origin: Origin, stop: Callable[[Origin], bool]) -> Iterator[Origin]:
    """The ancestors at which to stop, each once, in the order in which they were used."""
    seen: set[int] = set()
    waiting = list(reversed(origin.parents))
    while waiting:
        parent = waiting.pop()
        if id(parent) in seen:
            continue
        seen.add(id(parent))
        if stop(parent):
            yield parent
        else:
            waiting.extend(reversed(parent.parents))
