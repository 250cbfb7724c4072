"""The function that a command line names: `my_file.py:attention`, or `package.module:attention`."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from softlookup.doctor.source import chosen


def load(target: str) -> Any:
    """The function behind a name; ValueError says what to write instead.

    Whatever the file raises while it is imported is raised.
    """
    place, colon, name = target.rpartition(":")
    if not colon:
        place, name = target, ""
    path = Path(place)
    if path.suffix == ".py":
        if not path.is_file():
            raise ValueError(f"there is no file {place}: name one, as in my_file.py:attention")
        module = _from_file(path)
        text = path.read_text(encoding="utf-8")
        found = _member(module, name, place) if name else chosen(text, vars(module))
        if found is None:
            raise ValueError(f"{place} defines no function: name one, as in {place}:attention")
        return found
    if not name:
        raise ValueError(f"{target!r} names no function: write file.py:name or package.module:name")
    return _member(importlib.import_module(place), name, place)


def _from_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))  # what the file imports from beside itself
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module


def _member(module: ModuleType, name: str, place: str) -> Any:
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            known = [each for each in vars(module) if callable(getattr(module, each))]
            raise ValueError(
                f"{place} has no {name!r}; it has {', '.join(known[:12]) or 'no function'}"
            )
        found = getattr(found, part)
    return found
