"""The fences of a Markdown text, with their lines; a fence inside a fence is text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# A number that is typed, and what computes it: [8.056](=output), [0.665](=softmax.weights[racket]).
QUOTED = re.compile(r"\[([^\[\]\n]+)\]\(=([a-zA-Z]\w*(?:\.\w+)?(?:\[[^\[\]()]*\])*)\)")
# Code in a line, and what is written for nobody.
_ASIDE = re.compile(r"(`+)[^\n]+?\1|<!--.*?-->", re.S)
_OPEN = re.compile(r"^(?P<indent>[ \t>]*)(?P<marks>`{3,}|~{3,})(?P<info>[^`]*)$")
_OPTION = re.compile(r"""([\w-]+)\s*=\s*("[^"]*"|'[^']*'|\S+)|(\S+)""")


@dataclass(frozen=True)
class Fence:
    """One fenced block: the line it opens on, its language, its options and its lines."""

    line: int  # 1-based, of the opening marks
    language: str
    options: dict[str, str]  # values as written, quotes included
    body: tuple[str, ...]  # without the indentation of the fence
    closed: bool

    def option(self, name: str) -> str:
        """An option without its quotes, or the empty string."""
        return self.options.get(name, "").strip("\"'")


def fences(text: str) -> Iterator[Fence]:
    """Every outermost fence of a text."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        opened = _OPEN.match(lines[number])
        number += 1
        if opened:
            start, body, closed = number, [], False
            while number < len(lines) and not closed:
                closed = _closes(lines[number], opened["marks"])
                if not closed:
                    body.append(lines[number].removeprefix(opened["indent"]))
                number += 1
            language, options = _info(opened["info"])
            yield Fence(start, language, options, tuple(body), closed)


def _closes(line: str, marks: str) -> bool:
    bare = line.strip(" \t>")
    return len(bare) >= len(marks) and set(bare) == {marks[0]}


def _info(info: str) -> tuple[str, dict[str, str]]:
    options: dict[str, str] = {}
    language = ""
    for name, value, word in _OPTION.findall(info.strip().strip("{}")):
        if name:
            options[name] = value
        elif not language and not options:
            language = word.lstrip(".")
        else:
            options[word] = ""
    return language, options


def without_fences(text: str) -> str:
    """The text with every fence blanked, so that line numbers stay as they are."""
    lines = text.split("\n")
    for fence in fences(text):
        end = fence.line + len(fence.body) + fence.closed
        lines[fence.line - 1 : end] = [""] * (end - fence.line + 1)
    return "\n".join(lines)


def prose(text: str) -> str:
    """The text without its code and its comments; lines stay where they are."""
    return _ASIDE.sub(lambda aside: "\n" * aside[0].count("\n"), without_fences(text))
