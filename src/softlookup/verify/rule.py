"""What counts as a number: which typed numerals and number words state a result.

Everything that a program could have printed must have been printed or compared by one: decimals,
percentages, powers of ten, fractions, multiples, shares, measured sizes, whole numbers that follow a
word of result or stand beside one that was compared, and whole numbers above twelve. Left to the
author are years, dates, section numbers, other whole numbers up to twelve that count or are given,
versions in code beside a name, and what stands inside a link to its source.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from softlookup.verify.blots import ALLOWED, CITED, CODE, COMPARED, FORMULA
from softlookup.verify.lists import names
from softlookup.verify.numerals import ONES, TENS

_TENS_AND_ONES = rf"(?:{'|'.join(TENS)})(?:-(?:{'|'.join(ONES[1:10])}))?"
_COUNT = rf"(?:{_TENS_AND_ONES}|{'|'.join(sorted(ONES, key=len, reverse=True))})"
_MANY = rf"(?:{_TENS_AND_ONES}|{'|'.join(sorted(ONES[2:], key=len, reverse=True))})"  # two and more
_INTEGER = r"(?<![\w.,])\d+(?![\w]|[.,]\d)"
_ANY = rf"(?:{_INTEGER}|\b{_COUNT}\b)"
_SOME = rf"(?:{_INTEGER}|\b{_MANY}\b)"
_PART = r"(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|hundredth|thousandth|millionth)"
_SIZE = r"(?:larger|smaller|faster|slower|longer|shorter|bigger|higher|lower|heavier|lighter|wider|deeper)"
_UNIT = r"(?:ms|µs|μs|ns|seconds?|minutes?|hours?|[kmgt]i?b|bytes?|bits?|nats?|[gtm]?flops?)"
_RESULT = (
    r"(?:gives?|gave|returns?|returned|yields?|prints?|printed|outputs?|equals?|totals?"
    r"|amounts? to|adds? up to|add(?:ed)? to|sums? to|comes? (?:out )?(?:to|at|as)|reach(?:es)?"
    r"|rises? to|falls? to|drops? to|grows? to|shrinks? to"
    r"|score|scored|weighs?|weighed|answers?|answered)"
)
_NEARLY = r"(?:about|roughly|nearly|almost|approximately|around|just (?:over|under)|some|up to)"

# A whole number up to twelve, the largest of the running examples, may count or be given. A larger one
# belongs to something that was run: type it with the name of the constant, and the text follows the code.
_YEAR = r"(?:1[5-9]|20)\d\d\b"
_MONTHS = names(
    "January February March April May June July August September October November December"
)
_OTHER = f"{FORMULA}{CODE}{CITED}{COMPARED}"  # whatever else a sentence may have in its place
_MAY_STATE = re.compile(
    rf"\d|[½⅓⅔¼¾]|\b(?:{_COUNT}|twice|thrice|half|double|{_PART}|nought)(?:s|fold)?\b"
)

# Kinds of numeral that nobody has to compute; what they cover is taken out of the text first.
_FREE = re.compile(
    r"\b(?:1[5-9]|20)\d\d-\d\d(?:-\d\d)?\b"  # 2026-11-17
    rf"|\b\d{{1,2}} (?:{'|'.join(_MONTHS)})\b|\b(?:{'|'.join(_MONTHS)}) \d{{1,2}}\b"
    r"|\bCC BY(?:-[A-Z]+)* \d\.\d\b"
    r"|\barXiv[: ]\d{4}\.\d{4,5}(?:v\d+)?"
    r"|\b(?:doi[: ]*)?10\.\d{4,}/\S+"
    r"|(?:§+ ?|\b(?:[Ss]ections?|[Cc]hapters?|[Ff]igures?|Tables?|[Ee]quations?|[Aa]ppendix) )"
    r"[1-9]\d*(?:\.\d+)*(?:(?:, | and | to |-)[1-9]\d*(?:\.\d+)*)*"
    r"|(?<![\w.])\d+(?:\.\d+){2,}"  # 3.11.5
    r"|\b[A-Z][A-Za-z]+-\d+(?:\.\d+)?\b"  # GPT-2, MT-19937
    r"|(?<![\w.,-])\d+-[A-Za-z]+\b(?<!fold)(?<!percent)"  # 2-D, 32-bit
    r"|^404\b"  # the page for dead addresses
)

# What must have been computed. The order decides which name a numeral gets.
_KINDS = {
    "percentage": rf"\d+ ?[%‰]|(?:\d+|\b{_COUNT})[ -]?(?:per ?cent|percentage)\b",
    "power of ten": r"\b10 ?\^ ?\{? ?[-+]? ?\d|\b10\*\*-?\d|(?<![\w.])\d+(?:\.\d+)?e[-+]?\d+\b",
    "power": r"(?<![\w.])\d+\^\{[-+]?\d+\}",
    "decimal": r"(?<![a-z_\d.])[-+]?(?:\d[\d,]*)?[.·]\d+|(?<![\w.])\d+\. ?\d+|(?<!\w)\d+·\d",
    "decimal comma or group of thousands": r"(?<![\w.,])\d+,\d+|(?<![\d.,])\d{1,3}(?: \d{3})+(?! ?\d)",
    "decimal in words": rf"\b(?:nought|{_COUNT}) point (?:nought|{_COUNT})\b",
    "multiple": (
        rf"\d ?×(?! ?(?:[\d({_OTHER}]|\w\b))|\b\d+x\b|\b(?:\d+|{_MANY})[ -]?fold\b|"
        rf"(?![01] ){_INTEGER} times\b"
        rf"|\b(?:twice|thrice|half|double|{_MANY} times) (?:as|more|less|{_SIZE})\b"
        rf"|\b(?:thrice|{_MANY} times) (?:the|its|that|this|what)\b"
        rf"|\bfactor of (?:{_NEARLY} )?{_SOME}|{_SOME} orders? of magnitude"
    ),
    "fraction": (
        r"(?<![\w/.])(?!0 ?/ ?0)\d+ ?/ ?\d+(?![\w/])"
        rf"|\b(?:a|one) {_PART} (?:of|as)\b|\b(?:\d+|{_MANY}) {_PART}s\b"
    ),
    "large number": rf"{_SOME}[ -](?:hundred|thousand|million|billion|trillion)\b",
    "share": (
        rf"(?!one of ){_ANY} (?:out of|of|in) (?!{_YEAR}){_SOME}|{_INTEGER} of the {_SOME}"
        r"|(?<![\w:.])\d+ ?: ?\d+(?![\w:])"
    ),
    "measured size": rf"{_INTEGER} ?{_UNIT}\b",
    "result": (
        rf"\b{_RESULT} (?:only |exactly |{_NEARLY} )?(?![01]\b){_INTEGER}"
        rf"|\bscores? {_INTEGER} (?:with|against|for)\b"
        rf"|\b(?:score is|gets|is exactly|which is) (?![01]\b)-?{_INTEGER}(?! ?/)"
        rf"|\b{_NEARLY} (?!{_YEAR})(?![01]\b){_INTEGER}"
        rf"|\b(?:it scores|we found|all) {_INTEGER}|{FORMULA} = -?{_INTEGER}"
        r"|[≈~] ?-?\d|\d ?[-+×·⋅*/] ?\d+ ?= ?-?(?![01]\b)\d+"
    ),
    # In the same place, list, range or share, what is typed of one must be compared as well.
    "whole number beside a compared one": (
        rf"\(-?{_INTEGER}, {COMPARED}+"
        rf"|{COMPARED}+,? (?:(?:and|or|to|for) )?-?(?!{_YEAR}){_INTEGER}"
        rf"|{_INTEGER} (?:to|out of|of|in) (?:the )?{COMPARED}+"
        rf"|{COMPARED}+ with \w+,?(?: and)? -?{_INTEGER} with\b"
    ),
    # Last, so that a number with more to say gets the name of what it says.
    "whole number above twelve": rf"(?!{_YEAR})(?<![\w.,])(?:1[3-9]|[2-9]\d|0\d|\d{{3,}})(?!\w|[.,]\d)",
}
_STATED = re.compile(
    "|".join(f"(?P<k{number}>{pattern})" for number, pattern in enumerate(_KINDS.values()))
)
_NAMES = list(_KINDS)


@dataclass(frozen=True)
class Stated:
    """A numeral that states a result: what kind it is, and where it stands."""

    kind: str
    start: int
    end: int


@lru_cache(maxsize=4096)  # the navigation is the same on every page
def stated(text: str) -> tuple[Stated, ...]:
    """Every numeral of a text that must have been computed."""
    text = _FREE.sub(lambda free: ALLOWED * len(free[0]), text)
    lower = text.lower()
    text = lower if len(lower) == len(text) else text
    return tuple(
        Stated(_NAMES[int(str(found.lastgroup)[1:])], found.start(), found.end())
        for start, end in _near_numbers(text)
        for found in _STATED.finditer(text, start, end)
    )


def _near_numbers(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a text that hold a number or a number word: only they are worth a search."""
    start = end = 0
    for found in _MAY_STATE.finditer(text):
        if found.start() - 40 > end:
            if end:
                yield start, end
            start = found.start() - 40
        end = found.end() + 40
    if end:
        yield start, min(end, len(text))


# Code spans. Code without a name in it is a value; code with an arrow shows one.
_LONE = re.compile(r"^[-+]?[\d.,]+ ?%?$")
_IN_CODE = re.compile(r"(?<![\w.])\d*\.\d+|\d ?%|(?<![\w.])\d+(?:\.\d+)?e[-+]?\d+")
_VERSION = re.compile(
    r"^(?:[A-Z][\w .+-]*? |[A-Za-z][\w.-]* ?(?:[<>]=?|[=!~]=) ?)v?\d+(?:\.\d{1,2})*(?:\+| or newer)?$"
)
_VALUE = re.compile(r"^(?:[^A-Za-z_]|\be\b|nan|inf|True|False|array|dtype|float\d+)*$")
_GIVEN = re.compile(r"(?<![\d.])-?\d+\.\d(?= ?[,)\]])|(?<![\d.])\d+\.0(?!\d)")  # (0.1, 0.2), 1.0
_SHOWN = re.compile(r"(?:->|→|==|≈|#|>>>|=>)[^A-Za-z_]*\d*\.\d|\d\.\d{3}|^[a-z_]\w*:? +-?0?\.\d")


def stated_in_code(code: str) -> bool:
    """Whether a code span shows a result: `0.665`, `[0.7 0.3]`, `f(x) -> 0.5`, not `scale=0.5`."""
    if not _LONE.match(code):
        code = _GIVEN.sub("", code)
    if not _IN_CODE.search(code) or _VERSION.match(code):
        return False
    return bool(_VALUE.match(code) or _SHOWN.search(code))


# Formulas, as one line of text.
_DIGITS_OF_A_FORMULA = re.compile(
    r"\d*\.\d+|(?<![_\d{,(\[] )(?<![_\d{,(\[])0,\d+(?! ?[,)\]])|\b10\^\{ ?[-+]? ?\d|\d+ ?\\?%|\d+ × *$"
    r"|(?<!\d)(?!(?:1[5-9]|20)\d\d(?!\d))\d{4,}|\d{1,3},\d{3}(?!\d)"
)
_SUM = re.compile(
    r"(?:^|[=≈,;])(?P<left>[^=≈,;<>≤≥]*)(?P<sign>[=≈]) *-? *(?:(?![01]\b)\d+|\{\d+\}/\{\d+\}) *(?=$|[=≈.;])"
)
_OPERATOR = re.compile(r"[+×·⋅*√/]|\S *- *\S")


def stated_in_formula(formula: str) -> str:
    """The part of a formula that states a result, or nothing: `0.5`, `10^{-9}`, `3 × 4 = 12`."""
    found = _DIGITS_OF_A_FORMULA.search(formula)
    if found:
        return found[0].strip()
    for claim in _SUM.finditer(formula):
        if claim["sign"] == "≈" or _OPERATOR.search(claim["left"]):
            return claim[0].strip(" =,;")
    return ""


# Fences that nothing ran.
_STANDING = re.compile(r"(?<![A-Za-z_\d.-])\d[\d.,]*%?")
_PROMPT = re.compile(r"^\s*\$ ", re.M)
_COMMAND = re.compile(r"^\s*(?:\$|#|>|%) .*$", re.M)
CONSOLES = frozenset(names("console shell-session"))
SHELLS = frozenset(names("bash sh shell zsh"))  # a script, unless it shows a prompt
PROGRAMS = frozenset(names("python py python3 pycon ipython ipython3"))
SOURCES = frozenset(names("md markdown yaml toml html css js ini make makefile diff bibtex tex"))


def stated_in_fence(lines: str, language: str) -> str:
    """The first number of a fence that looks like output, or nothing."""
    if language in SOURCES or (language in SHELLS and not _PROMPT.search(lines)):
        return ""
    if language in CONSOLES | SHELLS:
        lines = _COMMAND.sub("", lines)
    found = _STANDING.search(lines)
    return found[0] if found else ""
