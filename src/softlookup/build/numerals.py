"""Numbers typed in prose: what they say, whether they agree, and which of them nobody checks.

The rule for what must be checked: a number with a decimal point, a percent sign, a thousands comma or
a power of ten. Years and counts have none of these. A version, a licence or a section number is
written as code, as in `NumPy 2.0`, and code that is more than a number is left alone.
"""

import re
from collections.abc import Iterator

from softlookup.fences import without_fences
from softlookup.numbers import QUOTED
from softlookup.verify.numerals import agrees, read, rounded

__all__ = ["agrees", "misspelt", "read", "rounded", "unchecked"]

_ATTEMPT = re.compile(r"\[[^\[\]\n]+\]\(=[^)\n]*\)")
# What must be checked, in text that holds no code, no formula and no address.
_MEASURED = re.compile(
    r"(?<![\w.])[-−]?(?:\d[\d,]*)?\.\d+(?![\w.]*\w\.)"
    r"|(?<![\w.,])\d+(?:\.\d+)?[ \u00a0\u202f]?%"
    r"|(?<![\w.,])\d{1,3}(?:,\d{3})+(?!\d)"
    r"|(?<![\w.])\d+e[-+]?\d+\b|\b10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
)
_ONLY_A_NUMBER = re.compile(r"^[-−+]?[\d.,]*\.\d+[ ]?%?$")


def unchecked(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of every measured number in prose that names no computed one."""
    for line, words in enumerate(_prose(text).split("\n"), start=1):
        for found in _MEASURED.finditer(words):
            yield line, found[0].strip()


def misspelt(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of `[…](=…)` that is not of the right form."""
    for line, words in enumerate(without_fences(text).split("\n"), start=1):
        for found in _ATTEMPT.finditer(words):
            if not QUOTED.fullmatch(found[0]):
                yield line, found[0]


def _prose(text: str) -> str:
    text = _blank(r"\A---\n.*?\n---\n", without_fences(text), re.S)
    text = _blank(r"<!--.*?-->", text, re.S)
    text = re.sub(r"(`+)(.+?)\1", _keep_lone_numbers, text)
    text = QUOTED.sub(" ", text)
    text = _blank(r"\]\([^)\n]*\)", text)  # the address of a link
    text = _blank(r"\{[:#.][^}\n]*\}", text)  # an attribute list
    return _blank(r"</?\w[^>\n]*>", text)


def _keep_lone_numbers(code: re.Match[str]) -> str:
    return code[2] if _ONLY_A_NUMBER.match(code[2]) else " "


def _blank(pattern: str, text: str, flags: int = 0) -> str:
    return re.sub(pattern, lambda m: " " + "\n" * m[0].count("\n"), text, flags=flags)
