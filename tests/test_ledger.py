"""The ledger is whole, its verdicts follow from checks that notice wrong code, and coverage rests on it."""

import ast
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import wrong_functions
from conftest import DOCS
from softlookup import claims, concepts, coverage, ledger
from softlookup.claims import Finding, tools, verdict
from softlookup.pages.index import numbers as first_page

TOTALS = {"S0": 57, "S1": 74, "S2": 77, "S3": 28, "X": 10}
LEDGER = claims.ledger()
CHECKED = [entry for entry in LEDGER if entry.check]
UNCHECKED = [entry for entry in LEDGER if not entry.check]
MODULES = [Path(claims.__file__).parent / f"{name}.py" for name in claims.MODULES]
DECIMAL = re.compile(r"\d*\.\d")


def by_key(entry: claims.Claim) -> str:
    return entry.key


def test_the_ledger_holds_every_claim_of_every_source():
    assert Counter(entry.source for entry in LEDGER) == TOTALS
    assert len(LEDGER) == 246


@pytest.mark.parametrize("source", TOTALS)
def test_keys_have_no_gap(source):
    keys = [entry.key for entry in LEDGER if entry.source == source]
    assert keys == [f"{source}-{number:02}" for number in range(1, TOTALS[source] + 1)]


def test_every_verdict_and_every_source_is_in_use():
    assert {entry.verdict for entry in LEDGER} == set(claims.VERDICTS) == set(ledger.ORDER)
    assert {entry.source for entry in LEDGER} == set(claims.SOURCES)


def test_what_is_called_wrong_is_known():
    # A statement that joins or leaves this list changes what the first page says of the sources.
    wrong = [entry.key for entry in LEDGER if entry.verdict == "wrong"]
    assert wrong == ["S0-22", "S2-28", "S2-29", "S2-71", "S2-72"]


# Statements that were once judged without the qualifiers that their source gives them.
JUDGED_FAIRLY = {
    "slip of form": "S0-17 S0-20 S0-27 S0-56 S0-57 S1-08 S1-30 S1-44 S2-13 S2-20 S2-50 S2-61 S2-65",
    "holds with a condition": "S1-13 S1-23 S1-56 S1-57 S2-10 S2-39 S2-53 S3-08 S3-19",
    "holds": "S0-33 S0-35 S0-44 S1-17 S1-25 S1-51 S1-54 S2-14 S2-18 S2-21 S2-42 S2-49 S2-54 S2-59 "
    "S3-11 S3-12 S3-20",
    "no check possible": "S2-01 S2-31 S2-32 S2-74 S3-25 S3-26 S3-27",
    "ambiguous": "S0-23 S1-33 S3-17",
    "the sources differ": "X-01 X-02 X-03 X-05",
}


@pytest.mark.parametrize("fair", JUDGED_FAIRLY)
def test_a_statement_is_judged_with_the_qualifiers_of_its_source(fair):
    found = {entry.key: entry.verdict for entry in LEDGER}
    assert {key: found[key] for key in JUDGED_FAIRLY[fair].split()} == dict.fromkeys(
        JUDGED_FAIRLY[fair].split(), fair
    )


def test_only_what_is_wrong_is_counted_as_an_error_on_the_first_page():
    assert first_page.wrong == sum(entry.verdict == "wrong" for entry in LEDGER)
    assert "=wrong)" in (DOCS / "index.md").read_text("utf-8")


def test_a_difference_between_sources_is_no_error():
    assert {entry.verdict for entry in LEDGER if entry.source == "X"} == {"the sources differ"}


@pytest.mark.parametrize("entry", CHECKED, ids=by_key)
def test_a_check_returns_one_line_of_evidence_twice_the_same(entry):
    found = entry.check()
    assert found.verdict in claims.VERDICTS
    assert found.evidence == found.evidence.strip() != ""
    assert len(found.evidence.splitlines()) == 1
    assert entry.check() == found


@pytest.mark.parametrize("entry", UNCHECKED, ids=by_key)
def test_a_claim_without_a_check_says_why(entry):
    assert entry.because == entry.because.strip() != ""
    assert len(entry.because.splitlines()) == 1
    assert entry.finding == Finding("no check possible", entry.because)


@pytest.mark.parametrize("entry", LEDGER, ids=by_key)
def test_a_claim_is_one_line_with_a_place(entry):
    for text in (entry.says, entry.where):
        assert text == text.strip() != ""
        assert len(text.splitlines()) == 1


# Verdicts follow from answers.


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"as_given": True}, "holds"),
        ({"as_given": True, "with_condition": False}, "holds"),
        ({"as_given": False}, "wrong"),
        ({"as_given": False, "with_condition": True}, "holds with a condition"),
        ({"as_given": False, "with_condition": False}, "wrong"),
        ({"as_given": False, "once_repaired": True}, "slip of form"),
        ({"as_given": False, "once_repaired": False}, "wrong"),
    ],
)
def test_the_verdict_follows_from_the_answers(answers, expected):
    assert verdict.settle(**answers, evidence="seen") == Finding(expected, "seen")


@pytest.mark.parametrize(
    ("readings", "expected"),
    [
        ({"one": True, "other": True}, Finding("holds", "seen")),
        ({"one": False, "other": False}, Finding("wrong", "seen")),
        (
            {"one": True, "other": False},
            Finding("ambiguous", "True of *one*; not of *other*. seen"),
        ),
    ],
)
def test_readings_that_disagree_are_both_named(readings, expected):
    assert verdict.settle_readings(readings, "seen") == expected


def test_code_repetition_and_agreement_are_answered_too():
    assert verdict.settle_run(runs=True, evidence="").verdict == "holds"
    assert verdict.settle_run(runs=False, evidence="").verdict == "does not run"
    assert verdict.settle_repeat(repeats=True, evidence="").verdict == "holds"
    assert verdict.settle_repeat(repeats=False, evidence="").verdict == "not reproducible"
    assert verdict.settle_between(agree=True, evidence="").verdict == "holds"
    assert verdict.settle_between(agree=False, evidence="").verdict == "the sources differ"


def typed_answers(source: str) -> list[int]:
    """The lines of a module that type an answer or a verdict instead of computing it."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id == "Finding":
            lines.append(node.lineno)
        if node.func.id.startswith("settle"):
            given = [word.value for word in node.keywords] + node.args
            read = [value for part in given if isinstance(part, ast.Dict) for value in part.values]
            lines += [
                part.lineno
                for part in given + read
                if isinstance(part, ast.Constant) and not isinstance(part.value, str)
            ]
    return lines


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_answer_is_typed(module):
    assert typed_answers(module.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "typed",
    [
        'settle(as_given=True, evidence="x")',
        'settle(as_given=a > b, with_condition=False, evidence="x")',
        'settle_readings({"one": a > b, "other": False}, evidence="x")',
        'Finding("holds", "x")',
    ],
)
def test_a_typed_answer_is_found(typed):
    assert typed_answers(typed)


def test_a_statement_that_falls_without_a_correction_stops_the_build():
    fallen = replace(CHECKED[0], check=lambda: Finding("wrong", "seen"), correction="")
    with pytest.raises(ValueError, match=r"S0-01 came out as 'wrong' \(seen\)"):
        _ = fallen.verdict


def test_whatever_falls_is_corrected():
    assert all(entry.correction for entry in CHECKED if entry.verdict != "holds")


# A check notices when the code is wrong.


@pytest.mark.parametrize("entry", [e for e in CHECKED if not e.about], ids=by_key)
def test_a_check_changes_its_mind_when_a_function_is_wrong(entry):
    assert wrong_functions.called_by(entry.check), "it calls none of our functions: say about=…"
    assert wrong_functions.changes_its_mind(entry.check)


@pytest.mark.parametrize("entry", [e for e in CHECKED if e.about], ids=by_key)
def test_a_check_about_something_else_calls_none_of_our_functions(entry):
    assert wrong_functions.called_by(entry.check) == set()


def test_a_check_that_looks_at_nothing_is_refused():
    from softlookup.claims import s1

    def blind() -> Finding:
        s1.softmax([3.0, 2.0, 1.0])
        return Finding("holds", "whatever")

    assert wrong_functions.called_by(blind) == {"softmax"}
    assert not wrong_functions.changes_its_mind(blind)


def test_every_function_that_the_ledger_calls_has_a_wrong_version():
    ours = {name for name, value in vars(tools).items() if callable(value)}
    helpers = {"ArrayLike", "Callable", "Any", "raised", "raises", "close", "shown"}
    assert set(wrong_functions.WRONG) == ours - helpers


def test_the_right_functions_are_back_after_a_wrong_one():
    from softlookup.claims import s1

    with wrong_functions.instead_of("softmax", len):
        assert s1.softmax is len
    assert s1.softmax is tools.softmax


def test_few_checks_are_about_something_else():
    assert sum(bool(entry.about) for entry in CHECKED) <= len(CHECKED) / 9


# What is typed.


def test_every_check_has_a_name_of_its_own():
    names = Counter((entry.check.__module__, entry.check.__name__) for entry in CHECKED)
    assert [name for name, times in names.items() if times > 1] == []


def corrections(source: str) -> list[tuple[int, str]]:
    """Every correction that is typed in a module, with its line."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        (part.lineno, part.value)
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in ("claim", "unchecked")
        for keyword in call.keywords
        if keyword.arg == "correction"
        for part in ast.walk(keyword.value)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def typed_decimals(source: str) -> list[tuple[int, str]]:
    return [(line, text) for line, text in corrections(source) if DECIMAL.search(text)]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_correction_types_a_decimal(module):
    assert typed_decimals(module.read_text(encoding="utf-8")) == []


def test_every_correction_is_read_from_the_source():
    read = [text for module in MODULES for _, text in corrections(module.read_text("utf-8"))]
    assert sorted(filter(None, read)) == sorted(e.correction for e in LEDGER if e.correction)


@pytest.mark.parametrize("typed", ['"about 0.25"', '"a " + "half, .5"', 'f"{x} or 2.0"'])
def test_a_typed_decimal_is_found(typed):
    assert typed_decimals(f'claim("S0-01", "says 0.1", correction={typed})')


def test_whole_numbers_and_years_are_allowed():
    assert not typed_decimals('claim("S0-01", "says 0.1", correction="Two of 3. Since 2017.")')


# What the pages print.


@pytest.mark.parametrize("source", TOTALS)
def test_a_section_folds_every_claim_of_its_source_once(source):
    text = ledger.section(source)
    here = [entry for entry in LEDGER if entry.source == source]
    assert re.findall(r'<div class="claim" id="([\w-]+)"', text) == [
        entry.key.lower()
        for verdict_ in ledger.ORDER
        for entry in here
        if entry.verdict == verdict_
    ]
    counts = Counter(entry.verdict for entry in here)
    folds = re.findall(r"<summary>([a-z ]+) <small>(\d+)</small>", text)
    assert {name: int(number) for name, number in folds} == counts


def test_only_what_is_wrong_stands_open():
    heads = re.findall(r'<details class="verdict" id="([\w-]+)"( open)?', ledger.section("S2"))
    assert [name for name, state in heads if state] == ["s2-wrong"]
    assert len(heads) > 5


def test_an_entry_shows_statement_correction_evidence_and_code():
    (entry,) = (entry for entry in LEDGER if entry.key == "S0-22")
    (shown,) = re.findall(
        r'<div class="claim" id="s0-22".+?</div>', ledger.section("S0"), re.DOTALL
    )
    assert "[**S0-22**](#s0-22) A 1 in the last column asks for tiger." in shown
    assert "**Instead:** Tiger is the third key" in shown
    assert "**Evidence:** The last column returns 12, the third 5; tiger is 5." in shown
    assert "def the_last_column_does_not_ask_for_tiger() -&gt; Finding:" in shown
    assert "@claim" not in entry.code
    assert entry.code.startswith("def ")


def test_the_summary_counts_every_statement():
    rows = [row.split("|")[1:-1] for row in ledger.summary().splitlines()[2:]]
    assert sum(int(count) for *_, count in rows) == len(LEDGER)
    assert [name.strip(" *") for name, *_ in rows] == list(ledger.ORDER)


def test_the_independent_checks_are_listed():
    listed = re.findall(r"\[([\w-]+)\]\(#", ledger.independent())
    assert sorted(listed) == sorted(entry.key for entry in LEDGER if entry.about)


def test_an_entry_sends_the_reader_to_a_heading_that_is_there():
    entries = {entry.key: entry for entry in LEDGER}
    for key, place in concepts.ELSEWHERE.items():
        assert f"{{ #{place.anchor} }}" in (DOCS / f"{place.page}.md").read_text("utf-8"), key
        assert place != concepts.CONCEPTS[entries[key].concept], f"{key} is there already"
    shown = "".join(ledger.section(source) for source in TOTALS)
    assert shown.count("\n\nSee [") == sum(entry.about != "form" for entry in LEDGER)
    assert "See [Arithmetic with words](similarity.md#analogy)." in ledger.section("S2")


def test_a_lesson_says_in_one_line_how_much_belongs_to_it():
    line = ledger.settled_line("relatives")
    # What the errata send to the page, and one whose concept stands there and which is treated elsewhere.
    by_concept = {e.key for e in LEDGER if concepts.CONCEPTS[e.concept].page == "relatives"}
    here = (by_concept - set(concepts.ELSEWHERE)) | {
        key for key, place in concepts.ELSEWHERE.items() if place.page == "relatives"
    }
    assert len(here) != len(by_concept), "choose a page to which an entry is sent from another"
    assert line.startswith(f"*{len(here)} statements of the sources belong to this page")
    assert "errata.md" in line
    assert "\n" not in line


def test_a_lesson_to_which_nothing_belongs_is_told_so():
    with pytest.raises(ValueError, match="no claim of the ledger belongs to 'nowhere'"):
        ledger.settled_line("nowhere")


# Coverage.


def test_the_sources_have_130_items():
    assert len(coverage.ITEMS) == len(set(coverage.ITEMS)) == 130


def test_every_claim_of_an_item_is_in_the_ledger_of_its_source():
    keys = {entry.key for entry in LEDGER}
    for item in coverage.ITEMS:
        assert set(item.claims) <= keys, item
        assert all(key.startswith(f"{item.source}-") for key in item.claims), item


def test_every_claim_of_a_source_belongs_to_an_item():
    covered = {key for item in coverage.ITEMS for key in item.claims}
    assert covered == {entry.key for entry in LEDGER if entry.source != "X"}


def test_every_concept_is_used_and_every_concept_used_is_known():
    assert {name for item in coverage.ITEMS for name in item.concepts} == set(concepts.CONCEPTS)


def test_items_stand_in_reading_order_at_lines_of_their_source():
    places = []
    for item in coverage.ITEMS:
        assert re.fullmatch(r"\d+(-\d+)?", item.lines), item
        first, last = int(item.lines.split("-")[0]), int(item.lines.split("-")[-1])
        assert 1 <= first <= last, item
        places.append((item.source, first, -last))
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("source", "lines", "place"),
    [
        ("S0", "26-31", ("exact-lookup", "hashing")),
        ("S1", "58", ("scaling", "variance")),  # the first of three concepts decides
        ("S2", "8", ("soft-lookup", "three-steps")),
        ("S3", "10", ("heads", "gates")),
        # Of its claims one is treated elsewhere, then most.
        ("S0", "7-34", ("exact-lookup", "the-dictionary")),
        ("S1", "171-209", ("frameworks", "second-source")),
        ("S2", "77", ("similarity", "analogy")),
    ],
)
def test_an_item_is_taken_up_where_its_first_concept_is_or_most_of_its_claims(source, lines, place):
    (item,) = (item for item in coverage.ITEMS if (item.source, item.lines) == (source, lines))
    found = coverage.place(item)
    assert (found.page, found.anchor) == place
