"""Each snippet alone in an empty folder, on every promised Python and NumPy."""

import json
import subprocess
from pathlib import Path

import pytest

import interpreters
from softlookup import catalogue, snippets

ALONE = [name for name in snippets.names() if set(catalogue.dependencies(name)) <= {"numpy"}]
if not interpreters.LIST.exists():
    raise RuntimeError(
        "the interpreters are not prepared: run make test, or python tests/interpreters.py"
    )
PREPARED = json.loads(interpreters.LIST.read_text(encoding="utf-8"))
# One process a Python: the files run one after another, each in a folder and a namespace of its own.
RUN = """
import contextlib, io, json, os, pathlib, runpy, shutil, sys, tempfile, warnings
warnings.simplefilter("error")
printed = {}
for path in map(pathlib.Path, sys.argv[1:]):
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        os.chdir(shutil.copy(path, folder) and folder)
        runpy.run_path(path.name, run_name="__main__")
        os.chdir("/")
    printed[path.stem] = out.getvalue()
print(json.dumps(printed))
"""


@pytest.mark.parametrize("entry", PREPARED, ids=lambda e: e["name"])
def test_every_snippet_runs_alone_and_prints_the_same(entry: dict[str, str]) -> None:
    files = [str(snippets.path(name)) for name in ALONE]
    command = [entry["python"], "-I", "-c", RUN, *files]
    result = subprocess.run(command, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr.decode(errors="replace")
    printed = json.loads(result.stdout)
    assert printed == {name: _expected(name) for name in ALONE}


def _expected(name: str) -> str:
    """What the snippet prints here, run as a program."""
    from softlookup.site.run import run_alone

    return run_alone(snippets.text(name), f"snippets/{name}.py")


def test_the_oldest_and_the_newest_numpy_are_among_them() -> None:
    names = {entry["name"] for entry in PREPARED}
    assert any(name.endswith("-newest") for name in names)
    assert any("-2.0." in name or "-2.1." in name for name in names)
    assert all(Path(entry["python"]).exists() for entry in PREPARED)
