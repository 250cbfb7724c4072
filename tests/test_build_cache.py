"""The cache answers only while nothing that a page can read has changed, and harms no build."""

import ast
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, run
from softlookup import walk
from softlookup.site import cache as cache_module
from softlookup.site.cache import Cache, State, digest_of, versions


class Asked:
    """A cache, and how often it had to ask."""

    def __init__(self, file: Path | None) -> None:
        self.cache = Cache(file)
        self.runs = 0

    def __call__(self, question: str = "q", answer: str = "answer") -> str:
        def run() -> str:
            self.runs += 1
            return answer

        return self.cache.remember([question], run)

    def close(self, *, true: bool = True) -> None:
        self.cache.close(true=true)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / ".cache" / "answers.sqlite"


def stored(file: Path) -> list[str]:
    """The answers that a file holds, read without our code."""
    if not file.exists():
        return []
    with closing(sqlite3.connect(file)) as database:
        return [answer for (answer,) in database.execute("SELECT answer FROM answers")]


# --- What is remembered -----------------------------------------------------------------------------


def test_the_next_build_is_answered_without_running(file: Path) -> None:
    first = Asked(file)
    first()
    first.close()
    second = Asked(file)
    assert second() == "answer"
    assert (first.runs, second.runs) == (1, 0)


def test_another_question_is_run(file: Path) -> None:
    asked = Asked(file)
    assert asked("one", "1") == "1"
    assert asked("other", "2") == "2"


def test_an_answer_that_failed_is_not_remembered(file: Path) -> None:
    def fail() -> str:
        raise ValueError("once")

    asked = Asked(file)
    with pytest.raises(ValueError, match="once"):
        asked.cache.remember(["q"], fail)
    assert asked() == "answer"


def test_what_the_last_build_did_not_ask_is_dropped(file: Path) -> None:
    for question in ("old", "new"):
        asked = Asked(file)
        asked(question)
        asked.close()
    assert stored(file) == ["answer"]


def test_nothing_is_stored_when_files_changed_while_the_build_ran(file: Path) -> None:
    asked = Asked(file)
    asked()
    asked.close(true=False)
    assert not stored(file)


def test_nothing_is_stored_before_the_build_is_over(file: Path) -> None:
    Asked(file)()
    assert not stored(file)


def test_a_cache_that_is_off_does_nothing_but_ask() -> None:
    def answer() -> str:
        return "fresh"

    off = Cache(None)
    assert off.remember([object()], answer) == "fresh"  # what is asked is not even digested
    off.close(true=True)


# --- What may go wrong ------------------------------------------------------------------------------


DAMAGES = {
    "cut short": lambda whole: whole[: len(whole) // 2],
    "empty": lambda whole: b"",
    "another answer": lambda whole: whole.replace(b"answer!", b"Answer!"),
    "not text": lambda whole: whole.replace(b"answer!", b"\xff\xfeswer!"),
    "no database": lambda whole: b"answer!\n" * 1000,
}


def test_damage_that_only_writing_meets_is_gone_in_the_build_after_next(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Asked(file)
    for number in range(2000):
        first(str(number))
    first.close()
    with closing(sqlite3.connect(file)) as database:
        [[page]] = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_answers_1'"
        )
        [[size]] = database.execute("PRAGMA page_size")
    whole = bytearray(file.read_bytes())
    whole[(page - 1) * size : page * size] = b"\xff" * size  # the index, which reading never opens
    file.write_bytes(whole)
    second = Asked(file)
    second("another")
    second.close()
    assert "was not written" in capsys.readouterr().err
    third = Asked(file)
    third("another", answer="answer!")
    third.close()
    assert stored(file) == ["answer!"]
    assert not capsys.readouterr().err


def test_a_damaged_file_that_cannot_be_removed_does_no_harm(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"no database\n" * 1000)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("another program has it open")

    monkeypatch.setattr(Path, "unlink", refuse)
    asked = Asked(file)
    assert asked() == "answer"
    asked.close()
    assert "was not written" in capsys.readouterr().err


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_answer_is_a_miss_and_is_written_anew(file: Path, damage: str) -> None:
    first = Asked(file)
    first(answer="answer!")
    first.close()
    whole = file.read_bytes()
    file.write_bytes(DAMAGES[damage](whole))
    assert file.read_bytes() != whole
    second = Asked(file)
    assert second(answer="answer!") == "answer!"
    assert second.runs == 1
    second.close()
    assert stored(file) == ["answer!"]


def test_a_folder_in_the_place_of_the_file_does_no_harm(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.mkdir(parents=True)
    asked = Asked(file)
    assert asked() == "answer"
    asked.close()
    assert f"The cache {file} was not written" in capsys.readouterr().err


def test_a_file_in_the_place_of_the_folder_does_no_harm(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.parent.write_text("in the way", encoding="utf-8")
    asked = Asked(file)
    assert asked() == "answer"
    asked.close()
    assert f"The cache {file} was not written" in capsys.readouterr().err


class Full(sqlite3.Connection):
    """A disk without room for another page."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        (pages,) = self.execute("PRAGMA page_count").fetchone()
        self.execute(f"PRAGMA max_page_count = {pages}")


def test_a_full_disk_keeps_what_was_there(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Asked(file)
    first()
    first.close()
    second = Asked(file)
    second()
    second("long", "x" * 100_000)
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Full))
        second.close()
    assert "database or disk is full" in capsys.readouterr().err
    assert stored(file) == ["answer"]


class Interrupted(sqlite3.Connection):
    """A user presses Ctrl-C as soon as answers are written."""

    def executemany(self, statement: str, rows: Any) -> sqlite3.Cursor:
        super().executemany(statement, rows)
        if statement.startswith("INSERT"):
            raise KeyboardInterrupt
        return self.cursor()


def test_a_build_that_is_interrupted_leaves_what_was_there(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Asked(file)
    first()
    first.close()
    second = Asked(file)
    second("other")
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Interrupted))
        with pytest.raises(KeyboardInterrupt):
            second.close()
    assert stored(file) == ["answer"]


def test_a_build_that_finds_another_one_writing_runs_everything_and_leaves_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Asked(file)
    first()
    first.close()
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0))
        second = Asked(file)
        assert second() == "answer"
        second.close()
        other.rollback()
    assert second.runs == 1
    assert "database is locked" in capsys.readouterr().err
    assert stored(file) == ["answer"]


def test_two_builds_at_once_leave_only_whole_answers(file: Path) -> None:
    questions = [str(number) for number in range(30)]
    failures: list[BaseException] = []

    def build() -> None:
        try:
            for _ in range(5):
                asked = Asked(file)
                for question in questions:
                    assert asked(question, question * 1000) == question * 1000
                asked.close()
        except BaseException as error:
            failures.append(error)

    builders = [threading.Thread(target=build) for _ in range(2)]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    assert not failures
    last = Asked(file)
    assert [last(question, question * 1000) for question in questions] == [
        question * 1000 for question in questions
    ]


# --- What a page can reach --------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project: two pages that compute, and one that collects."""
    files = {
        "src/softlookup/lookup.py": "",
        "src/softlookup/walk.py": "",
        "src/softlookup/site/plugin.py": "",
        "src/softlookup/data/words.json": "{}",
        "src/softlookup/pages/__init__.py": "",
        "src/softlookup/pages/heads/tables.py": "from softlookup import lookup\n",
        "src/softlookup/pages/heads/rows.yaml": "a: 1\n",
        "src/softlookup/pages/heads/figures/one.py": "",
        "src/softlookup/pages/masks/tables.py": "",
        "src/softlookup/pages/numbers/parts.py": "from softlookup import walk\n",
        "snippets/softmax.py": "",
        "benchmarks/runs/one.json": "{}",
        "docs/heads.md": "# Heads\n",
        "mkdocs.yml": "nav:\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


PAGES = ("heads", "masks", "numbers", "contributing")
# What is edited, and the pages that can have read it; one without a folder prints only shared things.
REACHES = {
    "src/softlookup/pages/heads/tables.py": {"heads", "numbers"},
    "src/softlookup/pages/heads/rows.yaml": {"heads", "numbers"},
    "src/softlookup/pages/heads/figures/one.py": {"heads", "numbers"},
    "src/softlookup/pages/masks/new.py": {"masks", "numbers"},
    "src/softlookup/pages/numbers/parts.py": {"numbers"},
    "src/softlookup/pages/__init__.py": set(PAGES),
    "src/softlookup/lookup.py": set(PAGES),
    "src/softlookup/site/plugin.py": set(PAGES),
    "src/softlookup/data/words.json": set(PAGES),
    "src/softlookup/new.py": set(PAGES),
    "snippets/softmax.py": set(PAGES),
    "snippets/new.py": set(PAGES),
    "benchmarks/runs/one.json": set(PAGES),
    "docs/heads.md": set(),  # its prose; what others may know of it has a test of its own
    "mkdocs.yml": {"numbers"},
    "README.md": set(),
}


def reaches(project: Path) -> dict[str, str]:
    state = State(project, project / "snippets")
    return {page: state.reach(page) for page in PAGES}


@pytest.mark.parametrize("edited", REACHES)
def test_an_edit_reaches_the_pages_that_can_have_read_it(project: Path, edited: str) -> None:
    before = reaches(project)
    with (project / edited).open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    after = reaches(project)
    assert {page for page in PAGES if after[page] != before[page]} == REACHES[edited]


@pytest.mark.parametrize(
    "text", ["# Other", "# Heads\n\n[7](=total)", "# Heads\n\n[See](https://example.org/a)"]
)
def test_the_title_numbers_and_links_of_a_page_reach_those_that_collect(
    project: Path, text: str
) -> None:
    before = reaches(project)
    (project / "docs" / "heads.md").write_text(text, encoding="utf-8")
    after = reaches(project)
    assert {page for page in PAGES if after[page] != before[page]} == {"numbers"}


def test_a_file_that_is_deleted_or_renamed_is_an_edit(project: Path) -> None:
    states = [reaches(project)["heads"]]
    file = project / "src" / "softlookup" / "pages" / "heads" / "rows.yaml"
    states.append(reaches(project)["heads"] if file.rename(file.with_name("b.yaml")) else "")
    file.with_name("b.yaml").unlink()
    states.append(reaches(project)["heads"])
    assert len(set(states)) == 3


def test_compiled_copies_are_no_edit(project: Path) -> None:
    before = reaches(project)
    compiled = project / "src" / "softlookup" / "pages" / "heads" / "__pycache__"
    compiled.mkdir()
    (compiled / "tables.cpython-311.pyc").write_bytes(b"1")
    assert reaches(project) == before


def test_another_version_of_anything_reaches_every_page(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = reaches(project)
    monkeypatch.setattr(cache_module, "versions", lambda: "numpy 9.9")
    after = reaches(project)
    assert all(after[page] != before[page] for page in PAGES)


def test_the_frameworks_that_are_required_reach_every_page(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOFTLOOKUP_REQUIRE", raising=False)
    before = reaches(project)
    monkeypatch.setenv("SOFTLOOKUP_REQUIRE", "frameworks")
    after = reaches(project)
    assert all(after[page] != before[page] for page in PAGES)


def test_the_versions_are_those_of_python_and_all_that_is_installed() -> None:
    _, _, installed = json.loads(versions())
    names = {name.partition("-")[0].lower() for name in installed}
    assert names >= {"numpy", "pygments", "markdown", "matplotlib", "mkdocs"}


def test_a_digest_follows_names_and_content(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1")
    before = digest_of(tmp_path)
    (tmp_path / "a").write_bytes(b"2")
    changed = digest_of(tmp_path)
    (tmp_path / "a").rename(tmp_path / "b")
    assert len({before, changed, digest_of(tmp_path)}) == 3


# --- The real pages: what they are said to reach covers what they open ---------------------------------

# Every page's modules afresh, and which files of the project each opens; compiled copies stand in for none.
WATCH = """
import contextlib, io, json, os, sys
opened = set()
def note(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        opened.add(os.path.abspath(arguments[0]))
sys.addaudithook(note)
pages = {}
for page in sys.argv[1:]:
    for name in [name for name in sys.modules if name.startswith("softlookup.pages")]:
        del sys.modules[name]
    opened.clear()
    with contextlib.redirect_stdout(io.StringIO()):
        from softlookup import walk
        for kind in ("numbers", "tables", "formulas", "bugs", "quiz", "parts"):
            if walk.has(page, kind):
                walk.module(page, kind)
        for figure in (walk.FOLDERS / page / "figures").glob("[!_]*.py"):
            walk.module(page, f"figures.{figure.stem}")
    pages[page] = sorted(opened)
print(json.dumps(pages))
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    nowhere = str(tmp_path_factory.mktemp("compiled"))
    no_copies = {"PYTHONPYCACHEPREFIX": nowhere, "PYTHONDONTWRITEBYTECODE": "1"}
    result = run("-c", WATCH, *walk.folders(), **no_copies)
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    return {page: [Path(name) for name in names] for page, names in found.items()}


@pytest.mark.parametrize("page", walk.folders())
def test_a_page_opens_no_other_page(opened: dict[str, list[Path]], page: str) -> None:
    state = State(ROOT, ROOT / "snippets")
    inside = [path for path in opened[page] if path.is_relative_to(walk.FOLDERS)]
    assert inside, "another copy of the project was run"
    others = {path for path in inside if not path.is_relative_to(walk.FOLDERS / page)}
    others -= {walk.FOLDERS / "__init__.py"}
    assert not others or state.reach(page) == state.everything


def imports(page: str) -> Iterator[str]:
    """What the modules of a page's folder import, wherever they do."""
    for path in (walk.FOLDERS / page).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("page", walk.folders())
def test_a_page_that_imports_another_reaches_everything(page: str) -> None:
    state = State(ROOT, ROOT / "snippets")
    ours = f"softlookup.pages.{page}"
    pages = {name for name in imports(page) if name.startswith("softlookup.pages.")}
    others = {name for name in pages if name != ours and not name.startswith(f"{ours}.")}
    assert not others or state.reach(page) == state.everything
