"""Other parts of the first page: the map and the sentence that can be taken hold of, and the miss."""

from softlookup import explorables, interactive
from softlookup.examples import VALUES, WORDS
from softlookup.pages.index import numbers
from softlookup.write import percent

_SAYS = (
    "Every place is a question; the stronger the gold, the higher the "
    f"answer, and a line joins places that get the same. Tennis, the star, gets {numbers.answer:.1f}. Drag it: far "
    "out a single word mostly wins, and nearer to the middle the three prices blend. The slider says how softly: "
    "cold, the best match takes nearly all, and hot, all three count almost the same."
)

_SENTENCE = (
    "How the word “it” divides its reading among the words of its sentence. The animal gets "
    f"{percent(numbers.raw['animal'], 0)} on the left and {percent(numbers.learned['animal'], 0)} on the right."
)
_ANOTHER_ASKS = "Press <em>street</em> to let that word ask. Which word will it read most, with its vector as it is?"


def answer_map() -> str:
    """The map of answers; awake, its query and keys can be dragged, and the numbers follow."""
    return explorables.answer_map(_SAYS) + interactive.pulled_numbers("index")


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
