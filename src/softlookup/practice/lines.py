"""Snippets to complete: a line to write, and lines to put in order. Both can be done without a script.

A missing line is judged by what it does, in the reader's browser; the build makes sure that the right line
and every known belief can be told apart. Orders are judged here and now: all are run in which no name is read
before it is made, and every one that prints what the snippet prints is right.
"""

import ast
import contextlib
import hashlib
import html
import io
import itertools
import re
from functools import cache
from textwrap import dedent, indent

import numpy as np

from softlookup import judge, snippets
from softlookup.interactive import block, data
from softlookup.kinds import Faded, Ordered

_GAP = "..."  # Python's own word for what is to come
_MOST_LINES = 7  # all orders of more would take too long to run


# --- A line to write ----------------------------------------------------------------------------------


def gap(number: int, found: Faded) -> str:
    """The function around the missing line, a place to write it, and the answer behind a click."""
    text = snippets.text(found.snippet)
    place = _place(text, found)
    try:
        outcomes = judge.tell_apart(text, place, found.line, found.beliefs, found.probe)
    except ValueError as error:
        raise ValueError(f"pages/{found.page}/faded.py, {found.name}: {error}") from error
    content = {
        "snippet": found.snippet,
        "place": place,
        "right": found.line,
        "beliefs": found.beliefs,
        "probe": found.probe,
    }
    element = f'<faded-line data-key="{html.escape(found.key)}">{data(content)}</faded-line>'
    parts = [
        f"**Missing line {number}.** {found.asks}",
        f"```python\n{_around(text, place)}\n```",
        block(element),
        _answer(found, outcomes),
    ]
    return "\n\n".join(parts)


def _place(text: str, found: Faded) -> int:
    """The one line of the snippet that begins like the missing one."""
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines, start=1) if _bare(line) == found.line]
    if len(places) != 1:
        raise ValueError(
            f"pages/{found.page}/faded.py, {found.name}: {found.line!r} stands {len(places)} times in "
            f"snippets/{found.snippet}.py: give one whole line of it, without its comment"
        )
    return places[0]


def _bare(line: str) -> str:
    """A line of code without its indentation and without the comment in its margin."""
    return line.split("  #")[0].strip()


def _around(text: str, place: int) -> str:
    """The function that the line belongs to, with a gap where the line was; its comment stays."""
    lines = text.split("\n")
    line = lines[place - 1]
    margin = line[: len(line) - len(line.lstrip())]
    comment = "  #".join(["", *line.split("  #")[1:]])
    lines[place - 1] = f"{margin}{_GAP}{comment}"
    for node in ast.parse(text).body:
        if node.lineno <= place <= (node.end_lineno or 0):
            return dedent("\n".join(lines[node.lineno - 1 : node.end_lineno]))
    raise ValueError(f"line {place} stands in no function")


def _answer(found: Faded, outcomes: list[judge.Outcome]) -> str:
    lines = [
        f"```python\n{found.line}\n```",
        "Lines that do something else, and what they believe:",
    ]
    lines.append(
        "\n".join(
            f"- `{line}` – {belief}.{_gives(outcome)}"
            for (line, belief), outcome in zip(found.beliefs, outcomes[1:], strict=True)
        )
    )
    return f'??? success "Answer"\n\n{indent(_paragraphs(lines), "    ")}'


def _gives(outcome: judge.Outcome) -> str:
    return " Here it fails." if outcome.error else ""


def _paragraphs(parts: list[str]) -> str:
    return "\n\n".join(parts)


# --- Lines to put in order ----------------------------------------------------------------------------


def order(found: Ordered) -> str:
    """The lines in another order, controls that move them, and the answer behind a click."""
    lines, right = _orders(found.snippet, found.first, found.last)
    mixed = _mixed(found.key, len(lines), right)
    shown = [lines[place] for place in mixed]
    # An order is a list of places among the lines as they are shown.
    accepted = [[mixed.index(place) for place in one] for one in right]
    items = "".join(f"<li><code>{html.escape(line)}</code></li>" for line in shown)
    element = (
        f'<order-lines data-key="{html.escape(found.key)}"><ol>{items}</ol>'
        f"{data({'accepted': accepted})}</order-lines>"
    )
    others = len(right) - 1
    orders = "order" if others == 1 else "orders"
    also = f" {others} other {orders} would print the same." if others else ""
    code = "\n".join(lines)
    answer = _paragraphs([f"```python\n{code}\n```", found.find() + also])
    return _paragraphs(
        [
            f"**In the right order.** {found.asks}",
            block(element),
            f'??? success "Answer"\n\n{indent(answer, "    ")}',
        ]
    )


@cache
def _orders(snippet: str, first: str, last: str) -> tuple[list[str], list[tuple[int, ...]]]:
    """The lines between two, without their comments, and every order that prints the same."""
    text = snippets.text(snippet).split("\n")
    starts = [i for i, line in enumerate(text) if line.strip().startswith(first)]
    ends = [i for i, line in enumerate(text) if line.strip().startswith(last)]
    if len(starts) != 1 or len(ends) != 1:
        raise ValueError(f"{first!r} and {last!r} do not name one line each of {snippet}.py")
    start, end = starts[0], ends[0] + 1
    inside = [line for line in text[start:end] if _bare(line) and not _bare(line).startswith("#")]
    lines = [line.split("  #")[0].rstrip() for line in inside]
    if not 3 <= len(lines) <= _MOST_LINES:
        raise ValueError(f"{len(lines)} lines of {snippet}.py: choose 3 to {_MOST_LINES}")
    wanted = snippets.printed(snippet)
    needs = _needs("\n".join(text[:start]), lines)
    right = [
        places
        for places in itertools.permutations(range(len(lines)))
        if _is_possible(places, needs)
        and _prints([*text[:start], *(lines[place] for place in places), *text[end:]], wanted)
    ]
    assert tuple(range(len(lines))) in right
    return dedent("\n".join(lines)).split("\n"), right


def _needs(before: str, lines: list[str]) -> list[tuple[int, int]]:
    """Pairs of lines: the second reads a name that only the first makes, and nothing before them mentions it."""
    made, read = [], []
    for line in lines:
        names = [node for node in ast.walk(_parsed(line)) if isinstance(node, ast.Name)]
        made.append({name.id for name in names if isinstance(name.ctx, ast.Store)})
        read.append({name.id for name in names if isinstance(name.ctx, ast.Load)})
    known = set(re.findall(r"\w+", before))
    return [
        (makers[0], reader)
        for reader, wanted in enumerate(read)
        for name in wanted - known
        if len(makers := [place for place, found in enumerate(made) if name in found]) == 1
    ]


def _parsed(line: str) -> ast.AST:
    """One line alone, the head of a block with a body; nothing if it means nothing alone, as `else:`."""
    bare = line.strip()
    try:
        return ast.parse(f"{bare} pass" if bare.endswith(":") else bare)
    except SyntaxError:
        return ast.Module(body=[], type_ignores=[])


def _is_possible(places: tuple[int, ...], needs: list[tuple[int, int]]) -> bool:
    """Whether every name is made before it is read; an order in which one is not need not be run."""
    return all(
        places.index(maker) < places.index(reader) for maker, reader in needs if maker != reader
    )


class _Expecting(io.StringIO):
    """Takes what is printed as long as it is what is wanted, so that a wrong program need not run to its end."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self.wanted = wanted

    def write(self, text: str) -> int:
        size = super().write(text)
        if not self.wanted.startswith(self.getvalue()):
            raise ValueError(f"{text!r} was not to be printed here")
        return size


def _prints(lines: list[str], wanted: str) -> bool:
    """Whether a program runs, and prints this."""
    said = _Expecting(wanted)
    try:
        program = compile("\n".join(lines), "snippet", "exec", dont_inherit=True)
        with contextlib.redirect_stdout(said), np.errstate(all="ignore"):
            exec(program, {"__name__": "__main__"})
    except Exception:
        return False
    return said.getvalue() == wanted


def _mixed(key: str, count: int, right: list[tuple[int, ...]]) -> tuple[int, ...]:
    """An order that is wrong, the same at every build."""
    wrong = [one for one in itertools.permutations(range(count)) if one not in set(right)]
    return min(wrong, key=lambda one: hashlib.sha256(f"{key} {one}".encode()).digest())
