"""Formulas of the page on masks."""

import numpy as np

from softlookup.examples import SCORES
from softlookup.steps.masks import masked_softmax
from softlookup.tex import aligned, number

_scores = SCORES


def without_tree() -> str:
    """Racket and ball share what tree leaves."""
    grown = np.exp(_scores)
    kept = masked_softmax(_scores, np.array([True, True, False]))
    below = f"{number(grown[0])} + {number(grown[1])}"
    rows = [
        [
            f"a_{{\\text{{{word}}}}}",
            rf"= \frac{{{number(grown[j])}}}{{{below}}} = {number(kept[j])}",
        ]
        for j, word in enumerate(("racket", "ball"))
    ]
    return aligned(*rows, [r"a_{\text{tree}}", rf"= \frac{{0}}{{{below}}} = {number(kept[2])}"])
