"""What a reader sees of a value: a small table of numbers with their origins, or a few words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from softlookup.recording.origin import Kind, Origin, Origins
from softlookup.recording.tracked import Tracked, plain

Digits = float | int | str
SHOWN = 90  # numbers that are shown of one array; of a larger one, a corner
_CORNER = (2, 3, 6)  # of its last three axes
_DECIMALS = 3  # as the pages print
_NOISE = 1e-12  # what rounding leaves of 0 differs between versions
_LONGEST = 60  # letters of a text


@dataclass(frozen=True)
class Table:
    """Numbers as they are printed, the numbers' origins, and how the whole is called."""

    shape: tuple[int, ...]  # of the value
    part: tuple[int, ...]  # of what is shown of it
    numbers: tuple[Digits, ...]
    origins: tuple[Origin, ...]  # none when they are not followed
    says: str = ""  # "list of 3" where it is no array
    rows: tuple[str, ...] = ()  # their names

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for tables that a reader could not tell apart, origins included."""
        return (self.shape, self.numbers, tuple(map(id, self.origins)), self.says, self.rows)


@dataclass(frozen=True)
class Words:
    """Anything that is no number."""

    text: str

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for equal words."""
        return (self.text,)


Shown = Table | Words


def names(values: Mapping[str, Any]) -> Iterator[tuple[str, Shown]]:
    """What a reader sees of some variables, in the order in which they came about."""
    for name, value in values.items():
        if name.startswith("_"):
            continue
        if hasattr(value, "__dict__") and type(value).__module__ == "__main__":
            parts = {f"{name}.{part}": inner for part, inner in vars(value).items()}
            yield from names(parts)
            continue
        seen = shown(value)
        if seen is not None:
            yield name, seen


def shown(value: Any) -> Shown | None:
    """What a reader sees of one value; nothing of functions, modules and machinery."""
    if isinstance(value, FunctionType | ModuleType | type):
        return None
    if isinstance(value, str):
        return Words(_cut(repr(value)))
    if isinstance(value, Mapping):
        return _mapping(value)
    table = _table(value)
    if table is not None:
        return table
    if value is None or isinstance(value, list | tuple | slice | BaseException | np.ndarray):
        return Words(_cut(repr(plain(value))))
    return None


def _mapping(value: Mapping[Any, Any]) -> Shown:
    rows = _table(list(value.values())) if value else None
    if rows is None or len(rows.part) > 2 or rows.part[0] != len(value):
        return Words(_cut(repr(plain(dict(value)))))
    says = f"dict of {len(value)}"
    return Table(rows.shape, rows.part, rows.numbers, rows.origins, says, tuple(map(str, value)))


def _table(value: Any) -> Table | None:
    if isinstance(value, list | tuple):
        return _sequence(value)
    number = plain(value)
    if not isinstance(number, bool | int | float | np.ndarray | np.generic):
        return None
    array = np.asarray(number)
    if array.dtype.kind not in "biuf":
        return None
    origins = value.origins if isinstance(value, Tracked) else None
    says = "" if isinstance(number, np.ndarray | np.generic) else type(number).__name__
    return _of_array(array, origins, says)


def _of_array(array: Any, origins: Origins | None, says: str = "") -> Table:
    cut = (Ellipsis,)
    if array.size > SHOWN:
        lead = (0,) * max(0, array.ndim - len(_CORNER))
        corner = tuple(slice(0, size) for size in _CORNER[-min(array.ndim, len(_CORNER)) :])
        cut = (*lead, *corner)
    part = array[cut]
    seen = () if origins is None else tuple(np.asarray(origins[cut], object).flat)
    numbers = tuple(map(printed, part.flat))
    if seen:
        pairs = zip(numbers, seen, strict=True)
        numbers = tuple("?" if origin.kind is Kind.EMPTY else number for number, origin in pairs)
    return Table(array.shape, part.shape, numbers, seen, says)


def _sequence(value: list[Any] | tuple[Any, ...]) -> Table | None:
    """Numbers or equal rows side by side, whatever they are held by."""
    parts = [_table(part) for part in value]
    if not parts or any(part is None for part in parts):
        return None
    tables = [part for part in parts if part is not None]
    first = tables[0]
    if any(t.shape != first.shape or t.part != t.shape for t in tables) or len(first.shape) > 2:
        return None
    numbers = tuple(number for t in tables for number in t.numbers)
    origins = tuple(origin for t in tables for origin in t.origins)
    shape = (len(tables), *first.shape)
    whole = len(origins) == len(numbers)
    says = f"{type(value).__name__} of {len(tables)}"
    return Table(shape, shape, numbers, origins if whole else (), says)


def printed(number: Any) -> Digits:
    """A number to the digits that a reader sees, the same with every version of NumPy."""
    if isinstance(number, bool | np.bool_):
        return "True" if number else "False"
    if isinstance(number, int | np.integer):
        return int(number)
    if not np.isfinite(number):
        return str(float(number))
    if abs(number) < _NOISE:
        return 0
    digits = round(float(number), _DECIMALS)
    if digits == 0:
        return f"{number:.1e}"
    return int(digits) if digits == int(digits) else digits


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
