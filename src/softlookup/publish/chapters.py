"""The pages as chapters of a book: what is read of them, without what moves, with links inside the book."""

import copy
import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml.html import HtmlElement

from softlookup.publish.page import Page, read, words
from softlookup.verify.lists import names
from softlookup.verify.pages import classes

# (chapter, anchor) -> the address inside the book
Address = Callable[[str, str], str]
_MOVES = frozenset(
    names("script style template button input select textarea form quiz-question endless-exercise")
)
# Pages that are searched, filled in or run, and not read: they stay on the site.
_LOOKED_UP = frozenset(
    names("snippets translate doctor exercises exam numbers errata contributing")
)
# Tasks that only a keyboard or a finger can do.
_TYPED = "descendant::faded-line or descendant::order-lines"
_UNREAD = {"headerlink", "where", "room", "filter"}
_POINTERS = ("aria-labelledby", "aria-describedby", "for")
_PAINTS = ("clip-path", "fill", "stroke", "mask", "filter", "marker-end", "marker-start")


@dataclass(frozen=True)
class Chapter:
    """One page of the book."""

    key: str  # soft-lookup
    title: str
    section: str
    body: HtmlElement


def chapters(site: Path, address: Address, prefix: str) -> list[Chapter]:
    """The pages to be read, in order; `prefix` with the chapter's key keeps ids apart where all share one file."""
    pages = [page for page in read(site) if page.key not in _LOOKED_UP]
    keys = {page.name: page.key for page in pages}
    return [_chapter(page, keys, address, prefix.format(key=page.key)) for page in pages]


def _chapter(page: Page, keys: dict[str, str], address: Address, prefix: str) -> Chapter:
    body = copy.deepcopy(page.article)
    _drop(body)
    for element in body.iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag == "details":
            element.set("open", "open")
        _point(element, prefix)
        if element.tag == "a" and element.get("href"):
            _lead(element, page, keys, address)
    body.tag = "section"
    return Chapter(page.key, page.title, page.section, body)


def _drop(body: HtmlElement) -> None:
    """Take out what only a browser with a script can use; the words behind it stay."""
    for element in list(body.iter()):
        if element is body or element.getparent() is None:
            continue
        moves = not isinstance(element.tag, str) or element.tag in _MOVES
        fold = element.tag == "details" and _is_for_a_screen(element)
        if moves or fold or _UNREAD.intersection(classes(element)):
            element.drop_tree()


def _is_for_a_screen(fold: HtmlElement) -> bool:
    """Whether a fold holds the code of a check, or lines to be typed and moved."""
    return words(fold[0]) == "The check" or bool(fold.xpath(_TYPED))


def _point(element: HtmlElement, prefix: str) -> None:
    """Give ids and what refers to them the prefix of the chapter."""
    if not prefix:
        return
    if element.get("id"):
        element.set("id", f"{prefix}{element.get('id')}")
    for name in _POINTERS:
        if element.get(name):
            element.set(name, " ".join(f"{prefix}{one}" for one in element.get(name).split()))
    for name in _PAINTS:
        if "url(#" in (element.get(name) or ""):
            element.set(name, element.get(name).replace("url(#", f"url(#{prefix}"))
    if element.tag == "use" and (element.get("href") or "").startswith("#"):
        element.set("href", f"#{prefix}{element.get('href')[1:]}")


def _lead(link: HtmlElement, page: Page, keys: dict[str, str], address: Address) -> None:
    """A link to a page leads to its chapter; a file of the site is named by its words alone."""
    parts = urlsplit(link.get("href"))
    if parts.scheme:
        return
    folder = posixpath.dirname(page.name)
    name = posixpath.normpath(posixpath.join(folder, unquote(parts.path))) if parts.path else ""
    target = page.name if not name else posixpath.normpath(posixpath.join(name, "index.html"))
    link.attrib.pop("download", None)
    if target in keys:
        link.set("href", address(keys[target], unquote(parts.fragment)))
    else:
        del link.attrib["href"]


def sections(book: list[Chapter]) -> Iterator[tuple[str, list[Chapter]]]:
    """The chapters by the parts of the book."""
    for name in dict.fromkeys(chapter.section for chapter in book):
        yield name or "Start", [chapter for chapter in book if chapter.section == name]
