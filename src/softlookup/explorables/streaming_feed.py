"""Streaming: entries that are fed one by one."""

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.explorables.frame import element
from softlookup.interactive import data, short


def streaming_feed(says: str, asks: str = "", identity: str = "entries-arrive") -> str:
    """The entries as cards that are fed one by one, and what is kept of them; printed: all fed in order."""
    part = lookup.Partial(-np.inf, 0.0, np.zeros(()))
    rows = []
    for word, key, value in zip(WORDS, KEYS, VALUES, strict=True):
        part = lookup.merge(part, lookup.read_part(TENNIS, key[None], np.array([value])))
        rows.append(
            f'<tr><th scope="row">{word}</th><td>{short(lookup.dot(TENNIS, key))}</td>'
            f"<td>{short(value)}</td><td>{short(part.maximum)}</td><td>{part.total:.3f}</td>"
            f'<td>{float(part.weighted):.3f}</td><td class="out">{float(lookup.finish(part)):.3f}</td></tr>'
        )
    titles = ("fed", "score", "value", "largest score", "sum", "weighted sum", "answer so far")
    head = "".join(f'<th scope="col">{title}</th>' for title in titles)
    table = (
        f'<div class="scroll" tabindex="0" role="region" aria-labelledby="{identity}-says">'
        f'<table class="read"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    content = {
        "query": TENNIS.tolist(),
        "entries": [
            {"word": word, "key": key.tolist(), "value": float(value)}
            for word, key, value in zip(WORDS, KEYS, VALUES, strict=True)
        ],
    }
    return element("streaming-feed", identity, says, table, data(content), asks=asks)
