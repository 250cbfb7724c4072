"""What must name the place at which a site lies; the rest of it lies anywhere.

    python -m softlookup.publish.address site/ https://example.org/attention/

A build with SITE_URL does the same. A finished site can be given another address as often as one likes.
"""

import argparse
import re
import sys
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from softlookup.publish import head, page
from softlookup.publish.cite import with_citation
from softlookup.publish.facts import Facts, facts
from softlookup.publish.feed import feed
from softlookup.publish.llms import llms
from softlookup.verify import receipts
from softlookup.verify.links import NOT_FOUND, root_of
from softlookup.verify.loads import local
from softlookup.verify.pages import parse

ROOT = Path(__file__).parents[3]
SHOWN = 16  # signs of a digest that a reader compares
_FROM_THE_ROOT = r'(\b(?:href|src|action|data-base)=")'


def settle(
    site: Path, about: Facts, changelog: str, address: str, pages: list[page.Page] | None = None
) -> None:
    """Write the address into heads, lists, feed and the page for dead addresses; "" leaves it open."""
    address = checked(address)
    pages = page.read(site) if pages is None else pages
    digest = receipts.digest(site)[:SHOWN]
    for one in pages:
        content = with_citation(one, about, address, digest)
        content = head.with_head(content, head.block(one, about, address))
        (site / one.name).write_text(content, encoding="utf-8")
    description = pages[0].description if pages else ""
    written = {
        "llms.txt": llms(pages, about, description, address),
        "robots.txt": _robots(address),
        head.FEED: feed(changelog, about, address) if changelog else "",
        "sitemap.xml": _sitemap(pages, about, address),
    }
    for name, text in written.items():
        _write(site / name, text)
    (site / "sitemap.xml.gz").unlink(missing_ok=True)  # hosts compress what they serve
    _move_not_found(site, urlsplit(address).path or "/")


def checked(address: str) -> str:
    """An address as it is put before others: with a scheme, a host, and a slash at the end."""
    parts = urlsplit(address)
    if address and not (parts.scheme in ("http", "https") and parts.netloc):
        raise ValueError(f"{address!r} is no address of a site: write https://example.org/folder/")
    if parts.query or parts.fragment:
        raise ValueError(f"{address!r} has a query or a fragment: a site lies in a folder")
    return address if not address or address.endswith("/") else f"{address}/"


def _write(path: Path, text: str) -> None:
    if text:
        path.write_text(text, encoding="utf-8")
    else:
        path.unlink(missing_ok=True)


def _robots(address: str) -> str:
    lines = ["User-agent: *", "Allow: /"]
    return "\n".join([*lines, *([f"Sitemap: {address}sitemap.xml"] if address else []), ""])


def _sitemap(pages: list[page.Page], about: Facts, address: str) -> str:
    """Every page with the date of the release; without an address there is nothing to map."""
    if not address:
        return ""
    entries = [
        f"<url><loc>{escape(address + one.address)}</loc><lastmod>{about.released}</lastmod></url>"
        for one in pages
    ]
    opening = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', opening, *entries, "</urlset>", ""])


def _move_not_found(site: Path, root: str) -> None:
    """The page for dead addresses is shown at any depth, so its links begin at the root of the server."""
    path = site / NOT_FOUND
    if not path.exists():
        return
    content = path.read_text(encoding="utf-8")
    files = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    before = root_of(local(parse(NOT_FOUND, content.encode())), files)
    moved = re.sub(rf"{_FROM_THE_ROOT}{re.escape(before)}(?!/)", rf"\g<1>{root}", content)
    path.write_text(moved, encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    options = argparse.ArgumentParser(
        prog="python -m softlookup.publish.address",
        description="Tell a finished site where it will lie.",
    )
    options.add_argument("site", type=Path, help="the folder of the finished site")
    options.add_argument("address", help="such as https://example.org/attention/")
    given = options.parse_args(arguments)
    changelog = (ROOT / "snippets" / "CHANGELOG.md").read_text(encoding="utf-8")
    try:
        settle(given.site, facts(ROOT / "CITATION.cff"), changelog, given.address)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
