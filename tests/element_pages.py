"""Pages for what moves, made by the tests: the elements as Python prints them, under a strict policy."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conftest import ROOT
from served import watched
from softlookup import interactive, words

ASSETS = ROOT / "docs" / "assets"
LAPTOP, PHONE = (1280, 900), (390, 844)
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,"><link rel="stylesheet" href="page.css">
<link rel="stylesheet" href="assets/elements.css"></head>
<body data-md-color-scheme="default"><main class="md-typeset"><h1>{title}</h1>
{body}
</main></body></html>"""
STYLE = """
body { font: 16px/1.5 sans-serif; margin: 0; }
body { background: var(--sl-paper, #fdfcf9); color: var(--sl-ink, #1b1e24); }
a { color: var(--sl-link, #174a94); }
svg { height: auto; max-width: 100%; } /* as the theme of the site does */
pre > code { display: block; overflow: auto; } /* so it does here */
main { max-width: 900px; margin: 0 auto; padding: 0 16px 1200px; }
[data-md-color-scheme="slate"] {
  --sl-ink: #e9e6df; --sl-muted: #aaaeb7; --sl-line: #3b414b; --sl-paper: #14171c; --sl-card: #1e2229;
  --sl-query: #f0855c; --sl-key: #93c6fa; --sl-value: #8cecc8; --sl-weight: #b88cf2; --sl-output: #f0c44c;
  --sl-link: #93c6fa;
  --sl-map-low: #1b2836; --sl-map-mid: #4a4634; --sl-map-high: #956510;
}
"""

Open = Callable[..., Any]


def lay_out(folder: Path, pages: dict[str, str]) -> None:
    """Write the pages, with the assets of the site beside them."""
    shutil.copytree(ASSETS, folder / "assets")
    (folder / "assets" / "words.bin").write_bytes(words.exact_bytes())  # as the build does
    (folder / "page.css").write_text(STYLE, encoding="utf-8")
    for title, body in pages.items():
        text = PAGE.format(title=title, policy=POLICY, body=body + interactive.scripts_for(body))
        (folder / f"{title}.html").write_text(text, encoding="utf-8")


@contextmanager
def opening(browser: Any, address: str) -> Iterator[Open]:
    """Open pages, each with a context of its own; whatever the browser complains of fails the test."""
    opened: list[Any] = []

    def start(
        path: str, size: tuple[int, int] = LAPTOP, init: str = "", route: Any = None, **options: Any
    ) -> Any:
        viewport = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=viewport, **options)
        if init:
            context.add_init_script(init)
        page = watched(context.new_page(), address)
        if route:
            page.route(*route)
        page.goto(address + path)
        opened.append(page)
        return page

    yield start
    for page in opened:
        assert not page.complaints
        page.context.close()
