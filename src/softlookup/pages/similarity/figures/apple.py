"""One spelling, two meanings: apple among the fruit and among the computers."""

from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, MUTED, QUERY, blank
from softlookup.pages.similarity.numbers import cosines, known

_QUIET = [word for word in known if word not in ("apple", "fruit", "computer")]
# Where each name stands, so that none covers another: shift in points, and side.
NAMED = {
    "coffee": ((8, -4), "left"),
    "banana": ((8, -4), "left"),
    "software": ((8, -4), "left"),
    "internet": ((8, -4), "left"),
    "phone": ((-8, -4), "right"),
}
_apple = cosines["apple"]

SAYS = (
    f"{len(_QUIET) + 1} words by how well they match fruit, to the right, and computer, upwards. In the "
    "corner where almost nothing else is stands apple, with a cosine of "
    f"{_apple['fruit']:.2f} and {_apple['computer']:.2f}: one vector, and two meanings in it."
)


def draw() -> Figure:
    """A cloud of words, apple apart from it."""
    figure, axes = blank(3.4)
    fruit, computer = cosines["fruit"], cosines["computer"]
    axes.scatter(
        [fruit[word] for word in _QUIET],
        [computer[word] for word in _QUIET],
        s=11,
        color=KEY,
        alpha=0.5,
        linewidths=0,
    )
    for word, (shift, side) in NAMED.items():
        spot = fruit[word], computer[word]
        axes.plot(*spot, "o", markersize=5, color=KEY)
        axes.annotate(word, spot, shift, textcoords="offset points", ha=side, color=MUTED)
    place = _apple["fruit"], _apple["computer"]
    axes.plot(*place, "*", markersize=14, color=QUERY)
    axes.annotate(
        "apple", place, (9, 3), textcoords="offset points", ha="left", color=INK, fontweight="bold"
    )
    axes.set(xlim=(-0.13, 0.86), ylim=(-0.06, 0.92), xticks=[0, 0.5], yticks=[0, 0.5])
    axes.set(xlabel="cosine with fruit", ylabel="cosine with computer")
    return figure
