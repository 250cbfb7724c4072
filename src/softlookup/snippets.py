"""The snippets as text and as programs: what readers copy, and what it prints when it is run."""

import ast
import contextlib
import difflib
import io
from functools import cache
from pathlib import Path
from types import ModuleType

from softlookup import steps

FOLDER = steps.FOLDER


def names() -> list[str]:
    """Every snippet, in alphabetical order."""
    return sorted(path.stem for path in FOLDER.glob("*.py"))


def path(name: str) -> Path:
    """Where a snippet lies."""
    if name not in names():  # a name is not a path
        close = difflib.get_close_matches(name, names(), n=1)
        hint = f"did you mean {close[0]}?" if close else "`softlookup list` shows them all"
        raise ValueError(f"there is no snippet {name!r}: {hint}")
    return FOLDER / f"{name}.py"


def text(name: str) -> str:
    """A snippet as it is read."""
    return path(name).read_text(encoding="utf-8")


def idea(name: str) -> str:
    """What a snippet states in its first line."""
    return ast.get_docstring(ast.parse(text(name))) or ""


@cache
def _run(name: str, run_name: str) -> tuple[ModuleType, str]:
    module = ModuleType(run_name)
    module.__file__ = str(path(name))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        # optimize=0 keeps the asserts, whatever PYTHONOPTIMIZE says.
        exec(compile(text(name), str(path(name)), "exec", optimize=0), module.__dict__)
    return module, printed.getvalue()


def load(name: str) -> ModuleType:
    """What a snippet defines, as an import gives it: its functions, without its example."""
    return _run(name, name)[0]


def example(name: str) -> ModuleType:
    """What a snippet defines when it runs as a program: its functions, and its example's variables."""
    return _run(name, "__main__")[0]


def printed(name: str) -> str:
    """What a snippet prints when it runs as a program."""
    return _run(name, "__main__")[1]
