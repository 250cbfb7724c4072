"""Formulas of the page on scaling."""

from softlookup.examples import KEYS, SCORES, VALUES
from softlookup.pages.scaling.numbers import (
    SCALED_SCORES,
    SCALED_WEIGHTS,
    own_slope,
    scaled_output,
    top,
)
from softlookup.tex import aligned, matrix, number


def running_example() -> str:
    """The scores of tennis over the root of 2, their weights, the answer."""
    root = rf"\sqrt{{{KEYS.shape[1]}}}"
    return aligned(
        [r"\frac{q K^{\mathsf T}}{\sqrt{d_k}}", rf"= \frac{{1}}{{{root}}} {matrix(SCORES)}"],
        ["", f"= {matrix(SCALED_SCORES)}"],
        ["a", f"= {matrix(SCALED_WEIGHTS)}"],
        ["o", f"= {matrix(SCALED_WEIGHTS)} {matrix(VALUES[:, None])}"],
        ["", f"= {number(scaled_output)}"],
    )


def racket_slope() -> str:
    """How far racket's weight moves with its own score."""
    return rf"a\,(1 - a) = {number(top)} \cdot {number(1 - top)} = {number(own_slope['plain'])}"
