"""What a page that moves costs: bytes of script, time until it is awake, and time to draw one frame.

The processor is slowed four times, as a phone would be. Expected, on an idle machine: under 15 kB before
the first touch and 25 kB after it, awake within a second, and the map drawn within a frame of 16.7 ms
while a key is dragged.
"""

import gzip
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
SLOWDOWN = 4
FRAME = 1000 / 60  # milliseconds
# Draws the map so often, with a key or the query a little further each time.
DRAW = """async (moved) => {
  const map = document.querySelector("answer-map");
  const times = [];
  for (let i = 0; i < 60; i += 1) {
    const place = [2 - i / 60, i / 60];
    if (moved === "key") { map.state.keys[1] = place; } else { map.state.query = place; }
    map.drawing.moving = true;
    const start = performance.now();
    map.drawing.draw();
    times.push(performance.now() - start);
    await new Promise(requestAnimationFrame);
  }
  return times;
}"""


def measured(page: Any, address: str) -> dict[str, float]:
    """Milliseconds until the map is awake, and for a drawn frame; bytes of script fetched."""
    fetched: dict[str, int] = {}

    def note(response: Any) -> None:
        if response.url.endswith(".js"):
            fetched[response.url] = len(gzip.compress(response.body(), 9))

    page.on("response", note)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto(address + "map.html")
    page.wait_for_selector("answer-map.awake")
    awake = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    before = sum(fetched.values())
    page.hover("answer-map .plane", position={"x": 5, "y": 5})
    page.wait_for_selector("answer-map.painted")
    page.wait_for_load_state("networkidle")
    return {
        "bytes before the first touch": before,
        "bytes after it": sum(fetched.values()),
        "ms until awake": awake,
        "ms a frame, key dragged": statistics.median(page.evaluate(DRAW, "key")),
        "ms a frame, query dragged": statistics.median(page.evaluate(DRAW, "query")),
    }


def main() -> None:
    """Print what was measured, beside what is expected."""
    from playwright.sync_api import sync_playwright

    import browser as finder
    from element_pages import LAPTOP, PHONE, lay_out
    from served import served
    from softlookup import interactive

    body = interactive.answer_map("The map.") + interactive.pulled_numbers()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        lay_out(Path(folder), {"map": body + interactive.tennis_guess()})
        chromium = playwright.chromium.launch(
            executable_path=finder.installed(), args=["--no-sandbox", "--disable-gpu"]
        )
        with served(Path(folder)) as address:
            for name, (width, height) in (("laptop", LAPTOP), ("phone", PHONE)):
                page = chromium.new_page(viewport={"width": width, "height": height})
                print(f"{name}, processor slowed {SLOWDOWN} times (a frame is {FRAME:.1f} ms)")
                for what, number in measured(page, address).items():
                    print(f"  {what:28}{number:10,.1f}")
                page.close()
        chromium.close()


if __name__ == "__main__":
    main()
