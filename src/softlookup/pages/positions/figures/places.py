"""What four ways of telling places do to one score."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import OTHER, WIDTH, cell
from softlookup.draw import TINT as DARKEST
from softlookup.examples import Matrix
from softlookup.pages.positions.numbers import GRID, SCORES
from softlookup.write import number

SAYS = (
    "Tennis asks for a racket, and the score depends on where the two stand: the row is tennis’s place, from 0 to "
    f"{GRID - 1}, and the column is racket’s. Without places every score is the same. Added to the words, they "
    "make a pattern that is another in each row. Taken off the score by distance, or as angles by which both are "
    "turned, they make stripes: the score is the same along each diagonal, so it knows the distance and nothing else."
)


def draw() -> Figure:
    """Four squares of scores, two in a row; within a square, the higher the score, the more ink."""
    figure = Figure(figsize=(WIDTH, 5.8), layout="constrained")
    for axes, (title, scores) in zip(figure.subplots(2, 2).ravel(), SCORES.items(), strict=True):
        for (i, j), shade in np.ndenumerate(_shades(scores)):
            cell(axes, (j, i), number(float(scores[i, j]), 1), shade=shade, colour=OTHER)
        axes.set_title(title, loc="left", pad=5)
        axes.set(xlim=(-0.02, GRID + 0.02), ylim=(GRID + 0.02, -0.02), aspect="equal")
        axes.axis("off")
    figure.supxlabel("racket’s place →")
    figure.supylabel("← tennis’s place")
    return figure


def _shades(scores: Matrix) -> Matrix:
    """From no ink for the lowest score of a square to the most for its highest."""
    span = float(np.ptp(scores))
    if span == 0:
        return np.full(scores.shape, DARKEST / 2)
    return np.asarray(DARKEST * (scores - scores.min()) / span)
