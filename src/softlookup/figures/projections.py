"""Scores with one matrix for both roles, and with two."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from softlookup import snippets
from softlookup.examples import WORDS
from softlookup.figures.style import BLUE, GREEN, GRID, ORANGE, WIDTH

_step = snippets.load("projections")
_one = _step.words @ _step.words.T
_two = (_step.words @ _step.w_q) @ (_step.words @ _step.w_k).T
_top = abs(_two).max()

SAYS = (
    "Scores; rows ask, columns answer; blue is above 0, orange with a minus sign below. Left: one "
    "matrix for both roles. The table is its own mirror image along the diagonal. Right: two "
    f"matrices. The framed pair shows it: racket scores tree {_two[0, 2]:.0f}, tree scores racket "
    f"−{abs(_two[2, 0]):.0f}."
)


def draw() -> Figure:
    """Two small score matrices with one pair framed in each."""
    figure = Figure(figsize=(WIDTH, 2.6), layout="constrained")
    panels = figure.subplots(1, 2)
    titles = {"one matrix": _one, "two matrices": _two}
    for axes, (title, scores) in zip(panels, titles.items(), strict=True):
        _table(axes, scores)
        axes.set_title(title, pad=22, fontweight="bold")
        for row, column in ((0, 2), (2, 0)):
            corner = (column + 0.06, row + 0.06)
            axes.add_patch(
                Rectangle(corner, 0.88, 0.88, fill=False, edgecolor=GREEN, linewidth=2.5)
            )
    return figure


def _table(axes: Axes, scores: Any) -> None:
    for row, name in enumerate(WORDS):
        for column in range(len(WORDS)):
            score = float(scores[row, column])
            shade = BLUE if score > 0 else ORANGE
            cell = Rectangle(
                (column, row), 1, 1, facecolor=shade, alpha=0.6 * abs(score) / float(_top)
            )
            axes.add_patch(cell)
            axes.add_patch(Rectangle((column, row), 1, 1, fill=False, edgecolor=GRID, linewidth=1))
            text = f"{score:.0f}".replace("-", "−")
            axes.text(column + 0.5, row + 0.5, text, ha="center", va="center")
        axes.text(-0.1, row + 0.5, name, ha="right", va="center")
    for column, name in enumerate(WORDS):
        axes.text(column + 0.5, -0.12, name, ha="center", va="bottom")
    axes.set(xlim=(-0.02, 3.02), ylim=(3.02, -0.02))
    axes.axis("off")
