"""Shapes by name, read off a real call in which no two sizes are equal."""

from functools import cache
from typing import Any

import numpy as np

from softlookup import lookup, steps
from softlookup.write import table

SIZES = {"n_q": 2, "n_k": 5, "d_k": 3, "d_v": 7}


def named(shape: tuple[int, ...]) -> str:
    """A shape with the names of its sizes, such as (n_q, d_k)."""
    names = {size: name for name, size in SIZES.items()}
    return f"({', '.join(names[size] for size in shape)})"


@cache
def shapes() -> dict[str, str]:
    """What each part of a lookup measures, with many queries at once."""
    rng = np.random.default_rng(0)
    queries, keys, values = (
        rng.normal(size=(SIZES[rows], SIZES[width]))
        for rows, width in (("n_q", "d_k"), ("n_k", "d_k"), ("n_k", "d_v"))
    )
    step = steps.many_queries
    parts: dict[str, Any] = {
        "queries": queries,
        "keys": keys,
        "values": values,
        "scores": np.array([[lookup.dot(q, k) for k in keys] for q in queries]),
        "weights": step.read_weights(queries, keys),
        "output": step.soft_lookup(queries, keys, values),
    }
    return {name: named(array.shape) for name, array in parts.items()}


def listing() -> str:
    """The parts of a lookup in the order in which they are made."""
    made = {
        "queries": ("$Q$", "what you ask, one row each"),
        "keys": ("$K$", "what is compared, one row for each entry"),
        "values": ("$V$", "what is read, one row for each entry"),
        "scores": ("$S = Q K^{\\mathsf T}$", "how well each key matches each query"),
        "weights": (
            "$A = \\operatorname{softmax}(S / \\sqrt{d_k})$",
            "who reads how much of what; each row sums to 1",
        ),
        "output": ("$O = A V$", "one blend of the values for each query"),
    }
    rows = [[name, sign, f"`{shapes()[name]}`", says] for name, (sign, says) in made.items()]
    return table(["part", "sign", "shape", "what it is"], rows, align="llll")
