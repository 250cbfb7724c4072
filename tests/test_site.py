"""The built site: what its pages say is what the snippets print, and every page keeps its contract."""

import ast
import html
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from conftest import CONFIGURATION, DOCS, PAGES, ROOT, SNIPPET, Tiny, run
from softlookup import claims, concepts, coverage, snippets, walk
from softlookup.fences import fences
from softlookup.kinds import Exercise, Misconception, Question
from softlookup.pages.doctor import cases
from softlookup.pages.sources import parts as sources
from softlookup.site import contract
from softlookup.verify import links, pages

# Every page that a reader is led to, by the name of its file without its ending.
NAMES = [page.removesuffix(".md") for page in PAGES]


def text_of(page: str) -> str:
    return (DOCS / f"{page}.md").read_text(encoding="utf-8")


def built(site: Path, page: str) -> str:
    path = site / "index.html" if page == "index" else site / page / "index.html"
    return path.read_text(encoding="utf-8")


@cache
def anchors(site: Path, page: str) -> set[str]:
    """Every address on a built page."""
    return set(links.ids(pages.parse(page, built(site, page).encode())))


def said_of(page: str) -> str:
    """The description in the front matter of a page."""
    return text_of(page).partition("\ndescription: ")[2].partition("\n")[0]


def shown_snippets(page: str) -> list[str]:
    titles = [f.option("title") for f in fences(text_of(page)) if contract.runs(f)]
    return [title[9:-3] for title in titles if title.startswith("snippets/")]


def plain(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


SHOWN = [(page, name) for page in NAMES for name in shown_snippets(page)]


@pytest.mark.parametrize(("page", "name"), SHOWN)
def test_a_page_shows_exactly_what_the_snippet_prints(site: Path, page: str, name: str) -> None:
    alone = run(snippets.path(name))
    words = plain(built(site, page))
    assert alone.returncode == 0, alone.stderr
    assert snippets.text(name).rstrip() in words
    assert alone.stdout.rstrip() in words


PLANTED = """import sys
print('a', 'b', sep='--')
print('to stderr', file=sys.stderr)
sys.stdout.write('written\\n')
if __name__ == '__main__':
    print('guarded')
"""


def test_output_is_captured_as_it_is_printed(tiny: Tiny, tmp_path: Path) -> None:
    folder = tmp_path / "snippets"
    folder.mkdir()
    (folder / "planted.py").write_text(PLANTED, encoding="utf-8")
    page = f"# T\n\n{SNIPPET.format('planted.py')}"
    status, said, built_site = tiny({"index.md": page}, snippets=folder)
    assert status == 0, said
    words = plain(built(built_site, "index"))
    alone = run(folder / "planted.py")
    assert alone.stdout == "a--b\nwritten\nguarded\n"
    assert alone.stdout in words
    assert "to stderr\n" not in words.replace(PLANTED, "")


def test_every_page_is_in_the_navigation() -> None:
    assert sorted(PAGES) == sorted(path.name for path in DOCS.glob("*.md"))


def test_every_snippet_is_shown_on_a_page() -> None:
    shown = {name for _, name in SHOWN}
    everything = "".join(map(text_of, NAMES))  # a part prints what it could run, or why not
    shown |= {name for name in snippets.names() if f'page.part("{name}")' in everything}
    missing = set(snippets.names()) - shown
    assert not missing, f"shown on no page: {sorted(missing)}; include each in a page of docs/"


@pytest.mark.parametrize("page", NAMES)
def test_a_page_that_settles_claims_says_so(page: str) -> None:
    settled = {concepts.CONCEPTS[entry.concept].page for entry in claims.ledger()}
    settled -= {"exam"}  # its claims ask, and what it collects answers them
    assert ("print(page.settled())" in text_of(page)) == (page in settled)


def test_every_concept_is_settled_at_a_real_heading(site: Path) -> None:
    for key, concept in concepts.CONCEPTS.items():
        assert concept.anchor in anchors(site, concept.page), (
            f"{key}: docs/{concept.page}.md has no #{concept.anchor}"
        )


def test_every_item_of_the_sources_has_a_place(site: Path) -> None:
    for item in coverage.ITEMS:
        place = coverage.place(item)
        assert place.anchor in anchors(site, place.page), item


def test_the_errata_hold_the_whole_ledger(site: Path) -> None:
    keys = {entry.key.lower() for entry in claims.ledger()}
    assert keys <= anchors(site, "errata")


@pytest.mark.parametrize("question", walk.questions(), ids=lambda q: q.key)
def test_a_question_has_one_right_answer_and_beliefs_behind_the_others(
    question: Question,
) -> None:
    options = question.options()
    assert len(options) == len({text for text, _ in options}) >= 3
    assert sum(not belief for _, belief in options) == 1
    assert question.find().why
    assert question.hint
    assert question.concept in concepts.CONCEPTS


@pytest.mark.parametrize("exercise", walk.exercises(), ids=lambda e: e.key)
def test_an_exercise_has_an_answer(exercise: Exercise) -> None:
    assert len(exercise.find()) > 10


@pytest.mark.parametrize("belief", walk.misconceptions(), ids=lambda m: m.key)
def test_a_misconception_has_a_counterexample(belief: Misconception) -> None:
    assert belief.fact
    assert len(belief.find()) > 10
    assert belief.concept in concepts.CONCEPTS


def test_the_raw_files_are_published(site: Path) -> None:
    for name in snippets.names():
        assert (site / "snippets" / f"{name}.py").read_text(encoding="utf-8") == snippets.text(name)


def test_no_traceback_and_no_machine_path_reaches_a_reader(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "Traceback (most recent" not in text, path
        assert str(ROOT) not in text, path


@pytest.mark.parametrize("page", NAMES)
def test_a_page_has_a_description_of_its_own_and_one_title(site: Path, page: str) -> None:
    text = built(site, page)
    (said,) = re.findall(r'<meta name="description" content="([^"]{40,})"', text)
    assert said_of(page) == html.unescape(said)
    assert len(re.findall(r"<h1\b", text)) == 1


def test_no_two_pages_have_the_same_description() -> None:
    said = [said_of(page) for page in NAMES]
    assert len(set(said)) == len(said)


def test_the_start_page_counts_the_lines_of_the_lookup() -> None:
    (lookup,) = (
        node
        for node in ast.parse(snippets.text("soft_lookup")).body
        if isinstance(node, ast.FunctionDef)
    )
    _, *lines = lookup.body  # after the docstring
    assert len(lines) == 4
    assert "four lines of Python" in said_of("index")
    assert "Four of these lines are the lookup" in text_of("index")


def test_the_configuration_is_strict() -> None:
    plainly = yaml.safe_load(re.sub(r"!\w+", "", CONFIGURATION))
    assert plainly["strict"] is True
    assert plainly["theme"]["font"] is False


@pytest.mark.parametrize("page", NAMES)
def test_a_link_to_the_outside_leads_to_a_listed_work_or_a_thread_of_the_doctor(
    site: Path, page: str
) -> None:
    threads = {case.url for case in cases.CASES if case.thread}
    found = set(re.findall(r'<a [^>]*href="(https?://[^"]+)"', built(site, page)))
    listed = {*sources.WORKS, *sources.PLACES} | (threads if page == "doctor" else set())
    assert found <= listed, found - listed
