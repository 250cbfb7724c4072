"""One table of words, read at both ends of a model: in by a word, out by a vector."""

import numpy as np

from softlookup import sentence, words
from softlookup.examples import Matrix, Vector
from softlookup.steps.softmax import softmax

KNOWN = words.known()
TABLE = words.vectors(KNOWN)  # (258, 100)
READ = [KNOWN.index(word) for word in sentence.WORDS[:-1]]
NEXT = KNOWN.index(sentence.WORDS[-1])


def finds() -> list[int]:
    """For each word the one whose row fits its own vector best."""
    found: list[int] = (TABLE @ TABLE.T).argmax(axis=1).tolist()
    return found


def surprise(front: Matrix, back: Matrix) -> float:
    """Minus the logarithm of the chance of the last word, after a model that only takes the mean."""
    return -float(np.log(softmax(back @ front[READ].mean(axis=0))[NEXT]))


def slopes() -> tuple[Matrix, Matrix]:
    """How the surprise moves with every number of the table at the front, and of the one at the back."""
    state = TABLE[READ].mean(axis=0)  # (100,)
    missed: Vector = softmax(TABLE @ state) - (np.arange(len(TABLE)) == NEXT)  # (258,)
    front = np.zeros_like(TABLE)
    np.add.at(front, READ, missed @ TABLE / len(READ))
    return front, np.outer(missed, state)
