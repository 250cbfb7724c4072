"""The page that contributing.md adds, file by file, as a test adds it to a copy of the project."""

from typing import NamedTuple

from softlookup.data import read
from softlookup.write import table


class File(NamedTuple):
    """A file of the new page."""

    path: str
    holds: str
    text: str


FILES = {name: File(**file) for name, file in read(__file__, "example.yaml").items()}


def files() -> str:
    """Every file that adding the page touches."""
    rows = [[f"`{file.path}`", file.holds] for file in FILES.values()]
    rows += [
        ["`__init__.py`, in the folder and in its `figures`", "nothing"],
        ["`mkdocs.yml`", "one line of `nav`, which also decides the order"],
    ]
    return table(["file", "what is in it"], rows, "ll")


def _shown(name: str) -> str:
    file = FILES[name]
    language = "md" if file.path.endswith(".md") else "python"
    text = file.text.replace("--8<--", ";--8<--")  # shown, not included
    return f'````{language} title="{file.path}"\n{text}````'


def text() -> str:
    """The text, which asks for its parts by name."""
    return _shown("text")


def numbers() -> str:
    """What the page computes."""
    return _shown("numbers")


def tables() -> str:
    """A table."""
    return _shown("tables")


def figure() -> str:
    """A picture with its sentence."""
    return _shown("figure")


def quiz() -> str:
    """A question."""
    return _shown("quiz")


def snippet() -> str:
    """The code that readers copy."""
    return _shown("snippet")


def test() -> str:
    """What holds the snippet to its definition."""
    return _shown("test")
