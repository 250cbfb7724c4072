"""The ledger is complete, its checks run, and the coverage of the sources rests on it."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from softlookup import claims, concepts, coverage

TOTALS = {"S0": 57, "S1": 74, "S2": 77, "S3": 28, "X": 10}
LEDGER = claims.ledger()
CHECKED = [entry for entry in LEDGER if entry.check]
UNCHECKED = [entry for entry in LEDGER if not entry.check]
MODULES = sorted(Path(claims.__file__).parent.glob("*.py"))
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
    assert {entry.verdict for entry in LEDGER} == set(claims.VERDICTS)
    assert {entry.source for entry in LEDGER} == set(claims.SOURCES)


@pytest.mark.parametrize("entry", CHECKED, ids=by_key)
def test_a_check_runs_and_returns_one_line_of_evidence_twice_the_same(entry):
    evidence = entry.evidence
    assert evidence == evidence.strip() != ""
    assert len(evidence.splitlines()) == 1
    assert entry.evidence == evidence


@pytest.mark.parametrize("entry", UNCHECKED, ids=by_key)
def test_a_claim_without_a_check_says_why(entry):
    assert entry.because == entry.because.strip() != ""
    assert len(entry.because.splitlines()) == 1
    assert entry.evidence == entry.because


@pytest.mark.parametrize("entry", LEDGER, ids=by_key)
def test_a_claim_is_one_line_with_a_place(entry):
    for text in (entry.says, entry.where):
        assert text == text.strip() != ""
        assert len(text.splitlines()) == 1


def test_whatever_does_not_hold_is_corrected():
    silent = [entry.key for entry in LEDGER if entry.verdict != "holds" and not entry.correction]
    assert silent == []


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
    ],
)
def test_an_item_is_taken_up_where_its_first_concept_is(source, lines, place):
    (item,) = (item for item in coverage.ITEMS if (item.source, item.lines) == (source, lines))
    assert coverage.anchor(item) == place
