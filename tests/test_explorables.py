"""The smaller explorables in a real browser: they begin as printed, and say what Python says."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe

from element_pages import LAPTOP, PHONE, Open, lay_out, opening
from served import served
from softlookup import explorables, interactive, lookup
from softlookup.examples import KEYS, TENNIS, VALUES

NAMES = ("width-weights", "softmax-bars", "mask-grid", "streaming-feed")
SHIFT = """(() => { window.shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true }); })()"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("explorables")
    printed = [
        explorables.width_weights("Eight weights at a width of your choice."),
        explorables.softmax_bars("Add a constant, or multiply."),
        explorables.mask_grid("Rows ask, columns answer; press a cell."),
        explorables.streaming_feed("Three numbers are kept, whatever the order."),
    ]
    arrow = interactive.answer_map("The arrow shows the steepest rise.", arrow=True)
    lay_out(folder, {"all": "".join(printed), "arrow": arrow})
    # The same page as it is before any script.
    page = (folder / "all.html").read_text(encoding="utf-8")
    bare = re.sub(r'<script type="module".*?</script>', "", page)
    (folder / "bare.html").write_text(bare, encoding="utf-8")
    with served(folder) as where:
        yield where


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[Open]:
    with opening(browser, address) as start:
        yield start


def _texts(page: Any, selector: str) -> list[str]:
    found: list[str] = page.locator(selector).all_text_contents()
    return found


def test_awake_they_say_what_is_printed(open_page: Open) -> None:
    awake = open_page("all.html")
    for name in NAMES:
        awake.wait_for_selector(f"{name}.awake")
    asleep = open_page("all.html", java_script_enabled=False)
    for selector in (
        ".side",
        "softmax-bars table",
        "mask-grid td",
        "streaming-feed table",
        ".weights text",
    ):
        shown = [page.locator(selector).all_text_contents() for page in (awake, asleep)]
        assert shown[0] == shown[1]
    sizes = "all => all.flatMap((e) => ['y', 'height', 'width'].map((n) => parseFloat(e.getAttribute(n))))"
    bars = [
        page.locator("svg rect").evaluate_all(sizes) for page in (awake, open_page("bare.html"))
    ]
    assert len(bars[0]) == 3 * (2 * 8 + 3)
    assert bars[0] == pytest.approx(bars[1], abs=0.006, nan_ok=True)
    assert asleep.locator("button, input").count() == 0


@pytest.mark.parametrize("size", [LAPTOP, PHONE, (320, 640)])
def test_nothing_jumps_and_everything_fits(open_page: Open, size: Any) -> None:
    page = open_page("all.html", size, init=SHIFT)
    for name in NAMES:
        page.wait_for_selector(f"{name}.awake")
    page.wait_for_timeout(200)
    assert page.evaluate("window.shift") < 0.001
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("path", ["all.html", "arrow.html"])
def test_they_are_accessible(open_page: Open, path: str, scheme: str) -> None:
    page = open_page(path)
    page.evaluate("(name) => { document.body.dataset.mdColorScheme = name }", scheme)
    page.wait_for_timeout(200)
    options = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}
    violations = Axe().run(page, options={**options, "preload": False}).response["violations"]
    assert not [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in violations]


@pytest.mark.parametrize("stop", [0, 2, 10])
def test_the_weights_at_a_width_are_those_of_python(open_page: Open, stop: int) -> None:
    page = open_page("all.html")
    page.focus("width-weights input")
    page.locator("width-weights input").fill(str(stop))
    scores, width = explorables.scores_by_width()[stop], explorables.WIDTHS[stop]
    for side, temperature in ((".raw", 1.0), (".rooted", np.sqrt(width))):
        weights = lookup.softmax(scores, temperature)
        assert _texts(page, f"{side} text") == [f"{weight:.2f}" for weight in weights]
        assert page.inner_text(f"{side} .largest") == f"{weights.max():.2f}"
    assert page.get_attribute("width-weights input", "aria-valuetext") == f"d = {width}"


@pytest.mark.parametrize(
    ("added", "factor"), [(0, 0), (1000, 1), (-1000, 1), (700, 1), (0, 300), (10, 5)]
)
def test_softmax_stands_what_the_form_in_books_does_not(
    open_page: Open, added: int, factor: float
) -> None:
    page = open_page("all.html")
    sliders = page.locator("softmax-bars input")
    sliders.nth(0).fill(str(explorables.ADDED.index(added)))
    sliders.nth(1).fill(str(explorables.FACTORS.index(factor)))
    scores = KEYS @ TENNIS * factor + added
    weights = lookup.softmax(scores)
    assert _texts(page, "softmax-bars .weight") == [f"{weight:.3f}" for weight in weights]
    with np.errstate(all="ignore"):
        naive = np.exp(scores) / np.exp(scores).sum()
    assert _texts(page, "softmax-bars .naive") == [
        "nan" if np.isnan(one) else f"{one:.3f}" for one in naive
    ]
    broken = page.locator("softmax-bars .naive.broken").count()
    assert (broken > 0) == (not np.allclose(naive, weights))


def _mask_cells(page: Any) -> list[str]:
    return _texts(page, "mask-grid tbody td")


def _python_cells(mask: Any) -> list[str]:
    vectors = np.vstack([TENNIS, KEYS])
    weights = lookup.attention_weights(vectors, vectors, mask=np.asarray(mask))
    return [f"{weight:.2f}" for weight in weights.ravel()]


def test_a_mask_is_pressed_cell_by_cell(open_page: Open) -> None:
    page = open_page("all.html")
    mask = lookup.causal_mask(4, 4)
    assert _mask_cells(page) == _python_cells(mask)
    page.focus("mask-grid tbody tr:nth-child(2) td:nth-of-type(4) button")
    page.keyboard.press("Space")
    mask[1, 3] = True
    assert _mask_cells(page) == _python_cells(mask)
    page.click("mask-grid .presets button:text-is('window')")
    assert _mask_cells(page) == _python_cells(lookup.window_mask(4, 4, 1))
    page.click("mask-grid .presets button:text-is('causal')")
    page.click("mask-grid .presets button:text-is('True means hidden')")
    assert _mask_cells(page) == _python_cells(~lookup.causal_mask(4, 4))


def test_an_empty_row_is_answered_in_three_ways(open_page: Open) -> None:
    page = open_page("all.html")
    page.click("mask-grid tbody td button >> nth=0")
    for convention, shown in (("zeros", "0.00"), ("nan", "nan"), ("even", "0.25")):
        page.click(f"mask-grid .presets button:text-is('{convention}')")
        assert _mask_cells(page)[:4] == [shown] * 4
    assert page.get_attribute("mask-grid tbody button >> nth=0", "aria-pressed") == "false"
    assert page.get_attribute("mask-grid tbody button >> nth=0", "aria-label") == (
        "tennis reads tennis: 0.25"
    )


@pytest.mark.parametrize("order", [("tree", "ball", "racket"), ("ball", "racket", "tree")])
def test_entries_may_come_in_any_order(open_page: Open, order: tuple[str, ...]) -> None:
    page = open_page("all.html")
    page.click("streaming-feed button:text-is('begin again')")
    assert page.locator("streaming-feed tbody tr").count() == 0
    for word in order:
        page.click(f"streaming-feed button:text-is('{word}')")
    places = [("racket", "ball", "tree").index(word) for word in order]
    so_far = [lookup.soft_lookup(TENNIS, KEYS[places[:n]], VALUES[places[:n]]) for n in (1, 2, 3)]
    assert _texts(page, "streaming-feed .out") == [f"{answer:.3f}" for answer in so_far]
    assert page.inner_text("streaming-feed [role=status]").startswith("All fed: 8.056")
    assert page.locator("streaming-feed button:enabled").count() == 1


def test_taken_out_and_put_back_they_are_as_printed(open_page: Open) -> None:
    page = open_page("all.html")
    before = [page.locator(name).inner_text() for name in NAMES]
    page.locator("width-weights input").fill("3")
    page.locator("softmax-bars input").first.fill("3")
    page.click("mask-grid tbody button >> nth=0")
    page.click("streaming-feed button:text-is('begin again')")
    page.evaluate(
        """() => document.querySelectorAll(".explorable").forEach((one) => {
          const [place, next] = [one.parentNode, one.nextSibling];
          one.remove();
          place.insertBefore(one, next);
        })"""
    )
    assert [page.locator(name).inner_text() for name in NAMES] == before


@pytest.mark.parametrize("state", ["q=0.5,-0.5", "q=-1,1.5;t=0.25", "q=1,1;t=4"])
def test_the_arrow_is_the_gradient(open_page: Open, state: str) -> None:
    page = open_page("arrow.html#map-of-answers:" + state)
    page.wait_for_selector("answer-map.touched.painted")
    page.wait_for_timeout(100)
    parts = dict(part.split("=") for part in state.split(";"))
    query = [float(x) for x in parts["q"].split(",")]
    temperature = float(parts.get("t", 1))
    right, up = lookup.soft_lookup_gradients(query, KEYS, VALUES, temperature).queries
    assert page.inner_text(".steepness span") == f"{np.hypot(right, up):.3f}"
    turn = page.get_attribute(".slope g", "transform")
    assert float(turn[len("rotate(") : -1]) == pytest.approx(np.degrees(np.arctan2(-up, right)))


def test_the_hard_map_is_flat(open_page: Open) -> None:
    page = open_page("arrow.html#map-of-answers:t=0")
    page.wait_for_selector("answer-map.touched.painted")
    page.wait_for_timeout(100)
    assert page.inner_text(".steepness span") == "0.000"
    assert not page.locator(".slope line").is_visible()
