"""What two lookups have learned: to read the place before, and then the place after the same word."""

import numpy as np
from matplotlib.figure import Figure

from softlookup import words
from softlookup.draw import WEIGHT, blank, cell
from softlookup.pages.relatives import induction
from softlookup.pages.relatives.numbers import heads
from softlookup.write import number

_text = induction.texts(induction.NEW, 1, np.random.default_rng(14))
_names = [words.known()[i] for i in _text.words[0]]
_asks = int(_text.asked[0])
_rows = {
    "first": induction.first_weights(heads)[_asks + 1],
    "second": induction.second_weights(heads, _text)[0],
}
assert _rows["first"].argmax() == _asks
assert _rows["second"].argmax() == _asks + 1

SAYS = (
    f"A text of words that were in no lesson, and then “{_names[_asks]}” comes once more. Left: in the first "
    f"lookup “{_names[_asks + 1]}” has read the place before it, which holds “{_names[_asks]}”, with a weight "
    f"of {number(_rows['first'][_asks], 2)}. Right: in the second, “{_names[_asks]}” asks and finds "
    f"“{_names[_asks + 1]}”, with {number(_rows['second'][_asks + 1], 2)}: what followed it last time."
)


def draw() -> Figure:
    """The text from top to bottom, with the weights of each lookup beside it."""
    figure, axes = blank(3.4)
    titles = {"first": f"“{_names[_asks + 1]}” reads", "second": f"“{_names[_asks]}” asks"}
    for column, (name, weights) in enumerate(_rows.items()):
        left = 1.2 + 1.7 * column
        for row, weight in enumerate(weights):
            cell(
                axes,
                (left, row),
                number(weight, 2),
                shade=float(weight),
                colour=WEIGHT,
                size=(1.3, 0.92),
            )
        axes.text(left + 0.65, -0.2, titles[name], ha="center", va="bottom")
    for row, word in enumerate(_names):
        axes.text(1.05, row + 0.46, word, ha="right", va="center")
    axes.set(xlim=(-0.4, 4.4), ylim=(len(_names), -0.9))
    axes.axis("off")
    return figure
