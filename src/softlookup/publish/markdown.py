"""A finished page as Markdown: its text with every computed number, table, output and caption.

A formula is written as the TeX that it was typed in, where the page still carries it.
"""

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

from softlookup.publish.page import Page, words
from softlookup.verify.lists import names
from softlookup.verify.pages import classes, in_a_line

TEX = "data-tex"  # the attribute in which a formula carries its source until the site is complete

_SKIPPED = frozenset(names("script style template button input select nav svg form"))
_UNREAD = frozenset({"headerlink", "where", "room", "filename"})  # a fence says its own file
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_EMPHASIS = {"strong": "**", "b": "**", "em": "*", "i": "*"}
_BLOCKS = frozenset(
    names(
        "address article aside blockquote details div dl dd dt fieldset figure figcaption h1 h2 h3 h4 h5 h6 "
        "hr li main ol p pre section summary table ul"
    )
)


def markdown(page: Page) -> str:
    """The whole page; links to other pages lead to their Markdown."""
    return "\n\n".join(_blocks(page.article)).strip() + "\n"


def _blocks(element: HtmlElement) -> Iterator[str]:
    """The blocks inside an element; text between them is a block of its own."""
    line = [element.text or ""]
    for child in element:
        if _is_block(child):
            yield from _paragraph(line)
            line = []
            yield from _block(child)
        else:
            line.append(_inline(child))
        line.append(child.tail or "")
    yield from _paragraph(line)


def _paragraph(line: list[str]) -> Iterator[str]:
    text = _one_line("".join(line))
    if text:
        yield text


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _is_block(element: HtmlElement) -> bool:
    """Whether it stands on lines of its own; an element of ours does when something in it does."""
    tag = element.tag
    if not isinstance(tag, str) or _is_skipped(element):
        return False
    return tag in _BLOCKS or ("-" in tag and any(child.tag in _BLOCKS for child in element.iter()))


def _is_skipped(element: HtmlElement) -> bool:
    return (
        not isinstance(element.tag, str)
        or element.tag in _SKIPPED
        or bool(_UNREAD.intersection(classes(element)))
    )


def _block(element: HtmlElement) -> Iterator[str]:
    tag = element.tag
    if tag in _HEADINGS:
        yield f"{_HEADINGS[tag]} {_text(element)}"
    elif tag == "pre":
        yield _fence(element)
    elif tag == "table":
        yield _table(element)
    elif tag in ("ul", "ol"):
        yield "\n".join(_items(element))
    elif tag == "figcaption":
        yield f"*Figure: {_text(element)}*"
    elif tag == "summary":
        yield f"**{_text(element).replace('**', '')}**"
    elif tag == "blockquote":
        yield "\n".join(f"> {line}".rstrip() for line in "\n\n".join(_blocks(element)).split("\n"))
    elif tag == "dt":
        yield f"**{_text(element).replace('**', '')}**"
    elif "formula" in classes(element):
        yield _display(element)
    elif "admonition-title" in classes(element):
        yield f"**{_text(element)}**"
    else:
        yield from _blocks(element)


def _display(element: HtmlElement) -> str:
    tex = [formula.get(TEX) or in_a_line(formula) for formula in element.iter("math")]
    return "\n\n".join(f"$$\n{source.strip()}\n$$" for source in tex)


def _fence(pre: HtmlElement) -> str:
    code = "".join(pre.itertext()).strip("\n")
    around = next((e for e in pre.iterancestors("div") if "highlight" in classes(e)), None)
    language = title = ""
    if around is not None:
        named = [name for name in classes(around) if name.startswith("language-")]
        language = named[0].removeprefix("language-") if named else ""
        title = "".join(words(name) for name in around.iter("span") if "filename" in classes(name))
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
    head = f"`{title}`:\n\n" if title else ""
    return f"{head}{ticks}{language}\n{code}\n{ticks}"


def _table(table: HtmlElement) -> str:
    rows = [[_cell(cell) for cell in row if cell.tag in ("td", "th")] for row in table.iter("tr")]
    rows = [row for row in rows if row]
    if not rows:
        return ""
    width = max(map(len, rows))
    lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _cell(cell: HtmlElement) -> str:
    text = _one_line(" ".join(_blocks(cell)) if any(map(_is_block, cell)) else _text(cell))
    return text.replace("|", r"\|")


def _items(element: HtmlElement) -> Iterator[str]:
    for number, item in enumerate(element.iterchildren("li"), start=1):
        mark = f"{number}." if element.tag == "ol" else "-"
        first, *rest = "\n".join(_blocks(item)).split("\n") or [""]
        yield f"{mark} {first}"
        yield from (f"  {line}".rstrip() for line in rest)


def _text(element: HtmlElement) -> str:
    """What an element says in one line."""
    parts = [element.text or ""]
    for child in element:
        parts += [_inline(child), child.tail or ""]
    return _one_line("".join(parts))


def _inline(element: HtmlElement) -> str:
    tag = element.tag
    if _is_skipped(element):
        return ""
    if tag == "math":
        return f"${(element.get(TEX) or in_a_line(element)).strip()}$"
    if tag == "code":
        return f"`{''.join(element.itertext())}`"
    if tag == "br":
        return " "
    inside = "".join([element.text or "", *(_inline(e) + (e.tail or "") for e in element)])
    if tag == "a":
        return _link(inside, element.get("href") or "")
    if tag in _EMPHASIS and inside.strip():
        sign = _EMPHASIS[tag]
        lead, tail = inside[: len(inside) - len(inside.lstrip())], inside[len(inside.rstrip()) :]
        return f"{lead}{sign}{inside.strip()}{sign}{tail}"
    if tag == "sup":
        return f"^{inside}"
    return inside


_PAGE = re.compile(r"^(?!\w+:)([^#?]*/|\.\.?)(#.*)?$")


def _link(text: str, address: str) -> str:
    """A link; one to another page of the site leads to its Markdown."""
    if not text.strip() or not address:
        return text
    inside = _PAGE.match(address)
    if inside:
        address = f"{inside[1].rstrip('/')}/index.md{inside[2] or ''}"
    return f"[{text.strip()}]({address})"
