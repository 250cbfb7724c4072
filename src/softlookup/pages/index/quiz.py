"""Questions of the first page: a self-check that says where to begin, and a test to take twice."""

import numpy as np

from softlookup.examples import KEYS, SCORES, TENNIS, VALUES
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax as _softmax
from softlookup.write import number, percent


@misconception(
    "Attention is a kind of focus",
    fact="It is a read. Nothing is picked out and nothing is left out. Every entry is read, each by its "
    "weight, and one average comes back.",
    concept="soft-lookup",
)
def focus() -> str:
    weights = _softmax(SCORES)
    raised = np.array([10.0, 5.0, 100.0])
    before, after = (soft_lookup(TENNIS, KEYS, values) for values in (VALUES, raised))
    assert weights.argmin() == 2
    assert after > raised[:2].max()
    return (
        f"Tree matches tennis worst and has the weight {number(weights[2])}. Raise tree’s value from 2 to "
        f"100, and the answer to tennis goes from {number(before)} to {number(after)}."
    )


@exercise("What is `[0, 1, 0]` times the column `[10, 5, 2]`, as a matrix product?")
def products() -> str:
    answer = np.array([0, 1, 0]) @ VALUES
    return (
        f"{answer:.0f}: 0 · 10 + 1 · 5 + 0 · 2. If that was new, begin with [exact lookup](exact-lookup.md) "
        "and [lookup as matrix multiplication](matrix-lookup.md)."
    )


@exercise("Which of the vectors (2, 1) and (2, 0) has the larger dot product with (1, 1)?")
def dot_products() -> str:
    racket, ball = KEYS[:2] @ TENNIS
    assert racket > ball
    return (
        f"The first: {racket:.0f} against {ball:.0f}. If you would not bet on what that says about two "
        "words, begin with [similarity](similarity.md)."
    )


@exercise("Turn the numbers 3, 2 and 1 into positive shares that sum to 1, by softmax.")
def shares() -> str:
    found = _softmax([3, 2, 1])
    assert np.isclose(found.sum(), 1)
    return (
        f"{', '.join(number(share) for share in found)}. If you cannot say why 103, 102 and 101 give the "
        "same shares, begin with [softmax](softmax.md)."
    )


@exercise("Why does attention divide the scores by the root of the width of a key?")
def root() -> str:
    width = 64
    draws = np.random.default_rng(0).normal(size=(2, 4000, width))
    spread = float((draws[0] * draws[1]).sum(axis=1).std())
    assert abs(spread - np.sqrt(width)) < 0.2
    return (
        f"Dot products of random vectors spread by about the root of the width: by {spread:.0f} for {width} "
        "numbers. Without the division one entry would often get nearly all of the weight. If you said "
        "“overflow”, read [scaling](scaling.md). If you knew all four, begin with [masks](masks.md) or with "
        "[the limits of the picture](limits.md)."
    )


@question(
    "A query fits none of the entries. What does a soft lookup return?",
    hint="Weights sum to 1, whatever the scores.",
    concept="content-addressing",
)
def nothing_fits() -> Answers:
    against = -TENNIS
    answer = float(soft_lookup(against, KEYS, VALUES))
    assert (KEYS @ against < 0).all()
    assert VALUES.min() < answer < VALUES.max()
    return Answers(
        right="An average of the stored values",
        why=f"The query (−1, −1) has only negative scores with racket, ball and tree, and still gets "
        f"{number(answer)}. Softmax knows which score is higher, not whether any is high enough.",
        wrong={
            "An error": "it is a dictionary, and a dictionary can miss",
            "0": "what matches nothing adds up nothing, as in a product of matrices",
            "The value of the entry that is least bad": "the best match is taken alone",
        },
    )


@question(
    "You ask a soft lookup with a key that is stored. Do you get its value?",
    hint="Do the other entries go away?",
    concept="soft-lookup",
)
def stored_key() -> Answers:
    own = [float(soft_lookup(key, KEYS, VALUES)) for key in KEYS]
    assert not np.isclose(own, VALUES, atol=0.05).any()
    return Answers(
        right="No, a blend",
        why=f"Racket’s key returns {number(own[0])} and ball’s {number(own[1])}; their values are 10 and 5. "
        "The other entries keep their weights.",
        wrong={
            "Yes, always": "a query that equals a key switches the other entries off",
            "Yes, if no other key is equal": "distinct keys do not disturb each other",
        },
    )


@question(
    "You shuffle the entries, each key together with its value. What happens to the answer?",
    hint="Does a sum depend on the order of its terms?",
    concept="content-addressing",
)
def shuffled() -> Answers:
    order = [2, 0, 1]
    before, after = (
        soft_lookup(TENNIS, KEYS, VALUES),
        soft_lookup(TENNIS, KEYS[order], VALUES[order]),
    )
    assert np.isclose(before, after)
    return Answers(
        right="Nothing",
        why=f"{number(before)} before, {number(after)} after. A soft lookup finds by content. Order has to "
        "be put into the vectors, the scores or a mask, or it is not there.",
        wrong={
            "It changes, because neighbours count more": "attention knows where words stand",
            "It is shuffled in the same way": "each entry has an answer of its own",
        },
    )


@question(
    "All stored values are 4. What does the answer depend on?",
    hint="What is the average of 4, 4 and 4?",
    concept="identical-values",
)
def equal_values() -> Answers:
    values = np.full(3, 4.0)
    queries = np.random.default_rng(0).normal(size=(100, 2)) * 3
    assert np.allclose([soft_lookup(query, KEYS, values) for query in queries], 4)
    total = values.sum()
    return Answers(
        right="On nothing: it is 4",
        why=f"{len(queries)} random queries have different weights and one answer. An average of equal "
        "numbers is that number.",
        wrong={
            "On the query": "other weights must give another answer",
            f"On how many entries there are: for three it is {total:.0f}": "values are added, not averaged",
        },
    )


@question(
    "One key beats every other by a score of 5. Two others become 999 others. What happens to its weight?",
    hint="Its score stays. The sum below it grows.",
    concept="long-range-reach",
)
def crowded() -> Answers:
    small, large = (_softmax([5.0, *[0.0] * others])[0] for others in (2, 999))
    assert large < 0.2 < 0.9 < small
    return Answers(
        right=f"It falls from {percent(small)} to {percent(large)}",
        why=f"Each other key has a small share, and 999 small shares are {percent(1 - large)} together.",
        wrong={
            f"It stays {percent(small)}": "a weight depends on the match alone",
            f"It falls to {percent(1 / 1000)}, the same as everyone’s": "in a crowd all weights are equal",
        },
    )


@question(
    "An entry has the largest weight. Would leaving it out change the answer most?",
    hint="A weight multiplies a value.",
    concept="weighted-blend",
)
def largest_weight() -> Answers:
    values = np.array([8.0, 10.0, 2.0])
    whole = soft_lookup(TENNIS, KEYS, values)
    moved = [
        float(abs(soft_lookup(TENNIS, np.delete(KEYS, j, 0), np.delete(values, j)) - whole))
        for j in range(3)
    ]
    assert moved[0] == min(moved)
    return Answers(
        right="Not necessarily",
        why=f"Give racket, ball and tree the values 8, 10 and 2. Without racket, which has the largest "
        f"weight, the answer moves by {number(moved[0])}; without ball by {number(moved[1])}, without tree "
        f"by {number(moved[2])}. A weight says how much was read, not how much it mattered.",
        wrong={
            "Yes: the weight is its share of the answer": "weights explain the answer",
            "Yes, unless two weights are equal": "only ties can blur the order",
        },
    )
