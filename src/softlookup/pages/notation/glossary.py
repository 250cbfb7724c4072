"""The glossary: every word of trade in a sentence or two, with its shape and the page that explains it."""

from typing import NamedTuple

from softlookup.data import read
from softlookup.shapes import shapes


class Entry(NamedTuple):
    """A word, what it means, and where it is explained."""

    name: str
    says: str
    page: str  # the address of the explanation
    title: str  # what the explanation is called
    shape: str = ""  # a name of shapes.shapes(), or a shape as it is written


ENTRIES = {slug: Entry(**entry) for slug, entry in read(__file__, "glossary.yaml").items()}


def glossary() -> str:
    """Every entry with its anchor, in alphabetical order."""
    in_order = sorted(ENTRIES, key=lambda slug: ENTRIES[slug].name.casefold())
    words = [_word(slug, ENTRIES[slug]) for slug in in_order]
    return "\n\n".join(['<dl class="glossary" markdown="1">', *words, "</dl>"])


def _word(slug: str, entry: Entry) -> str:
    shape = {**shapes(), "mask": shapes()["scores"]}.get(entry.shape, entry.shape)
    size = f" `{shape}`" if shape else ""
    return (
        f'<dt id="{slug}" markdown="span">**{entry.name}**{size}</dt>\n'
        f'<dd markdown="span">{entry.says} → [{entry.title}]({entry.page})</dd>'
    )
