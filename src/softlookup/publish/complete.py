"""Everything that a finished site also offers, written into it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from softlookup.publish import head, mark, markdown, page
from softlookup.publish.address import settle
from softlookup.publish.facts import Facts
from softlookup.verify import Receipts, receipts

Words = tuple[str, str, str]  # a page's title and answer, and the name of the site
Draw = Callable[[Sequence[Words]], Iterable[bytes]]  # the cards with such words, in their order
_SOURCE_OF_A_FORMULA = re.compile(rf' {markdown.TEX}="[^"]*"')


@dataclass
class Site:
    """A finished site, and what is known of it."""

    folder: Path
    facts: Facts
    changelog: str
    address: str = ""  # where it will lie, with a slash at the end; nothing if that is open
    seen: Mapping[str, Receipts] = field(default_factory=dict)  # what the checks wrote down


def complete(site: Site, draw: Draw) -> None:
    """Write plain text, pictures, lists and heads, and sum everything up; then give it its address."""
    pages = page.read(site.folder)
    cards = draw([(one.title, one.answer, site.facts.name) for one in pages])
    says = {one.address: receipts.receipt(one.article) for one in pages}
    receipts.write(site.folder, site.seen, says)
    for one in pages:
        text = (site.folder / one.name).parent / head.TEXTS
        text.write_text(markdown.markdown(one), encoding="utf-8")
    _pictures(site.folder, pages, cards)
    finished = [replace(one, content=_finished(one.content)) for one in pages]
    settle(site.folder, site.facts, site.changelog, site.address, finished)


def _finished(content: str) -> str:
    """A page without what only this walk needed."""
    return _SOURCE_OF_A_FORMULA.sub("", content)


def _pictures(folder: Path, pages: list[page.Page], cards: Iterable[bytes]) -> None:
    (folder / head.CARDS).mkdir(parents=True, exist_ok=True)
    for one, card in zip(pages, cards, strict=True):
        (folder / head.CARDS / f"{one.key}.png").write_bytes(card)
    for name, side, ground in ((head.ICON, 64, False), (head.TOUCH_ICON, 180, True)):
        (folder / name).write_bytes(mark.icon(side, ground=ground))
