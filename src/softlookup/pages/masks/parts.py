"""Other parts of the page on masks: cells to open and shut."""

from softlookup import explorables

SAYS = (
    "Four words that read each other in order, with scores divided by √2. Rows ask, columns answer. Open or shut a "
    "cell, and the rest of its row shares what is left; shut a whole row, and there is nothing to read."
)
ASKS = "Shut one cell of a row. Who gets its share?"


def mask_grid() -> str:
    """Who may read whom, cell by cell."""
    return explorables.mask_grid(SAYS, ASKS, identity="mask-by-hand")
