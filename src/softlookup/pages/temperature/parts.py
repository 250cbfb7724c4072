"""Other parts of the page on temperature: the map with its knob."""

from softlookup import explorables, interactive

SAYS = (
    "Two keys that score the same do so at every temperature, so the border between them stays and only sharpens. "
    "The star can be dragged too."
)
ASKS = "Cool the map. Will the border between racket and ball move?"


def knob() -> str:
    """The map of answers, of which the query and the temperature can be moved."""
    drawn = explorables.answer_map(SAYS, identity="knob", asks=ASKS, keys_move=False)
    return drawn + interactive.pulled_numbers("temperature")
