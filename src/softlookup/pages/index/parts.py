"""Other parts of the first page: the map and the sentence that can be taken hold of, and the miss."""

from softlookup import explorables, interactive
from softlookup.examples import VALUES, WORDS
from softlookup.pages.index import numbers
from softlookup.write import percent

_SAYS = (
    "The answers of a soft lookup. Every place is a question; the stronger the gold, the higher the "
    "answer, and a line joins places that get the same. Far out a single word wins, and the answer is "
    f"its value: {VALUES[0]:.0f}, {VALUES[1]:.0f} or {VALUES[2]:.0f}. Nearer to the middle the three "
    f"blend. Tennis, the star, is not in the dictionary, and gets {numbers.answer:.1f}."
)

_SENTENCE = (
    "What the word “it” reads of each word of its sentence, as a share of one reading. With the vectors as they are "
    f"(left) it gives the animal {percent(numbers.raw['animal'], 0)}, and through two matrices "
    f"learned from other words (right) {percent(numbers.learned['animal'], 0)}."
)
_ANOTHER_ASKS = "Press <em>street</em>, so that it asks. What will it read on the right?"


def answer_map() -> str:
    """The map of answers; awake, its query and keys can be dragged, and the numbers follow."""
    return interactive.answer_map(_SAYS) + interactive.pulled_numbers("index")


def sentence() -> str:
    """What a word of the sentence reads, raw and projected; awake, any word may ask."""
    return explorables.sentence_reader(_SENTENCE, _ANOTHER_ASKS)


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
