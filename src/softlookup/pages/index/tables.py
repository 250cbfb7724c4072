"""Tables of the first page."""

from softlookup.examples import ANSWER, SCORES, VALUES, WEIGHTS, WORDS
from softlookup.write import number, table

MARKS = dict(zip(WORDS, "■●▲", strict=True))


def by_hand() -> str:
    """The three steps for every entry, and what they add up to."""
    rows = [
        [f"{MARKS[word]} {word}", f"{s:.0f}", number(w), f"{value:.0f}", number(w * value)]
        for word, s, w, value in zip(WORDS, SCORES, WEIGHTS, VALUES, strict=True)
    ]
    total = ["**tennis**", "", number(WEIGHTS.sum()), "", f"**{number(ANSWER)}**"]
    return table(["key", "score", "weight", "price", "weight × price"], [*rows, total])
