"""The site as one PDF, with contents and page numbers: `make book`.

    python -m softlookup.publish.book site/ dist/

Chromium sets it twice: once to learn on which page each chapter begins, and once with those numbers.
"""

import sys
import tempfile
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from lxml import html

from softlookup.publish.chapters import Chapter, chapters, sections
from softlookup.publish.facts import AUTHORS, Facts, facts
from softlookup.verify import receipts

ROOT = Path(__file__).parents[3]
_FOOT = '<div style="width:100%;text-align:center;font:8pt serif;color:#555"><span class="pageNumber"></span></div>'


def address(key: str, anchor: str) -> str:
    """A place in the one file."""
    return f"#{key}--{anchor}" if anchor else f"#{key}"


def document(site: Path, about: Facts, book: list[Chapter], pages: Mapping[str, int]) -> str:
    """The whole book as one page."""
    sheets = sorted(site.glob("assets/*.css"), key=_rank)
    links = "".join(f'<link rel="stylesheet" href="{sheet.as_uri()}">' for sheet in sheets)
    style = (Path(__file__).parent / "book.css").read_text(encoding="utf-8")
    texts = "".join(
        f'<section class="chapter" id="{one.key}">{html.tostring(one.body, encoding="unicode")}</section>'
        for one in book
    )
    return (
        '<!doctype html><html lang="en" data-md-color-scheme="default" data-md-color-primary="custom">'
        f'<head><meta charset="utf-8"><title>{escape(about.title)}</title>{links}<style>{style}</style></head>'
        '<body data-md-color-scheme="default" data-md-color-primary="custom" data-md-color-accent="custom">'
        f'<main class="book md-typeset">{_title(site, about)}{_contents(book, pages)}{texts}</main></body></html>'
    )


def _rank(sheet: Path) -> tuple[bool, str]:
    """The sheet of the theme comes before ours."""
    return sheet.name != "theme.css", sheet.name


def _title(site: Path, about: Facts) -> str:
    name, _, rest = about.title.partition(": ")
    logo = (site / "assets" / "logo.svg").as_uri()
    return (
        f'<header class="title"><p><img src="{logo}" alt=""></p><h1>{escape(name)}</h1><p>{escape(rest)}</p>'
        f"<p>{AUTHORS}<br>Version {about.version}, {about.released}<br>"
        f"Digest {receipts.digest(site)[:16]}<br>Text CC BY 4.0, code MIT, snippets 0BSD</p></header>"
    )


def _contents(book: list[Chapter], pages: Mapping[str, int]) -> str:
    parts = []
    for section, members in sections(book):
        lines = "".join(
            f'<li><a href="#{one.key}">{escape(one.title)}</a><span class="dots"></span>'
            f'<span class="number">{pages.get(one.key, 0)}</span></li>'
            for one in members
        )
        parts.append(f"<h2>{escape(section)}</h2><ol>{lines}</ol>")
    return f"<nav><h1>Contents</h1>{''.join(parts)}</nav>"


def pdf(site: Path, target: Path, chromium: str | None = None) -> Path:
    """Write the PDF, and say where it is."""
    from playwright.sync_api import sync_playwright

    about = facts(ROOT / "CITATION.cff")
    book = chapters(site, address, "{key}--")
    written = target / f"{about.file}.pdf"
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        pages: dict[str, int] = {}
        for _ in range(2):
            file = Path(folder, "book.html")
            file.write_text(document(site, about, book, pages), encoding="utf-8")
            page.goto(file.as_uri())
            page.evaluate("document.fonts.ready")
            printed = page.pdf(
                prefer_css_page_size=True,
                print_background=True,
                display_header_footer=True,
                header_template="<span></span>",
                footer_template=_FOOT,
                outline=True,
                tagged=True,
            )
            pages = _pages(printed, book)
        browser.close()
    _finish(printed, written, about)
    return written


def _pages(printed: bytes, book: list[Chapter]) -> dict[str, int]:
    """The page on which each chapter begins, counted from one."""
    import io

    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(printed))
    found: dict[str, int] = {}
    for name, place in reader.named_destinations.items():
        key = name.lstrip("/")
        if key in {one.key for one in book}:
            number = reader.get_destination_page_number(place)
            found[key] = (number or 0) + 1
    missing = [one.key for one in book if one.key not in found]
    if missing:
        raise ValueError(f"the PDF does not say where {', '.join(missing)} begin")
    return found


def _finish(printed: bytes, written: Path, about: Facts) -> None:
    """Name the book, and date it by its release."""
    import io

    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=io.BytesIO(printed))
    date = f"D:{about.released.replace('-', '')}000000Z"
    said: dict[str, Any] = {
        "/Title": about.title,
        "/Author": AUTHORS,
        "/Creator": "",
        "/Producer": "",
    }
    writer.add_metadata({**said, "/CreationDate": date, "/ModDate": date})
    writer.write(written)


if __name__ == "__main__":
    if len(sys.argv) < 3 or not Path(sys.argv[1], "index.html").exists():
        sys.exit("name a finished site and a folder: python -m softlookup.publish.book site/ dist/")
    Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    print(pdf(Path(sys.argv[1]).resolve(), Path(sys.argv[2]), *sys.argv[3:4]))
