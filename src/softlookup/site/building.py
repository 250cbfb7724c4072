"""One build of the site: what its pages have run, and what is known while they are finished."""

import json
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import asdict
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from softlookup import walk
from softlookup.site import contract, search
from softlookup.site.beside import Beside
from softlookup.site.cache import Cache, State
from softlookup.site.cards import Cards
from softlookup.site.fault import Fault
from softlookup.site.fenced import Runner
from softlookup.site.fonts import Fonts
from softlookup.site.marks import Marks
from softlookup.site.progress import Progress
from softlookup.site.records import Records
from softlookup.site.run import Done, Job, Workers, part_name, result
from softlookup.site.source import Source
from softlookup.verify import Finding, Number, Origin, Receipts, line_of, numerals

ROOT = Path(__file__).parents[3]


class Build:
    """What is known while a site is built once."""

    def __init__(self, snippets: Path, workers: Workers) -> None:
        self.snippets = snippets
        cached = os.environ.get("SOFTLOOKUP_CACHE") != "0"
        self.cache = Cache(ROOT / ".cache" / "answers.sqlite" if cached else None)
        self.state = State(ROOT, snippets)
        self.marks = Marks()
        self.runner = Runner(self.printed, self.mark)
        self.workers = workers.now_at(self.state.code, self.state.reaches())
        self.beside = Beside(self.cache, self.workers)
        self.fonts = Fonts(self.cache, self.workers)
        self.cards = Cards(self.cache, self.workers)
        self.records = Records(snippets, self.cache, self.workers)
        self.progress = Progress(0)
        self.source: Source = Source("", "")  # the page being built
        self.sources: dict[str, Source] = {}  # by the address of the built page
        self.address = ""  # of the page being built
        self.receipts: dict[str, Receipts] = {}  # by address
        self.taken: Counter[str] = Counter()  # how often the page being built had each number
        self.letters: set[str] = set()  # what formulas are set in
        self.entries: list[search.Entry] = []  # what the search may find
        self.names: set[str] = set()  # what the style sheets may ask for
        self.runs_python = False  # whether some page offers to run Python
        self.asked = self.fresh = 0  # blocks of this build: all, and those that were run

    def read(self, pages: Mapping[str, Source], site: str) -> None:
        """Take the pages, by the address of the built page, and note what decides how each looks."""
        self.sources = dict(pages)
        for source in self.sources.values():
            source.question = ["content", site, source.file, source.text, *self._reach(source)]
            source.own = [source.text, self.state.pages.get(source.name, "")]

    def start(self, addresses: Collection[str]) -> None:
        """Have the code of some pages run while the first of them are rendered."""
        wanted = [self.sources[address] for address in addresses]
        spread = len(wanted) < self.workers.count  # else there is enough to do for all of them
        for source in wanted:
            if source.text:
                source.content = self.cache.stored(source.question)
            self._start(source, spread=spread)

    def start_beside(self) -> None:
        """Have the files made that lie beside the pages."""
        pages = {source.file: source.text for source in self.sources.values()}
        self.beside.start(pages, self.state.everything)

    def _reach(self, source: Source) -> list[str]:
        """Digests of all that a page's parts and numbers can read."""
        homes = {walk.home_of(name, source.name) for name in source.names}
        labels = list(source.blocks(self.snippets))
        return [self.state.reach(home) for home in sorted(homes)] + self._reach_of(source, labels)

    def _reach_of(self, source: Source, labels: Iterable[str]) -> list[str]:
        """Digests of the folders whose parts some fences print; the page's own is always one."""
        parts = [part_name(label, source.name) for label in labels if label.startswith("print(")]
        homes = {_home_of_part(part) for part in parts}
        return [self.state.reach(home) for home in sorted({source.name, *homes})]

    def _start(self, source: Source, *, spread: bool) -> None:
        """Have a page's code run, by one worker or by all, but for what is stored.

        A page that is finished keeps what it has.
        """
        blocks, names = [], []
        for label, code in source.blocks(self.snippets).items():
            stored = self.cache.stored(self._block(source, label, code))
            if stored is None:
                blocks.append((label, code))
            else:
                source.done.printed[label] = stored
        for name in source.names:
            stored = self.cache.stored(self._number(source, name))
            if stored is None:
                names.append(name)
            else:
                full, value = json.loads(stored)
                source.done.numbers[name] = (full, value)
        if source.content is None and (blocks or names):
            self.fresh += len(blocks)
            source.asked = dict(blocks)
            job = Job(source.name, tuple(blocks), tuple(names))
            shares = job.split() if spread else [job]
            source.waiting = [self.workers.submit(share) for share in shares]

    def _block(self, source: Source, label: str, code: str) -> list[str]:
        return ["block", source.name, *self._reach_of(source, [label]), label, code]

    def _number(self, source: Source, name: str) -> list[str]:
        home = walk.home_of(name, source.name)
        return ["number", source.name, name, self.state.reach(home)]

    def begin(self, address: str) -> None:
        """Turn to a page, and wait for what it had run."""
        self.source, self.address = self.sources[address], address
        self.receipts[address] = Receipts()
        self.runner.ran.clear()
        self.taken.clear()
        self.progress.begin(self.source.file)
        for waiting in self.source.waiting:
            self._collect(self.source, waiting)
        self.source.waiting.clear()

    def _collect(self, source: Source, waiting: "Future[Done]") -> None:
        try:
            done = result(waiting, source.name)
        except ValueError as error:
            raise Fault(source.file, None, str(error)) from error
        for label, text in done.printed.items():
            self.cache.keep(self._block(source, label, source.asked[label]), text)
        for name, found in done.numbers.items():
            self.cache.keep(self._number(source, name), json.dumps(found))
        source.done.printed |= done.printed
        source.done.numbers |= done.numbers
        source.done.wrong |= done.wrong

    def remember(self, content: dict[str, Any]) -> None:
        """Keep what the page being built has become; `recall` gives it back."""
        if self.source.text:
            kept = {**content, "receipt": asdict(self.receipt)}
            self.cache.keep(self.source.question, json.dumps(kept))

    def recall(self) -> dict[str, Any]:
        """The page being built as it was finished before."""
        assert self.source.content is not None
        content: dict[str, Any] = json.loads(self.source.content)
        self.receipts[self.address] = _receipts(content["receipt"])
        self.asked += len(self.receipt.parts)
        return content

    def printed(self, label: str) -> str:
        """What a fence printed."""
        self.asked += 1
        if label in self.source.done.wrong:
            raise self.block_fault(label, self.source.done.wrong[label])
        return self.source.done.printed[label]

    def mark(self, label: str, html: str) -> str:
        """What a fence printed, marked."""
        return self.marks.part(part_name(label, self.source.name), html)

    @property
    def receipt(self) -> Receipts:
        """What the page being built shows that was computed."""
        return self.receipts[self.address]

    def fault(self, needle: str, message: str) -> Fault:
        """A fault at the line that holds some text; without a line when code printed it."""
        return Fault(self.source.file, _line_of(self.source.text, needle), message)

    def block_fault(self, label: str, message: str) -> Fault:
        """A fault at the fence of that name."""
        lines = [f.line for f in self.source.fences if contract.label_of(f) == label]
        return Fault(self.source.file, lines[0] if lines else None, message)

    def site_fault(self, finding: Finding) -> Fault:
        """What is wrong with a finished page, at the line that it comes from."""
        source = self.sources.get(finding.page, Source(finding.page, ""))
        line = line_of(source.text, finding.excerpt, finding.needle)
        under = "" if line or not finding.heading else f", under “{finding.heading}”"
        around = f" in “{finding.excerpt}”" if finding.excerpt else ""
        return Fault(source.file, line, f"{finding.what}{around}{under}: {finding.remedy}")

    def number(self, whole: str, typed: str, name: str) -> Element:
        """A number as it is typed, compared with the computed one and marked."""
        if name in self.source.done.wrong:
            raise self.fault(whole, self.source.done.wrong[name])
        if name not in self.source.done.numbers:
            raise self.fault(whole, f"{whole} stands between backquotes, as code does: move it out")
        full, computed = self.source.done.numbers[name]
        try:
            right = numerals.agrees(typed, computed)
        except ValueError as error:
            raise self.fault(whole, str(error)) from error
        if not right:
            digits = numerals.rounded(typed, computed)
            message = f"{typed} is typed but {full} is {digits} ({computed:.10g})"
            raise self.fault(whole, f"{message}: correct the text, or what computes it")
        home = walk.home_of(name, self.source.name)
        origin = self._origin(self._place(whole), home)
        self.receipt.numbers.append(Number(full, typed, f"{computed:.10g}", origin))
        return self.marks.number(typed, full, computed)

    def _place(self, whole: str) -> int | None:
        """The line of a number: of several that are typed alike, the first that has not been taken."""
        self.taken[whole] += 1
        places = [found.start() for found in re.finditer(re.escape(whole), self.source.text)]
        position = places[min(self.taken[whole], len(places)) - 1] if places else None
        return None if position is None else self.source.text.count("\n", 0, position) + 1

    def _origin(self, line: int | None, home: str) -> Origin:
        """Where something stands, and what can have computed it on the page that is its home."""
        return Origin(f"docs/{self.source.file}", line, self.state.sources(home))

    def origins(self, parts: Iterable[str]) -> dict[str, Origin]:
        """Where the parts of the page being built are asked for."""
        lines = {
            part_name(contract.label_of(fence), self.source.name): fence.line
            for fence in self.source.fences
            if contract.runs(fence)
        }
        return {part: self._origin(lines.get(part), _home_of_part(part)) for part in parts}


def _home_of_part(part: str) -> str:
    """The page whose folder prints a part: `table soft_lookup.by_hand` is of soft_lookup."""
    return part.partition(" ")[2].partition(".")[0]


def _receipts(entry: dict[str, Any]) -> Receipts:
    """What was remembered of a page."""
    numbers = [Number(**{**n, "origin": Origin(**n["origin"])}) for n in entry["numbers"]]
    origins = {name: Origin(**origin) for name, origin in entry["origins"].items()}
    return Receipts(numbers, entry["parts"], origins)


def _line_of(source: str, needle: str) -> int | None:
    position = source.find(needle)
    return source.count("\n", 0, position) + 1 if position >= 0 else None
