"""The same bytes from another folder, date, time zone, locale and hash seed, cached or not."""

import filecmp
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT, build, run

# Python reads this at start: the clock of the second build is more than a year ahead.
LATER = """
import time
_now = time.time
time.time = lambda: _now() + 400 * 86400
"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git knows, in a folder of another name."""
    folder = tmp_path_factory.mktemp("another place")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    for engine in (ROOT / ".cache").glob("pyodide-*"):  # fetched, not known to git
        shutil.copytree(engine, folder / ".cache" / engine.name)
    (folder / "later").mkdir()
    (folder / "later" / "sitecustomize.py").write_text(LATER, encoding="utf-8")
    return folder


def _differences(one: Path, other: Path) -> list[str]:
    names = {
        p.relative_to(root).as_posix()
        for root in (one, other)
        for p in root.rglob("*")
        if p.is_file()
    }
    _, differ, missing = filecmp.cmpfiles(one, other, sorted(names), shallow=False)
    return differ + missing


def test_builds_agree_to_the_byte(site: Path, elsewhere: Path) -> None:
    surroundings = {
        "PYTHONPATH": os.pathsep.join([str(elsewhere / "src"), str(elsewhere / "later")]),
        "PYTHONHASHSEED": "12345",
        "TZ": "Pacific/Auckland",
        "LC_ALL": "C",
        "SITE_URL": "",
        "SOFTLOOKUP_CACHE": "1",
        "OPENBLAS_CORETYPE": "Prescott",  # another processor adds up in another order
    }
    for temperature in ("cold", "warm"):
        result = build("--site-dir", str(elsewhere / temperature), root=elsewhere, **surroundings)
        assert result.returncode == 0, result.stdout + result.stderr
        assert not _differences(site, elsewhere / temperature), temperature
    assert " 0 blocks run" in result.stderr, "the warm build remembers everything"


def test_an_edit_shows_in_the_next_build_of_the_same_process(checkout: Path) -> None:
    """What the live server does: an edit of a page, a snippet or src/ is seen, fresh."""
    script = Path(__file__).parent / "edit_and_rebuild.py"
    result = run(script, checkout, cwd=checkout, PYTHONPATH=str(checkout / "src"))
    assert result.returncode == 0, result.stdout + result.stderr
