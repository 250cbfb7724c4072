"""Tables of the page on limits."""

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, TENNIS, VALUES, WEIGHTS, WORDS
from softlookup.pages.limits.numbers import OTHER_VALUES, cases, effects, with_empty
from softlookup.steps.soft_dict import SoftDict
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent, table


def who() -> str:
    """What a dictionary, the best match and a soft lookup say in each situation."""
    rows = []
    for case in cases():
        found = case.dictionary()
        exact = "`KeyError`" if found is None else number(found, 0)
        rows.append([case.title, exact, number(case.best_match(), 0), number(case.soft())])
    return table(["when", "dict", "best", "soft"], rows)


def misses() -> str:
    """Four queries, three ways to treat them, and the weight that is given out beside an extra 1."""
    asked = {
        "tennis (1, 1)": TENNIS,
        "nothing (0, 0)": 0 * TENNIS,
        "opposite (−1, −1)": -TENNIS,
        "far off (−4, −4)": -4 * TENNIS,
    }
    guarded = SoftDict(zip(map(tuple, KEYS), VALUES, strict=True), threshold=0.0)
    rows = []
    for name, query in asked.items():
        weights, found = with_empty(KEYS @ query), guarded.read(query, None)
        plain = number(softmax(KEYS @ query) @ VALUES)
        extra = [number(float(weights @ VALUES)), percent(weights.sum())]
        rows.append([name, plain, *extra, "a miss" if found is None else number(found)])
    return table(["query", "plain", "extra 1", "its total", "threshold 0"], rows)


def left_out() -> str:
    """Weights and what they do, for two sets of values."""
    moved, moved_other = (effects(TENNIS, KEYS, values) for values in (VALUES, OTHER_VALUES))
    rows = [
        [f"**{word}**", number(w), number(v, 0), number(m), number(u, 0), number(n)]
        for word, w, v, m, u, n in zip(
            WORDS, WEIGHTS, VALUES, moved, OTHER_VALUES, moved_other, strict=True
        )
    ]
    return table(["left out", "weight", "value", "moves", "other value", "moves"], rows)


def real_misses() -> str:
    """Words that do and do not belong to racket, ball and tree, and what tells them apart."""
    keys = words.vectors(WORDS)
    guarded = SoftDict(zip(WORDS, VALUES, strict=True), embed=words.vector, threshold=13.0)
    rows = []
    for word in ("racquet", "forest", "tennis", "went", "court", "kitten"):
        scores = keys @ words.vector(word)
        found = guarded.read(word, None)
        rows.append(
            [
                f"**{word}**",
                number(scores.max(), 1),
                number(softmax(scores) @ VALUES),
                percent(1 - with_empty(scores).sum(), 2),
                "a miss" if found is None else number(found),
            ]
        )
    return table(["query", "best score", "plain", "empty entry", "threshold 13"], rows)


def order() -> str:
    """What reordering does to a list, to a lookup, and to a lookup with places in its keys."""
    rows = []
    turned = [2, 0, 1]
    kinds = {
        "as stored": (KEYS, VALUES),
        "pairs reordered": (KEYS[turned], VALUES[turned]),
        "keys alone reordered": (KEYS[turned], VALUES),
    }
    for name, (keys, values) in kinds.items():
        places = np.column_stack([keys, np.arange(3.0)])
        cells = [
            number(values[0], 0),
            number(soft_lookup(TENNIS, keys, values)),
            number(soft_lookup(np.append(TENNIS, 1.0), places, values)),
        ]
        rows.append([name, *cells])
    return table(["", "`memory[0]`", "soft lookup", "with places in the keys"], rows)
