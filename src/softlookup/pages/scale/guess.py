"""The guess of the page on many machines: the size of the note."""

from softlookup.pages.scale.numbers import note_kilobytes, queries, width
from softlookup.practice.beliefs import Guess
from softlookup.practice.guesses import predict_first

BYTES, KILO, ENTRIES = 4, 1e3, 10**6


def guess() -> str:
    """A maximum, a total and a blend for each query, however many entries there are."""
    return predict_first(
        "scale.note",
        "",
        Guess(
            note_kilobytes,
            "for each query a best score, a total and a blend, however many entries there are.",
        ),
        [
            Guess(
                queries * width * BYTES / KILO,
                "that is the blends alone; without their totals nobody can weigh two of them.",
            ),
            Guess(
                queries * (width + 1) * BYTES / KILO,
                "that would do as well: finished answers, and best score and total folded into one number, their "
                "log-sum-exp; the note of this page keeps the two apart.",
            ),
            Guess(
                (width + 2) * BYTES / KILO, "that is the note of one query, and there are several."
            ),
            Guess(
                queries * ENTRIES * BYTES / KILO,
                "that sends a weight for each query and each entry.",
            ),
            Guess(2 * width * BYTES * ENTRIES / KILO, "that sends the whole dictionary."),
        ],
        decimals=1,
        label="Kilobytes",
        logarithmic=True,
    )
