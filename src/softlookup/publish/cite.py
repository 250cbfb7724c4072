"""What the foot of a page says about the page itself: how to cite it, and its other forms."""

import re
from html import escape

from softlookup.publish.facts import AUTHORS, Facts
from softlookup.publish.head import FEED, TEXTS
from softlookup.publish.page import Page

_SLOT = re.compile(r"<!--cite-->.*?<!--/cite-->", re.S)


def with_citation(page: Page, facts: Facts, site: str, digest: str) -> str:
    """The page with its citation where the footer leaves room for it."""
    filled = f"<!--cite-->{_citation(page, facts, site)}{_forms(page, digest)}<!--/cite-->"
    return _SLOT.sub(lambda _: filled, page.content, count=1)


def _citation(page: Page, facts: Facts, site: str) -> str:
    place = f"{site}{page.address}"
    where = f' <a href="{escape(place)}">{escape(place)}</a>' if site else ""
    sentence = (
        f"{AUTHORS} ({facts.year}). “{escape(page.title, quote=False)}”, in <cite>{facts.name}</cite>, "
        f"version {facts.version}.{where}"
    )
    return (
        '<details class="cite"><summary>Cite this page</summary>'
        f'<p>{sentence}</p><pre tabindex="0">{escape(bibtex(page, facts, site), quote=False)}</pre></details>'
    )


def bibtex(page: Page, facts: Facts, site: str) -> str:
    """The entry for a bibliography."""
    fields = {
        "author": f"{{{AUTHORS}}}",
        "title": _tex(page.title),
        "howpublished": _tex(facts.title),
        "year": facts.year,
        "note": f"Version {facts.version}",
        **({"url": f"{site}{page.address}"} if site else {}),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@misc{{softlookup-{page.key},", *lines, "}"])


def _tex(text: str) -> str:
    """A title as BibTeX keeps it: the names with capitals inside are not lowered."""
    return re.sub(r"\b(\w*[A-Z]\w*[A-Z]\w*|[QKV])\b", r"{\1}", text).replace("√", r"$\surd$")


def _forms(page: Page, digest: str) -> str:
    links = (
        ("This page as Markdown", TEXTS),
        ("What changed", f"{page.up}{FEED}"),
        ("Receipts of all numbers", f"{page.up}receipts.json"),
    )
    listed = " · ".join(f'<a href="{address}">{words}</a>' for words, address in links)
    return f'<p class="made">{listed} · digest <code>{digest}</code></p>'
