"""The site in Firefox: no page complains, its elements wake, move, follow and come back, search finds.

What differs from Chromium stands in docs/contributing.md. `make audit TOOLS=webkit` tries WebKit.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import firefox
from served import served
from test_browser import PAGES

PROGRAM = firefox.installed()
# Elements that the page loads a script for; others wait for their first touch.
ASLEEP = """[...document.querySelectorAll("script[type=module]")]
  .map((script) => script.src.split("/").pop().replace(".js", ""))
  .filter((name) => document.querySelector(name) && !customElements.get(name))"""
QUERY = 'document.querySelector("answer-map .handle[data-number=\\"0\\"]")'
ANSWER = 'document.querySelector("answer-map .reply .number").textContent'
IN_THE_TEXT = "document.querySelector('data[data-name=\\'index.answer\\']').textContent"
ENTER, ESCAPE, LEFT, RIGHT = "\ue007", "\ue00c", "\ue012", "\ue014"


def test_there_is_a_firefox() -> None:
    assert PROGRAM, "python tests/browser.py installs Firefox; or point FIREFOX at the program"


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as place:
        yield place


@pytest.fixture(scope="module")
def fox() -> Iterator[firefox.Firefox]:
    if not PROGRAM:
        pytest.fail("there is no Firefox")
    started = firefox.Firefox(PROGRAM)
    yield started
    started.close()


@pytest.fixture(autouse=True)
def quiet(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever the browser complains of fails the test that caused it."""
    fox = request.getfixturevalue("fox") if "fox" in request.fixturenames else None
    yield
    if fox:
        complaints, fox.complaints = fox.complaints, []
        assert not complaints


@pytest.mark.parametrize("path", PAGES)
def test_a_page_wakes_and_fits(fox: firefox.Firefox, address: str, path: str) -> None:
    fox.open(address + path, (390, 844))
    fox.until(f"{ASLEEP}.length === 0")
    assert fox.evaluate("document.documentElement.scrollWidth") <= 390
    assert fox.evaluate("document.querySelectorAll('article h1').length") == 1


def test_formulas_are_drawn_in_the_font_that_was_cut(fox: firefox.Firefox, address: str) -> None:
    fox.open(address + "soft-lookup/")
    loaded = "[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family)"
    families = fox.evaluate(f"document.fonts.ready.then(() => {loaded})")
    assert any("STIX Two Math" in family for family in families)
    assert (
        fox.evaluate("document.querySelector('.formula mfrac').getBoundingClientRect().height") > 20
    )


def place_of(fox: firefox.Firefox, element: str) -> tuple[float, float]:
    """The middle of an element, once it is in view and the page has stopped moving under it."""
    x, y = fox.evaluate(_STILL.format(element=element))
    return x, y


# Two frames, because the page may scroll of its own accord in the first: to a field that was left, for example.
_STILL = """(async () => {{
  const middle = () => {{
    {element}.scrollIntoView({{block: "center", behavior: "instant"}});
    const {{x, y, width, height}} = {element}.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }};
  const frame = () => new Promise(requestAnimationFrame);
  let before, now = middle();
  do {{
    before = now;
    await frame();
    await frame();
    now = middle();
  }} while (String(now) !== String(before));
  return now;
}})()"""


def press_on(fox: firefox.Firefox, element: str, pointer: str = "mouse") -> None:
    place = place_of(fox, element)
    fox.drag(place, place, pointer)


@pytest.mark.parametrize("pointer", ["mouse", "touch"])
def test_the_map_is_dragged_its_numbers_follow_and_escape_brings_them_back(
    fox: firefox.Firefox, address: str, pointer: str
) -> None:
    fox.open(address)
    fox.until(QUERY)
    before, sentence = fox.evaluate(ANSWER), fox.evaluate(IN_THE_TEXT)
    x, y = place_of(fox, QUERY)
    fox.drag((x, y), (x - 60, y + 70), pointer)
    fox.until(f"{ANSWER} !== {before!r} && {IN_THE_TEXT} === Number({ANSWER}).toFixed(1)")
    assert fox.evaluate(IN_THE_TEXT) != sentence
    assert fox.evaluate("document.querySelectorAll('.pulled').length") >= 1
    fox.press(ESCAPE)
    fox.until(f"{ANSWER} === {before!r}")
    fox.until("document.querySelectorAll('.pulled').length === 0")
    assert fox.evaluate(IN_THE_TEXT) == sentence


def test_the_keyboard_moves_the_map(fox: firefox.Firefox, address: str) -> None:
    fox.open(address)
    fox.until(QUERY)
    fox.evaluate(f"{QUERY}.focus()")
    fox.press(LEFT * 2)
    fox.until(f"{QUERY}.getAttribute('aria-valuetext') === 'sport 0.8, outdoors 1'")
    fox.until(f"{IN_THE_TEXT} === Number({ANSWER}).toFixed(1)")


def test_a_pressed_cell_of_the_mask_moves_the_formula(fox: firefox.Firefox, address: str) -> None:
    fox.open(address + "masks/")
    fox.until("document.querySelector('mask-grid.awake')")
    price = "document.querySelector('[data-name=\\'masks.price\\']').textContent"
    share = "document.querySelector('mn[data-name=\\'masks.shares[ball]\\']').textContent"
    assert (fox.evaluate(price), fox.evaluate(share)) == ("8.7", "0.269")
    press_on(fox, "document.querySelectorAll('mask-grid tbody tr:nth-child(2) button')[1]")
    fox.until(f"{price} === '10.0'")
    assert fox.evaluate(share) == "0.000"
    fox.press(ESCAPE)
    fox.until(f"{price} === '8.7'")
    assert fox.evaluate(share) == "0.269"


def test_a_slider_moves_the_sentences_of_its_page(fox: firefox.Firefox, address: str) -> None:
    fox.open(address + "softmax/")
    slider = "document.querySelector('softmax-bars input')"
    fox.until(slider)
    fox.evaluate(f"{slider}.focus()")
    fox.press(RIGHT)
    fox.until("document.querySelectorAll('.pulled').length")
    fox.press(ESCAPE)
    fox.until("document.querySelectorAll('.pulled').length === 0")


@pytest.mark.parametrize("storage", ["", "full"])
def test_a_guess_and_a_question_are_answered_whatever_the_storage(
    fox: firefox.Firefox, address: str, storage: str
) -> None:
    fails = "throw new DOMException('full', 'QuotaExceededError')"
    added = (
        fox.from_the_start(f"Storage.prototype.setItem = () => {{ {fails} }}") if storage else ""
    )
    try:
        fox.open(address + "soft-lookup/")
        field = "document.querySelector('predict-first input')"
        fox.until(field)
        fox.evaluate(f"{field}.focus()")
        fox.press("10" + ENTER)
        fox.until(
            "document.querySelector('predict-first .said').textContent.includes('its price on the list')"
        )
        right = "document.querySelector('details.option[data-right]')"
        fox.until("document.querySelector('quiz-question:defined')")
        press_on(fox, f"{right}.querySelector('summary')")
        fox.until(f"{right}.open")
        assert fox.evaluate(f"{right}.textContent").count("✓") == 1
        assert fox.evaluate("localStorage.length") == (0 if storage else 2)
    finally:
        if added:
            fox.no_longer(added)
    fox.evaluate("localStorage.clear()")


def test_there_is_another_exercise(fox: firefox.Firefox, address: str) -> None:
    fox.open(address + "exercises/")
    one = "document.querySelector('endless-exercise.awake')"
    fox.until(one)
    asked = f"{one}.querySelector('[id$=asks]').textContent"
    printed = fox.evaluate(asked)
    press_on(
        fox, f"[...{one}.querySelectorAll('button')].find((b) => b.textContent === 'Another one')"
    )
    fox.until(f"{asked} !== {json.dumps(printed)}")


@pytest.mark.parametrize(
    "path", ["#map-of-answers:", "masks/#mask-by-hand:", "similarity/#shadows:"]
)
@pytest.mark.parametrize(
    "hostile", ["q=<img src=x onerror=alert(1)>", "m=2", "__proto__=1", "q=%E0%A4%A"]
)
def test_a_hostile_address_moves_nothing(
    fox: firefox.Firefox, address: str, path: str, hostile: str
) -> None:
    fox.open("about:blank")
    fox.open(address + path + hostile)
    fox.until(f"{ASLEEP}.length === 0 && !!document.querySelector('.awake')")
    # A page that is left while it fetches its arithmetic complains of that, and of nothing that matters.
    fox.evaluate(f"import('{address}assets/js/lookup.js').then(() => 0)")
    assert fox.evaluate("document.querySelectorAll('.moved, .touched, .pulled').length") == 0


def test_search_finds_a_page(fox: firefox.Firefox, address: str) -> None:
    fox.open(address + "masks/")
    fox.evaluate("(document.querySelector('button.seek')?.click(), 0)")
    fox.until("document.activeElement.matches('dialog.search input')")
    fox.press("kv cache")
    first = "document.querySelector('dialog.search li a')"
    fox.until(f"{first} && {first}.href.includes('streaming')")
