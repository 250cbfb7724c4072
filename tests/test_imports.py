"""Imports go one way, as the maps in the docstrings say; read from the syntax, without importing."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from types import ModuleType

import pytest

import softlookup
import softlookup.site
from conftest import ROOT
from softlookup.site.cache import COLLECTORS

PACKAGE = ROOT / "src" / "softlookup"
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
MKDOCS = {"markdown", "markdown_exec", "material", "mkdocs", "mkdocs_jupyter", "pymdownx"}


def mapped(docstring: str) -> list[list[str]]:
    """The groups of names that a docstring maps: indented lines, with a blank line between groups."""
    groups = [re.findall(r"^    (\w+)  ", part, re.M) for part in docstring.split("\n\n")]
    return [group for group in groups if group]


def imported(nodes: Iterator[ast.AST]) -> set[str]:
    """What the nodes import; of `from a import b` both a and a.b, since b may be a module."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def imports_anywhere(path: Path) -> set[str]:
    return imported(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


GROUPS = mapped(softlookup.__doc__)
DEPTH = {name: depth for depth, group in enumerate(GROUPS) for name in group}


def part(module: str) -> str:
    """The name on the map under which a module stands: softlookup.pages.heads.quiz is part of pages."""
    return module.split(".")[1]


@pytest.mark.parametrize("package", [softlookup, softlookup.site], ids=lambda p: p.__name__)
def test_a_map_shows_every_module_once(package: ModuleType) -> None:
    shown = [name for group in mapped(package.__doc__) for name in group]
    inside = {
        name.removeprefix(f"{package.__name__}.").split(".")[0]
        for name in MODULES
        if name.startswith(f"{package.__name__}.")
    }
    assert sorted(shown) == sorted(inside), f"mend the map in the docstring of {package.__name__}"


def _remembers(path: Path) -> bool:
    """Whether a module keeps answers of its functions, however that is written."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    decorators = (each for function in functions for each in function.decorator_list)
    called = (each.func if isinstance(each, ast.Call) else each for each in decorators)
    names = {ast.unparse(each).rpartition(".")[2] for each in called}
    return bool(names & {"cache", "lru_cache", "cached_property"})


@pytest.mark.parametrize(
    "line", ["cache", "lru_cache", "lru_cache(maxsize=9)", "functools.cache", "cached_property"]
)
def test_a_module_that_remembers_is_known_however_it_is_written(tmp_path: Path, line: str) -> None:
    module = tmp_path / "module.py"
    module.write_text(f"class A:\n    @{line}\n    def f(self): ...\n", encoding="utf-8")
    assert _remembers(module)
    module.write_text("@property\ndef f(): ...\n", encoding="utf-8")
    assert not _remembers(module)


def _reached(module: str) -> set[str]:
    """The modules that a module imports, and those that these import, wherever they do."""
    found, waiting = set(), [module]
    while waiting:
        name = waiting.pop()
        if name in MODULES and name not in found and part(f"{name}.") not in ("", "pages"):
            found.add(name)
            waiting += imports_anywhere(MODULES[name])
    return found


SHARED = [
    name
    for name, path in MODULES.items()
    if part(f"{name}.") not in ("", "pages", "site", "verify", "publish") and _remembers(path)
]


@pytest.mark.parametrize("module", SHARED)
def test_what_walks_the_pages_remembers_nothing_or_is_known_to_do_so(module: str) -> None:
    """A worker of the live server clears the memory of the known ones when a page is edited."""
    assert part(module) in COLLECTORS or "softlookup.walk" not in _reached(module)


@pytest.mark.parametrize("module", [name for name in MODULES if "." in name])
def test_a_module_imports_nothing_from_below_its_group(module: str) -> None:
    parts = {
        part(name) for name in imports_anywhere(MODULES[module]) if name in MODULES and "." in name
    }
    below = {name for name in parts if DEPTH[name] > DEPTH[part(module)]}
    assert not below, f"{module} imports {sorted(below)}, which the map puts below it"


def test_only_some_of_the_build_import_mkdocs_and_they_are_named() -> None:
    knowing = {
        name
        for name, path in MODULES.items()
        if {found.split(".")[0] for found in imports_anywhere(path)} & MKDOCS
    }
    named = re.findall(r"`(\w+)`", softlookup.site.__doc__.split("\n\n")[-1])
    assert knowing == {f"softlookup.site.{name}" for name in named}


def test_no_module_waits_for_itself() -> None:
    waits = {
        name: imported(iter(ast.parse(path.read_text(encoding="utf-8")).body)) & MODULES.keys()
        for name, path in MODULES.items()
    }
    order = list(TopologicalSorter(waits).static_order())  # a circle is a CycleError
    assert sorted(order) == sorted(MODULES)


def test_an_import_from_below_is_found(tmp_path: Path) -> None:
    path = tmp_path / "low.py"
    path.write_text("def f():\n    from softlookup import page\n", encoding="utf-8")
    assert "softlookup.page" in imports_anywhere(path)
    assert DEPTH["page"] > DEPTH["lookup"]
