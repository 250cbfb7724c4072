"""The same table four times: what a key is, what a weight is, what comes back."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import BLUE, GRID, INK, MUTED, blank
from softlookup.examples import KEYS, TENNIS, VALUES, WEIGHTS, WORDS
from softlookup.pages.index.numbers import TENNIS_TOKEN, TOKENS, head_output, nothing, output

_weights = WEIGHTS

SAYS = (
    "What belongs to tennis? The rows are racket, ball and tree in every panel. In a dictionary no key "
    f"is equal, and it raises. As a matrix no key matches, and the sum is {nothing:.0f}. A soft lookup gives "
    f"every key a weight, drawn as a bar, and returns {output:.3f}. A head of a transformer does the same "
    f"with keys and values that it takes out of tokens: {head_output:.3f}."
)


def _vector(numbers: Any) -> str:
    return "(" + ", ".join(f"{x:.0f}".replace("-", "−") for x in numbers) + ")"


def draw() -> Figure:
    """Four panels with one layout, so that only the differences differ."""
    figure, panels = blank(5.2, columns=2, rows=2)
    figure.set_layout_engine("constrained", hspace=0.12, wspace=0.12)
    plane, tokens, one_hot = ([_vector(row) for row in rows] for rows in (KEYS, TOKENS, np.eye(3)))
    shares = [f"{weight:.3f}" for weight in _weights]
    asked = {
        "1. dictionary": ("tennis", WORDS, "equal?", ["no"] * 3, "KeyError"),
        "2. matrix": ("(0, 0, 0)", one_hot, "match", ["0"] * 3, f"{nothing:.0f}"),
        "3. soft lookup": (_vector(TENNIS), plane, "weight", shares, f"{output:.3f}"),
        "4. head": (_vector(TENNIS_TOKEN), tokens, "weight", shares, f"{head_output:.3f}"),
    }
    for axes, (title, shown) in zip(panels.ravel(), asked.items(), strict=True):
        _panel(axes, title, *shown)
    return figure


def _panel(
    axes: Any, title: str, query: str, keys: Any, heading: str, cells: list[str], answer: str
) -> None:
    key = "token" if "head" in title else "key"
    axes.set_title(title, loc="left", fontweight="bold")
    axes.text(0, 5.1, f"{'token' if 'head' in title else 'query'} {query}", va="center")
    for x, word, side in ((0, key, "left"), (7.3, heading, "right"), (10, "value", "right")):
        axes.text(x, 4.1, word, ha=side, va="center", color=MUTED)
    axes.plot([0, 10], [3.6, 3.6], color=GRID, linewidth=1)
    for row, (name, cell, value) in enumerate(zip(keys, cells, VALUES, strict=True)):
        height = 3 - row
        if heading == "weight":
            axes.barh(height, 2.4 * float(cell), left=3.6, height=0.5, color=BLUE)
        axes.text(0, height, name, va="center")
        axes.text(7.3, height, cell, ha="right", va="center", color=INK)
        axes.text(10, height, f"{value:.0f}", ha="right", va="center")
    axes.plot([0, 10], [0.4, 0.4], color=GRID, linewidth=1)
    axes.text(0, -0.2, "answer", va="center", color=MUTED)
    axes.text(10, -0.2, answer, ha="right", va="center", fontweight="bold")
    axes.set(xlim=(-0.2, 10.2), ylim=(-0.7, 5.6))
    axes.axis("off")
