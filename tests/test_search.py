"""The search, in a real browser: fetched when it is wanted, found what readers ask for, worked by keyboard."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from served import served, watched
from softlookup.site import search

# What a reader types, and the pages that may come first.
QUERIES = {
    "kv cache": {"streaming/"},
    "grouped query attention": {"heads/"},
    "gqa": {"heads/"},
    "flash attention": {"streaming/"},
    "what is a query key value": {"exact-lookup/", "projections/"},
    "multi head attention": {"heads/"},
    "cross attention": {"many-queries/", "projections/"},
    "self attention": {"many-queries/", "projections/"},
    "why divide by sqrt d": {"scaling/"},
    "scaled dot product attention": {"scaling/", "frameworks/"},
    "softmax overflow": {"softmax/"},
    "temperature": {"temperature/"},
    "causal mask": {"masks/"},
    "numpy attention": {"soft-lookup/", "snippets/"},
    "rope": {"positions/"},
    "positional encoding": {"positions/"},
    "vanishing gradient": {"gradients/"},
    "cosine similarity": {"similarity/"},
    "pytorch": {"frameworks/"},
    "attention formula": {"cheat-sheet/"},
    "what is attention": {""},
    "hopfield network": {"relatives/"},
    "attention sink": {"limits/"},
    "ring attention": {"scale/"},
    "word embeddings": {"similarity/"},
    "debug my attention": {"fingerprints/"},
    "glossary": {"notation/"},
    "vaswani": {"sources/"},
    "temprature": {"temperature/"},  # a slip of the fingers
}
BOX, FIRST = "dialog.search input", "dialog.search li:first-child a"


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as base:
        yield base


@pytest.fixture(scope="module")
def page(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield watched(context.new_page(), address)
    context.close()


def _first(page: Any, words: str) -> str:
    """The address that the box offers first."""
    page.fill(BOX, words)
    page.wait_for_function(
        "words => document.querySelector('dialog.search').dataset.answered === words", arg=words
    )
    return str(page.evaluate(f"document.querySelector('{FIRST}')?.href ?? 'nothing'"))


def test_the_best_page_comes_first(page: Any, address: str) -> None:
    page.goto(address + "softmax/")
    page.keyboard.press("/")
    page.wait_for_selector(BOX)
    missed = {}
    for words, right in QUERIES.items():
        found = _first(page, words).removeprefix(address).partition("#")[0]
        if found not in right:
            missed[words] = found
    assert len(missed) <= len(QUERIES) // 20, missed
    assert not page.complaints


def test_the_index_is_fetched_when_the_box_is_opened_and_not_before(
    browser: Any, address: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    page.goto(address + "softmax/")
    page.wait_for_load_state("networkidle")
    assert not [name for name in asked if name.startswith("search")]
    page.click("button.seek")
    page.wait_for_function("window.SEARCH_INDEX")
    assert asked.count("search-index.js") == 1
    context.close()


def test_the_index_is_light(site: Path) -> None:
    assert len(gzip.compress((site / "assets" / "search-index.js").read_bytes(), 9)) < 60_000


def test_the_box_is_worked_by_keyboard(page: Any, address: str) -> None:
    page.goto(address + "softmax/")
    page.keyboard.press("Control+k")
    page.wait_for_selector(BOX)
    _first(page, "kv cache")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(
        "document.activeElement === document.querySelectorAll('dialog.search a')[1]"
    )
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(f"document.activeElement === document.querySelector('{BOX}')")
    page.keyboard.press("Escape")
    assert not page.evaluate("document.querySelector('dialog.search').open")
    page.keyboard.press("/")
    _first(page, "kv cache")
    page.keyboard.press("Enter")
    page.wait_for_url(address + "streaming/**")


def test_a_closed_box_takes_no_key(page: Any, address: str) -> None:
    page.goto(address + "softmax/")
    page.keyboard.press("/")
    page.wait_for_selector(BOX)
    held = page.evaluate(
        """box => {
          const input = document.querySelector(box);
          input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
          return document.activeElement === input; // asked before the browser has drawn again
        }""",
        BOX,
    )
    assert not held


def test_an_address_may_carry_a_question(page: Any, address: str) -> None:
    page.goto(address + "?q=causal%20mask")
    page.locator(FIRST).wait_for()
    assert page.input_value(BOX) == "causal mask"
    assert "/masks/" in page.get_attribute(FIRST, "href")


def test_words_that_nothing_holds_are_answered_kindly(page: Any, address: str) -> None:
    page.goto(address)
    page.keyboard.press("/")
    page.wait_for_selector(BOX)
    assert _first(page, "zzzzzzzz") == "nothing"
    assert "zzzzzzzz" in page.inner_text("dialog.search .found")
    assert _first(page, "<img src=x onerror=alert(1)>") != "shown as markup"
    assert not page.evaluate("document.querySelector('dialog.search img')")


def test_script_and_builder_cut_words_alike(page: Any, address: str) -> None:
    text = (
        "Dividing queries, classes & Où: KV-cache’s masked 1/√d_k values; softmaxes, heads, gases"
    )
    page.goto(address)
    page.keyboard.press("/")
    page.wait_for_selector(BOX)
    assert page.evaluate("text => wordsOf(text)", text) == search.words(text)


def test_a_place_that_is_gone_is_named() -> None:
    page = search.Entry("softmax/", "Softmax", 1.0, True, "Shares.", "<p>Text.</p>")
    others = [
        search.Entry(f"page-{n}/", "Page", 1.0, True, "Says.", "<p>Text.</p>") for n in range(30)
    ]
    with pytest.raises(ValueError, match=r"asked\.yaml names"):
        search.index([page, *others])
