"""Other parts of the first page: the map that can be taken hold of."""

from softlookup import interactive
from softlookup.pages.index.figures.answer_map import SAYS


def answer_map() -> str:
    """The map of answers; awake, its query and keys can be dragged, and the numbers follow."""
    return interactive.answer_map(SAYS) + interactive.pulled_numbers()
