"""Questions of the page on gradients."""

import numpy as np

from softlookup.examples import ANIMAL_VALUES, ANIMALS, ANSWER, KEYS, TENNIS, VALUES, WEIGHTS, WORDS
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.gradients import numbers
from softlookup.steps.gradients import gradients
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.write import number


@misconception(
    "Nothing can be learned through a hard lookup",
    fact="The choice cannot be learned by following slopes, the chosen value can. A table of word "
    "vectors is a hard lookup, and it is trained in this way, by the rows that are read.",
    concept="differentiability",
)
def hard_learns() -> str:
    values, target = VALUES.copy(), numbers.TARGET
    slopes = numbers.HARD.values
    values += (target - numbers.hard_lookup(TENNIS, KEYS, values)) * slopes
    learned = numbers.hard_lookup(TENNIS, KEYS, values)
    assert np.isclose(learned, target)
    assert np.array_equal(values[1:], VALUES[1:])
    return (
        f"The hard answer to tennis is {number(VALUES[0], 0)}, and {number(target, 0)} is wanted. Its "
        f"slopes in the values are {', '.join(number(s, 0) for s in slopes)}. One step along them makes "
        f"racket’s value {number(values[0], 0)} and the answer {number(learned, 0)}. Ball and tree stay "
        "as they were."
    )


@misconception(
    "The gradient of a softmax never vanishes",
    fact="On paper, over two entries or more, it is never all 0. It becomes as small as you like, and 0 in the "
    "computer, when one score leads by far.",
    concept="differentiability",
)
def never_vanishes() -> str:
    far, further = numbers.LONGER[10], gradients(1000 * TENNIS, KEYS, VALUES)
    size = float(np.abs(far.query).max())
    assert 0 < size < 1e-3
    assert not further[0].any()
    return (
        f"Tennis made 10 times as long has a largest slope of {number(size, 5)} in its query; made 1,000 "
        f"times as long, {number(float(np.abs(further[0]).max()), 0)}. The slopes in the values still sum "
        f"to {number(float(further[2].sum()), 0)}."
    )


@exercise(
    "Leave query and keys alone and move only the *values*, so that tennis returns 9. Step along the "
    "slopes, as far as they say. How many steps does it take, and why?"
)
def by_values() -> str:
    weights, missing = WEIGHTS, numbers.missing
    squares = float(weights @ weights)
    learned = VALUES + missing / squares * weights
    answer = float(soft_lookup(TENNIS, KEYS, learned))
    assert np.isclose(answer, numbers.TARGET)
    return (
        f"One. The slopes are the weights, their squares sum to {number(squares)}, so each "
        f"value moves by {number(missing)} / {number(squares)} times its weight. The values "
        f"become {', '.join(number(v) for v in learned)}, and the answer is {number(answer, 0)} exactly. "
        "The output is a straight line in the values, and on a straight line the slope does not change "
        "on the way."
    )


@exercise(
    "The dictionary dog 10, cat 2, tiger 5, 8 → 12 has one-hot keys, and the query is dog’s key. Find the "
    "slope of the answer in each number of the query. Which one should rise most to raise the answer? Why "
    "is it not the entry with the largest value?"
)
def animals() -> str:
    by_query, _, weights = gradients(np.eye(4)[0], np.eye(4), ANIMAL_VALUES)
    output = float(weights @ ANIMAL_VALUES)
    assert np.argmax(by_query) == 0 != np.argmax(ANIMAL_VALUES)
    listed = ", ".join(f"{name} {number(s)}" for name, s in zip(ANIMALS, by_query, strict=True))
    return (
        f"The answer is {number(output)}, and with one-hot keys the slopes are $a_j (v_j - o)$: {listed}. "
        f"Dog’s is largest. The entry 8 holds more, {number(ANIMAL_VALUES[3], 0)}, but it is read less: "
        f"{number(weights[3])} against {number(weights[0])}. Here following the slope strengthens what is "
        "read already."
    )


@exercise(
    "All values are 7. What are the slopes of the answer in the query, in the keys and in the values? And "
    "if instead all keys are equal?"
)
def nothing_to_tell() -> str:
    same_values = gradients(TENNIS, KEYS, np.full(3, 7.0))
    same_keys = gradients(TENNIS, np.tile(KEYS[0], (3, 1)), VALUES)
    assert np.allclose(same_values[0], 0)
    assert np.allclose(same_values[1], 0)
    assert np.allclose(same_keys[0], 0)
    assert np.abs(same_keys[1]).max() > 1
    pulls = ", ".join(number(row[0]) for row in same_keys[1])
    return (
        "Equal values: every $v_j - o$ is 0, so query and keys have the slope 0. The slopes in the values "
        "are the weights, as always. Equal keys: the slope in the query is 0, since no query can tell them "
        f"apart. But each key has one, {pulls} in either direction here: the keys can still be pulled "
        "apart, and then the query has work to do."
    )


@question(
    "A lookup returns `values[argmax(keys @ query)]`. No two keys tie. Which inputs have a slope other "
    "than 0?",
    hint="Change each by a millionth. Does the output move?",
    concept="differentiability",
)
def who_has_slope() -> Answers:
    by_query, by_keys, slopes = numbers.HARD
    assert not by_query.any()
    assert not by_keys.any()
    assert np.allclose(slopes, [1, 0, 0])
    return Answers(
        right="Only the value that is chosen",
        why=f"For tennis the slopes in the values are {', '.join(number(s, 0) for s in slopes)}; in query "
        "and keys they are all 0, because the same index is chosen after a small change.",
        wrong={
            "None": "what is true of the index is extended to everything",
            "The query and the keys": "the roles are swapped: they choose, and a choice does not move "
            "by a little",
            "All of them": "argmax is taken to behave like softmax",
        },
    )


@question(
    f"Tennis returns {number(ANSWER)}, and 9 is wanted. Where should ball’s key move, a little?",
    hint="Ball holds 5. Does reading it more raise the answer or lower it?",
    concept="differentiability",
)
def ball_key() -> Answers:
    by_keys = numbers.FORMULA.keys[WORDS.index("ball")]
    assert (by_keys < 0).all()
    moved = KEYS.copy()
    answers = {}
    for name, step in (("away", -TENNIS), ("closer", TENNIS), ("aside", np.array([1.0, -1.0]))):
        moved[1] = KEYS[1] + 0.1 * step
        answers[name] = float(soft_lookup(TENNIS, moved, VALUES))
    assert answers["away"] > ANSWER > answers["closer"]
    assert np.isclose(answers["aside"], ANSWER)
    return Answers(
        right="Against the query, so that it is read less",
        why=f"Its slope is $a_j (v_j - o)\\, q$, and $v_j - o$ is {number(VALUES[1] - ANSWER)}. A tenth of "
        f"the query off ball’s key gives {number(answers['away'])}.",
        wrong={
            "Along the query, since ball is a good match": "a high score is taken for a good influence; "
            f"a tenth of the query added gives {number(answers['closer'])}",
            "At right angles to the query": "keys are thought to have a slope in every direction; this "
            f"one leaves the score and the answer at {number(answers['aside'])}",
            f"Nowhere: only {WORDS[0]}, the best match, has a slope": "softmax is taken for argmax",
        },
    )


@question(
    "How does softmax attention differ from argmax attention over the same keys and values?",
    hint="Turn the query slowly from one key towards another and watch the answer.",
    concept="differentiability",
)
def soft_or_hard() -> Answers:
    angles = np.radians(np.arange(91))
    queries, values = np.stack([np.cos(angles), np.sin(angles)], axis=1), np.array([10.0, 2.0])
    soft, hard = (
        np.array([look(query, np.eye(2), values) for query in queries])
        for look in (soft_lookup, numbers.hard_lookup)
    )
    jumps = [float(np.abs(np.diff(answers)).max()) for answers in (hard, soft)]
    assert jumps[0] == 8
    assert set(hard.tolist()) == {10.0, 2.0}
    # Bounds, so they are rounded outwards.
    step = np.ceil(100 * jumps[1]) / 100
    least, most = np.floor(10 * soft.min()) / 10, np.ceil(10 * soft.max()) / 10
    assert 4 < least < most < 8
    return Answers(
        right="Softmax returns an average that moves smoothly with the query; argmax returns one entry "
        "and jumps",
        why="Turning a query from a key with the value 10 to one with the value 2, a degree at a time, "
        f"argmax jumps by {number(jumps[0], 0)} once; softmax never moves by more than {number(step, 2)}.",
        wrong={
            "Softmax draws one entry at random, with the weights as chances": "an average is taken for a "
            f"draw; but all soft answers here lie between {number(least, 1)} and "
            f"{number(most, 1)}, and none is a stored value",
            "Only softmax can compare a query with keys that it does not equal": "argmax is taken for "
            "equality; but it answered all 91 queries",
            "Argmax passes no gradient to anything, not even to the values": "the chosen value is "
            "forgotten: it is copied to the output, so its slope is 1",
        },
    )
