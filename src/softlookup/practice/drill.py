"""An exercise without end: a function of a seed that gives numbers, the answer, and what errors give.

The text of an exercise is written once, with names in braces; an instance fills them in. The function draws
numbers and returns what it drew, or None where they are awkward. Every instance is checked before anybody
sees it: the worked answer equals what the oracle says, and no error leads to the same digits as the answer
or as another error.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise

from softlookup.interactive import short
from softlookup.practice.beliefs import Guess

INSTANCES = 200  # of each exercise
_TRIES = 20_000  # numbers drawn before an exercise is given up
_OF_ERRORS = 2  # decimals of what an error gives, where the answer has none
_DIGITS_APART = 2  # in units of the last decimal printed; whole numbers need no room for rounding


@dataclass(frozen=True)
class Drawn:
    """One set of numbers: what fills the text, the answer by hand and by the oracle, and wrong answers."""

    fills: Mapping[str, object]
    answer: float
    oracle: float
    wrong: Mapping[str, float]  # what the error is -> what it gives


@dataclass(frozen=True)
class Instance:
    """A checked set of numbers, as it is printed."""

    fills: Mapping[str, str]
    answer: float
    wrong: Mapping[str, float]


@dataclass(frozen=True)
class Drill:
    """An exercise without end."""

    page: str  # masks
    name: str  # masks-3
    title: str
    asks: str
    steps: Sequence[str]  # the worked answer, a line for each step
    decimals: int
    given: Sequence[Sequence[str]]  # a table with its headings first, or nothing
    draw: Callable[[random.Random], Drawn | None]

    def instance(self, seed: int) -> Instance:
        """The instance of a seed; any whole number is one."""
        return instances(self)[(seed - 1) % INSTANCES]

    def printed(self, value: float) -> str:
        """A number in the digits of the answer; where answers are whole, what an error gives need not be."""
        return short(value, self.decimals or _OF_ERRORS)

    def guesses(self, instance: Instance) -> list[Guess]:
        """The right answer, and what each error gives."""
        wrong = [Guess(value, says) for says, value in instance.wrong.items()]
        return [Guess(instance.answer, "that is right."), *wrong]


def drill(
    title: str,
    *,
    asks: str,
    steps: Sequence[str],
    decimals: int = 0,
    given: Sequence[Sequence[str]] = (),
) -> Callable[[Callable[[random.Random], Drawn | None]], Drill]:
    """An exercise of the page whose name its module has; it is numbered when it is collected."""

    def of(draw: Callable[[random.Random], Drawn | None]) -> Drill:
        page = draw.__module__.rpartition(".")[2]
        return Drill(page, "", title, asks, steps, decimals, given, draw)

    return of


def _drawn(
    page: str, name: str, draw: Callable[..., Drawn | None], decimals: int
) -> Iterator[Instance]:
    """One instance after another, no two the same."""
    seed = random.Random(f"{page} {name}")
    found: set[tuple[str, ...]] = set()
    for _ in range(_TRIES):
        drawn = draw(seed)
        if drawn is None or not _can_be_told_apart(drawn, decimals):
            continue
        instance = _checked(name, drawn, decimals)
        fills = tuple(instance.fills.values())
        if fills not in found:
            found.add(fills)
            yield instance
    raise ValueError(
        f"{name}: {_TRIES} draws gave {len(found)} different sets of numbers, and {INSTANCES} are wanted; "
        "draw from a wider range, or drop an error that gives what another gives"
    )


@cache
def _instances(
    page: str, name: str, draw: Callable[..., Drawn | None], decimals: int
) -> tuple[Instance, ...]:
    return tuple(islice(_drawn(page, name, draw, decimals), INSTANCES))


def instances(drill: Drill) -> tuple[Instance, ...]:
    """All instances of an exercise, no two the same."""
    return _instances(drill.page, drill.name, drill.draw, drill.decimals)


def first(drill: Drill) -> Instance:
    """The first of them, without the work of all."""
    return next(_drawn(drill.page, drill.name, drill.draw, drill.decimals))


def _can_be_told_apart(drawn: Drawn, decimals: int) -> bool:
    """Whether the answer and all errors differ in the digits printed, with room for a rounding."""
    values = sorted([drawn.answer, *drawn.wrong.values()])
    apart = _DIGITS_APART * 10.0**-decimals if decimals else 1
    return all(after - before >= apart for before, after in pairwise(values))


def _checked(name: str, drawn: Drawn, decimals: int) -> Instance:
    """The instance, if the oracle agrees with the answer by hand."""
    if not math.isclose(drawn.answer, drawn.oracle, rel_tol=1e-9, abs_tol=1e-12):
        raise ValueError(
            f"{name}: for {dict(drawn.fills)} the worked answer is {drawn.answer!r} and the oracle says "
            f"{drawn.oracle!r}; mend the one or the other"
        )
    fills = {key: _written(value) for key, value in drawn.fills.items()}
    return Instance({**fills, "answer": short(drawn.answer, decimals)}, drawn.answer, drawn.wrong)


def _written(value: object) -> str:
    """A number, a vector or a text, as it stands in an exercise."""
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return f"({', '.join(_written(part) for part in value)})"
    return short(float(value), 4) if isinstance(value, int | float) else str(value)
