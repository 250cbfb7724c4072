"""Two new queries over five keys: where the causal corner belongs."""

from matplotlib.figure import Figure

from softlookup.draw import INK, QUERY, blank, frame, heat
from softlookup.pages.masks.numbers import all_ask, first_words, lower_right, upper_left

SAYS = (
    "The first five words, each reading itself and what came before, with word vectors as they are. Above: all five "
    "ask at once. Below: only “not” and “cross” ask, over five keys that were kept. At the lower right they get "
    "the framed rows again, number for number. At the upper left, “not” reads nothing but the first word."
)


def draw() -> Figure:
    """The whole triangle, then its last two rows under either alignment."""
    figure, panels = blank(5.6, rows=3, height_ratios=[5, 2, 2])
    readings = {
        "all five ask": all_ask,
        "two ask, lower right": lower_right,
        "two ask, upper left": upper_left,
    }
    for axes, (title, weights) in zip(panels, readings.items(), strict=True):
        heat(axes, weights, first_words[-len(weights) :], first_words, weights > 0)
        axes.set_title(title, pad=20, fontweight="bold", color=INK)
    for axes, top in zip(panels, (3, 0), strict=False):  # the same two rows, twice
        frame(axes, (0, top), (5, 2), QUERY, linewidth=2.5)
    return figure
