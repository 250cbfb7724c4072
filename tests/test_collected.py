"""The pages that gather what the others ask: nothing is missing, and all is in the order of reading."""

import re

import pytest

from softlookup import walk
from softlookup.pages.exercises import parts as gathered
from softlookup.pages.misconceptions import parts as believed

ASKING = [page for page in walk.folders() if walk.exercises(page) or walk.questions(page)]
BELIEVED = [page for page in walk.folders() if walk.misconceptions(page)]
PRINTED = {"exercises": gathered.practice(), "misconceptions": believed.listing()}
SECTION = re.compile(r"^## .* \{ #([\w-]+) \}$", re.M)


@pytest.mark.parametrize(("page", "asked"), [("exercises", ASKING), ("misconceptions", BELIEVED)])
def test_every_page_has_its_section_in_the_order_of_reading(page: str, asked: list[str]) -> None:
    assert SECTION.findall(PRINTED[page]) == [gathered.anchor(name) for name in asked]
    assert asked == walk.in_order(asked)


@pytest.mark.parametrize("page", ASKING)
def test_what_is_collected_is_what_the_page_has(page: str) -> None:
    for item in [*walk.exercises(page), *walk.questions(page)]:
        assert PRINTED["exercises"].count(f'id="{gathered.anchor(item.key)}"') == 1
        assert item.asks in PRINTED["exercises"]


def test_every_belief_is_collected_once_with_its_counterexample() -> None:
    for belief in walk.misconceptions():
        assert PRINTED["misconceptions"].count(f'"“{belief.belief}”"') == 1
        assert belief.find() in PRINTED["misconceptions"]


def test_no_two_items_share_an_address() -> None:
    items = [*walk.exercises(), *walk.questions()]
    addresses = [gathered.anchor(item.key) for item in items]
    addresses += [gathered.anchor(page) for page in ASKING]
    assert len(set(addresses)) == len(addresses)


def test_the_questions_of_the_fourth_source_are_pointed_out() -> None:
    listed = gathered.fourth_source()
    asked = {question.key: question for question in walk.questions()}
    assert len(gathered.FOURTH_SOURCE) == 4
    for key in gathered.FOURTH_SOURCE:
        assert asked[key].asks in listed
        assert f"(#{gathered.anchor(key)})" in listed


def test_the_counts_add_up() -> None:
    rows = [line.split("|")[1:-1] for line in gathered.counts().split("\n")[2:]]
    *each, total = [[int(cell) for cell in row[1:]] for row in rows]
    assert [sum(column) for column in zip(*each, strict=True)] == total
    assert total == [len(walk.exercises()), len(walk.questions())]
