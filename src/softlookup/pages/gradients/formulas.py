"""Formulas of the page on gradients."""

import numpy as np

from softlookup.examples import KEYS, WEIGHTS
from softlookup.pages.gradients import numbers
from softlookup.tex import aligned, matrix, number

_by_query = numbers.FORMULA.query


def jacobian() -> str:
    """How each weight (row) moves with each score (column)."""
    moves = np.diag(WEIGHTS) - np.outer(WEIGHTS, WEIGHTS)
    assert np.allclose(moves.sum(axis=1), 0)
    return rf"\operatorname{{diag}}(a) - a^{{\mathsf T}} a = {matrix(moves)}"


def covariance() -> str:
    """The same gradient with the mean key taken off: a covariance."""
    mean = WEIGHTS @ KEYS
    assert np.allclose(numbers.pull @ (KEYS - mean), _by_query)
    return aligned(
        [r"\bar k", rf"= \sum_j a_j k_j = {matrix(mean)}"],
        [r"\frac{\partial o}{\partial q}", r"= \sum_j a_j (v_j - o)(k_j - \bar k)"],
        ["", f"= {matrix(_by_query)}"],
    )


def first_step() -> str:
    """How far to go when the slope is known and something is missing."""
    size = float(_by_query @ _by_query)
    return aligned(
        [r"\text{move}", r"= \frac{9 - o}{|g|^2}\, g"],
        ["", rf"= \frac{{{number(numbers.missing)}}}{{{number(size)}}} {matrix(_by_query)}"],
        ["", f"= {matrix(numbers.STEPS[0].move)}"],
    )
