"""A report as HTML: the same on the page that was built and in the browser, where it is made anew."""

import re
from html import escape
from typing import Any

from softlookup.doctor.report import Report, shown

SAYS = {
    "right": "Nothing wrong found",
    "edge": "Wrong at the edges",
    "wrong": "Wrong",
    "stopped": "No answer",
}
_TITLES = {  # of the pages that explain a mistake
    "fingerprints": "bug fingerprints",
    "softmax": "softmax",
    "heads": "heads",
    "masks": "masks",
    "scaling": "why divide by √d",
    "similarity": "similarity",
    "soft-lookup": "soft lookup, start to finish",
    "many-queries": "a text reads itself",
    "streaming": "streaming and the KV cache",
    "temperature": "temperature",
    "projections": "where Q, K and V come from",
    "exact-lookup": "a dictionary, and the miss",
}


def verdict(report: Report, base: str = "../") -> str:
    """The report as one block. `base` leads from the page that shows it to the root of the site."""
    parts = [
        f'<p class="headline"><span class="stamp">{SAYS[report.verdict]}</span> '
        f"{_words(report.headline)}</p>",
        _finding(report, base),
        _breach(report),
        _rest(report),
    ]
    return f'<div class="verdict" data-verdict="{report.verdict}">{"".join(parts)}</div>'


def _finding(report: Report, base: str) -> str:
    found = report.finding
    if found is None:
        return ""
    page, _, _ = found.page.partition("/")
    sure = found.evidence[0].upper() + found.evidence[1:]
    return (
        f'<p class="cure"><b>Cure.</b> {_words(found.cure[0].upper() + found.cure[1:])}. '
        f'Why: <a href="{escape(base + found.page)}">{_TITLES[page]}</a>.</p>'
        f'<p class="evidence"><b>How sure?</b> {_words(sure)}.</p>'
    )


def _breach(report: Report) -> str:
    breach = report.breach
    if breach is None:
        return ""
    law = f'<p class="law"><b>The law it breaks:</b> <em>{_words(breach.law)}</em>.</p>'
    line = f"<pre><code>{escape(breach.line)}</code></pre>" if breach.line else ""
    given = "".join(_array(name, x) for name, x in breach.given.items())
    both = _array("expected", breach.expected) + _array("got", breach.got)
    smallest = f'<div class="arrays given">{given}</div>' if given else ""
    return f'{law}{line}{smallest}<div class="arrays answers">{both}</div>'


def _rest(report: Report) -> str:
    """What else was tried and what was not; open, where that is all there is to say."""
    told = report.breach.law if report.breach else ""
    lists = [
        _list("It also breaks", [law for law in report.broken if law != told]),
        _list(f"It keeps, {report.kept_where}", report.kept),
        _list("It was called with", report.read_as),
        _list("Good to know", report.notes),
        _list("Not tried", report.not_tried),
    ]
    is_open = " open" if report.right else ""
    title = "What was tried, and what was not"
    return f'<details class="rest"{is_open}><summary>{title}</summary>{"".join(lists)}</details>'


def _array(name: str, x: Any) -> str:
    return f'<figure class="{name}"><figcaption>{name}</figcaption><pre>{escape(shown(x))}</pre></figure>'


def _list(title: str, items: list[str]) -> str:
    if not items:
        return ""
    listed = "".join(f"<li>{_words(item)}</li>" for item in items)
    return f"<p>{title}</p><ul>{listed}</ul>"


def _words(text: str) -> str:
    """Words as HTML, with what stands between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
