"""The guess of the page on exact lookup: a miss has no degrees."""

from softlookup import lookup
from softlookup.examples import VALUES, WORDS
from softlookup.practice.beliefs import Choice
from softlookup.practice.guesses import choose_first

ASKED = ("Racket", "rackets", "xylophone")


def _misses(word: str) -> bool:
    try:
        lookup.exact_lookup(word, WORDS, VALUES.tolist())
    except KeyError:
        return True
    return False


def guess() -> str:
    """Three words that are not in the list, one of them nearly."""
    all_miss = all(_misses(word) for word in ASKED)
    says = (
        "differs in one letter, and a dictionary compares whole words: equal or not.",
        "holds the word that you want, and a dictionary never looks inside.",
        "has nothing to do with any key, and still is no farther away: all three are absent.",
    )
    choices = [
        Choice(word, told, not _misses(word)) for word, told in zip(ASKED, says, strict=True)
    ]
    none = Choice(
        "None of them",
        "is right: all three are a KeyError, and a KeyError has no degrees.",
        all_miss,
    )
    return choose_first("exact_lookup.nearest", [*choices, none])
