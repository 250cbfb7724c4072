"""Tables of the page on masks."""

from collections.abc import Callable
from typing import Any

import numpy as np

from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WORDS
from softlookup.pages.masks.numbers import (
    exponentials,
    left,
    left_sum,
    may_read_second,
    no_tree,
    share_sum,
    shares,
)
from softlookup.steps import masks
from softlookup.steps.softmax import softmax
from softlookup.write import named, number, table

# Six ways to hide what a mask says is not there.
_WAYS: dict[str, Callable[[Any, Any], Any]] = {
    "score × 0": lambda scores, may_read: softmax(scores * may_read),
    "weight × 0": lambda scores, may_read: softmax(scores) * may_read,
    "score − 10⁹": lambda scores, may_read: softmax(scores + np.where(may_read, 0, -1e9)),
    "score − ∞": lambda scores, may_read: softmax(scores + np.where(may_read, 0, -np.inf)),
    "select −∞": lambda scores, may_read: softmax(np.where(may_read, scores, -np.inf)),
    "**the snippet**": masks.masked_softmax,
}


def by_hand() -> str:
    """One entry in each row: what is crossed out before the division."""
    rows = [
        [
            f"**{word}**",
            number(score, 0),
            number(power),
            named(f"masks.may_read_second[{word}]", number(may_read_second[word], 0)),
            named(f"masks.left[{word}]", number(left[word])),
            named(f"masks.shares[{word}]", number(shares[word])),
        ]
        for word, score, power in zip(WORDS, SCORES, exponentials, strict=True)
    ]
    total = [
        *("sum", "", "", ""),
        named("masks.left_sum", number(left_sum)),
        named("masks.share_sum", number(share_sum)),
    ]
    return table(
        ["entry", "score", "exp(score)", "may be read", "what is left", "weight"], [*rows, total]
    )


@np.errstate(all="ignore")
def ways() -> str:
    """Each way of hiding, in four situations."""
    broken = np.array([SCORES[0], SCORES[1], np.nan])
    rows = []
    for name, way in _WAYS.items():
        cells = [_hidden(way(scores, no_tree)) for scores in (SCORES, -SCORES)]
        answers = [way(broken, no_tree) @ VALUES, way(SCORES, np.zeros(3, bool)) @ VALUES]
        rows.append([name, *cells, *map(_found, answers)])
    return table(
        [
            "to hide tree",
            "tree’s weight for tennis",
            "for the opposite, (−1, −1)",
            "answer if tree’s score is NaN",
            "answer if all are hidden",
        ],
        rows,
    )


def _hidden(weights: Any) -> str:
    """The weight of tree; the sum of all weights too, when it is off."""
    off = "" if np.isclose(weights.sum(), 1) else f" (sum {number(weights.sum())})"
    return _found(weights[2]) + off


def _found(value: float) -> str:
    return "NaN" if np.isnan(value) else number(value)


@np.errstate(all="ignore")
def empty_by_type() -> str:
    """One line of code, three answers: every entry is hidden by adding −10⁹."""
    rows = []
    for kind in (np.float64, np.float32, np.float16):
        hidden = SCORES.astype(kind) + np.asarray(-1e9).astype(kind)
        weights = softmax(hidden)
        shown = ", ".join(_found(weight) for weight in weights)
        ends = dict.fromkeys(_large(end) for end in (hidden.max(), hidden.min()))
        scores = " to ".join(ends)
        rows.append([f"`{kind.__name__}`", scores, shown, _found(float(weights @ VALUES))])
    return table(["numbers", "score − 10⁹", "weights", "answer"], rows, align="lrrr")


def _large(value: float) -> str:
    return "−∞" if np.isinf(value) else number(value, 0)


def polarity() -> str:
    """How many entries each of three queries reads, by the array and by the reader."""
    scores = np.tile(SCORES, (3, 1))
    earlier = np.tri(3, dtype=bool)

    def read(weights: Any) -> str:
        return ", ".join(str(count) for count in (weights > 0).sum(axis=1))

    wanted = read(masks.masked_softmax(scores, masks.causal(3, 3)))
    rows = []
    for name, array in {"lower triangle": earlier, "triangle above it": ~earlier}.items():
        cells = [
            read(masks.masked_softmax(scores, array)),
            read(masks.masked_softmax(scores, ~array)),
            read(softmax(scores + array.astype(float))),
        ]
        rows.append([name, *(f"**{cell}**" if cell == wanted else cell for cell in cells)])
    headings = ["True in the", "True = may read", "True = hidden", "cast to 1 and 0, added"]
    return table(headings, rows)


def whose_and_how_many() -> str:
    """Two independent choices, counted in pairs."""
    some = masks.padding(2, 3)
    rows = []
    for name, queries in {
        "self: the entries ask": KEYS,
        "cross: others ask": np.array([TENNIS, -TENNIS]),
    }.items():
        scores = queries @ KEYS.T  # (n_q, 3)
        counts = [int((masks.masked_softmax(scores, may) > 0).sum()) for may in (True, some)]
        rows.append([name, *(f"{count} of {scores.size}" for count in counts)])
    return table(["whose entries?", "all of them", "some of them (tree is hidden)"], rows)


def nothing() -> str:
    """The three conventions, and what each says about a query with nothing to read."""
    hidden = np.zeros(3, dtype=bool)
    with np.errstate(all="ignore"):
        plain = float(softmax(np.where(hidden, SCORES, -np.inf)) @ VALUES)
        filled = float(softmax(np.where(hidden, SCORES, -1e9)) @ VALUES)
    safe = float(masks.masked_softmax(SCORES, hidden) @ VALUES)
    return table(
        ["convention", "how it comes about", "answer", "what it says"],
        [
            ["**not a number**", "every score is −∞, then 0 / 0", _found(plain), "“I failed”"],
            ["**average**", "every score is one finite number", _found(filled), "“I read all”"],
            ["**zero**", "the division is guarded", _found(safe), "“I read nothing”"],
        ],
        align="llrl",
    )
