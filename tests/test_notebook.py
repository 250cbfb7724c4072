"""The notebook: its prose says what its cells compute, and it runs alone.

Its cells also run here, in this process, so that a test can edit one and see what follows.
"""

import ast
import io
import re
import sys
from contextlib import redirect_stdout
from itertools import chain
from pathlib import Path
from typing import Any

import matplotlib as mpl
import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup
from jupyter_core.utils import ensure_event_loop
from nbclient import NotebookClient

from conftest import ROOT
from softlookup import lookup, sentence, words
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.site import notebook as cells

PATH = ROOT / "docs" / "notebooks" / "learning.ipynb"
NOTEBOOK = nbformat.read(PATH, as_version=nbformat.NO_CONVERT)
CODE = {
    cell.id: "\n".join(line for line in cell.source.split("\n") if not line.startswith("%"))
    for cell in NOTEBOOK.cells
    if cell.cell_type == "code"
}
FIGURES = [name for name, source in CODE.items() if source.startswith("# Figure: ")]


def worked(until: str, *edits: tuple[str, str]) -> dict[str, Any]:
    """The names that the cells make, up to a cell, after edits; `said` holds what each printed."""
    names: dict[str, Any] = {"said": {}}
    with mpl.rc_context():
        for name, source in CODE.items():
            for old, new in edits:
                source = source.replace(old, new)
            if name in FIGURES:  # keep what the cell names, leave out what it draws
                source = re.sub(r"^(?:curves|heat|strips)\(.*\)$", "", source, flags=re.M)
            with redirect_stdout(io.StringIO()) as said:
                exec(compile(source, name, "exec"), names)
            names["said"][name] = said.getvalue()
            if name == until:
                break
    applied = all(any(old in source for source in CODE.values()) for old, _ in edits)
    assert applied, f"no cell holds what is to be edited: {edits}"
    return names


@pytest.fixture(scope="module")
def here() -> dict[str, Any]:
    """Every cell, run in this process."""
    return worked("both")


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    """The notebook, run by a fresh kernel in an empty folder, and that folder."""
    folder = tmp_path_factory.mktemp("elsewhere")
    notebook = nbformat.read(PATH, as_version=nbformat.NO_CONVERT)
    resources = {"metadata": {"path": str(folder)}}
    ensure_event_loop(prefer_selector_loop=True)  # on Windows the other kind makes zmq warn
    NotebookClient(notebook, timeout=120, resources=resources).execute()
    return notebook, folder


@pytest.fixture(scope="module")
def page(site: Path) -> str:
    return (site / "notebooks" / "learning" / "index.html").read_text(encoding="utf-8")


# --- The file -------------------------------------------------------------------------------------


def test_the_file_holds_sources_only_under_readable_names() -> None:
    ids = [cell.id for cell in NOTEBOOK.cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in ids), ids
    for cell in NOTEBOOK.cells:
        assert not cell.get("outputs"), f"{cell.id} stores an output"
        assert cell.get("execution_count") is None, f"{cell.id} stores a count"
    assert (NOTEBOOK.nbformat, NOTEBOOK.nbformat_minor) == (4, 5)
    assert NOTEBOOK.metadata.kernelspec.name == "python3"
    assert PATH.read_text(encoding="utf-8") == nbformat.writes(NOTEBOOK) + "\n"


def test_the_notebook_imports_nothing_of_ours() -> None:
    trees = [ast.walk(ast.parse(source)) for source in CODE.values()]
    nodes = [node for tree in trees for node in tree]
    imported = {alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names}
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    roots = {name.split(".")[0] for name in imported}
    assert {"numpy", "matplotlib"} <= roots
    assert roots <= {"numpy", "matplotlib", *sys.stdlib_module_names}
    assert not {n.id for n in nodes if isinstance(n, ast.Name)} & {"open", "__import__"}


def test_the_embedded_vectors_are_those_of_the_site(here: dict[str, Any]) -> None:
    known, embedded = here["WORDS"], np.stack(list(here["VECTORS"].values()))
    apart = np.abs(embedded - words.vectors(known)).max()
    assert apart < 0.00051, "let the cell hold what softlookup.words.packed(WORDS) returns"
    edited = worked("word-vectors", (here["PACKED"], words.packed(known)))
    np.testing.assert_array_equal(np.stack(list(edited["VECTORS"].values())), embedded)


# --- It runs alone --------------------------------------------------------------------------------


def test_a_fresh_kernel_prints_the_same_and_leaves_nothing_behind(
    kernel: tuple[Any, Path], here: dict[str, Any]
) -> None:
    notebook, folder = kernel
    for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
        printed = "".join(out.text for out in cell.outputs if out.output_type == "stream")
        assert printed == here["said"][cell.id], cell.id
    assert list(folder.iterdir()) == []


def test_every_figure_is_drawn_as_svg(kernel: tuple[Any, Path]) -> None:
    drawn = {
        cell.id
        for cell in kernel[0].cells
        if any("image/svg+xml" in out.get("data", {}) for out in cell.get("outputs", []))
    }
    assert drawn == set(FIGURES)
    assert len(drawn) >= 3


# --- The mathematics ------------------------------------------------------------------------------


def test_the_weights_are_those_of_the_definition(here: dict[str, Any]) -> None:
    w_q, w_k = here["path"][-1]
    query, keys = words.vector("animal") @ w_q, words.vectors(here["DICTIONARY"]) @ w_k
    judged = lookup.soft_weights(query, keys, temperature=np.sqrt(here["KEY_WIDTH"]))
    np.testing.assert_allclose(here["ten"][0], judged, atol=0.002)  # thousandths, multiplied


@pytest.mark.parametrize(
    "wrong",
    [
        ("(weights - wanted) / X.shape[-2]", "(weights - right) / X.shape[-2]"),
        ("(weights - wanted) / X.shape[-2]", "(weights - wanted) / Y.shape[-2]"),
        ("np.stack(both) / root", "np.stack(both)"),
        ("-np.log(total).mean(", "-np.log(total).sum("),
        ("loss = -np.log(total)", "loss = np.log(total)"),
    ],
)
def test_the_gradient_check_notices_a_wrong_formula(wrong: tuple[str, str]) -> None:
    with pytest.raises(AssertionError, match="formula and trial differ"):
        worked("gradient-check", wrong)


# --- What the prose says --------------------------------------------------------------------------


def printed_rows(said: str) -> dict[str, list[float]]:
    """The lines of a printed table, by their names."""
    found = re.findall(r"^(\S[^\n]*?) {2,}((?:-?\d+\.\d+ *)+)$", said, re.M)
    return {name.strip(): [float(cell) for cell in row.split()] for name, row in found}


def test_training_sees_no_word_that_is_asked_about_later(here: dict[str, Any]) -> None:
    seen = {*here["ASKING"], *here["ANSWERING"]}
    assert here["DICTIONARY"] == ["dog", "cat", "tiger", "eight"]
    assert not seen & {*here["HELD_BACK"], "tree"}
    assert not seen & {"dogs", "cats", "puppy", "kitten"}
    assert len(here["ASKING"]) == 7
    assert len(here["HELD_BACK"]) == 9


def test_raw_vectors_let_city_prefer_monday_and_country_doubt(here: dict[str, Any]) -> None:
    reads = dict(zip(here["ASKING"], here["softmax"](here["raw"]), strict=True))
    words_of = here["HELD_BACK"]
    assert words_of[reads["city"].argmax()] == "monday"
    assert words_of[reads["country"].argmax()] == "france"
    assert reads["country"].max() < 0.8
    sure = [query for query, row in reads.items() if row.max() > 0.8]
    assert set(sure) == {*here["ASKING"]} - {"city", "country"}, "most rows are right at once"


def test_training_teaches_words_that_no_lesson_mentions(here: dict[str, Any]) -> None:
    rows = printed_rows(here["said"]["train"])
    assert rows["loss"][0] > 100 * rows["loss"][1]
    for name in ("country: france", "city: paris"):
        before, after = rows[name]
        assert before < 0.2 < 0.8 < after


def test_learning_earns_its_keep_for_countries_and_cities(here: dict[str, Any]) -> None:
    won = dict(zip(here["EVERY"], here["won"].T, strict=True))
    for query, (cosine, dot, learned) in won.items():
        if query in ("country", "city"):
            assert cosine < 0.4, f"{query} is called missed more often than found"
            assert dot < 0.7
            assert learned > 0.8
        else:
            assert min(cosine, dot) > 0.9, f"{query} is called found nearly every time"
            assert learned >= cosine
    assert won["city"][0] < 0.1, "cities are called missed nearly always"


def test_a_round_sets_words_aside_and_does_not_train_on_them(here: dict[str, Any]) -> None:
    seen = []

    def watched(matrices: Any, X: Any, Y: Any, right: Any) -> Any:
        seen.append(Y.shape)
        return here["train"](matrices, X, Y, right, steps=1)

    names = {**here, "train": watched}
    exec(compile(CODE["rounds"].split("won =")[0], "rounds", "exec"), names)
    assert np.shape(names["first_is_right"](names["aside"][0], names["learned"][:, 0])) == (3, 7)
    assert seen == [(30, len(here["ANSWERING"]) + len(here["HELD_BACK"]) - 2 * 7, 100)]
    for aside, kept in zip(names["aside"], names["kept"], strict=True):
        assert not {*chain(*aside.values())} & {*chain(*kept.values())}


def test_the_number_is_out_in_every_start_with_and_without_its_lesson(here: dict[str, Any]) -> None:
    rows = printed_rows(here["said"]["ten-starts"])
    ten = np.array([rows[str(seed)][:4] for seed in range(10)])
    assert (ten[:, 3] < 0.005).all()
    assert (ten[:, :3].sum(axis=1) > 0.99).all()
    assert here["control"][:, 3].max() < 0.008
    assert here["without"][0].shape == (6, 100), "the whole number lesson is removed"
    for word in ("five", "six", "seven", "nine"):
        assert word in here["LESSONS"]["number"]
        assert lookup.cosine(words.vector(word), words.vector("eight")) > 0.98


def test_the_animals_do_not_share_equally_and_less_so_later(here: dict[str, Any]) -> None:
    animals = here["ten"][:, :3]
    ratios = animals.max(axis=1) / animals.min(axis=1)
    assert (ratios > 1.5).mean() > 0.8, "the shares are called not settled at all"
    later = here["animal_reads"](here["longer"])[:, :3]
    assert np.median(later.max(axis=1) / later.min(axis=1)) > 1.3 * np.median(ratios)
    short, long = re.findall(r"(\S+) +(\S+) *$", here["said"]["longer"], re.M)[1:]
    assert float(long[0]) < float(short[0])
    assert float(long[1]) > float(short[1])


def test_the_guess_is_the_row_of_the_document_and_no_start_gives_it(here: dict[str, Any]) -> None:
    from softlookup.claims.s0 import ANIMAL_VALUES, LEARNED_ROW

    assert here["GUESS"].tolist() == LEARNED_ROW.tolist()
    assert here["VALUES"].tolist() == list(ANIMAL_VALUES)
    assert (np.abs(here["ten"] - here["GUESS"]).max(axis=1) > 0.02).all()


def test_shuffled_lessons_are_learned_and_teach_nothing(here: dict[str, Any]) -> None:
    losses = here["ten_losses"]
    assert losses[-1].shape == (10,)
    assert (losses[-1] < losses[0] / 20).all()
    eights = printed_rows(here["said"]["shuffled"])["weight of eight"]
    assert eights[0] < 0.01
    assert eights[1] > 0.9
    labels = here["shuffled"](0)
    assert (labels.sum(axis=1) == here["RIGHT"].sum(axis=1)).all()
    assert (labels != here["RIGHT"]).any()
    assert here["trial"].size > here["RIGHT"].size, "more numbers are learned than there are pairs"
    nearest = max(
        here["ANSWERING"], key=lambda w: lookup.cosine(words.vector(w), words.vector("dog"))
    )
    assert nearest == "horse"


def test_the_limits_are_as_told(here: dict[str, Any]) -> None:
    outside = {word for word, kind in words.kinds().items() if kind == "animal"}
    assert {*here["ANIMALS"]} == outside - {*here["ASKING"], *here["ANSWERING"]}
    assert here["on_animals"].max() < 0.8, "a good part of the weight is said to go astray"
    assert here["OUTSIDE"][here["most"][0]] == "tree"
    assert min(here["paris"]) < 1 / 3
    assert max(here["paris"]) > 0.9


def test_it_learns_what_the_start_page_says_and_from_the_same_lesson(here: dict[str, Any]) -> None:
    alive, others = sentence.lesson_words()
    assert here["ALIVE"] == {*alive}
    assert {*here["OTHERS"]} == {*alive, *others}
    assert not {"he", "she", *here["OTHERS"]} & {*here["SENTENCE"]}
    assert here["SENTENCE"] == list(sentence.WORDS)
    for mine, told in ((here["before"], sentence.raw()), (here["after"], sentence.projected())):
        np.testing.assert_allclose(mine[here["it"]], told[sentence.IT], atol=0.002)
    assert here["SENTENCE"][here["after"][here["it"]].argmax()] == "animal"


def test_one_function_prices_tennis_and_tells_what_it_means(here: dict[str, Any]) -> None:
    tennis, came, goes = here["said"]["both"].splitlines()
    assert tennis == f"tennis costs {lookup.soft_lookup(TENNIS, KEYS, VALUES):.3f}"
    assert "animal" not in came
    assert goes.startswith("what it read is near: animal, ")
    row = here["after"][here["it"]] @ words.vectors(sentence.WORDS)
    closest = max(words.known(), key=lambda word: lookup.cosine(words.vector(word), row))
    assert closest == "animal"


# --- The exercises --------------------------------------------------------------------------------


def share_of_lessons(names: dict[str, Any]) -> Any:
    """What animal reads among the animals it was taught, (22,)."""
    taught = names["LESSONS"]["animal"]
    return names["softmax"](names["scores"](["animal"], taught, names["path"][-1]))[0]


def test_asking_for_equal_shares_teaches_them_for_the_lessons_alone(here: dict[str, Any]) -> None:
    edited = worked(
        "ten-starts",
        ("wanted = weights * right / total", "wanted = right / right.sum(axis=-1, keepdims=True)"),
        (
            "-np.log(total).mean(axis=(-2, -1))",
            "-(wanted * np.log(weights)).sum(axis=-1).mean(axis=-1)",
        ),
    )
    before, after = share_of_lessons(here), share_of_lessons(edited)
    assert after.max() / after.min() < before.max() / before.min() / 5
    assert (edited["ten"][:, :3].argmin(axis=1) == 2).all()
    assert edited["ten"][:, 2].max() < 0.25


def test_a_query_that_was_never_taught_reads_eight_too() -> None:
    lesson = re.search(r'    "animal": ".*?",\n(?=    "number")', CODE["lessons"], re.S)
    assert lesson
    edited = worked("ten-starts", (lesson[0], ""))
    assert edited["ASKING"][0] == "number"
    assert (edited["ten"][:, 3] > 0.1).mean() > 0.5


def test_one_number_a_key_is_too_few_and_two_are_enough_for_the_lessons() -> None:
    one, two = (worked("ten-starts", ("KEY_WIDTH = 8", f"KEY_WIDTH = {w}")) for w in (1, 2))
    assert one["lesson"](one["ends"], *one["ALL"])[0].min() > 0.5
    assert one["ten"][:, 3].max() > 0.5
    assert two["lesson"](two["ends"], *two["ALL"])[0].max() < 0.1


# --- The page -------------------------------------------------------------------------------------


def test_the_page_is_small_and_hides_the_data(page: str, here: dict[str, Any]) -> None:
    assert len(page.encode()) < 120_000
    assert "def lesson(" in BeautifulSoup(page, "html.parser").get_text()
    assert here["PACKED"].split()[0] not in page


def test_the_page_has_formulas_and_drawings_of_the_theme(page: str) -> None:
    soup = BeautifulSoup(page, "html.parser")
    assert len(soup.select(".formula math")) >= 5
    assert "$$" not in soup.get_text()
    figures = soup.select("figure.drawn")
    assert len(figures) == len(FIGURES)
    for figure in figures:
        svg = str(figure.svg)
        assert "stroke-weight" in svg or "fill-weight" in svg
        assert not re.findall(r"#[0-9a-fA-F]{6}\b", svg)
        assert len(figure.figcaption.get_text()) > 60
    assert "No description has been provided" not in page


def test_the_download_is_the_notebook_itself(page: str, site: Path) -> None:
    link = BeautifulSoup(page, "html.parser").select_one("a[download]")
    assert link
    offered = site / "notebooks" / "learning" / str(link["href"])
    assert offered.read_bytes() == PATH.read_bytes()


def test_what_is_tagged_deeper_lies_in_a_fold_under_its_heading(page: str) -> None:
    soup = BeautifulSoup(page, "html.parser")
    titles = {
        str(fold.summary["id"]): fold for fold in soup.select("details.deeper:has(summary[id])")
    }
    (name,) = titles
    assert name.startswith("a-guess")
    tagged = [cell for cell in NOTEBOOK.cells if "deeper" in cell.metadata.get("tags", [])]
    drawn = [cell for cell in tagged if cell.id in FIGURES]
    assert len(titles[name].select("figure.drawn")) == len(drawn) == 1
    code = [cell for cell in tagged if cell.cell_type == "code"]
    assert len(titles[name].select(".language-python")) == len(code) > 3
    after = soup.find(id="what-was-not-learned")
    assert after
    assert not after.find_parents("details")


def test_a_fold_without_a_heading_is_refused() -> None:
    cell = (
        '<div class="jp-Notebook"><div class="jp-Cell">'
        '<div class="jp-MarkdownOutput celltag_deeper"><p>No title.</p></div></div></div>'
    )
    with pytest.raises(ValueError, match="cell-0: the first cell of a fold begins with a heading"):
        cells.page(cell, "learning", lambda name, html: html)
