"""The kinds of part that a page asks and warns with: questions, exercises, missing lines, misconceptions, bugs.

Each is a function that computes, under a decorator that says what it is. The decorator turns it into a
part of the page whose folder it stands in. Nothing is registered: a page's parts are what its modules hold.
"""

import ast
import difflib
import hashlib
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from softlookup.concepts import CONCEPTS

LETTERS = "ABCDEF"  # of the options of a question


@dataclass(frozen=True)
class Part:
    """A function of a page's folder."""

    page: str  # soft_lookup
    name: str  # the name of the function

    @property
    def key(self) -> str:
        """The part's name among those of all pages."""
        return f"{self.page}.{self.name}"


def _place(function: Callable[..., object]) -> tuple[str, str]:
    """The page of a function of softlookup.pages.<page>.<module>, and its own name."""
    return function.__module__.split(".")[2], function.__name__


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
class Question(Part):
    """A multiple-choice question."""

    asks: str
    hint: str
    concept: str
    find: Callable[[], Answers]

    def options(self) -> list[tuple[str, str]]:
        """(option, belief) in an order that gives nothing away; the right one has no belief."""
        found = self.find()
        options = [(found.right, ""), *found.wrong.items()]
        return sorted(options, key=lambda o: hashlib.sha256((self.key + o[0]).encode()).digest())


def question(asks: str, *, hint: str, concept: str) -> Callable[[Callable[[], Answers]], Question]:
    """A question; the function computes the right option and the wrong ones."""
    _check(concept)
    return lambda find: Question(*_place(find), asks, hint, concept, find)


def _check(concept: str) -> None:
    if concept not in CONCEPTS:
        near = ", ".join(difflib.get_close_matches(concept, CONCEPTS, cutoff=0.4)) or ", ".join(
            CONCEPTS
        )
        raise ValueError(f"there is no concept {concept!r} in concepts.py: perhaps {near}")


@dataclass(frozen=True)
class Exercise(Part):
    """A task with an answer that is computed at build, as Markdown."""

    asks: str
    find: Callable[[], str]


def exercise(asks: str) -> Callable[[Callable[[], str]], Exercise]:
    """A task; the function computes its answer."""
    return lambda find: Exercise(*_place(find), asks, find)


@dataclass(frozen=True)
class Faded(Part):
    """A snippet without one of its lines, for a reader to write. Its function is the probe: it takes
    functions of the snippet by name, and returns what tells the right line from each wrong one."""

    snippet: str
    line: str  # as it stands in the snippet, without what follows it in the margin
    asks: str
    beliefs: tuple[tuple[str, str], ...]  # (line, the belief that writes it)
    ask: Callable[..., object]

    @property
    def probe(self) -> str:
        """The function as text, without what only a checker of types reads."""
        (function,) = ast.parse(textwrap.dedent(inspect.getsource(self.ask))).body
        assert isinstance(function, ast.FunctionDef)
        function.decorator_list, function.returns = [], None
        for argument in function.args.args:
            argument.annotation = None
        return ast.unparse(function)


def faded(
    snippet: str, line: str, *, asks: str, beliefs: Mapping[str, str]
) -> Callable[[Callable[..., object]], Faded]:
    """A missing line; `beliefs` has wrong lines, each with the belief that writes it."""
    return lambda ask: Faded(*_place(ask), snippet, line, asks, tuple(beliefs.items()), ask)


@dataclass(frozen=True)
class Ordered(Part):
    """Some lines of a snippet out of order. Its function says, as Markdown, why they stand as they do."""

    snippet: str
    first: str  # how the first of the lines begins
    last: str  # how the last one begins
    asks: str
    find: Callable[[], str]


def ordered(
    snippet: str, *, first: str, last: str, asks: str
) -> Callable[[Callable[[], str]], Ordered]:
    """Lines to put in order; every order that prints what the snippet prints is right."""
    return lambda find: Ordered(*_place(find), snippet, first, last, asks, find)


@dataclass(frozen=True)
class Misconception(Part):
    """A belief, the fact against it, and a counterexample that runs, as one line of Markdown."""

    belief: str
    fact: str
    concept: str
    find: Callable[[], str]


def misconception(
    belief: str, *, fact: str, concept: str
) -> Callable[[Callable[[], str]], Misconception]:
    """A belief; the function runs the counterexample."""
    _check(concept)
    return lambda find: Misconception(*_place(find), belief, fact, concept, find)


@dataclass(frozen=True)
class Bug(Part):
    """A classic mistake, made for real. What its function returns is its fingerprint."""

    title: str
    breaks: str  # the invariant that it breaks
    cure: str
    make: Callable[[], object]

    @property
    def code(self) -> str:
        """The mistake as a reader would type it: the body of its function, printing its result."""
        lines = inspect.getsource(self.make).split("\n")
        start = next(i for i, line in enumerate(lines) if line.startswith("def ")) + 1
        body = textwrap.dedent("\n".join(lines[start:])).strip()
        source = textwrap.indent(body, " ")
        wrapped = ast.parse(f"def f():\n{source}").body[0]
        assert isinstance(wrapped, ast.FunctionDef)
        last = wrapped.body[-1]
        if not isinstance(last, ast.Return):
            raise ValueError(f"the bug {self.key} must end with `return` of what it prints")
        said = ast.get_source_segment(f"def f():\n{source}", last) or ""
        before, _, comment = source.rpartition(said)
        return textwrap.dedent(f"{before}print({said.removeprefix('return ')}){comment}")


def bug(title: str, *, breaks: str, cure: str) -> Callable[[Callable[[], object]], Bug]:
    """A mistake; the function makes it, and returns what would be printed."""
    return lambda make: Bug(*_place(make), title, breaks, cure, make)
