"""Build a copy of the project, edit it, build again in the same process; run by test_reproducible.py."""

import sys
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(sys.argv[1])


def built() -> str:
    text = (ROOT / "mkdocs.yml").read_text()
    if "\nnav:" in text:
        text = text[: text.index("\nnav:")].replace("extra_css: [assets/site.css]", "")
        start, end = text.find("  - mkdocs-jupyter:"), text.find("\nhooks:")
        (ROOT / "mkdocs.yml").write_text(text if start < 0 else text[:start] + text[end:])
    build(load_config(str(ROOT / "mkdocs.yml")))
    return (ROOT / "site" / "index.html").read_text()


def edit(path: str, old: str, new: str) -> None:
    file = ROOT / path
    text = file.read_text()
    assert old in text, f"{path} does not hold {old!r}"
    file.write_text(text.replace(old, new))


first = built()
assert "weight × value" in first
edit("docs/index.md", "# One", "# Two")
assert "Two" in built()
edit("src/softlookup/tables/soft_lookup.py", "weight × value", "share × value")
assert "share × value" in built()
# A module that no block of the page reads changes nothing, and nothing is run for it.
before = sorted(path.name for path in (ROOT / ".cache" / "blocks").iterdir())
edit("src/softlookup/tables/temperature.py", '"""', '"""More on this. ')
built()
assert sorted(path.name for path in (ROOT / ".cache" / "blocks").iterdir()) == before
edit("snippets/softmax.py", "no overflow", "without overflow")
page = built()
assert page.count("without overflow") == 2, "once in the source, once in what it prints"
