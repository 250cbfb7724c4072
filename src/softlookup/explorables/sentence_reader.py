"""The sentence: let any of its words ask, and see what it reads, raw and projected."""

import html

from softlookup import sentence
from softlookup.explorables.frame import bar, element
from softlookup.interactive import data
from softlookup.write import percent

_DECIMALS = 6  # of a weight that is sent to be shown as a whole percentage


def sentence_reader(says: str, asks: str = "", identity: str = "what-it-reads") -> str:
    """A row for each word, and what the word that asks reads of it: as it is, and through learned matrices."""
    raw, learned = sentence.raw(), sentence.projected()
    rows = "".join(
        f'<tr{_asking(place)}><th scope="row"><span class="word">{html.escape(word)}</span></th>'
        f'<td class="share raw">{_share(raw[sentence.IT, place])}</td>'
        f'<td class="share learned">{_share(learned[sentence.IT, place])}</td></tr>'
        for place, word in enumerate(sentence.WORDS)
    )
    table = (
        '<table class="read"><thead><tr><td><span class="unseen">word</span></td>'
        '<th scope="col">vectors as they are</th><th scope="col">through learned matrices</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
    content = {
        "words": sentence.WORDS,
        "asks": sentence.IT,
        "raw": raw.round(_DECIMALS).tolist(),
        "learned": learned.round(_DECIMALS).tolist(),
    }
    return element("sentence-reader", identity, says, table, data(content), asks=asks, states=True)


def _asking(place: int) -> str:
    return ' class="asking"' if place == sentence.IT else ""


def _share(weight: float) -> str:
    return bar(weight, percent(weight, 0))
