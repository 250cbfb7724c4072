"""The browser that the tests use."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from audit.report import Missing

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import browser as finder  # type: ignore[import-not-found]

ALONE = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def path() -> str:
    """Where Chromium is."""
    found = finder.installed()
    if not found:
        raise Missing("no Chromium: python tests/browser.py fetches one")
    return str(found)


@contextmanager
def chromium() -> Iterator[Any]:
    """A headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path(), args=ALONE)
        yield started
        started.close()
