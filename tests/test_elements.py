"""What moves, in a real browser: mouse, keyboard, touch, no script, dark, narrow, hostile, forbidden.

Every page is served with a policy that allows nothing but its own files, and any complaint of the browser,
any request to elsewhere, fails the test that caused it.
"""

import functools
import gzip
import importlib
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import markdown
import numpy as np
import pytest
from playwright.sync_api import expect

from conftest import ROOT
from element_pages import (
    ASSETS,
    LAPTOP,
    PAINTED,
    PHONE,
    SHIFT,
    Cached,
    Open,
    checked_number,
    faults,
    lay_out,
    only_as_printed,
    opening,
    until,
)
from served import served
from softlookup import examples, explorables, fences, interactive, lookup, tex, walk
from softlookup.explorables.width_weights import PRINTED_WIDTH, WIDTHS, scores_by_width
from softlookup.page import Page
from softlookup.pages.many_queries import guess as impossible
from softlookup.pages.similarity import guess as order
from softlookup.pages.soft_lookup import guess as own_key
from softlookup.practice import guesses
from softlookup.practice.beliefs import Choice, Guess, Order
from softlookup.site import maths
from softlookup.site.style import without_remarks
from softlookup.verify import numerals

GRID = importlib.import_module("softlookup.explorables.mask_grid")
QUERY, RACKET, BALL, TREE = (f'.handle[data-number="{number}"]' for number in range(4))
ANSWER = "answer-map .reply .number"


# --- The pages --------------------------------------------------------------------------------------


_OTHER_KEYS = [[2.0, 1.0], [0.5, 0.5], [-1.0, 2.0]]
# The pages whose numbers follow, by what a reader moves on them.
BY_MAP = ("index", "soft_lookup", "temperature", "gradients")
_NAMED = re.compile(r'data-name="([^"]+)"[^>]*>([^<]+)<|\\named\{([^{}]+)\}\{([^{}]+)\}')


@functools.cache
def _moving_names(*pages: str) -> list[tuple[str, str]]:
    """Every number that these pages print under a name of their own, and its digits: in sentences, tables, formulas."""
    found = set()
    for page in pages:
        text = (ROOT / "docs" / f"{page.replace('_', '-')}.md").read_text(encoding="utf-8")
        quoted = [
            (walk.full_name(name, page), typed) for typed, name in fences.QUOTED.findall(text)
        ]
        for module, name in re.findall(r'page\.(table|math|part)\("(\w+)"\)', text):
            printed = getattr(Page(page), module)(name)
            quoted += [(a or c, b or d) for a, b, c, d in _NAMED.findall(printed)]
        found.update(
            (full, typed)
            for full, typed in quoted
            if full.split(".")[0] == page and typed[-1] in "0123456789%"
        )
    return sorted(found)


def _numbers() -> str:
    listed = "".join(
        f"<li>{checked_number(name, typed, walk.number(name))}</li>"
        for name, typed in _moving_names("index", "soft_lookup")
    )
    wins = only_as_printed("racket wins", "soft_lookup.racket_wins")
    mostly = only_as_printed("It is mostly racket.")
    return f"<ul>{listed}</ul><p>So {wins}. {mostly}</p>{interactive.pulled_numbers('index', 'soft_lookup')}"


def _question() -> str:
    asked = next(q for q in walk.questions("soft_lookup") if q.key.endswith("the_answer"))
    found = asked.find()
    told = {
        option: f"Not this: {belief}." if belief else f"Right. {found.why}"
        for option, belief in asked.options()
    }
    text = interactive.question(
        asked.key, f"**Question.** {asked.asks}", told, found.right, "Think."
    )
    return markdown.markdown(text, extensions=["md_in_html"])


# What a reader moves on a page, and the same in Python.
MOVED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "temperature": ("knob", "q=0.4,-0.9", {"TENNIS": [0.4, -0.9]}),
    "gradients": ("slope", "k1=0.5,0.5;q=1.7,0.3", {"TENNIS": [1.7, 0.3], "KEYS": _OTHER_KEYS}),
    "soft_lookup": ("answer_map", "q=-0.6,0.8", {"TENNIS": [-0.6, 0.8]}),
    "similarity": ("shadow", "q=-0.6,0.8;k1=0.5,0.5", {"TENNIS": [-0.6, 0.8], "KEYS": _OTHER_KEYS}),
    "softmax": ("softmax_bars", "add=10;times=2", {"SCORES": [16, 14, 12]}),
    "masks": ("mask_grid", "m=100101111", {"PRINTED": [[1, 0, 0], [1, 0, 1], [1, 1, 1]]}),
}


def _printed_page(page: str) -> str:
    """What moves on a page of the site, and the numbers that follow it."""
    listed = "".join(
        f"<li>{checked_number(name, typed, walk.number(name))}</li>"
        for name, typed in _moving_names(page)
    )
    return f"{Page(page).part(MOVED[page][0])}<ul>{listed}</ul>"


SAYS = "Every point of the plane is coloured by what the lookup answers there."


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("elements")
    lay_out(
        folder,
        {
            "map": explorables.answer_map(SAYS) + _numbers(),
            **{page: _printed_page(page) for page in MOVED},
            "guess": own_key.guess(),
            "choice": impossible.guess(),
            "order": order.guess(),
            "quiz": _question(),
        },
    )
    with served(folder, Cached) as where:
        yield where


@pytest.fixture(scope="module")
def shared(shared: Any, address: str) -> Any:
    """The shared page, with the quiz on it."""
    shared.goto(address + "quiz.html")
    return shared


def _state(page: Any) -> dict[str, Any]:
    """The lookup as the element has it."""
    found: dict[str, Any] = page.evaluate(
        "() => { const {query, keys, values, temperature, exact}"
        " = document.querySelector('answer-map').lookup;"
        " return {query, keys, values, exact, temperature: String(temperature)} }"
    )
    found["temperature"] = float(found["temperature"].replace("Infinity", "inf"))
    return found


def _expected(page: Any) -> str:
    """What Python answers to the lookup as it stands, in the digits of the page."""
    state = _state(page)
    output = lookup.soft_lookup(
        state["query"], state["keys"], state["values"], state["temperature"]
    )
    return f"{output:.3f}"


def _wake(page: Any) -> None:
    """A hand comes near, and what draws the map is fetched."""
    page.hover("answer-map .plane", position={"x": 5, "y": 5})
    page.wait_for_selector("answer-map.painted")


def _settle(page: Any) -> None:
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))")


def _drag(page: Any, handle: str, across: float, down: float) -> None:
    box = page.locator(handle).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y + down, steps=4)
    page.mouse.up()
    _settle(page)


def _at_rest(page: Any) -> bool:
    before = _state(page)
    page.wait_for_timeout(60)
    return _state(page) == before


def _canvas(page: Any) -> list[list[int]]:
    """The colour of five places of the map."""
    found: list[list[int]] = page.evaluate(
        """() => {
          const canvas = document.querySelector("answer-map canvas");
          const context = canvas.getContext("2d");
          return [[0.1, 0.1], [0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.9, 0.9]].map(([x, y]) =>
            [...context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data]);
        }"""
    )
    return found


# --- At rest ----------------------------------------------------------------------------------------


def _printed(page: Any) -> list[str]:
    found: list[str] = page.locator(
        "answer-map :is(.reply, .score, .weight, .value, .found, .word)"
    ).all_text_contents()
    return found


def test_awake_the_map_says_what_is_printed(open_page: Open) -> None:
    asleep = open_page("map.html", java_script_enabled=False)
    awake = open_page("map.html")
    awake.wait_for_selector("answer-map.awake")
    assert awake.locator("answer-map canvas").count() == 0  # not before a hand comes near
    assert _printed(awake) == _printed(asleep)
    _wake(awake)
    assert _printed(awake) == _printed(asleep)
    assert awake.inner_text(ANSWER) == f"{walk.number('index.answer'):.3f}"
    assert asleep.locator("answer-map :is(.handle, input, button, canvas)").count() == 0
    assert asleep.locator("answer-map .picture").is_visible()
    assert awake.evaluate("location.hash") == ""


def test_the_printed_picture_and_the_canvas_show_the_same_colours(open_page: Open) -> None:
    awake, asleep = open_page("map.html"), open_page("map.html", java_script_enabled=False)
    _wake(awake)
    pictures = [_pixels(page) for page in (awake, asleep)]
    # The printed one has 32 steps of colour.
    assert np.abs(pictures[0] - pictures[1]).mean() < 3


def _pixels(page: Any) -> Any:
    import io

    from matplotlib.image import imread

    return imread(io.BytesIO(page.locator("answer-map .plane").screenshot()))[..., :3] * 255


@pytest.mark.parametrize("size", [LAPTOP, (700, 900), PHONE])
def test_pins_lie_under_their_handles_and_lines_fill_the_plane(open_page: Open, size: Any) -> None:
    page = open_page("map.html", size)
    page.wait_for_selector("answer-map.awake")

    def middles(selector: str) -> list[list[float]]:
        found: list[list[float]] = page.locator(selector).evaluate_all(
            "(all) => all.map((e) => e.getBoundingClientRect())"
            ".map((b) => [b.x + b.width / 2, b.y + b.height / 2])"
        )
        return found

    pins = middles(".pin.asking > path") + middles(".pin:not(.asking) > :is(rect, circle, path)")
    handles = middles(".handle")
    assert len(pins) == 4
    assert np.abs(np.subtract(pins, handles)).max() < 3
    plane, overlay, lines = (
        page.locator(f"answer-map {part}").bounding_box()
        for part in (".plane", ".overlay", ".contours > svg")
    )
    assert overlay == plane
    assert lines["height"] == pytest.approx(plane["height"], rel=0.03)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("path", ["map.html", "guess.html", "choice.html", "order.html"])
def test_nothing_jumps_when_elements_wake(open_page: Open, path: str, size: Any) -> None:
    held: list[Any] = []
    first = True

    def late(route: Any) -> None:
        if first:
            held.append(route)
        else:
            route.continue_()

    page = open_page(path, size, init=SHIFT, route=("**/elements/*.js", late), until="commit")
    until(page, "performance.getEntriesByType('paint').length > 0")
    first = False  # the page has been seen; now its scripts come
    for route in held:
        route.continue_()
    page.wait_for_selector(".awake")
    page.evaluate(PAINTED)
    assert held
    assert page.evaluate("window.shift") < 0.001


@pytest.mark.parametrize(
    "path", ["map.html", "guess.html", "choice.html", "order.html", "quiz.html", "masks.html"]
)
def test_pages_are_accessible_and_fit(open_page: Open, path: str) -> None:
    page = open_page(path)
    page.wait_for_load_state("networkidle")
    if path == "map.html":
        page.focus(QUERY)
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("pulled-numbers button")
    for scheme in ("default", "slate"):
        assert not faults(page, scheme), scheme
    for width in (1280, 640, 390, 320):  # 640 is a laptop at twice the size
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


# --- Hands ------------------------------------------------------------------------------------------


def test_the_mouse_drags_the_query_and_a_key(open_page: Open) -> None:
    page = open_page("map.html")
    _wake(page)
    before = _canvas(page)
    _drag(page, QUERY, -60, 70)
    assert _state(page)["query"] != [1, 1]
    assert page.inner_text(ANSWER) == _expected(page) != "8.056"
    assert _canvas(page) == before  # the map does not depend on the query
    _drag(page, BALL, 40, -90)
    assert _state(page)["keys"][1] != [2, 0]
    assert page.inner_text(ANSWER) == _expected(page)
    assert _canvas(page) != before


def test_a_press_on_the_plane_brings_the_query(open_page: Open) -> None:
    page = open_page("map.html")
    _wake(page)
    plane = page.locator("answer-map .plane")
    box = plane.bounding_box()
    plane.click(position={"x": box["width"] * 0.25, "y": box["height"] * 0.75})
    _settle(page)
    assert _state(page)["query"] == pytest.approx([-2.4 + 5.8 * 0.25, 2.8 - 4.2 * 0.75], abs=0.02)
    assert page.inner_text(ANSWER) == _expected(page)


def test_the_keyboard_reaches_and_moves_everything(open_page: Open) -> None:
    page = open_page("map.html")
    _wake(page)
    met = []
    for _ in range(10):
        page.keyboard.press("Tab")
        met.append(
            page.evaluate(
                "document.activeElement.getAttribute('aria-label') ?? document.activeElement.id"
                " + document.activeElement.textContent"
            )
        )
    assert met[:9] == [
        "query tennis",
        "key racket",
        "key ball",
        "key tree",
        "map-of-answers-temperature",
        "dictionary",
        "best match",
        "blend",
        "mean",
    ]
    page.focus(QUERY)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowRight")
    _settle(page)
    assert _state(page)["query"] == [1.4, 1.1]
    assert page.get_attribute(QUERY, "aria-valuetext") == "sport 1.4, outdoors 1.1"
    assert page.inner_text(ANSWER) == _expected(page)
    for _ in range(12):
        page.keyboard.press("Shift+ArrowDown")
    assert _state(page)["query"] == [1.4, -1.4]
    page.focus(TREE)
    page.keyboard.press("ArrowDown")
    assert _state(page)["keys"][2] == [-1, 1.9]
    page.keyboard.press("Escape")
    _settle(page)
    assert page.inner_text(ANSWER) == "8.056"
    assert page.locator("answer-map .back").is_disabled()


def test_the_temperature_goes_from_a_dictionary_to_the_mean(open_page: Open) -> None:
    page = open_page("map.html", reduced_motion="reduce")
    _wake(page)
    page.focus("answer-map input[type=range]")
    page.keyboard.press("Home")
    _settle(page)
    assert page.inner_text(ANSWER) == "KeyError"
    assert not page.locator("answer-map canvas").is_visible()
    page.keyboard.press("ArrowRight")
    _settle(page)
    assert page.inner_text(ANSWER) == "10.000"
    assert page.locator("answer-map .border").count() == 1
    page.keyboard.press("End")
    _settle(page)
    assert page.inner_text(ANSWER) == f"{walk.number('soft_lookup.mean'):.3f}"
    until(page, lambda: len({tuple(colour) for colour in _canvas(page)}) == 1)  # one grey


def test_a_dictionary_answers_where_a_key_is_equal(open_page: Open) -> None:
    page = open_page("map.html#map-of-answers:q=2,0;t=exact")
    page.wait_for_selector("answer-map.exact")
    assert page.inner_text(ANSWER) == "5.000"
    assert page.locator("tbody .weight").all_text_contents() == ["0.000", "1.000", "0.000"]


def test_the_best_match_at_a_tie_shares(open_page: Open) -> None:
    page = open_page("map.html#map-of-answers:q=2,0;t=0")
    expect(page.locator(ANSWER)).to_have_text("7.500")


def test_a_finger_drags_a_handle_and_scrolls_beside_it(open_page: Open) -> None:
    page = open_page("map.html", PHONE, has_touch=True, is_mobile=True)
    _wake(page)
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )
        page.wait_for_timeout(30)

    def swipe(x: float, y: float, across: float, down: float) -> None:
        send("touchStart", (x, y))
        for step in range(1, 6):
            send("touchMove", (x + across * step / 5, y + down * step / 5))
        send("touchEnd")
        page.wait_for_timeout(100)

    box = page.locator(QUERY).bounding_box()
    swipe(box["x"] + 22, box["y"] + 22, -50, 60)
    assert page.evaluate("scrollY") == 0
    moved = _state(page)["query"]
    assert moved[0] < 0.5
    assert moved[1] < 0.5
    assert page.inner_text(ANSWER) == _expected(page)
    plane = page.locator("answer-map .plane").bounding_box()
    place = pytest.approx([-2.4 + 5.8 * 0.9, 2.8 - 4.2 * 0.9], abs=0.05)

    counted = (
        "document.querySelector('answer-map .plane').addEventListener('click', () => { taps++ })"
    )
    page.evaluate(f"() => {{ window.taps = 0; {counted} }}")

    def it_was_a_tap() -> bool:
        page.touchscreen.tap(plane["x"] + plane["width"] * 0.9, plane["y"] + plane["height"] * 0.9)
        page.wait_for_timeout(300)
        return bool(page.evaluate("taps"))

    until(page, it_was_a_tap)  # on a busy machine it may last so long that the browser sees a press
    until(page, lambda: _state(page)["query"] == place)
    until(page, lambda: _at_rest(page))  # it walks there
    tapped = _state(page)["query"]
    swipe(plane["x"] + 30, plane["y"] + plane["height"] - 30, 0, -150)
    assert page.evaluate("scrollY") > 50
    assert _state(page)["query"] == tapped


def test_a_preset_walks_there_unless_motion_is_unwanted(open_page: Open) -> None:
    moving, quiet = open_page("map.html"), open_page("map.html", reduced_motion="reduce")
    seen = "() => { const all = []; const map = document.querySelector('answer-map');"
    seen += "map.addEventListener('lookup-change', (e) => all.push(e.detail.temperature));"
    seen += "window.seen = all; }"
    for page in (moving, quiet):
        _wake(page)
        page.evaluate(seen)
        page.click("text=mean")
        expect(page.locator(ANSWER)).to_have_text(f"{walk.number('soft_lookup.mean'):.3f}")
    assert moving.evaluate("window.seen.length") > 2
    assert quiet.evaluate("window.seen.length") == 1


# What would move by itself: in time after a change, without end, or while the page scrolls.
MOVES = """() => {
  const seconds = (text) => text.split(",").some((one) => parseFloat(one) > 0);
  const moving = ({ transitionDuration, transitionProperty, animationName, scrollBehavior }) =>
    (seconds(transitionDuration) && transitionProperty !== "none")
      || animationName !== "none" || scrollBehavior === "smooth";
  const drawn = (one) => [null, "::before", "::after"].map((part) => getComputedStyle(one, part));
  // Of elements that are alike, and stand in alike ones, one is enough.
  const tag = (one) => (one ? `${one.tagName}.${one.getAttribute("class")} ` : "");
  const kind = (one) => tag(one) + tag(one.parentElement) + tag(one.parentElement?.parentElement);
  const kinds = new Map([...document.querySelectorAll("body, body *")].map((one) => [kind(one), one]));
  const found = [document.documentElement, ...kinds.values()].filter((one) => drawn(one).some(moving));
  return found.map((one) => one.cloneNode().outerHTML.slice(0, 80));
}"""
# From now on, what begins to move.
WATCH = """() => { window.began = 0;
  for (const kind of ["transitionrun", "animationstart"]) {
    document.addEventListener(kind, () => { window.began += 1; }, true);
  } }"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_by_itself_where_motion_is_unwanted(
    browser: Any, site: Path, motion: str
) -> None:
    pages = _pages_with_every_element(site) if motion == "reduce" else ["index.html"]
    with served(site, Cached) as where, opening(browser, where) as start:
        page = start("index.html", reduced_motion=motion)
        found: dict[str, list[str]] = {}
        for path in pages:
            page.goto(where + path)
            page.wait_for_selector(".awake, article h1")
            found[path] = page.evaluate(MOVES)
        page.goto(where)
        page.wait_for_selector("answer-map.awake")
        page.evaluate(WATCH)
        page.wait_for_timeout(1200)  # the star begins to pulse after a second
        at_rest = page.evaluate("began")
        _wake(page)
        page.click("answer-map .presets button:text-is('mean')")
        page.click("sentence-reader tbody label >> nth=0")
        page.wait_for_timeout(200)
        began = page.evaluate("began")
    if motion == "reduce":
        assert not any(found.values()), {path: seen[:3] for path, seen in found.items() if seen}
        assert began == 0
    else:  # so that what is looked for is known to be found
        assert all(found.values())
        assert began > at_rest > 0


def _pages_with_every_element(site: Path) -> list[str]:
    """Pages that between them have every element which moves."""
    pages, met = [], set()
    for path in sorted(site.rglob("index.html")):
        text = path.read_text(encoding="utf-8")
        used = {name for name in interactive.SCRIPTS if f"<{name} " in text}
        if used - met:
            pages.append(path.relative_to(site).as_posix())
            met |= used
    assert met == set(interactive.SCRIPTS), set(interactive.SCRIPTS) - met
    return pages


def test_while_it_moves_the_map_is_painted_coarsely_then_finely(open_page: Open) -> None:
    page = open_page("map.html")
    _wake(page)
    until(page, "document.querySelector('answer-map canvas').width > 250")
    page.evaluate(
        """() => { window.cells = []; const canvas = document.querySelector("answer-map canvas");
          new MutationObserver(() => cells.push(canvas.width * canvas.height))
            .observe(canvas, { attributeFilter: ["width"] }); }"""
    )
    _drag(page, RACKET, -40, -40)
    until(page, "cells.at(-1) > 50_000")
    assert page.evaluate("cells[0]") < 15_000


def test_a_screen_reader_hears_the_end_and_not_the_way(open_page: Open) -> None:
    page = open_page("map.html", clock=True)
    _wake(page)
    page.evaluate(
        """() => { window.said = [];
          new MutationObserver(() => said.push(document.querySelector("[role=status]").textContent))
            .observe(document.querySelector("answer-map [role=status]"), { childList: true }); }"""
    )
    page.focus(QUERY)
    # All at once, as from a key that is held: a busy machine may let time pass between two presses.
    page.evaluate(
        """(query) => { for (let n = 0; n < 6; n += 1) document.querySelector(query).dispatchEvent(
          new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true })); }""",
        QUERY,
    )
    page.clock.run_for(900)
    said = page.evaluate("said")
    assert len(said) == 1
    assert said[0].startswith(f"T = 1: answer {_expected(page)}; weights racket ")


# --- Around it --------------------------------------------------------------------------------------


def test_the_address_keeps_the_state_and_gives_it_back(open_page: Open) -> None:
    page = open_page("map.html", clock=True)
    _wake(page)
    page.focus(BALL)
    page.keyboard.press("ArrowUp")
    page.focus("answer-map input[type=range]")
    page.keyboard.press("ArrowRight")
    page.clock.run_for(700)
    kept, answer = page.evaluate("location.hash"), page.inner_text(ANSWER)
    assert kept == "#map-of-answers:k1=2,0.1;t=1.1"
    again = open_page("map.html" + kept, clock=True)
    expect(again.locator(ANSWER)).to_have_text(answer)
    again.goto(again.url.split("#")[0].replace("map.html", "quiz.html"))
    again.go_back()
    expect(again.locator(ANSWER)).to_have_text(answer)
    again.click("answer-map .back")
    again.clock.run_for(700)
    assert again.evaluate("location.hash") == ""
    assert again.inner_text(ANSWER) == "8.056"


@pytest.mark.parametrize(
    "hostile",
    [
        "q=<img src=x onerror=alert(1)>",
        "q=1e9,1",
        "q=99,99",
        "q=NaN,NaN",
        "q=1,1,1",
        "q=",
        "q",
        "t=-1",
        "t=2.13",
        "t=1;t=__proto__",
        "k7=1,1",
        "k1=5,5",
        "__proto__=1,1",
        "constructor=1,1",
        "q=1.2,1;evil=1",
        "q=%E0%A4%A",
        "q=1=2",
        "q=" + "1" * 5000 + ",1",
    ],
)
def test_a_hostile_address_changes_nothing(shared: Any, address: str, hostile: str) -> None:
    shared.goto("about:blank")  # so that the page loads anew
    shared.goto(address + "map.html#map-of-answers:" + hostile)
    shared.wait_for_selector("answer-map.awake")
    _settle(shared)
    assert shared.inner_text(ANSWER) == "8.056"
    assert shared.evaluate("document.querySelector('answer-map').isAsPrinted")
    assert not shared.complaints


def test_another_anchor_is_left_alone(open_page: Open) -> None:
    page = open_page("map.html#elsewhere", clock=True)
    _wake(page)
    page.focus(QUERY)
    page.keyboard.press("Escape")
    page.clock.run_for(700)
    assert page.evaluate("location.hash") == "#elsewhere"


def test_the_map_follows_the_scheme(open_page: Open) -> None:
    page = open_page("map.html")
    _wake(page)
    light = _canvas(page)
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    until(page, lambda: np.mean(_canvas(page)) < np.mean(light) - 50)


def test_with_forced_colours_lines_and_values_carry_the_map(open_page: Open) -> None:
    page = open_page("map.html", forced_colors="active")
    _wake(page)
    assert not page.locator("answer-map canvas").is_visible()
    assert page.locator("answer-map .level").count() >= 5
    assert page.locator("answer-map .level").first.is_visible()


def test_on_paper_stands_what_is_printed(open_page: Open) -> None:
    page = open_page("map.html")
    _wake(page)
    page.focus(QUERY)
    page.keyboard.press("Shift+ArrowLeft")
    _settle(page)
    mine = page.inner_text(ANSWER)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.inner_text(ANSWER) == "8.056"
    assert page.locator("answer-map .picture").is_visible()
    assert not page.locator("answer-map .controls").is_visible()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.inner_text(ANSWER) == mine


def test_taken_out_and_put_back_it_works_once(open_page: Open) -> None:
    page = open_page("map.html")
    _wake(page)
    asleep = page.evaluate(
        """() => { const map = document.querySelector("answer-map"); const place = map.parentNode;
          map.remove(); const left = map.querySelectorAll("canvas, .handle, input, [role=status]").length;
          place.prepend(map); return left; }"""
    )
    assert asleep == 0
    _wake(page)
    assert page.locator("answer-map canvas").count() == 1
    assert page.locator("answer-map .handle").count() == 4
    page.focus(QUERY)
    page.keyboard.press("ArrowLeft")
    _settle(page)
    assert _state(page)["query"] == [0.9, 1]
    assert page.inner_text(ANSWER) == _expected(page)


# --- Numbers that follow ----------------------------------------------------------------------------

MODEL = """async ([names, state]) => {
  const { fetchModels, readState } = await import("/assets/js/models/all.js");
  const pages = [...new Set(names.map((name) => name.split(".")[0]))];
  const { quantity } = readState(await fetchModels(pages), state);
  const sent = (number) => (Number.isFinite(number) ? number : String(number));
  return names.map(quantity).map((number) => (number === undefined ? null : sent(number)));
}"""


def _model(page: Any, names: list[str], **changes: Any) -> list[float | None]:
    """What the models of the browser say, with the running example changed."""
    state = {
        "query": examples.TENNIS.tolist(),
        "keys": examples.KEYS.tolist(),
        "values": examples.VALUES.tolist(),
        "words": list(examples.WORDS),
        "scores": examples.SCORES.tolist(),
        "temperature": 1,
        "exact": False,
        "mask": GRID.PRINTED.tolist(),
        "empty": "zeros",
        **changes,
    }
    found = page.evaluate(MODEL, [names, state])
    return [float(n.replace("Infinity", "inf")) if isinstance(n, str) else n for n in found]


class _OtherExample:
    """The pages' own numbers, computed again with another query, other keys, other scores or another mask."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch

    def values(self, names: list[str], **changes: Any) -> list[float]:
        pages = sorted({name.split(".")[0] for name in names})
        modules = [importlib.import_module(f"softlookup.pages.{page}.numbers") for page in pages]
        with self._patch.context() as patch, np.errstate(all="ignore"):
            for name, value in changes.items():
                home = GRID if name == "PRINTED" else examples
                patch.setattr(home, name, np.array(value, dtype=getattr(home, name).dtype))
            if "SCORES" not in changes:
                patch.setattr(examples, "SCORES", examples.KEYS @ examples.TENNIS)
            patch.setattr(examples, "WEIGHTS", lookup.softmax(examples.SCORES))
            patch.setattr(examples, "ANSWER", float(examples.WEIGHTS @ examples.VALUES))
            as_printed = [dict(vars(module)) for module in modules]
            try:
                for module in modules:
                    _run_again(module)
                return [walk.number(name) for name in names]
            finally:
                for module, printed in zip(modules, as_printed, strict=True):
                    vars(module).clear()
                    vars(module).update(printed)


def _run_again(module: Any) -> None:
    """Without its assertions: they say what the page says, and that is of the printed example."""
    source = Path(module.__file__).read_text(encoding="utf-8")
    exec(compile(source, module.__file__, "exec", optimize=1), vars(module))


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> _OtherExample:
    return _OtherExample(monkeypatch)


@pytest.mark.parametrize("page", [*BY_MAP, "similarity", "softmax", "masks"])
def test_the_model_gives_the_printed_digits(shared: Any, page: str) -> None:
    printed = _moving_names(page)
    names = [name for name, _ in printed]
    computed = dict(zip(names, _model(shared, names), strict=True))
    moving = {name for name, number in computed.items() if number is not None}
    assert len(moving) >= 10
    for name, typed in printed:
        assert numerals.agrees(typed, walk.number(name)), (name, typed)
        if name in moving:
            assert numerals.agrees(typed, computed[name]), (name, typed, computed[name])
            assert shared.evaluate(
                "async ([typed, number]) => (await import('/assets/js/numerals.js'))"
                ".dressedLike(typed, number)",
                [typed, computed[name]],
            ) == typed.replace("-", "−")


def _moves_as_in_python(
    shared: Any, other: _OtherExample, pages: Sequence[str], changes: dict[str, Any]
) -> None:
    names = sorted({name for name, _ in _moving_names(*pages)})
    before, after = map(walk.number, names), other.values(names, **changes)
    in_browser = {"TENNIS": "query", "KEYS": "keys", "SCORES": "scores", "PRINTED": "mask"}
    moved = _model(shared, names, **{in_browser[name]: value for name, value in changes.items()})
    for name, was, now, shown in zip(names, before, after, moved, strict=True):
        if shown is None:
            assert was == pytest.approx(now, abs=1e-9), f"{name} moves, and no model moves it"
        else:
            assert shown == pytest.approx(now, rel=1e-7, abs=1e-9, nan_ok=True), name


QUERIES = [[0.4, -0.9], [-0.6, 0.8], [1.7, 0.3]]


@pytest.mark.parametrize("query", QUERIES, ids=str)
@pytest.mark.parametrize("page", [*BY_MAP, "similarity"])
def test_every_number_moves_with_the_query_as_in_python(
    shared: Any, other: _OtherExample, page: str, query: list[float]
) -> None:
    _moves_as_in_python(shared, other, [page], {"TENNIS": query})


@pytest.mark.parametrize(
    "changes",
    [
        {"KEYS": [[2.0, 1.0], [0.5, 0.5], [-1.0, 2.0]]},
        {"KEYS": [[1.0, -1.0], [2.0, 0.0], [-2.0, 2.0]], "TENNIS": [1.7, 0.3]},
    ],
    ids=str,
)
@pytest.mark.parametrize("page", ["index", "gradients", "similarity"])  # where keys can be dragged
def test_every_number_moves_with_the_keys_as_in_python(
    shared: Any, other: _OtherExample, page: str, changes: dict[str, Any]
) -> None:
    _moves_as_in_python(shared, other, [page], changes)


@pytest.mark.parametrize(
    "scores", [[6, 4, 2], [1.75, 1.5, 1.25], [-7, -8, -9], [30, 20, 10]], ids=str
)
def test_every_number_moves_with_the_scores_as_in_python(
    shared: Any, other: _OtherExample, scores: list[float]
) -> None:
    _moves_as_in_python(shared, other, ["softmax"], {"SCORES": scores})


@pytest.mark.parametrize("second", list(itertools.product([True, False], repeat=3)), ids=str)
def test_every_number_moves_with_the_mask_as_in_python(
    shared: Any, other: _OtherExample, second: tuple[bool, ...]
) -> None:
    first, _, third = GRID.PRINTED.tolist()
    _moves_as_in_python(shared, other, ["masks"], {"PRINTED": [first, list(second), third]})


def test_a_mask_that_the_text_does_not_speak_of_marks_nothing(open_page: Open) -> None:
    page = open_page("masks.html")
    before = page.locator("main ul").inner_text()
    page.click("mask-grid tbody tr:nth-child(3) button >> nth=0")
    expect(page.locator("mask-grid tbody tr:nth-child(3) td >> nth=0")).to_have_text("0.00")
    assert page.locator("main ul").inner_text() == before
    assert page.locator("pulled-numbers button").count() == 0
    page.click("mask-grid tbody tr:nth-child(2) button >> nth=0")
    expect(page.locator("pulled-numbers button")).to_have_count(1)
    page.locator("h1").click()  # from anywhere
    page.keyboard.press("Escape")
    expect(page.locator("pulled-numbers button")).to_have_count(0)
    assert page.locator("main ul").inner_text() == before


@pytest.mark.parametrize("stop", range(len(WIDTHS)))
def test_every_number_moves_with_the_width_as_in_python(shared: Any, stop: int) -> None:
    width, scores = WIDTHS[stop], scores_by_width()[stop]
    names = [f"scaling.shown[{name}]" for name in ("width", "spread", "rooted")]
    found = _model(shared, names, width=width, scores=scores)
    spread = np.std(scores)
    assert found == pytest.approx([width, spread, spread / np.sqrt(width)])
    if width == PRINTED_WIDTH:
        assert found == pytest.approx([walk.number(name) for name in names])


@pytest.mark.parametrize("temperature", [0.25, 4.0])
def test_a_temperature_is_a_shorter_or_longer_query(
    shared: Any, other: _OtherExample, temperature: float
) -> None:
    names = [
        name
        for name in sorted({name for name, _ in _moving_names("index", "soft_lookup")})
        # A score comes before the temperature; what the keys ask has queries of its own.
        if not re.search(r"\.(own|own_weights|scores|at)\b", name)
    ]
    after = other.values(names, TENNIS=examples.TENNIS / temperature)
    moved = _model(shared, names, temperature=temperature)
    pairs = [(n, a, m) for n, a, m in zip(names, after, moved, strict=True) if m is not None]
    assert len(pairs) >= 5
    for name, now, shown in pairs:
        assert shown == pytest.approx(now, abs=1e-9), name


@pytest.mark.parametrize("temperature", [0.25, 1.0, 4.0])
def test_slopes_and_counts_follow_the_temperature(shared: Any, temperature: float) -> None:
    query, keys, values = examples.TENNIS, examples.KEYS, examples.VALUES
    weights = lookup.soft_weights(query, keys, temperature)
    slopes = lookup.soft_lookup_gradients(query, keys, values, temperature)
    expected = {
        "temperature.here[temperature]": temperature,
        "temperature.here[output]": lookup.soft_lookup(query, keys, values, temperature),
        "temperature.here[entries]": np.exp(-weights @ np.log(weights)),
        "temperature.output[two]": walk.number("temperature.output[two]"),  # stays at its own
        "gradients.soft[query][sport]": slopes.queries[0],
        "gradients.soft[keys][ball][outdoors]": slopes.keys[1][1],
        "gradients.soft[values][tree]": weights[2],
        "gradients.slope_size[0]": np.hypot(*slopes.queries),
        "gradients.parts[ball][sport]": weights[1]
        * (values[1] - weights @ values)
        * 2
        / temperature,
    }
    for pages in ("temperature", "gradients"):
        names = [name for name in expected if name.startswith(pages)]
        found = _model(shared, names, temperature=temperature)
        assert found == pytest.approx([expected[name] for name in names])


def test_a_lookup_that_takes_the_best_alone_has_no_slope(shared: Any) -> None:
    names = ["gradients.soft[query][sport]", "gradients.slope_size[0]", "gradients.output"]
    assert _model(shared, names, temperature=5e-324) == [0, 0, 10]


def test_numbers_follow_are_marked_and_come_back(open_page: Open) -> None:
    page = open_page("map.html")
    _wake(page)
    output = 'data[data-name="soft_lookup.output"] >> nth=0'
    before = page.locator("main ul").inner_text()
    assert page.locator("pulled-numbers button").count() == 0
    page.focus(QUERY)
    for _ in range(4):
        page.keyboard.press("Shift+ArrowLeft")
    _settle(page)
    assert numerals.agrees(page.inner_text(output), float(page.get_attribute(output, "value")))
    assert page.locator(output).evaluate("e => e.classList.contains('pulled')")
    assert float(page.get_attribute(output, "value")) == pytest.approx(
        float(_expected(page)), abs=6e-4
    )
    untouched = page.locator('data[data-name^="soft_lookup.real"]').first
    assert not untouched.evaluate("e => e.classList.contains('pulled')")
    assert page.locator("[data-only-as-printed].not-now").count() == 2
    page.keyboard.press("Escape")
    _settle(page)
    assert page.locator("main ul").inner_text() == before
    assert page.locator(".pulled, .not-now, pulled-numbers button").count() == 0
    page.keyboard.press("ArrowRight")
    _settle(page)
    assert page.locator("[data-only-as-printed].not-now").count() == 1  # racket still wins
    page.click("pulled-numbers button")
    _settle(page)
    assert page.locator("main ul").inner_text() == before
    assert page.inner_text(ANSWER) == "8.056"


@pytest.mark.parametrize("path", MOVED)
def test_the_numbers_of_a_page_follow_and_come_back(
    open_page: Open, other: _OtherExample, path: str
) -> None:
    part, state, changes = MOVED[path]
    page = open_page(f"{path}.html", clock=True)
    before = page.locator("main ul").inner_text()
    identity = re.search(r'\bid="([\w-]+)" role="group"', Page(path).part(part))[1]
    page.evaluate("(hash) => { location.hash = hash }", f"{identity}:{state}")
    page.wait_for_selector("pulled-numbers button")
    numbers = page.locator("main ul data")
    names = numbers.evaluate_all("(all) => all.map((one) => one.dataset.name)")
    for name, text, value in zip(
        names, numbers.all_inner_texts(), other.values(names, **changes), strict=True
    ):
        assert numerals.agrees(text, value), (name, text, value)
    marked = numbers.evaluate_all("(all) => all.map((one) => one.classList.contains('pulled'))")
    printed = [typed for _, typed in _moving_names(path)]
    differs = [old != new for old, new in zip(printed, numbers.all_inner_texts(), strict=True)]
    assert marked == differs
    assert sum(marked) >= 10
    page.keyboard.press("Escape")
    expect(page.locator("pulled-numbers button")).to_have_count(0)
    assert page.locator("main ul").inner_text() == before
    page.clock.run_for(700)  # until the address says nothing any more
    until(page, "location.hash === ''")
    page.evaluate("(hash) => { location.hash = hash }", f"{identity}:{state}")
    page.click("pulled-numbers button")
    expect(page.locator("pulled-numbers button")).to_have_count(0)
    assert page.locator("main ul").inner_text() == before


def test_a_number_of_a_formula_bears_its_name() -> None:
    named = tex.named("softmax.weights[racket]", "0.665")
    made = maths.mathml(rf"\frac{{{named}}}{{2}} + {tex.named('softmax.e', '-1')}", display=True)
    assert '<mn data-name="softmax.weights[racket]">0.665</mn>' in made
    assert '<mn data-name="softmax.e">−1</mn>' in made
    assert r"\frac{0.665}{2} + -1" in made  # the TeX that a reader copies
    with pytest.raises(ValueError, match="boxed"):
        maths.mathml(r"\boxed{1}", display=True)


def test_on_paper_the_numbers_are_as_printed(open_page: Open) -> None:
    for path, (_, state, _) in MOVED.items():
        part = Page(path).part(MOVED[path][0])
        identity = re.search(r'\bid="([\w-]+)" role="group"', part)[1]
        page = open_page(f"{path}.html#{identity}:{state}")
        page.wait_for_selector("pulled-numbers button")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator(".pulled").count() == 0, path
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.locator(".pulled").count() >= 10, path


@pytest.mark.parametrize(
    ("printed", "number", "dressed"),
    [
        ("8.056", 4.2, "4.200"),
        ("66.5 %", 0.1234, "12.3 %"),
        ("1,024", 65536, "65,536"),
        ("−0.20", 0.3, "0.30"),
        ("0.30", -0.2, "−0.20"),
        ("0.090", -1e-9, "0.000"),
        ("10", float("nan"), "—"),
        ("1.00", float("inf"), "∞"),
        ("3", 2.55, "2.55"),
        ("3", 4, "4"),
        ("258", 257.5, "258"),
        ("+0.5", 0.25, "+0.3"),
        ("+0.5", -0.75, "−0.8"),
    ],
)
def test_a_number_wears_the_dress_of_the_printed_one(
    shared: Any, printed: str, number: float, dressed: str
) -> None:
    found = shared.evaluate(
        "async ([printed, number]) => (await import('/assets/js/numerals.js'))"
        ".dressedLike(printed, Number(number))",
        [printed, str(number).replace("nan", "NaN").replace("inf", "Infinity")],
    )
    assert found == dressed


# --- Guesses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (".0854", 0.0854),
        ("8.5 %", 0.085),
        ("8.5%", 0.085),
        ("8,5", 8.5),
        ("1,024", 1024),
        ("1e-3", 0.001),
        ("2/3", 2 / 3),
        ("−1", -1),
        (" 8.056 ", 8.056),
        ("+7", 7),
        ("5.", 5),
        ("0,476", 0.476),
        ("-0,085", -0.085),
        ("1,965", 1965),
        ("ten", None),
        ("1/0", None),
        ("1/2/3", None),
        ("0x10", None),
        ("1e999", None),
        ("Infinity", None),
        ("", None),
    ],
)
def test_numbers_are_read_as_people_write_them(
    shared: Any, written: str, value: float | None
) -> None:
    found = shared.evaluate(
        "async (w) => (await import('/assets/js/numerals.js')).readNumber(w)?.value ?? null",
        written,
    )
    assert found == (value if value is None else pytest.approx(value, rel=1e-12))


@pytest.mark.parametrize(
    ("guess", "told"),
    [
        ("10", "its price on the list"),
        ("5.67", "everyone counted the same"),
        ("17/3", "everyone counted the same"),
        ("5,67", "everyone counted the same"),
        ("7.5", "two best matches averaged"),
        ("8.23", "divided by √2"),
        ("7.78", "divides each score by their sum"),
        ("8.056", "what tennis is told"),
        ("8", "what tennis is told"),
        ("8.623", "the soft lookup"),
        ("8.62", "the soft lookup"),
        ("17", "adds all values up"),
        ("12.7", "cannot lie below 2 or above 10"),
        ("-3", "cannot lie below 2 or above 10"),
        ("9.3", "0.677 above the answer"),
        ("6.2", "2.423 below the answer"),
        ("1e1", "its price on the list"),
        ("8.6", "the soft lookup"),
        ("8.7", "0.077 above the answer"),  # to one decimal 8.623 is not 8.7
        ("9", "the soft lookup"),  # to the nearest whole number
        ("2e1", "cannot lie below 2 or above 10"),
    ],
)
def test_a_guess_is_told_what_it_means(shared: Any, address: str, guess: str, told: str) -> None:
    shared.goto(address + "guess.html")
    shared.fill("predict-first input", guess)
    shared.keyboard.press("Enter")
    assert told in shared.inner_text("predict-first .said")
    assert shared.evaluate("document.querySelector('predict-first details').open")
    assert shared.locator("predict-first .guess").is_visible()


def test_a_guess_is_kept_and_a_skip_is_one_key(open_page: Open) -> None:
    page = open_page("guess.html")
    assert not page.evaluate("document.querySelector('predict-first details').open")
    page.fill("predict-first input", "many")
    page.keyboard.press("Enter")
    assert "cannot read that" in page.inner_text("predict-first .said")
    assert not page.evaluate("document.querySelector('predict-first details').open")
    page.fill("predict-first input", "5.67")
    page.keyboard.press("Enter")
    page.reload()
    assert page.input_value("predict-first input") == "5.67"
    assert "counted the same" in page.inner_text("predict-first .said")
    page.focus("predict-first input")
    page.keyboard.press("Escape")
    assert page.input_value("predict-first input") == ""
    assert page.evaluate("localStorage.length") == 0
    assert page.evaluate("document.querySelector('predict-first details').open")


FORBIDDEN = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })"
)
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
RUBBISH = """localStorage.setItem('softlookup.guess.soft_lookup.own_key', '{"a":1}');
localStorage.setItem('softlookup.quiz', '[null, {"tries": "x"}, 3'); """


@pytest.mark.parametrize("storage", [FORBIDDEN, FULL, RUBBISH])
def test_any_storage_will_do(open_page: Open, storage: str) -> None:
    page = open_page("guess.html", init=storage)
    page.fill("predict-first input", "10")
    page.keyboard.press("Enter")
    assert "its price on the list" in page.inner_text("predict-first .said")
    page = open_page("quiz.html", init=storage)
    page.click("details.option[data-right] summary")
    assert page.inner_text("details.option[data-right] .verdict") == "✓ right"


def test_a_choice_is_told_why_it_tempts_drawn_kept_and_skipped(open_page: Open) -> None:
    page = open_page("choice.html")
    options = page.locator("predict-first .options button")
    expect(page.locator("predict-first details")).not_to_have_attribute("open", "")
    options.nth(2).focus()
    page.keyboard.press("Enter")
    said = page.locator("predict-first .said")
    expect(said).to_contain_text("“All three” is too many")
    expect(page.locator("predict-first .told .guessed")).to_contain_text("All three")
    options.nth(1).click()
    expect(said).to_contain_text("is right")
    expect(page.locator("predict-first .told .guessed.truth")).to_have_count(1)
    page.reload()
    expect(page.locator("predict-first [aria-pressed=true]")).to_have_text("13.46 and 1.05")
    options.nth(0).focus()
    page.keyboard.press("Escape")
    expect(page.locator("predict-first :is([aria-pressed=true], .guessed)")).to_have_count(0)
    assert page.evaluate("localStorage.length") == 0
    assert page.evaluate("document.querySelector('predict-first details').open")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["(4, 2)", "racket", "ball", "tree"], "by the dot product"),
        (["racket", "(4, 2)", "ball", "tree"], "by direction"),
        (["racket", "ball", "tree", "(4, 2)"], "by distance"),
        (["tree", "ball", "racket", "(4, 2)"], "neither the dot product"),
    ],
)
def test_an_order_is_pressed_word_by_word_and_told_its_measure(
    shared: Any, address: str, words: list[str], told: str
) -> None:
    shared.goto(address + "order.html")
    shared.evaluate("localStorage.clear()")
    shared.reload()
    shared.get_by_role("button", name=words[1]).click()  # too soon, and taken back
    shared.get_by_role("button", name=words[1]).click()
    for word in words:
        shared.get_by_role("button", name=word).click()
    expect(shared.locator("predict-first .said")).to_contain_text(told)
    assert shared.locator("predict-first .told.guess li").all_inner_texts() == words
    assert json.loads(shared.evaluate("localStorage['softlookup.guess.similarity.order']")) == words


@pytest.mark.parametrize("kind", ["choice", "order"])
def test_rubbish_in_the_storage_is_no_guess(open_page: Open, kind: str) -> None:
    keys = {"choice": "many_queries.impossible", "order": "similarity.order"}
    for rubbish in ("99", '"__proto__"', '["racket"]', "{}", '[["tree"], 1, 2, 3]', "-1"):
        init = f"localStorage.setItem('softlookup.guess.{keys[kind]}', {rubbish!r})"
        page = open_page(f"{kind}.html", init=init)
        expect(page.locator("predict-first.awake")).to_have_count(1)
        assert not page.evaluate("document.querySelector('predict-first details').open")


def test_every_card_that_says_predict_first_takes_a_guess() -> None:
    for path in (ROOT / "docs").glob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert text.count('!!! predict "Predict first"') <= text.count("print(page.guess())"), path


def test_beliefs_that_cannot_be_told_apart_stop_the_build() -> None:
    with pytest.raises(ValueError, match="some must be right and some wrong"):
        guesses.choose_first("q.x", [Choice("a", "is wrong"), Choice("b", "is wrong")])
    with pytest.raises(ValueError, match="two options read the same"):
        guesses.choose_first("q.x", [Choice("a", "is wrong"), Choice("a", "is right", True)])
    with pytest.raises(ValueError, match="drop one of the two"):
        guesses.order_first("q.x", Order(("a", "b"), "x"), [Order(("a", "b"), "y")], "z")
    with pytest.raises(ValueError, match="is no order of"):
        guesses.order_first("q.x", Order(("a", "b"), "x"), [Order(("a", "c"), "y")], "z")


def test_two_beliefs_that_look_the_same_stop_the_build() -> None:
    right = Guess(8.056, "right")
    with pytest.raises(
        ValueError, match=r"q\.x: 5\.667 is what 'mean' gives and what 'third' gives"
    ):
        guesses.predict_first(
            "q.x",
            right,
            [Guess(5.6667, "mean"), Guess(17 / 3, "third")],
        )


# --- The quiz ---------------------------------------------------------------------------------------


def test_a_question_is_tried_again_and_remembered(open_page: Open) -> None:
    page = open_page("quiz.html")
    wrong = page.locator("details.option:not([data-right]) summary")
    wrong.nth(0).click()
    assert "Not this" in page.locator("details.option[open]").inner_text()
    wrong.nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator("details.option[open]")).to_have_count(1)
    assert page.locator(".verdict").count() == 2
    page.click("details.option[data-right] summary")
    kept = json.loads(page.evaluate("localStorage['softlookup.quiz']"))
    assert kept["soft_lookup.the_answer"]["tries"] == 3
    page.reload()
    assert page.inner_text("details.option[data-right] .verdict") == "✓ right"


def test_a_hint_is_no_choice(open_page: Open) -> None:
    page = open_page("quiz.html")
    page.click("details.hint summary")
    expect(page.locator("details.hint")).to_have_attribute("open", "")
    assert page.evaluate("localStorage.length") == 0


# --- Markdown ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "printed",
    [
        explorables.answer_map(SAYS),
        own_key.guess(),
        interactive.pulled_numbers("index"),
        interactive.quiz_exam(),
        interactive.quiz_due([]),
        explorables.mask_grid(SAYS),
    ],
    ids=lambda text: re.search(r"<(\w+-\w+)", text)[1],
)
def test_markdown_leaves_an_element_whole(printed: str) -> None:
    page = markdown.markdown(f"Before.\n\n{printed}\n\nAfter.", extensions=["md_in_html"])
    assert printed in page
    assert f"<p>{printed[:5]}" not in page


# --- Weight -----------------------------------------------------------------------------------------


def _loaded(entry: Path) -> set[Path]:
    """A module and all it imports."""
    found, waiting = set(), [entry.resolve()]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            text = path.read_text(encoding="utf-8")
            names = re.findall(r'(?:from|import) "(\.[^"]+)"', text)
            waiting += [(path.parent / name).resolve() for name in names]
    return found


def _size(modules: set[Path]) -> int:
    texts = [without_remarks(path.read_text(encoding="utf-8")) for path in modules]
    return sum(len(gzip.compress(text.encode(), 9)) for text in texts)


def _modules(*names: str) -> set[Path]:
    entries = [_loaded(ASSETS / "js" / interactive.SCRIPTS[name]) for name in names]
    return set(itertools.chain.from_iterable(entries))


def _late(name: str, page: str) -> set[Path]:
    """What an explorable of a page fetches at the first touch; nothing for another element."""
    first = _modules(name)
    if name != "answer-map" and (ASSETS / "js" / "elements" / "explorable.js") not in first:
        return set()
    found = [
        (path.parent / late).resolve()
        for path in first
        for late in re.findall(r'import\("(\.[^"]+)"\)', path.read_text(encoding="utf-8"))
        if late != "./pulled-numbers.js" or "<pulled-numbers" in page
    ]
    assert found, f"{name} fetches nothing at the first touch"
    return set(itertools.chain.from_iterable(map(_loaded, found)))


def _models(page: str) -> set[Path]:
    """The models that the numbers of a page follow by."""
    named = re.findall(r'<pulled-numbers models="([^"]+)"', page)
    files = [_loaded(ASSETS / "js" / "models" / f"{name}.js") for name in " ".join(named).split()]
    return set(itertools.chain.from_iterable(files))


def test_scripts_are_light_on_every_page(site: Path) -> None:
    met = set()
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        used = [name for name in interactive.SCRIPTS if f"<{name} " in text]
        first = _modules(*used)
        if "predict-first" in used:  # fetches its kind at once; this is the heaviest
            first |= _loaded(ASSETS / "js" / "elements" / "guess-number.js")
        touched = first.union(*(_late(name, text) for name in used), _models(text))
        assert _size(first) < 15_000, (path, used, "before the first touch")
        assert _size(touched) < 25_000, (path, used, "touched")
        met.update(used)
    assert "answer-map" in met


def test_a_page_loads_what_it_uses() -> None:
    text = own_key.guess()
    assert re.findall(r'src="([^"]+)"', interactive.scripts_for(text, "../assets/js/")) == [
        "../assets/js/elements/predict-first.js"
    ]
    assert interactive.scripts_for("<p>No answer-map here.</p>") == ""


def test_what_draws_is_fetched_at_the_first_touch(open_page: Open) -> None:
    page = open_page("map.html")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1]))
    page.wait_for_selector("answer-map.awake")
    page.wait_for_load_state("networkidle")
    assert "lookup.js" not in fetched
    _wake(page)
    assert {"map-drawing.js", "lookup.js", "pulled-numbers.js"} <= set(fetched)


def test_data_cannot_end_its_script() -> None:
    text = guesses.predict_first("q.x", Guess(1.0, "</script><b>"), [Guess(2.0, "b")])
    held = re.search(r'<script type="application/json">(.*?)</script>', text, re.S)
    assert held is not None
    assert json.loads(held[1])["answers"][0]["says"] == "</script><b>"
