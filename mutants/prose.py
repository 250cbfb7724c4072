"""Mistakes in the text of a page: digits, names, number words, links, anchors, formulas."""

import itertools
import re
from collections.abc import Iterator

from mutants.mutant import Mutant
from softlookup.fences import QUOTED, without_fences

WORDS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_WORD = re.compile(rf"\b({'|'.join(WORDS[1:-1])})\b", re.I)
_LINK = re.compile(r"\]\(([\w-]+)\.md(?:#([\w-]+))?\)")
_WHOLE = re.compile(r"(?<![\w.,#/=\[(−-])\d+(?![\w.,\]/-]*\d)(?!\w)")
# What is no sentence: code, formulas, addresses, attributes, tags.
_NOT_PROSE = re.compile(r"`[^`]*`|\$[^$]*\$|\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|\{[^}]*\}|<[^>]*>")
_FORMULA = re.compile(r"\$\$\n(.*?)\$\$|(?<!\$)\$([^$\n]+)\$(?!\$)", re.S)
_DISPLAYED = re.compile(r"\$\$\n.*?\$\$", re.S)
_SIGN = re.compile(r"(?<=[\w}) ])[+-](?=[ \w\\{(])|(?<=_)[a-z0-9]|(?<![\w.])\d+(?![\w.])")
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.S)


def in_page(file: str, text: str, pages: list[str]) -> Iterator[Mutant]:
    """Every mistake that can be planted in one page."""
    lines = _outside(text)
    # A formula over several lines is no sentence: what can be wrong in it is planted below.
    lines = _DISPLAYED.sub(lambda f: re.sub(r"[^\n]", " ", f[0]), lines)
    for number, line in enumerate(lines.split("\n")):
        start = _start(text, number)
        yield from _of_checked(file, line, start)
        yield from _of_words(file, _NOT_PROSE.sub(_blank, line), start)
        yield from _of_links(file, line, start, pages)
    yield from _of_formulas(file, text)


def _outside(text: str) -> str:
    """The text without its fences and what precedes the first heading, line for line."""
    front = _FRONT.match(text)
    if front:
        text = "\n" * front[0].count("\n") + text[front.end() :]
    return without_fences(text)


def _start(text: str, line: int) -> int:
    start = 0
    for _ in range(line):
        start = text.index("\n", start) + 1
    return start


def _blank(found: "re.Match[str]") -> str:
    return " " * len(found[0])


def _of_checked(file: str, line: str, at: int) -> Iterator[Mutant]:
    """A number with a name: other digits, another name, no name at all."""
    quoted = list(QUOTED.finditer(line))
    for found in quoted:
        for digit in re.finditer(r"\d", found[1]):
            place = at + found.start(1) + digit.start()
            yield Mutant("digit of a checked number", file, place, place + 1, _next(digit[0]))
        wrong = re.sub(r"\d", lambda d: _next(d[0]), found[1], count=1)
        start, end = at + found.start(), at + found.end()
        yield Mutant("number without a name", file, start, end, wrong)
    for one, other in itertools.pairwise(quoted):
        if one[1] != other[1]:
            between = line[one.end() : other.start()]
            swapped = f"[{one[1]}](={other[2]}){between}[{other[1]}](={one[2]})"
            start, end = at + one.start(), at + other.end()
            yield Mutant("two names swapped", file, start, end, swapped)


def _next(digit: str) -> str:
    return str((int(digit) + 1) % 10)


def _of_words(file: str, line: str, at: int) -> Iterator[Mutant]:
    for found in _WHOLE.finditer(line):
        more = str(int(found[0]) + 1)
        yield Mutant("whole number in prose", file, at + found.start(), at + found.end(), more)
    for found in _WORD.finditer(line):
        more = WORDS[WORDS.index(found[0].lower()) + 1]
        more = more.capitalize() if found[0][0].isupper() else more
        yield Mutant("number word in prose", file, at + found.start(), at + found.end(), more)


def _of_links(file: str, line: str, at: int, pages: list[str]) -> Iterator[Mutant]:
    for found in _LINK.finditer(line):
        start, end = at + found.start(1), at + found.end(1)
        if found[1] in pages:
            other = pages[(pages.index(found[1]) + 1) % len(pages)]
            yield Mutant("link to another page", file, start, end, other)
        yield Mutant("link to no page", file, start, end, f"{found[1]}s")
        if found[2]:
            start, end = at + found.start(2), at + found.end(2)
            yield Mutant("anchor", file, start, end, f"{found[2]}s")


def _of_formulas(file: str, text: str) -> Iterator[Mutant]:
    """A sign, an index or a number of a formula that is typed."""
    outside = without_fences(text)
    if len(outside.split("\n")) != len(text.split("\n")):
        raise ValueError(f"{file}: a fence was not blanked line for line")
    shift = [len(a) - len(b) for a, b in zip(text.split("\n"), outside.split("\n"), strict=True)]
    for formula in _FORMULA.finditer(outside):
        for part in _SIGN.finditer(formula[0]):
            place = formula.start() + part.start()
            place += sum(shift[: outside.count("\n", 0, place)])
            new = _other_sign(part[0])
            yield Mutant("formula typed in prose", file, place, place + len(part[0]), new)


def _other_sign(part: str) -> str:
    if part in "+-":
        return "-" if part == "+" else "+"
    if part.isdigit():
        return str(int(part) + 1)
    return "i" if part != "i" else "j"
