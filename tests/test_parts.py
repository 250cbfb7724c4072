"""A page and its folder: what the folder holds is printed, and what the page prints is there."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import DOCS, PAGES
from softlookup import walk
from softlookup.fences import fences

ONE_PART = re.compile(r'^print\(page\.(\w+)\((?:"([\w.-]+)")?\)\)$')
# Seen by eye, not by the walk: it would not find a folder that is no package.
FOLDERS = sorted(path.name for path in walk.FOLDERS.glob("[!_]*") if any(path.glob("*.py")))
WRITTEN = {
    "table": "tables",
    "math": "formulas",
    "part": "parts",
}  # what Page calls, and where it is

OTHERWISE = {("questions", "index")}  # those of the first page stand among the exercises
# Pages that print all of a kind, so that none of it is idle where its own page leaves it out.
COLLECTED = {"exercises": "exercises.practice", "misconception": "misconceptions.listing"}


def printed(docs: Path = DOCS) -> set[tuple[str, str]]:
    """(kind, page.name) of every part that a fence of some page prints."""
    found = set()
    for path in docs.glob("*.md"):
        page = path.stem.replace("-", "_")
        for fence in fences(path.read_text(encoding="utf-8")):
            part = ONE_PART.match("\n".join(fence.body).strip())
            if part and fence.option("exec"):
                name = part[2] or ""
                found.add((part[1], name if "." in name else f"{page}.{name}".rstrip(".")))
    return found


def held(page: str) -> Iterator[tuple[str, str]]:
    """(kind, page.name) of every part that a page's folder offers."""
    for kind, name in WRITTEN.items():
        if walk.has(page, name):
            module = walk.module(page, name)
            functions = inspect.getmembers(module, inspect.isfunction)
            own = [f for _, f in functions if f.__module__ == module.__name__ and is_part(f)]
            yield from ((kind, f"{page}.{f.__name__}") for f in own)
    for path in (walk.FOLDERS / page / "figures").glob("[!_]*.py"):
        yield "figure", f"{page}.{path.stem}"
    yield from (("bug", bug.key) for bug in walk.bugs(page))
    yield from {("exercises", page) for _ in walk.exercises(page)}
    yield from {("questions", page) for _ in walk.questions(page)}
    yield from {("writing", page) for _ in [*walk.faded(page), *walk.ordered(page)]}
    yield from (("misconception", belief.key) for belief in walk.misconceptions(page))


def is_part(function: object) -> bool:
    """A function without parameters that returns text can be printed; others are its helpers."""
    signature = inspect.signature(function)
    public = not function.__name__.startswith("_")
    return public and not signature.parameters and signature.return_annotation is str


def collected(kind: str) -> bool:
    """Whether a page prints all that there is of a kind."""
    return kind in COLLECTED and ("part", COLLECTED[kind]) in PRINTED


PRINTED = printed()


@pytest.mark.parametrize("page", FOLDERS)
def test_every_part_of_a_folder_is_printed_by_a_page(page: str) -> None:
    parts = set(held(page)) - PRINTED - OTHERWISE
    idle = sorted(" ".join(part) for part in parts if not collected(part[0]))
    assert not idle, f"no page prints {idle}: print each, or delete it with what only it uses"


@pytest.mark.parametrize("page", FOLDERS)
def test_a_folder_belongs_to_a_page(page: str) -> None:
    assert walk.address(page) in PAGES, f"mkdocs.yml names no {walk.address(page)}"
    assert page in walk.folders(), f"pages/{page} has no __init__.py: the walk does not find it"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_prints_parts_has_a_folder(page: str) -> None:
    name = page.removesuffix(".md").replace("-", "_")
    shared = {"provenance", "settled"}  # the parts of no folder
    prints = [kind for kind, part in PRINTED if part.split(".")[0] == name and kind not in shared]
    assert not prints or name in FOLDERS


def test_an_idle_part_is_found(tmp_path: Path) -> None:
    page = '# A\n\n```python exec="on"\nprint(page.table("by_hand"))\n```\n'
    (tmp_path / "soft-lookup.md").write_text(page, encoding="utf-8")
    idle = set(held("soft_lookup")) - printed(tmp_path)
    assert ("table", "soft_lookup.by_hand") not in idle
    assert {kind for kind, _ in idle} >= {"figure", "bug", "misconception", "exercises", "math"}
