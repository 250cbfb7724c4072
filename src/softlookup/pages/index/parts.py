"""Other parts of the first page: the map that can be taken hold of, and the miss."""

from softlookup import interactive
from softlookup.examples import VALUES, WORDS
from softlookup.pages.index.figures.answer_map import SAYS


def answer_map() -> str:
    """The map of answers; awake, its query and keys can be dragged, and the numbers follow."""
    return interactive.answer_map(SAYS) + interactive.pulled_numbers()


def miss() -> str:
    """What a dictionary says to a word that it does not hold, as Python prints it."""
    prices = {word: int(value) for word, value in zip(WORDS, VALUES, strict=True)}
    asked = ("racket", "tennis")
    lines = [f">>> prices = {prices}".replace("'", '"')]
    for word in asked:
        lines.append(f'>>> prices["{word}"]')
        try:
            lines.append(str(prices[word]))
        except KeyError as error:
            lines.append(f"KeyError: {error}")
    return "\n".join(["```text", *lines, "```"])
