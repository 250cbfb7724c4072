"""Other parts of the page on streaming: entries to feed by hand."""

from softlookup import explorables

SAYS = (
    "Feed the entries in any order. Only three numbers are kept of them, and the answer at the end is "
    "always the same."
)
ASKS = "Feed the best match last. Will the answer differ?"


def streaming_feed() -> str:
    """The entries as cards, and what is kept of them."""
    return explorables.streaming_feed(SAYS, ASKS)
