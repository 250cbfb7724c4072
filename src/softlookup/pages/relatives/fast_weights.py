"""A dictionary in one matrix: writing by adding, writing by the delta rule, reading by a product."""

from itertools import combinations_with_replacement
from math import factorial

import numpy as np

from softlookup.examples import Matrix, Vector


def unit(keys: Matrix) -> Matrix:
    """Each key cut to length 1, so that an entry alone reads back as it was written."""
    rows: Matrix = keys / np.linalg.norm(keys, axis=-1, keepdims=True)
    return rows


def added(keys: Matrix, values: Matrix) -> Matrix:
    """The sum of all v kᵀ, (d_v, d_k)."""
    memory: Matrix = values.T @ keys
    return memory


def corrected(keys: Matrix, values: Matrix) -> Matrix:
    """The delta rule: write only what the memory gets wrong about the key, entry by entry."""
    memory = np.zeros((values.shape[1], keys.shape[1]))
    for key, value in zip(keys, values, strict=True):
        memory += np.outer(value - memory @ key, key)
    return memory


def taylor(rows: Matrix, degree: int) -> Matrix:
    """Features whose products sum to the exponential's series up to this degree."""
    columns = []
    for power in range(degree + 1):
        for chosen in combinations_with_replacement(range(rows.shape[1]), power):
            counts = np.bincount(chosen, minlength=rows.shape[1])
            ways = np.prod([factorial(count) for count in counts])
            columns.append(rows[:, chosen].prod(axis=1) / np.sqrt(ways))
    return np.column_stack(columns)


def elu_plus_one(rows: Matrix) -> Matrix:
    """The features of Katharopoulos and others: positive, as many as the key has numbers."""
    return np.where(rows > 0, rows + 1, np.exp(np.minimum(rows, 0)))


def linear_attention(query: Vector, keys: Matrix, values: Vector) -> float:
    """A blend by products of features: what is kept of the entries does not grow with them."""
    blend, total = keys.T @ values, keys.sum(axis=0)  # all that is kept
    return float(query @ blend / (query @ total))
