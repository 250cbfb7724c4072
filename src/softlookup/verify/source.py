"""From a finding back to the Markdown: the line where its text was most likely typed."""

import re
from difflib import SequenceMatcher

from softlookup.verify.numerals import plain

_MARKUP = re.compile(r"\]\([^)]*\)|[*_`\[\]$#>|\\{}!]")
_WORD = re.compile(r"[^\W_]+")
_NEAR = 3  # lines: an excerpt of a wrapped paragraph covers about as many


def line_of(source: str, excerpt: str, needle: str = "") -> int | None:
    """The line of a Markdown text that an excerpt of the finished page comes from, or None.

    An excerpt may run over several lines and has lost its markup, so the stretch of text that shares
    most words with it is found first, then the line near it that holds what was typed, the `needle`.
    """
    lines = source.split("\n")
    near = _stretch(lines, excerpt)
    holding = [number for number, line in enumerate(lines, start=1) if _holds(line, needle)]
    if near is None:
        return holding[0] if holding else None
    close = [number for number in holding if abs(number - near) <= _NEAR]
    return min(close, key=lambda number: abs(number - near)) if close else near


def _holds(line: str, needle: str) -> bool:
    return any(spelling in line or spelling in plain(line) for spelling in _spellings(needle))


def _spellings(needle: str) -> list[str]:
    """What may have been typed: a number as it is, ../notation/#key as notation.md#key."""
    path, _, anchor = needle.partition("#")
    typed = [needle, plain(needle)]
    if path.endswith("/"):
        name = path.strip("./")
        typed.append(f"{name or 'index'}.md#{anchor}" if anchor else f"{name or 'index'}.md")
    return [spelling for spelling in typed if spelling]


def _stretch(lines: list[str], excerpt: str) -> int | None:
    """The line in the middle of the stretch of text that shares most words with an excerpt."""
    for number, line in enumerate(lines, start=1):
        if excerpt and excerpt in line:
            return number
    wanted = _words(excerpt.strip("…"))
    words = [(word, number) for number, line in enumerate(lines, 1) for word in _words(line)]
    matcher = SequenceMatcher(None, [word for word, _ in words], wanted, autojunk=False)
    found = matcher.find_longest_match(0, len(words), 0, len(wanted))
    if not wanted or found.size < min(2, len(wanted)):
        return None
    middle = len(wanted) // 2 - found.b  # findings quote their number in the middle
    at = found.a + min(max(middle, 0), found.size - 1)
    return words[at][1]


def _words(text: str) -> list[str]:
    return _WORD.findall(_MARKUP.sub(" ", plain(text)).lower())
