"""Tables of the page on lookup as matrix multiplication."""

from typing import Any

import numpy as np

from softlookup.examples import VALUES, WORDS
from softlookup.pages.matrix_lookup.numbers import cut, random, raw, series
from softlookup.steps.exact_lookup import exact_lookup
from softlookup.steps.matrix_lookup import matrix_lookup
from softlookup.write import number, outcome, table

_KEYS = np.eye(len(WORDS))


def alike() -> str:
    """Where the products do what the dictionary does, and where not."""
    names = np.array(["ten", "five", "two"])
    cases: list[tuple[str, Any, Any, Any]] = [
        ("a stored word: ball", "ball", _KEYS[1], VALUES),
        ("tennis, which is not stored", "tennis", np.zeros(3), VALUES),
        ("racket and ball at once", ("racket", "ball"), _KEYS[0] + _KEYS[1], VALUES),
        ("tree, if its price were the word “two”", "tree", _KEYS[2], names),
    ]
    rows = []
    for case, word, row, values in cases:
        exact = f"“{values[2]}”" if values is names else outcome(exact_lookup, word, WORDS, values)
        rows.append([case, exact, outcome(matrix_lookup, row, _KEYS, values)])
    assert exact_lookup("tree", WORDS, names) == names[2]
    return table(["asked for", "dictionary", "products"], rows)


def real_words() -> str:
    """What each word’s own vector gets back, with several kinds of key."""
    kinds = {
        "one-hot keys": dict(zip(WORDS, matrix_lookup(_KEYS, _KEYS, VALUES), strict=True)),
        "word vectors": raw,
        "word vectors, cut to length 1": cut,
        "random vectors of length 1": random,
    }
    rows = [[kind, *[number(own[word]) for word in WORDS]] for kind, own in kinds.items()]
    return table(
        ["keys", *[f"{word} ({number(v, 0)})" for word, v in zip(WORDS, VALUES, strict=True)]], rows
    )


def powers() -> str:
    """The answer to tennis when the lookup is folded into one matrix of features, by their number."""
    rows = [
        [found.power, found.features, number(found.answer, 5), number(found.off, 5)]
        for found in series.values()
    ]
    return table(["highest power", "features", "answer", "off by"], rows, "rrrr")
