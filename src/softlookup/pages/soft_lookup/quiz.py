"""Questions of the page on soft lookup."""

import numpy as np

from softlookup.examples import ANIMAL_VALUES, KEYS, SCORES, TENNIS, VALUES, WORDS
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent

_output = float(soft_lookup(TENNIS, KEYS, VALUES))


@misconception(
    "Looking up racket returns racket’s value",
    fact="A stored key is one query like any other. It gets a blend too: its own value counts most "
    "only if its own score stands out, and it never counts alone.",
    concept="soft-lookup",
)
def own_key() -> str:
    answers = {w: float(soft_lookup(k, KEYS, VALUES)) for w, k in zip(WORDS, KEYS, strict=True)}
    assert answers["racket"] < VALUES[0]
    scores = KEYS @ KEYS[1]
    assert scores[0] == scores[1]  # ball's own key is matched by racket as well
    return (
        f"Racket’s own key returns {number(answers['racket'])}, not {number(VALUES[0], 0)}. Ball’s own "
        f"key scores {number(scores[0], 0)} with racket and {number(scores[1], 0)} with ball, a tie, and "
        f"returns {number(answers['ball'])}."
    )


@exercise(
    "Take the dictionary dog 10, cat 2, tiger 5, 8 → 12. Find weights that sum to 1 and return "
    "exactly 6. Are they the only ones?"
)
def weights_for_six() -> str:
    first = np.array([0.5, 0.5, 0.0, 0.0])
    second = np.array([0.0, 0.6, 0.0, 0.4])
    assert first @ ANIMAL_VALUES == 6
    assert np.isclose(second @ ANIMAL_VALUES, 6)
    free = len(ANIMAL_VALUES) - 2
    return (
        f"Half dog, half cat: {number(float(first @ ANIMAL_VALUES), 0)}. They are not the only ones: "
        f"{percent(second[1], 0)} cat and {percent(second[3], 0)} of the entry 8 give "
        f"{number(float(second @ ANIMAL_VALUES), 0)} as well. Four weights with two conditions leave {free} "
        "of them free. The answer does not tell you the weights."
    )


@exercise(
    "The query is (0, 0). Before you compute: what are the scores, the weights and the answer of "
    "the racket, ball, tree dictionary?"
)
def zero_query() -> str:
    answer = soft_lookup(np.zeros(2), KEYS, VALUES)
    assert np.isclose(answer, VALUES.mean())
    return (
        f"Every score is 0, so every weight is {number(1 / 3)}, and the answer is the plain mean, "
        f"{number(answer)}. A query that says nothing gets the average of everything."
    )


@exercise(
    "Store tree twice: same key, same value. Does the answer to tennis change? What if every entry "
    "is stored twice?"
)
def stored_twice() -> str:
    twice = soft_lookup(TENNIS, KEYS[[0, 1, 2, 2]], VALUES[[0, 1, 2, 2]])
    all_twice = soft_lookup(TENNIS, np.vstack([KEYS, KEYS]), np.concatenate([VALUES, VALUES]))
    assert twice < _output
    assert np.isclose(all_twice, _output)
    return (
        f"With tree twice the answer falls from {number(_output)} to {number(twice)}: an entry counts as "
        f"often as it is stored. With everything twice it stays {number(all_twice)}: only shares matter."
    )


@question(
    "Tennis meets racket, ball and tree with scores 3, 2 and 1 and values 10, 5 and 2. What is the answer?",
    hint="It is an average, so it lies between 2 and 10; all three values take part.",
    concept="soft-lookup",
)
def the_answer() -> Answers:
    scores = SCORES
    linear = scores / scores.sum() @ VALUES
    return Answers(
        right=number(_output),
        why=f"The weights are {', '.join(number(w) for w in softmax(scores))}; the best match counts "
        "most, the others still count.",
        wrong={
            number(
                VALUES[scores.argmax()]
            ): "the best key wins and the others do not count (argmax)",
            number(VALUES.mean()): "all entries count the same, whatever their scores",
            number(VALUES[:2].mean()): "the two best are averaged and the rest is dropped",
            number(linear): "the scores are divided by their sum, without the exponential",
        },
    )


@question(
    "Which of these answers can a soft lookup over the values 10, 5 and 2 never give?",
    hint="Where does a weighted average lie?",
    concept="weighted-blend",
)
def impossible_answer() -> Answers:
    inside = [float(soft_lookup(np.array(q), KEYS, VALUES)) for q in ([1, 1], [0, 0], [-1, 2])]
    total = VALUES.sum() - VALUES[2] * 2
    assert total > VALUES.max()
    assert all(VALUES.min() < answer < VALUES.max() for answer in inside)
    return Answers(
        right=number(total, 3),
        why=f"Weights are positive and sum to 1, so the answer stays between {number(VALUES.min(), 0)} and "
        f"{number(VALUES.max(), 0)}.",
        wrong={
            number(inside[0]): "only stored values can come back; but this is the answer to tennis",
            number(
                inside[1]
            ): "the plain mean needs equal scores; but the query (0, 0) gives exactly that",
            number(
                inside[2]
            ): "a low answer needs the other entries switched off; but tree’s own key gives it",
        },
    )


@question(
    "You know the answer of a soft lookup over four stored numbers. Do you know the weights?",
    hint="Count the unknowns and the conditions.",
    concept="weighted-blend",
)
def weights_from_answer() -> Answers:
    conditions = np.vstack([ANIMAL_VALUES, np.ones(4)])
    free = 4 - int(np.linalg.matrix_rank(conditions))
    assert free == 2
    return Answers(
        right="No: many sets of weights give the same answer",
        why=f"Four unknowns and two conditions (the answer, and the sum of 1) leave {free} free.",
        wrong={
            "Yes: weights that sum to 1 are determined by the answer": "one condition is taken for enough",
            "Yes, if no two stored numbers are equal": "distinct values are taken for independent conditions",
        },
    )
