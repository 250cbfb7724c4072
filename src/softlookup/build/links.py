"""Where links go: those that code prints, and a walk over every link of the finished site."""

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

_PRINTED = re.compile(r'(<a\b[^>]*?\shref=")([^":?#]+\.(?:md|ipynb|py))(#[^"]*)?(")')
# Attributes that make a browser fetch something, unlike an <a href>.
_LOADS = {"src", "srcset", "poster", "data", "action", "formaction"}
_LOADING_LINKS = {"stylesheet", "preload", "modulepreload", "preconnect", "dns-prefetch", "icon"}
_TAG = re.compile(r"<([a-zA-Z][\w-]*)((?:\s[^<>]*)?)>")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(["'])(.*?)\2""", re.S)
_DRAWN = re.compile(r"(?<=<svg ).*?</svg>|<math.*?</math>|<pre.*?</pre>|<!--.*?-->", re.S)
_OFFSITE = re.compile(r"^(?:https?:)?//", re.I)
_IN_CSS = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s]+)""", re.I)
_IN_JS = re.compile(r"""["'`]((?:https?:)?//[\w-]+\.[^"'`\s]*)""", re.I)


def rewrite(html: str, address: Callable[[str], str | None]) -> str:
    """Turn links to `page.md`, printed by code or in a notebook, into links to the built page."""

    def replace(link: re.Match[str]) -> str:
        itself = " download" in link[1] and link[2].endswith(".ipynb")  # the file, not its page
        target = None if itself else address(link[2])
        return f"{link[1]}{target}{link[3] or ''}{link[4]}" if target is not None else link[0]

    return _PRINTED.sub(replace, html)


@dataclass
class Page:
    """What one built page defines, links to and loads."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)


def read(html: str) -> Page:
    """The ids, links and loads of one built page; what is drawn inside a figure has none."""
    page = Page()
    for tag, attributes in _TAG.findall(_DRAWN.sub("", html)):
        given = {name.lower(): unescape(value) for name, _, value in _ATTRIBUTE.findall(attributes)}
        page.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag in {"a", "area"} and "href" in given:
            page.links.append(given["href"])
        if tag == "link" and set(given.get("rel", "").lower().split()) & _LOADING_LINKS:
            page.loads.append(given.get("href", ""))
        page.loads += [given[name].split()[0] for name in _LOADS if given.get(name, "").strip()]
        page.loads += _IN_CSS.findall(given.get("style", ""))
    return page


def dead(site: Path) -> Iterator[tuple[str, str, str]]:
    """(page, link, why) of every link and every load that leads nowhere inside the site."""
    pages = {
        path.relative_to(site).as_posix(): read(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }
    for name, page in pages.items():
        for link in dict.fromkeys(page.links + page.loads):
            why = _trouble(link, name, site, pages)
            if why and name != "404.html":  # its links are absolute: it is served at any depth
                yield name, link, why


def _trouble(link: str, name: str, site: Path, pages: dict[str, Page]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or link.startswith(("mailto:", "data:")):
        return ""
    folder = posixpath.dirname(name)
    target = posixpath.normpath(posixpath.join(folder, unquote(parts.path))) if parts.path else name
    if target.startswith(("..", "/")):
        return "leads out of the site"
    if (site / target).is_dir():
        target = posixpath.normpath(posixpath.join(target, "index.html"))
    if not (site / target).is_file():
        return "there is no such file"
    known = pages.get(target)
    # __… are targets that the theme's own script makes.
    if parts.fragment and known and unquote(parts.fragment) not in known.ids:
        return "" if parts.fragment.startswith("__") else "there is no such anchor"
    return ""


def offsite(site: Path, theirs: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """(file, address) of everything that a browser would fetch from another origin.

    `theirs` names files of the theme: their scripts hold addresses for features that are off.
    """
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        for address in dict.fromkeys(_fetched(path, theirs(name))):
            yield name, address


def _fetched(path: Path, theirs: bool) -> list[str]:
    if path.suffix not in {".html", ".css", ".svg", ".js", ".mjs"}:
        return []
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return _fetched_by_html(text)
    if path.suffix in {".css", ".svg"}:
        return _IN_CSS.findall(text)
    return [] if theirs else _IN_JS.findall(text)


def _fetched_by_html(text: str) -> list[str]:
    styles = "".join(re.findall(r"<style.*?</style>", text, re.S))
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", text, re.S)
    return (
        [load for load in read(text).loads if _OFFSITE.match(load)]
        + _IN_CSS.findall(styles)
        + [address for script in scripts for address in _IN_JS.findall(script)]
    )
