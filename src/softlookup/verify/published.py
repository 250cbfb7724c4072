"""A published copy against its own receipts, and against another copy: what differs, and where.

A copy is a folder or an address. Only that address is asked.
"""

import difflib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urljoin
from urllib.request import urlopen

from lxml.html import HtmlElement

from softlookup.verify.marks import about_marks
from softlookup.verify.pages import Page, parse
from softlookup.verify.receipts import FILE, digest_of, of_entry, receipt, visible_text

SHOWN = 3  # lines of a text that differ, named for each page


class Copy:
    """A site that lies in a folder or at an address."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.receipts = self._receipts()
        self.pages: dict[str, Any] = self.receipts["pages"]

    def read(self, name: str) -> bytes:
        """One file of it; a ValueError says why it cannot be had."""
        try:
            if self.place.startswith(("http://", "https://")):
                start = self.place if self.place.endswith("/") else f"{self.place}/"
                with urlopen(urljoin(start, name), timeout=60) as answer:
                    content: bytes = answer.read()
                    return content
            file = Path(self.place, name)
            if not name or name.endswith("/"):
                file /= "index.html"
            return file.read_bytes()
        except (OSError, URLError) as error:
            raise ValueError(f"{self.place}: {name or 'the first page'}: {error}") from error

    def page(self, address: str) -> Page:
        """One page, parsed."""
        return parse(f"{address}index.html", self.read(address))

    def _receipts(self) -> dict[str, Any]:
        try:
            found = json.loads(self.read(FILE))
            for entry in found["pages"].values():
                of_entry(entry)
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"{self.place}: {FILE} cannot be read: {error!r}") from error
        return dict(found)


def disagreements(copy: Copy) -> Iterator[str]:
    """Where a copy does not say what its own receipts say."""
    if digest_of(copy.pages) != copy.receipts.get("digest"):
        yield f"{FILE}: its digest is not the one of what it lists"
    for address, entry in copy.pages.items():
        try:
            page = copy.page(address)
        except ValueError as error:
            yield str(error)
            continue
        here = address or "the first page"
        for finding in about_marks(page, of_entry(entry)):
            under = f", under “{finding.heading}”" if finding.heading else ""
            yield f"{here}{under}: {finding.what}"
        article = _article(page)
        if article is None or receipt(article) != entry["says"]:
            yield f"{here}: its text is not the one that was checked"
        printed = _digest_on(page)
        if printed and not str(copy.receipts.get("digest")).startswith(printed):
            yield f"{here}: its footer has the digest {printed}"


def _article(page: Page) -> HtmlElement | None:
    return next(iter(page.tagged("article")), None)


def _digest_on(page: Page) -> str:
    return str(page.root.xpath("string(//footer//p[@class='made']/code)"))


def differences(theirs: Copy, ours: Copy) -> Iterator[str]:
    """Where two copies do not say the same."""
    for address in sorted({*theirs.pages, *ours.pages}):
        here = address or "the first page"
        if address not in ours.pages:
            yield f"{here}: only {theirs.place} has it"
        elif address not in theirs.pages:
            yield f"{here}: only {ours.place} has it"
        else:
            yield from _of_page(here, theirs.pages[address], ours.pages[address])
            yield from _of_texts(address, theirs, ours)


def _of_page(here: str, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> Iterator[str]:
    for before, now in _pairs(theirs["numbers"], ours["numbers"]):
        one = now or before
        place = f"{here}: {one['name']} ({one['file']}:{one['line']})"
        if not before or not now:
            yield f"{place}: only in {'ours' if now else 'theirs'}"
        elif (before["typed"], before["value"]) != (now["typed"], now["value"]):
            yield f"{place}: {before['typed']} ({before['value']}) there, {now['typed']} ({now['value']}) here"
        elif before["computed_by"] != now["computed_by"]:
            yield f"{place}: the same number, computed by other sources"
    for name in sorted({*theirs["parts"], *ours["parts"]}):
        before, now = theirs["parts"].get(name), ours["parts"].get(name)
        if not before or not now:
            yield f"{here}: the part {name!r} is only in {'ours' if now else 'theirs'}"
        elif before["says"] != now["says"]:
            yield f"{here}: the part {name!r} ({now['file']}:{now['line']}) says something else"


def _pairs(theirs: list[Any], ours: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Numbers of the same name, in their order; nothing where one side has no more."""
    names = dict.fromkeys(number["name"] for number in (*ours, *theirs))
    for name in names:
        one = [number for number in theirs if number["name"] == name]
        other = [number for number in ours if number["name"] == name]
        for place in range(max(len(one), len(other))):
            yield (
                one[place] if place < len(one) else None,
                other[place] if place < len(other) else None,
            )


def _of_texts(address: str, theirs: Copy, ours: Copy) -> Iterator[str]:
    """The first lines that differ, wherever they come from."""
    texts = []
    for copy in (theirs, ours):
        try:
            article = _article(copy.page(address))
        except ValueError as error:
            yield str(error)
            return
        texts.append([] if article is None else visible_text(article).split(". "))
    if texts[0] == texts[1]:
        return
    changed = [line for line in difflib.ndiff(texts[0], texts[1]) if line.startswith(("- ", "+ "))]
    for line in changed[: 2 * SHOWN]:
        side = "there" if line.startswith("-") else "here"
        yield f"{address or 'the first page'}: {side}: {line[2:].strip()[:160]}"
