"""Numbers as people type them: what they say, and whether they agree with a computed one."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from softlookup.verify.lists import names

_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_RAISED_RUN = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+")
_UNSEEN = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]+")
_DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?"
_NUMERAL = re.compile(rf"^([-+]?)({_DIGITS})(?:e([+-]?\d+))?(%|×|x|times)?$")
_FRACTION = re.compile(r"^([-+]?)(\d+)/(\d+)$")
_POWER = re.compile(r"(?:^|[×·*])10\^\{?([-+]?\d+)\}?")
# A zero without decimals may stand for the rounding noise of a sum, and for nothing larger.
_NOISE = Decimal("1e-9")

ONES = names(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
TENS = names("twenty thirty forty fifty sixty seventy eighty ninety")
_WORDS = {word: number for number, word in enumerate(ONES)}
_WORDS |= {word: 10 * number for number, word in enumerate(TENS, start=2)}
_WORDS |= {"once": 1, "twice": 2, "thrice": 3, "double": 2, "hundred": 100, "thousand": 1000}
_PARTS = {
    word: number
    for number, word in enumerate(
        names("half third quarter fifth sixth seventh eighth ninth tenth"), start=2
    )
}
_PARTS |= {f"{word}s": number for word, number in _PARTS.items()} | {"halves": 2}


@dataclass(frozen=True)
class Numeral:
    """A number as it is typed: its value, and the weight of its last digit."""

    value: Decimal
    last_digit: Decimal
    percent: bool


def plain(text: str) -> str:
    """One spelling for what looks alike: spaces, dashes, raised digits, ½, full-width digits."""
    if not text.isascii():
        text = _UNSEEN.sub("", text)
        text = _RAISED_RUN.sub(lambda run: f"^{{{run[0].translate(_RAISED)}}}", text)
        text = unicodedata.normalize("NFKC", text)
        text = text.replace("⁄", "/").replace("−", "-").replace("–", "-").replace("‐", "-")
    return " ".join(text.split())


def read(typed: str) -> Numeral:
    """Understand 8.056, −0.2, 66.5 %, 1,024, 4.3 × 10⁻¹⁰, 10⁶, 20×, 2/3, ten, twice and a third."""
    text = plain(typed).lower()
    found = _in_words(text) or _in_digits(text.replace(" ", ""))
    if found is None:
        raise ValueError(f"cannot read {typed!r} as a number")
    return found


def _in_digits(text: str) -> Numeral | None:
    text = re.sub(r"(per ?cent|percent)$", "%", text)
    fraction = _FRACTION.match(text)
    if fraction and int(fraction[3]):
        value = Decimal(int(fraction[1] + fraction[2])) / int(fraction[3])
        return Numeral(value, Decimal("0.002"), percent=False)
    power = _POWER.search(text)
    if power:
        text = f"{text[: power.start()] or '1'}e{power[1]}{text[power.end() :]}"
    parts = _NUMERAL.match(text)
    if not parts or not parts[2]:
        return None
    try:
        digits = parts[2].replace(",", "")
        scale = Decimal(10) ** int(parts[3] or 0)
        decimals = len(digits.partition(".")[2])
        value = Decimal(parts[1] + digits) * scale
        return Numeral(value, scale.scaleb(-decimals), parts[4] == "%")
    except InvalidOperation:
        return None


def _in_words(text: str) -> Numeral | None:
    """Ten, twenty-one, twice, half, a third, two thirds; a word says no digits, so it stays close."""
    percent = bool(re.search(r" (per ?cent|percent)$", text))
    words = re.sub(r" (per ?cent|percent|times|fold)$", "", text).replace("-", " ").split()
    words = [word.removesuffix("fold") for word in words if word not in {"a", "an", "and", "of"}]
    value, known = Decimal(0), bool(words)
    for word in words:
        if word in _PARTS:
            value = (value or Decimal(1)) / _PARTS[word]
        elif word in ("hundred", "thousand"):
            value = (value or Decimal(1)) * _WORDS[word]
        elif word in _WORDS:
            value += _WORDS[word]
        else:
            known = False
    # Twice may be 1.9 times, but ten of ten may not be nine of ten.
    near = min(value / 10, Decimal("0.9")) or Decimal(1)
    return Numeral(value, near, percent) if known else None


def agrees(typed: str, computed: float) -> bool:
    """Whether the computed number rounds to what is typed."""
    numeral = read(typed)
    exact = Decimal(repr(float(computed))) * (100 if numeral.percent else 1)
    if not exact.is_finite():
        return False
    if not numeral.value and numeral.last_digit >= 1:
        return abs(exact) <= _NOISE
    # A hair more than half of the last digit: a tie may be rounded either way.
    return abs(exact - numeral.value) <= numeral.last_digit * Decimal("0.5000001")


def rounded(typed: str, computed: float) -> str:
    """The computed number with as many digits as are typed."""
    numeral = read(typed)
    exact = Decimal(repr(float(computed))) * (100 if numeral.percent else 1)
    if not exact.is_finite():
        return str(computed)
    if numeral.last_digit >= 1 and not re.search(r"e|×|10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]", typed):
        digits = f"{exact:,.0f}"
    else:
        digits = str(exact.quantize(numeral.last_digit))
    return f"{digits} %" if numeral.percent else digits
