"""Questions, exercises and misconceptions: one module a page, answers computed, never typed.

A question is a function that computes its answers and proves the right one. Each wrong option is
produced by the belief that leads to it.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

LETTERS = "ABCDEF"  # of the options


@dataclass(frozen=True)
class Answers:
    """What a question's function finds."""

    right: str  # the right option, as Markdown in one line
    why: str  # why it is right, with computed numbers
    wrong: Mapping[str, str]  # option -> the belief that produces it

    def __post_init__(self) -> None:
        if self.right in self.wrong:
            raise ValueError(f"the wrong option {self.right!r} equals the right one")
        if not 2 <= len(self.wrong) < len(LETTERS):
            wanted = f"give 2 to {len(LETTERS) - 1}"
            raise ValueError(f"{self.right!r} has {len(self.wrong)} wrong options: {wanted}")


@dataclass(frozen=True)
class Question:
    """A multiple-choice question of a page."""

    page: str
    key: str
    asks: str
    hint: str
    concept: str
    find: Callable[[], Answers]

    def options(self) -> list[tuple[str, str]]:
        """(option, belief) in an order that gives nothing away; the right one has no belief."""
        found = self.find()
        options = [(found.right, ""), *found.wrong.items()]
        return sorted(options, key=lambda o: hashlib.sha256((self.key + o[0]).encode()).digest())


@dataclass(frozen=True)
class Exercise:
    """A task with an answer that is computed at build."""

    page: str
    key: str
    asks: str
    find: Callable[[], str]


@dataclass(frozen=True)
class Misconception:
    """A belief, the fact against it, and a counterexample that runs."""

    page: str
    key: str
    belief: str
    fact: str
    concept: str
    find: Callable[[], str]


_questions: dict[str, Question] = {}
_exercises: dict[str, Exercise] = {}
_misconceptions: dict[str, Misconception] = {}


def _place(function: Callable[[], object]) -> tuple[str, str]:
    """The page of a function, and its key: page.function."""
    page = function.__module__.rsplit(".", 1)[-1]
    return page, f"{page}.{function.__name__}"


def _add(shelf: dict[str, Any], item: Any) -> None:
    if item.key in shelf:
        raise ValueError(f"{item.key!r} is used twice; give one of them another name")
    shelf[item.key] = item


def question(
    asks: str, *, hint: str, concept: str
) -> Callable[[Callable[[], Answers]], Callable[[], Answers]]:
    """Ask the decorated function's question on its module's page."""

    def add(find: Callable[[], Answers]) -> Callable[[], Answers]:
        _add(_questions, Question(*_place(find), asks, hint, concept, find))
        return find

    return add


def exercise(asks: str) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Set the task on its module's page; the function computes the answer, as Markdown."""

    def add(find: Callable[[], str]) -> Callable[[], str]:
        _add(_exercises, Exercise(*_place(find), asks, find))
        return find

    return add


def misconception(
    belief: str, *, fact: str, concept: str
) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Name a belief; the function runs the counterexample and returns it as one line of Markdown."""

    def add(find: Callable[[], str]) -> Callable[[], str]:
        _add(_misconceptions, Misconception(*_place(find), belief, fact, concept, find))
        return find

    return add


def pages() -> list[str]:
    """The pages that have a module here."""
    return sorted(module.name for module in iter_modules(__path__))


def _load(page: str) -> None:
    for name in [page] if page else pages():
        import_module(f"{__name__}.{name}")


def questions(page: str = "") -> list[Question]:
    """The questions of a page, or all."""
    _load(page)
    return [q for q in _questions.values() if page in ("", q.page)]


def exercises(page: str = "") -> list[Exercise]:
    """The exercises of a page, or all."""
    _load(page)
    return [e for e in _exercises.values() if page in ("", e.page)]


def misconceptions(page: str = "") -> list[Misconception]:
    """The misconceptions of a page, or all."""
    _load(page)
    return [m for m in _misconceptions.values() if page in ("", m.page)]
