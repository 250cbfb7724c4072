"""Where the links of a page lead, and whether there is anything."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from lxml.etree import XPath
from lxml.html import HtmlElement

from softlookup.verify.finding import Finding
from softlookup.verify.lists import names
from softlookup.verify.pages import Page, excerpt_of, heading_of, is_in_part

NOT_FOUND = "404.html"  # the page for dead addresses
_NAMED_INSIDE = XPath(
    "boolean(.//@aria-label | .//@title | .//img[@alt != ''] | .//*[local-name()='title'])"
)


def ids(page: Page) -> list[str]:
    """Every address on a page, as often as it is given."""
    given = [str(element.get("id")) for element in page.having("id")]
    return given + [
        str(a.get("name")) for a in page.tagged("a") if a.get("name") and not a.get("id")
    ]


def about_links(page: Page) -> Iterator[Finding]:
    """What can be said about a page's links without looking at other pages."""
    for element in page.tagged("a", "area"):
        href = element.get("href", element.get("xlink:href"))
        if href is None:
            if not (element.get("id") or element.get("name")):
                yield _at(page, element, "a link without an address", "give it one, or take it out")
        elif not href.strip() or href.strip() == "#":
            yield _at(page, element, f"the link “{href}” leads nowhere", "give it an address")
        elif href.strip().lower().startswith(("javascript:", "vbscript:", "data:", "file:")):
            what = f"the link {href[:60]} is no address"
            yield _at(page, element, what, "link to a page, or to another site with https:")
        elif not _has_words(element):
            what = f"the link {href} has no words"
            yield _at(page, element, what, "say where it leads: [words](address)")


def _has_words(element: HtmlElement) -> bool:
    words = "".join(element.itertext()).strip()
    spoken = element.get("aria-label") or element.get("title") or element.get("alt")
    return bool(words or spoken or _NAMED_INSIDE(element))


def _at(page: Page, element: HtmlElement, what: str, remedy: str) -> Finding:
    return Finding(page.name, "link", what, remedy, heading_of(element), excerpt_of(element))


@dataclass(frozen=True)
class Target:
    """Where a link leads, and its words."""

    address: str
    words: str


def targets(page: Page) -> list[Target]:
    """Every link that stays in the site; the first of each address."""
    found: dict[str, Target] = {}
    for element in page.tagged("a", "area"):
        address = (element.get("href") or element.get("xlink:href") or "").strip()
        if address and address != "#" and address not in found and is_inside(address):
            words = excerpt_of(element) if len(element) else " ".join((element.text or "").split())
            found[address] = Target(address, words)
    return list(found.values())


def typed(page: Page) -> list[Target]:
    """Every link to a whole page of the site that a sentence of this one has."""
    found = {}
    for element in page.tagged("a"):
        address = (element.get("href") or "").strip()
        around = {above.tag for above in element.iterancestors()}
        in_text = "article" in around and not around & _FRAME
        if in_text and not is_in_part(element) and _is_page(address):
            target = Target(address, excerpt_of(element))
            found[target] = target
    return list(found)


_FRAME = {"nav", "header", "footer", "aside"}


def _is_page(address: str) -> bool:
    parts = urlsplit(_cleaned(address))
    path = parts.path.endswith(("/", ".html")) or parts.path in (".", "..")
    return bool(path and is_inside(address) and not parts.fragment)


def subject(page: Page) -> frozenset[str]:
    """What a page is about: the words of its headings, folds, description and address."""
    named = [page.name.replace("/", " ")]
    for element in page.tagged("h1", "h2", "h3", "summary"):
        if not is_in_part(element):
            named.append(" ".join(element.itertext()))
    named += page.root.xpath("head/meta[@name='description']/@content")
    return frozenset().union(*map(stems, named))


_WORD = re.compile(r"[^\W\d_]{3,}")
_ENDINGS = ("isation", "ization", "ing", "ies", "ed", "es", "s", "ly", "al", "e", "y")
_LENGTH = 6  # letters by which words are compared: similarity and similar are the same
_SAY_NOTHING = frozenset(
    names(
        "the and for its are how what when where why which who this that these those one two all each "
        "every not you your our can does see here page pages site more than into there then but has have "
        "was were their them they only other another own index html"
    )
)


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The words of a text that say something, without their endings; all of them, if none does."""
    words = {word.lower() for word in _WORD.findall(text)}
    return frozenset(_stem(word)[:_LENGTH] for word in words - _SAY_NOTHING or words)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def is_astray(target: Target, name: str, there: "Map") -> bool:
    """Whether the words of a link have nothing to do with the page that it leads to."""
    folder = posixpath.dirname(name)
    path = posixpath.normpath(posixpath.join(folder, unquote(urlsplit(target.address).path)))
    path = path if path in there.files else posixpath.normpath(posixpath.join(path, "index.html"))
    about = there.subjects.get(path, frozenset())
    return bool(about) and not stems(target.words) & about


def is_inside(address: str) -> bool:
    """Whether an address stays in the site."""
    parts = urlsplit(_cleaned(address))
    return not parts.scheme and not parts.netloc


def _cleaned(address: str) -> str:
    """An address as a browser understands it: no line breaks in it, backslashes are slashes."""
    return "".join(c for c in address if c not in "\t\r\n").strip().replace("\\", "/")


@dataclass(frozen=True)
class Map:
    """What there is to link to."""

    files: set[str]
    anchors: Mapping[str, set[str]]  # the ids of every page
    subjects: Mapping[str, frozenset[str]]  # what every page is about
    root: str  # the folder of the server that the site lies in, such as / or /soft-lookup/


def root_of(loads: Iterable[str], files: set[str]) -> str:
    """Where the site lies on its server, as the page for dead addresses knows it from what it loads."""
    for load in loads:
        steps = load.split("/")[1:]
        for start in range(len(steps)):
            if load.startswith("/") and "/".join(steps[start:]) in files:
                return "/" + "".join(f"{step}/" for step in steps[:start])
    return "/"


def trouble(address: str, name: str, there: Map) -> str:
    """Why an address on the page `name` leads nowhere, or nothing."""
    parts = urlsplit(_cleaned(address))
    path, folder = unquote(parts.path), posixpath.dirname(name)
    if path.startswith("/"):
        # The page for dead addresses is served at any depth; any other must work from any folder.
        if name != NOT_FOUND or not path.startswith(there.root):
            return "it starts at the root of the server, and the site may lie in a folder"
        path, folder = path.removeprefix(there.root) or ".", ""
    target = posixpath.normpath(posixpath.join(folder, path)) if path else name
    if target.startswith(".."):
        return "it leads out of the site"
    if target not in there.files:
        target = posixpath.normpath(posixpath.join(target, "index.html"))
    if target not in there.files:
        return "there is no such file"
    fragment = unquote(parts.fragment)
    if fragment and target in there.anchors:
        return "" if fragment in there.anchors[target] else "there is no such anchor"
    return ""
