"""Other parts of the first page: the map that can be taken hold of, and the miss."""

from softlookup import interactive
from softlookup.examples import VALUES, WORDS
from softlookup.pages.index import numbers

_SAYS = (
    "The answers of a soft lookup. Every place is a question; the stronger the gold, the higher the "
    "answer, and a line joins places that get the same. Far out a single word wins, and the answer is "
    f"its value: {VALUES[0]:.0f}, {VALUES[1]:.0f} or {VALUES[2]:.0f}. Nearer to the middle the three "
    f"blend. Tennis, the star, is not in the dictionary, and gets {numbers.answer:.1f}."
)


def answer_map() -> str:
    """The map of answers; awake, its query and keys can be dragged, and the numbers follow."""
    return interactive.answer_map(_SAYS) + interactive.pulled_numbers()


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
