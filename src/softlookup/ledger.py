"""The ledger as a page: one section for each source, folded by verdict, each check a click away."""

import html
from collections import Counter

from softlookup import claims
from softlookup.concepts import CONCEPTS, ELSEWHERE, Concept
from softlookup.write import table

# What a reader looks for comes first; what stands comes last.
ORDER = (
    "wrong",
    "does not run",
    "not reproducible",
    "slip of form",
    "ambiguous",
    "the sources differ",
    "holds with a condition",
    "no check possible",
    "holds",
)
# What our own sentence does to a statement of each verdict.
LABELS = {
    "holds": "To add",
    "holds with a condition": "Condition",
    "slip of form": "Repair",
    "the sources differ": "Here",
    "no check possible": "To add",
}


def summary() -> str:
    """How many statements got which verdict, and what it means."""
    counts = Counter(entry.verdict for entry in claims.ledger())
    rows = [[f"**{verdict}**", claims.VERDICTS[verdict], counts[verdict]] for verdict in ORDER]
    return table(["verdict", "meaning", "statements"], rows, align="llr")


def section(source: str) -> str:
    """The statements of a source, one fold for each verdict."""
    here = [entry for entry in claims.ledger() if entry.source == source]
    return "\n\n".join(
        _fold(source, verdict, [entry for entry in here if entry.verdict == verdict])
        for verdict in ORDER
        if any(entry.verdict == verdict for entry in here)
    )


def _fold(source: str, verdict: str, entries: list[claims.Claim]) -> str:
    name = f"{source}-{verdict}".lower().replace(" ", "-")
    title = f"{verdict} <small>{len(entries)}</small>"
    state = " open" if verdict == "wrong" else ""
    head = f'<details class="verdict" id="{name}"{state} markdown="1"><summary>{title}</summary>'
    return "\n\n".join([head, *[_entry(entry) for entry in entries], "</details>"])


def _entry(entry: claims.Claim) -> str:
    anchor = entry.key.lower()
    label = LABELS.get(entry.verdict, "Instead")
    found = "Evidence" if entry.check else "No check is possible"
    parts = [
        f'<div class="claim" id="{anchor}" markdown="1">',
        f"[**{entry.key}**](#{anchor}) {entry.says.rstrip('.')}. *({entry.where})*",
        *([f"**{label}:** {entry.correction}"] if entry.correction else []),
        f"**{found}:** {entry.evidence}",
        *([_code(entry)] if entry.check else []),
        *([] if entry.about == "form" else [_see(entry)]),  # no page of ours treats their markup
        "</div>",
    ]
    return "\n\n".join(parts)


def _see(entry: claims.Claim) -> str:
    place = _place(entry)
    return f"See [{place.title}]({place.page}.md#{place.anchor})."


def _place(entry: claims.Claim) -> Concept:
    """Where an entry is treated: with its concept, but for a few that another page has."""
    return ELSEWHERE.get(entry.key, CONCEPTS[entry.concept])


def _code(entry: claims.Claim) -> str:
    code = html.escape(entry.code)
    return f"<details><summary>The check</summary><pre><code>{code}</code></pre></details>"


def independent() -> str:
    """The checks that call none of our functions, by what they are about."""
    entries = [entry for entry in claims.ledger() if entry.about]
    lines = []
    for about, meaning in claims.ABOUT.items():
        keys = [entry.key for entry in entries if entry.about == about]
        linked = ", ".join(f"[{key}](#{key.lower()})" for key in keys)
        lines.append(f"- {meaning}: {linked}.")
    return "\n".join(lines)


def settled_line(page: str) -> str:
    """One quiet line under a lesson: how many statements of the sources belong to it."""
    here = [entry for entry in claims.ledger() if _place(entry).page == page]
    if not here:
        raise ValueError(f"no claim of the ledger belongs to {page!r}; see concepts.py")
    what = (
        "statement of the sources belongs" if len(here) == 1 else "statements of the sources belong"
    )
    return f"*{len(here)} {what} to this page: see the [errata](errata.md).*"
