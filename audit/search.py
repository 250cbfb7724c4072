"""The queries of the tests, put to the search box of the site."""

import sys
from collections.abc import Iterator
from pathlib import Path

from audit.browser import chromium
from audit.report import Row
from audit.served import served

sys.path.append(str(Path(__file__).parents[1] / "tests"))
BOX = "dialog.search input"


def audit(site: Path) -> Iterator[Row]:
    """What comes first for each query, and the weight of the index."""
    from test_search import QUERIES  # type: ignore[import-not-found]

    with served(site) as base, chromium() as browser:
        tab = browser.new_page()
        tab.goto(base)
        tab.keyboard.press("/")
        tab.wait_for_selector(BOX)
        for words, right in QUERIES.items():
            tab.fill(BOX, words)
            answered = "words => document.querySelector('dialog.search').dataset.answered === words"
            tab.wait_for_function(answered, arg=words)
            first = tab.evaluate("document.querySelector('dialog.search li a')?.href ?? ''")
            found = first.removeprefix(base)
            wrong = (
                "" if found.partition("#")[0] in right else f"wanted {' or '.join(sorted(right))}"
            )
            yield Row(words, found or "nothing", wrong)
