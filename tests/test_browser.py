"""The site in a real browser: nothing from elsewhere, no errors, readable, reachable by keyboard."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from element_pages import CONTRAST
from served import Quiet, served, watched

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [
    "" if path.stem == "index" else f"{path.stem}/"
    for path in sorted(DOCS.glob("*.md"), key=lambda p: (p.stem != "index", p.stem))
]
PAGES.append("notebooks/learning/")
LAPTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 844}
# What can be right on a laptop and wrong on a phone; `make audit` asks for everything at every width.
DEPEND_ON_WIDTH = [
    "scrollable-region-focusable",
    "target-size",
    "button-name",
    "link-name",
    "region",
]
# What axe cannot compute (text over a picture) is looked at by eye.
# Axe cannot read MathML.
PARTS = {"exclude": [["th:has(math)"]]}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as where:
        yield where


@pytest.fixture(scope="module")
def visitor(browser: Any, address: str) -> Iterator[Any]:
    """A reader who notes every error and every request that leaves the site."""
    context = browser.new_context(viewport=LAPTOP, color_scheme="light")
    yield watched(context.new_page(), address)
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_clean_accessible_and_fits(visitor: Any, address: str, path: str) -> None:
    visitor.complaints.clear()
    visitor.set_viewport_size(LAPTOP)
    visitor.goto(address + path)
    visitor.evaluate(_UNFOLD)
    assert not _violations(visitor, RULES)
    grounds = set()
    for scheme in ("default", "slate"):
        grounds.add(visitor.evaluate(_PAINT, scheme))
        assert not visitor.evaluate(CONTRAST), scheme
    assert len(grounds) == 2
    for size in (LAPTOP, PHONE, NARROW):
        visitor.set_viewport_size(size)
        wide = visitor.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{path} is {wide} px wide on a screen of {size['width']}"
    visitor.evaluate("reach()")
    assert not _violations(visitor, DEPEND_ON_WIDTH)
    cut = visitor.evaluate(_CUT_OFF)
    assert not cut, f"cut off at the edge of a phone: {cut}"
    assert not visitor.complaints  # after all that, whatever the page loads late has come


@pytest.mark.parametrize(
    ("style", "found"),
    [
        ("color: #777; background: #fff", ["4.48: Words"]),
        ("color: #767676; background: #fff", []),
        ("color: #999; background: #fff; font-size: 24px", ["2.85: Words"]),
        ("color: #8f8f8f; background: #fff; font-size: 24px", []),
        ("color: #000; background: #fff; opacity: 0.5", ["3.98: Words"]),
        ("color: #000; background: rgb(0 0 0 / 60%)", ["3.66: Words"]),
        ("color: #fff; background: #fff; visibility: hidden", []),
        ("color: #fff; background: #fff; opacity: 0", []),
    ],
)
def test_faint_text_is_found(browser: Any, style: str, found: list[str]) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_content(f"<div style='background: #fff'><p style='{style}'>Words</p></div>")
    assert page.evaluate(CONTRAST) == found
    context.close()


def _violations(visitor: Any, rules: list[str]) -> list[Any]:
    options = {
        "runOnly": rules,
        "rules": {"color-contrast": {"enabled": False}},
        "resultTypes": ["violations"],  # what passes need not be described
    }
    found = Axe().run(visitor, context=PARTS, options=options).response["violations"]
    return [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in found]


# Paints a scheme, waits until every colour has arrived, and returns the colour of the ground.
_PAINT = """async (scheme) => {
  document.documentElement.dataset.mdColorScheme = scheme
  const changes = document.getAnimations().filter((change) => change instanceof CSSTransition)
  await Promise.all(changes.map((change) => change.finished))
  return getComputedStyle(document.body).backgroundColor
}"""
_UNFOLD = "document.querySelectorAll('details').forEach(fold => fold.open = true); reach()"


# Pictures, tables and formulas that stick out of the page without a container that scrolls.
_CUT_OFF = """() => [...document.querySelectorAll('article svg, article table, article math, article pre')]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1 &&
    ![...function*(n) { while (n = n.parentElement) yield n }(e)]
      .some(p => ['auto', 'scroll'].includes(getComputedStyle(p).overflowX)) &&
    getComputedStyle(e).overflowX != 'auto')
  .map(e => e.outerHTML.slice(0, 80))"""


_PAIRS_SHOWN = (
    "[...document.querySelectorAll('.pair')].filter(e => e.checkVisibility()).map(e => e.id)"
)


def test_two_buttons_leave_the_one_translation_that_was_asked_for(
    visitor: Any, address: str
) -> None:
    visitor.goto(address + "translate/")
    assert visitor.evaluate(_PAIRS_SHOWN) == ["torch-layer-to-torch-function"]
    visitor.check("#have-jax")
    visitor.check("#want-onnx")
    assert visitor.evaluate(_PAIRS_SHOWN) == ["jax-to-onnx"]
    visitor.check("#want-jax")
    assert visitor.evaluate(_PAIRS_SHOWN) == []
    assert visitor.is_visible(".pairs .same")
    visitor.goto(address + "translate/#keras-to-numpy")
    assert "keras-to-numpy" in visitor.evaluate(_PAIRS_SHOWN)


def test_formulas_are_set_in_the_font_that_was_cut(visitor: Any, address: str) -> None:
    visitor.goto(address + "soft-lookup/")
    visitor.evaluate("document.fonts.ready")
    loaded = visitor.evaluate(
        "[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family)"
    )
    assert any("STIX Two Math" in family for family in loaded)
    assert visitor.evaluate("document.querySelectorAll('math').length") > 5
    assert visitor.evaluate("document.querySelectorAll('.arithmatex').length") == 0


# The widths of signs as the page draws them, in pixels, at a size for reading: large letters are drawn otherwise.
_WIDTHS = """async (signs) => {
  document.fonts.add(await new FontFace("Cut", "url(../assets/text-regular.woff2)").load());
  const line = document.createElement("p");
  Object.assign(line.style, { fontFamily: "Cut", fontSize: "20px", whiteSpace: "nowrap" });
  document.body.append(line);
  const found = [...signs].map((sign) => {
    const box = document.createElement("span"); box.textContent = sign; line.append(box);
    const { width } = box.getBoundingClientRect(); box.remove(); return width; });
  line.remove(); return found; }"""


def test_every_sign_is_as_wide_as_its_font_says(visitor: Any, address: str, site: Path) -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(site / "assets" / "text-regular.woff2")
    names, widths = font.getBestCmap(), font["hmtx"]
    signs = "a%“”’…½ex."
    visitor.goto(address + "masks/")
    drawn = dict(zip(signs, visitor.evaluate(_WIDTHS, signs), strict=True))
    said = {sign: widths[names[ord(sign)]][0] * 20 / 1000 for sign in signs}
    assert drawn == pytest.approx(said, abs=1)


# How far what stood already was moved, from the beginning: a share of the screen, as Lighthouse counts it.
_SHIFTED = """() => new Promise((done) => new PerformanceObserver((list) =>
  done(list.getEntries().reduce((sum, shift) => sum + shift.value, 0))
).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 200))"""


@pytest.mark.parametrize("path", ["many-queries/", "no-ops/", "temperature/", "exercises/"])
def test_a_font_that_comes_late_moves_nothing(browser: Any, address: str, path: str) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.route("**/text-*.woff2", lambda route: (time.sleep(0.3), route.continue_()))
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(_SHIFTED) < 0.02
    context.close()


def test_a_figure_changes_its_ink_with_the_scheme(browser: Any, address: str) -> None:
    inks = set()
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(address + "soft-lookup/")
        inks.add(page.evaluate("getComputedStyle(document.querySelector('figure text')).fill"))
        context.close()
    assert len(inks) == 2


POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; object-src 'none'"


class _Strict(Quiet):
    def end_headers(self) -> None:
        """Allow nothing that is not in a file of ours; pictures may be written into style sheets."""
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


def test_pages_keep_their_looks_under_a_strict_policy(browser: Any, site: Path) -> None:
    with served(site, _Strict) as address:
        page = watched(browser.new_context().new_page(), address)
        for path in ("", "soft-lookup/", "errata/", "cheat-sheet/", "notebooks/learning/"):
            page.goto(address + path)
            page.wait_for_load_state("networkidle")
        page.keyboard.press("/")
        page.fill("dialog.search input", "kv cache")
        page.locator("dialog.search li a").first.wait_for()
        page.context.close()
    assert not page.complaints


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
    inside = "document.querySelector('.pages').contains(document.activeElement)"
    for _ in range(12):
        visitor.keyboard.press("Tab")
        assert not visitor.evaluate(inside)
    visitor.focus(".menu")
    visitor.keyboard.press("Enter")
    visitor.wait_for_selector(".pages a:visible")
    visitor.keyboard.press("Tab")
    assert visitor.evaluate(inside)
    visitor.keyboard.press("Escape")
    assert not visitor.locator(".pages").is_visible()


def test_what_has_the_focus_shows_it(visitor: Any, address: str) -> None:
    visitor.set_viewport_size(LAPTOP)
    for path in ("snippets/", "softmax/"):
        visitor.goto(address + path)
        for _ in range(60):
            visitor.keyboard.press("Tab")
            ringed, what = visitor.evaluate(_RING)
            assert ringed, f"no ring around {what} on {path}"


_RING = """(() => { const e = document.activeElement, style = getComputedStyle(e)
  const seen = style.outlineStyle != 'none' && parseFloat(style.outlineWidth) >= 1
  return [seen || e === document.body, e.outerHTML.slice(0, 90)] })()"""


def test_the_scheme_is_chosen_once_and_kept(browser: Any, address: str) -> None:
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    page.goto(address)
    scheme = "document.documentElement.dataset.mdColorScheme"
    assert page.evaluate(scheme) == "default"
    page.click("button.scheme")
    assert page.evaluate(scheme) == "slate"
    page.goto(address + "softmax/")
    assert page.evaluate(scheme) == "slate"
    page.focus("button.scheme")
    page.keyboard.press("Enter")
    assert page.evaluate(scheme) == "default"
    context.close()


def test_a_checked_number_explains_itself(visitor: Any, address: str) -> None:
    visitor.set_viewport_size(PHONE)
    visitor.goto(address + "softmax/")
    number = visitor.locator("article p data.checked").nth(1)
    name, value = number.get_attribute("data-name"), number.get_attribute("value")
    number.click()
    visitor.wait_for_selector(".number-note:popover-open")
    said = visitor.inner_text(".number-note")
    assert name in said
    assert value in said
    assert "src/softlookup/pages/softmax/numbers.py" in said
    visitor.click(".number-note a")
    visitor.wait_for_url("**/numbers/#*")
    assert visitor.evaluate("Boolean(document.querySelector(':target'))")


def test_numbers_are_one_stop_of_the_keyboard(visitor: Any, address: str) -> None:
    visitor.set_viewport_size(LAPTOP)
    visitor.goto(address + "softmax/")
    assert visitor.evaluate("document.querySelectorAll('data[tabindex]').length") == 0
    visitor.focus("button.inspect")
    visitor.keyboard.press("Enter")
    visitor.wait_for_selector(".number-note:popover-open")
    first = visitor.inner_text(".number-note")
    visitor.keyboard.press("ArrowRight")
    assert visitor.evaluate("document.activeElement.matches('data.checked')")
    assert visitor.inner_text(".number-note") != first
    assert visitor.evaluate("document.querySelectorAll('data[tabindex]').length") == 1
    visitor.keyboard.press("Escape")
    assert visitor.evaluate("document.activeElement.matches('button.inspect')")


def test_statements_are_found_by_their_words(visitor: Any, address: str) -> None:
    visitor.goto(address + "errata/")
    visitor.fill("input[data-filter]", "softmax overflow")
    visitor.wait_for_function("document.querySelector('.filter output').textContent")
    shown = visitor.locator(".claim:visible")
    assert 0 < shown.count() < 30
    assert "softmax" in shown.first.inner_text().lower()
    visitor.fill("input[data-filter]", "")
    visitor.wait_for_function("!document.querySelector('.filter output').textContent")
    assert not visitor.locator("#s3-holds > .claim").first.is_visible()


@pytest.mark.parametrize(
    ("page", "typed", "entry", "heading"),
    [
        ("misconceptions/", "focus", ".misconception", "#content h2"),
        ("numbers/", "weights[racket]", "tbody tr:has([id])", "p:has(> [id^='of-'])"),
        ("snippets/", "rotary", ".snippet", ""),
    ],
)
def test_a_long_list_is_cut_to_what_is_typed(
    visitor: Any, address: str, page: str, typed: str, entry: str, heading: str
) -> None:
    visitor.goto(address + page)
    before = visitor.locator(f"{entry}:visible").count()
    sections = visitor.locator(f"{heading}:visible").count() if heading else 0
    visitor.fill("input[data-filter]", typed)
    visitor.wait_for_function("document.querySelector('.filter output').textContent")
    shown = visitor.locator(f"{entry}:visible")
    assert 0 < shown.count() < before / 4
    assert all(typed in text.lower() for text in shown.all_text_contents())
    if heading:
        assert visitor.locator(f"{heading}:visible").count() < sections / 2
    visitor.fill("input[data-filter]", "")
    visitor.wait_for_function("!document.querySelector('.filter output').textContent")
    assert visitor.locator(f"{entry}:visible").count() == before


def test_paper_has_the_folds_open_and_no_furniture(browser: Any, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(address + "softmax/")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    shut = "document.querySelectorAll('details:not([open], .option, .hint)').length"
    assert page.evaluate(shut) == 0
    assert page.locator("details.option > summary").first.is_visible()
    assert not page.locator("details.option > :not(summary)").first.is_visible()
    for furniture in ("header.md-header", "nav.pages", "button", "input"):
        seen = [one for one in page.locator(furniture).all() if one.is_visible()]
        assert not seen, furniture
    scrolls = "f => getComputedStyle(f).overflowX != 'visible'"
    boxes = "[...document.querySelectorAll('.formula, pre > code')]"
    assert page.evaluate(f"{boxes}.filter({scrolls}).length") == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(shut) > 5
    context.close()


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
    visitor.locator("dialog.search li a").first.wait_for()
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
    button = visitor.locator("div.highlight:has(.filename) button.copy").first
    assert button.count() == 1
    link = visitor.locator(".provenance a[download]").first.get_attribute("href")
    assert visitor.request.get(visitor.evaluate(f"new URL('{link}', location).href")).ok
