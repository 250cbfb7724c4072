"""Whether every line and letter of a picture follows the theme: any other ink vanishes in the dark."""

import re
from collections.abc import Iterator

from lxml.etree import XPath
from lxml.html import HtmlElement

from softlookup.verify.finding import Finding
from softlookup.verify.pages import Page, excerpt_of, heading_of, is_in_part

_INKS = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color", "background")
# A swatch is a value that happens to be a colour.
_INK_ATTRIBUTES = XPath(
    " | ".join(f"descendant-or-self::*[not(@class='swatch')]/@{name}" for name in _INKS),
    smart_strings=False,
)
_STYLES = XPath("descendant-or-self::*/@style | descendant::style/text()", smart_strings=False)
_DECLARED = re.compile(rf"(?:^|[;{{\s])({'|'.join(_INKS)})\s*:\s*([^;}}]+)", re.I)
_THEMED = re.compile(
    r"^(?:none|transparent|currentcolor|inherit|unset|context-(?:fill|stroke)|var\(--[\w-]+\)|url\(#[^)]+\))$",
    re.I,
)
_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline")
_FORMS = ("defs", "clippath", "mask", "marker", "pattern", "symbol")
# Classes of the style sheet that give an ink.
_INK_CLASS = re.compile(r"(?:^|\s)(?:fill-[\w-]+|label)(?:\s|$)")
_REMEDY = "take a colour from softlookup.ink, which follows the theme"


def about_ink(page: Page) -> Iterator[Finding]:
    """Every picture with an ink of its own, or with letters that nobody gave an ink."""
    for svg in filter(_is_picture, page.tagged("svg")):
        strange = sorted(set(_strange(svg)))
        if strange:
            what = f"a picture is drawn in {', '.join(strange)}, which does not follow the theme"
            yield _at(page, svg, what)
        bare = next((text for text in svg.iter("text") if not _has_fill(text, svg)), None)
        if bare is not None:
            what = f"the label “{excerpt_of(bare)}” has no ink, so it is black in the dark too"
            yield _at(page, svg, what)
        shape = next((found for found in svg.iter(*_SHAPES) if not _may_be_bare(found, svg)), None)
        if shape is not None:
            what = f"a <{shape.tag}> has no ink, so it is filled with black in the dark too"
            yield _at(page, svg, what)
        marker = next((use for use in svg.iter("use") if not _may_be_unfilled(use, svg)), None)
        if marker is not None:
            what = f"the marker {marker.get('href')} has no ink, so it is filled with black in the dark too"
            yield _at(page, svg, what)
        if next(svg.iter("image"), None) is not None:
            yield _at(page, svg, "a picture holds a bitmap, which cannot follow the theme")


def _is_picture(svg: HtmlElement) -> bool:
    """Icons of the theme stand outside figures, and take the colour of the text by its style sheet."""
    above = list(svg.iterancestors())
    if any("-" in str(element.tag) for element in above):
        return False  # inside an element of its own, whose style sheet gives every ink
    in_figure = any(element.tag == "figure" for element in above)
    return in_figure or is_in_part(svg) or next(svg.iter("text"), None) is not None


def _strange(svg: HtmlElement) -> Iterator[str]:
    inks = set(_INK_ATTRIBUTES(svg))
    for style in set(_STYLES(svg)):
        inks.update(ink for _, ink in _DECLARED.findall(style))
    for ink in inks:
        plainly = ink.replace("!important", "").strip()
        if plainly and not _THEMED.match(plainly):
            yield plainly


def _has_fill(element: HtmlElement, svg: HtmlElement) -> bool:
    """Whether letters get an ink, from themselves, from what is in them, or from around them."""
    inside = [child for child in element if child.tag == "tspan"]
    if inside and not (element.text or "").strip() and all(_fills(child) for child in inside):
        return True
    above = element
    while above is not None:
        if _fills(above):
            return True
        above = None if above is svg else above.getparent()
    return False


def _may_be_bare(element: HtmlElement, svg: HtmlElement) -> bool:
    """A shape needs an ink unless it is only a form for others to use."""
    return any(a.tag in _FORMS for a in element.iterancestors()) or _has_fill(element, svg)


def _may_be_unfilled(use: HtmlElement, svg: HtmlElement) -> bool:
    """A form that is used needs an ink if it has an area: a tick and a cross are lines, and have none."""
    if _has_fill(use, svg) or use.get("fill-opacity") == "0":
        return True
    named = (use.get("href") or use.get("xlink:href") or "").removeprefix("#")
    form = next((found for found in svg.iter() if found.get("id") == named), None)
    if form is None or form.tag in ("g", "symbol"):
        return True  # what a group holds is asked for itself
    return _fills(form) or (form.tag == "path" and "z" not in (form.get("d") or "").lower())


def _fills(element: HtmlElement) -> bool:
    style = element.get("style") or ""
    by_class = _INK_CLASS.search(element.get("class") or "")
    by_style = re.search(r"(?:^|[;\s])fill\s*:", style)
    return element.get("fill") is not None or bool(by_class or by_style)


def _at(page: Page, svg: HtmlElement, what: str) -> Finding:
    return Finding(page.name, "ink", what, _REMEDY, heading_of(svg), excerpt_of(svg))
