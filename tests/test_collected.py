"""The pages that gather what the others ask: nothing is missing, and all is in the order of reading."""

import re
import shutil
from pathlib import Path

import pytest

from conftest import ROOT, build, run
from softlookup import walk
from softlookup.kinds import Question, question
from softlookup.page import options
from softlookup.pages.contributing import parts as example
from softlookup.pages.exam import parts as asked_again
from softlookup.pages.exercises import parts as gathered
from softlookup.pages.misconceptions import parts as believed
from softlookup.practice import drills

ASKING, SETTING = asked_again.asking(), gathered.setting()
BELIEVED = [page for page in walk.folders() if walk.misconceptions(page)]
PRINTED = {
    "exam": asked_again.questions(),
    "exercises": gathered.practice(),
    "misconceptions": f"{believed.listing()}\n\n{believed.on_no_page()}",
}
SECTION = re.compile(r"^## .* \{ #([\w-]+) \}$", re.M)


@pytest.mark.parametrize(
    ("page", "asked"), [("exam", ASKING), ("exercises", SETTING), ("misconceptions", BELIEVED)]
)
def test_every_page_has_its_section_in_the_order_of_reading(page: str, asked: list[str]) -> None:
    anchor = believed.anchor if page == "misconceptions" else walk.anchor
    assert SECTION.findall(PRINTED[page]) == [anchor(name) for name in asked]
    written = [name for name in asked if walk.exists(name)]
    assert written == walk.in_order(written)


TELLS = re.compile(
    r'<details class="option"( data-right="true")?[^>]*>.*?</summary>\n\n(.*?)\n\n', re.S
)


@pytest.mark.parametrize("asked", walk.questions(), ids=lambda asked: asked.key)
def test_one_option_is_marked_right_and_it_alone_says_so(asked: Question) -> None:
    told = TELLS.findall(options(1, asked))
    assert len(told) == 1 + len(asked.find().wrong)
    assert sum(bool(mark) for mark, _ in told) == 1
    for mark, text in told:
        assert text.startswith("Right. " if mark else "Not this. The belief behind it: ")


def test_what_is_collected_is_what_the_pages_have() -> None:
    for page, items in {"exam": walk.questions(), "exercises": walk.exercises()}.items():
        assert items
        for item in items:
            assert PRINTED[page].count(f'id="{walk.anchor(item.key)}"') == 1
            assert item.asks in PRINTED[page]
    for drill in drills.every():
        assert PRINTED["exercises"].count(f'id="{drill.name}"') == 1


def test_every_belief_is_collected_once_with_its_counterexample() -> None:
    for belief in walk.misconceptions():
        assert PRINTED["misconceptions"].count(f'"“{belief.belief}”"') == 1
        assert belief.find() in PRINTED["misconceptions"]


def test_beliefs_are_counted_beside_the_page_that_answers_them() -> None:
    heading, _, *rows, total = believed.beliefs().split("\n")
    assert heading == "| page | misconceptions |"
    counted = [re.fullmatch(r"\| \[.*\]\(#([\w-]+)\) \| (\d+) \|", row) for row in rows]
    assert [found and found[1] for found in counted] == [believed.anchor(n) for n in BELIEVED]
    each = [len(walk.misconceptions(page)) for page in BELIEVED]
    assert [found and int(found[2]) for found in counted] == each
    assert total == f"| all | {sum(each)} |"


def test_no_two_items_share_an_address() -> None:
    for printed in PRINTED.values():
        found = re.findall(r'\bid="([^"]+)"', printed) + SECTION.findall(printed)
        assert len(set(found)) == len(found) > 5


def test_the_questions_of_the_fourth_source_are_pointed_out() -> None:
    listed = asked_again.fourth_source()
    asked = {question.key: question for question in walk.questions()}
    assert len(asked_again.FOURTH_SOURCE) == 4
    for key in asked_again.FOURTH_SOURCE:
        assert asked[key].asks in listed
        assert f"(#{walk.anchor(key)})" in listed


def test_the_counts_add_up() -> None:
    rows = [line.split("|")[1:-1] for line in gathered.counts().split("\n")[2:]]
    *each, total = [[int(cell) for cell in row[1:]] for row in rows]
    assert [sum(column) for column in zip(*each, strict=True)] == total
    assert total == [len(drills.every()), len(walk.exercises())]


# --- The page that contributing.md adds -----------------------------------------------------------

# What the new page leads to; the other pages are left out of the copy.
AROUND = {
    "index.md": "# Start\n",
    "snippets.md": "# Snippets\n\n## Mean { #plain_mean }\n\n## Command { #command }\n",
    "soft-lookup.md": "# Soft lookup\n",
    "exam.md": "# The exam\n\n## Its question { #plain-mean-deaf }\n",
}


def test_the_page_that_contributing_adds_is_built_and_its_test_passes(checkout: Path) -> None:
    shutil.copytree(ROOT / "docs/assets", checkout / "docs/assets", dirs_exist_ok=True)
    for name, text in AROUND.items():
        _write(checkout / "docs" / name, text)
    for file in example.FILES.values():
        _write(checkout / file.path, file.text)
    for folder in ("plain_mean", "plain_mean/figures"):
        _write(checkout / "src/softlookup/pages" / folder / "__init__.py", "")
    source = str(checkout / "src")
    stamp = "from softlookup import headers; print(headers.stamped('plain_mean'))"
    stamped = run("-c", stamp, cwd=checkout, PYTHONPATH=source).stdout
    assert "Explained at plain-mean/" in stamped
    _write(checkout / example.FILES["snippet"].path, stamped)
    built = build(root=checkout, PYTHONPATH=source, SOFTLOOKUP_CACHE="0")
    assert built.returncode == 0, built.stdout + built.stderr
    page = (checkout / "site/plain-mean/index.html").read_text("utf-8")
    assert "The belief behind it: the dearest entry is thought to win" in page
    assert "5.667" in page, "what the snippet prints"
    test = example.FILES["test"].path
    tested = run("-m", "pytest", "-p", "no:cacheprovider", test, cwd=checkout, PYTHONPATH=source)
    assert tested.returncode == 0, tested.stdout + tested.stderr  # 5, if there were no test


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_concept_that_nobody_settles_is_refused_with_one_that_is_near() -> None:
    with pytest.raises(ValueError, match=r"no concept 'weighted-average'.*weighted-blend"):
        question("What is it?", hint="Look.", concept="weighted-average")
