"""The site in Firefox: no page complains, its elements wake, the map moves, a question answers, search finds.

What differs from Chromium is marked where it is tested. WebKit is not tried: what Debian packages of it is
driven through another protocol, and Playwright's own build is in no package.
"""

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
    """The middle of an element, once it is in view."""
    fox.evaluate(f"{element}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
    x, y = fox.evaluate(
        f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])({element}.getBoundingClientRect())"
    )
    return x, y


def test_the_map_is_dragged_and_moved_by_keys(fox: firefox.Firefox, address: str) -> None:
    fox.open(address)
    fox.until(QUERY)
    before = fox.evaluate(ANSWER)
    x, y = place_of(fox, QUERY)
    fox.drag((x, y), (x - 60, y + 70))
    dragged = fox.until(f"{ANSWER} !== {before!r} && {ANSWER}")
    fox.evaluate(f"{QUERY}.focus()")
    fox.press("\ue012\ue012")  # to the left, twice
    fox.until(f"{ANSWER} !== {dragged!r}")


def test_a_question_says_what_an_answer_stands_for(fox: firefox.Firefox, address: str) -> None:
    fox.open(address + "soft-lookup/")
    fox.until("document.querySelector('quiz-question:defined')")
    right = "document.querySelector('details.option[data-right]')"
    x, y = place_of(fox, f"{right}.querySelector('summary')")
    fox.drag((x, y), (x, y))
    fox.until(f"{right}.open")
    assert fox.evaluate(f"{right}.textContent").count("✓") == 1


def test_search_finds_a_page(fox: firefox.Firefox, address: str) -> None:
    fox.open(address + "masks/")
    fox.evaluate("(document.querySelector('button.seek')?.click(), 0)")
    fox.until("document.activeElement.matches('dialog.search input')")
    fox.press("kv cache")
    first = "document.querySelector('dialog.search li a')"
    fox.until(f"{first} && {first}.href.includes('streaming')")
