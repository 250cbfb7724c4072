"""Other parts of the page on softmax: scores to move."""

from softlookup import explorables, interactive

SAYS = "Three scores and their shares. Add a constant to all of them and nothing moves; multiply them, and it does."
ASKS = "Add a thousand to every score. What becomes of the shares?"


def softmax_bars() -> str:
    """Scores that the reader shifts and stretches."""
    return explorables.softmax_bars(SAYS, ASKS) + interactive.pulled_numbers("softmax")
