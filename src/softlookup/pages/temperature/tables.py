"""Tables of the page on temperature."""

import numpy as np

from softlookup.examples import KEYS, SCORES, VALUES, WORDS
from softlookup.pages.temperature import numbers
from softlookup.steps.temperature import soften
from softlookup.write import number, outcome, percent, table


def by_hand() -> str:
    """The lookup at temperature one half, with the sums that must come out."""
    divided = SCORES / numbers.HALF
    exponentials, weights = np.exp(divided), numbers.weights_at["half"]
    rows: list[list[str]] = [
        [f"**{word}**", number(s, 0), number(d, 0), number(e, 2), number(w), number(w * v)]
        for word, s, d, e, w, v in zip(
            WORDS, SCORES, divided, exponentials, weights, VALUES, strict=True
        )
    ]
    sums = (number(exponentials.sum(), 2), number(weights.sum()), number(numbers.output["half"]))
    return table(
        ["entry", "score", "score / T", "exp(score / T)", "weight", "weight × value"],
        [*rows, ["sum", "", "", *sums]],
    )


def ends() -> str:
    """Four queries at both ends of the knob, beside what a dictionary does."""
    stored = {tuple(key): value for key, value in zip(KEYS, VALUES, strict=True)}
    rows = []
    for name, query in numbers.ASKED.items():
        scores = KEYS @ query
        answers = [number(soften(scores, t) @ VALUES) for t in (numbers.COLD, 1, np.inf)]
        found = outcome(stored.__getitem__, tuple(query))
        rows.append([name, ", ".join(number(s, 0) for s in scores), *answers, found])
    return table(["query", "scores", f"T = {numbers.COLD}", "T = 1", "T = ∞", "dictionary"], rows)


def real_words() -> str:
    """Tennis asks every other word: how many it reads, and the three it reads most."""
    rows = []
    for temperature, weights in numbers.real_weights.items():
        best = np.argsort(-weights)[:3]
        most = ", ".join(f"{numbers.OTHERS[i]} {percent(weights[i])}" for i in best)
        rows.append([f"{temperature:g}", number(numbers.real_entries[temperature], 1), most])
    return table(["T", "entries read", "most of it from"], rows, align="rrl")
