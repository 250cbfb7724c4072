"""What every part of the site says, as it was last accepted: `make accept` after a deliberate change.

A wrong heading, a swapped answer or a caption that says the opposite contradicts no computation. But it
changes what a reader reads, and such a change shall be seen by the one who makes it: until it is accepted
a test fails, and what is accepted stands in the difference of the commit.
"""

import json
import sys
from pathlib import Path

from lxml import html

from softlookup.verify.receipts import visible_text

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "accepted.json"
# They print again what other pages print, or count what is in other files.
REPEATING = {"misconceptions", "numbers", "snippets"}


def text_of(part: html.HtmlElement) -> str:
    """What a part says. A snippet shows its own source, which any edit changes: of it counts what it prints."""
    if not str(part.get("data-part")).startswith("snippet "):
        return visible_text(part)
    printed = part.xpath("./*[contains(concat(' ', @class, ' '), ' language-text ')]")
    return " ".join(visible_text(output) for output in printed)


def said(site: Path) -> dict[str, str]:
    """What each part of a finished site says."""
    found = {}
    for path in sorted(site.glob("**/index.html")):
        if path.parent.name not in REPEATING:
            root = html.document_fromstring(path.read_bytes())
            parts = root.xpath("//*[@data-part]")
            found |= {str(part.get("data-part")): text_of(part) for part in parts}
    return dict(sorted(found.items()))


def accepted() -> dict[str, str]:
    """What was accepted, by the name of the part."""
    known: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return known


if __name__ == "__main__":
    parts = said(Path(sys.argv[1]))
    FILE.write_text(json.dumps(parts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{len(parts)} parts accepted: read the difference of {FILE.name} before you commit it")
