"""LaTeX to MathML at build: no script in the page, and bad TeX is an error."""

import html
import re
from collections.abc import Callable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from math_core import LatexError, LatexToMathML

from softlookup.publish.markdown import TEX

# What arithmatex leaves in a page: \( … \) in the line, \[ … \] on its own. What touches a formula in the line,
# a bracket before it or a comma behind it, belongs to it.
_FORMULA = re.compile(
    r'(?P<before>[(“]?)<(?P<tag>span|div) class="arithmatex">'
    r"\\(?P<opens>[(\[])(?P<tex>.*?)\\[)\]]</(?P=tag)>(?P<behind>[^\s<>]*)",
    re.S,
)
_CALLED_LIKE_A_FUNCTION = re.compile(r"\\(sqrt|frac)\s*\(")

# A number under its name, which tex.py writes; on its way through the converter it wears a box.
_NAMED_NUMBER = re.compile(r"\\named\{([^{}]+)\}\{([^{}]+)\}")

_ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;)\w+;")  # names that XML does not know

_converter = LatexToMathML(fancy_error=False, annotation=False)


def render(page: str, fail: Callable[[str, str], Exception]) -> str:
    """The page with every formula as MathML; `fail(tex, message)` makes the error."""

    def replace(found: re.Match[str]) -> str:
        tex = html.unescape(found["tex"]).strip()
        try:
            formula = mathml(tex, display=found["opens"] == "[")
        except ValueError as error:
            raise fail(tex, str(error)) from error
        whole = found["before"] + formula + found["behind"]
        touched = found["tag"] == "span" and whole != formula
        # A browser may break the line on either side of a formula, even before a comma.
        return f'<span class="unbroken">{whole}</span>' if touched else whole

    return _FORMULA.sub(replace, page)


def mathml(tex: str, *, display: bool) -> str:
    """One formula; a ValueError says what is wrong with it."""
    if called := _CALLED_LIKE_A_FUNCTION.search(tex):
        raise ValueError(f"{called[0]} takes braces: write \\{called[1]}{{…}}")
    names = [found[1] for found in _NAMED_NUMBER.finditer(tex)]
    boxed = _NAMED_NUMBER.sub(r"\\boxed{\2}", tex)
    tex = _NAMED_NUMBER.sub(r"\2", tex)
    try:
        formula = _converter.convert_with_local_state(boxed, displaystyle=display)
    except LatexError as error:
        raise ValueError(f"bad TeX: {error}") from error
    formula = _valid(str(formula), names).replace("<math", f'<math {TEX}="{html.escape(tex)}"', 1)
    if display:  # a wide one scrolls; the page's script makes those that do reachable by keyboard
        return f'<div class="formula" role="group" aria-label="formula">{formula}</div>'
    return formula


def _valid(formula: str, names: list[str]) -> str:
    """The formula without inline styles, without attributes that do not belong to their elements, and with the
    names of its numbers in the order of reading."""
    root = ElementTree.fromstring(_ENTITY.sub(lambda sign: html.unescape(sign[0]), formula))
    boxes = list(root.iter("menclose"))
    if len(boxes) != len(names):
        raise ValueError("\\boxed is taken: named numbers wear it")
    for box, name in zip(boxes, names, strict=True):
        said = "".join(box.itertext())
        box.clear()
        box.tag, box.text = "mn", said
        box.set("data-name", name)
    for table in root.iter("mtable"):
        table.attrib.pop("scriptlevel", None)  # no table of ours stands in a script
    for root_sign in root.iter("msqrt"):
        if any(part.tag in _TALL for part in root_sign.iter()):
            raise ValueError("the font is cut to roots of one height: write a power of ½ instead")
    for part in root.iter():
        if "style" in part.attrib:
            part.set("class", _class(part.attrib.pop("style")))
    for parent in list(root.iter()):
        for place, child in enumerate(parent):
            if child.tag == "mfrac" and "displaystyle" in child.attrib:
                parent[place] = _styled(child)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


# What the converter styles, and the classes of site.css that do the same.
_CLASSES = {
    "text-align: right;justify-items: end;padding-right: 0;": "before-sign",
    "text-align: left;justify-items: start;padding-left: 0;": "after-sign",
    "margin-left:-0.16666667em;": "step-back",
}
_TALL = {"mfrac", "mtable", "mover", "munderover", "mroot"}


def _class(style: str) -> str:
    if style not in _CLASSES:
        raise ValueError(f"the formula is styled by {style!r}, for which site.css has no class")
    return _CLASSES[style]


def _styled(fraction: Element) -> Element:
    style = Element("mstyle", {"displaystyle": fraction.attrib.pop("displaystyle")})
    style.append(fraction)
    return style
