"""Formulas of the page on heads."""

import numpy as np

from softlookup.examples import AXES, SCORES
from softlookup.pages.heads.numbers import answers, scores_by_head
from softlookup.tex import aligned, matrix, number

W_O = np.array([[1.0, 1.0], [2.0, -1.0]])  # a row for each head: where its one number is written


def split_scores() -> str:
    """The whole score is the sum of the scores of the heads."""
    named = [*scores_by_head.items(), ("one head", SCORES)]
    sport, outdoors, whole = (
        rf"\underbrace{{{matrix(scores[:, None])}}}_{{\text{{{name}}}}}" for name, scores in named
    )
    return f"{sport} + {outdoors} = {whole}"


def output_projection() -> str:
    """Side by side and multiplied, or each with its own row and added."""
    sport, outdoors = (answers[axis] for axis in AXES)
    return aligned(
        ["", matrix([sport, outdoors]) + matrix(W_O)],
        ["", f"= {number(sport)} {matrix(W_O[0])} + {number(outdoors)} {matrix(W_O[1])}"],
        ["", f"= {matrix(sport * W_O[0])} + {matrix(outdoors * W_O[1])}"],
        ["", f"= {matrix(np.array([sport, outdoors]) @ W_O)}"],
    )
