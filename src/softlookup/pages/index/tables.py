"""Tables of the first page."""

from softlookup.examples import VALUES, WEIGHTS, WORDS
from softlookup.pages.index.numbers import answer, products, scores, weights
from softlookup.write import named, number, table

MARKS = dict(zip(WORDS, "■●▲", strict=True))


def by_hand() -> str:
    """The three steps for every entry, and what they add up to."""
    rows = [
        [
            f"{MARKS[word]} {word}",
            named(f"index.scores[{word}]", number(scores[word], 0)),
            named(f"index.weights[{word}]", number(weights[word])),
            number(value, 0),
            named(f"index.products[{word}]", number(products[word])),
        ]
        for word, value in zip(WORDS, VALUES, strict=True)
    ]
    found = named("index.answer", number(answer))
    total = ["**tennis**", "", number(WEIGHTS.sum()), "", f"**{found}**"]
    return table(["key", "score", "weight", "price", "weight × price"], [*rows, total])
