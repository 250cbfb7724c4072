"""What a browser fetches without being asked: it must lie in the site."""

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

from softlookup.verify.finding import Finding
from softlookup.verify.links import is_inside
from softlookup.verify.lists import names
from softlookup.verify.pages import Page

# Attributes that name something to fetch, and elements whose address is fetched.
_ATTRIBUTES = (
    "src", "srcset", "imagesrcset", "poster", "background", "action", "formaction", "ping", "manifest",
    "srcdoc", "codebase", "archive", "lowsrc", "dynsrc",
)  # fmt: skip
# Relations that fetch nothing.
_QUIET = frozenset(
    names("canonical alternate next prev author license help search me bookmark up first last tag")
)
_LISTS = frozenset({"srcset", "imagesrcset"})
_REFRESH = re.compile(r"url\s*=\s*['\"]?([^'\"]+)", re.I)
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)")
_IN_CSS = re.compile(
    r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)|image-set\(\s*["']([^"']+)""", re.I
)
_IN_JS = re.compile(r"""["'`]\s*((?:https?:|wss?:)?\\?/\\?/[\w-]+(?:\.[\w-]+)+[^"'`\s]*)""", re.I)
_SHIP = "put the file into docs/assets and load it from there"


def addresses(page: Page) -> list[str]:
    """Everything that the page makes a browser fetch, once each."""
    if page.fetched is None:
        page.fetched = list(dict.fromkeys(address.strip() for address in _addresses(page)))
    return page.fetched


def _addresses(page: Page) -> Iterator[str]:
    yield from (
        address for name in _ATTRIBUTES for e in page.having(name) for address in _of(e, name)
    )
    yield from (element.get("data") or "" for element in page.tagged("object"))
    for element in page.tagged("image", "use", "feimage"):
        yield element.get("href") or element.get("xlink:href") or ""
    for element in page.tagged("link"):
        if not set((element.get("rel") or "").lower().split()) <= _QUIET:
            yield element.get("href") or ""
    yield from (element.get("href") or "" for element in page.tagged("base"))
    for element in page.having("http-equiv"):
        if element.get("http-equiv").lower() == "refresh":
            yield from _REFRESH.findall(element.get("content") or "")
    yield from _written(page)


def _of(element: HtmlElement, name: str) -> Iterator[str]:
    value = element.get(name) or ""
    if name in _LISTS:
        yield from (entry.split()[0] for entry in value.split(",") if entry.strip())
    elif name == "srcdoc":
        yield from in_script(value)
        yield from in_css(value)
    else:
        yield value


def _written(page: Page) -> Iterator[str]:
    """What the styles and scripts that are written into a page fetch."""
    styles = {element.get("style") or "" for element in page.having("style")}
    styles |= {element.text or "" for element in page.tagged("style")}
    scripts = [script.text or "" for script in page.tagged("script") if _runs(script)]
    handlers = [name for name in page.attributes if name.startswith("on")]
    scripts += [element.get(name) or "" for name in handlers for element in page.having(name)]
    yield from (address for style in sorted(styles) for address in in_css(style))
    yield from (address for script in scripts for address in in_script(script))


def _runs(script: HtmlElement) -> bool:
    """Whether a browser runs what is written into it; a block of data names addresses and fetches none."""
    return not script.get("src") and script.get("type") != "application/ld+json"


def in_css(style: str) -> Iterator[str]:
    """Everything that a style sheet fetches."""
    if "url" not in style.lower() and "import" not in style.lower() and "\\" not in style:
        return
    style = _ESCAPE.sub(_unescaped, _COMMENT.sub("", style))
    for groups in _IN_CSS.findall(style):
        yield from (address.strip() for address in groups if address)


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else str(found[2])


def in_script(script: str) -> Iterator[str]:
    """Addresses of other sites in a script."""
    for address in _IN_JS.findall(script):
        yield address.replace("\\/", "/")


def about_loads(page: Page) -> Iterator[Finding]:
    """What a page fetches from another site."""
    for address in addresses(page):
        if is_elsewhere(address):
            what = f"a reader’s browser would fetch {address[:100]}"
            yield Finding(page.name, "load", what, _SHIP, needle=address)


def is_elsewhere(address: str) -> bool:
    """Whether fetching an address leaves the site; what is written into the page does not."""
    return not address.strip().lower().startswith(("data:", "blob:", "about:")) and not is_inside(
        address
    )


def local(page: Page) -> list[str]:
    """What a page fetches from its own site."""
    return [a for a in addresses(page) if a and not a.startswith("#") and is_inside(a)]


def of_file(name: str, text: str) -> Iterator[Finding]:
    """What a style sheet, a picture or a script of the site fetches from another one."""
    found = in_script(text) if name.endswith((".js", ".mjs")) else in_css(text)
    if name.endswith((".svg", ".webmanifest")):
        found = iter(
            [*found, *re.findall(r"""(?:href|src)["']?\s*[:=]\s*["']([^"'#][^"']*)""", text)]
        )
    for address in dict.fromkeys(found):
        if is_elsewhere(address):
            what = f"a reader’s browser would fetch {address[:100]}"
            yield Finding(name, "load", what, _SHIP, needle=address)
