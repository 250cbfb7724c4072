"""Softmax: scores to shift and to stretch."""

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, WORDS
from softlookup.explorables.frame import bar, element
from softlookup.interactive import data, short

ADDED = [-1000, -750, -100, -10, -1, 0, 1, 10, 100, 700, 710, 1000]
FACTORS = [0, 0.25, 0.5, 1, 2, 3, 5, 10, 100, 300]


def softmax_bars(says: str, asks: str = "", identity: str = "softmax-by-hand") -> str:
    """Scores, their softmax, and what the form written in books gives."""
    scores = (KEYS @ TENNIS).tolist()
    weights = lookup.softmax(scores)
    naive = np.exp(scores) / np.exp(scores).sum()
    rows = "".join(
        f'<tr><th scope="row">{word}</th><td class="score">{short(score)}</td>'
        f'<td class="share">{bar(weight)}</td><td class="naive">{plain:.3f}</td></tr>'
        for word, score, weight, plain in zip(WORDS, scores, weights, naive, strict=True)
    )
    table = (
        '<table class="read"><thead><tr><th scope="col">word</th><th scope="col">score</th>'
        '<th scope="col">softmax</th><th scope="col">without the shift</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
    content = {"words": WORDS, "scores": scores, "added": ADDED, "factors": FACTORS}
    return element("softmax-bars", identity, says, table, data(content), asks=asks)
