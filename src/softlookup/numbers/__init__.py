"""Every number that prose quotes, by name: one module a page, one variable a number.

`[8.056](=soft_lookup.output)` on a page means the variable `output` of `numbers/soft_lookup.py`.
A name may go on with keys: `[0.665](=soft_lookup.weights[racket])`.
"""

import re
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

NAME = r"[a-z]\w*\.\w+(?:\[[^\[\]()]*\])*"
QUOTED = re.compile(rf"\[([^\[\]\n]+)\]\(=({NAME})\)")  # what is typed, and what computes it
_PARTS = re.compile(r"^([a-z]\w*)\.(\w+)((?:\[[^\[\]()]*\])*)$")


def value(name: str) -> float:
    """The computed number of that name."""
    parts = _PARTS.match(name)
    if not parts:
        raise KeyError(f"{name!r} is not of the form page.number or page.number[key]")
    found: Any = getattr(_module(parts[1]), parts[2], None)
    if found is None:
        raise KeyError(f"numbers/{parts[1]}.py has no {parts[2]!r}; it has {names(parts[1])}")
    for key in re.findall(r"\[([^\[\]]*)\]", parts[3]):
        found = _item(found, key, name)
    return float(found)


def _module(page: str) -> Any:
    if not find_spec(f"{__name__}.{page}"):
        raise KeyError(f"there is no numbers/{page}.py; there are {', '.join(pages())}")
    return import_module(f"{__name__}.{page}")


def _item(found: Any, key: str, name: str) -> Any:
    if isinstance(found, dict):
        matching = [item for known, item in found.items() if str(known) == key]
        if not matching:
            raise KeyError(f"{name}: no entry {key!r}; there are {[str(k) for k in found]}")
        return matching[0]
    return found[int(key)]


def pages() -> list[str]:
    """The pages that have numbers."""
    return sorted(module.name for module in iter_modules(__path__))


def names(page: str) -> list[str]:
    """What a page's module computes."""
    return sorted(
        name
        for name, found in vars(_module(page)).items()
        if not name.startswith("_") and not callable(found) and not hasattr(found, "__path__")
    )
