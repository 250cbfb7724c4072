"""Misconceptions that belong to no single page."""

import numpy as np

from softlookup.examples import ANIMAL_VALUES, SCORES, WORDS
from softlookup.kinds import misconception
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent


@misconception(
    "Switching on several keys and adding up their values is a soft lookup already",
    fact="A soft lookup is an average: its weights sum to 1. A sum has no such bound: it can leave the range of "
    "the values, and can be mistaken for another entry.",
    concept="weighted-blend",
)
def adding_up() -> str:
    switched_on = np.array([1.0, 1.0, 0.0, 0.0])  # dog and cat
    total = float(switched_on @ ANIMAL_VALUES)
    average = float(switched_on / switched_on.sum() @ ANIMAL_VALUES)
    assert total > ANIMAL_VALUES[:2].max()
    assert total == ANIMAL_VALUES[3]
    return (
        f"Dog 10 and cat 2 add up to {number(total, 0)}, more than either of them, and equal to "
        "the value of the entry 8, which was not asked for. Their average is "
        f"{number(average, 0)}."
    )


@misconception(
    "A weight says how sure the lookup is",
    fact="A weight is a share of one reading. It depends on the length of the query and on the "
    "company of the key, and neither is evidence.",
    concept="softmax",
)
def sureness() -> str:
    scores = SCORES
    once, twice = softmax(scores)[0], softmax(2 * scores)[0]
    crowd = softmax([*scores, *[scores[0]] * 9])[0]
    assert crowd < once < twice
    return (
        f"Tennis gives {WORDS[0]} {percent(once)}. Ask with the same word, twice as long: "
        f"{percent(twice)}. Store nine more keys that match as well: {percent(crowd)}. Nothing was "
        f"learnt about {WORDS[0]}."
    )
