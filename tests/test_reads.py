"""What a block is said to read covers what it really opens, seen from outside."""

import json
from pathlib import Path

import pytest

from conftest import ROOT, run
from softlookup import numbers
from softlookup.site import contract
from softlookup.site.reads import Reads, mentions
from softlookup.fences import fences

PACKAGE, SNIPPETS = ROOT / "src" / "softlookup", ROOT / "snippets"
# Run code, then list every module and snippet that was opened; no compiled copies stand in for them.
WATCH = """
import json, os, sys
opened = set()
def note(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        opened.add(os.path.abspath(arguments[0]))
sys.addaudithook(note)
import contextlib, io
with contextlib.redirect_stdout(io.StringIO()):
    exec(compile(sys.argv[1], "block", "exec"), {"__name__": "__main__"})
print(json.dumps(sorted(opened)))
"""


def reads() -> Reads:
    return Reads(PACKAGE, SNIPPETS, lambda path: mentions(path.read_text(encoding="utf-8")))


def opened(code: str, folder: Path) -> set[Path]:
    """The project's own Python files that the code opens in a fresh process."""
    no_copies = {"PYTHONPYCACHEPREFIX": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    result = run("-c", WATCH, code, **no_copies)
    assert result.returncode == 0, result.stderr
    found = {Path(name) for name in json.loads(result.stdout) if name.endswith(".py")}
    ours = {path for path in found if {PACKAGE, SNIPPETS} & {*path.parents}}
    assert PACKAGE / "snippets.py" in ours, "another copy of the project was run"
    return ours


def sample() -> list[str]:
    """Two blocks of every kind of part."""
    kinds: dict[str, list[str]] = {}
    for page in sorted((ROOT / "docs").glob("*.md")):
        for fence in fences(page.read_text(encoding="utf-8")):
            code = "\n".join(fence.body)
            if contract.runs(fence) and "print(page." in code:
                kinds.setdefault(code.split("page.")[1].split("(")[0], []).append(code)
    return [code for codes in kinds.values() for code in (codes[0], codes[len(codes) // 2])]


@pytest.mark.parametrize("code", dict.fromkeys(sample()), ids=lambda c: c.split("page.")[-1])
def test_a_block_opens_nothing_beyond_what_it_is_said_to_read(code: str, tmp_path: Path) -> None:
    packages = set(PACKAGE.rglob("__init__.py"))  # only docstrings, or read by all
    assert not opened(code, tmp_path) - reads().of_block(code) - packages


def test_a_number_opens_nothing_beyond_what_it_is_said_to_read(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "gradients.md").read_text(encoding="utf-8")
    name = numbers.QUOTED.findall(text)[0][1]
    code = f"from softlookup import numbers; numbers.value({name!r})"
    assert not opened(code, tmp_path) - reads().of_number(name) - {PACKAGE / "__init__.py"}


def test_a_table_does_not_read_the_tables_of_other_pages() -> None:
    code = 'from softlookup import page\nprint(page.table("soft_lookup.by_hand"))'
    found = reads().of_block(code)
    assert PACKAGE / "tables" / "soft_lookup.py" in found
    assert SNIPPETS / "softmax.py" in found
    assert PACKAGE / "tables" / "softmax.py" not in found
    assert SNIPPETS / "hopfield.py" not in found


@pytest.mark.parametrize(
    ("text", "leads_to"),
    [
        ("from softlookup import lookup", "module softlookup.lookup"),
        ("from softlookup.words import vector", "module softlookup.words"),
        ("def f():\n    import softlookup.quiz", "module softlookup.quiz"),
        ("x = snippets.load('softmax').softmax", "snippet softmax"),
        ("x = [snippets.load(n) for n in y]", "snippet *"),
        ("x = len(quiz.questions())", "package quiz"),
        ("x = import_module(name)", "*"),
        ("x = [p.read_text() for p in folder.rglob('*.py')]", "*"),
    ],
)
def test_a_module_leads_to_what_it_names(text: str, leads_to: str) -> None:
    assert leads_to in mentions(text)
