"""What a page may print: `print(page.table("by_hand"))`.

`page` is the page that the fence stands on. A name is one of its own parts; another page's are named in
full, as in `page.table("softmax.shares")`. Every method returns Markdown or HTML; nothing here knows the
builder.
"""

import html
import inspect
from collections.abc import Callable, Sequence
from textwrap import indent
from typing import Any, NoReturn, TypeVar

from softlookup import ink, interactive, ledger, snippets, walk
from softlookup.kinds import Answers, Exercise, Part, Question
from softlookup.practice import drills, lines

Kind = TypeVar("Kind", bound=Part)
CORE_QUESTIONS = 3  # more than that is an exam


class Page:
    """The parts of one page, by name."""

    def __init__(self, name: str) -> None:
        self.name = name  # soft_lookup, for docs/soft-lookup.md

    def table(self, name: str) -> str:
        """A table: that function of tables.py."""
        return _text(self._function("tables", name))

    def math(self, name: str) -> str:
        """A formula with computed entries: that function of formulas.py."""
        return f"$$\n{_text(self._function('formulas', name))}\n$$"

    def part(self, name: str) -> str:
        """Anything else that a page prints: that function of parts.py."""
        return _text(self._function("parts", name))

    def figure(self, name: str) -> str:
        """A picture with its sentence: figures/<name>.py."""
        from softlookup.draw import render

        home, own = self._home(name)
        module = walk.module(home, f"figures.{own}")
        for wanted in ("SAYS", "draw"):
            if not hasattr(module, wanted):
                raise ValueError(
                    f"pages/{home}/figures/{own}.py has no {wanted}: a figure needs both"
                )

        def drawn() -> Any:
            picture = module.draw()
            return (
                picture if hasattr(picture, "savefig") else _no(module.draw, picture, "its figure")
            )

        return ink.framed(own, render(own, drawn), module.SAYS)

    def bug(self, name: str) -> str:
        """A classic mistake: its code, what it gives, what gives it away, the cure."""
        home, own = self._home(name)
        found = _one(walk.bugs(home), own, f"bug of pages/{home}/bugs.py")
        made = found.make()
        if made is None:
            _no(found.make, made, "what it gives")
        return _card(
            "bug",
            f"Bug: {found.title}",
            f"```python\n{found.code}\n```",
            f"```text\n{made}\n```",
            f"**Fingerprint.** {found.breaks}",
            f"**Cure.** {found.cure}",
        )

    def misconception(self, name: str) -> str:
        """A belief with the fact against it and a counterexample that ran."""
        home, own = self._home(name)
        found = _one(walk.misconceptions(home), own, f"misconception of pages/{home}/quiz.py")
        return _card("misconception", f"“{found.belief}”", found.fact, _text(found.find))

    def guess(self) -> str:
        """What the page asks before it answers: guess.py."""
        return _text(self._function("guess", "guess"))

    def exercises(self) -> str:
        """The tasks of the page, each with its answer behind a click."""
        tasks = walk.exercises(self.name)
        if not tasks:
            raise ValueError(f"pages/{self.name}/quiz.py sets no exercise")
        return "\n\n".join(task(number, found) for number, found in enumerate(tasks, start=1))

    def questions(self) -> str:
        """The first questions of the page; the rest are on the page that collects them all."""
        asked = walk.questions(self.name)
        if not asked:
            raise ValueError(f"pages/{self.name}/quiz.py asks no question")
        here = asked[:CORE_QUESTIONS]
        shown = [options(number, found) for number, found in enumerate(here, start=1)]
        anchor = walk.anchor(self.name)
        elsewhere = [
            (len(asked) - len(here), "more question", "exam.md"),
            (len(walk.exercises(self.name)) + _endless(self.name), "exercise", "exercises.md"),
        ]
        more = [
            f"[{count} {noun}{'s' if count > 1 else ''}]({place}#{anchor}){{ .more }}"
            for count, noun, place in elsewhere
            if count
        ]
        if more:
            shown.append(" · ".join(more))
        return "\n\n".join(shown)

    def writing(self) -> str:
        """The missing lines of the page's snippets, and lines out of order."""
        missing, mixed = walk.faded(self.name), walk.ordered(self.name)
        if not missing:
            raise ValueError(f"pages/{self.name}/faded.py leaves out no line")
        shown = [lines.gap(number, found) for number, found in enumerate(missing, start=1)]
        return "\n\n".join([*shown, *(lines.order(found) for found in mixed)])

    def settled(self) -> str:
        """How many statements of the sources the page settles."""
        return ledger.settled_line(self.name.replace("_", "-"))

    def provenance(self, name: str) -> str:
        """Under a snippet: where to take it from and what it was tested with."""
        size = len(snippets.text(name).splitlines())
        return (
            f'<p class="provenance"><a href="snippets.md#{html.escape(name)}">{name}.py</a>, {size} lines, '
            f'yours to paste (0BSD) · <a href="snippets/{name}.py" download>download</a> · '
            f'<a href="snippets.md#command">or by command</a></p>'
        )

    def _home(self, name: str) -> tuple[str, str]:
        """The page whose part is meant, and the part's own name."""
        page, dot, own = name.partition(".")
        return (page, own) if dot else (self.name, name)

    def _function(self, kind: str, name: str) -> Callable[[], object]:
        home, own = self._home(name)
        module = walk.module(home, kind)
        found = getattr(module, own, None)
        if callable(found):
            return found  # type: ignore[no-any-return]
        known = [key for key, item in vars(module).items() if _is_part(item, module.__name__)]
        raise ValueError(
            f"pages/{home}/{kind}.py has no function {own!r}; it has {', '.join(known)}"
        )


def _is_part(item: object, module: str) -> bool:
    public = not getattr(item, "__name__", "_").startswith("_")
    function = callable(item) and not isinstance(item, type)
    return function and public and getattr(item, "__module__", "") == module


def _text(function: Callable[[], object]) -> str:
    """What a part returns; nothing is a mistake of its author."""
    text = function()
    return text if isinstance(text, str) and text.strip() else _no(function, text, "its text")


def _no(function: Callable[[], object], returned: object, wanted: str) -> NoReturn:
    """A part that returned something else than it should, by file and line."""
    file = "/".join(["src", *function.__module__.split(".")])
    line = inspect.unwrap(function).__code__.co_firstlineno
    raise ValueError(
        f"{file}.py:{line}: {function.__name__} returned {returned!r}: end it with `return` of {wanted}"
    )


def _one(known: Sequence[Kind], name: str, what: str) -> Kind:
    for part in known:
        if part.name == name:
            return part
    raise ValueError(f"there is no {name!r}, {what}; there are {[part.name for part in known]}")


def _card(kind: str, title: str, *paragraphs: str) -> str:
    body = "\n\n".join(paragraphs)
    title = title.replace('"', "”")
    return f'!!! {kind} "{title}"\n\n{indent(body, "    ")}'


def _endless(page: str) -> int:
    """How many exercises without end a page has."""
    return len(drills.of(page)) if page in drills.pages() else 0


def _permalink(found: Part) -> str:
    """The address of a question or exercise, on the page that collects them all."""
    collected = "exam.md" if isinstance(found, Question) else "exercises.md"
    return ink.permalink(f"{collected}#{walk.anchor(found.key)}")


def task(number: int, found: Exercise) -> str:
    """An exercise with its answer behind a click."""
    answer = indent(_text(found.find), "    ")
    asks = f"**Exercise {number}.** {found.asks} {_permalink(found)}"
    return f'{asks}\n\n??? success "Answer"\n\n{answer}'


def options(number: int, asked: Question) -> str:
    """A question with its options, each of which says what it stands for when it is opened."""
    found = asked.find()
    if not isinstance(found, Answers):
        _no(asked.find, found, "its answers")
    told = {
        option: f"Not this. The belief behind it: {belief}." if belief else f"Right. {found.why}"
        for option, belief in asked.options()
    }
    asks = f"**Question {number}.** {asked.asks} {_permalink(asked)}"
    return interactive.question(asked.key, asks, told, found.right, asked.hint)
