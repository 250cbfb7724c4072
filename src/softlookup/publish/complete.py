"""Everything that a finished site also offers, written into it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from softlookup.publish import card, head, mark, markdown, page
from softlookup.publish.address import settle
from softlookup.publish.facts import Facts
from softlookup.verify import Receipts, receipts

# (what decides a file, how to make it) -> the file; a builder may remember it.
Remember = Callable[[list[str], Callable[[], bytes]], bytes]
_SOURCE_OF_A_FORMULA = re.compile(rf' {markdown.TEX}="[^"]*"')


@dataclass
class Site:
    """A finished site, and what is known of it."""

    folder: Path
    facts: Facts
    changelog: str
    address: str = ""  # where it will lie, with a slash at the end; nothing if that is open
    seen: Mapping[str, Receipts] = field(default_factory=dict)  # what the checks wrote down


def complete(site: Site, remember: Remember) -> None:
    """Write plain text, pictures, lists and heads, and sum everything up; then give it its address."""
    pages = page.read(site.folder)
    says = {one.address: receipts.receipt(one.article) for one in pages}
    receipts.write(site.folder, site.seen, says)
    for one in pages:
        text = (site.folder / one.name).parent / head.TEXTS
        text.write_text(markdown.markdown(one), encoding="utf-8")
    _pictures(site, pages, remember)
    finished = [replace(one, content=_finished(one.content)) for one in pages]
    settle(site.folder, site.facts, site.changelog, site.address, finished)


def _finished(content: str) -> str:
    """A page without what only this walk needed."""
    return _SOURCE_OF_A_FORMULA.sub("", content)


def _pictures(site: Site, pages: list[page.Page], remember: Remember) -> None:
    (site.folder / head.CARDS).mkdir(parents=True, exist_ok=True)
    for one in pages:
        words = (one.title, one.answer, site.facts.name)
        drawn = remember(["card", *card.recipe(), *words], partial(card.card, *words))
        (site.folder / head.CARDS / f"{one.key}.png").write_bytes(drawn)
    for name, side, ground in ((head.ICON, 64, False), (head.TOUCH_ICON, 180, True)):
        (site.folder / name).write_bytes(mark.icon(side, ground=ground))
