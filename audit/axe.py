"""Axe on each page: three widths, light and dark, every fold opened."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from audit.browser import chromium
from audit.report import Row
from audit.served import pages, served

WIDTHS = (1280, 390, 320)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The schemes differ in colour alone.
RULES = {"light": {"runOnly": TAGS}, "dark": {"runOnly": ["color-contrast"]}}
_OPEN = "document.querySelectorAll('details').forEach(fold => fold.open = true)"


def audit(site: Path) -> Iterator[Row]:
    """Each page, with how many rules it breaks in any of the six views."""
    with served(site) as base, chromium() as browser:
        tabs = {
            scheme: browser.new_context(color_scheme=scheme, bypass_csp=True).new_page()
            for scheme in RULES
        }
        for page in pages(site):
            found = {
                line
                for scheme, tab in tabs.items()
                for line in _violations(tab, base + page, scheme)
            }
            yield Row(page, f"{len(found)} violations", "; ".join(sorted(found)))


def _violations(tab: Any, address: str, scheme: str) -> Iterator[str]:
    from axe_playwright_python.sync_playwright import Axe

    tab.goto(address)
    tab.wait_for_load_state("networkidle")
    tab.evaluate(_OPEN)
    for width in WIDTHS:
        tab.set_viewport_size({"width": width, "height": 900})
        tab.wait_for_timeout(250)  # what scrolls becomes a stop of the keyboard
        # Axe cannot read MathML.
        answer = Axe().run(tab, context={"exclude": [["th:has(math)"]]}, options=RULES[scheme])
        for broken in answer.response["violations"]:
            yield f"{broken['id']} at {width} px, {scheme}: {broken['nodes'][0]['html'][:90]}"
