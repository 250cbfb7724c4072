"""What a page that moves costs: bytes of script, time until it is awake, and time to draw one frame.

The processor is slowed four times, as a phone would be. Expected, on an idle machine: under 15 kB before
the first touch and 25 kB after it, awake within a second, and the map drawn within a frame of 16.7 ms
while a key is dragged; every smaller explorable moves within a frame too. A snippet that can be stepped
through costs under 1 kB before the press; its record has at most 20 kB, and a tenth of that when it is
sent packed.
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
# Moves an explorable to and fro, with the layout that follows.
MOVE = """async ([id, state]) => {
  const one = document.getElementById(id);
  const other = Object.fromEntries(state.split(";").map((part) => part.split("=")));
  one.set(other);
  await one.loading;
  const times = [];
  for (let i = 0; i < 30; i += 1) {
    const start = performance.now();
    one.set(i % 2 ? other : one.printed);
    one.getBoundingClientRect();
    times.push(performance.now() - start);
    await new Promise(requestAnimationFrame);
  }
  return times;
}"""


def moved(page: Any, address: str) -> dict[str, float]:
    """Milliseconds from a change of a control until everything stands and is laid out, for each explorable."""
    from test_explorables import MOVED

    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto(address + "all.html")
    page.wait_for_selector(".explorable.awake")
    page.wait_for_load_state("networkidle")
    return {
        f"ms a move, {identity}": statistics.median(page.evaluate(MOVE, [identity, state]))
        for identity, state in MOVED.items()
    }


def measured(page: Any, address: str) -> dict[str, float]:
    """Milliseconds until the map is awake, and for a drawn frame; bytes of script as the site publishes it."""
    from softlookup.site.style import without_remarks

    fetched: dict[str, int] = {}

    def note(response: Any) -> None:
        if response.url.endswith(".js"):
            published = without_remarks(response.text())
            fetched[response.url] = len(gzip.compress(published.encode(), 9))

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


def records() -> dict[str, tuple[int, int, int]]:
    """For each snippet that can be stepped through: steps, bytes of its record, and bytes packed."""
    from softlookup import snippets, steppable
    from softlookup.recording import recorded, written

    found = {}
    for name in filter(steppable.can_be_stepped, snippets.names()):
        run, _ = recorded(name)
        text = written(run).encode()
        found[name] = (len(run.states), len(text), len(gzip.compress(text, 9)))
    return found


def stepping_scripts() -> tuple[int, int]:
    """Packed bytes of script and style for stepping: before the press, and fetched by it."""
    assets = ROOT / "docs" / "assets"
    entry = [assets / "js/elements/step-through.js"]
    rest = [assets / "js/elements" / name for name in ("step-panel.js", "step-tables.js")]
    rest += [assets / "js/recording.js", assets / "step-through.css"]

    def packed(paths: list[Path]) -> int:
        return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)

    return packed(entry), packed(rest)


def main() -> None:
    """Print what was measured, beside what is expected."""
    from playwright.sync_api import sync_playwright

    import browser as finder
    from element_pages import LAPTOP, PHONE, lay_out
    from served import served
    from softlookup import explorables, interactive
    from softlookup.pages.soft_lookup import guess as tennis
    from test_explorables import every_explorable

    body = explorables.answer_map("The map.") + interactive.pulled_numbers("index")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        pages = {"map": body + tennis.guess(), "all": every_explorable()}
        lay_out(Path(folder), pages)
        chromium = playwright.chromium.launch(
            executable_path=finder.installed(), args=["--no-sandbox", "--disable-gpu"]
        )
        with served(Path(folder)) as address:
            for name, (width, height) in (("laptop", LAPTOP), ("phone", PHONE)):
                page = chromium.new_page(viewport={"width": width, "height": height})
                print(f"{name}, processor slowed {SLOWDOWN} times (a frame is {FRAME:.1f} ms)")
                for what, number in (measured(page, address) | moved(page, address)).items():
                    print(f"  {what:32}{number:10,.1f}")
                page.close()
        chromium.close()
    print_stepping()


def print_stepping() -> None:
    """Print what stepping through a snippet costs."""
    before, after = stepping_scripts()
    print(f"stepping: {before:,} bytes of script before the press, {after:,} fetched by it")
    print(f"  {'record of':20}{'steps':>8}{'bytes':>10}{'packed':>10}")
    for name, (steps, size, packed) in records().items():
        print(f"  {name:20}{steps:8}{size:10,}{packed:10,}")


if __name__ == "__main__":
    main()
