"""The ledger as HTML: one list, filtered by source and by verdict without a script."""

import html

from softlookup import claims, concepts


def listing() -> str:
    """Every claim of the ledger, with the controls that filter it."""
    entries = claims.ledger()
    verdicts = {verdict: verdict for verdict in claims.VERDICTS}
    parts = [
        '<div class="ledger" markdown="1">',
        _choice("source", claims.SOURCES, [c.source for c in entries]),
        _choice("verdict", verdicts, [c.verdict for c in entries]),
        *[_entry(c) for c in entries],
        "</div>",
    ]
    return "\n\n".join(parts)


def _slug(text: str) -> str:
    return text.lower().replace(" ", "-")


def _choice(name: str, labels: dict[str, str], found: list[str]) -> str:
    buttons = [_button(name, "all", "all", len(found), checked=True)]
    buttons += [_button(name, _slug(key), label, found.count(key)) for key, label in labels.items()]
    return f'<fieldset class="choice"><legend>{name}</legend>{"".join(buttons)}</fieldset>'


def _button(name: str, slug: str, label: str, count: int, *, checked: bool = False) -> str:
    state = " checked" if checked else ""
    return (
        f'<label><input type="radio" name="{name}" id="{name}-{slug}"{state}> '
        f"{html.escape(label)} <small>{count}</small></label> "
    )


def _entry(entry: claims.Claim) -> str:
    home = concepts.CONCEPTS[entry.concept]
    lines = [
        f'<div class="claim" id="{entry.key.lower()}" data-source="{_slug(entry.source)}" '
        f'data-verdict="{_slug(entry.verdict)}" markdown="1">',
        "",
        f"**{entry.key}** · *{entry.verdict}* · {entry.where}",
        "",
        f"{entry.says.rstrip('.')}.",
        "",
    ]
    if entry.correction:
        lines += [f"**Instead:** {entry.correction}", ""]
    label = "Evidence" if entry.check else "No check is possible"
    lines += [
        f"**{label}:** {entry.evidence}",
        "",
        f"Settled in [{home.title}]({home.page}.md#{home.anchor}).",
        "",
        "</div>",
    ]
    return "\n".join(lines)


def styles() -> str:
    """The rules that hide what is not chosen, one for each button."""
    rules = []
    for name, slugs in (
        ("source", [_slug(key) for key in claims.SOURCES]),
        ("verdict", [_slug(key) for key in claims.VERDICTS]),
    ):
        for slug in slugs:
            hidden = f'.claim:not([data-{name}="{slug}"])'
            rules.append(f".ledger:has(#{name}-{slug}:checked) {hidden} {{ display: none; }}")
    return "<style>\n" + "\n".join(rules) + "\n</style>"
