"""The pages one after another: their parts, their numbers, their titles, in the order of reading."""

import re
import traceback
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar

from softlookup.fences import QUOTED, prose
from softlookup.kinds import Bug, Exercise, Faded, Misconception, Ordered, Part, Question

TOP = Path(__file__).parents[2]  # a checkout; the site is built nowhere else
DOCS = TOP / "docs"
FOLDERS = Path(__file__).parent / "pages"
Kind = TypeVar("Kind", bound=Part)


def folders() -> list[str]:
    """The pages that have a folder here, in the order of reading."""
    return in_order([module.name for module in iter_modules([str(FOLDERS)])])


def has(page: str, module: str) -> bool:
    """Whether a page's folder has that module."""
    file = FOLDERS.joinpath(page, *module.split("."))
    return file.with_suffix(".py").is_file()


def module(page: str, name: str) -> ModuleType:
    """A module of a page's folder; a ValueError says which file is missing, or which line failed."""
    if not has(page, name):
        path = f"{page}/{name.replace('.', '/')}.py"
        known = [file.stem for file in sorted((FOLDERS / path).parent.glob("[!_]*.py"))]
        beside = f", or name one of {', '.join(known)}" if known else ""
        raise ValueError(f"src/softlookup/pages/{path} does not exist: write it{beside}")
    try:
        return import_module(f"softlookup.pages.{page}.{name}")
    except Exception as error:
        raise ValueError(_failure(error)) from error


def _failure(error: Exception) -> str:
    """File and line of a page's folder where an import failed, and how."""
    places = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    ours = [(Path(file), line) for file, line in places if FOLDERS in Path(file).parents]
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    if not ours:
        return f"{what}: mend it"
    file, line = ours[-1]
    return f"src/softlookup/pages/{file.relative_to(FOLDERS).as_posix()}:{line} fails with {what}: mend it"


# --- The parts of one page, or of all ---------------------------------------------------------------


def bugs(page: str = "") -> list[Bug]:
    """The mistakes of a page, or of all."""
    return list(_walk(page, "bugs", Bug))


def questions(page: str = "") -> list[Question]:
    """The questions of a page, or of all."""
    return list(_walk(page, "quiz", Question))


def exercises(page: str = "") -> list[Exercise]:
    """The exercises of a page, or of all."""
    return list(_walk(page, "quiz", Exercise))


def faded(page: str = "") -> list[Faded]:
    """The missing lines of a page, or of all."""
    return list(_walk(page, "faded", Faded))


def ordered(page: str = "") -> list[Ordered]:
    """The lines out of order of a page, or of all."""
    return list(_walk(page, "faded", Ordered))


def misconceptions(page: str = "") -> list[Misconception]:
    """The misconceptions of a page, or of all."""
    return list(_walk(page, "quiz", Misconception))


def _walk(page: str, name: str, kind: type[Kind]) -> Iterator[Kind]:
    for here in [page] if page else folders():
        if has(here, name):
            found = vars(module(here, name)).values()
            yield from (part for part in found if isinstance(part, kind))


# --- Numbers by name --------------------------------------------------------------------------------

_TITLE = re.compile(r"^# (.+?)(?: *\{.*)?$", re.M)
_ADDRESS = re.compile(r"\]\((https?://[^)\s]+)\)")
_TERM = re.compile(r"notation\.md#([\w-]+)")
_NAME = re.compile(r"^(?:([a-z]\w*)\.)?(\w+)((?:\[[^\[\]()]*\])*)$")
_KEY = re.compile(r"\[([^\[\]]*)\]")


def full_name(name: str, page: str) -> str:
    """A number's name among those of all pages: `output` on soft_lookup is soft_lookup.output."""
    parts = _NAME.match(name)
    if not parts:
        raise ValueError(f"{name!r} is not of the form number, number[key] or page.number")
    return f"{parts[1] or page}.{parts[2]}{parts[3]}"


def home_of(name: str, page: str) -> str:
    """The page that computes a number: the one in its name, else the one on which it is typed."""
    parts = _NAME.match(name)
    return (parts and parts[1]) or page


def number(name: str, page: str = "") -> float:
    """The computed number of that name; without a page in the name it is the page's own."""
    parts = _NAME.match(full_name(name, page))
    assert parts
    home = parts[1]
    if not has(home, "numbers"):
        hint = _hint(parts[2], home)
        raise ValueError(f"{name}: there is no src/softlookup/pages/{home}/numbers.py{hint}")
    computed = module(home, "numbers")
    found: Any = getattr(computed, parts[2], None)
    if found is None:
        hint = _hint(parts[2], home)
        raise ValueError(f"{name}: pages/{home}/numbers.py has no {parts[2]!r}{hint}")
    for key in _KEY.findall(parts[3]):
        found = _item(found, key, name)
    return _as_float(found, name)


def _hint(name: str, home: str) -> str:
    """Where a number may be that its home does not have."""
    homes = [page for page in folders() if page != home and has(page, "numbers")]
    elsewhere = [f"{page}.{name}" for page in homes if name in quantities(page)]
    if elsewhere:
        return f"; there is {' and '.join(elsewhere)}: name that page"
    return f"; it has {', '.join(quantities(home))}" if has(home, "numbers") else ""


def _item(found: Any, key: str, name: str) -> Any:
    if isinstance(found, dict):
        for known, item in found.items():
            if str(known) == key:
                return item
        raise ValueError(f"{name}: no entry {key!r}; there are {[str(k) for k in found]}")
    try:
        return found[int(key)]
    except (ValueError, IndexError, TypeError):
        raise ValueError(
            f"{name}: {key!r} does not lead into {type(found).__name__}: give a place from 0"
        ) from None


def _as_float(found: Any, name: str) -> float:
    try:
        value = float(found)
    except (TypeError, ValueError):
        what = type(found).__name__
        keys = f" with the keys {list(found)}" if isinstance(found, dict) else ""
        raise ValueError(f"{name} is a {what}{keys}, not one number: add [key]") from None
    if value != value:
        raise ValueError(f"{name} is NaN: mend what computes it")
    return value


def quantities(page: str) -> list[str]:
    """What a page's numbers.py computes for others."""
    return sorted(
        name
        for name, found in vars(module(page, "numbers")).items()
        if not name.startswith("_") and not callable(found) and not isinstance(found, ModuleType)
    )


# --- Pages as a reader meets them -------------------------------------------------------------------


def address(page: str) -> str:
    """The Markdown file of a page."""
    return f"{page.replace('_', '-')}.md"


def anchor(key: str) -> str:
    """The address of a page's section among those of all pages, or of one part in it."""
    return key.replace("_", "-").replace(".", "-")


def title(page: str) -> str:
    """The first heading of a page."""
    found: str = gist(DOCS / address(page))["title"]
    if not found:
        raise ValueError(f"docs/{address(page)} has no title: begin it with '# '")
    return found


def gist(path: Path) -> dict[str, Any]:
    """What the pages that collect may know of another page's text; nothing else of it reaches them."""
    text = path.read_text(encoding="utf-8")
    heading = _TITLE.search(text)
    said = prose(text)
    return {
        "title": heading[1] if heading else "",
        "quotes": QUOTED.findall(said),
        "links": list(dict.fromkeys(_ADDRESS.findall(said))),
        "terms": sorted(set(_TERM.findall(text))),
    }


def in_order(names: list[str]) -> list[str]:
    """Pages in the order of reading, which mkdocs.yml decides; what it does not name comes last."""
    nav = (TOP / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    places = {file: place for place, file in enumerate(re.findall(r"[\w-]+\.md\b", nav))}
    return sorted(names, key=lambda page: (places.get(address(page), len(places)), page))


def exists(page: str) -> bool:
    """Whether a page has a Markdown file."""
    return (DOCS / address(page)).is_file()
