"""LaTeX to MathML at build: no script in the page, and bad TeX is an error."""

import html
import re
from collections.abc import Callable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from math_core import LatexError, LatexToMathML

# What arithmatex leaves in a page: \( … \) in the line, \[ … \] on its own.
_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.S)
_CALLED_LIKE_A_FUNCTION = re.compile(r"\\(sqrt|frac)\s*\(")

_NAMED = re.compile(r"&(?!amp;|lt;|gt;|quot;)\w+;")  # names that XML does not know

_converter = LatexToMathML(fancy_error=False, annotation=False)


def render(page: str, fail: Callable[[str, str], Exception]) -> str:
    """The page with every formula as MathML; `fail(tex, message)` makes the error."""

    def replace(found: re.Match[str]) -> str:
        tex = html.unescape(found[3]).strip()
        try:
            return mathml(tex, display=found[2] == "[")
        except ValueError as error:
            raise fail(tex, str(error)) from error

    return _FORMULA.sub(replace, page)


def mathml(tex: str, *, display: bool) -> str:
    """One formula; a ValueError says what is wrong with it."""
    if called := _CALLED_LIKE_A_FUNCTION.search(tex):
        raise ValueError(f"{called[0]} takes braces: write \\{called[1]}{{…}}")
    try:
        formula = _converter.convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        raise ValueError(f"bad TeX: {error}") from error
    formula = _valid(str(formula))
    if display:  # a wide one scrolls; the page's script makes those that do reachable by keyboard
        return f'<div class="formula" role="group" aria-label="formula">{formula}</div>'
    return formula


def _valid(formula: str) -> str:
    """The formula without attributes that MathML Core does not give to their elements."""
    root = ElementTree.fromstring(_NAMED.sub(lambda sign: html.unescape(sign[0]), formula))
    for table in root.iter("mtable"):
        table.attrib.pop("scriptlevel", None)  # no table of ours stands in a script
    for parent in list(root.iter()):
        for place, child in enumerate(parent):
            if child.tag == "mfrac" and "displaystyle" in child.attrib:
                parent[place] = _styled(child)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def _styled(fraction: Element) -> Element:
    style = Element("mstyle", {"displaystyle": fraction.attrib.pop("displaystyle")})
    style.append(fraction)
    return style
