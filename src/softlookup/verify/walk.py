"""Every page of a finished site, every rule, every link between pages."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from softlookup.verify.blots import CITED, COMPARED
from softlookup.verify.counts import about_counts
from softlookup.verify.finding import Finding
from softlookup.verify.ink import about_ink
from softlookup.verify.leftovers import about_leftovers
from softlookup.verify.links import (
    NOT_FOUND,
    Map,
    Target,
    about_links,
    ids,
    is_astray,
    root_of,
    subject,
    targets,
    trouble,
    typed,
)
from softlookup.verify.loads import about_loads, local, of_file
from softlookup.verify.marks import about_numbers
from softlookup.verify.pages import Page, parse
from softlookup.verify.receipts import Receipts, address_of, read
from softlookup.verify.shape import about_shape
from softlookup.verify.symbols import about_symbols

_FETCHES = (".css", ".svg", ".js", ".mjs", ".webmanifest")
# Scripts of the theme and of Pyodide hold addresses for features that are off.
_THEIRS = ("assets/javascripts/", "assets/pyodide-")


@dataclass
class _Known:
    """What is remembered of a page: enough to judge it again when only another page has changed."""

    digest: tuple[str, Receipts | None]
    own: list[Finding]
    ids: set[str]
    targets: list[Target]
    typed: list[Target]  # those of them that a sentence has
    subject: frozenset[str]
    loads: list[str]
    headings: set[str]  # the words of headings that quote a number
    source: str


Memory = dict[str, _Known]


def verify(
    site: Path, memory: Memory | None = None, mapping: Callable[..., Iterable[Any]] = map
) -> list[Finding]:
    """Everything that is wrong with a site; pages that `memory` knows unchanged are not read again.

    `mapping` reads the others, one by one as `map` does, or several at once.
    """
    memory = {} if memory is None else memory
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    names = sorted(name for name in files if name.endswith(".html"))
    if not names:
        return [Finding(str(site), "site", "there is no page here", "build the site first")]
    try:
        seen = read(site)
    except ValueError as error:
        remedy = "build the site with its own plugin, which writes the receipts"
        return [Finding(str(site), "receipt", str(error), remedy)]
    written = [_written(site, name, seen) for name in names]
    unknown = [one for one in written if not _is_known(one, memory)]
    for one, known in zip(unknown, mapping(_read, unknown), strict=True):
        memory[one.name] = known
    for name in set(memory) - set(names):
        del memory[name]
    found = [*_missing(names, seen), *_of_pages(memory, files), *_of_files(site, files)]
    return _once(found)


def findings(page: Page, seen: Receipts | None) -> Iterator[Finding]:
    """What is wrong with one page, as far as it can be said without the others."""
    yield from about_numbers(page, seen)
    yield from about_links(page)
    yield from about_loads(page)
    yield from about_leftovers(page)
    yield from about_shape(page)
    yield from about_ink(page)
    yield from about_symbols(page)
    yield from about_counts(page)


# The digest of the whole site in the foot of each page: an edit of one page changes it on all.
_SITE = re.compile(rb"digest <code>[0-9a-f]{16}</code>")


@dataclass(frozen=True)
class _Written:
    """A page as it was written, and what the checks saw of it."""

    name: str
    content: bytes
    receipt: Receipts | None

    @property
    def digest(self) -> tuple[str, Receipts | None]:
        return sha256(_SITE.sub(b"", self.content)).hexdigest(), self.receipt


def _written(site: Path, name: str, seen: dict[str, Receipts]) -> _Written:
    receipt = seen.get(address_of(name))
    if receipt is None and name == NOT_FOUND:  # nobody typed it
        receipt = Receipts()
    return _Written(name, (site / name).read_bytes(), receipt)


def _is_known(one: _Written, memory: Memory) -> bool:
    return one.name in memory and memory[one.name].digest == one.digest


def _read(one: _Written) -> _Known:
    """Everything that one page tells."""
    page = parse(one.name, one.content)
    return _Known(
        digest=one.digest,
        own=[finding.on(one.name, page.source) for finding in findings(page, one.receipt)],
        ids=set(ids(page)),
        targets=targets(page),
        typed=typed(page),
        subject=subject(page),
        loads=local(page),
        headings=_headings(page),
        source=page.source,
    )


def _headings(page: Page) -> set[str]:
    """The headings that quote a number, checked or cited: their words come back in navigation and title."""
    return {
        piece.text
        for piece in page.pieces
        if piece.tag in ("h1", "h2", "h3", "h4", "h5", "h6")
        and (COMPARED in piece.masked or CITED in piece.masked)
    }


def _of_pages(memory: Memory, files: set[str]) -> Iterator[Finding]:
    lost = memory[NOT_FOUND].loads if NOT_FOUND in memory else []
    anchors = {name: known.ids for name, known in memory.items()}
    subjects = {name: known.subject for name, known in memory.items()}
    there = Map(files, anchors, subjects, root_of(lost, files))
    headings = {words for known in memory.values() for words in known.headings}
    for name, known in memory.items():
        yield from (finding for finding in known.own if not _echoes(finding, headings))
        for target in known.targets:
            why = trouble(target.address, name, there)
            if why:
                what = f"the link {target.address} is dead: {why}"
                yield _of_link(target, name, known.source, what, "correct the address")
        for target in known.typed:
            if is_astray(target, name, there):
                what = f"the link {target.address} leads to a page about something else"
                remedy = (
                    "let its words share one with the title, a heading or the description there"
                )
                yield _of_link(target, name, known.source, what, remedy)
        for load in known.loads:
            why = trouble(load, name, there)
            if why:
                what, remedy = f"the page loads {load}: {why}", "add the file, or correct its name"
                yield Finding(name, "load", what, remedy, needle=load, source=known.source)


def _of_link(target: Target, page: str, source: str, what: str, remedy: str) -> Finding:
    return Finding(
        page, "link", what, remedy, excerpt=target.words, needle=target.address, source=source
    )


def _echoes(finding: Finding, headings: set[str]) -> bool:
    """A number in navigation or title that repeats a heading where it was checked."""
    block = finding.block
    return finding.rule == "number" and any(
        block == words or block.startswith(f"{words} - ") or block.endswith(f": {words}")
        for words in headings
    )


def _missing(names: list[str], seen: dict[str, Receipts]) -> Iterator[Finding]:
    written = {address_of(name) for name in names}
    for address in seen:
        if address not in written:
            what = "the checks saw this page, but it is not in the site"
            yield Finding(address, "receipt", what, "build the site again")


def _of_files(site: Path, files: set[str]) -> Iterator[Finding]:
    for name in sorted(files):
        if name.endswith(_FETCHES) and not name.startswith(_THEIRS):
            text = (site / name).read_text(encoding="utf-8", errors="replace")
            yield from of_file(name, text)


def _once(found: list[Finding]) -> list[Finding]:
    """What the frame repeats on every page is said once, on the first."""
    kept: dict[tuple[str, ...], Finding] = {}
    for finding in found:
        in_frame = finding.heading in ("the nav", "the footer", "the header")
        page = "" if in_frame else finding.page
        kept.setdefault((page, finding.rule, finding.what, finding.excerpt), finding)
    return list(kept.values())
