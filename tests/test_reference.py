"""The reference pages: words that are used are explained, and what they list is what there is."""

import calendar
import datetime
import re
from pathlib import Path

import numpy as np
import pytest

from conftest import ROOT
from softlookup import claims, coverage, frameworks, laws, lookup, runs, shapes, snippets
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.page import Page
from softlookup.pages.cheat_sheet import parts as cheat_sheet
from softlookup.pages.frameworks import parts as frameworks_table
from softlookup.pages.frameworks import questions
from softlookup.pages.notation import glossary
from softlookup.pages.notation import parts as notation
from softlookup.pages.relatives import numbers as relatives
from softlookup.pages.relatives import tables as relatives_tables
from softlookup.pages.snippets import parts as errors
from softlookup.pages.sources import parts as sources

DOCS = ROOT / "docs"
SOURCES = (*DOCS.glob("*.md"), *(ROOT / "src").rglob("*.py"))
USED = {
    slug
    for path in SOURCES
    for slug in re.findall(r"notation\.md#([\w-]+)", path.read_text("utf-8"))
} - {"one-vocabulary"}
LINKED = {
    slug for entry in glossary.ENTRIES.values() for slug in re.findall(r"\(#([\w-]+)\)", entry.says)
}


def anchors(file: Path) -> set[str]:
    """The addresses on a page that are typed, and those of the snippets it lists."""
    listed = set(snippets.names()) if file.stem == "snippets" else set()
    return listed | set(re.findall(r"\{[^}\n]*#([\w-]+)", file.read_text("utf-8")))


def test_every_word_that_a_page_looks_up_is_in_the_glossary():
    assert set(glossary.ENTRIES) >= USED, f"missing: {sorted(USED - set(glossary.ENTRIES))}"


def test_every_word_of_the_glossary_is_looked_up_somewhere():
    idle = set(glossary.ENTRIES) - USED - LINKED
    assert not idle, f"neither a page nor an entry leads to {sorted(idle)}"


@pytest.mark.parametrize("slug", glossary.ENTRIES)
def test_a_word_is_explained_on_a_page_that_exists(slug):
    entry = glossary.ENTRIES[slug]
    file, _, anchor = entry.page.partition("#")
    assert (DOCS / file).is_file(), f"{slug} is explained on {file}, which is not there"
    assert not anchor or anchor in anchors(DOCS / file), f"{file} has no heading #{anchor}"


def test_words_lead_to_words_that_exist():
    assert set(glossary.ENTRIES) >= LINKED
    terms = {slug for term in notation.TERMS for slug in re.findall(r"\(#([\w-]+)\)", term.here)}
    assert terms <= set(glossary.ENTRIES)


def test_the_glossary_says_of_hopfield_and_of_retrieval_what_their_page_computes():
    says = {slug: " ".join(entry.says.split()) for slug, entry in glossary.ENTRIES.items()}
    # Read bluntly again and again, a damaged T becomes more like the X: no letter is recalled.
    assert relatives.drifted["X"] > relatives.drifted["T"]
    assert "if it is blunt, into a blend" in says["hopfield"]
    # What is not kept has no slope.
    dropped = relatives_tables.slopes().split("\n")[-1]
    assert dropped.startswith("| **tree**")
    assert "| 0.000 | 0.000 |" in dropped
    assert "chosen hard" in says["retrieval"]


def test_every_word_has_its_anchor_on_the_page(site):
    text = (site / "notation" / "index.html").read_text("utf-8")
    ids = re.findall(r'<dt id="([\w-]+)"', text)
    assert set(ids) == set(glossary.ENTRIES)
    names = [glossary.ENTRIES[slug].name.casefold() for slug in ids]
    assert names == sorted(names)


def test_the_shapes_are_those_of_the_definitions():
    sizes = shapes.SIZES
    assert len(set(sizes.values())) == len(sizes), "equal sizes could not be told apart"
    queries, keys, values = (
        [[0.0] * sizes[width]] * sizes[rows]
        for rows, width in (("n_q", "d_k"), ("n_k", "d_k"), ("n_k", "d_v"))
    )
    weights = lookup.attention_weights(queries, keys)
    output = lookup.attention(queries, keys, values)
    assert shapes.shapes()["weights"] == shapes.shapes()["scores"] == shapes.named(weights.shape)
    assert shapes.shapes()["output"] == shapes.named(output.shape)
    assert shapes.shapes()["keys"] == "(n_k, d_k)"


def test_an_unknown_part_is_named():
    says = r"pages/notation/parts\.py has no function 'colours'; it has vocabulary, shapes"
    with pytest.raises(ValueError, match=says):
        Page("notation").part("colours")


def test_every_statement_is_counted_once_by_verdict_and_by_source():
    rows = [row.split("|")[2:-1] for row in sources.verdicts().split("\n")[2:]]
    counts = [[int(cell) for cell in row] for row in rows]
    *each, total = counts
    assert [sum(column) for column in zip(*each, strict=True)] == total
    assert total[-1] == sum(total[:-1]) == len(claims.ledger())


def test_every_item_of_the_sources_is_listed_with_its_place():
    listed = sources.items()
    for item in coverage.ITEMS:
        place = coverage.place(item)
        assert f"| {item.label} | {len(item.claims)} | [" in listed
        assert f"| [{place.title}]({place.page}.md#{place.anchor}) |" in listed
    assert listed.count("\n    | ") == len(coverage.ITEMS) + 2 * 4  # headings, rules


def test_every_work_that_a_page_cites_is_listed_with_author_and_year():
    listed = sources.literature()
    for address, pages in sources.cited().items():
        (line,) = [line for line in listed.split("\n") if f"]({address})" in line]
        assert all(f"({page})" in line for page in pages)


def test_the_year_of_a_preprint_is_the_one_in_its_number():
    """An arXiv number begins with year and month of the first version."""
    for address, work in sources.WORKS.items():
        number = re.search(r"arxiv\.org/abs/(\d\d)\d\d\.", address)
        assert not number or work.year == 2000 + int(number[1]), f"{address}: {work.year}"


MONTHS = ("March", "June", "Aug", "Sept", "Oct")


def test_the_history_of_the_soft_read_is_in_the_order_of_the_preprints():
    rows = [
        (said, number)
        for said, number in re.findall(
            r"^ +\| (\d{4}[^|]*) \|[^\n]*?arxiv\.org/abs/(\d{4})\.",
            (DOCS / "relatives.md").read_text("utf-8"),
            re.MULTILINE,
        )
    ]
    assert [number for _, number in rows] == sorted(number for _, number in rows)
    for said, number in rows:
        year, _, month = said.partition(" ")
        assert int(year) == 2000 + int(number[:2])
        assert not month or month == _short_month(int(number[2:]))
    # The soft alignment that lets gradients through is older than the memories that read softly.
    assert rows[0][1] == "1409"
    gradients = (DOCS / "gradients.md").read_text("utf-8")
    assert gradients.index("arxiv.org/abs/1409.0473") < gradients.index("arxiv.org/abs/1503.08895")


def _short_month(number: int) -> str:
    (found,) = (name for name in MONTHS if calendar.month_name[number].startswith(name))
    return found


def test_a_citation_says_what_was_compared_and_when_in_words_that_the_page_knows():
    for work in sources.WORKS.values():
        if work.compared:
            what, when = work.compared.split()
            assert what in ("record", "text")
            assert datetime.date.fromisoformat(when) <= datetime.date.today()


def test_a_work_without_author_and_year_is_named(monkeypatch):
    monkeypatch.setattr(sources, "cited", lambda: {"https://example.org/new": ["masks.md"]})
    with pytest.raises(ValueError, match=r"masks\.md cites https://example\.org/new: add author"):
        sources.literature()


def test_no_work_is_listed_that_no_page_cites():
    pages = (*DOCS.glob("*.md"), *(ROOT / "src/softlookup/pages").rglob("*.py"))
    spoken = "\n".join(path.read_text("utf-8") for path in pages)
    named = {
        address for address, work in sources.WORKS.items() if work.named and work.named in spoken
    }
    idle = (sources.WORKS.keys() | sources.PLACES.keys()) - sources.cited().keys() - named
    assert not idle, (
        f"no page links to {sorted(idle)}: remove it from pages/sources/works.yaml or manuals.yaml"
    )


def test_the_cheat_sheet_prints_on_two_pages(site, browser):
    sheet = browser.new_page()
    sheet.goto((site / "cheat-sheet" / "index.html").as_uri())
    printed = sheet.pdf(format="A4")
    sheet.close()
    assert [int(count) for count in re.findall(rb"/Count (\d+)", printed)] == [2]


def test_the_five_lines_are_those_of_the_snippet():
    shown = cheat_sheet.code().removeprefix("```python\n").removesuffix("\n```")
    assert shown.startswith("def read(")
    assert shown in snippets.text("heads")
    queries, keys, values = np.eye(3)[:2], np.eye(3), np.arange(6.0).reshape(3, 2)
    read = snippets.load("heads").read(queries, keys, values)
    assert np.allclose(read, lookup.attention(queries, keys, values))


def test_an_invariant_that_fails_is_named(monkeypatch):
    wrong = laws.Law("answers are large", "(output > 1e9).all()")
    monkeypatch.setattr(laws, "INVARIANTS", (*laws.INVARIANTS, wrong))
    with pytest.raises(AssertionError, match="answers are large"):
        cheat_sheet.invariants()


def test_the_edges_are_those_of_the_definitions():
    rows = [row.split(" | ") for row in cheat_sheet.edges().split("\n")[2:]]
    found = {row[0].removeprefix("| "): row[-1].removesuffix(" |") for row in rows}
    nothing = lookup.attention([TENNIS], KEYS, VALUES[:, None], mask=[[False] * 3])
    assert float(found["nothing may be read"]) == nothing[0, 0] == 0
    tied = lookup.attention([TENNIS], KEYS[[0, 0, 2]], VALUES[:, None], scale=1000)
    assert float(found["two match equally well, sharply"]) == pytest.approx(tied[0, 0])
    assert found["a value that is read is NaN"] == "NaN"


@pytest.mark.parametrize("abuse", errors.ABUSES, ids=lambda abuse: abuse.call)
def test_a_wrong_call_says_what_was_given_and_what_to_do(abuse):
    error = errors.raised(abuse)
    assert isinstance(error, ValueError | KeyError | TypeError)
    assert len(str(error).split()) > 4, f"{error} says too little"


def test_a_wrong_call_that_is_answered_is_named():
    right = errors.Abuse("nothing", "temperature", "soften(ones(3), 1)")
    with pytest.raises(
        ValueError, match=r"soften\(ones\(3\), 1\) of temperature\.py raised nothing"
    ):
        errors.raised(right)


WITHOUT = {"torch", "jax", "onnx"}


@pytest.fixture
def no_framework(monkeypatch):
    """A machine that has none of them."""
    monkeypatch.setattr(frameworks, "find_spec", lambda package: None)
    monkeypatch.delenv("SOFTLOOKUP_REQUIRE", raising=False)


def test_without_frameworks_the_page_shows_the_stored_run_and_says_when_it_was(no_framework):
    run = runs.run("frameworks")
    assert "soft_lookup 8.056" in frameworks_table.torch_soft_lookup()
    assert snippets.text("torch_soft_lookup").rstrip() in frameworks_table.torch_soft_lookup()
    for package in WITHOUT:
        assert f"`{package} {run['versions'][package]}`, on {run['date']}" in (
            frameworks_table.asked_when()
        )
    for part in ("conventions", "refusals", "calls", "temperatures", "clauses"):
        assert "not run" not in getattr(frameworks_table, part)()


def test_a_missing_framework_is_an_error_where_it_is_required(no_framework, monkeypatch):
    monkeypatch.setenv("SOFTLOOKUP_REQUIRE", "frameworks")
    for part in (frameworks_table.asked_when, frameworks.brief, frameworks_table.temperatures):
        with pytest.raises(ModuleNotFoundError, match="install the extra `frameworks`"):
            part()


def test_a_question_that_no_run_answered_names_the_remedy(no_framework):
    asked = frameworks.Question("what is the weather", "torch", lambda: "fine")
    with pytest.raises(ValueError, match="'what is the weather': make frameworks"):
        _ = asked.answer


def test_a_stored_run_that_is_old_at_the_release_is_called_old():
    date = datetime.date.fromisoformat(runs.run("frameworks")["date"])
    later = [(date + datetime.timedelta(days)).isoformat() for days in (90, 91)]
    assert frameworks.age(later[0]) == ""
    assert "91 days older than this release" in frameworks.age(later[1])


def test_a_framework_that_is_installed_is_asked():
    assert frameworks.Question("anything", "numpy", lambda: "asked").answer == "asked"


def test_every_convention_is_shown_with_every_api():
    shown = frameworks_table.conventions().split("\n")[2:]
    assert len(shown) == len(frameworks.ROWS)
    for line, row in zip(shown, frameworks.ROWS, strict=True):
        cells = [frameworks.cell(row, api).answer for api in frameworks.APIS.values()]
        assert line == "| " + " | ".join([row.asks, *cells, row.because]) + " |"


def test_the_newest_onnx_keeps_every_clause():
    run = runs.run("frameworks")
    newest = run["onnx"][run["versions"]["onnx"]]
    assert set(newest) == {clause.key for clause in questions.CLAUSES}
    assert set(newest.values()) == {"agrees"}
    assert questions._agreement(1.0, 2.0) == "differs"


def test_the_dates_of_the_onnx_clauses_are_those_that_the_page_says():
    def since(key: str) -> str:
        stored = runs.run("frameworks")["onnx"]
        agreeing = [version for version, found in stored.items() if found[key] == "agrees"]
        assert agreeing == list(stored)[-len(agreeing) :], "agreed, and then no longer"
        return agreeing[0]

    text = (DOCS / "frameworks.md").read_text("utf-8")
    dates = {
        "The cap on scores acts before the mask.": "1.22.0",
        "Over a cache in `past_key`, causal order counts from the lower right.": "1.19.1",
        "Over a cache that is handed over whole, it counts from there too.": "1.23.2",
        "Neighbouring query heads share a key head.": "1.19.1",
        "The same, with a Boolean mask besides.": "1.23.2",
        "A query with nothing to read gets 0.": "1.23.2",
    }
    assert {key: since(key) for key in dates} == dates
    for version in ("onnx 1.22", "onnx 1.19.1", "onnx 1.23"):
        assert version in text
