"""The answers of every wrong function on one number line, over the range that is possible."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import GRID, INK, MUTED, OUTPUT, blank
from softlookup.examples import VALUES
from softlookup.pages.fingerprints.bugs import ASKED, Fingerprint, mistakes

_MARKS = dict(zip(ASKED, ("s", "^", "o"), strict=True))  # which query is answered
_EDGE = 14.0  # answers beyond it are written at the edge
_LOW, _HIGH = float(VALUES.min()), float(VALUES.max())


def _lowest(found: Fingerprint) -> float:
    return float(VALUES[1]) if found.situation == "without tree" else _LOW


def _proves(found: Fingerprint) -> bool:
    inside = (found.answers >= _lowest(found) - 1e-9) & (found.answers <= _HIGH)
    return not inside.all()


_proven = sum(_proves(found) for found in mistakes().values())

SAYS = (
    "The running example answered by every wrong function. The square answers tennis, the triangle "
    "tree’s key, the circle the query (0, 0); hollow marks are the right answers. The band is the "
    f"range of the values that may be read, {_LOW:.0f} to {_HIGH:.0f}, or {VALUES[1]:.0f} to "
    f"{_HIGH:.0f} without tree. A mark outside the band proves a mistake by itself: that happens "
    f"to {_proven} of {len(mistakes())}. The others give numbers that could be right."
)


def draw() -> Figure:
    """A row for each mistake, a mark for each query."""
    made = mistakes()
    figure, axes = blank(0.34 * len(made) + 0.9)
    for row, found in enumerate(made.values()):
        band = [row - 0.36, row + 0.36], _lowest(found), _HIGH
        axes.fill_betweenx(*band, color=GRID, alpha=0.6, linewidth=0)
        _answers(axes, row, found)
    axes.axvline(_HIGH, color=MUTED, linewidth=0.8, zorder=0)
    names = [name.replace("_", " ") for name in made]
    axes.set(yticks=range(len(made)), yticklabels=names, ylim=(len(made) - 0.4, -0.6))
    axes.set(xlim=(-0.9, _EDGE + 4.4), xticks=[0, *np.sort(VALUES)], xlabel="answer")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    return figure


def _answers(axes: Any, row: int, found: Fingerprint) -> None:
    beyond = []
    for marker, right, given in zip(
        _MARKS.values(), found.right[:, 0], found.answers[:, 0], strict=True
    ):
        hollow = {"markerfacecolor": "none", "markeredgecolor": MUTED, "markersize": 7}
        axes.plot([right], [row], marker, **hollow)
        if np.isnan(given) or given > _EDGE:
            beyond.append("NaN" if np.isnan(given) else f"{given:.0f}")
        else:
            axes.plot([given], [row], marker, color=OUTPUT, markersize=6)
    if beyond:
        axes.text(_EDGE - 2.6, row, "→ " + ", ".join(beyond), va="center", color=INK)
