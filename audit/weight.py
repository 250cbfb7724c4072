"""What a first view of each page weighs, where it comes from, how many elements it has, and whether it fits."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from audit.browser import chromium
from audit.report import Row
from audit.served import pages, served

BYTES, ELEMENTS = 120_000, 5_000  # on the wire, with all headers
NARROWEST = 320


def audit(site: Path) -> Iterator[Row]:
    """Each page on a phone, with nothing in its cache."""
    with served(site) as base, chromium() as browser:
        for page in pages(site):
            yield measured(browser, base, page)


def measured(browser: Any, base: str, page: str) -> Row:
    """One page, with everything about it that is beyond a limit."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    tab = context.new_page()
    sizes: list[int] = []
    foreign: list[str] = []
    errors: list[str] = []
    wire = context.new_cdp_session(tab)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    tab.on("request", lambda r: r.url.startswith((base, "data:")) or foreign.append(r.url))
    tab.on("console", lambda m: m.type == "error" and errors.append(m.text))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(base + page)
    tab.wait_for_load_state("networkidle")
    elements = tab.evaluate("document.querySelectorAll('*').length")
    tab.set_viewport_size({"width": NARROWEST, "height": 844})
    wide = tab.evaluate("document.documentElement.scrollWidth")
    context.close()
    faults = [
        *([f"{sum(sizes) / 1000:.0f} kB, limit {BYTES // 1000}"] if sum(sizes) > BYTES else []),
        *([f"{elements} elements, limit {ELEMENTS}"] if elements > ELEMENTS else []),
        *([f"{wide} px wide on a screen of {NARROWEST}"] if wide > NARROWEST else []),
        *(f"asks {url}" for url in foreign),
        *errors,
    ]
    said = f"{sum(sizes) / 1000:6.1f} kB in {len(sizes):2} requests, {elements:5} elements"
    return Row(page, said, "; ".join(faults))
