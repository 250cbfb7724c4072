"""What the checks wrote down while the site was built: every number compared, every part printed.

`receipts.json` lies beside the pages. The checks alone write it, and a mark on a page counts only when
it is in there:

    {"digest": "<of all the rest>",
     "pages": {"soft-lookup/": {
        "says": "<receipt of the whole text>",
        "numbers": [{"name": "soft_lookup.output", "typed": "8.056", "value": "8.0561130",
                     "file": "docs/soft-lookup.md", "line": 40, "computed_by": "<digest of the sources>"}],
        "parts": {"table soft_lookup.by_hand": {"says": "<receipt_of the part>", "file": …, "line": …,
                                                "computed_by": …}}}}}

Nothing in it depends on the machine, so two builds of the same sources have the same digest.
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
class Origin:
    """Where something stands that was computed, and a digest of all that can have computed it."""

    file: str = ""
    line: int | None = None  # none where a notebook printed it
    computed_by: str = ""


@dataclass(frozen=True)
class Number:
    """A number typed in prose that was compared with a computed one."""

    name: str
    typed: str
    value: str
    origin: Origin = field(default=Origin(), compare=False)  # a page does not say it


@dataclass
class Receipts:
    """What was compared and printed on one page."""

    numbers: list[Number] = field(default_factory=list)
    parts: dict[str, str] = field(default_factory=dict)  # name -> receipt
    origins: dict[str, Origin] = field(default_factory=dict, compare=False)  # of the parts
    says: str = field(default="", compare=False)  # the receipt of the whole page


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


def write(site: Path, pages: Mapping[str, Receipts], says: Mapping[str, str] | None = None) -> str:
    """Write what the checks saw and what the pages say, and give its digest; only they may call this."""
    said = says or {}
    known = {a: _entry(pages[a], said.get(a, pages[a].says)) for a in sorted(pages)}
    digest = digest_of(known)
    text = json.dumps({"digest": digest, "pages": known}, ensure_ascii=False, indent=1)
    (site / FILE).write_text(text + "\n", encoding="utf-8")
    return digest


def digest_of(pages: Mapping[str, Any]) -> str:
    """The digest of everything that was compared and printed, and of what every page says."""
    return sha256(json.dumps(pages, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def _entry(page: Receipts, says: str) -> dict[str, Any]:
    numbers = [
        {"name": n.name, "typed": n.typed, "value": n.value, **asdict(n.origin)}
        for n in page.numbers
    ]
    parts = {
        name: {"says": receipt, **asdict(page.origins.get(name, Origin()))}
        for name, receipt in page.parts.items()
    }
    return {"says": says, "numbers": numbers, "parts": parts}


def digest(site: Path) -> str:
    """The digest that a site gives of itself."""
    return str(json.loads((site / FILE).read_text(encoding="utf-8"))["digest"])


def read(site: Path) -> dict[str, Receipts]:
    """What the checks saw, by the address of the page; a ValueError says why it cannot be read."""
    path = site / FILE
    try:
        pages = json.loads(path.read_text(encoding="utf-8"))["pages"]
        return {address: of_entry(entry) for address, entry in pages.items()}
    except FileNotFoundError:
        raise ValueError(f"there is no {FILE}") from None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{FILE} cannot be read: {error!r}") from error


def of_entry(entry: dict[str, Any]) -> Receipts:
    """What is written down of one page."""
    numbers = [Number(n["name"], n["typed"], n["value"], _origin(n)) for n in entry["numbers"]]
    parts = {name: part["says"] for name, part in entry["parts"].items()}
    origins = {name: _origin(part) for name, part in entry["parts"].items()}
    return Receipts(numbers, parts, origins, entry["says"])


def _origin(entry: dict[str, Any]) -> Origin:
    return Origin(entry["file"], entry["line"], entry["computed_by"])
