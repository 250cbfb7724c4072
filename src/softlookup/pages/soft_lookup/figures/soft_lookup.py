"""The three steps side by side, and the answer they add up to."""

import numpy as np
from matplotlib.figure import Figure

from softlookup import steps
from softlookup.draw import BLUE, GREEN, ORANGE, blank
from softlookup.examples import SCORES, VALUES, WORDS

_scores = SCORES
_weights = steps.softmax.softmax(_scores)
_output = float(_weights @ VALUES)

SAYS = (
    "One lookup in three steps, one row an entry. The scores (left) become weights that sum to 1 "
    "(middle). Each weight times its value is a contribution (right), and the contributions add up to "
    f"{_output:.3f}. From panel to panel racket’s lead grows: by softmax, then by its large value."
)


def draw() -> Figure:
    """Scores, weights, contributions: three small bar charts with one order of rows."""
    figure, panels = blank(2.5, columns=3)
    steps = [
        ("1. score", _scores, BLUE, "{:.0f}"),
        ("2. weight", _weights, ORANGE, "{:.3f}"),
        ("3. weight × value", _weights * VALUES, GREEN, "{:.3f}"),
    ]
    for axes, (title, lengths, colour, shape) in zip(panels, steps, strict=True):
        rows = np.arange(len(WORDS))[::-1]
        axes.barh(rows, lengths, color=colour, height=0.55)
        for row, length in zip(rows, lengths, strict=True):
            label = shape.format(length)
            axes.annotate(label, (length, row), (4, 0), textcoords="offset points", va="center")
        axes.set(
            title=title, xticks=[], yticks=rows, yticklabels=WORDS, xlim=(0, 1.55 * max(lengths))
        )
        axes.spines["bottom"].set_visible(False)
        axes.tick_params(length=0)
        if axes.get_subplotspec().colspan.start:
            axes.set_yticklabels([])
    figure.supxlabel(f"sum of weights {_weights.sum():.0f}, sum of contributions {_output:.3f}")
    return figure
