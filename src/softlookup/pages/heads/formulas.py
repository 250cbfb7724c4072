"""Formulas of the page on heads."""

import numpy as np

from softlookup import steps
from softlookup.examples import AXES, KEYS, TENNIS, VALUES
from softlookup.tex import aligned, matrix, number

W_O = np.array([[1.0, 1.0], [2.0, -1.0]])  # a row a head: where its one number is written


def _head_answers() -> list[float]:
    lookup = steps.soft_lookup.soft_lookup
    return [float(lookup(TENNIS[[i]], KEYS[:, [i]], VALUES)) for i in range(2)]


def split_scores() -> str:
    """The whole score is the sum of the scores of the heads."""
    parts = [KEYS[:, [i]] * TENNIS[i] for i in range(2)]
    labels = zip([*parts, sum(parts)], [*AXES, "one head"], strict=True)
    sport, outdoors, whole = (
        rf"\underbrace{{{matrix(scores)}}}_{{\text{{{name}}}}}" for scores, name in labels
    )
    return f"{sport} + {outdoors} = {whole}"


def output_projection() -> str:
    """Side by side and multiplied, or each with its own row and added."""
    sport, outdoors = _head_answers()
    return aligned(
        ["", matrix([sport, outdoors]) + matrix(W_O)],
        ["", f"= {number(sport)} {matrix(W_O[0])} + {number(outdoors)} {matrix(W_O[1])}"],
        ["", f"= {matrix(sport * W_O[0])} + {matrix(outdoors * W_O[1])}"],
        ["", f"= {matrix(np.array([sport, outdoors]) @ W_O)}"],
    )
