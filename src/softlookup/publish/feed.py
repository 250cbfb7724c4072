"""What each version changed, as Atom; the dates are those of the changelog, not of the build."""

import re
from html import escape
from uuid import NAMESPACE_OID, uuid5

from softlookup.publish.facts import AUTHORS, Facts

_RELEASE = re.compile(r"^## (\S+), (\d{4}-\d\d-\d\d)$", re.M)
_MARKUP = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*([^*]+)\*"), r"<em>\1</em>"),
)
_PAGE = "snippets/#changes"


def releases(changelog: str) -> list[tuple[str, str, str]]:
    """Version, date and text of each part of a changelog, the newest first."""
    _, *parts = _RELEASE.split(changelog)
    return list(zip(parts[0::3], parts[1::3], parts[2::3], strict=True))


def feed(changelog: str, facts: Facts, site: str) -> str:
    """The feed; links are full addresses when the site has one, else they start where the feed lies."""
    known = releases(changelog)
    if not known:
        raise ValueError("the changelog has no heading such as '## 2.0.0, 2026-11-17'")
    newest = max(date for _, date, _ in known)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<title>{escape(facts.name)}: what changed</title>",
        f"<id>{_identity(facts.name)}</id>",
        f"<updated>{newest}T00:00:00Z</updated>",
        f"<author><name>{escape(AUTHORS)}</name></author>",
        *([f'<link rel="self" href="{escape(site)}changes.xml"/>'] if site else []),
        f'<link href="{escape(site) or "."}"/>',
        *(_entry(version, date, body, facts, site) for version, date, body in known),
        "</feed>",
    ]
    return "\n".join(lines) + "\n"


def _entry(version: str, date: str, body: str, facts: Facts, site: str) -> str:
    lines = [
        f"<title>Version {escape(version)}</title>",
        f"<id>{_identity(f'{facts.name} {version}')}</id>",
        f"<updated>{date}T00:00:00Z</updated>",
        f'<link href="{escape(site)}{_PAGE}"/>',
        f'<content type="html">{escape(_list(body), quote=False)}</content>',
    ]
    return "\n".join(["<entry>", *lines, "</entry>"])


def _list(body: str) -> str:
    """The points of a version as HTML."""
    points = [" ".join(point.split()) for point in re.split(r"^- ", body, flags=re.M)[1:]]
    items = []
    for point in points:
        said = escape(point, quote=False)
        for pattern, markup in _MARKUP:
            said = pattern.sub(markup, said)
        items.append(f"<li>{said}</li>")
    return f"<ul>{''.join(items)}</ul>"


def _identity(name: str) -> str:
    """The same name always, wherever the site lies."""
    return f"urn:uuid:{uuid5(NAMESPACE_OID, name)}"
