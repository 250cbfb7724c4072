"""The site in a real browser: nothing from elsewhere, no errors, readable, reachable by keyboard."""

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [
    "" if path.stem == "index" else f"{path.stem}/"
    for path in sorted(DOCS.glob("*.md"), key=lambda p: (p.stem != "index", p.stem))
]
PAGES.append("notebooks/learning/")
LAPTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
# What axe cannot compute (text over a picture) is looked at by eye.
# Axe cannot read MathML.
PARTS = {"exclude": [["th:has(math)"]]}
# The schemes differ in colour alone, so the dark one is asked about that.
RULES = {
    "light": {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "dark": {"runOnly": ["color-contrast"]},
}


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module", params=["light", "dark"])
def visitor(request: pytest.FixtureRequest, browser: Any, address: str) -> Iterator[Any]:
    """A reader in one scheme, who notes every error and every request that leaves the site."""
    context = browser.new_context(viewport=LAPTOP, color_scheme=request.param)
    page = context.new_page()
    page.complaints, page.scheme = [], request.param
    page.on("console", lambda m: m.type == "error" and page.complaints.append(m.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on(
        "request",
        lambda r: r.url.startswith((address, "data:", "blob:")) or page.complaints.append(r.url),
    )
    yield page
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_clean_accessible_and_fits(visitor: Any, address: str, path: str) -> None:
    visitor.complaints.clear()
    visitor.set_viewport_size(LAPTOP)
    visitor.goto(address + path)
    visitor.wait_for_load_state("networkidle")
    assert not visitor.complaints
    violations = (
        Axe().run(visitor, context=PARTS, options=RULES[visitor.scheme]).response["violations"]
    )
    assert not [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in violations]
    for size in (LAPTOP, PHONE):
        visitor.set_viewport_size(size)
        wide = visitor.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{path} is {wide} px wide on a screen of {size['width']}"
    cut = visitor.evaluate(_CUT_OFF)
    assert not cut, f"cut off at the edge of a phone: {cut}"


# Pictures, tables and formulas that stick out of the page without a container that scrolls.
_CUT_OFF = """() => [...document.querySelectorAll('article svg, article table, article math, article pre')]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1 &&
    ![...function*(n) { while (n = n.parentElement) yield n }(e)]
      .some(p => ['auto', 'scroll'].includes(getComputedStyle(p).overflowX)) &&
    getComputedStyle(e).overflowX != 'auto')
  .map(e => e.outerHTML.slice(0, 80))"""


def test_formulas_are_set_in_the_font_that_was_cut(visitor: Any, address: str) -> None:
    visitor.goto(address + "soft-lookup/")
    visitor.evaluate("document.fonts.ready")
    loaded = visitor.evaluate(
        "[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family)"
    )
    assert any("STIX Two Math" in family for family in loaded)
    assert visitor.evaluate("document.querySelectorAll('math').length") > 5
    assert visitor.evaluate("document.querySelectorAll('.arithmatex').length") == 0


def test_a_figure_changes_its_ink_with_the_scheme(browser: Any, address: str) -> None:
    inks = set()
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(address + "soft-lookup/")
        inks.add(page.evaluate("getComputedStyle(document.querySelector('figure text')).fill"))
        context.close()
    assert len(inks) == 2


class _Strict(_Quiet):
    def end_headers(self) -> None:
        """Allow no style that is not in a file of ours."""
        self.send_header("Content-Security-Policy", "style-src 'self'")
        super().end_headers()


def test_pages_keep_their_looks_under_a_strict_policy(browser: Any, site: Path) -> None:
    handler = functools.partial(_Strict, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context()
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda m: m.type == "error" and complaints.append(m.text))
        for path in ("", "soft-lookup/", "errata/", "cheat-sheet/", "notebooks/learning/"):
            page.goto(f"http://127.0.0.1:{server.server_port}/{path}")
            page.wait_for_load_state("networkidle")
        context.close()
        server.shutdown()
    assert not complaints


def test_labels_of_figures_are_as_high_as_the_text_and_legible_on_a_phone(
    visitor: Any, address: str
) -> None:
    visitor.set_viewport_size(LAPTOP)
    visitor.goto(address + "soft-lookup/")
    text = visitor.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('article > p:not([class])')).fontSize)"
    )
    assert min(visitor.evaluate(_LABELS)) == pytest.approx(text, abs=0.2)
    visitor.set_viewport_size(PHONE)
    assert min(visitor.evaluate(_LABELS)) >= 11


_LABELS = """[...document.querySelectorAll('figure.drawn text')].map(
  t => parseFloat(getComputedStyle(t).fontSize) * t.ownerSVGElement.getScreenCTM().a)"""


def test_a_closed_menu_is_out_of_the_way_and_opens_by_keyboard(visitor: Any, address: str) -> None:
    visitor.set_viewport_size(PHONE)
    visitor.goto(address + "soft-lookup/")
    inside = "document.querySelector('.md-sidebar--primary').contains(document.activeElement)"
    for _ in range(12):
        visitor.keyboard.press("Tab")
        assert not visitor.evaluate(inside)
    visitor.focus(".md-header label[for=__drawer]")
    visitor.keyboard.press("Enter")
    assert visitor.evaluate("document.getElementById('__drawer').checked")


def test_a_root_takes_no_more_room_than_it_needs(visitor: Any, address: str) -> None:
    visitor.set_viewport_size(LAPTOP)
    visitor.goto(address + "scaling/")
    visitor.evaluate("document.fonts.ready")
    beside, size = visitor.evaluate(
        """(() => {
          const root = document.querySelector('article > p msqrt'), inside = root.firstElementChild
          const width = e => e.getBoundingClientRect().width
          return [width(root) - width(inside), parseFloat(getComputedStyle(root).fontSize)]
        })()"""
    )
    assert beside < 0.9 * size  # the sign itself is 0.8 wide


def test_formulas_never_scroll_up_and_down(visitor: Any, address: str) -> None:
    for path in ("soft-lookup/", "gradients/", "heads/"):
        for size in (LAPTOP, PHONE):
            visitor.set_viewport_size(size)
            visitor.goto(address + path)
            visitor.evaluate("document.fonts.ready")
            tall = "[...document.querySelectorAll('.formula')].filter(f => f.scrollHeight > f.clientHeight)"
            assert visitor.evaluate(tall + ".length") == 0
            idle = ".formula[tabindex], .md-typeset__scrollwrap[tabindex]"
            stops = f"[...document.querySelectorAll('{idle}')].filter(f => f.scrollWidth <= f.clientWidth)"
            assert visitor.evaluate(stops + ".length") == 0


def test_a_dead_address_offers_a_search(visitor: Any, address: str) -> None:
    visitor.set_viewport_size(LAPTOP)
    visitor.goto(address + "404.html")
    visitor.fill("#softer", "temperature")
    visitor.keyboard.press("Enter")
    visitor.locator(".md-search-result__item").first.wait_for()
    assert "q=temperature" in visitor.url


def test_an_answer_opens_by_keyboard(visitor: Any, address: str) -> None:
    visitor.goto(address + "soft-lookup/")
    visitor.focus("details.option > summary")
    visitor.keyboard.press("Enter")
    assert visitor.evaluate("document.querySelector('details.option').open")


def test_the_errata_unfold_without_a_script(browser: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "errata/")
    standing = page.locator(".claim:visible")
    assert 0 < standing.count() < 20
    assert not page.locator("#s3-19").is_visible()
    page.locator("#s3-holds-with-a-condition > summary").click()
    assert page.locator("#s3-19").is_visible()
    context.close()


def test_the_address_of_a_statement_unfolds_it(visitor: Any, address: str) -> None:
    visitor.goto(address + "errata/#s2-13")
    visitor.wait_for_selector("#s2-13", state="visible")


def test_a_snippet_can_be_copied_and_downloaded(visitor: Any, address: str) -> None:
    visitor.goto(address + "soft-lookup/")
    button = visitor.locator("div.highlight:has(.filename) .md-clipboard, .md-code__button").first
    assert button.count() == 1
    link = visitor.locator(".provenance a[download]").first.get_attribute("href")
    assert visitor.request.get(visitor.evaluate(f"new URL('{link}', location).href")).ok
