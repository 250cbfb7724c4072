"""Other parts of the page on scaling: a width to slide."""

from softlookup import explorables, interactive

SAYS = "Eight keys and one query, all random, at a width of your choice. Without the root one weight swallows the rest."
ASKS = "Make the keys wider. Which of the two sides will change?"


def width_weights() -> str:
    """Eight weights at a width that the reader chooses, with and without the root."""
    return explorables.width_weights(SAYS, ASKS) + interactive.pulled_numbers("scaling")
