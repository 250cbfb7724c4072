"""A finished page, parsed once, and the pieces of it that a reader receives.

A piece is a paragraph, a heading, a cell, a label, a title or an attribute that is read aloud. It has
two texts of the same length: what is read, and the same with everything that someone vouches for
blotted out. Numbers are looked for in the second and quoted from the first.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from lxml import html
from lxml.etree import LIBXML_VERSION, ParserError, XPath
from lxml.html import HtmlElement

from softlookup.verify.blots import CITED, CODE, COMPARED, FORMULA
from softlookup.verify.lists import names
from softlookup.verify.numerals import plain

if LIBXML_VERSION < (2, 14):  # it would leave &ApplyFunction; and its like in the text
    version = ".".join(map(str, LIBXML_VERSION))
    raise ImportError(
        f"finished pages are read with libxml2 2.14 or newer, this is {version}: pip install 'lxml>=6'"
    )

_BREAKS = frozenset(
    names(
        "address article aside blockquote body button caption dd details dialog div dl dt fieldset "
        "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr label legend li main nav ol option p "
        "section summary table tbody td tfoot th thead title tr ul"
    )
)
_HEADINGS = frozenset(names("h1 h2 h3 h4 h5 h6"))
_SHOWS_ITS_VALUE = frozenset(names("input button meter progress option"))
_UNREAD = frozenset(names("script style template metadata defs clippath"))
READ_ALOUD = frozenset(
    names("alt alttext aria-label aria-description aria-valuetext title placeholder")
)
_NOT_SPACE = re.compile(r"\S")
_LONE = re.compile(r"^[-+≈~]?[\d.,/ ]*\d[%×]?$")
_SAID = XPath("descendant::text()[not(parent::style or parent::script)]", smart_strings=False)
_IN_HEAD = XPath("head/title | head/meta[@content]")
_SAID_IN_META = re.compile(
    r"^(description|keywords|(og|twitter):(title|description|image:alt))$", re.I
)


@dataclass(frozen=True)
class Piece:
    """One thing that a reader receives, and where it stands."""

    text: str
    masked: str  # as long as text
    tag: str  # p, td, pre, text …, or @alt, @title … for an attribute
    heading: str  # the nearest heading above it
    in_part: bool  # printed by an executed block, whose receipt covers it
    in_code: str = ""  # the language of a fence, or "?"
    codes: tuple[str, ...] = ()  # its code spans
    formulas: tuple[str, ...] = ()  # its formulas, in one line each


@dataclass
class Page:
    """A file of the site, parsed."""

    name: str  # path in the site, such as soft-lookup/index.html
    content: bytes
    root: HtmlElement = field(repr=False)
    fetched: list[str] | None = None  # what a browser loads for it, once that has been asked

    @cached_property
    def pieces(self) -> list[Piece]:
        """Everything on it that is read or read aloud, in order."""
        return [*_head(self.root), *_Walk().over(self.root)]

    @cached_property
    def _index(self) -> tuple[dict[str, list[HtmlElement]], dict[str, list[HtmlElement]]]:
        """All elements in order, by tag and by attribute: one pass, so that every rule is quick."""
        tagged: dict[str, list[HtmlElement]] = defaultdict(list)
        having: dict[str, list[HtmlElement]] = defaultdict(list)
        for element in self.root.iter("*"):
            tagged[element.tag].append(element)
            for name in element.attrib:
                having[name].append(element)
        return tagged, having

    def tagged(self, *tags: str) -> Iterator[HtmlElement]:
        """All elements with one of these tags."""
        for tag in tags:
            yield from self._index[0].get(tag, ())

    def having(self, *names: str) -> Iterator[HtmlElement]:
        """All elements with one of these attributes, once for each that they have."""
        for name in names:
            yield from self._index[1].get(name, ())

    @property
    def attributes(self) -> list[str]:
        """The names of all attributes in use."""
        return list(self._index[1])

    @cached_property
    def source(self) -> str:
        """The Markdown file it was made from, where the page says so."""
        return str(self.root.xpath("string(head/meta[@name='softlookup']/@data-source)"))

    @cached_property
    def text(self) -> str:
        """The page as it was written."""
        return self.content.decode("utf-8", errors="replace")


def parse(name: str, content: bytes) -> Page:
    """One page; bytes that are no HTML become an empty page, which fails for want of its mark."""
    parser = html.HTMLParser(encoding="utf-8")
    try:
        root = html.document_fromstring(content, parser=parser)
    except ParserError:
        root = html.document_fromstring(b"<html></html>", parser=parser)
    return Page(name, content, root)


def classes(element: HtmlElement) -> list[str]:
    """The classes of an element."""
    return (element.get("class") or "").split()


def is_part(element: HtmlElement) -> bool:
    """Whether an element was printed by an executed block."""
    return element.get("data-part") is not None


def is_in_part(element: HtmlElement) -> bool:
    """Whether an executed block printed an element, or something around it."""
    return any(map(is_part, (element, *element.iterancestors())))


def is_number(element: HtmlElement) -> bool:
    """Whether an element is a number that was compared with a computed one."""
    return element.tag == "data" and "checked" in classes(element)


def excerpt_of(element: HtmlElement, room: int = 60) -> str:
    """The beginning of what an element says."""
    words = " ".join("".join(_SAID(element)).split())
    return words if len(words) <= room else f"{words[:room].rsplit(' ', 1)[0]}…"


def heading_of(element: HtmlElement) -> str:
    """The nearest heading before or around an element."""
    found = element.xpath(
        "(ancestor-or-self::*|preceding::*)[self::h1 or self::h2 or self::h3 or self::h4][last()]"
    )
    return _words(found[0]) if found else ""


def _words(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split()).removesuffix("¶").strip()


def _head(root: HtmlElement) -> Iterator[Piece]:
    for element in _IN_HEAD(root):
        name = element.get("name") or element.get("property") or ""
        if element.tag == "title":
            yield _simple(element.text or "", "title", "the title")
        elif _SAID_IN_META.match(name):
            yield _simple(element.get("content"), f"@{name}", "the head")


def _simple(text: str, tag: str, heading: str, in_part: bool = False) -> Piece:
    text = plain(text)
    return Piece(text, text, tag, heading, in_part)


# What the theme counts and the last walk writes by themselves.
_OF_THE_THEME = {"headerlink", "where", "cite", "made"}


class _Walk:
    """From elements to pieces, in the order of reading."""

    def __init__(self) -> None:
        self.heading = ""
        self.in_frame = False  # in navigation or footer, where each link is a text of its own
        self.found: list[Piece] = []
        self._clear()

    def _clear(self) -> None:
        self.read: list[str] = []
        self.masked: list[str] = []
        self.codes: list[str] = []
        self.formulas: list[str] = []

    def over(self, root: HtmlElement) -> list[Piece]:
        for body in root.iter("body"):
            self._element(body, "body", in_part=False, mask="")
        return self.found

    def _say(self, text: str | None, mask: str) -> None:
        if not text:
            return
        begun = bool(self.read) and self.read[-1][-1] != " "  # so that a space is worth keeping
        words = "" if text.isspace() else plain(text)
        if text[0].isspace() and begun:
            words = " " + words
        if text[-1].isspace() and words.strip():
            words += " "
        if words:
            self.read.append(words)
            self.masked.append(_NOT_SPACE.sub(mask, words) if mask else words)

    def _flush(self, tag: str, in_part: bool) -> None:
        if self.read:
            text, masked = "".join(self.read).rstrip(), "".join(self.masked).rstrip()
            if text:
                piece = Piece(
                    text,
                    masked,
                    tag,
                    self.heading,
                    in_part,
                    codes=tuple(self.codes),
                    formulas=tuple(self.formulas),
                )
                self.found.append(piece)
            self._clear()

    def _element(self, element: HtmlElement, block: str, in_part: bool, mask: str) -> None:
        tag = element.tag
        if not isinstance(tag, str) or tag in _UNREAD or _OF_THE_THEME & set(classes(element)):
            return
        in_part = in_part or is_part(element)
        self._aloud(element, in_part)
        if tag == "pre":
            self._fence(element, block, in_part)
        elif tag == "svg":
            self._picture(element, block, in_part)
        elif tag in _BREAKS or is_part(element) or (tag == "a" and self.in_frame):
            self._block(element, block, in_part)
        elif tag == "math":
            self._formula(element, mask)
        elif tag == "code":
            self._code(element, mask)
        elif tag == "br":
            self._say(" ", "")
        else:
            self._inline(element, block, in_part, mask)

    def _aloud(self, element: HtmlElement, in_part: bool) -> None:
        """What a screen reader says instead of, or beside, the text."""
        for name in READ_ALOUD.intersection(element.keys()):
            named = name == "title" and is_number(element)  # the name of what computes it
            if element.get(name) and not named:
                self.found.append(_simple(element.get(name), f"@{name}", self.heading, in_part))
        if element.tag in _SHOWS_ITS_VALUE and element.get("value"):
            self.found.append(_simple(element.get("value"), "@value", self.heading, in_part))

    def _picture(self, element: HtmlElement, block: str, in_part: bool) -> None:
        self._flush(block, in_part)
        for said in element.iter("text", "title", "desc", "foreignobject"):
            self._aloud(said, in_part)
            self._children(said, said.tag, in_part, "")
            self._flush(said.tag, in_part)

    def _block(self, element: HtmlElement, block: str, in_part: bool) -> None:
        self._flush(block, in_part)
        if element.tag in _HEADINGS:
            self.heading = _words(element)
        within = self.in_frame
        if element.tag in ("nav", "footer", "header"):
            self.heading, self.in_frame = f"the {element.tag}", True
        self._children(element, element.tag, in_part, "")
        self._flush(element.tag, in_part)
        self.in_frame = within

    def _inline(self, element: HtmlElement, block: str, in_part: bool, mask: str) -> None:
        raised = element.tag == "sup"
        if is_number(element):
            mask = COMPARED
        elif _cites(element):
            mask = CITED
        self._say("^{" if raised else "", mask)
        self._children(element, block, in_part, mask)
        self._say("}" if raised else "", mask)

    def _children(self, element: HtmlElement, block: str, in_part: bool, mask: str) -> None:
        self._say(element.text, mask)
        for child in element:
            self._element(child, block, in_part, mask)
            self._say(child.tail, mask)

    def _fence(self, element: HtmlElement, block: str, in_part: bool) -> None:
        self._flush(block, in_part)
        lines = "".join(element.itertext())
        self.found.append(
            Piece(lines, lines, "pre", self.heading, in_part, in_code=_language(element))
        )

    def _code(self, element: HtmlElement, mask: str) -> None:
        text = plain("".join(element.itertext()))
        self._say(text, mask or ("" if _LONE.match(text) else CODE))
        if not mask:
            self.codes.append(text)

    def _formula(self, element: HtmlElement, mask: str) -> None:
        text = plain(in_a_line(element))
        self._say(text, mask or ("" if _LONE.match(text) else FORMULA))
        self.formulas.append(text)


def _cites(element: HtmlElement) -> bool:
    """A number inside a link to another site stands as that site has it."""
    return element.tag == "a" and (element.get("href") or "").startswith(("https:", "http:"))


def _language(pre: HtmlElement) -> str:
    for element in (pre, *pre.iterancestors()):
        for name in classes(element):
            if name.startswith("language-"):
                return name.removeprefix("language-")
        if "highlight" in classes(element):
            return "?"
    return "?"


def in_a_line(formula: HtmlElement) -> str:
    """A formula as one line of text: a^{b} for powers, {a}/{b} for fractions."""
    tag = formula.tag if isinstance(formula.tag, str) else ""
    inside = [in_a_line(child) for child in formula]
    if tag in ("msup", "msub", "mover", "munder") and len(inside) == 2:
        sign = "^" if tag == "msup" else "_"
        return f"{inside[0]}{sign}{{{inside[1]}}}"
    if tag == "msubsup" and len(inside) == 3:
        return f"{inside[0]}_{{{inside[1]}}}^{{{inside[2]}}}"
    if tag == "mfrac" and len(inside) == 2:
        return f"{{{inside[0]}}}/{{{inside[1]}}}"
    if tag in ("msqrt", "mroot"):
        return f"√{{{' '.join(inside)}}}"
    text = (formula.text or "").strip()
    if tag == "mo":
        return f" {text} " if text != "," else ","
    if tag in ("annotation", "annotation-xml"):
        return ""
    cells = " , " if tag in ("mtr", "mtable") else ""
    return text + cells.join(inside)
