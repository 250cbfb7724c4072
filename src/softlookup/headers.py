"""The lines under a snippet's first: licence, copyright, version, date and page, stamped not typed.

The version and the date are those of the newest part of snippets/CHANGELOG.md that names the file, the
page is the one that shows it. `python -m softlookup.headers` writes them; a test compares.
"""

import re

from softlookup import snippets
from softlookup.catalogue import dependencies
from softlookup.publish.feed import releases
from softlookup.walk import DOCS

EVERY = "all files"
LICENCE = "# SPDX-License-Identifier: 0BSD"
COPYRIGHT = "# SPDX-FileCopyrightText: 2026 Soft Lookup contributors"
NEEDS = {
    "numpy": "NumPy 2.0",
    "torch": "PyTorch 2",
    "dask": "Dask[distributed] 2026.8",
    "zarr": "Zarr 3.1",
    "pyarrow": "PyArrow 26",
}

_NAMED = re.compile(r"\*\*([^*]+)\*\*")


def changes() -> dict[tuple[str, str], set[str]]:
    """(version, date) -> the snippets that it names, the newest first."""
    text = (snippets.FOLDER / "CHANGELOG.md").read_text(encoding="utf-8")
    found: dict[tuple[str, str], set[str]] = {}
    for version, date, body in releases(text):
        heads = [line.split(":")[0] for line in body.splitlines() if line.startswith("- ")]
        found[version, date] = {name for head in heads for name in _NAMED.findall(head)}
    return found


def last_change(name: str) -> tuple[str, str]:
    """The version and the date in which a snippet changed last."""
    for release, named in changes().items():
        if name in named or EVERY in named:
            return release
    raise ValueError(f"snippets/CHANGELOG.md never names {name!r}: say there what is new")


def page(name: str) -> str:
    """The page that explains a snippet: the one of its name, or the first that shows it."""
    shows = (f'--8<-- "{name}.py"', f'page.provenance("{name}")')
    found = [
        path.stem
        for path in sorted(DOCS.glob("*.md"))
        if path.stem != "index" and any(line in path.read_text(encoding="utf-8") for line in shows)
    ]
    if not found:
        raise ValueError(f"no page shows {name!r}: include snippets/{name}.py in a page of docs/")
    own = name.replace("_", "-")
    return own if own in found else found[0]


def header(name: str) -> str:
    """The comment lines that stand under the first line of a snippet."""
    version, date = last_change(name)
    packages = [package for package in dependencies(name) if package != "cloudpickle"]  # Dask's own
    needs = ", ".join(["Python 3.11", *(NEEDS[package] for package in packages)])
    said = f"# Version {version}, {date}. {needs} or newer. Explained at {page(name)}/"
    return "\n".join([LICENCE, COPYRIGHT, said])


def stamped(name: str) -> str:
    """The text of a snippet with the header that belongs there."""
    idea, *lines = snippets.text(name).split("\n")
    while lines[0].startswith("#"):
        del lines[0]
    return "\n".join([idea, header(name), *lines])


def main() -> None:
    """Write the header of every snippet whose header is another."""
    for name in snippets.names():
        text = stamped(name)
        if text != snippets.text(name):
            snippets.path(name).write_text(text, encoding="utf-8", newline="\n")
            print("stamped", name)


if __name__ == "__main__":
    main()
