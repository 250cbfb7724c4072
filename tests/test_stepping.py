"""Stepping through a snippet in a real browser: by keyboard and by touch, and every number against Python's."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from element_pages import LAPTOP, PHONE, Open, faults, lay_out
from served import served
from softlookup import catalogue, recording, snippets, steppable
from softlookup.recording import recorded, shown, written

NAMES = [name for name in catalogue.STEPS if name not in recording.LEFT_OUT]
PANEL = ".step-panel"
PRESS = "step-through button"


def box(name: str) -> str:
    """A snippet as the site prints it, but for its colours."""
    lines = "".join(
        f"<span>{html.escape(line)}\n</span>" for line in snippets.text(name).splitlines()
    )
    title = steppable.with_buttons(f'<span class="filename">snippets/{name}.py</span>')
    code = f'<pre><span></span><code tabindex="0">{lines}</code></pre>'
    return f'<div class="language-python highlight">{title}{code}</div>'


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("stepping")
    lay_out(folder, {name: f'<div class="part">{box(name)}</div>' for name in NAMES})
    records = folder / steppable.FOLDER
    records.mkdir()
    for name in NAMES:
        text = written(recorded(name)[0])
        (records / f"{name}.json").write_text(text, encoding="utf-8")
    with served(folder) as where:
        yield where


def stepping(open_page: Open, name: str = "soft_lookup", *given: Any, **options: Any) -> Any:
    page = open_page(f"{name}.html", *given, **options)
    page.click(PRESS)
    page.wait_for_selector(PANEL)
    return page


# All that a state shows: the lit lines, and for each name the numbers or the text.
STATE = """() => ({
  lines: [...document.querySelectorAll("code > span")].flatMap((line, i) =>
    line.getAttribute("aria-current") === "step" ? [i + 1] : []),
  names: [...document.querySelector(".frame").querySelectorAll(".seen-name")].map((part) => ({
    name: part.querySelector(".name").textContent,
    numbers: [...part.querySelectorAll("td:not(thead td)")].map((cell) => cell.textContent),
    text: part.querySelector(".text")?.textContent ?? "",
  })),
  printed: document.querySelector(".printed pre")?.textContent ?? "",
})"""
EVERY_STATE = f"""(count) => Array.from({{ length: count }}, () => {{
  const seen = ({STATE})();
  const key = new KeyboardEvent("keydown", {{ key: "ArrowRight", bubbles: true }});
  document.activeElement.dispatchEvent(key);
  return seen;
}})"""


def expected(state: recording.recorder.State, printed: str) -> dict[str, Any]:
    first, last = state.lines
    seen = dict(state.frames[-1].names)
    if state.returned is not None:
        seen["the result"] = state.returned
    names = []
    for name, what in seen.items():
        if isinstance(what, shown.Words):
            names.append({"name": name, "numbers": [], "text": what.text})
            continue
        lead = f"[{', '.join('0' * (len(what.part) - 2))}]" if len(what.part) > 2 else ""
        numbers = [str(number).replace("-", "−", 1) for number in what.numbers]
        names.append({"name": name + lead, "numbers": numbers, "text": ""})
    return {"lines": [*range(first, last + 1)], "names": names, "printed": printed}


@pytest.mark.parametrize("name", NAMES)
def test_every_step_shows_what_python_had_at_that_line(open_page: Open, name: str) -> None:
    page = stepping(open_page, name)
    states = recorded(name)[0].states
    printed = ""
    for state, seen in zip(states, page.evaluate(EVERY_STATE, len(states)), strict=True):
        printed += state.printed
        if state.frames[-1].names or state.returned is not None:  # else a caller's names come first
            assert seen == expected(state, printed)
    assert page.inner_text(f"{PANEL} .count") == f"{len(states)} of {len(states)}"
    assert page.inner_text(f"{PANEL} .printed pre").rstrip("\n") == snippets.printed(name).rstrip(
        "\n"
    )


def test_it_goes_back_skips_calls_and_closes_by_keyboard(open_page: Open) -> None:
    page = stepping(open_page)
    count = page.locator(f"{PANEL} .count")
    for key, place in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowDown", 9),  # over soft_lookup
        ("ArrowLeft", 8),
        ("End", 16),
        ("ArrowRight", 16),
        ("Home", 1),
        ("ArrowLeft", 1),
    ):
        page.keyboard.press(key)
        assert count.inner_text() == f"{place} of 16", key
    page.keyboard.press("Escape")
    assert not page.locator(PANEL).count()
    assert not page.locator("[aria-current=step]").count()
    assert page.evaluate("document.activeElement.textContent") == "Step through"
    page.keyboard.press("Enter")
    page.wait_for_selector(PANEL)
    assert page.get_attribute(PRESS, "aria-expanded") == "true"


def test_the_slider_and_the_buttons_step_too(open_page: Open) -> None:
    page = stepping(open_page)
    page.locator(f"{PANEL} input").fill("6")
    assert "weights" in page.inner_text(f"{PANEL} .says")
    page.get_by_role("button", name="Back", exact=True).click()
    assert page.evaluate(STATE)["lines"] == [12]
    page.get_by_role("button", name="Next", exact=True).click()
    assert page.evaluate(STATE)["lines"] == [13]
    assert page.get_by_role("button", name="Skip the call").is_disabled()
    page.locator(f"{PANEL} input").fill("15")
    assert page.get_by_role("button", name="Next", exact=True).is_disabled()


LIT = """(kind) => [...document.querySelectorAll(`.step-panel .${kind}`)].map((number) =>
  `${number.dataset.name}[${number.dataset.place}]`)"""


def test_a_number_lights_up_what_it_was_made_from(open_page: Open) -> None:
    page = stepping(open_page)
    page.locator(f"{PANEL} input").fill("6")  # weights are there
    page.locator("button[data-name=weights]").nth(1).click()
    assert page.evaluate(LIT, "near") == [f"exponentials[{i}]" for i in range(3)]
    behind = [f"query[{i}]" for i in range(2)]
    behind += [f"keys[{i}, {j}]" for i in range(3) for j in range(2)]
    behind += [f"scores[{i}]" for i in range(3)]
    assert page.evaluate(LIT, "behind") == behind
    said = page.inner_text(f"{PANEL} .made")
    assert said.startswith("weights[1] = 0.245 was made from exponentials[0], ")
    assert said.endswith("back to 3 of scores, 2 of query and 6 of keys.")

    page.locator("button[data-name=scores]").nth(2).click()
    assert page.evaluate(LIT, "near") == ["query[0]", "query[1]", "keys[2, 0]", "keys[2, 1]"]
    assert page.evaluate(LIT, "behind") == []
    page.locator("button[data-name=values]").nth(0).click()
    assert page.inner_text(f"{PANEL} .made") == "values[0] = 10 was there from the start."
    page.keyboard.press("Escape")  # first the light, then the panel
    assert page.locator(PANEL).count()
    page.keyboard.press("Escape")
    assert not page.locator(PANEL).count()


def test_arrow_keys_walk_among_numbers_and_each_says_where_it_is_from(open_page: Open) -> None:
    page = stepping(open_page)
    page.locator(f"{PANEL} input").fill("4")  # scores are there
    page.locator("button[data-name=keys]").nth(0).focus()
    place = "[document.activeElement.dataset.name, document.activeElement.dataset.place].join(' ')"
    for key, where in (
        ("ArrowRight", "keys 0, 1"),
        ("ArrowDown", "keys 1, 1"),
        ("ArrowDown", "keys 2, 1"),
        ("ArrowDown", "keys 2, 1"),
        ("ArrowLeft", "keys 2, 0"),
        ("ArrowUp", "keys 1, 0"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(place) == where
    assert page.inner_text(f"{PANEL} .made").startswith("keys[1, 0] = 2 ")
    assert page.locator(f"{PANEL} .seen button[tabindex='0']").count() == 1, "one stop for Tab"


def test_what_changed_is_marked(open_page: Open) -> None:
    page = stepping(open_page, "streaming")
    marks: set[str] = set()
    for _ in range(40):
        marks.update(page.locator(f"{PANEL} .mark").all_text_contents())
        page.keyboard.press("ArrowRight")
    assert marks == {"new", "changed"}
    assert page.locator(f"{PANEL} td.moved").count()


def test_it_works_by_touch(open_page: Open) -> None:
    page = open_page("many_queries.html", PHONE, has_touch=True, is_mobile=True)
    page.tap(PRESS)
    page.wait_for_selector(PANEL)
    for _ in range(5):
        page.get_by_role("button", name="Next", exact=True).tap()
    assert page.inner_text(f"{PANEL} .count") == "6 of 20"
    page.locator("button[data-name=exponentials]").nth(4).tap()
    assert page.locator(f"{PANEL} .near").count()
    assert page.evaluate(
        "document.querySelector('[aria-current]').getBoundingClientRect().bottom"
    ) < (page.evaluate("document.querySelector('.step-panel').getBoundingClientRect().top")), (
        "the lit line is not behind the panel"
    )


@pytest.mark.parametrize("size", [LAPTOP, PHONE, (320, 640)])
@pytest.mark.parametrize("name", ["many_queries", "heads", "hopfield", "scaling"])
def test_nothing_sticks_out(open_page: Open, name: str, size: Any) -> None:
    page = stepping(open_page, name, size)
    heights = set()
    for step in range(12):
        page.locator(f"{PANEL} input").fill(str(3 * step))
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        heights.add(page.evaluate("document.querySelector('.seen').offsetHeight"))
    assert len(heights) == 1, "the panel keeps its size"


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("name", ["exact_lookup", "many_queries"])
def test_it_is_accessible(open_page: Open, name: str, scheme: str) -> None:
    page = stepping(open_page, name)
    page.locator(f"{PANEL} input").fill("5")
    if name == "many_queries":
        page.locator("button[data-name=exponentials]").nth(4).click()
        captions = page.locator(f"{PANEL} caption").all_text_contents()
        assert "queries (3, 2)" in captions
    assert not faults(page, scheme)


def test_nothing_is_fetched_before_the_press_and_nothing_is_there_without_a_script(
    open_page: Open,
) -> None:
    page = open_page("soft_lookup.html")
    page.wait_for_selector(PRESS)
    page.wait_for_load_state("networkidle")
    fetched = "performance.getEntriesByType('resource').map((one) => one.name.split('/').at(-1))"
    before = page.evaluate(fetched)
    assert sorted(name for name in before if name.endswith(".js")) == [
        "parts.js",
        "step-through.js",
    ]
    assert not [name for name in before if name.endswith(".json")]
    page.click(PRESS)
    page.wait_for_selector(PANEL)
    assert "soft_lookup.json" in page.evaluate(fetched)
    asleep = open_page("soft_lookup.html", java_script_enabled=False)
    assert asleep.locator("button").count() == 0
    assert asleep.inner_text("pre").split() == snippets.text("soft_lookup").split()


def test_a_record_that_does_not_come_is_said_and_can_be_tried_again(
    browser: Any, address: str
) -> None:
    page = browser.new_page()
    page.route("**/*.json", lambda route: route.abort())
    page.goto(f"{address}soft_lookup.html")
    page.click(PRESS)
    page.wait_for_selector("text=offline?")
    page.unroute("**/*.json")
    page.click(PRESS)
    page.wait_for_selector(PANEL)
    assert page.inner_text(PRESS) == "Step through"
    page.close()


def test_every_page_offers_it_for_the_text_that_was_recorded(site: Path) -> None:
    found: set[str] = set()
    whole = re.compile(
        r'<step-through data-snippet="(\w+)"></step-through>.*?<code>(.*?)</code>', re.S
    )
    for path in site.rglob("*.html"):
        for name, code in whole.findall(path.read_text(encoding="utf-8")):
            lines = html.unescape(re.sub(r"<[^>]*>", "", code))
            assert lines.splitlines() == snippets.text(name).rstrip().splitlines(), (
                f"{name} on {path}"
            )
            found.add(name)
    assert found == set(NAMES)
    for name in found:
        record = json.loads((site / steppable.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        assert record == json.loads(written(recorded(name)[0]))
