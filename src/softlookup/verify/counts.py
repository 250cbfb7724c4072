"""What a sentence counts, where the page shows what it counts: lists, sections, folds, addresses.

A number word up to twelve may be typed freely, because nobody has to compute it. But where the things that
are counted follow, they can be counted too; and a few words of the language count by themselves: one stands
*between two*, and *three or four* are neighbours.
"""

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

from softlookup.verify.finding import Finding
from softlookup.verify.numerals import ONES
from softlookup.verify.pages import Page, heading_of, is_in_part

COUNTS = {word: number for number, word in enumerate(ONES) if 2 <= number <= 12}
_COUNT = rf"({'|'.join(COUNTS)})"
_WORD = re.compile(rf"\b{_COUNT}\b", re.I)
_THESE = re.compile(rf"\bthese {_COUNT}\b|\b{_COUNT} \w+ below\b", re.I)
_BETWEEN = re.compile(rf"\bbetween (?:the |any |every )?{_COUNT}\b(?! (?:and|to|or)\b)", re.I)
_OR = re.compile(rf"\b(one|{_COUNT[1:-1]}) or {_COUNT}\b", re.I)
_RANGE = re.compile(r"\b(?:between|from) (−?\d+) (?:and|to) (−?\d+)\b(?![.,]\d)")
_CARDS = {"bugs": "bug", "mistakes": "bug", "beliefs": "misconception"}
_CARD = re.compile(rf"\b{_COUNT} ({'|'.join(_CARDS)})\b", re.I)
_HEADINGS = ("h1", "h2", "h3", "h4")
_REMEDY = "count again, and correct the word or what it counts"


def about_counts(page: Page) -> Iterator[Finding]:
    """Every count that what follows contradicts."""
    for element in page.tagged("p", "li", "summary", "td", *_HEADINGS):
        if _is_typed(element):
            said = _text(element)
            for what in _contradictions(element, said):
                yield Finding(page.name, "count", what, _REMEDY, heading_of(element), said)
    for listed in page.tagged("ol"):
        if _is_typed(listed) and listed.get("start", "1") != "1":
            what = f"a list begins with {listed.get('start')}"
            yield Finding(page.name, "count", what, "begin with 1", heading_of(listed))


def _contradictions(element: HtmlElement, said: str) -> Iterator[str]:
    yield from _of_the_language(said)
    if element.tag == "p":
        yield from _of_a_list(element, said)
        yield from _of_sections(element, said)
    elif element.tag == "summary":
        yield from _of_cards(element, said)
    elif element.get("id"):
        yield from _of_an_address(str(element.get("id")), said)


def _of_the_language(said: str) -> Iterator[str]:
    for found in _BETWEEN.finditer(said):
        if COUNTS[found[1].lower()] > 2:
            yield f"“{found[0]}”: between are two, among are more"
    for found in _OR.finditer(said):
        first = COUNTS.get(found[1].lower(), 1)
        if COUNTS[found[2].lower()] != first + 1:
            yield f"“{found[0]}” are no neighbours"
    for found in _RANGE.finditer(said):
        first, last = (int(number.replace("−", "-")) for number in found.groups())
        if first == last:
            yield f"“{found[0]}” is no range"


def _of_a_list(element: HtmlElement, said: str) -> Iterator[str]:
    """Three reasons: and then a list of three."""
    following = _next(element)
    counted = _WORD.findall(re.split(r"(?<=[.!?]) ", said)[-1])
    if said.endswith(":") and len(counted) == 1 and following is not None:
        items = len(following.findall("li"))
        if following.tag in ("ul", "ol") and COUNTS[counted[0].lower()] != items:
            yield f"{counted[0]} are announced, and {items} follow"


def _of_sections(element: HtmlElement, said: str) -> Iterator[str]:
    """Each of these three: and then three sections, one level down."""
    above = _before(element)
    if above is None:
        return
    below = f"h{int(above.tag[1]) + 1}"
    sections, following = 0, _next(element)
    while following is not None and not (following.tag in _HEADINGS and following.tag <= above.tag):
        sections += following.tag == below
        following = _next(following)
    if not sections:
        return
    for found in _THESE.finditer(said):
        word = found[1] or found[2]
        if COUNTS[word.lower()] != sections:
            yield f"“{found[0]}”, and {sections} sections follow"


def _of_cards(element: HtmlElement, said: str) -> Iterator[str]:
    """A fold with two bugs has two cards of bugs in it."""
    fold = element.getparent()
    if fold is None:
        return
    for found in _CARD.finditer(said):
        kind = _CARDS[found[2].lower()]
        cards = sum(kind in (card.get("class") or "").split() for card in fold.iter("div"))
        if cards and COUNTS[found[1].lower()] != cards:
            yield f"“{found[0]}”, and there are {cards} in the fold"


def _of_an_address(address: str, said: str) -> Iterator[str]:
    """The heading at #three-steps says three, if it says a number at all."""
    there = [word for word in address.split("-") if word in COUNTS]
    here = [word.lower() for word in _WORD.findall(said)]
    if there and here and not set(there) <= set(here):
        yield f"the address #{address} says {' '.join(there)}"


def _is_typed(element: HtmlElement) -> bool:
    in_article = any(above.tag == "article" for above in element.iterancestors())
    return in_article and not is_in_part(element)


def _text(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split()).removesuffix("¶")


def _next(element: HtmlElement) -> HtmlElement | None:
    following = element.getnext()
    while following is not None and not isinstance(following.tag, str):
        following = following.getnext()
    return following


def _before(element: HtmlElement) -> HtmlElement | None:
    """The heading that an element stands under, among its siblings."""
    before = element.getprevious()
    while before is not None and before.tag not in _HEADINGS:
        before = before.getprevious()
    return before
