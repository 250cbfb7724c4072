"""Tables of the page on temperature."""

import numpy as np

from softlookup.examples import KEYS, VALUES, WORDS
from softlookup.pages.temperature import numbers
from softlookup.steps.temperature import soften
from softlookup.write import named, number, outcome, percent, table


def by_hand() -> str:
    """The lookup at temperature one half, with the sums that must come out."""
    columns = {"scores": 0, "divided": 0, "raised": 2, "at_half": 3, "products": 3}  # decimals
    rows: list[list[str]] = [
        [
            f"**{word}**",
            *(
                named(f"temperature.{name}[{word}]", number(getattr(numbers, name)[word], digits))
                for name, digits in columns.items()
            ),
        ]
        for word in WORDS
    ]
    sums = (
        named("temperature.raised_sum", number(numbers.raised_sum, 2)),
        number(numbers.weights_at["half"].sum()),
        named("temperature.output[half]", number(numbers.output["half"])),
    )
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
