"""What the checks wrote down while the site was built: every number compared, every part printed.

`receipts.json` lies beside the pages. The checks alone write it, and a mark on a page counts only when
it is in there:

    {"pages": {"soft-lookup/": {
        "numbers": [{"name": "soft_lookup.output", "typed": "8.056", "value": "8.0561130"}],
        "parts": {"table soft_lookup.by_hand": "<receipt_of the part>"}}}}
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from lxml import html
from lxml.etree import XPath
from lxml.html import HtmlElement

from softlookup.verify.numerals import plain
from softlookup.verify.pages import READ_ALOUD

FILE = "receipts.json"
_TEXTS = XPath("descendant::text()[not(parent::style)]", smart_strings=False)
_ALOUD = XPath(
    " | ".join(f"descendant-or-self::*/@{name}" for name in sorted(READ_ALOUD)), smart_strings=False
)
_OF_A_HEADERLINK = frozenset({"¶", "Permanent link"})  # the theme may add one to a heading


@dataclass(frozen=True)
class Number:
    """A number typed in prose that was compared with a computed one."""

    name: str
    typed: str
    value: str


@dataclass
class Receipts:
    """What was compared and printed on one page."""

    numbers: list[Number] = field(default_factory=list)
    parts: dict[str, str] = field(default_factory=dict)


def visible_text(element: HtmlElement) -> str:
    """What a part says: its texts, labels and titles, with single spaces between them.

    Tags, addresses and classes do not matter, so a link may be rewritten and code coloured after the
    receipt was made; a formula must be MathML before.
    """
    said = [*_TEXTS(element), *_ALOUD(element)]
    return plain("\n".join(text for text in said if text not in _OF_A_HEADERLINK))


def receipt_of(part: str) -> str:
    """The receipt of a part, from its HTML, with or without the element that wraps it."""
    return receipt(html.fragment_fromstring(part, create_parent="div"))


def of_parts(content: str) -> dict[str, str]:
    """The receipt of every part in the content of a page, by name."""
    root = html.fragment_fromstring(content, create_parent="div")
    return {str(part.get("data-part")): receipt(part) for part in root.xpath(".//*[@data-part]")}


def receipt(element: HtmlElement) -> str:
    """The receipt of a part that is already parsed."""
    return sha256(visible_text(element).encode()).hexdigest()


def address_of(name: str) -> str:
    """The address of a page, by which receipts know it: soft-lookup/index.html is soft-lookup/."""
    return name.removesuffix("index.html")


def write(site: Path, pages: Mapping[str, Receipts]) -> None:
    """Write what the checks saw; only they may call this."""
    known = {address: asdict(pages[address]) for address in sorted(pages)}
    text = json.dumps({"pages": known}, ensure_ascii=False, indent=1)
    (site / FILE).write_text(text + "\n", encoding="utf-8")


def read(site: Path) -> dict[str, Receipts]:
    """What the checks saw, by the address of the page; a ValueError says why it cannot be read."""
    path = site / FILE
    try:
        pages = json.loads(path.read_text(encoding="utf-8"))["pages"]
        return {address: _page(entry) for address, entry in pages.items()}
    except FileNotFoundError:
        raise ValueError(f"there is no {FILE}") from None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{FILE} cannot be read: {error!r}") from error


def _page(entry: dict[str, Any]) -> Receipts:
    numbers = [Number(n["name"], n["typed"], n["value"]) for n in entry["numbers"]]
    return Receipts(numbers, dict(entry["parts"]))
