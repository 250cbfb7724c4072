"""Numbers typed in prose: what they say, whether they agree, and which of them nobody checks.

The rule for what must be checked: a number with a decimal point, a percent sign, a thousands comma or
a power of ten. Years and counts have none of these. A version, a licence or a section number is
written as code, as in `NumPy 2.0`, and code that is more than a number is left alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from softlookup.fences import QUOTED, without_fences

_ATTEMPT = re.compile(r"\[[^\[\]\n]+\]\(=[^)\n]*\)")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_NUMERAL = re.compile(r"^(-?)([\d,]*\.?\d*)(?:e([+-]?\d+))?(%?)$")
# What must be checked, in text that holds no code, no formula and no address.
_MEASURED = re.compile(
    r"(?<![\w.])[-−]?(?:\d[\d,]*)?\.\d+(?![\w.]*\w\.)"
    r"|(?<![\w.,])\d+(?:\.\d+)?[ \u00a0\u202f]?%"
    r"|(?<![\w.,])\d{1,3}(?:,\d{3})+(?!\d)"
    r"|(?<![\w.])\d+e[-+]?\d+\b|\b10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
)
_ONLY_A_NUMBER = re.compile(r"^[-−+]?[\d.,]*\.\d+[ ]?%?$")


@dataclass(frozen=True)
class Numeral:
    """A number as it is typed: its value, and the weight of its last digit."""

    value: Decimal
    last_digit: Decimal
    percent: bool


def read(typed: str) -> Numeral:
    """Understand 8.056, −0.2, 66.5 %, 1,024, 4.3e-10, 4.3 × 10⁻¹⁰ and 10⁶."""
    text = re.sub(r"[\s\u00a0\u202f]", "", typed).replace("−", "-").replace("–", "-")
    power = re.search(r"(?:^|×)10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text)
    if power:
        exponent = power[1].translate(_RAISED)
        text = f"{text[: power.start()] or '1'}e{exponent}{text[power.end() :]}"
    parts = _NUMERAL.match(text)
    try:
        if not parts:
            raise InvalidOperation
        digits = parts[2].replace(",", "")
        scale = Decimal(10) ** int(parts[3] or 0)
        decimals = len(digits.partition(".")[2])
        value = Decimal(parts[1] + digits) * scale
        return Numeral(value, scale.scaleb(-decimals), bool(parts[4]))
    except InvalidOperation:
        raise ValueError(f"cannot read {typed!r} as a number") from None


def agrees(typed: str, computed: float) -> bool:
    """Whether the computed number rounds to what is typed."""
    numeral = read(typed)
    exact = Decimal(repr(float(computed))) * (100 if numeral.percent else 1)
    # A hair more than half of the last digit: a tie may be rounded either way.
    return abs(exact - numeral.value) <= numeral.last_digit * Decimal("0.5000001")


def rounded(typed: str, computed: float) -> str:
    """The computed number with as many digits as are typed."""
    numeral = read(typed)
    exact = Decimal(repr(float(computed))) * (100 if numeral.percent else 1)
    if numeral.last_digit >= 1 and "e" not in typed and "×" not in typed:
        return f"{exact:,.0f}" + " %" * numeral.percent
    return f"{exact.quantize(numeral.last_digit)}" + " %" * numeral.percent


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
