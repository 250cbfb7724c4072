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
_DRAWN = re.compile(r"(?<=<svg ).*?</svg>|<math\b.*?</math>|<pre\b.*?</pre>|<!--.*?-->", re.S)
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


def texts(site: Path) -> dict[str, str]:
    """Every page, style and script of a site, by name."""
    return {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(site.rglob("*"))
        if path.suffix in {".html", ".css", ".svg", ".js", ".mjs"}
    }


def pages(found: dict[str, str]) -> dict[str, Page]:
    """What each page defines, links to and loads."""
    return {name: read(text) for name, text in found.items() if name.endswith(".html")}


def dead(site: Path, known: dict[str, Page]) -> Iterator[tuple[str, str, str]]:
    """(page, link, why) of every link and every load that leads nowhere inside the site."""
    for name, page in known.items():
        for link in dict.fromkeys(page.links + page.loads):
            why = _trouble(link, name, site, known)
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


def offsite(
    found: dict[str, str], known: dict[str, Page], theirs: Callable[[str], bool]
) -> Iterator[tuple[str, str]]:
    """(file, address) of everything that a browser would fetch from another origin.

    `theirs` names files of the theme: their scripts hold addresses for features that are off.
    """
    for name, text in found.items():
        if name in known:
            addresses = [load for load in known[name].loads if _OFFSITE.match(load)] + _inline(text)
        elif name.endswith((".css", ".svg")):
            addresses = _IN_CSS.findall(text)
        else:
            addresses = [] if theirs(name) else _IN_JS.findall(text)
        for address in dict.fromkeys(addresses):
            yield name, address


def _inline(text: str) -> list[str]:
    """What styles and scripts written into a page would fetch."""
    styles = "".join(re.findall(r"<style.*?</style>", text, re.S))
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", text, re.S)
    return _IN_CSS.findall(styles) + [a for script in scripts for a in _IN_JS.findall(script)]
