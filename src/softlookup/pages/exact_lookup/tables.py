"""Tables of the page on exact lookup."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.steps.exact_lookup import exact_lookup
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.write import number, outcome, table

_ERRORS = (KeyError, ValueError, TypeError)
_PLACES = {**dict(zip(WORDS, KEYS, strict=True)), "tennis": TENNIS}


class Counted:
    """A key that counts how often it is compared."""

    compared = 0

    def __init__(self, name: int) -> None:
        self.name = name

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return isinstance(other, Counted) and self.name == other.name


def search(query: Any, keys: Sequence[Any], values: Sequence[Any]) -> Any:
    """The value at the first key that equals the query, found by looking at one key after another."""
    return values[keys.index(query)]


HASHED = (
    "10",
    f"{8.0}",
    "True",
    "-1",
    "-2",
    "10 + sys.hash_info.modulus",
    "'racket'",
    "('racket', 10)",
)


@cache
def fresh_hashes(salt: int) -> dict[str, int]:
    """The hashes of HASHED in a fresh process with that salt."""
    command = f"import sys; print(*[hash(key) for key in ({', '.join(HASHED)})])"
    printed = subprocess.check_output(
        [sys.executable, "-S", "-c", command],
        env={**os.environ, "PYTHONHASHSEED": str(salt)},
        text=True,
    )
    return dict(zip(HASHED, map(int, printed.split()), strict=True))


def by_hand() -> str:
    """Which entries count, for a query that is a key and for one that is none."""
    queries = ["ball", "tennis"]
    equal = {query: [int(query == word) for word in WORDS] for query in queries}
    rows: list[list[str]] = [
        [f"**{word}**", number(value, 0), *[str(equal[query][j]) for query in queries]]
        for j, (word, value) in enumerate(zip(WORDS, VALUES, strict=True))
    ]
    totals = [number(sum(equal[q] * VALUES), 0) for q in queries]
    answers = [outcome(exact_lookup, q, WORDS, VALUES) for q in queries]
    return table(
        ["entry", "value", *[f"equals {query}?" for query in queries]],
        [*rows, ["sum of weight × value", "", *totals], ["**the dictionary says**", "", *answers]],
    )


def ways() -> str:
    """What four lookups say to two keys and to a word that is no key."""

    def best_match(place: Any) -> float:
        return float(VALUES[(KEYS @ place).argmax()])

    asked = ["racket", "ball", "tennis"]
    kinds: dict[str, Callable[[str], Any]] = {
        "dictionary": lambda word: exact_lookup(word, WORDS, VALUES),
        "search through a list": lambda word: search(word, WORDS, list(VALUES)),
        "best match only": lambda word: best_match(_PLACES[word]),
        "soft lookup": lambda word: soft_lookup(_PLACES[word], KEYS, VALUES),
    }
    rows = [
        [f"**{kind}**", *[outcome(answer, word) for word in asked]]
        for kind, answer in kinds.items()
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


def comparisons(size: int) -> tuple[float, float]:
    """Comparisons a lookup of each key needs on average: by search, and by dictionary."""
    keys = [Counted(name) for name in range(size)]
    dictionary = {key: key.name for key in keys}
    Counted.compared = 0
    assert [search(Counted(name), keys, range(size)) for name in range(size)] == list(range(size))
    searched, Counted.compared = Counted.compared, 0
    assert [dictionary[Counted(name)] for name in range(size)] == list(range(size))
    return searched / size, Counted.compared / size


def cost() -> str:
    """How many keys are looked at, counted by keys that count."""
    rows = []
    for size in (3, 30, 300):
        by_search, by_dictionary = comparisons(size)
        cells = [number(by_search, 1), number(by_dictionary, 1), str(size)]
        rows.append([f"{size} entries", *cells])
    return table(["", "search", "dictionary", "soft lookup"], rows)


def hashes() -> str:
    """The hash of a few keys in two fresh processes."""
    first, second = fresh_hashes(1), fresh_hashes(2)
    rows = [[f"`{key}`", str(first[key]), str(second[key])] for key in HASHED[:-1]]
    return table(["key", "hash in one process", "hash in another"], rows)
