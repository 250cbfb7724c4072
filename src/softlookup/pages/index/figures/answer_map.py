"""The map of a soft lookup alone, large: the face of the site."""

from matplotlib.figure import Figure

from softlookup.answer_map import ACROSS, LINES, UP, answers, ground, star
from softlookup.draw import blank, pin
from softlookup.examples import AXES, KEYS, TENNIS, VALUES, WORDS

_soft = float(answers(TENNIS))

SAYS = (
    "The answers of a soft lookup. Every place is a question; the stronger the gold, the higher the "
    "answer, and a line joins places that get the same. Far out a single word wins, and the answer is "
    f"its value: {VALUES[0]:.0f}, {VALUES[1]:.0f} or {VALUES[2]:.0f}. Nearer to the middle the three "
    f"blend. Tennis, the star, is not in the dictionary, and gets {_soft:.1f}."
)


def draw() -> Figure:
    """One map, with the names of its words."""
    figure, axes = blank(4.15)
    ground(axes, lines=LINES, steps=64)
    for word, key, value in zip(WORDS, KEYS, VALUES, strict=True):
        pin(axes, word, key, size=11)
        axes.annotate(
            f"{word}: {value:.0f}",
            (key[0], key[1]),
            (9, 0),
            textcoords="offset points",
            va="center",
        )
    star(axes, f"tennis: {_soft:.1f}")
    axes.set(xlim=ACROSS, ylim=UP, aspect="equal", xticks=[], yticks=[])
    axes.set(xlabel=f"{AXES[0]} →", ylabel=f"{AXES[1]} →")
    axes.spines[:].set_visible(True)
    return figure
