"""Real words by what they ask and by how they are found."""

from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, MUTED, QUERY, blank
from softlookup.pages.projections.numbers import asks, found, new_adjectives, new_nouns

_cut = len(new_nouns)
_count = len(new_nouns) + len(new_adjectives)
# Which words are named, and on which side of their mark.
_NAMED = {
    "dog": (7, 4, "left"),
    "bank": (-7, -3, "right"),
    "coffee": (7, 6, "left"),
    "actor": (8, -3, "left"),
    "ball": (8, 3, "left"),
    "cold": (9, -3, "left"),
    "white": (-9, -3, "right"),
    "small": (9, -3, "left"),
    "royal": (0, 9, "center"),
    "sad": (7, -13, "left"),
}

SAYS = (
    f"{_count} words that took no part in finding the two directions. To the right: how much a word "
    "asks. Upwards: how well it is found. The score is the asker’s place to the right times the "
    "answerer’s height. Nouns (dots) ask and are hardly found; adjectives (squares) are found and "
    "hardly ask. Actor and royal stand in between."
)


def draw() -> Figure:
    """Nouns to the right, adjectives above."""
    figure, axes = blank(3.9)
    axes.axhline(0, color=MUTED, linewidth=1)
    axes.axvline(0, color=MUTED, linewidth=1)
    axes.plot(asks[:_cut], found[:_cut], "o", color=QUERY, markersize=6, clip_on=False)
    axes.plot(asks[_cut:], found[_cut:], "s", color=KEY, markersize=7, clip_on=False)
    for word, x, y in zip([*new_nouns, *new_adjectives], asks, found, strict=True):
        if word in _NAMED:
            across, up, side = _NAMED[word]
            axes.annotate(
                word, (x, y), (across, up), textcoords="offset points", ha=side, color=INK
            )
    for height, mark, colour, kind in (
        (1.12, "s", KEY, "adjectives"),
        (0.98, "o", QUERY, "nouns"),
    ):
        axes.plot([0.82], [height], mark, color=colour, markersize=7)
        axes.annotate(kind, (0.82, height), (9, -4), textcoords="offset points", color=INK)
    axes.set(xlim=(-0.55, 1.4), ylim=(-0.5, 1.25), xticks=[0, 1], yticks=[0, 1])
    axes.set_xlabel("what it asks: x times w_q")
    axes.set_ylabel("how it is found: x times w_k")
    return figure
