"""Formulas of the page on scaling."""

import numpy as np

from softlookup import steps
from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WEIGHTS
from softlookup.steps.softmax import softmax
from softlookup.tex import aligned, matrix, number

_scores = steps.scaling.scaled_scores(TENNIS[None], KEYS)  # (1, 3)
_weights = softmax(_scores)[0]


def running_example() -> str:
    """The scores of tennis over the root of 2, their weights, the answer."""
    root = rf"\sqrt{{{KEYS.shape[1]}}}"
    return aligned(
        [r"\frac{q K^{\mathsf T}}{\sqrt{d_k}}", rf"= \frac{{1}}{{{root}}} {matrix(SCORES)}"],
        ["", f"= {matrix(_scores)}"],
        ["a", f"= {matrix(_weights)}"],
        ["o", f"= {matrix(_weights)} {matrix(VALUES[:, None])}"],
        ["", f"= {number(_weights @ VALUES)}"],
    )


def own_slope() -> str:
    """How far racket's weight moves with its own score."""
    weight = float(np.max(WEIGHTS))
    return rf"a_1 (1 - a_1) = {number(weight)} \cdot {number(1 - weight)} = {number(weight * (1 - weight))}"
