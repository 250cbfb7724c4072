"""An executed notebook as a page of this site: its cells, without the styles and scripts around them.

mkdocs-jupyter runs the notebook and hands over the HTML of a Jupyter page, most of which is a copy of
Jupyter's own style sheet. What is kept here is what a reader reads, in the site's own markup.
"""

import base64
import html
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from bs4 import BeautifulSoup, Tag

from softlookup.ink import LIGHT, framed, themed

Mark = Callable[[str, str], str]  # (name, HTML) -> HTML with the mark of the checks

_BLOCK = re.compile(r"\$\$(.+?)\$\$", re.S)
_INLINE = re.compile(r"(?<![\\$\w])\$(?!\s)([^$\n]+?)(?<!\s)\$(?![\w$])")
_CAPTION = re.compile(r"^# Figure: (.+)$", re.M)
_PLAIN = re.compile(r'<span(?: class="n")?>([^<]*)</span>')  # names have no colour of their own
_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")


def page(jupyter: str, name: str, mark: Mark) -> str:
    """The notebook's cells as HTML of this site, with a link to the file itself; outputs are marked.

    Neighbouring cells that are tagged `deeper` become one fold, which bears the first heading in it.
    """
    cells = BeautifulSoup(jupyter, "html.parser").select(".jp-Notebook > .jp-Cell")
    parts: list[str] = []
    for deeper, run in groupby(enumerate(cells), lambda numbered: _is_deeper(numbered[1])):
        together = list(run)
        title = _title_of_fold(together) if deeper else ""
        inside = [part for number, cell in together for part in _cell(cell, number, mark)]
        parts += [f'<details class="deeper">{title}', *inside, "</details>"] if deeper else inside
    link = f'<p class="provenance"><a download href="{name}.ipynb">Download this notebook</a></p>'
    return "\n".join([parts[0], link, *parts[1:]])


def _is_deeper(cell: Tag) -> bool:
    tagged = ".celltag_deeper"
    return bool(cell.select_one(tagged) or cell.css.match(tagged))


def _title_of_fold(cells: list[tuple[int, Tag]]) -> str:
    """The first heading, taken out of its cell: it says what is in the fold, and links to it stay good."""
    number, first = cells[0]
    heading = first.select_one("h2, h3")
    if not heading:
        raise ValueError(
            f"cell-{number}: the first cell of a fold begins with a heading, its title"
        )
    for link in heading.select("a.anchor-link"):
        link.decompose()
    heading.extract().name = "summary"
    return str(heading)


def _cell(cell: Tag, number: int, mark: Mark) -> Iterator[str]:
    caption = ""
    text = cell.select_one(".jp-MarkdownOutput")
    if text:
        yield _formulas(_headings(text))
    code = cell.select_one(".highlight-ipynb pre")
    if code:
        caption = " ".join(_CAPTION.findall(code.get_text()))
        lines = _PLAIN.sub(r"\1", code.decode_contents()).splitlines()
        # An element for each line, as in the code of the other pages.
        shown = "".join(
            f'<span id="__span-{number}-{n}">{line}\n</span>' for n, line in enumerate(lines)
        )
        yield f'<div class="language-python highlight"><pre><code>{shown}</code></pre></div>'
    for position, output in enumerate(_joined(cell.select(".jp-OutputArea-output"))):
        identity = f"cell-{number}-{position}"
        yield mark(f"notebook {identity}", _output(output, caption, identity))


def _joined(outputs: Iterable[Tag]) -> list[Tag]:
    """Printed text that arrived in several pieces is one text: where it is cut depends on the moment."""
    joined: list[Tag] = []
    for output in outputs:
        before, here = joined[-1].select_one("pre") if joined else None, output.select_one("pre")
        if before and here:
            before.extend(list(here.contents))
        else:
            joined.append(output)
    return joined


def _headings(text: Tag) -> str:
    for link in text.select("a.anchor-link"):
        link["class"] = "headerlink"
        link["title"] = "Permanent link"
    return text.decode_contents()


def _formulas(text: str) -> str:
    text = _BLOCK.sub(r'<div class="arithmatex">\\[\1\\]</div>', text)
    text = _INLINE.sub(r'<span class="arithmatex">\\(\1\\)</span>', text)
    return re.sub(r"<p>\s*(<div class=\"arithmatex\">.*?</div>)\s*</p>", r"\1", text, flags=re.S)


def _output(output: Tag, caption: str, identity: str) -> str:
    image = output.select_one("img[src^='data:image/svg+xml']")
    if image:
        svg = base64.b64decode(str(image["src"]).split(",", 1)[1]).decode("utf-8")
        return _figure(svg, caption, identity)
    pre = output.select_one("pre")
    if pre:
        return f'<div class="language-text highlight"><pre><code>{pre.decode_contents()}</code></pre></div>'
    raise ValueError(
        f"{identity}: a notebook shows text or SVG figures, not {output.decode()[:80]}"
    )


def _figure(svg: str, caption: str, identity: str) -> str:
    """The picture inline, in the theme's ink; a notebook draws in the colours of the light scheme."""
    if not caption:
        raise ValueError(
            f"{identity}: a cell that draws begins with a line '# Figure: what it shows'"
        )
    inks = {light: stand_in for stand_in, light in LIGHT.items()}
    svg = _HEX.sub(lambda ink: inks.get(ink[0].lower(), ink[0]), svg)
    return framed(identity, themed(identity, svg), html.unescape(caption))
