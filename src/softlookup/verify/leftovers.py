"""What should have become something else before a reader saw it: markup, formulas, reprs, tracebacks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from softlookup.verify.finding import Finding, around
from softlookup.verify.pages import Page, Piece


@dataclass(frozen=True)
class _Leftover:
    pattern: re.Pattern[str]
    what: str
    remedy: str


def _leftover(pattern: str, what: str, remedy: str) -> _Leftover:
    return _Leftover(re.compile(pattern), what, remedy)


_CLOSE = "see whether a bracket, a quote or a blank line is missing"
_IN_TEXT = (
    _leftover(
        r"!?\[[^\]]*\]\[[^\]]*\]", "a reference link is left as text", "write [words](address)"
    ),
    _leftover(r"\]\s?\(|!\[|\[\^\w+\]", "a link or number is left as text", _CLOSE),
    _leftover(
        r"\(=[\w.\[\]]+\)?", "the name of a number is left as text", "write [8.056](=page.number)"
    ),
    _leftover(r"`", "code is left as text", "close the backticks"),
    _leftover(r"~~~|:::", "a fence is left as text", "see its marks and the blank line before it"),
    _leftover(r"--8<--", "an include is left as text", "put it into a fence"),
    _leftover(r"\*\*|(?<![\w_])__(?=\w)|(?<=\w)__(?![\w_])", "emphasis is left as text", _CLOSE),
    _leftover(r"\$", "a formula is left as text", "close the $, and leave no space inside it"),
    _leftover(r"\\[(\[)\]]|\\[A-Za-z]{2,}", "a formula is left as text", "put it between two $"),
    _leftover(
        r"\{\{|\}\}|\{%|%\}|<%", "a placeholder is left as text", "fill it in, or take it out"
    ),
    _leftover(
        r"\{:? ?[.#][\w-]+[^}]*\}",
        "attributes are left as text",
        "put them behind what they belong to",
    ),
    _leftover(
        r"(?:^|\s)(?:!!!|\?\?\?\+?|===) ?\+?[\w\"]",
        "a box is left as text",
        "leave a blank line before it",
    ),
    _leftover(
        r"</?[a-z][a-z0-9-]*(?:>|/>|\s[a-z-]+=)",
        "a tag is left as text",
        "close it, or write it as code",
    ),
    _leftover(
        r"&(?:[a-zA-Z]{2,8}|#x?[0-9a-fA-F]+);", "an entity is left as text", "type the sign itself"
    ),
    _leftover(r"\|[ :]*-{3,}", "a table is left as text", "leave a blank line before it"),
    _leftover(r"^#{1,6} \S", "a heading is left as text", "leave a blank line before it"),
    _leftover(
        r"\b(?:TODO|FIXME|XXX|TBD)\b|\b[Ll]orem ipsum\b",
        "a placeholder is left",
        "write what belongs here",
    ),
    _leftover("\ufffd|â€|Ã[©¨¼¶¤]|Â[ \u00a0]", "a sign was lost", "save the file as UTF-8"),
    _leftover(
        r"^None\.?$|(?<=[a-z,:=(→] )None\b(?! of| was| is| are| has| have)|\(None\)|^(?:nan|inf)$",
        "Python’s None or nan is printed",
        "return what should be printed",
    ),
    _leftover(
        r"\barray\(\[|\bnp\.\w+\(|\bdtype=|<(?:function|class|module|bound method) |\bobject at 0x"
        r"|<\w+(?:\.\w+)+ |\{'\w|\['\w|\bdict_(?:keys|values|items)\(",
        "an object of Python is printed",
        "print its values in words",
    ),
    _leftover(
        r"\b[A-Z]\w*Error: |\bWarning: \w", "an error message is printed", "mend what raises it"
    ),
)
_IN_OUTSIDE_PARTS = _leftover(
    r"(?<![\w-])(?:nan|inf)(?![\w-])",
    "Python’s nan or inf is printed",
    "say it in words, or as code",
)
_ANYWHERE = (
    _leftover(r"Traceback \(most recent call last\)", "a traceback is printed", "mend what fails"),
    _leftover(
        r"(?<![\w.~])/(?:home|Users|root|tmp|work|private)/\w|\b[A-Z]:\\Users",
        "a path of the machine that built the site is shown",
        "print a path that starts at the project",
    ),
)
_RAW_FENCE = _leftover(
    r"(?m)^\s*(?:`{3,}|~{3,})", "a fence stands inside a fence", "close the one above"
)


# What some leftover must hold; most texts hold none of it and are left alone at once.
_SUSPECT = re.compile(
    r"[\[\]`~*$\\{}<&|\ufffdâÃÂ]|--8|!!!|\?\?\?|===|:::|__|\(=|^#|[Ll]orem|TODO|FIXME|XXX|TBD"
    r"|None|nan|inf|array|np\.|dtype|0x|dict_|Error|Warning|Traceback|/(?:home|Users|root|tmp|work|private)/"
)


def about_leftovers(page: Page) -> Iterator[Finding]:
    """Everything on a page that is markup, a repr or a traceback instead of text."""
    for piece in page.pieces:
        if not _SUSPECT.search(piece.text):
            continue
        rules = [*_ANYWHERE]
        if piece.tag != "pre":
            rules += [*_IN_TEXT] if piece.in_part else [*_IN_TEXT, _IN_OUTSIDE_PARTS]
        elif piece.in_code not in ("md", "markdown"):
            rules.append(_RAW_FENCE)
        yield from (finding for rule in rules for finding in _found(page, piece, rule))


def _found(page: Page, piece: Piece, rule: _Leftover) -> Iterator[Finding]:
    whole = piece.tag == "pre" or rule in _ANYWHERE
    found = rule.pattern.search(piece.text if whole else piece.masked)
    if found:
        excerpt, typed = around(piece.text, *found.span()), piece.text[slice(*found.span())]
        if piece.tag == "pre":
            rest = piece.text[found.start() :].strip()
            excerpt = rest.split("\n", 1)[0]
        yield Finding(
            page.name,
            "leftover",
            rule.what,
            rule.remedy,
            heading=piece.heading,
            excerpt=excerpt,
            block=piece.text,
            needle=typed,
        )
