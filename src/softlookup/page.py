"""What a page may print. Every function returns Markdown or HTML; nothing here knows MkDocs."""

import html
from importlib import import_module
from textwrap import indent
from typing import Any

from softlookup import bugs, ink, ledger, quiz, snippets


def _part(kind: str, name: str) -> Any:
    """The function `b` of the module `a` for the name a.b."""
    module, _, function = name.partition(".")
    found = getattr(import_module(f"softlookup.{kind}.{module}"), function, None)
    if not callable(found):
        raise ValueError(f"{kind}/{module}.py has no function {function!r}")
    return found


def figure(name: str) -> str:
    """The picture of figures/<name>.py, with its sentence."""
    from softlookup.figures.style import render

    module = import_module(f"softlookup.figures.{name}")
    return ink.framed(name, render(name, module.draw), module.SAYS)


def table(name: str) -> str:
    """The table a.b: function b of tables/a.py."""
    text: str = _part("tables", name)()
    return text


def math(name: str) -> str:
    """The formula a.b: function b of formulas/a.py, with its computed entries."""
    return f"$$\n{_part('formulas', name)()}\n$$"


def bug(key: str) -> str:
    """A classic mistake: its code, what it gives, what gives it away, the cure."""
    found = _one(bugs.bugs(key.split(".")[0]), key, "bug")
    return _box(
        "bug",
        f"Bug: {found.title}",
        f"```python\n{found.code}\n```",
        f"```text\n{found.make()}\n```",
        f"**Fingerprint.** {found.breaks}",
        f"**Cure.** {found.cure}",
    )


def misconception(key: str) -> str:
    """A belief with the fact against it and a counterexample that ran."""
    known = {m.key: m for m in quiz.misconceptions(key.split(".")[0])}
    found = _one(known, key, "misconception")
    return _box("question", f"“{found.belief}”", found.fact, found.find())


def _one(known: dict[str, Any], key: str, kind: str) -> Any:
    if key not in known:
        raise ValueError(f"there is no {kind} {key!r}; there are {', '.join(known)}")
    return known[key]


def _box(kind: str, title: str, *paragraphs: str) -> str:
    body = "\n\n".join(paragraphs)
    title = title.replace('"', "”")
    return f'!!! {kind} "{title}"\n\n{indent(body, "    ")}'


def exercises(page: str) -> str:
    """The tasks of a page, each with its answer behind a click."""
    tasks = quiz.exercises(page)
    if not tasks:
        raise ValueError(f"quiz/{page}.py sets no exercise")
    return "\n\n".join(_task(number, task) for number, task in enumerate(tasks, start=1))


def _task(number: int, task: quiz.Exercise) -> str:
    answer = indent(task.find(), "    ")
    return f'**Exercise {number}.** {task.asks}\n\n??? success "Answer"\n\n{answer}'


def questions(page: str) -> str:
    """The quiz of a page: choose, then open an option to see what it stands for."""
    asked = quiz.questions(page)
    if not asked:
        raise ValueError(f"quiz/{page}.py asks no question")
    return "\n\n".join(_question(number, item) for number, item in enumerate(asked, start=1))


def _question(number: int, asked: quiz.Question) -> str:
    why = asked.find().why
    parts = [f"**Question {number}.** {asked.asks}"]
    for letter, (option, belief) in zip(quiz.LETTERS, asked.options(), strict=False):
        verdict = f"Not this. The belief behind it: {belief}." if belief else f"Right. {why}"
        summary = f'<summary markdown="span">**{letter}** {option}</summary>'
        parts += [f'<details class="option" markdown="1">{summary}', verdict, "</details>"]
    hint = '<details class="hint" markdown="1"><summary>Hint</summary>'
    return "\n\n".join([*parts, hint, asked.hint, "</details>"])


def settled(page: str) -> str:
    """How many statements of the sources a page settles."""
    return ledger.settled_line(page)


def provenance(name: str) -> str:
    """Under a snippet: where to take it from and what it was tested with."""
    size = len(snippets.text(name).splitlines())
    return (
        f'<p class="provenance"><a href="snippets.md#{html.escape(name)}">{name}.py</a>, {size} lines, '
        f'MIT licence · <a href="snippets/{name}.py" download>download</a> · '
        f"<code>python -m softlookup.copy {name}</code></p>"
    )


def catalogue() -> str:
    """Every snippet, whole, with its filters."""
    from softlookup import catalogue as shelf

    return shelf.listing()


def reference(name: str) -> str:
    """The part a.b of a reference page: function b of reference/a.py."""
    text: str = _part("reference", name)()
    return text


def framework_snippet(name: str) -> str:
    """A snippet that needs a framework, with what it printed where that is installed."""
    return str(_part("reference", "frameworks_table.snippet")(name))


def error_table() -> str:
    """What the snippets say when they are called wrongly."""
    return reference("errors.error_table")


def practice(page: str) -> str:
    """What a page sets and asks, each with an address of its own, for the page that collects them."""
    from softlookup.reference.collected import anchor

    set_here = [(t.key, _task(n, t)) for n, t in enumerate(quiz.exercises(page), start=1)]
    asked = [(q.key, _question(n, q)) for n, q in enumerate(quiz.questions(page), start=1)]
    return "\n\n".join(f'<span id="{anchor(key)}"></span>{text}' for key, text in set_here + asked)


def misconceptions(page: str) -> str:
    """Every belief that a page answers, with its counterexample."""
    return "\n\n".join(misconception(found.key) for found in quiz.misconceptions(page))
