"""The ledger as HTML: one list, filtered by source and by verdict without a script."""

from softlookup import choice, claims, concepts


def listing() -> str:
    """Every claim of the ledger, with the controls that filter it."""
    entries = claims.ledger()
    verdicts = {verdict: verdict for verdict in claims.VERDICTS}
    parts = [
        '<div class="ledger" markdown="1">',
        choice.styles(".ledger", ".claim", {"source": claims.SOURCES, "verdict": verdicts}),
        choice.buttons("source", claims.SOURCES, [entry.source for entry in entries]),
        choice.buttons("verdict", verdicts, [entry.verdict for entry in entries]),
        *[_entry(entry) for entry in entries],
        "</div>",
    ]
    return "\n\n".join(parts)


def _entry(entry: claims.Claim) -> str:
    home = concepts.CONCEPTS[entry.concept]
    label = "Evidence" if entry.check else "No check is possible"
    parts = [
        f'<div class="claim" id="{entry.key.lower()}" data-source="{choice.slug(entry.source)}" '
        f'data-verdict="{choice.slug(entry.verdict)}" markdown="1">',
        f"**{entry.key}** · *{entry.verdict}* · {entry.where}",
        f"{entry.says.rstrip('.')}.",
        *([f"**Instead:** {entry.correction}"] if entry.correction else []),
        f"**{label}:** {entry.evidence}",
        f"Settled in [{home.title}]({home.page}.md#{home.anchor}).",
        "</div>",
    ]
    return "\n\n".join(parts)
