"""Formulas of the page on gradients."""

import numpy as np

from softlookup.examples import AXES, KEYS, WEIGHTS, WORDS
from softlookup.pages.gradients import numbers
from softlookup.tex import aligned, matrix, named, number

_by_query = matrix(numbers.FORMULA.query, names=[f"gradients.soft[query][{axis}]" for axis in AXES])


def jacobian() -> str:
    """How each weight (row) moves with each score (column)."""
    moves = [list(row.values()) for row in numbers.jacobian.values()]
    names = [[f"gradients.jacobian[{one}][{other}]" for other in WORDS] for one in WORDS]
    return rf"\operatorname{{diag}}(a) - a^{{\mathsf T}} a = {matrix(moves, names=names)}"


def covariance() -> str:
    """The same gradient with the mean key taken off: a covariance."""
    mean = WEIGHTS @ KEYS
    assert np.allclose(numbers.pull @ (KEYS - mean), numbers.FORMULA.query)
    shown = matrix(mean, names=[f"gradients.mean_key[{axis}]" for axis in AXES])
    return aligned(
        [r"\bar k", rf"= \sum_j a_j k_j = {shown}"],
        [r"\frac{\partial o}{\partial q}", r"= \sum_j a_j (v_j - o)(k_j - \bar k)"],
        ["", f"= {_by_query}"],
    )


def first_step() -> str:
    """How far to go when the slope is known and something is missing."""
    missing = named("gradients.missing", number(numbers.missing))
    size = named("gradients.slope_squared", number(numbers.slope_squared))
    move = matrix(
        numbers.STEPS[0].move, names=[f"gradients.steps[0][move][{axis}]" for axis in AXES]
    )
    return aligned(
        [r"\text{move}", r"= \frac{9 - o}{|g|^2}\, g"],
        ["", rf"= \frac{{{missing}}}{{{size}}} {_by_query}"],
        ["", f"= {move}"],
    )
