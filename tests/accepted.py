"""What every part of the site says, as it was last accepted: `make accept` after a deliberate change.

A wrong heading, a swapped answer or a caption that says the opposite contradicts no computation. But it
changes what a reader reads, and such a change shall be seen by the one who makes it: until it is accepted
a test fails, and what is accepted stands in the difference of the commit.
"""

import json
import sys
from copy import deepcopy
from pathlib import Path

from lxml import html

from softlookup.verify.receipts import visible_text

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "accepted.json"
# Parts that print again what other pages print, or count what is in other files.
REPEATING = {
    *("part misconceptions.beliefs", "part misconceptions.listing"),
    *("part numbers.counts", "part numbers.listing", "part numbers.mutation_score"),
    *("part snippets.catalogue", "part snippets.changes", "part snippets.error_table"),
}


def text_of(part: html.HtmlElement) -> str:
    """What a part says. A snippet shows its own source, which any edit changes: of it counts what it prints."""
    if not str(part.get("data-part")).startswith("snippet "):
        return visible_text(_with_stars(part))
    printed = part.xpath("./*[contains(concat(' ', @class, ' '), ' language-text ')]")
    return " ".join(visible_text(output) for output in printed)


def _with_stars(part: html.HtmlElement) -> html.HtmlElement:
    """The part with stars around what is strong: in a table, which cell is strong can be all that it says."""
    copied = deepcopy(part)
    for strong in copied.iter("strong"):
        strong.text = f"**{strong.text or ''}"
        if len(strong):
            strong[-1].tail = f"{strong[-1].tail or ''}**"
        else:
            strong.text += "**"
    return copied


def said(site: Path) -> dict[str, str]:
    """What each part of a finished site says."""
    found = {}
    for path in sorted(site.glob("**/index.html")):
        root = html.document_fromstring(path.read_bytes())
        parts = {str(part.get("data-part")): part for part in root.xpath("//*[@data-part]")}
        found |= {name: text_of(part) for name, part in parts.items() if name not in REPEATING}
    return dict(sorted(found.items()))


def accepted() -> dict[str, str]:
    """What was accepted, by the name of the part."""
    known: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return known


if __name__ == "__main__":
    parts = said(Path(sys.argv[1]))
    FILE.write_text(json.dumps(parts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{len(parts)} parts accepted: read the difference of {FILE.name} before you commit it")
