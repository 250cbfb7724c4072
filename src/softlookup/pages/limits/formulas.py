"""Formulas of the page on limits."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.pages.limits.numbers import LOW, gate, gated, low_total, low_wrong, output
from softlookup.tex import aligned, matrix, number


def extra_one() -> str:
    """The extra 1 by hand, and the same with its shift forgotten."""
    terms = " + ".join(f"e^{{{score:.0f}}}" for score in LOW)
    moved = " + ".join(f"e^{{{score:.0f}}}" for score in LOW - LOW.max())
    total, shifted = np.exp(LOW).sum(), np.exp(LOW - LOW.max()).sum()
    return aligned(
        [
            r"\text{right:}\quad",
            rf"\frac{{{terms}}}{{1 + {terms}}} = \frac{{{number(total, 4)}}}{{{number(1 + total, 4)}}}"
            rf" = {number(low_total, 4)}",
        ],
        [
            r"\text{wrong:}\quad",
            rf"\frac{{{moved}}}{{1 + {moved}}} = \frac{{{number(shifted, 3)}}}{{{number(1 + shifted, 3)}}}"
            rf" = {number(low_wrong, 3)}",
        ],
    )


def gated_output() -> str:
    """The extra 1 as a gate on the plain answer, for tennis."""
    return rf"{number(gate['tennis'])} \cdot {number(float(output))} = {number(float(gated))}"


def middle() -> str:
    """Tennis is the mean of the three keys: their sum is three times tennis."""
    assert np.array_equal(KEYS.sum(axis=0), len(KEYS) * TENNIS)
    rows = " + ".join(matrix(key) for key in KEYS)
    return rf"{rows} = {len(KEYS)}\,{matrix(TENNIS)}"


def other_weights() -> str:
    """Weights without ball that give the same answer."""
    racket = (output - VALUES[2]) / (VALUES[0] - VALUES[2])
    parts = [(racket, VALUES[0]), (0.0, VALUES[1]), (1 - racket, VALUES[2])]
    terms = " + ".join(rf"{number(float(w))} \cdot {number(v)}" for w, v in parts)
    return f"{terms} = {number(float(output))}"
