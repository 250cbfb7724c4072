"""The index of the search: what readers look for, in the words of the pages and in their own.

Prose is in it; code, tables, quizzes and other apparatus are not. `docs/assets/search.js` reads it and cuts
words as `stem` does.
"""

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import yaml
from lxml import html
from lxml.html import HtmlElement

ASKED = Path(__file__).parent / "asked.yaml"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_EXCERPT = 90  # characters
# What is not prose, or is said again elsewhere.
_SKIPPED = " | ".join(
    f".//{path}"
    for path in (
        "pre", "svg", "script", "style", "table", "button", "form", "fieldset", "summary",
        "*[@class='headerlink']", "*[@class='where']", "*[@class='provenance']", "*[@class='unseen']",
        "*[contains(@class, 'highlight')]", "details[@class='contents']", "details[@class='option']",
        "details[@class='hint']", "*[@class='claim']", "quiz-question", "predict-first",
    )
)  # fmt: skip


@dataclass
class Section:
    """A heading and what stands under it."""

    page: int
    anchor: str
    heading: str
    asked: list[str] = field(default_factory=list)  # in readers' own words
    text: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Entry:
    """A page as the index knows it."""

    address: str  # softmax/, relative to the start
    title: str
    weight: float  # the main line comes first
    whole: bool  # its text is searched; of a page that collects, only what it is
    describes: str
    content: str


def index(pages: Iterable[Entry]) -> str:
    """The index as a script, which a page can load from a folder too."""
    entries = list(pages)
    asked = yaml.safe_load(ASKED.read_text(encoding="utf-8"))
    sections = [
        section for number, entry in enumerate(entries) for section in _sections(number, entry)
    ]
    _ask(entries, sections, asked)
    written = {
        "pages": [[entry.address, entry.title, entry.weight] for entry in entries],
        "sections": [[s.page, s.anchor, s.heading, _excerpt(s, entries)] for s in sections],
        "words": _words(sections, entries),
    }
    return f"var SEARCH_INDEX = {json.dumps(written, ensure_ascii=False, separators=(',', ':'))};\n"


def _sections(number: int, entry: Entry) -> list[Section]:
    first = Section(number, "", "")
    sections = [first]
    if not entry.whole:
        return sections
    body = html.fragment_fromstring(entry.content, create_parent="div")
    summaries = {fold: _said(fold.find("summary")) for fold in body.iter("details")}
    for formula in body.iter("math"):
        _write_out(formula)
    for skipped in body.xpath(_SKIPPED):
        skipped.drop_tree()
    for element in body.iter("h2", "h3", "details", "p", "li", "dd", "dt", "figcaption"):
        if element.tag in ("h2", "h3"):
            sections.append(Section(number, element.get("id") or "", _said(element)))
        elif element.tag == "details":
            if element.get("class") == "deeper" and element.get("id"):
                sections.append(Section(number, element.get("id") or "", summaries[element]))
            else:
                sections[-1].text.append(summaries[element])
        elif element.getparent().tag not in ("li", "dd"):
            sections[-1].text.append(_said(element))
    return [section for section in sections if section.text or section is first]


def _write_out(formula: HtmlElement) -> None:
    """A sign as a letter of its sentence; a longer formula is no prose."""
    sign = "".join(formula.text_content().split())
    for part in list(formula):
        formula.remove(part)
    formula.text = sign if len(sign) <= 6 else "…"


def _said(element: HtmlElement | None) -> str:
    return "" if element is None else " ".join(element.text_content().split())


def _ask(entries: list[Entry], sections: list[Section], asked: Mapping[str, list[str]]) -> None:
    """Give sections what readers call them; a place that is gone is an error."""
    places = {
        f"{entries[s.page].address.strip('/') or 'index'}#{s.anchor}".rstrip("#"): s
        for s in reversed(sections)
    }
    for place, phrases in asked.items():
        if place in places:
            places[place].asked += phrases
        elif len(entries) > len(asked) // 4:  # a site of a few pages lacks most places
            raise ValueError(f"{ASKED.name} names {place!r}, which is no section: correct it there")


def _excerpt(section: Section, entries: list[Entry]) -> str:
    entry = entries[section.page]
    text = entry.describes if not section.anchor else " ".join(section.text)
    if len(text) <= _EXCERPT:
        return text
    return text[:_EXCERPT].rsplit(" ", 1)[0].rstrip(",;:–—") + " …"


def _words(sections: list[Section], entries: list[Entry]) -> str:
    """A line for each word: the sections that hold it, as steps from one to the next, with a mark."""
    held: dict[str, dict[int, str]] = defaultdict(dict)
    for number, section in enumerate(sections):
        entry = entries[section.page]
        title = [entry.title] if not section.anchor else []
        text = [*section.text, *([] if section.anchor else [entry.describes])]
        for mark, said in (("", text), ("?", [section.heading]), ("!", [*title, *section.asked])):
            for word in filter(_worth_finding, words(" ".join(said))):
                held[word][number] = mark
    lines = []
    for word in sorted(held):
        before, places = 0, []
        for number, mark in sorted(held[word].items()):
            places.append(f"{_base36(number - before)}{mark}")
            before = number
        lines.append(" ".join([word, *places]))
    return "\n".join(lines)


def _base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits


def words(text: str) -> list[str]:
    """The words of a text without their endings, as search.js cuts them."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = re.sub("[\u0300-\u036f’']", "", plain)
    return [stem(word) for word in re.findall(r"[^\W_]+", plain)]


def _worth_finding(word: str) -> bool:
    """Nobody looks for the decimals of a number or for a lone letter of a formula."""
    return not word.isdigit() and (len(word) > 1 or word.isascii())


@cache
def stem(word: str) -> str:
    """One word for `divide` and `dividing`."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for end in ("ing", "ed", "es", "s", "e"):
        if len(word) - len(end) > 2 and word.endswith(end) and not word.endswith("ss"):
            return word[: -len(end)]
    return word
