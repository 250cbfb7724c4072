"""A hit and a miss: every key is equal to the query, or it is not."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import (
    INK,
    KEY,
    MUTED,
    OUTPUT,
    QUERY,
    SHAPES,
    VALUE,
    WEIGHT,
    WIDTH,
    cell,
)
from softlookup.examples import VALUES, WORDS
from softlookup.pages.exact_lookup.numbers import equal
from softlookup.steps.exact_lookup import exact_lookup
from softlookup.write import outcome

SAYS = (
    "One price list, asked twice. On the left, ball equals one key, so one entry counts, and its price is the "
    "answer. On the right, tennis equals none, so every entry counts 0, and the list raises an error."
)


def draw() -> Figure:
    """The same three cards under two queries."""
    figure = Figure(figsize=(WIDTH, 3.0), layout="constrained")
    for axes, query in zip(figure.subplots(1, 2), equal, strict=True):
        _ask(axes, query)
    return figure


def _ask(axes: Axes, query: str) -> None:
    axes.text(0.3, 4.55, "query", va="center", color=MUTED)
    axes.text(2.5, 4.55, query, va="center", color=QUERY, fontweight="bold")
    rows = zip(WORDS, equal[query], VALUES, strict=True)
    for height, (word, weight, value) in zip((3, 2, 1), rows, strict=True):
        shade, strength = (0.15, "bold") if weight else (0.0, "normal")
        cell(axes, (0, height), shade=shade, colour=WEIGHT, size=(6.6, 0.84))
        middle = height + 0.42
        axes.plot(0.5, middle, SHAPES[word], markersize=9, color=KEY)
        axes.text(1.0, middle, word, va="center", color=INK)
        label: dict[str, Any] = {"va": "center", "fontweight": strength}
        axes.text(3.75, middle, "=" if weight else "≠", ha="center", color=INK, **label)
        axes.text(4.7, middle, f"{weight}", ha="center", color=WEIGHT, **label)
        axes.text(6.2, middle, f"{value:.0f}", ha="right", color=VALUE, **label)
    axes.text(3.75, 4.05, "equal?", ha="center", va="center", color=MUTED)
    axes.text(6.2, 4.05, "price", ha="right", va="center", color=MUTED)
    said = outcome(exact_lookup, query, WORDS, VALUES).strip("`")
    axes.text(0.3, 0.4, "answer", va="center", color=MUTED)
    axes.text(2.5, 0.4, said, va="center", color=OUTPUT, fontweight="bold")
    axes.set(xlim=(-0.1, 6.7), ylim=(0, 5))
    axes.axis("off")
