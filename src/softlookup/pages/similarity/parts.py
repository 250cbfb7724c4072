"""Other parts of the page on similarity: shadows to drag, and real words to ask."""

from softlookup import explorables, interactive
from softlookup.pages.similarity.numbers import scores, shadows, tennis_length
from softlookup.write import number

_lengths = ", ".join(f"{word} {number(length, 2)}" for word, length in shadows.items())
_scores = ", ".join(number(score, 0) for score in scores.values())
SHADOW = (
    "Three keys fall onto the line of the query, the star, and a stroke marks where each lands. How far out that is, "
    f"is its shadow: {_lengths}. Times the length of tennis, {number(tennis_length, 2)}, that makes the scores "
    f"{_scores}. Cosine and angle come further down."
)
SHADOW_ASKS = "Drag tennis until racket scores 0. How will the two arrows stand?"
WORDS = (
    "Any word of this site asks any other, scored by cosine or by dot product. Where the weights come from, the "
    "next page tells."
)
WORDS_ASKS = (
    "Type <em>hot</em> as the query, and let it take the nearest words as keys. Which word will come first? (The "
    "nearest is the one that keeps the same company.)"
)


def shadow() -> str:
    """Arrows and their shadows; awake, they can be dragged."""
    plane = explorables.similarity_plane(SHADOW, SHADOW_ASKS)
    return plane + interactive.pulled_numbers("similarity")


def real_words() -> str:
    """Words to ask and words to answer; awake, the reader types them."""
    return explorables.real_words(WORDS, WORDS_ASKS)
