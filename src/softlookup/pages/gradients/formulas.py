"""Formulas of the page on gradients."""

import numpy as np

from softlookup import steps
from softlookup.examples import KEYS, TENNIS, VALUES, WEIGHTS
from softlookup.tex import aligned, matrix, number

_weights = WEIGHTS
_by_query, _, _ = steps.gradients.gradients(TENNIS, KEYS, VALUES)
_output = float(_weights @ VALUES)


def jacobian() -> str:
    """How each weight (row) moves with each score (column)."""
    moves = np.diag(_weights) - np.outer(_weights, _weights)
    assert np.allclose(moves.sum(axis=1), 0)
    return rf"\operatorname{{diag}}(a) - a^{{\mathsf T}} a = {matrix(moves)}"


def covariance() -> str:
    """The same gradient with the mean key taken off: a covariance."""
    pull, mean = _weights * (VALUES - _output), _weights @ KEYS
    assert np.allclose(pull @ (KEYS - mean), _by_query)
    return aligned(
        [r"\bar k", rf"= \sum_j a_j k_j = {matrix(mean)}"],
        [r"\frac{\partial o}{\partial q}", r"= \sum_j a_j (v_j - o)(k_j - \bar k)"],
        ["", f"= {matrix(_by_query)}"],
    )


def first_step() -> str:
    """How far to go when the slope is known and something is missing."""
    missing, size = 9 - _output, float(_by_query @ _by_query)
    move = missing / size * _by_query
    return aligned(
        [
            r"\text{move}",
            r"= \frac{9 - o}{|g|^2}\, g",
        ],
        ["", rf"= \frac{{{number(missing)}}}{{{number(size)}}} {matrix(_by_query)}"],
        ["", f"= {matrix(move)}"],
    )
