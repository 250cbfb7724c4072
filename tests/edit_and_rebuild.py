"""Build a copy of the project, edit it, build again in the same process; run by test_reproducible.py."""

import sys
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(sys.argv[1])


def built() -> str:
    build(load_config(str(ROOT / "mkdocs.yml")))
    return (ROOT / "site" / "index.html").read_text(encoding="utf-8")


def answers() -> list[str]:
    return sorted(path.name for path in (ROOT / ".cache" / "blocks").iterdir())


def edit(path: str, old: str, new: str) -> None:
    file = ROOT / path
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{path} does not hold {old!r}"
    file.write_text(text.replace(old, new), encoding="utf-8")


assert "weight × value" in built()
edit("docs/index.md", "# One", "# Two")
assert "Two" in built()
edit("src/softlookup/tables/soft_lookup.py", "weight × value", "share × value")
assert "share × value" in built()
# A module that no block of the page reads changes nothing, and nothing is run for it.
before = answers()
edit("src/softlookup/tables/temperature.py", '"""Tables', '"""More tables')
built()
assert answers() == before
edit("snippets/softmax.py", "no overflow", "without overflow")
page = built()
assert page.count("without overflow") == 2, "once in the source, once in what it prints"
