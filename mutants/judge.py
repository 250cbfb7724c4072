"""Who notices a mistake: the build, the walk over the page, a test, or the accepted print; or nobody."""

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from accepted import REPEATING
from dropin_contract import ROWS
from mutants.fresh import forget
from mutants.look import Look, Shown
from mutants.mutant import Mutant

Known = dict[str, Shown]  # every page without a mistake

# The tests that can see a file, cheapest first; {} is the file's own name.
_OF_PAGES = {"quiz": ("test_collected",)}
_OF_EVERY_PAGE = ("test_parts",)
_OF_SNIPPETS = ("test_{}", "test_steps", "test_shapes_in_comments", "test_snippet_contract")
# Nothing else reads a comment.
_OF_COMMENTS = (
    "tests/test_shapes_in_comments.py?shapes_in_comments",
    "tests/test_steps.py?that_its_comment_names",
)
_OF_ONE_SNIPPET = {"torch_soft_lookup": ["test_frameworks"]}  # it has no test of its own
_PROMISING = {row.name for row in ROWS}  # the drop-ins, held to one contract
# Tests that ask for the built site, or for a browser; what they see of a page, the walk over it sees.
_WHOLE_SITE = re.compile(r"^def (test_\w+)\([^)]*\b(?:site|browser|page|checkout)\b", re.M)
# Most of a file is, if it has a fixture of a browser, or a test that asks for the one of conftest.py.
_IN_A_BROWSER = re.compile(
    r"^def (?:(?!test_)\w+\([^)]*\bbrowser|test_\w+\([^)]*\bopen_page)\b", re.M
)
# A page is judged by its build and by the walk over it; only some of what is typed has a test.
_OF_PROSE = {
    "formula typed in prose": ["test_equations"],
    "whole number in prose": ["test_given"],
    # A number that lost its name may be computed for nobody now.
    "number without a name": ["test_given", "test_numbers_page?for_nobody"],
}
# It builds a site of its own from a text of its own, so it sees no mistake in ours.
_NEVER_SEES = "test_the_page_that_contributing_adds_is_built_and_its_test_passes"
_OF_CORE = ("test_renderers", "test_lookup", "test_collected", "test_parts", "test_bugs")


@dataclass(frozen=True)
class Verdict:
    """What became of a mistake."""

    outcome: str  # build, walk, test, print, nobody or nothing
    told: str = ""


class Judge:
    """Knows the project without a mistake, and looks at it with one."""

    def __init__(self, root: Path, look: Look, known: Known) -> None:
        self.root, self.look, self.known = root, look, known
        self.red: set[str] = set()  # tests that fail without a mistake
        self.green: set[str] = set()  # tests that failed for a mistake, and pass without one

    def judge(self, mutant: Mutant) -> Verdict:
        """Ask the cheapest first; the mistake is planted already."""
        self.look.spoilt = mutant.file
        first, then = (self._pages, self._tests)
        if not mutant.file.startswith(("docs/", "src/softlookup/pages/")):
            first, then = then, first
        return first(mutant) or self._same(mutant) or then(mutant) or self._prints()

    def _seeing(self, mutant: Mutant) -> list[str]:
        """The pages that can show a mistake, the likeliest first."""
        path = Path(mutant.file)
        if mutant.file.startswith("docs/"):
            return [path.name]
        if "pages" in path.parts:
            name = path.parts[path.parts.index("pages") + 1]
            own = f"{name.replace('_', '-')}.md"
            others = [page for page in self.look.pages() if self._names(page, rf"\b{name}\.")]
            # These show all of it.
            collected = ["exercises.md", "exam.md"] if path.stem == "quiz" else []
            return list(dict.fromkeys([own, *collected, *others]))[:4]
        if "snippets" in path.parts:
            shown = [page for page in self.look.pages() if self._names(page, rf'"{path.name}"')]
            return shown[:2]
        return ["errata.md"] if "claims" in path.parts else ["soft-lookup.md", "masks.md"]

    def _names(self, page: str, pattern: str) -> bool:
        text = (self.root / "docs" / page).read_text(encoding="utf-8")
        return bool(re.search(rf"(?:\(=|page\.\w+\(\"|--8<-- )[^)\n]*{pattern}|{pattern}$", text))

    def _pages(self, mutant: Mutant) -> Verdict | None:
        self.shown: Known = {}
        for name in self._seeing(mutant):
            shown = self.shown[name] = self.look.show(name)
            if shown.stopped:
                return Verdict("build", shown.stopped)
            new = Counter(shown.findings) - Counter(self.known[name].findings)
            if new:
                return Verdict("walk", next(iter(new)))
        return None

    def _prints(self) -> Verdict:
        """Whether a part says something else than was accepted."""
        for name, shown in self.shown.items():
            for part, text in shown.texts.items():
                if part not in REPEATING and text != self.known[name].texts.get(part):
                    return Verdict("print", f"{part} on {name}")
        return Verdict("nobody")

    def _same(self, mutant: Mutant) -> Verdict | None:
        """A page that is the same as before has no mistake that a reader could find."""
        if not mutant.file.startswith(("docs/", "src/softlookup/pages/")):
            return None
        same = all(shown.html == self.known[name].html for name, shown in self.shown.items())
        return Verdict("nothing") if same else None

    def selection(self, mutant: Mutant) -> tuple[str, ...]:
        """The tests that can see a file."""
        path = Path(mutant.file)
        if mutant.kind == "shape in a comment":
            return _OF_COMMENTS
        if "claims" in path.parts:
            names: Iterable[str] = ["test_ledger"]
        elif "snippets" in path.parts:
            names = [name.format(path.stem) for name in _OF_SNIPPETS]
            names += _OF_ONE_SNIPPET.get(path.stem, [])
        elif "figures" in path.parts:
            return (f"tests/test_figures.py?{path.stem}",)  # the tests with its name
        elif "pages" in path.parts:
            names = [*_OF_PAGES.get(path.stem, _OF_EVERY_PAGE), *self._importing(path)]
        elif mutant.file.startswith("docs/"):
            names = _OF_PROSE.get(mutant.kind, ())
        else:
            names = _OF_CORE
        files = [file for file in map(_file, dict.fromkeys(names)) if self._is_there(file)]
        if "snippets" in path.parts and path.stem in _PROMISING and len(files) > 1:
            # What it promises, and that it says in the words of the others what they do as well.
            words = f"promise[{path.stem}- or written_in_the_same_words"
            files.append(f"tests/test_dropin_contract.py?{words}")
        return tuple(files)

    def _is_there(self, file: str) -> bool:
        return (self.root / file.partition("?")[0]).is_file()

    def _importing(self, path: Path) -> Iterator[str]:
        """The tests that import something of a page's folder, without those that ask for a whole site."""
        name = path.parts[path.parts.index("pages") + 1]
        for test in sorted((self.root / "tests").glob("test_*.py")):
            text = test.read_text(encoding="utf-8")
            here = (
                f"from softlookup.pages.{name} " in text or f"from softlookup.pages.{name}." in text
            )
            if here and not _IN_A_BROWSER.search(text):
                others = " and ".join(f"not {asking}" for asking in _WHOLE_SITE.findall(text))
                yield f"{test.stem}?{others}" if others else test.stem

    def _tests(self, mutant: Mutant) -> Verdict | None:
        chosen = self.selection(mutant)
        for file in chosen:  # one after the other: what the first notices, the others need not read
            red = failures(self.root, (file,), self.red, mutant.file)
            if red:
                return Verdict("test", sorted(red)[0])
        return None


def _file(name: str) -> str:
    """The file of a test, and behind a question mark the names of those in it that are meant."""
    stem, mark, words = name.partition("?")
    return f"tests/{stem}.py{mark}{words}"


class _Failures:
    """Stops at the first that fails and did not fail before."""

    def __init__(self, before: set[str]) -> None:
        self.before, self.red = before, set[str]()

    def pytest_runtest_logreport(self, report: Any) -> None:
        self._note(report)

    def pytest_collectreport(self, report: Any) -> None:
        self._note(report)

    def _note(self, report: Any) -> None:
        if report.failed and report.nodeid not in self.before:
            self.red.add(report.nodeid)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        if self.red:
            pytest.exit("noticed", returncode=1)


def failures(
    root: Path, chosen: tuple[str, ...], before: Iterable[str] = (), spoilt: str = ""
) -> set[str]:
    """The first test that fails now and did not before."""
    forget(spoilt)
    os.chdir(root)
    seen = _Failures(set(before))
    files = [file for file, _, _ in (name.partition("?") for name in chosen)]
    only = [words for _, _, words in (name.partition("?") for name in chosen) if words]
    names = ["-k", " or ".join(only)] if only else []
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        quiet = ["-q", "-p", "no:cacheprovider", "-W", "ignore:Module already imported"]
        quiet += ["--deselect", f"tests/test_collected.py::{_NEVER_SEES}"]
        code = pytest.main([*quiet, *names, *files], plugins=[seen])
    if code == pytest.ExitCode.USAGE_ERROR and "::" in chosen[0]:
        # A test that is named after what was spoilt: without the mistake its file must be green.
        return failures(root, (chosen[0].partition("::")[0],), before, spoilt)
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and not seen.red:
        raise RuntimeError(f"pytest {files} {names} ended with {code!r}")
    return seen.red


_EXAMPLE = '\nif __name__ == "__main__":'


def example_prints_the_same(text: str, mutant: Mutant) -> bool:
    """Whether a mistake stands in the example of a snippet, and the example prints what it did before.

    The numbers of an example are given: with others that lead to the same output it is as right.
    """
    if not mutant.file.startswith("snippets/") or not 0 < text.find(_EXAMPLE) < mutant.start:
        return False
    return _printed(text) == _printed(mutant.plant(text))


def _printed(text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "example.py")
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, str(file)]
        run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        return f"{run.stdout}{run.returncode}"
