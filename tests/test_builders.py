"""MkDocs and ProperDocs, which continues it, build the same pages and stop at the same faults."""

import re
from pathlib import Path

import pytest

from conftest import PART, SNIPPET, lay_assets, run, tiny_configuration

BUILDERS = ("mkdocs", "properdocs")
SOUND = (
    "# Title\n\n"
    + SNIPPET.format("softmax.py")
    + "\nIt is [0.665](=soft_lookup.weights[racket]), or $x^2$.\n\n"
    + PART.format('table("soft_lookup.by_hand")')
)
# What is planted, what must be said; found while a page is read, rendered, linked and walked.
FAULTS = {
    "code in a page": ('```python exec="on"\nprint(1)\n```\n', ":4: a page computes nothing"),
    "an unknown table": (
        PART.format('table("soft_lookup.by_hnd")'),
        ":3: pages/soft_lookup/tables",
    ),
    "a wrong number": ("It is [0.7](=soft_lookup.weights[ball]).\n", ":3: 0.7 is typed but"),
    "a dead link": ("See [this](nowhere.md).\n", ":3: the link nowhere.md is dead"),
    "an unchecked number": ("It is 0.665 of all.\n", ":3: nothing checks the decimal “0.665”"),
}


def built(folder: Path, builder: str, page: str) -> tuple[int, str]:
    """Build a site of one page, quietly: exit code, and what was said."""
    lay_assets(folder / "docs")
    (folder / "docs" / "index.md").write_text(page, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(tiny_configuration(), encoding="utf-8")
    surroundings = {"SOFTLOOKUP_CACHE": "0", "SITE_URL": ""}
    result = run("-m", builder, "build", "-q", "-f", "mkdocs.yml", cwd=folder, **surroundings)
    return result.returncode, result.stdout + result.stderr


def contents(site: Path) -> dict[str, bytes]:
    """Every file, but for the line by which a builder names itself, and what holds the time of day."""
    found = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    named = re.compile(rb'<meta name="generator" [^>]*>')
    return {
        name: named.sub(b"", path.read_bytes())
        for name, path in found.items()
        if not name.endswith(".gz")
    }


def test_both_build_the_same_pages(tmp_path: Path) -> None:
    for builder in BUILDERS:
        code, said = built(tmp_path / builder, builder, SOUND)
        assert code == 0, said
    ours, theirs = (contents(tmp_path / builder / "site") for builder in BUILDERS)
    assert ours.keys() == theirs.keys()
    assert [name for name in ours if ours[name] != theirs[name]] == []
    assert b'<meta name="softlookup" content="checked"' in theirs["index.html"]
    assert b'<data class="checked"' in theirs["index.html"]


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("fault", FAULTS)
def test_both_stop_at_the_same_faults(tmp_path: Path, builder: str, fault: str) -> None:
    planted, message = FAULTS[fault]
    code, said = built(tmp_path, builder, f"# Title\n\n{planted}")
    assert code != 0, said
    assert f"docs/index.md{message}" in said, said
    assert not (tmp_path / "site").exists()
