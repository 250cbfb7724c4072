"""The pages that gather what the others ask: nothing is missing, and all is in the order of reading."""

import re

import pytest

from conftest import ROOT
from softlookup import page, quiz
from softlookup.reference import collected

ASKING = [name for name in quiz.pages() if quiz.exercises(name) or quiz.questions(name)]
BELIEVED = [name for name in quiz.pages() if quiz.misconceptions(name)]


def text_of(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("gathering", "part", "modules"),
    [("exercises", "practice", ASKING), ("misconceptions", "misconceptions", BELIEVED)],
)
def test_every_page_has_its_section_in_the_order_of_reading(
    gathering: str, part: str, modules: list[str]
) -> None:
    text = text_of(gathering)
    shown = re.findall(rf'page\.{part}\("(\w+)"\)', text)
    between = [name for name in shown if name != "reference"]
    assert sorted(shown) == modules, f"docs/{gathering}.md: one section a page of quiz/"
    assert between == collected.in_order(between)
    for name in shown:
        assert f"{{ #{collected.anchor(name)} }}" in text
        if name != "reference":
            assert f"]({collected.address(name)}) {{ #" in text


@pytest.mark.parametrize("name", ASKING)
def test_what_is_collected_is_what_the_page_has(name: str) -> None:
    printed = page.practice(name)
    for item in [*quiz.exercises(name), *quiz.questions(name)]:
        assert printed.count(f'id="{collected.anchor(item.key)}"') == 1
        assert item.asks in printed


def test_no_two_items_share_an_address() -> None:
    items = [*quiz.exercises(), *quiz.questions()]
    addresses = [collected.anchor(item.key) for item in items]
    addresses += [collected.anchor(name) for name in ASKING]
    assert len(set(addresses)) == len(addresses)


def test_the_questions_of_the_fourth_source_are_pointed_out() -> None:
    listed = collected.fourth_source()
    asked = {question.key: question for question in quiz.questions()}
    assert len(collected.FOURTH_SOURCE) == 4
    for key in collected.FOURTH_SOURCE:
        assert asked[key].asks in listed
        assert f"(#{collected.anchor(key)})" in listed


def test_the_counts_add_up() -> None:
    rows = [line.split("|")[1:-1] for line in collected.counts().split("\n")[2:]]
    *each, total = [[int(cell) for cell in row[1:]] for row in rows]
    assert [sum(column) for column in zip(*each, strict=True)] == total
    assert total == [len(quiz.exercises()), len(quiz.questions())]
