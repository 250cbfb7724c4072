"""Other parts of the page on softmax: scores to move."""

from softlookup import explorables, interactive

SAYS = "Three scores and their shares, to shift and to stretch. The last column takes e to the score as it stands."
ASKS = "Add a thousand to every score. What becomes of the shares, and what of the last column?"


def softmax_bars() -> str:
    """Scores that the reader shifts and stretches."""
    return explorables.softmax_bars(SAYS, ASKS) + interactive.pulled_numbers("softmax")
