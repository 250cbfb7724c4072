"""What a reader practises, apart from the browser: exercises without end, and the deck of cards."""

import gzip
import io
import itertools
import json
import math
import os
import re
import sqlite3
import zipfile
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from conftest import PAGES
from softlookup import lookup, takeaways, walk
from softlookup.practice import deck, drill, drills, sheet
from softlookup.practice.drill import Drawn, instances
from softlookup.verify import numerals

EVERY = drills.every()
BY_NAME = {item.name: item for item in EVERY}
# The first pages in the order of reading, up to the one on heads, and the notebook after it.
MAIN_LINE = [page.removesuffix(".md") for page in PAGES[1 : PAGES.index("heads.md") + 1]] + [
    "learning"
]

# --- Exercises without end --------------------------------------------------------------------------


def test_every_page_of_the_main_line_and_four_deeper_ones_have_an_exercise_without_end() -> None:
    with_some = {item.name.rpartition("-")[0] for item in EVERY}
    assert {*MAIN_LINE, "masks", "temperature", "streaming", "gradients"} <= with_some
    assert len(EVERY) >= 15


@pytest.mark.parametrize("item", EVERY, ids=lambda item: item.name)
def test_two_hundred_instances_differ_and_none_can_be_confused(item: drill.Drill) -> None:
    found = instances(item)
    texts = {item.asks.format_map(one.fills) + str(one.fills) for one in found}
    assert len(texts) == len(found) == drill.INSTANCES >= 200
    for one in found:
        values = [guess.value for guess in item.guesses(one)]
        digits = [f"{value:.{item.decimals}f}" for value in values]
        assert len(set(digits)) == len(digits)
        assert all(math.isfinite(value) and abs(value) < 1e6 for value in values)
        assert list(one.wrong) == list(found[0].wrong)


@pytest.mark.parametrize("item", EVERY, ids=lambda item: item.name)
def test_who_makes_an_error_finds_the_number_that_it_gives(item: drill.Drill) -> None:
    """Not that number rounded to a whole one, because the answer happens to be whole."""
    for one in instances(item):
        for value in one.wrong.values():
            shown = float(item.printed(value).replace("−", "-").replace(",", ""))
            assert abs(shown - value) <= 0.5 * 10.0 ** -(item.decimals or 2) + 1e-12
        if item.decimals == 0:
            assert item.printed(one.answer).replace("−", "-") == f"{one.answer:.0f}"


@pytest.mark.parametrize("item", EVERY, ids=lambda item: item.name)
def test_no_name_of_a_text_is_left_unfilled(item: drill.Drill) -> None:
    one = item.instance(17)
    for template in [
        item.asks,
        *item.steps,
        *one.wrong,
        *(cell for row in item.given for cell in row),
    ]:
        assert set(re.findall(r"\{(\w+)\}", template)) <= set(one.fills)
    assert any("{answer}" in step for step in item.steps), "the worked answer ends in the answer"


@pytest.mark.parametrize("item", EVERY, ids=lambda item: item.name)
def test_what_the_last_step_shows_is_the_answer(item: drill.Drill) -> None:
    for one in instances(item)[:20]:
        assert numerals.agrees(one.fills["answer"], one.answer)


# A sum, a product, a power, a root or a dot product of printed numbers, and the number after the equals sign.
EQUATION = re.compile(r"(?<![\w·)])([(√−\d][\d.,()×·/+−√^ …]*?) = (−?\d+(?:,\d{3})*(?:\.\d+)?)")
IN_PYTHON = (
    (r"\((.+?, .+?)\) · \((.+?, .+?)\)", r"lookup.dot([\1], [\2])"),
    (r"1 \+ … \+ (\d+)", r"sum(range(1, \1 + 1))"),
    (r"(?<=\d),(?=\d)", ""),
    (r"√(\d+)", r"math.sqrt(\1)"),
    ("×", "*"),
    ("−", "-"),
    (r"\^", "**"),
)


def equations(text: str) -> list[tuple[str, float, float, int]]:
    """Every equation of a worked answer: as printed, what stands left and right, and the decimals."""
    found = []
    for printed in EQUATION.finditer(text):
        sides = list(printed.groups())
        for ours, pythons in IN_PYTHON:
            sides = [re.sub(ours, pythons, side) for side in sides]
        left, right = (float(eval(side)) for side in sides)
        found.append((printed[0], left, right, len(sides[1].partition(".")[2])))
    return found


@pytest.mark.parametrize("item", EVERY, ids=lambda item: item.name)
def test_what_a_step_prints_as_an_equation_holds_to_the_digits_printed(item: drill.Drill) -> None:
    signs = 0
    for one in instances(item):
        steps = [step.format_map(one.fills) for step in item.steps]
        for printed, left, right, decimals in itertools.chain(*map(equations, steps)):
            assert abs(left - right) <= 0.5 * 10.0**-decimals + 1e-9, printed
            signs += 1
    if any(re.search(r"[×·/+−√^].* = \{", step) for step in item.steps):
        assert signs >= len(instances(item))


def test_an_equation_that_does_not_hold_is_found() -> None:
    [(_, left, right, decimals)] = equations("The root of that is 0.75 × √9 = 2.1.")
    assert (left, right, decimals) == (2.25, 2.1, 1)
    dots, sums = equations("It is (4, −2) · (1, 5) = −6, and 1 + … + 7 = 28 are missing of 1,000.")
    assert dots[1:3] == (-6, -6)
    assert sums[1:3] == (28, 28)


def test_no_number_of_the_exercise_on_spread_is_rounded() -> None:
    item = BY_NAME["scaling-2"]
    for one in instances(item):
        for guess in item.guesses(one):
            printed = float(item.printed(guess.value).replace("−", "-"))
            assert printed == pytest.approx(guess.value, abs=1e-9)


def test_an_exercise_is_the_same_whenever_it_is_drawn() -> None:
    first = {item.name: sheet.file(item) for item in EVERY}
    drill._instances.cache_clear()
    drills.of.cache_clear()
    assert {item.name: sheet.file(item) for item in drills.every()} == first


def test_every_seed_has_an_instance() -> None:
    item = BY_NAME["masks-3"]
    assert item.instance(1847) is item.instance(1847 % drill.INSTANCES)
    assert item.instance(1) is instances(item)[0]


@pytest.mark.parametrize("item", EVERY, ids=lambda item: item.name)
def test_the_file_of_an_exercise_is_small_and_holds_what_python_prints(item: drill.Drill) -> None:
    text = sheet.file(item)
    assert len(gzip.compress(text.encode(), 9)) <= 15_000
    held = json.loads(text)
    for one, (fills, values, printed) in zip(instances(item), held["rows"], strict=True):
        assert dict(zip(held["names"], fills, strict=True)) == one.fills
        assert values == pytest.approx([one.answer, *one.wrong.values()], rel=1e-6, abs=1e-9)
        assert printed[0] == one.fills["answer"]
    assert held["says"] == list(instances(item)[0].wrong)


def _drill(draw: object, decimals: int = 0) -> drill.Drill:
    return drill.Drill("p", "p-1", "t", "{a}", ("{answer}",), decimals, (), draw)  # type: ignore[arg-type]


def test_an_answer_that_the_oracle_denies_stops_the_build() -> None:
    def wrong(draw: Random) -> Drawn:
        a = draw.randint(1, 10_000)
        return Drawn({"a": a}, answer=a + 1, oracle=lookup.dot([a], [1]), wrong={"no.": -5})

    with pytest.raises(ValueError, match=r"the worked answer is .* and the oracle says"):
        instances(_drill(wrong))


def test_an_error_that_gives_the_answer_stops_the_build() -> None:
    def same(draw: Random) -> Drawn:
        a = draw.randint(1, 10_000)
        return Drawn({"a": a}, answer=a, oracle=a, wrong={"one.": a + 0.001, "two.": a + 5})

    with pytest.raises(ValueError, match="gave 0 different sets"):
        instances(_drill(same))


def test_too_few_sets_of_numbers_stop_the_build() -> None:
    def few(draw: Random) -> Drawn:
        a = draw.randint(1, 9)
        return Drawn({"a": a}, answer=a, oracle=a, wrong={"one.": a + 5})

    with pytest.raises(ValueError, match="gave 9 different sets"):
        instances(_drill(few))


def test_a_page_prints_one_instance_with_its_answer() -> None:
    for item in EVERY:
        text, one = sheet.shown(item), item.instance(sheet.PRINTED)
        assert drill.first(item) == one
        assert f'id="{item.name}"' in text
        assert "{" not in re.sub(r"<script.*?</script>|<code>.*?</code>", "", text)
        assert text.count("<li>") == len(item.steps) + len(one.wrong)


# --- The deck ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packed() -> bytes:
    return deck.made(takeaways.cards())


def test_a_deck_has_the_same_bytes_whenever_it_is_made(packed: bytes) -> None:
    assert deck.made(takeaways.cards()) == packed
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}


def test_the_deck_holds_every_question_once(packed: bytes, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.namelist() == ["collection.anki2", "media"]
        archive.extract("collection.anki2", tmp_path)
    with sqlite3.connect(tmp_path / "collection.anki2") as base:
        assert base.execute("pragma integrity_check").fetchall() == [("ok",)]
        notes = base.execute("select guid, tags, flds from notes order by id").fetchall()
        cards = base.execute("select nid, did, due from cards").fetchall()
        [(models, decks)] = base.execute("select models, decks from col").fetchall()
    asked = walk.questions()
    assert len(notes) == len(cards) == len({guid for guid, _, _ in notes}) == len(asked)
    for question, (_, tags, fields) in zip(asked, notes, strict=True):
        front, options, answer, page = fields.split("\x1f")
        assert tags.strip() == question.page.replace("_", "-")
        assert page == walk.title(question.page).replace("&", "&amp;")
        assert options.count("<li>") == len(question.options())
        assert answer.count("<li>") == len(question.find().wrong)
        assert not re.search(r"(?<!\\)\$|`|\*\*", front + options + answer)
    assert "Soft Lookup" in {one["name"] for one in json.loads(decks).values()}
    assert len(json.loads(models)) == 1


REQUIRED = os.environ.get("SOFTLOOKUP_REQUIRE") == "frameworks"


@pytest.mark.skipif(not REQUIRED and not find_spec("anki"), reason="anki is not installed")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_anki_itself_imports_the_deck_and_a_newer_one_updates_it(
    packed: bytes, tmp_path: Path
) -> None:
    from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

    def take(name: str, content: bytes) -> object:
        (tmp_path / name).write_bytes(content)
        options = ImportAnkiPackageOptions(update_notes=0)
        request = ImportAnkiPackageRequest(package_path=str(tmp_path / name), options=options)
        return collection.import_anki_package(request).log

    newer = [
        deck.Card(c.key, c.asks + " Again.", c.options, c.why, c.page) for c in takeaways.cards()
    ]
    collection = Collection(str(tmp_path / "collection.anki2"))
    try:
        log = take("first.apkg", packed)
        assert len(log.new) == len(walk.questions())
        assert collection.card_count() == len(walk.questions())
        shown = collection.get_card(collection.find_cards("")[0])
        assert "<ol" in shown.question()
        assert "Not" in shown.answer()
        log = take("again.apkg", packed)
        assert not log.new
        log = take("newer.apkg", deck.made(newer))
        assert not log.new
        assert collection.card_count() == len(walk.questions())
    finally:
        collection.close()
