"""Questions of the page on positions."""

import numpy as np

from softlookup.examples import TENNIS
from softlookup.kinds import Answers, misconception, question
from softlookup.pages.positions import numbers, ways
from softlookup.write import number


@misconception(
    "Rotary positions make near words count more",
    fact="They make the score a wave of the distance. Where that wave is high depends on the query and the key, so "
    "a model may learn to prefer what is near, or what stands exactly three places back.",
    concept="content-addressing",
)
def nearer_counts_more() -> str:
    near, far = (ways.rotary(TENNIS, place, numbers.RACKET, 0) for place in (1, 6))
    best = ways.turned(numbers.RACKET, -3)  # a query made for three places back
    waves = [ways.rotary(best, place, numbers.RACKET, 0) for place in range(7)]
    assert far > near
    assert np.argmax(waves) == 3
    return (
        f"Tennis scores {number(near, 1)} with a racket 1 place back and {number(far, 1)} with one 6 places "
        f"back. And a query made for it scores best, {number(max(waves), 1)}, with the racket exactly 3 places back."
    )


@question(
    "A text is read by itself, without positions and without a mask. You shuffle its words. What "
    "happens to the outputs?",
    hint="Which of score, weight and blend asks where a word stands?",
    concept="content-addressing",
)
def shuffled() -> Answers:
    assert numbers.difference < 1e-12
    return Answers(
        right="Each word keeps its output, wherever it stands now",
        why="Each score is of two words, and a sum does not care about the order of its terms. With *animal* and "
        "*street* exchanged, what *it* reads moves by no more than a rounding error.",
        wrong={
            "Every output changes, because attention reads from left to right": "a lookup is taken for a reader who "
            "goes along the line; it sees all keys at once",
            "Nothing at all changes, not even the order of the rows": "the rows move with their words; it is the word "
            "that keeps its output, not the place",
            "Only words that changed places get another output": "the place is thought to be part of a word; "
            "nothing has put it there",
        },
    )


@question(
    "A query and a key are both moved on by 100 places, so their distance stays. Which score is sure to stay as well?",
    hint="Which way looks at the distance, and which at each place for itself?",
    concept="content-addressing",
)
def moved_together() -> Answers:
    stays = {
        way: bool(np.isclose(numbers.score(way, "here"), numbers.score(way, "later")))
        for way in ways.WAYS
    }
    assert stays["rotary"]
    assert stays["ALiBi"]
    assert not stays["sinusoids, added"]
    assert not stays["learned places, added"]
    moved = {way: numbers.score(way, "later") - numbers.score(way, "here") for way in ways.WAYS}
    sinusoids = number(moved["sinusoids, added"], 1)
    learned = number(moved["learned places, added"], 1)
    return Answers(
        right="The rotary one",
        why="Both are turned on by the same angle, and that changes no dot product. ALiBi’s would stay as well, since "
        "it only looks at the distance.",
        wrong={
            "The one with sinusoids added to the words": "the product of two waves does know the distance alone, but "
            f"each wave also meets the other’s word: for *it* and *animal* the score moves by {sinusoids}",
            "The one with a learned row added for each place": "two other rows are added; here "
            f"the score moves by {learned}",
            "None: the places have changed": "the place is thought to count by itself, where only the distance does",
        },
    )


@question(
    f"A model was trained on texts of {numbers.trained} words and is given a longer one. Which way of telling places "
    "cannot even be computed?",
    hint="Which of them has to look its places up?",
    concept="content-addressing",
)
def too_long() -> Answers:
    fails = []
    for way in ways.WAYS:
        try:
            numbers.score(way, "far")
        except IndexError:
            fails.append(way)
    assert fails == ["learned places, added"]
    return Answers(
        right="A learned row for each place",
        why=f"There is no row {numbers.trained}: the table of places is an exact lookup, and it misses. The others "
        "can be computed at any length, though nobody has trained what they then say.",
        wrong={
            "Sinusoids": "a formula is taken for a table; a wave has a value at every place",
            "ALiBi": "a straight line is thought to end where training did",
            "Rotary positions": "an angle is thought to run out; it only goes round",
        },
    )
