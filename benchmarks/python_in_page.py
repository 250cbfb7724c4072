"""How long a reader waits for Python in the page: from the first press to the first output, and again.

The server is held to a line of 50 Mbit/s with 20 ms there and back, shared by all that it sends, because
a browser can slow down a page but not its workers. Nothing is in the cache at first. Expected
on a quiet machine: at most 8 seconds cold, 0.2 seconds for the second run; on the next page the files are at
hand, and only the start remains. Needs a built site with the engine in it (`make pyodide build`).
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from measure import report, store, verdict

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
LINE = 50e6 / 8  # bytes a second
LATENCY = 20  # milliseconds
PAGES = ("softmax/", "similarity/")
# Presses Run, and waits for the word that follows the output; milliseconds.
PRESS = """async () => {
  const element = document.querySelector("run-python");
  const status = () => element.closest(".highlight").querySelector(".ran .status")?.textContent ?? "";
  if (status()) element.closest(".highlight").querySelector(".ran .status").textContent = "";
  const begun = performance.now();
  element.run.click();
  while (!status().startsWith("Ran here")) await new Promise((resolve) => setTimeout(resolve, 2));
  return performance.now() - begun;
}"""


def measured(browser: Any, address: str, server: Any) -> list[dict[str, Any]]:
    """Seconds for each kind of press, and the bytes that came over the line before it was answered."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(120_000)
    rows = []
    for name, path in zip(("first press", "press on the next page"), PAGES, strict=True):
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        server.sent = 0
        seconds = page.evaluate(PRESS) / 1000
        rows.append({"what": name, "seconds": round(seconds, 3), "bytes": server.sent})
    again = [page.evaluate(PRESS) / 1000 for _ in range(5)]
    rows.append({"what": "second run", "seconds": round(sorted(again)[2], 3), "bytes": 0})
    context.close()
    return rows


def main() -> None:
    """Print what was measured, beside what is expected; with --store, keep it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", action="store_true")
    parser.add_argument("--site", type=Path, default=ROOT / "site")
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    import browser as finder
    from served import served, slowly

    server = slowly(LINE, LATENCY)
    with sync_playwright() as playwright, served(options.site, server) as address:
        chromium = playwright.chromium.launch(
            executable_path=finder.installed(), args=["--no-sandbox", "--disable-gpu"]
        )
        rows = measured(chromium, address, server)
        chromium.close()
    for row in rows:
        print(f"{row['what']:24}{row['seconds']:8.2f} s{row['bytes']:14,} bytes")
    cold, _, again = (row["seconds"] for row in rows)
    verdicts = [
        verdict("seconds from the first press to the first output", cold, 8, at_most=True),
        verdict("seconds for the second run", again, 0.2, at_most=True),
    ]
    report(verdicts)
    if options.store:
        store("python_in_page", rows, verdicts)


if __name__ == "__main__":
    main()
