"""The exercises without end, one module for each page, named as the page's folder is."""

from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from softlookup.practice.drill import Drill


def pages() -> list[str]:
    """The pages that have exercises without end, by name."""
    return sorted(module.name for module in iter_modules([str(Path(__file__).parent)]))


@cache
def of(page: str) -> tuple[Drill, ...]:
    """The exercises of a page, numbered in the order of its module."""
    module = import_module(f"{__name__}.{page}")
    found = [item for item in vars(module).values() if isinstance(item, Drill)]
    return tuple(
        replace(item, name=f"{page.replace('_', '-')}-{number}")
        for number, item in enumerate(found, start=1)
    )


def every() -> list[Drill]:
    """The exercises of all pages."""
    return [item for page in pages() for item in of(page)]
