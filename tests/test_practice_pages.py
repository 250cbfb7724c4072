"""The exam and the exercises without end in a real browser: mouse, keyboard, touch, clock, files, storage."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import markdown
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from element_pages import LAPTOP, PHONE, Open, lay_out
from served import served
from softlookup import interactive, takeaways, walk
from softlookup.pages.exam import parts as exam
from softlookup.practice import drills, sheet
from softlookup.practice.drill import instances

EVERY = {item.name: item for item in drills.every()}
SHOWN = ("masks-3", "many-queries-1", "exact-lookup-1")
ASKED = [q for page in ("similarity", "softmax") for q in walk.questions(page)]
FIRST = "2026-03-01T12:00:00"
EXERCISE = "endless-exercise#masks-3"


def _questions() -> str:
    text = "\n\n".join(exam._section(page) for page in ("similarity", "softmax"))
    made = markdown.markdown(text, extensions=["md_in_html", "attr_list", "tables"])
    return f'<div class="part">{made}</div>'


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("practice")
    lay_out(
        folder,
        {
            "exercises": "".join(sheet.shown(EVERY[name]) for name in SHOWN),
            "exam": f"{exam.exam()}<p class='rest'>How it works.</p>{_questions()}",
            "due": interactive.quiz_due([q.key for q in ASKED]).replace("exam.md", "exam.html"),
        },
    )
    for name, content in takeaways.unpacked(takeaways.exercises()).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    with served(folder) as where:
        yield where


# --- Exercises without end --------------------------------------------------------------------------


def _printed(page: Any) -> list[str]:
    found: list[str] = page.locator(
        "endless-exercise :is(.asks, .given, .steps, .errors, .which)"
    ).all_text_contents()
    return found


def test_awake_an_exercise_says_what_is_printed(open_page: Open) -> None:
    asleep = open_page("exercises.html", java_script_enabled=False)
    awake = open_page("exercises.html")
    expect(awake.locator("endless-exercise.awake")).to_have_count(len(SHOWN))
    assert _printed(awake) == _printed(asleep)
    assert asleep.locator("endless-exercise :is(input, button)").count() == 0
    asleep.click(f"{EXERCISE} summary")
    expect(asleep.locator(f"{EXERCISE} .steps")).to_be_visible()


@pytest.mark.parametrize("name", SHOWN)
def test_every_instance_reads_as_python_writes_it(shared: Any, address: str, name: str) -> None:
    item = EVERY[name]
    shared.goto(f"{address}exercises.html")
    for number in (2, 17, 200, 1847):
        shared.evaluate(f"location.hash = '#{name}@{number}'")
        expect(shared.locator(f"#{name} .which")).to_have_text(f"{name}@{number}")
        one = item.instance(number)
        plain = item.asks.format_map(one.fills).replace("`", "")
        assert shared.locator(f"#{name} .asks").text_content() == plain
        steps = [step.format_map(one.fills).replace("`", "") for step in item.steps]
        assert shared.locator(f"#{name} .steps li").all_text_contents() == steps
        cells = [cell.format_map(one.fills) for row in item.given[1:] for cell in row]
        assert shared.locator(f"#{name} .given tbody td").all_text_contents() == cells


def test_an_answer_is_told_what_leads_to_it(shared: Any, address: str) -> None:
    item = EVERY["masks-3"]
    shared.goto(f"{address}exercises.html")
    for number in (1, 5):
        shared.evaluate(f"location.hash = '#masks-3@{number}'")
        one = item.instance(number)
        expect(shared.locator(f"{EXERCISE} .asks")).to_have_text(item.asks.format_map(one.fills))
        for value, says in [(one.answer, "that is right"), *((v, s) for s, v in one.wrong.items())]:
            shared.fill(f"{EXERCISE} input", f" {value:g} ")
            shared.keyboard.press("Enter")
            expect(shared.locator(f"{EXERCISE} .said")).to_contain_text(says)
        shared.fill(f"{EXERCISE} input", str(int(one.answer) + 7))
        shared.keyboard.press("Enter")
        expect(shared.locator(f"{EXERCISE} .said")).to_contain_text("7 above the answer")
        shared.fill(f"{EXERCISE} input", "many")
        shared.keyboard.press("Enter")
        expect(shared.locator(f"{EXERCISE} .said")).to_contain_text("cannot read that")


def test_another_one_by_keyboard_has_an_address_and_comes_back(open_page: Open) -> None:
    page = open_page("exercises.html")
    before = page.inner_text(f"{EXERCISE} .asks")
    page.focus(f"{EXERCISE} input")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(f"{EXERCISE} .said")).to_have_text("Other numbers.")
    other = page.inner_text(f"{EXERCISE} .asks")
    assert other != before
    page.keyboard.type("12.5")
    assert page.evaluate("document.activeElement.localName") == "input"
    described = page.get_attribute(f"{EXERCISE} input", "aria-describedby")
    assert page.inner_text(f"#{described}") == other, "a screen reader hears the new numbers"
    found = re.fullmatch(r"#masks-3@(\d+)", page.evaluate("location.hash"))
    assert found is not None
    page.reload()
    expect(page.locator(f"{EXERCISE} .asks")).to_have_text(other)
    assert page.input_value(f"{EXERCISE} input") == "12.5", "what was typed is not lost"
    page.evaluate("location.hash = '#masks-3@1'")
    expect(page.locator(f"{EXERCISE} .asks")).to_have_text(before)
    page.go_back()
    expect(page.locator(f"{EXERCISE} .asks")).to_have_text(other)


def test_a_class_gets_the_numbers_and_the_teacher_the_answer(open_page: Open) -> None:
    page = open_page("exercises.html#masks-3@7")
    expect(page.locator(f"{EXERCISE} .which")).to_have_text("masks-3@7")
    page.get_by_role("button", name="Share").first.click()
    links = page.locator(f"{EXERCISE} .shared a")
    hrefs = [link.get_attribute("href") for link in links.all()]
    assert hrefs == ["#masks-3@7:hide", "#masks-3@7"]
    pupil = open_page(f"exercises.html{hrefs[0]}", PHONE, has_touch=True)
    expect(pupil.locator(f"{EXERCISE} .which")).to_have_text("masks-3@7")
    expect(pupil.locator(f"{EXERCISE} details")).to_be_hidden()
    item = EVERY["masks-3"]
    pupil.fill(f"{EXERCISE} input", f"{item.instance(7).answer:g}")
    pupil.tap(f"{EXERCISE} button >> nth=0")
    expect(pupil.locator(f"{EXERCISE} .said")).to_have_text(
        "Kept. The answers are off in this link."
    )
    pupil.emulate_media(media="print")
    expect(pupil.locator(f"{EXERCISE} .steps")).to_be_hidden()
    pupil.emulate_media(media="screen")
    pupil.evaluate("location.hash = '#masks-3@7'")
    expect(pupil.locator(f"{EXERCISE} details")).to_be_visible()


@pytest.mark.parametrize(
    "hostile",
    [
        "#masks-3@", "#masks-3@0", "#masks-3@-1", "#masks-3@1e9", "#masks-3@9999999999",
        "#masks-3@1:show", "#masks-3@<img src=x>", "#__proto__@1", "#masks-3@1@2", "#%", "#masks-99@3",
    ],
)  # fmt: skip
def test_a_hostile_address_changes_nothing(shared: Any, address: str, hostile: str) -> None:
    shared.goto(f"{address}exercises.html")
    before = _printed(shared)
    shared.evaluate("(hash) => { location.hash = hash }", hostile)
    shared.evaluate("() => new Promise((done) => setTimeout(done, 20))")
    assert _printed(shared) == before


def test_without_its_file_an_exercise_stays_as_it_is(open_page: Open) -> None:
    def broken(route: Any) -> None:
        route.fulfill(status=200, body="<html>not JSON", content_type="text/html")

    page = open_page("exercises.html", route=("**/*.json", broken))
    before = page.inner_text(f"{EXERCISE} .asks")
    page.get_by_role("button", name="Another one").first.click()
    expect(page.locator(f"{EXERCISE} .said")).to_contain_text("could not be fetched")
    assert page.inner_text(f"{EXERCISE} .asks") == before


def test_taken_out_and_put_back_an_exercise_works_once(open_page: Open) -> None:
    page = open_page("exercises.html")
    before = _printed(page)
    page.evaluate(
        f"() => {{ const one = document.querySelector('{EXERCISE}'); const home = one.parentElement;"
        " one.remove(); home.append(one); }"
    )
    assert page.locator(f"{EXERCISE} form").count() == 1
    assert _printed(page) == before


# --- The exam ---------------------------------------------------------------------------------------


def _choose(page: Any, *, right: bool) -> None:
    which = "[data-right]" if right else ":not([data-right])"
    page.locator(f".asked-question.now details.option{which} summary").first.click()


def _kept(page: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage['softlookup.quiz'] ?? '{}'"))
    return found


def test_the_exam_asks_one_at_a_time_and_sends_back_to_the_pages(open_page: Open) -> None:
    page = open_page("exam.html")
    expect(page.locator(".asked-question:visible")).to_have_count(len(ASKED))
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".asked-question:visible")).to_have_count(1)
    expect(page.locator("quiz-exam .said")).to_contain_text(f"Question 1 of {len(ASKED)}")
    expect(page.locator(".rest")).to_be_hidden()
    _choose(page, right=False)
    expect(page.locator(".now details.option[open]")).to_contain_text("The belief behind it")
    page.locator(".now details.hint summary").click()
    expect(page.locator(".now details.hint p")).to_be_visible()
    _choose(page, right=True)
    page.get_by_role("button", name="Next").press("Enter")
    _choose(page, right=True)
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Back").click()
    expect(page.locator("quiz-exam .said")).to_contain_text("Question 2 of")
    page.keyboard.press("Escape")
    expect(page.locator("quiz-exam .summary")).to_contain_text(
        "1 of 2 questions found at the first try"
    )
    again = page.locator("quiz-exam .summary a")
    assert again.all_inner_texts() == [walk.title("similarity")]
    assert again.get_attribute("href").endswith("similarity.md")
    expect(page.locator(".asked-question:visible")).to_have_count(len(ASKED))
    expect(page.locator("quiz-exam .said")).to_contain_text(
        f"2 of {len(ASKED)} found, 1 at the first"
    )
    expect(page.get_by_role("button", name="What I missed (1)")).to_be_visible()


def test_questions_come_back_after_days_weeks_and_a_month(open_page: Open, address: str) -> None:
    page = open_page("due.html")
    page.clock.install(time=FIRST)
    key = ASKED[0].key
    passed = 0.0
    for days, right in [(0, True), (5, True), (14, True), (30, True), (30, False), (5, True)]:
        passed += days + 0.01
        if days:
            page.clock.set_system_time(_after(passed - 0.02))
            page.goto(f"{address}due.html")
            expect(page.locator("quiz-due .due")).to_have_text("")
            page.clock.set_system_time(_after(passed))
            page.goto(f"{address}due.html")
            expect(page.locator("quiz-due .due")).to_have_text(" 1 question is due.")
            page.click("quiz-due .due a")
            expect(page.locator("quiz-exam .said")).to_contain_text("Question 1 of 1")
            assert page.locator(".verdict").count() == 0, "it is asked as if it were new"
        else:
            page.goto(f"{address}exam.html")
            page.get_by_role("button", name="Begin").click()
        if not right:
            _choose(page, right=False)
        _choose(page, right=True)
        record = _kept(page)[key]
        assert record["solved"]
        assert record["tries"] == (1 if right else 2)
    assert _kept(page)[key]["step"] == 2, "after a mistake it begins again"


def _after(days: float) -> str:
    from datetime import datetime, timedelta

    return (datetime.fromisoformat(FIRST) + timedelta(days=days)).isoformat()


def test_what_was_found_is_not_lost_by_taking_the_exam_again(open_page: Open) -> None:
    page = open_page("exam.html")
    page.get_by_role("button", name="Begin").click()
    _choose(page, right=True)
    before = _kept(page)
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="All questions").click()
    assert page.locator(".now .verdict").count() == 0
    _choose(page, right=True)
    assert _kept(page) == before, "too early to count"
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="All questions").click()
    _choose(page, right=False)
    assert not _kept(page)[ASKED[0].key]["solved"], "but a mistake counts at once"


def test_progress_is_saved_erased_brought_back_and_loaded(open_page: Open, tmp_path: Path) -> None:
    page = open_page(
        "exam.html", init="localStorage['softlookup.guess.soft_lookup.own_key'] ||= '\"5.67\"'"
    )
    page.get_by_role("button", name="Begin").click()
    _choose(page, right=True)
    page.get_by_role("button", name="Stop").click()
    kept = _kept(page)
    page.click("quiz-exam details summary")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    saved = tmp_path / "progress.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["rest"] == {"guess.soft_lookup.own_key": "5.67"}
    page.get_by_role("button", name="Erase").click()
    expect(page.locator("quiz-exam .told")).to_contain_text("Erased")
    assert page.evaluate("localStorage.length") == 0
    assert page.locator(".verdict").count() == 0
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".verdict")).to_have_count(1)
    assert _kept(page) == kept
    page.get_by_role("button", name="Erase").click()
    expect(page.locator("quiz-exam .told")).to_contain_text("Erased")
    page.locator("quiz-exam input[type=file]").set_input_files(saved)
    expect(page.locator("quiz-exam .told")).to_have_text("Loaded: 1 answer.")
    assert _kept(page) == kept
    assert page.evaluate("localStorage['softlookup.guess.soft_lookup.own_key']") == '"5.67"'


HOSTILE_QUIZ = {
    "__proto__": {"tries": 1, "solved": True},
    "constructor.prototype": {"tries": 1, "solved": True},
    "<img src=x onerror=alert(1)>": {"tries": 1, "solved": True},
    "softmax.no_such_question": {"tries": 1, "solved": True},
    "softmax.rounded_weights": {"tries": "1; drop", "solved": True},
    "softmax.shift_then_halve": {"tries": 1e308, "solved": True},
    "softmax.right_angle_share": {"tries": 1, "solved": True, "due": "soon"},
    "softmax.silent_shape": None,
}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "does not hold your progress"),
        ("[1, 2", "does not hold your progress"),
        ("null", "does not hold your progress"),
        ('{"format": "another"}', "does not hold your progress"),
        ("9" * 600_000, "does not hold your progress"),
        (
            json.dumps({"format": "softlookup progress 1", "quiz": HOSTILE_QUIZ}),
            "Loaded: 0 answers",
        ),
        (
            json.dumps({"format": "softlookup progress 1", "quiz": [1], "rest": 7}),
            "Loaded: 0 answers",
        ),
        (
            json.dumps(
                {
                    "format": "softlookup progress 1",
                    "rest": {
                        "guess.x": {"a": 1},
                        "guess.y": "x" * 99,
                        "quiz": "gone",
                        "drill.z": [[["deep"]]],
                        "../other": "1",
                    },
                }
            ),
            "Loaded: 0 answers",
        ),
    ],
    ids=["empty", "cut", "null", "other", "huge", "records", "shapes", "rest"],
)
def test_a_hostile_file_is_harmless(shared: Any, address: str, content: str, told: str) -> None:
    shared.goto(f"{address}exam.html")
    shared.evaluate("localStorage.clear()")
    shared.click("quiz-exam details summary")
    file = {"name": "p.json", "mimeType": "application/json", "buffer": content.encode()}
    shared.locator("quiz-exam input[type=file]").set_input_files(file)
    expect(shared.locator("quiz-exam .told")).to_contain_text(told)
    kept = shared.evaluate("Object.entries(localStorage)")
    assert [one for one in kept if one != ["softlookup.quiz", "{}"]] == []
    assert shared.evaluate("({}).tries") is None
    assert shared.locator("img").count() == 0


FORBIDDEN = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })"
)
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
RUBBISH = """localStorage.setItem('softlookup.quiz', '{"softmax.rounded_weights": {"tries": [1]}}');
localStorage.setItem('softlookup.drill.masks-3', '{"0": 1, "1": {"x": 2}}');"""


@pytest.mark.parametrize(
    "storage", [FORBIDDEN, FULL, RUBBISH], ids=["forbidden", "full", "rubbish"]
)
def test_any_storage_will_do(open_page: Open, storage: str) -> None:
    page = open_page("exam.html", init=storage)
    page.get_by_role("button", name="Begin").click()
    _choose(page, right=False)
    _choose(page, right=True)
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("quiz-exam .summary")).to_contain_text("0 of 1 question found")
    page = open_page("exercises.html", init=storage)
    page.fill(f"{EXERCISE} input", f"{EVERY['masks-3'].instance(1).answer:g}")
    page.keyboard.press("Enter")
    expect(page.locator(f"{EXERCISE} .said")).to_contain_text("that is right")


# --- For everyone -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("path", ["exercises.html", "exam.html"])
def test_practice_is_accessible_and_fits_a_narrow_screen(
    open_page: Open, path: str, scheme: str
) -> None:
    page = open_page(path, (320, 700))
    page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
    if path == "exam.html":
        page.get_by_role("button", name="Begin").click()
        _choose(page, right=False)
    else:
        page.fill(f"{EXERCISE} input", "3")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Share").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    found = Axe().run(page, options={"rules": {"page-has-heading-one": {"enabled": False}}})
    assert not found.response["violations"], found.generate_report()


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("path", ["exercises.html", "exam.html"])
def test_nothing_jumps_when_practice_wakes(open_page: Open, path: str, size: Any) -> None:
    watch = """window.jumps = 0;
    new PerformanceObserver((list) => { for (const one of list.getEntries()) window.jumps += one.value; })
      .observe({ type: "layout-shift", buffered: true });"""
    page = open_page(path, size, init=watch)
    expect(page.locator(".practice.awake").first).to_be_attached()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    assert page.evaluate("window.jumps") < 0.02


def test_all_files_of_the_printed_exercises_are_there() -> None:
    files = takeaways.unpacked(takeaways.exercises())
    assert set(files) == {f"{takeaways.FOLDER}/{name}.json" for name in EVERY}
    assert all(
        len(json.loads(text)["rows"]) == len(instances(EVERY["masks-3"])) for text in files.values()
    )
