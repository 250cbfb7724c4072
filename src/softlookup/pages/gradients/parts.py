"""Other parts of the page on gradients: the slope under the hand."""

from softlookup import explorables, interactive

SAYS = (
    "The arrow points where the answer rises fastest from the query, and is the longer the steeper the ground. "
    "Drag the query, or turn the temperature."
)
ASKS = "Cool the lookup. Will the arrow grow, or die?"


def slope() -> str:
    """The map of answers with the gradient at the query."""
    drawn = explorables.answer_map(SAYS, identity="slope-of-answers", arrow=True, asks=ASKS)
    return drawn + interactive.pulled_numbers("gradients")
