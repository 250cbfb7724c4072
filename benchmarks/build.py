"""How long a build takes: cold, warm, and without running anything, for more and more pages.

Ratios of one run, interleaved. Expected: warm at most 1.6 times the build that runs nothing, and the
same cost for every added page.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "docs" / "soft-lookup.md"
SKIPPED = shutil.ignore_patterns(".git", ".venv", ".cache", "site", "__pycache__", "docs", "tests")


def project(folder: Path, pages: int, *, runs: bool) -> Path:
    """A copy of the project whose site is the page on soft lookup, so many times."""
    shutil.copytree(ROOT, folder, ignore=SKIPPED)
    docs = folder / "docs"
    shutil.copytree(ROOT / "docs" / "assets", docs / "assets")
    text = page(runs=runs)
    for number in range(pages):
        name = "index" if number == 0 else f"page-{number}"
        # Blocks of different pages must not share an answer in the cache.
        (docs / f"{name}.md").write_text(text.replace('id="', f'id="p{number}-'), encoding="utf-8")
    configuration = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    configuration = configuration[: configuration.index("\nnav:")]
    start, end = configuration.index("  - mkdocs-jupyter:"), configuration.index("\nhooks:")
    (folder / "mkdocs.yml").write_text(configuration[:start] + configuration[end:], "utf-8")
    return folder


def page(*, runs: bool) -> str:
    """The page on soft lookup without what leads elsewhere; what would run, as text if it must not."""
    text = TEMPLATE.read_text(encoding="utf-8")
    text = re.sub(r"\]\([\w-]+\.md[^)]*\)", "](index.md)", text)
    elsewhere = r'```python exec="on" id="[\w-]*(?:claims|provenance)".*?```\n'
    text = re.sub(elsewhere, "", text, flags=re.S)
    return text if runs else re.sub(r"```python exec.*", "```text", text)


def build(folder: Path, *, cached: bool) -> float:
    """Seconds of one build in a process of its own."""
    if not cached:
        shutil.rmtree(folder / ".cache", ignore_errors=True)
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    started = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    return time.perf_counter() - started


def measure(pages: int, rounds: int) -> dict[str, float]:
    """Median seconds of the three kinds of build, measured in turn."""
    with tempfile.TemporaryDirectory() as place:
        running = project(Path(place) / "running", pages, runs=True)
        still = project(Path(place) / "still", pages, runs=False)
        seconds: dict[str, list[float]] = {"cold": [], "warm": [], "still": []}
        build(still, cached=True)
        for _ in range(rounds):
            seconds["cold"].append(build(running, cached=False))
            seconds["warm"].append(build(running, cached=True))
            seconds["still"].append(build(still, cached=True))
    return {kind: statistics.median(times) for kind, times in seconds.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    print("pages   cold/still   warm/still   warm per added page / still per added page")
    before: dict[str, float] | None = None
    for pages in (10, 20, 40):
        now = measure(pages, rounds)
        row = f"{pages:5}   {now['cold'] / now['still']:10.2f}   {now['warm'] / now['still']:10.2f}"
        if before:
            added = {kind: now[kind] - before[kind] for kind in now}
            row += f"   {added['warm'] / added['still']:10.2f}"
        print(row + f"      ({now['cold']:.2f} s, {now['warm']:.2f} s, {now['still']:.2f} s)")
        before = now


if __name__ == "__main__":
    main()
