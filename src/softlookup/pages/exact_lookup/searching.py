"""A lookup that compares one key after another, and how often keys get compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


def search(query: Any, keys: Sequence[Any], values: Sequence[Any]) -> Any:
    """The value at the first key that equals the query, found by looking at one key after another."""
    return values[keys.index(query)]


class Counted:
    """A key that counts how often it is compared."""

    compared = 0

    def __init__(self, name: int) -> None:
        self.name = name

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return isinstance(other, Counted) and self.name == other.name


@dataclass(frozen=True)
class Comparisons:
    """How many keys are compared when every stored key is asked for once, on average."""

    by_search: float
    by_dictionary: float


def comparisons(size: int) -> Comparisons:
    """Counted, for a lookup with that many entries."""
    names = range(size)
    keys = [Counted(name) for name in names]
    dictionary = {key: key.name for key in keys}
    Counted.compared = 0
    assert [search(Counted(name), keys, names) for name in names] == list(names)
    by_search = Counted.compared / size
    Counted.compared = 0
    assert [dictionary[Counted(name)] for name in names] == list(names)
    return Comparisons(by_search, Counted.compared / size)
