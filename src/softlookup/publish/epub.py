"""The site as an ePub 3, with formulas as MathML and figures as SVG: `make book`.

python -m softlookup.publish.epub site/ dist/
"""

import re
import sys
from collections.abc import Mapping
from html import escape
from pathlib import Path
from uuid import NAMESPACE_OID, uuid5

from lxml import etree
from lxml.html import HtmlElement

from softlookup.ink import LIGHT, LIGHT_MAP, MAP, NAMES
from softlookup.publish import mark, zipped
from softlookup.publish.chapters import Chapter, chapters, sections
from softlookup.publish.facts import AUTHORS, LICENCE, Facts, facts

ROOT = Path(__file__).parents[3]
_CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
_PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>{title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>{body}</body>
</html>
"""
# Names of SVG that HTML does not distinguish by case, and XML does.
_CASED = ("viewBox", "preserveAspectRatio", "clipPath", "clipPathUnits", "linearGradient", "gradientUnits",
          "gradientTransform", "patternUnits", "patternTransform", "markerWidth", "markerHeight", "refX",
          "refY", "textLength", "lengthAdjust", "foreignObject", "tspan")  # fmt: skip
_LOWERED = {name.lower(): name for name in _CASED}
# What a page needs on a screen and no reader of books understands.
_DROPPED = re.compile(
    r"^(data-.*|style|tabindex|popover|on.*|aria-live|aria-controls|aria-expanded|download|markdown)$"
)
_STYLE = """body { font-family: serif; line-height: 1.45; }
pre { white-space: pre-wrap; font-size: 0.8em; }
code { font-family: monospace; font-size: 0.9em; }
table { border-collapse: collapse; font-size: 0.9em; }
th, td { padding: 0.2em 0.6em; border-bottom: 1px solid #d9d6cd; text-align: left; vertical-align: top; }
figure { margin: 1em 0; } figcaption { font-size: 0.9em; color: #575d68; }
summary { font-weight: bold; } .formula { margin: 1em 0; text-align: center; overflow-x: auto; }
.answer { font-size: 1.1em; } .unseen { font-size: 0.8em; color: #575d68; }
svg { width: 100%; height: auto; } svg text { font-family: sans-serif; }
"""


def address(key: str, anchor: str) -> str:
    """A place in the file of a chapter."""
    return f"{key}.xhtml#{anchor}" if anchor else f"{key}.xhtml"


def style() -> str:
    """The style of the book: the inks of the light scheme by name, for readers that know no variables."""
    inks = {NAMES[stand_in]: colour for stand_in, colour in LIGHT.items()}
    steps = [f"map-{band}" for band in range(len(MAP))]
    inks |= dict(zip(steps, _map(len(steps)), strict=True))
    rules = [
        f".fill-{name} {{ fill: {ink}; }} .stroke-{name} {{ stroke: {ink}; }}"
        for name, ink in inks.items()
    ]
    return _STYLE + "\n".join(rules) + "\n"


_LOW, _MID, _HIGH = (bytes.fromhex(colour[1:]) for colour in LIGHT_MAP)


def _map(count: int) -> list[str]:
    """Even steps from the lowest answer over the middle to the highest."""
    colours = []
    for step in range(count):
        share = 2 * step / (count - 1)
        low, high = (_LOW, _MID) if share <= 1 else (_MID, _HIGH)
        part = share if share <= 1 else share - 1
        mixed = [round(a + part * (b - a)) for a, b in zip(low, high, strict=True)]
        colours.append("#{:02x}{:02x}{:02x}".format(*mixed))
    return colours


def _clean(element: HtmlElement) -> None:
    """Make one element something that XHTML has, in the case that SVG wants."""
    tag = element.tag
    if "-" in tag:
        element.tag = "div"
    elif tag == "data":
        element.tag = "span"
        element.attrib.pop("value", None)
    elif tag in _LOWERED:
        element.tag = _LOWERED[tag]
    for name in list(element.attrib):
        value = element.attrib[name]
        if _DROPPED.match(name) or ":" in name:
            del element.attrib[name]
        elif name in _LOWERED:
            del element.attrib[name]
            element.set(_LOWERED[name], value)
    if element.tag == "div" and element.get("for"):
        del element.attrib["for"]


def xhtml(chapter: Chapter, anchors: Mapping[str, set[str]]) -> str:
    """A chapter as a file of the book."""
    for empty in chapter.body.xpath(".//*[local-name()='path'][not(@d)]"):
        empty.drop_tree()  # a script would draw it
    for element in chapter.body.iter():
        if isinstance(element.tag, str):
            _clean(element)
            _mend_link(element, anchors)
    for label in list(chapter.body.iter("label", "legend", "fieldset")):
        label.attrib.pop("for", None)
        label.tag = "div"
    _lift_blocks(chapter.body)
    body = etree.tostring(chapter.body, method="xml", encoding="unicode")
    body = re.sub(r"<svg(?=[\s>])", '<svg xmlns="http://www.w3.org/2000/svg"', body)
    body = re.sub(
        r"<math(?=[\s>])(?! xmlns)", '<math xmlns="http://www.w3.org/1998/Math/MathML"', body
    )
    return _PAGE.format(title=escape(chapter.title), body=body)


_BLOCKS = {"div", "p", "table", "ul", "ol", "details", "figure", "pre", "section"}


def _lift_blocks(body: HtmlElement) -> None:
    """A paragraph or a line that holds a block becomes a block itself."""
    for element in list(body.iter("p", "span")):
        if any(inner.tag in _BLOCKS for inner in element.iterdescendants()):
            element.tag = "div"


def _mend_link(element: HtmlElement, anchors: Mapping[str, set[str]]) -> None:
    """A link to a place that stayed on the screen leads to the beginning of its chapter."""
    file, _, anchor = (element.get("href") or "").partition("#")
    if element.tag == "a" and file in anchors and anchor and anchor not in anchors[file]:
        element.set("href", file)


def epub(site: Path, target: Path) -> Path:
    """Write the book, the same bytes every time, and say where it is."""
    about = facts(ROOT / "CITATION.cff")
    book = chapters(site, address, "")
    anchors = {f"{one.key}.xhtml": {str(i) for i in one.body.xpath(".//@id")} for one in book}
    texts = {f"{one.key}.xhtml": xhtml(one, anchors) for one in book}
    files = {
        "mimetype": b"application/epub+zip",
        "META-INF/container.xml": _CONTAINER.encode(),
        "book/package.opf": package(about, texts).encode(),
        "book/nav.xhtml": contents(about, book).encode(),
        "book/style.css": style().encode(),
        "book/cover.png": mark.icon(1200, ground=True),
        **{f"book/{name}": text.encode() for name, text in texts.items()},
    }
    written = target / f"{about.file}.epub"
    zipped.write(written, files, stored=frozenset({"mimetype"}))
    return written


def package(about: Facts, texts: Mapping[str, str]) -> str:
    """What the book consists of, and in which order it is read."""
    items = [
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
        '<item id="style" href="style.css" media-type="text/css"/>',
        '<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>',
    ]
    order = ['<itemref idref="nav"/>']
    for name, text in texts.items():
        held = [what for what, sign in (("mathml", "<math "), ("svg", "<svg ")) if sign in text]
        told = f' properties="{" ".join(held)}"' if held else ""
        identity = f"c-{name.removesuffix('.xhtml')}"
        items.append(
            f'<item id="{identity}" href="{name}" media-type="application/xhtml+xml"{told}/>'
        )
        order.append(f'<itemref idref="{identity}"/>')
    identity = f"urn:uuid:{uuid5(NAMESPACE_OID, f'{about.name} {about.version}')}"
    return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">{identity}</dc:identifier>
<dc:title>{escape(about.title)}</dc:title><dc:language>en</dc:language><dc:creator>{AUTHORS}</dc:creator>
<dc:date>{about.released}</dc:date><dc:rights>{LICENCE}</dc:rights>
<meta property="dcterms:modified">{about.released}T00:00:00Z</meta>
</metadata>
<manifest>
{_lines(items)}</manifest>
<spine>
{_lines(order)}</spine>
</package>
"""


def _lines(items: list[str]) -> str:
    return "".join(f"{item}\n" for item in items)


def contents(about: Facts, book: list[Chapter]) -> str:
    """The contents, which a reader also shows in its own menu."""
    parts = []
    for section, members in sections(book):
        lines = "".join(
            f'<li><a href="{one.key}.xhtml">{escape(one.title)}</a></li>' for one in members
        )
        parts.append(f"<li><span>{escape(section)}</span><ol>{lines}</ol></li>")
    body = f'<nav epub:type="toc"><h1>Contents</h1><ol>{"".join(parts)}</ol></nav>'
    return _PAGE.format(title=escape(about.title), body=body)


if __name__ == "__main__":
    if len(sys.argv) != 3 or not Path(sys.argv[1], "index.html").exists():
        sys.exit("name a finished site and a folder: python -m softlookup.publish.epub site/ dist/")
    Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    print(epub(Path(sys.argv[1]), Path(sys.argv[2])))
