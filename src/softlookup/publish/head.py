"""What the head of a page tells machines: services that show links, search engines, feed readers, phones."""

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from softlookup.ink import LIGHT, PAPER
from softlookup.publish.facts import AUTHORS, LICENCE, Facts
from softlookup.publish.page import Page

FEED = "changes.xml"
CARDS = "assets/cards"
TOUCH_ICON, ICON = "assets/touch-icon.png", "assets/icon.png"
# The paper of both schemes, as in site.css.
_PAPER = {"light": LIGHT[PAPER], "dark": "#14171c"}
_BLOCK = re.compile(r"<!--about-->.*?<!--/about-->", re.S)
TEXTS = "index.md"  # the Markdown of a page lies beside it


def with_head(content: str, block: str) -> str:
    """A page with this block in its head, instead of the one that an earlier walk put there."""
    marked = f"<!--about-->{block}<!--/about-->"
    if _BLOCK.search(content):
        return _BLOCK.sub(lambda _: marked, content, count=1)
    return content.replace("</head>", f"{marked}</head>", 1)


def block(page: Page, facts: Facts, site: str) -> str:
    """Everything about a page; what needs a full address is said when the site has one."""
    lines = [*_icons(page), *_graph(page, facts, site), *_others(page, site)]
    learning = json.dumps(learning_resource(page, facts, site), ensure_ascii=False)
    data = learning.replace("<", "\\u003c")
    return "\n".join([*lines, f'<script type="application/ld+json">{data}</script>'])


def _icons(page: Page) -> Iterator[str]:
    yield f'<link rel="icon" type="image/png" sizes="64x64" href="{page.up}{ICON}">'
    yield f'<link rel="apple-touch-icon" href="{page.up}{TOUCH_ICON}">'
    for scheme, paper in _PAPER.items():
        media = f"(prefers-color-scheme: {scheme})"
        yield f'<meta name="theme-color" media="{media}" content="{paper}">'


def _graph(page: Page, facts: Facts, site: str) -> Iterator[str]:
    """Open Graph, which every service reads that shows a link as a card."""
    about = {
        "og:type": "article",
        "og:site_name": facts.name,
        "og:title": page.title,
        "og:description": page.description,
    }
    if site:
        about["og:url"] = f"{site}{page.address}"
        about["og:image"] = f"{site}{CARDS}/{page.key}.png"
        about["og:image:width"], about["og:image:height"] = "1200", "630"
        about["og:image:alt"] = f"{page.title}, beside the map of answers"
    for name, said in about.items():
        yield f'<meta property="{name}" content="{escape(said)}">'
    if site:
        yield '<meta name="twitter:card" content="summary_large_image">'


def _others(page: Page, site: str) -> Iterator[str]:
    if site:
        yield f'<link rel="canonical" href="{escape(site + page.address)}">'
    yield f'<link rel="alternate" type="text/markdown" title="This page as Markdown" href="{TEXTS}">'
    feed = f'title="What changed" href="{page.up}{FEED}"'
    yield f'<link rel="alternate" type="application/atom+xml" {feed}>'


def learning_resource(page: Page, facts: Facts, site: str) -> dict[str, Any]:
    """The page in the words of schema.org."""
    author = {"@type": "Organization", "name": AUTHORS}
    whole: dict[str, Any] = {"@type": "WebSite", "name": facts.name}
    about: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "name": page.title,
        "headline": page.title,
        "abstract": page.answer,
        "description": page.description,
        "inLanguage": "en",
        "isAccessibleForFree": True,
        "license": LICENCE,
        "author": author,
        "publisher": author,
        "version": facts.version,
        "datePublished": facts.released,
        "dateModified": facts.released,
        "learningResourceType": "lesson" if page.section == "The main line" else "reference",
        "isPartOf": whole,
    }
    if site:
        whole["url"] = site
        about["url"] = f"{site}{page.address}"
        about["image"] = f"{site}{CARDS}/{page.key}.png"
    return about
