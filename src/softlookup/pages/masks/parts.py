"""Other parts of the page on masks: cells to open and shut."""

from softlookup import explorables, interactive

SAYS = (
    "Racket, ball and tree come one after another, and tennis asks after each. Open or shut a cell, and the rest of "
    "its row shares what is left; the second row is the sum above. Shut a whole row, and there is nothing to read."
)
ASKS = "Shut one cell of a row. Who gets its share?"


def mask_grid() -> str:
    """Who may read what, cell by cell."""
    grid = explorables.mask_grid(SAYS, ASKS, identity="mask-by-hand")
    return grid + interactive.pulled_numbers("masks")
