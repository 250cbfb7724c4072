"""Real words: any of them asks, any of them answer, by dot product or cosine, at any temperature."""

from softlookup import lookup, words
from softlookup.explorables.frame import bar, element
from softlookup.interactive import data

ASKED = "tennis"
ANSWERING = ("golf", "racket", "ball", "tree")
TEMPERATURES = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20)


def real_words(says: str, asks: str = "", identity: str = "ask-real-words") -> str:
    """A query and four keys with their cosines and weights; awake, the reader types other words."""
    query = words.vector(ASKED)
    cosines = [lookup.cosine(query, words.vector(word)) for word in ANSWERING]
    weights = lookup.softmax(cosines)
    rows = "".join(
        f'<tr><th scope="row"><span class="field">{word}</span></th><td class="score">{cosine:.2f}</td>'
        f'<td class="share">{bar(weight)}</td></tr>'
        for word, cosine, weight in zip(ANSWERING, cosines, weights, strict=True)
    )
    table = (
        f'<p class="query"><span class="title">query</span> <span class="field">{ASKED}</span></p>'
        '<table class="read"><thead><tr><th scope="col">key</th>'
        '<th scope="col" class="measure">cosine</th><th scope="col">weight</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
    content = {
        "asked": ASKED,
        "answering": ANSWERING,
        "temperatures": TEMPERATURES,
        "words": words.known(),
        "least": words.least(),
    }
    return element("real-words", identity, says, table, data(content), asks=asks)
