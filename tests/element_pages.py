"""Pages for what moves, made by the tests: the elements as Python prints them, under a strict policy."""

import html
import itertools
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe

from conftest import ROOT
from served import Quiet, watched
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
# The inks of both schemes, as the site has them; the rest of its style would only stand in the way.
INKS = "".join(
    re.findall(
        r'^\[data-md-color-scheme="\w+"\] \{.*?^\}\n',
        (ASSETS / "site.css").read_text("utf-8"),
        re.S | re.M,
    )
)
STYLE = (
    INKS
    + """
body { font: 16px/1.5 sans-serif; margin: 0; }
body { background: var(--sl-paper); color: var(--sl-ink); }
a { color: var(--sl-link); }
svg { height: auto; max-width: 100%; } /* as the theme of the site does */
pre > code { display: block; overflow: auto; } /* so it does here */
main { max-width: 900px; margin: 0 auto; padding: 0 16px 1200px; }
"""
)
# How far things have jumped since the page began.
SHIFT = """(() => { window.shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true }); })()"""
# Until what was drawn is on the screen, and whoever observes the layout has been told.
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))"
# What a scheme can break; the rest is looked at in one of the two.
# Axe takes long over contrast, and it depends on colours alone: the walk of contrast.js is asked instead.
CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
OF_COLOUR = {"runOnly": {"type": "rule", "values": ["link-in-text-block"]}}
EVERYTHING = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"color-contrast": {"enabled": False}},
}

Open = Callable[..., Any]


def lay_out(folder: Path, pages: dict[str, str]) -> None:
    """Write the pages, with the assets of the site beside them."""
    shutil.copytree(ASSETS, folder / "assets")
    (folder / "assets" / "words.bin").write_bytes(words.exact_bytes())  # as the build does
    (folder / "page.css").write_text(STYLE, encoding="utf-8")
    for title, body in pages.items():
        text = PAGE.format(title=title, policy=POLICY, body=body + interactive.scripts_for(body))
        (folder / f"{title}.html").write_text(text, encoding="utf-8")


def checked_number(name: str, typed: str, computed: float) -> str:
    """A number of the text, as the site marks it when it is published."""
    return (
        f'<data class="checked" data-name="{html.escape(name)}" value="{computed:.10g}">'
        f"{html.escape(typed)}</data>"
    )


def only_as_printed(sentence: str, claim: str = "") -> str:
    """Words that need not be true of another query; `claim` names the test that the page's model has."""
    return f'<span data-only-as-printed="{html.escape(claim)}">{sentence}</span>'


class Cached(Quiet):
    """A server whose files need not be asked for twice, so that a page which was open before opens quickly."""

    def end_headers(self) -> None:
        """Add how long a file may be kept."""
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()


@dataclass
class Opener:
    """Opens pages for one test after another.

    A page with wishes of its own gets a context of its own. Others are used again by the next test, empty, with
    nothing stored and the mouse at rest; to start a browser's page takes longer than most tests need.
    """

    browser: Any
    address: str
    used: list[Any] = field(default_factory=list)  # by the test that runs
    free: dict[bool, list[Any]] = field(default_factory=lambda: {False: [], True: []})  # by `clock`

    def open(
        self,
        path: str,
        size: tuple[int, int] = LAPTOP,
        *,
        init: str = "",
        route: Any = None,
        clock: bool = False,
        until: str = "load",
        **options: Any,
    ) -> Any:
        """A page of the address. With `clock` its time can be put forward, by page.clock.fast_forward."""
        plain = not (init or route or options)
        if plain and self.free[clock]:
            page = self.free[clock].pop()
            page.set_viewport_size({"width": size[0], "height": size[1]})
        else:
            page = self._fresh(size, init, options)
            page.again = plain
            page.clocked = clock
            if clock:
                page.clock.install()
            if route:
                page.route(*route)
        self.used.append(page)
        page.goto(self.address + path, wait_until=until)
        return page

    def _fresh(self, size: tuple[int, int], init: str, options: dict[str, Any]) -> Any:
        viewport = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(viewport=viewport, **options)
        if init:
            context.add_init_script(init)
        return watched(context.new_page(), self.address)

    def end_test(self) -> None:
        """Whatever the browser complained of fails the test; pages without a complaint are kept."""
        pages, self.used = self.used, []
        complaints = [list(page.complaints) for page in pages]
        for page, said in zip(pages, complaints, strict=True):
            if said or not page.again:
                page.context.close()
                continue
            page.evaluate("localStorage.clear()")
            page.mouse.move(0, 0)
            page.goto("about:blank")
            self.free[page.clocked].append(page)
        assert not any(complaints), complaints

    def close(self) -> None:
        """Close what was kept."""
        for page in itertools.chain(*self.free.values()):
            page.context.close()


@contextmanager
def opener(browser: Any, address: str) -> Iterator[Opener]:
    """One for a module of tests."""
    made = Opener(browser, address)
    yield made
    made.close()


@contextmanager
def opening(browser: Any, address: str) -> Iterator[Open]:
    """Open pages, each with a context of its own; whatever the browser complains of fails the test."""
    with opener(browser, address) as made:
        yield made.open
        made.end_test()


def until(page: Any, holds: str | Callable[[], Any], seconds: float = 8) -> None:
    """Wait for an expression of the page, or for what only Python can tell; the policy forbids the usual way."""
    end = time.monotonic() + seconds
    while not (page.evaluate(holds) if isinstance(holds, str) else holds()):
        assert time.monotonic() < end, f"{holds} never came to hold"
        page.wait_for_timeout(15)


def faults(page: Any, scheme: str) -> list[Any]:
    """What axe finds in a scheme of the site, and the text that is too faint in it."""
    page.evaluate("(name) => { document.body.dataset.mdColorScheme = name }", scheme)
    options = EVERYTHING if scheme == "default" else OF_COLOUR
    # The policy of the page forbids axe what it injects only to look at style sheets.
    violations = Axe().run(page, options={**options, "preload": False}).response["violations"]
    found = [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in violations]
    return found + page.evaluate(CONTRAST)
