"""The list of all pages for readers that are programs, as the convention llms.txt asks for it."""

from collections.abc import Sequence
from itertools import groupby

from softlookup.publish.facts import Facts
from softlookup.publish.head import TEXTS
from softlookup.publish.page import Page


def llms(pages: Sequence[Page], facts: Facts, description: str, site: str) -> str:
    """Name, gist, and every page as a link to its Markdown with the sentence about it."""
    lines = [
        f"# {facts.name}",
        f"> {description}",
        "Each page is listed as Markdown, with all numbers, tables, outputs and captions that the build computed. "
        f"Text is CC BY 4.0, snippets are 0BSD. Version {facts.version}, {facts.released}. "
        f"What was compared with what: [receipts.json]({site}receipts.json).",
    ]
    for section, members in groupby(pages, lambda page: page.section):
        lines.append(f"## {section or 'Start'}")
        lines.append("\n".join(_line(page, site) for page in members))
    return "\n\n".join(lines) + "\n"


def _line(page: Page, site: str) -> str:
    return f"- [{page.title}]({site}{page.address}{TEXTS}): {page.description}"
