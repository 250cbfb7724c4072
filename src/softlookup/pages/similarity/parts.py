"""Other parts of the page on similarity: shadows to drag, and real words to ask."""

from softlookup import explorables, interactive
from softlookup.pages.similarity.numbers import scores, shadows, tennis_length
from softlookup.write import number

_lengths = ", ".join(f"{word} {number(length, 2)}" for word, length in shadows.items())
_scores = ", ".join(number(score, 0) for score in scores.values())
SHADOW = (
    "Three keys, and the shadow of each on the query, the star. A broad line is a shadow, as far as the "
    f"key reaches in the direction of tennis: {_lengths}. Times the length of tennis, "
    f"{number(tennis_length, 2)}, that makes the scores {_scores}."
)
SHADOW_ASKS = "Drag tennis until racket scores 0. How will the two arrows stand?"
WORDS = (
    "Any word of this site asks any other. The vectors come as they are stored, with four decimals."
)
WORDS_ASKS = "Type <em>hot</em> as the query. Which word will be nearest?"


def shadow() -> str:
    """Arrows and their shadows; awake, they can be dragged."""
    plane = explorables.similarity_plane(SHADOW, SHADOW_ASKS)
    return plane + interactive.pulled_numbers("similarity")


def real_words() -> str:
    """Words to ask and words to answer; awake, the reader types them."""
    return explorables.real_words(WORDS, WORDS_ASKS)
