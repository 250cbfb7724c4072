"""What a block can read of this project, found from the syntax of the modules without running them.

A block that prints `page.table("softmax.shares")` reads the module tables/softmax.py, what that imports,
and the snippets that those load. An edit elsewhere leaves its answer true. Where the syntax does not
tell, the answer is: everything.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

# page.<function>("<module>…") -> the package that holds the module.
PARTS = {
    "figure": "figures",
    "table": "tables",
    "math": "formulas",
    "bug": "bugs",
    "misconception": "quiz",
    "exercises": "quiz",
    "questions": "quiz",
    "practice": "quiz",
    "misconceptions": "quiz",
    "reference": "reference",
}
# What a function of page.py imports for itself.
ALSO = {"figure": "softlookup.figures.style", "practice": "softlookup.reference.collected"}
# Functions that go through a whole package when they are called.
COLLECTORS = {
    "questions": "quiz",
    "exercises": "quiz",
    "misconceptions": "quiz",
    "bugs": "bugs",
    "ledger": "claims",
    "value": "numbers",
}
_PRINTS = re.compile(r'^from softlookup import page\nprint\(page\.(\w+)\("([\w-]+)[^"]*"\)\)$')
EVERYTHING = "*"


def mentions(text: str) -> list[str]:
    """What a module's text leads to: modules, snippets, whole packages, or everything."""
    return sorted({name for node in ast.walk(ast.parse(text)) for name in _mentioned(node)})


def mentions_at_once(text: str) -> list[str]:
    """What a module imports when it is imported, not what it imports inside a function."""
    return sorted({name for node in ast.parse(text).body for name in _mentioned(node)})


def _mentioned(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("softlookup"):
        yield f"module {node.module}"
        yield from (f"module {node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Import):
        yield from (f"module {a.name}" for a in node.names if a.name.startswith("softlookup"))
    elif isinstance(node, ast.Call):
        yield from _called(node)


def _called(call: ast.Call) -> Iterator[str]:
    function = call.func
    owner = getattr(function.value, "id", "") if isinstance(function, ast.Attribute) else ""
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name in COLLECTORS:
        yield f"package {COLLECTORS[name]}"
    if name in {"import_module", "glob", "rglob", "iterdir"}:  # by name, or all that is there
        yield EVERYTHING
    if owner == "snippets" or (not owner and name in {"load", "printed"}):
        given = call.args[0] if call.args else None
        yield f"snippet {given.value!s}" if isinstance(given, ast.Constant) else "snippet *"


class Reads:
    """The files behind a block, for one state of the project."""

    def __init__(self, package: Path, snippets: Path, parse: Callable[[Path], list[str]]) -> None:
        self.package, self.snippets, self.parse = package, snippets, parse
        self._closure, self._core = cache(self._find), cache(self._page_itself)
        self.everything = frozenset([*package.rglob("*.py"), *snippets.glob("*.py")])

    def of_block(self, code: str) -> frozenset[Path]:
        """The files that a block can read."""
        if "softlookup" not in code:
            return frozenset()  # a snippet stands alone
        asked = _PRINTS.match(code.strip())
        if not asked:
            return self.everything
        function, name = asked[1], asked[2]
        if function in PARTS:
            also = self._files(f"module {ALSO[function]}") if function in ALSO else []
            return self._core() | self._all([self.package / PARTS[function] / f"{name}.py", *also])
        if function == "provenance":
            return self._core() | {self.snippets / f"{name}.py"}
        if function == "settled":
            return self._core() | self._all(self._files("package claims"))
        return self.everything

    def of_number(self, name: str) -> frozenset[Path]:
        """The files behind a number that prose quotes."""
        folder = self.package / "numbers"
        return self._all([folder / "__init__.py", folder / f"{name.split('.')[0]}.py"])

    def _page_itself(self) -> frozenset[Path]:
        """page.py and what it imports at once; what it imports inside a function is that part's."""
        page = self.package / "page.py"
        named = mentions_at_once(page.read_text(encoding="utf-8"))
        return frozenset({page}) | self._all(file for name in named for file in self._files(name))

    def _all(self, modules: Iterable[Path]) -> frozenset[Path]:
        return frozenset().union(*(self._closure(module) for module in modules))

    def _find(self, start: Path) -> frozenset[Path]:
        """A file, what it reads, what those read, and so on."""
        found: set[Path] = set()
        waiting = [start]
        while waiting:
            path = waiting.pop()
            if path not in found:
                found.add(path)
                if path.is_file() and self.package in path.parents:
                    waiting += [file for name in self._names(path) for file in self._files(name)]
        return frozenset(found)

    def _names(self, path: Path) -> list[str]:
        door = path.name == "__init__.py" or path.parent == self.package
        # The doors to packages load by name, and the name is in the block.
        return [name for name in self.parse(path) if not door or name.startswith("module")]

    def _files(self, name: str) -> Iterable[Path]:
        kind, _, what = name.partition(" ")
        if name == EVERYTHING:
            return self.everything
        if kind == "package":
            return (self.package / what).glob("*.py")
        if kind == "snippet":
            return self.snippets.glob(f"{what}.py")
        place = self.package.joinpath(*what.split(".")[1:])
        return [
            path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()
        ]
