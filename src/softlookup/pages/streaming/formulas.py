"""Formulas of the page on long dictionaries."""

import numpy as np

from softlookup.examples import SCORES, VALUES
from softlookup.steps import partial_lookup, streaming
from softlookup.tex import aligned, number


def third_entry() -> str:
    """Racket arrives after tree and ball, and beats both."""
    state = streaming.NOTHING
    for word in (2, 1):
        state = streaming.absorb(state, float(SCORES[word]), VALUES[word])
    best, total, blend = state
    new_best, new_total, new_blend = streaming.absorb(state, float(SCORES[0]), VALUES[0])
    shrink = rf"e^{{{number(best)} - {number(new_best)}}}"
    return aligned(
        ["m", rf"= \max({number(best)}, {number(new_best)}) = {number(new_best)}"],
        [r"\ell", rf"= {shrink} \cdot {number(total)} + 1 = {number(new_total)}"],
        ["u", rf"= {shrink} \cdot {number(blend)} + {number(VALUES[0])} = {number(new_blend)}"],
        [r"u / \ell", f"= {number(new_blend / new_total)}"],
    )


def merged() -> str:
    """Tree and ball on one machine, racket on another."""
    parts = [streaming.NOTHING, streaming.NOTHING]
    for word, part in ((2, 0), (1, 0), (0, 1)):
        parts[part] = streaming.absorb(parts[part], float(SCORES[word]), VALUES[word])
    (best, total, blend), (new_best, one, value) = parts
    shrink = rf"e^{{{number(best)} - {number(new_best)}}}"
    together = partial_lookup.merge(
        *(partial_lookup.Part(*map(np.asarray, part)) for part in parts)
    )
    first, second, both = (f"({', '.join(map(number, s))})" for s in (*parts, together))
    terms = [(total, one), (blend, value)]
    sums = r",\;\; ".join(rf"{shrink} \cdot {number(old)} + {number(new)}" for old, new in terms)
    return aligned(
        [r"\text{tree, ball:}", rf"\;\; {first}"],
        [r"\text{racket:}", rf"\;\; {second}"],
        [r"\text{merged:}", rf"\;\; ({number(new_best)},\;\; {sums})"],
        ["", rf"\;\; = {both}"],
    )
