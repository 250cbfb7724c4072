"""The dictionary moved, turned and fed a duplicate: two of the three change no answer."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import GRID, INK, KEY, MUTED, QUERY, SHAPES, blank, pin
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.steps.soft_lookup import soft_lookup

_STEP = np.array([-1.0, -2.0])  # added to every key
_TURN = np.array([[0.0, 1.0], [-1.0, 0.0]])  # a quarter of a turn
_TWICE = [0, 1, 2, 2]  # tree again
_CASES = {
    "keys moved": (TENNIS, KEYS + _STEP, VALUES),
    "all turned": (TENNIS @ _TURN, KEYS @ _TURN, VALUES),
    "tree twice": (TENNIS, KEYS[_TWICE], VALUES[_TWICE]),
}
_ABOVE, _BELOW, _LEFT, _RIGHT = (0, 9), (0, -19), (-8, -4), (8, -4)  # of its dot, in points
_LABELS = {
    "keys moved": (_RIGHT, _RIGHT, _BELOW),
    "all turned": (_LEFT, _RIGHT, _BELOW),
    "tree twice": (_ABOVE, _BELOW, _ABOVE),
}
_ANSWERS = {name: float(soft_lookup(*case)) for name, case in _CASES.items()}

SAYS = (
    f"Three changes to the dictionary that answers {_ANSWERS['keys moved']:.3f} to tennis (the "
    "arrow). Hollow marks are the keys as they were, full marks the keys now. Moving all keys by one "
    "vector and turning keys and query together look violent and change nothing. A second tree at "
    f"the old place (the ring) shows less, and gives {_ANSWERS['tree twice']:.3f}."
)


def draw() -> Figure:
    """Three planes side by side, each with its answer."""
    figure, panels = blank(2.2, columns=3)
    for axes, name in zip(panels, _CASES, strict=True):
        query, keys, _ = _CASES[name]
        _plane(axes, query, keys)
        for word, key, shift in zip(WORDS, keys, _LABELS[name], strict=False):
            side = {8: "left", -8: "right"}.get(shift[0], "center")
            axes.annotate(word, key, shift, textcoords="offset points", ha=side, color=INK)
        axes.set_title(f"{name}\n{_ANSWERS[name]:.3f}")
    return figure


def _plane(axes: Any, query: Any, keys: Any) -> None:
    axes.axhline(0, color=GRID, linewidth=1, zorder=0)
    axes.axvline(0, color=GRID, linewidth=1, zorder=0)
    for word, key in zip(WORDS, KEYS, strict=True):
        hollow = {"markerfacecolor": "none", "markeredgecolor": MUTED, "markersize": 7}
        axes.plot(*key, SHAPES[word], **hollow)
    for word, key in zip(WORDS, keys, strict=False):
        pin(axes, word, key)
    if len(keys) > len(KEYS):
        axes.plot(*keys[-1], "o", markerfacecolor="none", markeredgecolor=KEY, markersize=15)
    arrow = {"arrowstyle": "-|>", "color": QUERY, "linewidth": 2.2}
    axes.annotate("", query, (0, 0), arrowprops=arrow)
    axes.set(xlim=(-3.4, 3.6), ylim=(-2.7, 3.1), aspect="equal", xticks=[], yticks=[])
    for side in axes.spines.values():
        side.set_visible(False)
