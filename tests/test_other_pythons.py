"""The whole site, built with the oldest Python and NumPy that we promise and with the newest."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import interpreters
from conftest import ROOT, STORED
from softlookup.verify import receipts

PREPARED = (
    json.loads(interpreters.BUILDERS.read_text(encoding="utf-8"))
    if interpreters.BUILDERS.exists()
    else []
)


def typed(page: receipts.Receipts) -> list[tuple[str, str]]:
    """The numbers of a page as they are typed; the build has compared each with what it computed."""
    return [(number.name, number.typed) for number in page.numbers]


def test_both_ends_are_prepared() -> None:
    assert len(PREPARED) == 2, "run make test, or python tests/interpreters.py"


@pytest.mark.parametrize("entry", PREPARED, ids=lambda entry: entry["name"])
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
