"""Which modules are read afresh for a mistake: only those that can have it, because reading all takes seconds."""

import importlib
import sys
from pathlib import Path

from softlookup.site import run


def load_pages(root: Path) -> None:
    """Read what all pages compute with, once, before processes part."""
    for path in sorted((root / "src" / "softlookup" / "pages").glob("[!_]*/[!_]*.py")):
        importlib.import_module(f"softlookup.pages.{path.parent.name}.{path.stem}")


def forget(file: str) -> None:
    """Have a spoilt file read again, and all that imports it: of a page's folder nobody else imports anything."""
    parts = Path(file).parts
    if "pages" not in parts:
        run.forget(run.our_modules())
        return
    page = parts[parts.index("pages") + 1]
    for module in list(sys.modules):
        if module.split(".")[:3] == ["softlookup", "pages", page]:
            del sys.modules[module]
    if hasattr(sys.modules.get("softlookup.pages"), page):
        delattr(sys.modules["softlookup.pages"], page)
