"""Other parts of the page on heads: numbers to cut, and a gate to turn."""

import numpy as np

from softlookup import explorables
from softlookup.explorables.head_split import HEADS, ROWS

RESHAPE = (
    "Two tokens of six numbers, cut into heads. Plain cells are numbers of token A, hatched cells those of token B. "
    "Middle: split; each head has A in its first row and B in its second. Bottom: a bare reshape to the same shape, "
    "which lets the first of several heads compare A with itself."
)
for _heads in HEADS[1:]:
    _numbers_of_first = ROWS.reshape(_heads, len(ROWS), -1)[0]
    assert np.isin(_numbers_of_first, ROWS[0]).all(), "the first head holds nothing but token A"
RESHAPE_ASKS = "With how many heads does the bare reshape do no harm?"
GATE = "One factor in two places, for tennis and its three entries."
GATE_ASKS = "Turn the factor down to 0. Which of the two falls silent?"


def reshape() -> str:
    """Two tokens cut rightly and wrongly; awake, into as many heads as the reader likes."""
    return explorables.head_split(RESHAPE, RESHAPE_ASKS)


def gate() -> str:
    """A factor on the output and on the scores."""
    return explorables.gate_dial(GATE, GATE_ASKS)
