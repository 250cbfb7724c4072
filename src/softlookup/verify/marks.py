"""Whether every mark on a page has its receipt, and every receipt its mark."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from lxml.html import HtmlElement

from softlookup.verify.finding import Finding, around
from softlookup.verify.numerals import agrees, rounded
from softlookup.verify.pages import Page, Piece, excerpt_of, heading_of, is_number
from softlookup.verify.receipts import Number, Receipts, receipt
from softlookup.verify.rule import (
    PROGRAMS,
    stated,
    stated_in_code,
    stated_in_fence,
    stated_in_formula,
)

_COMPUTE = "name what computes it, as in [8.056](=page.number), or let a fence print it"
_BUILD = "build the site with its own plugin, and change the sources instead of the page"


def about_numbers(page: Page, receipts: Receipts | None) -> Iterator[Finding]:
    """Everything about numbers: the page's own mark, its receipts, and what has neither."""
    seal = page.root.xpath("head/meta[@name='softlookup']/@content")
    if seal != ["checked"]:
        what = "the page does not carry the mark of the checks"
        yield Finding(page.name, "unchecked", what, _BUILD)
    if receipts is None:
        yield Finding(page.name, "receipt", "the checks never saw this page", _BUILD)
        receipts = Receipts()
    yield from about_marks(page, receipts)
    yield from unmarked(page)


def about_marks(page: Page, receipts: Receipts) -> Iterator[Finding]:
    """Whether the page says what was compared and printed for it."""
    yield from _numbers(page, receipts)
    yield from _parts(page, receipts)


def _at(page: Page, element: HtmlElement, rule: str, what: str, remedy: str) -> Finding:
    said = excerpt_of(element)
    return Finding(page.name, rule, what, remedy, heading_of(element), said, needle=said)


def _numbers(page: Page, receipts: Receipts) -> Iterator[Finding]:
    expected = Counter(receipts.numbers)
    for element in page.tagged("data"):
        if is_number(element):
            found = _number(element)
            if not expected[found]:
                what = f"no check compared the number {found.typed}, marked as {found.name or 'nothing'}"
                yield _at(page, element, "receipt", what, _BUILD)
            expected[found] -= 1
            yield from _wrong(page, element, found)
    for number, times in expected.items():
        if times > 0:
            what = f"{number.typed} was compared with {number.name} but is not on the page"
            yield Finding(page.name, "receipt", what, _BUILD, excerpt=number.typed)


def _number(element: HtmlElement) -> Number:
    typed = " ".join("".join(element.itertext()).split())
    return Number(element.get("data-name") or "", typed, element.get("value") or "")


def _wrong(page: Page, element: HtmlElement, found: Number) -> Iterator[Finding]:
    try:
        right = agrees(found.typed, float(found.value))
        shown = found.value if right else rounded(found.typed, float(found.value))
    except ValueError:
        right, shown = False, found.value
    if not right:
        what = f"{found.typed} is typed but {found.name} is {shown}"
        yield _at(page, element, "number", what, "correct the text, or what computes it")


def _parts(page: Page, receipts: Receipts) -> Iterator[Finding]:
    seen: Counter[str] = Counter()
    for element in page.having("data-part"):
        name = str(element.get("data-part"))
        seen[name] += 1
        if name not in receipts.parts:
            yield _at(page, element, "receipt", f"no fence printed the part {name!r}", _BUILD)
        elif seen[name] > 1:
            what = f"the part {name!r} stands here for the second time"
            yield _at(page, element, "receipt", what, "print it once, and link to it")
        elif receipts.parts[name] != receipt(element):
            what = f"the part {name!r} does not say what its fence printed"
            yield _at(page, element, "receipt", what, _BUILD)
    for name in receipts.parts:
        if not seen[name]:
            what = f"the part {name!r} was printed but is not on the page"
            yield Finding(
                page.name, "receipt", what, "see what swallows it: an open tag, a comment"
            )


def unmarked(page: Page) -> Iterator[Finding]:
    """Every number outside a mark that must have been computed."""
    for piece in page.pieces:
        if not piece.in_part:
            yield from _in_fence(page, piece) if piece.tag == "pre" else _in_text(page, piece)


def _in_text(page: Page, piece: Piece) -> Iterator[Finding]:
    for found in stated(piece.masked):
        typed = piece.text[found.start : found.end].strip()
        excerpt = around(piece.text, found.start, found.end)
        what = f"nothing checks the {found.kind} “{typed}”"
        yield replace(_unchecked(page, piece, what, excerpt), needle=typed)
    for code in piece.codes:
        if stated_in_code(code):
            yield _unchecked(page, piece, f"nothing checks the number in the code “{code}”", code)
    for formula in piece.formulas:
        typed = stated_in_formula(formula)
        if typed:
            what = f"nothing checks “{typed}” in a formula"
            yield _unchecked(page, piece, what, formula, "print the formula with page.math")


def _unchecked(
    page: Page, piece: Piece, what: str, excerpt: str, remedy: str = _COMPUTE
) -> Finding:
    if piece.tag.startswith("@"):
        what += f" in the {piece.tag[1:]}"
        remedy = "say it without the number, or let a fence print what it describes"
    return Finding(page.name, "number", what, remedy, piece.heading, excerpt, piece.text)


def _in_fence(page: Page, piece: Piece) -> Iterator[Finding]:
    first = next((line for line in piece.text.splitlines() if line.strip()), "").strip()
    if piece.in_code in PROGRAMS and not _is_notebook(page):
        what, remedy = "this code is shown but nothing ran it", "show a snippet, which runs"
        yield Finding(page.name, "code", what, remedy, piece.heading, first)
    elif piece.in_code not in PROGRAMS:
        typed = stated_in_fence(piece.text, piece.in_code)
        if typed:
            what = f"nothing printed the number “{typed}” of this block"
            remedy = "let an executed fence print it; a fence of text or console shows no results"
            yield Finding(page.name, "number", what, remedy, piece.heading, first, needle=typed)


def _is_notebook(page: Page) -> bool:
    """The cells of a notebook ran where it ran, and their outputs are parts."""
    return any(part.get("data-part").startswith("notebook ") for part in page.having("data-part"))
