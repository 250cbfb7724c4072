"""Other parts of the page on gradients: the slope under the hand."""

from softlookup import interactive

SAYS = (
    "The arrow points where the answer rises fastest from the query, and is the longer the steeper the ground. "
    "Drag the query. And before you cool the lookup: will the arrow grow, or die?"
)


def slope() -> str:
    """The map of answers with the gradient at the query."""
    return interactive.answer_map(SAYS, identity="slope-of-answers", arrow=True)
