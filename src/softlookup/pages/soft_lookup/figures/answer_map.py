"""Four lookups, four maps."""

from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from softlookup.answer_map import CORNERS, LINES, answers, band, ground, plane, star, territory
from softlookup.draw import INK, WIDTH, pin
from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WORDS

HOT = 20.0
_best = float(VALUES[(SCORES).argmax()])
_soft = float(answers(TENNIS))
_hot = float(answers(TENNIS, HOT))
_mean = VALUES.mean()
assert all(abs(answers(corner, HOT) - _mean) < 0.7 for corner in CORNERS), "nearly one colour"
assert KEYS[1] @ KEYS[0] == KEYS[1] @ KEYS[1], "ball asks for racket and for ball alike"

SAYS = (
    "A dictionary knows three places. The best match, the price of the word that fits best, has hard borders, and ball "
    f"lies on one, since racket suits it as well. A soft lookup blurs them, and tennis, the star, gets {_soft:.1f}. "
    f"Heated, so that words can hardly be told apart, it answers about the mean, {_mean:.1f}, wherever you ask on "
    "this map."
)


def draw() -> Figure:
    """Four maps, two in a row."""
    figure = Figure(figsize=(WIDTH, 4.75), layout="constrained")
    (dictionary, best), (soft, hot) = figure.subplots(2, 2)
    plane(dictionary, "Dictionary: three pins")
    for place, value in zip(KEYS, VALUES, strict=True):
        dictionary.annotate(f"{value:.0f}", place, (9, 0), textcoords="offset points", va="center")
    star(dictionary, "KeyError")
    plane(best, "Best match: borders")
    for word, value in enumerate(VALUES):
        borders = territory(word)
        best.add_patch(
            Polygon(borders, facecolor=band(value), edgecolor=INK, linewidth=0.7, zorder=0)
        )
    star(best, f"{_best:.0f}")
    plane(soft, "Soft lookup: no borders")
    ground(soft, lines=LINES)
    star(soft, f"{_soft:.1f}")
    plane(hot, f"Heated to {HOT:.0f}: nearly one colour")
    ground(hot, HOT)
    star(hot, f"{_hot:.1f}")
    for axes in (dictionary, best, soft, hot):
        for name, place in zip(WORDS, KEYS, strict=True):
            pin(axes, name, place)
    return figure
