"""Whether a page is whole: tags closed, ids given once, headings and footer where they belong."""

import re
from collections import Counter
from collections.abc import Iterator

from lxml.html import HtmlElement

from softlookup.verify.finding import Finding
from softlookup.verify.links import ids
from softlookup.verify.lists import names
from softlookup.verify.pages import Page, classes, excerpt_of, heading_of, is_in_part

# Tags that must be closed. Browsers forgive an open one by putting the rest of the page inside it.
_CLOSED = frozenset(
    names(
        "a abbr article aside b blockquote body button caption cite code data dd del details dfn div dl em "
        "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header html i iframe ins kbd label legend "
        "main mark math nav ol pre q s samp section select small span strong sub summary sup svg table "
        "textarea time u ul var video audio canvas object"
    )
)
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|title|textarea|svg|math)\b.*?</\1\s*>"
    r"|<(/?)([a-zA-Z][a-zA-Z0-9-]*)([^>]*)>",
    re.S,
)
_BOXES = ("details", "blockquote", "li", "td", "th", "figure", "summary", "p")
_CLOSE_IT = "close the tag, and leave blank lines around it"


def about_shape(page: Page) -> Iterator[Finding]:
    """Everything about the frame of a page, not its words."""
    yield from _tags(page)
    yield from _ids(page)
    yield from _frame(page)
    yield from _headings(page)
    yield from _details(page)
    yield from _images(page)
    yield from _pointers(page)
    yield from _frames(page)


def _tags(page: Page) -> Iterator[Finding]:
    """The first tag that is not closed, or closed without having been opened."""
    opened: list[re.Match[str]] = []
    for token in _TOKEN.finditer(page.text):
        name = (token[3] or "").lower()
        if name not in _CLOSED or token[4].endswith("/"):
            continue
        if not token[2]:
            opened.append(token)
        elif opened and opened[-1][3].lower() == name:
            opened.pop()
        else:
            open_ones = [one[3].lower() for one in opened]
            if name in ("svg", "math") and name not in open_ones:
                continue  # of a picture inside a picture
            inner = opened[-1] if opened else token
            lost = inner if name in open_ones else token
            yield _tag(page, lost, "is never closed" if lost is inner else "closes nothing")
            return
    if opened:
        yield _tag(page, opened[-1], "is never closed")


def _tag(page: Page, token: re.Match[str], trouble: str) -> Finding:
    after = re.sub(r"<[^>]*>", " ", page.text[token.end() : token.end() + 400])
    what = f"the tag {token[0][:60]} {trouble}"
    return Finding(page.name, "shape", what, _CLOSE_IT, excerpt=" ".join(after.split())[:60])


def _ids(page: Page) -> Iterator[Finding]:
    for identity, times in Counter(ids(page)).items():
        if times > 1:
            what = f"the id {identity!r} is given {times} times"
            yield Finding(page.name, "id", what, "give each place its own: { #another-id }")
        elif not identity.strip() or re.search(r"\s", identity):
            what = f"the id {identity!r} cannot be linked to"
            yield Finding(page.name, "id", what, "write it in one word: { #one-word }")


def _frame(page: Page) -> Iterator[Finding]:
    if not page.root.xpath("//html/@lang"):
        yield Finding(page.name, "shape", "the page has no language", 'write <html lang="en">')
    if not page.root.xpath("normalize-space(//head/title)"):
        yield Finding(page.name, "shape", "the page has no title", "give it a heading of one #")
    number = len(list(page.tagged("h1")))
    if number != 1:
        what = f"the page has {number} main headings"
        yield Finding(page.name, "shape", what, "give it one line that begins with a single #")
    if len(list(page.tagged("main"))) != 1:
        yield Finding(page.name, "shape", "the page has not one <main>", _CLOSE_IT)
    footers = list(page.tagged("footer"))
    if not footers:
        yield Finding(page.name, "shape", "the page ends without its footer", _CLOSE_IT)
    for footer in footers:
        if any(above.tag == "main" for above in footer.iterancestors()):
            yield _at(page, footer, "the footer stands inside the text", _CLOSE_IT)


def _headings(page: Page) -> Iterator[Finding]:
    for heading in page.tagged("h1", "h2", "h3", "h4", "h5", "h6"):
        if not "".join(heading.itertext()).replace("¶", "").strip():
            yield _at(page, heading, "a heading has no words", "write some, or take it out")
        box = next((above for above in heading.iterancestors() if _is_box(above)), None)
        if box is not None and heading.tag not in ("h1", "h2") and "deeper" in classes(box):
            continue  # a fold may have headings of its own below those of the page
        if box is not None and not is_in_part(heading):
            name = " ".join([box.tag, *classes(box)])
            what = f"the heading stands inside a <{name}>, which swallows the rest of the page"
            yield _at(page, heading, what, "close what stands above it")


def _is_box(element: HtmlElement) -> bool:
    return element.tag in _BOXES or "admonition" in classes(element)


def _details(page: Page) -> Iterator[Finding]:
    for details in page.tagged("details"):
        first = next((child for child in details if isinstance(child.tag, str)), None)
        if first is None or first.tag != "summary" or not "".join(first.itertext()).strip():
            yield _at(page, details, "a fold has no line to click", "begin it with a <summary>")
        elif not "".join(details.itertext()).replace("".join(first.itertext()), "", 1).strip():
            yield _at(page, details, "there is nothing behind a fold", "indent what belongs in it")
        if any(
            above.tag == "details" and "option" in classes(above)
            for above in details.iterancestors()
        ):
            yield _at(page, details, "a fold stands inside an answer", "close the one above it")


def _images(page: Page) -> Iterator[Finding]:
    buttons = [e for e in page.tagged("input") if (e.get("type") or "").lower() == "image"]
    for image in [*page.tagged("img"), *page.tagged("area"), *buttons]:
        if not (image.get("alt") or "").strip():
            what = f"the image {(image.get('src') or '')[:60]} has no text"
            yield _at(page, image, what, "say what it shows: ![what it shows](address)")
    for picture in filter(_needs_words, page.tagged("svg")):
        titles = [child for child in picture if child.tag in ("title", "desc") and child.text]
        if not titles and not picture.get("aria-label") and not picture.get("aria-labelledby"):
            what = "a picture has no text"
            yield _at(page, picture, what, "give it a caption and point to it with aria-labelledby")


def _needs_words(picture: HtmlElement) -> bool:
    """A picture of its own does; an icon beside words and a piece of a picture do not."""
    around = [above.tag for above in picture.iterancestors()]
    drawn = picture.get("role") == "img" or "figure" in around
    return drawn and "svg" not in around and picture.get("aria-hidden") != "true"


def _pointers(page: Page) -> Iterator[Finding]:
    known = set(ids(page))
    for name in ("aria-labelledby", "aria-describedby", "for"):
        for element in page.having(name):
            for target in (element.get(name) or "").split():
                if target not in known:
                    what = f"{name} points to {target!r}, which is not on the page"
                    yield _at(page, element, what, "give the caption that id")


def _frames(page: Page) -> Iterator[Finding]:
    for frame in page.tagged("iframe", "frame", "embed", "object", "applet", "portal"):
        what = f"a <{frame.tag}> shows what no check can read"
        yield _at(page, frame, what, "put its text into the page, or link to it")


def _at(page: Page, element: HtmlElement, what: str, remedy: str) -> Finding:
    return Finding(page.name, "shape", what, remedy, heading_of(element), excerpt_of(element))
