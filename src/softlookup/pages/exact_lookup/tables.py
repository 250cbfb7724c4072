"""Tables of the page on exact lookup."""

from typing import Any

from softlookup.examples import VALUES, WORDS
from softlookup.pages.exact_lookup.hashing import HASHED, fresh_hashes
from softlookup.pages.exact_lookup.numbers import best, compared, soft
from softlookup.pages.exact_lookup.searching import search
from softlookup.steps.exact_lookup import exact_lookup
from softlookup.write import number, outcome, table


def ways() -> str:
    """What four lookups say to two keys and to a word that is no key."""
    asked = list(soft)
    rows = [
        ["**dictionary**", *[outcome(exact_lookup, word, WORDS, VALUES) for word in asked]],
        ["**search through a list**", *[outcome(search, word, WORDS, VALUES) for word in asked]],
        ["**best match**", *[number(best[word], 0) for word in asked]],
        ["**soft lookup**", *[number(soft[word]) for word in asked]],
    ]
    return table(["lookup", *asked], rows)


def differences() -> str:
    """Where a search through a list and a dictionary part."""
    lists: list[Any] = [["racket"], ["ball"]]
    cases: list[tuple[str, Any, list[Any], list[float]]] = [
        ("the key is stored twice, with 1, then 2", "ball", ["ball", "ball"], [1.0, 2.0]),
        ("no key is equal", "tennis", list(WORDS), list(VALUES)),
        ("the keys are lists", ["ball"], lists, [10.0, 5.0]),
    ]
    rows = [
        [
            case,
            outcome(search, query, keys, values),
            outcome(exact_lookup, query, keys, values),
        ]
        for case, query, keys, values in cases
    ]
    return table(["when", "search", "dictionary"], rows)


def cost() -> str:
    """How many keys are looked at, counted by keys that count."""
    rows = [
        [f"{size} entries", number(found.by_search, 1), number(found.by_dictionary, 1), size]
        for size, found in compared.items()
    ]
    return table(["", "search", "dictionary", "soft lookup"], rows)


def hashes() -> str:
    """The hash of a few keys in two fresh processes."""
    first, second = fresh_hashes(1), fresh_hashes(2)
    rows = [[f"`{key}`", str(first[key]), str(second[key])] for key in HASHED[:-1]]
    return table(["key", "hash in one process", "hash in another"], rows)
