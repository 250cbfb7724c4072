"""One map at four temperatures: from borders to one colour."""

from matplotlib.figure import Figure

from softlookup.answer_map import LINES, answers, ground, plane, star
from softlookup.draw import WIDTH, pin
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS

# Each temperature with the lines that its map has room for.
TEMPERATURES = {0.1: (), 1.0: LINES, 3.0: (4, 5, 6, 7), 20.0: ()}
_at_tennis = {temperature: float(answers(TENNIS, temperature)) for temperature in TEMPERATURES}
_cold, _, _, _hot = TEMPERATURES

SAYS = (
    "The same three prices asked at four temperatures. Every place is a question, its colour is the answer, and "
    f"lines join equal answers. At {_cold:g} the map has borders, and tennis, the star, gets racket’s price. Warmer, "
    f"the borders blur. At {_hot:g} all places have nearly one colour, the mean of {VALUES.mean():.1f}, and it hardly "
    "matters what you ask."
)


def draw() -> Figure:
    """Four maps, two in a row, from cold to hot."""
    figure = Figure(figsize=(WIDTH, 4.75), layout="constrained")
    panels = figure.subplots(2, 2).ravel()
    for axes, (temperature, lines) in zip(panels, TEMPERATURES.items(), strict=True):
        plane(axes, f"T = {temperature:g}")
        ground(axes, temperature, lines=lines)
        for word, key in zip(WORDS, KEYS, strict=True):
            pin(axes, word, key)
        star(axes, f"{_at_tennis[temperature]:.1f}")
    return figure
