"""Every Python found here, with the oldest and the newest NumPy: snippets alone, and the contract of the drop-ins.

The whole site is built at both ends. All this takes long, so `make interpreters` runs it apart from `make test`.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

import dropin_contract
import interpreters
from conftest import ROOT, STORED
from softlookup import catalogue, recording, snippets
from softlookup.site.run import run_alone
from softlookup.verify import receipts


def _listed(file: Path) -> list[dict[str, str]]:
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


PREPARED, BUILDERS = _listed(interpreters.LIST), _listed(interpreters.BUILDERS)
ALONE = [name for name in snippets.names() if set(catalogue.dependencies(name)) <= {"numpy"}]
every_python = pytest.mark.parametrize("entry", PREPARED, ids=lambda entry: entry["name"])


def test_the_oldest_and_the_newest_are_prepared() -> None:
    names = {entry["name"] for entry in PREPARED}
    assert any(name.endswith("-newest") for name in names), "run make interpreters"
    assert any("-2.0." in name or "-2.1." in name for name in names)
    assert len(BUILDERS) == 2
    assert all(Path(entry["python"]).exists() for entry in PREPARED + BUILDERS)


# --- Snippets ---------------------------------------------------------------------------------------

# One process for each Python: the files run one after another, each in a folder and a namespace of its own.
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


@every_python
def test_every_snippet_runs_alone_and_prints_the_same(entry: dict[str, str]) -> None:
    files = [str(snippets.path(name)) for name in ALONE]
    command = [entry["python"], "-I", "-c", RUN, *files]
    result = subprocess.run(command, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr.decode(errors="replace")
    here = {name: run_alone(snippets.text(name), f"snippets/{name}.py") for name in ALONE}
    assert json.loads(result.stdout) == here


@every_python
def test_the_contract_of_the_drop_ins_holds(entry: dict[str, str]) -> None:
    command = [entry["python"], "-I", dropin_contract.__file__]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith(f"{len(dropin_contract.pairs())} promises, 0 broken\n")


PRINT_RECORDS = """
import sys
from softlookup.recording import recorded, written
for name in sys.argv[1:]:
    sys.stdout.buffer.write(written(recorded(name)[0]).encode())
"""


@every_python
def test_records_of_runs_are_the_same_to_the_byte(entry: dict[str, str]) -> None:
    names = [name for name in catalogue.STEPS if name not in recording.LEFT_OUT]
    surroundings = {**os.environ, "PYTHONPATH": str(Path(ROOT, "src")), "PYTHONUTF8": "1"}
    there = subprocess.run(
        [entry["python"], "-c", PRINT_RECORDS, *names],
        env=surroundings,
        capture_output=True,
        check=True,
    )
    here = "".join(recording.written(recording.recorded(name)[0]) for name in names)
    assert there.stdout.decode() == here


# --- The whole site ---------------------------------------------------------------------------------


def typed(page: receipts.Receipts) -> list[tuple[str, str]]:
    """The numbers of a page as they are typed; the build has compared each with what it computed."""
    return [(number.name, number.typed) for number in page.numbers]


@pytest.mark.parametrize("entry", BUILDERS, ids=lambda entry: entry["name"])
def test_the_site_is_the_same_on_other_versions(
    entry: dict[str, str], site: Path, tmp_path: Path
) -> None:
    surroundings = {
        **os.environ,
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONUTF8": "1",
        "SITE_URL": "",
        "SOFTLOOKUP_CACHE": "0",
        "SOFTLOOKUP_REQUIRE": "",  # these environments have no frameworks
        **STORED,
    }
    result = subprocess.run(
        [entry["python"], "-m", "mkdocs", "build", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    here, there = receipts.read(site), receipts.read(tmp_path / "site")
    assert here.keys() == there.keys()
    for page in here:
        assert typed(here[page]) == typed(there[page]), page
        other = {name for name, text in here[page].parts.items() if there[page].parts[name] != text}
        assert not other, f"{page} prints {sorted(other)} otherwise with {entry['name']}"
