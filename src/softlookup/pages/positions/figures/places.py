"""What four ways of telling places do to one score."""

from matplotlib.figure import Figure

from softlookup.draw import OTHER, WIDTH, cell
from softlookup.draw import TINT as DARKEST
from softlookup.pages.positions.numbers import GRID, SCORES
from softlookup.write import number

SAYS = (
    "Tennis asks for a racket, and the score depends on where the two stand: the row is tennis’s place, from 0 to "
    f"{GRID - 1}, and the column is racket’s. Without places every score is the same. Added to the words, they "
    "make a pattern that is another in each row. Taken off the score by distance, or as angles by which both are "
    "turned, they make stripes: the score is the same along each diagonal, so it knows the distance and nothing else."
)
_LOWEST = min(scores.min() for scores in SCORES.values())
_HIGHEST = max(scores.max() for scores in SCORES.values())


def draw() -> Figure:
    """Four squares of scores, two in a row; the higher the score, the darker its cell."""
    figure = Figure(figsize=(WIDTH, 5.6), layout="constrained")
    for axes, (title, scores) in zip(figure.subplots(2, 2).ravel(), SCORES.items(), strict=True):
        for i, row in enumerate(scores):
            for j, score in enumerate(row):
                shade = DARKEST * (score - _LOWEST) / (_HIGHEST - _LOWEST)
                cell(axes, (j, i), number(score, 1), shade=shade, colour=OTHER)
        axes.set_title(title, loc="left", pad=5)
        axes.set(xlim=(-0.02, GRID + 0.02), ylim=(GRID + 0.02, -0.02), aspect="equal")
        axes.axis("off")
    return figure
