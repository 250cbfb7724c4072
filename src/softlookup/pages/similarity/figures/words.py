"""Every real word by its angle to tennis and its length."""

from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import GRID, INK, KEY, MUTED, PAPER, blank
from softlookup.pages.similarity.numbers import cosines, known, lengths

_known = [word for word in known if word != "tennis"]
_cosines = cosines["tennis"]
# Where each label stands, so that none covers another.
LABELS = {
    "golf": "right",
    "soccer": "below",
    "player": "left",
    "racquet": "right",
    "racket": "left",
    "and": "left",
    "ball": "right",
    "tree": "left",
    "kitten": "above",
    "river": "right",
    "keyboard": "below",
}
_OFFSETS = {"right": (7, -4), "left": (-7, -4), "below": (0, -14), "above": (0, 7)}
_SIDES: dict[str, Literal["left", "center", "right"]] = {
    "right": "left",
    "left": "right",
    "below": "center",
    "above": "center",
}

SAYS = (
    f"GloVe, {len(_known)} words as keys for tennis. To the right is a better angle, upwards is a longer "
    "vector. Keys on one grey curve have the same score, written at its upper end. Diamonds are the named words. "
    f"Almost every word is right of 0, golf is far ahead of racket, and “and” "
    f"({_cosines['and']:.3f}) is as good a direction as ball ({_cosines['ball']:.3f})."
)


def draw() -> Figure:
    """A cloud of words over the curves on which length and cosine make the same score."""
    figure, axes = blank(3.7)
    top = 7.7
    heights = np.linspace(4.1, top, 60)
    for score in (0, 10, 20, 30):
        across = score / (lengths["tennis"] * heights)
        axes.plot(across, heights, color=MUTED if score == 0 else GRID, linewidth=1.2, zorder=1)
        axes.text(across[-1], top + 0.06, f"score {score}", ha="center", color=MUTED)
    quiet = [word for word in _known if word not in LABELS]
    cloud = [_cosines[word] for word in quiet], [lengths[word] for word in quiet]
    axes.scatter(*cloud, s=9, color=KEY, alpha=0.5, linewidths=0)
    for word, place in LABELS.items():
        _label(axes, word, place)
    axes.set(xlim=(-0.17, 0.87), ylim=(4.1, top + 0.35), yticks=[5, 6, 7])
    axes.set(xlabel="cosine with tennis", ylabel="length of the word’s vector")
    return figure


def _label(axes: Axes, word: str, place: str) -> None:
    spot = _cosines[word], lengths[word]
    axes.plot(*spot, marker="D", markersize=6, color=KEY)
    note = axes.annotate(word, spot, _OFFSETS[place], textcoords="offset points", color=INK)
    note.set_horizontalalignment(_SIDES[place])
    note.set_bbox({"facecolor": PAPER, "edgecolor": "none", "alpha": 0.75, "pad": 0.5})
