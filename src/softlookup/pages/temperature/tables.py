"""Tables of the page on temperature."""

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WORDS
from softlookup.steps import temperature as _step
from softlookup.write import number, percent, table

COLD = 0.01  # as good as the limit for scores that differ by 1


def by_hand() -> str:
    """The lookup at temperature one half, with the sums that must come out."""
    scores, half = SCORES, 0.5
    grown, weights = np.exp(scores / half), _step.soften(scores, half)
    rows: list[list[str]] = [
        [f"**{word}**", number(s, 0), number(s / half, 0), number(g, 2), number(w), number(w * v)]
        for word, s, g, w, v in zip(WORDS, scores, grown, weights, VALUES, strict=True)
    ]
    total = ["sum", "", "", number(grown.sum(), 2), number(weights.sum()), number(weights @ VALUES)]
    return table(
        ["entry", "score", "score / T", "exp(score / T)", "weight", "weight × value"],
        [*rows, total],
    )


def ends() -> str:
    """Four queries at both ends of the knob, beside what a dictionary does."""
    asked = {
        "tennis (1, 1)": (TENNIS, "KeyError"),
        "ball’s key (2, 0)": (KEYS[1], number(VALUES[1], 0)),
        "the opposite (−1, −1)": (-TENNIS, "KeyError"),
        "nothing (0, 0)": (0 * TENNIS, "KeyError"),
    }
    rows = []
    for name, (query, found) in asked.items():
        scores = KEYS @ query
        answers = [number(_step.soften(scores, t) @ VALUES) for t in (COLD, 1, np.inf)]
        rows.append([name, ", ".join(number(s, 0) for s in scores), *answers, found])
    return table(["query", "scores", f"T = {COLD}", "T = 1", "T = ∞", "dictionary"], rows)


def real_words() -> str:
    """Tennis asks every other word: how many it reads, and the three it reads most."""
    others = [word for word in words.known() if word != "tennis"]
    scores = words.vectors(others) @ words.vector("tennis")
    rows = []
    for temperature in (0.5, 1, 2, 5, 10):
        weights = _step.soften(scores, temperature)
        best = np.argsort(-weights)[:3]
        most = ", ".join(f"{others[i]} {percent(weights[i])}" for i in best)
        rows.append([f"{temperature:g}", number(_step.entries_read(weights), 1), most])
    return table(["T", "entries read", "most of it from"], rows, align="rrl")
