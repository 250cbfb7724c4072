"""A finished page as it is read here, and all of them in the order of reading."""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lxml import html
from lxml.html import HtmlElement


@dataclass(frozen=True)
class Page:
    """One page of a finished site."""

    name: str  # soft-lookup/index.html
    section: str  # its part of the navigation, "" for the first page
    content: str
    root: HtmlElement

    @property
    def address(self) -> str:
        """Where it lies in the site: soft-lookup/."""
        return self.name.removesuffix("index.html")

    @property
    def up(self) -> str:
        """The way from the page to the root of the site: ../"""
        return "../" * self.name.count("/")

    @property
    def key(self) -> str:
        """A name for files that belong to it: soft-lookup."""
        return self.address.strip("/").replace("/", "-") or "index"

    @cached_property
    def article(self) -> HtmlElement:
        """What a reader reads of it, without the frame."""
        return self.root.xpath("//article")[0]

    @cached_property
    def title(self) -> str:
        """Its main heading."""
        return words(self.root.xpath("//h1")[0])

    @cached_property
    def description(self) -> str:
        """The sentence about it in its head."""
        return str(self.root.xpath("string(//head/meta[@name='description']/@content)"))

    @cached_property
    def answer(self) -> str:
        """The sentence that it begins with."""
        found = self.root.xpath("//p[contains(concat(' ', @class, ' '), ' answer ')]")
        return words(found[0]) if found else self.description


def words(element: HtmlElement) -> str:
    """What an element says, in one line, without the sign of its permanent link."""
    return " ".join("".join(element.itertext()).replace("¶", "").split())


def parse(name: str, section: str, content: str) -> Page:
    """One page from its text."""
    parser = html.HTMLParser(encoding="utf-8")
    return Page(name, section, content, html.document_fromstring(content.encode(), parser=parser))


def read(site: Path) -> list[Page]:
    """Every page that the navigation of the first one leads to, in the order of reading."""
    if not (site / "index.html").exists():
        return []
    first = parse("index.html", "", (site / "index.html").read_text(encoding="utf-8"))
    found = {"index.html": first}
    for section, address in _navigation(first.root):
        name = posixpath.normpath(posixpath.join(address, "index.html"))
        if name not in found:
            found[name] = parse(name, section, (site / name).read_text(encoding="utf-8"))
    return list(found.values())


def _navigation(root: HtmlElement) -> Iterator[tuple[str, str]]:
    """(section, address) of every link of the navigation that leads to a page."""
    for link in root.xpath(f"{_NAVIGATION}//a[@href]"):
        address = str(link.get("href"))
        if address.endswith("/"):
            yield " ".join(str(link.xpath(_SECTION)).split()), address


# Our own list of pages, or that of the theme where it is built without our frame.
_NAVIGATION = "//nav[@id='pages' or contains(@class, 'md-nav--primary')]"
# The line above the list in which a link stands.
_SECTION = (
    "string((ancestor::ul[1]/preceding-sibling::*[1][self::p] | ancestor::li[2]/label[1])[1])"
)
