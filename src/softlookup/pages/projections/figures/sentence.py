"""The sentence with arcs from “it” to what it reads: with vectors as they are, and through learned matrices."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import INK, MUTED, QUERY, WEIGHT, blank
from softlookup.examples import Vector
from softlookup.pages.projections.numbers import LEARNED, RAW, learned, raw
from softlookup.sentence import IT, WORDS
from softlookup.write import percent

SAYS = (
    "Who does “it” read? An arc is as thick as the weight, and the larger ones are written at their feet in "
    "percent. Above, with the "
    f"vectors as they are, “it” reads {percent(raw['it'], 0)} of itself and {percent(raw['animal'], 0)} of the animal. "
    "Below, through two matrices that were learned from other words, it reads "
    f"{percent(learned['animal'], 0)} of the animal."
)
_LENGTHS = np.array([len(word) for word in WORDS])
_PLACES = np.cumsum(_LENGTHS + 1.15) - _LENGTHS / 2  # the middle of each word, counted in letters
_FOOT = 1.75  # where arcs begin, above and below the line of words
_THICK = 14.0  # of an arc that carries everything, in points
_FAINT = 0.03  # weights below this have no number


def draw() -> Figure:
    """One line of words, arcs above and below it."""
    figure, axes = blank(3.5)
    for place, word in zip(_PLACES, WORDS, strict=True):
        asks = place == _PLACES[IT]
        axes.text(
            place,
            0,
            word,
            ha="center",
            va="center",
            color=QUERY if asks else INK,
            fontweight="bold" if asks else "normal",
        )
    _arcs(axes, RAW[IT], up=1)
    _arcs(axes, LEARNED[IT], up=-1)
    axes.text(0, 7.6, "vectors as they are", va="center", color=MUTED)
    axes.text(0, -7.6, "through learned matrices", va="center", color=MUTED)
    axes.set(xlim=(0, _PLACES[-1] + 3), ylim=(-8.3, 8.3))
    axes.axis("off")
    return figure


def _arcs(axes: Axes, weights: Vector, up: int) -> None:
    """An arc from the asking word to every word, itself included."""
    angles = np.linspace(0, np.pi, 40)
    for place, weight in zip(_PLACES, weights, strict=True):
        middle, half = (place + _PLACES[IT]) / 2, abs(place - _PLACES[IT]) / 2
        height = 1.2 + 4.2 * half / _PLACES[IT] * 2
        across = max(half, 0.75) * np.cos(angles)  # a word that reads itself gets a small loop
        axes.plot(
            middle + across,
            up * (_FOOT + height * np.sin(angles)),
            color=WEIGHT,
            linewidth=max(0.5, _THICK * weight),
            solid_capstyle="butt",
        )
        if weight >= _FAINT:
            axes.text(place, up * 1.1, f"{100 * weight:.0f}", ha="center", va="center")
