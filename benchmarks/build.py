"""How long an author waits: for everything from nothing, for everything again, and in the live loop after an edit.

All in one run, each as seconds and as a share of the cold build. Edits are made on every page in turn, in a copy
of the project; the wait ends when the server tells the browser to load the page that is looked at again. Between two
edits the whole site is built, so all pages take a quarter of an hour, and `--pages 8` three minutes. Expected on two
quiet cores: a word of prose 0.6 s, a page's own code 1 s, softmax.py, which all pages reach, 4 s.
"""

import argparse
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "docs", "snippets", "tests", "benchmarks", "theme")
FILES = ("mkdocs.yml", "pyproject.toml", "CITATION.cff")
# A site of stored runs is the same with the frameworks and without them.
FIXED = {"NO_MKDOCS_2_WARNING": "1", "SOFTLOOKUP_FRAMEWORKS": "stored"}
_EPOCH = re.compile(r"livereload\((\d+), (\d+)\)")
_WHOLE = re.compile(r"(\d+) pages in")


def surroundings(project: Path) -> dict[str, str]:
    """The environment of a command that works on the copy."""
    return {**os.environ, **FIXED, "PYTHONPATH": str(project / "src")}


def build(project: Path, *, cold: bool) -> float:
    """Seconds of one build of everything, in a process of its own."""
    if cold:
        shutil.rmtree(project / ".cache", ignore_errors=True)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    started = time.perf_counter()
    subprocess.run(command, cwd=project, env=surroundings(project), check=True, capture_output=True)
    return time.perf_counter() - started


class Served:
    """The live server on a copy of the project."""

    def __init__(self, project: Path, port: int, log: Path) -> None:
        self.project, self.address, self.log = project, f"http://127.0.0.1:{port}/", log

    def get(self, path: str) -> str:
        """What a browser gets."""
        with urllib.request.urlopen(self.address + path, timeout=120) as answer:
            text: str = answer.read().decode()
        return text

    def rest(self) -> None:
        """Wait until everything is built and nothing more is going to be."""
        size, until = 0, time.monotonic() + 120
        while True:
            said = self.log.read_text(encoding="utf-8")
            found = _WHOLE.findall(said)
            if len(found) == size and found and int(found[-1]) > 1:
                return
            assert time.monotonic() < until, f"the whole site was not built:\n{said}"
            size = len(found)
            time.sleep(2)

    def wait_after(self, page: str, edited: Path, old: str, new: str) -> float:
        """Seconds from an edit until the browser is told to load the page again."""
        self.rest()
        epoch, request = _EPOCH.findall(self.get(page))[-1]
        text = edited.read_text(encoding="utf-8")
        assert old in text, f"{edited} has no {old!r}"
        started = time.perf_counter()
        edited.write_text(text.replace(old, new, 1), encoding="utf-8")
        assert int(self.get(f"livereload/{epoch}/{request}")) > int(epoch)
        return time.perf_counter() - started


@contextmanager
def served(project: Path) -> Iterator[Served]:
    """A server, from its first build until it is not needed any more."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = project / "said.txt"
    command = [sys.executable, "-m", "softlookup.site.serve", "--port", str(port)]
    with log.open("w") as said:
        server = subprocess.Popen(
            command, cwd=project, env=surroundings(project), stdout=said, stderr=said
        )
    try:
        made = Served(project, port, log)
        until = time.monotonic() + 120
        while True:
            try:
                made.get("")
                break
            except urllib.error.URLError:
                assert time.monotonic() < until, log.read_text(encoding="utf-8")
                time.sleep(0.2)
        yield made
    finally:
        server.terminate()
        server.wait(timeout=60)


def edits(server: Served, pages: list[Path]) -> Iterator[tuple[str, float]]:
    """(what was edited, seconds) for each page: its prose, its own code, and a snippet that all pages reach."""
    folders = server.project / "src" / "softlookup" / "pages"
    snippet = server.project / "snippets" / "softmax.py"
    for number, page in enumerate(pages):
        shown = "" if page.stem == "index" else f"{page.stem}/"
        first = "".join(page.read_text(encoding="utf-8").partition("\n# ")[1:]).split("\n\n")[0]
        yield "prose", server.wait_after(shown, page, first, f"{first}\n\nA sentence more.")
        own = next(iter(sorted((folders / page.stem.replace("-", "_")).glob("[a-z]*.py"))), None)
        if own:
            last = own.read_text(encoding="utf-8")[-40:]
            yield "own code", server.wait_after(shown, own, last, f"{last}# Edit {number}.\n")
        last = snippet.read_text(encoding="utf-8")[-40:]
        yield "softmax.py", server.wait_after(shown, snippet, last, f"{last}# Edit {number}.\n")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="cold and warm builds")
    parser.add_argument("--pages", type=int, default=100, help="how many are edited")
    given = parser.parse_args()
    seconds: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as place:
        project = Path(place) / "project"
        for name in FOLDERS:
            shutil.copytree(ROOT / name, project / name)
        for name in FILES:
            shutil.copy(ROOT / name, project)
        for _ in range(given.rounds):
            seconds.setdefault("cold", []).append(build(project, cold=True))
            seconds.setdefault("warm", []).append(build(project, cold=False))
        with served(project) as server:
            for what, waited in edits(
                server, sorted((project / "docs").glob("*.md"))[: given.pages]
            ):
                print(f"{waited:.2f} s  {what}", file=sys.stderr, flush=True)
                seconds.setdefault(what, []).append(waited)
    cold = statistics.median(seconds["cold"])
    print("what         times   median    worst   median/cold")
    for what, waits in seconds.items():
        middle = statistics.median(waits)
        row = f"{what:<12}{len(waits):>6}{middle:>7.2f} s{max(waits):>7.2f} s{middle / cold:>13.2f}"
        print(row)


if __name__ == "__main__":
    main()
