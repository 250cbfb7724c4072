"""Questions of the page on limits."""

import math

import numpy as np

from softlookup.examples import (
    ANIMAL_VALUES,
    KEYS,
    SCORES,
    TENNIS,
    VALUES,
    WEIGHTS,
    WORDS,
    Matrix,
)
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.limits.numbers import OTHER_VALUES, Case, effects, reads, with_empty
from softlookup.steps.retrieval import retrieve
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax as _softmax
from softlookup.write import number, percent


@misconception(
    "MLP layers make the values different, and equal values break the lookup",
    fact="An MLP works on each row alone, so equal rows stay equal. And a lookup over equal values "
    "works as it should: it returns that value. It is uninformative, not broken.",
    concept="identical-values",
)
def mlp_diversity() -> str:
    random = np.random.default_rng(0)
    first, second = random.normal(size=(8, 32)), random.normal(size=(32, 8))
    rows = np.tile(random.normal(size=8), (5, 1))
    through = np.maximum(rows @ first, 0) @ second
    different = len(np.unique(through.round(9), axis=0))
    tokens = len(np.unique(random.normal(size=(5, 8)) @ random.normal(size=(8, 8)), axis=0))
    answers = {round(float(soft_lookup(q, KEYS, np.full(3, 4.0))), 9) for q in [*KEYS, TENNIS]}
    assert different == 1
    assert tokens == 5
    assert answers == {4.0}
    return (
        f"{len(rows)} equal rows go through a random MLP, and {different} distinct row comes out. "
        f"Five different tokens give {tokens} distinct values in the first layer, before any MLP. "
        f"With all values 4, four queries get {number(answers.pop(), 0)}, and so does every key of "
        "a Python dictionary whose values are all 4."
    )


@misconception(
    "Weights explain the answer",
    fact="A weight says how much of a value was read. What it did depends on the value, and on "
    "what would have been read instead.",
    concept="weighted-blend",
)
def weights_explain() -> str:
    weights, moved = WEIGHTS, effects(TENNIS, KEYS, OTHER_VALUES)
    output = weights @ OTHER_VALUES
    for j, (weight, value) in enumerate(zip(weights, OTHER_VALUES, strict=True)):
        assert np.isclose(moved[j], weight / (1 - weight) * abs(output - value))
    assert weights.argmax() == 0 == moved.argmin()
    return (
        f"With the values 8, 10 and 2, racket has {percent(weights[0])} of the weight. Leave it "
        f"out, and the answer moves by {number(moved[0])}. Leave out tree, with "
        f"{percent(weights[2])}, and it moves by {number(moved[2])}."
    )


@misconception(
    "Retrieval-augmented generation is attention over documents",
    fact="It scores as attention does, then keeps the best few and drops the rest. That is a hard "
    "choice: it jumps, and what was dropped gets no gradient.",
    concept="retrieval-rag",
)
def rag() -> str:
    steps = [np.array([1.0, outdoors]) for outdoors in (2.99, 3.01)]
    picks = [WORDS[int(retrieve(query, KEYS, 1)[0])] for query in steps]
    blends = [float(soft_lookup(query, KEYS, VALUES)) for query in steps]
    assert picks[0] != picks[1]
    assert abs(blends[0] - blends[1]) < 0.1
    return (
        f"Turn tennis outdoors, from (1, {steps[0][1]}) to (1, {steps[1][1]}). The one best "
        f"document changes from {picks[0]} to {picks[1]}; the soft answer goes from "
        f"{number(blends[0])} to {number(blends[1])}."
    )


@exercise(
    "Predict three answers. Dog’s key is (2, 0) and cat’s is (0, 2). Three entries are written, one after "
    "another: dog → 10, dog → 20 and cat → 2. Dog’s key asks. What do a Python dictionary, the best match and a "
    "soft lookup over all three entries say?"
)
def dog_twice() -> str:
    keys, values = np.array([[2.0, 0.0], [2.0, 0.0], [0.0, 2.0]]), np.array([10.0, 20.0, 2.0])
    case = Case("", keys[0], keys, values)
    assert case.dictionary() == 20
    assert case.best_match() == 10
    weights = _softmax(keys @ keys[0])
    return (
        f"The dictionary {case.dictionary():.0f}: the later entry replaces the earlier one. The "
        f"best match {case.best_match():.0f}: `argmax` takes the first of two equal scores. The "
        f"soft lookup {number(case.soft())}: both dogs count, each with {percent(weights[0])}, and "
        f"cat keeps {percent(weights[2])}."
    )


@exercise(
    "With an extra 1 in the denominator, a query of zeros over dog, cat, tiger and 8 (values 10, 2, 5 and 12) should "
    "find nothing. What is the total weight, and what is the answer? For which common score would "
    "the total be one half? For which would it be one half among 1000 entries?"
)
def half_a_miss() -> str:
    weights = with_empty(np.zeros(4))
    few, many = -math.log(4), -math.log(1000)
    assert np.isclose(with_empty(np.full(4, few)).sum(), 1 / 2)
    assert np.isclose(with_empty(np.full(1000, many)).sum(), 1 / 2)
    return (
        f"The total is {percent(weights.sum(), 0)}, the answer "
        f"{number(float(weights @ ANIMAL_VALUES), 2)}: far from nothing. The total is one half "
        f"when the exponentials sum to 1, so each score is −ln 4 = {number(few)}. For 1000 entries "
        f"it is −ln 1000 = {number(many)}. The larger the dictionary, the lower all scores must be "
        "for a miss."
    )


@exercise(
    "The keys are (2, 0), (0, 2) and (−2, −2). Store a fourth at (½, ½). Can any query make it the "
    "best match? What is the largest weight it can ever get? (Write it as a mix of the three with "
    "shares $\\lambda_j$ and use that its weight is the product of the others’ weights, each to "
    "the power of its share.)"
)
def inner_key() -> str:
    keys, inner = np.array([[2.0, 0.0], [0.0, 2.0], [-2.0, -2.0]]), np.array([0.5, 0.5])
    shares = np.linalg.solve(np.vstack([keys.T, np.ones(3)]), np.append(inner, 1.0))
    assert (shares > 0).all()
    most = 1 / (1 + math.exp(-(shares @ np.log(shares))))
    query = np.linalg.solve(keys[:2] - keys[2], np.log(shares[:2] / shares[2]))
    reached = _softmax(np.vstack([keys, inner]) @ query)
    assert np.isclose(reached[3], most)
    draws = np.random.default_rng(0).normal(size=(2000, 2)) * 2
    assert all(_softmax(np.vstack([keys, inner]) @ draw)[3] <= most for draw in draws)
    return (
        f"No. It is {', '.join(number(s) for s in shares)} of the three, so its score is that mix "
        "of their scores, and a mix does not exceed the largest. With $H$ the entropy of the "
        f"shares, its weight is at most $1/(1 + e^H)$ = {number(most)}. The query "
        f"({number(query[0])}, {number(query[1])}) reaches it: there the others’ weights stand to "
        "each other as the shares do. Even then the largest of them has "
        f"{number(reached[:3].max())}."
    )


@exercise(
    "Racket, ball and tree answer tennis. Find two other sets of weights, positive and summing to "
    "1, that give the same answer. What does that say about reading weights off an answer?"
)
def same_answer() -> str:
    true = _softmax(SCORES)
    direction = np.array([3.0, -8.0, 5.0])  # sums to 0, and so do its products with the values
    assert direction.sum() == 0 == direction @ VALUES
    found = [true + step * direction for step in (0.01, -0.01)]
    assert all((w > 0).all() and np.isclose(w @ VALUES, true @ VALUES) for w in found)
    lines = [" / ".join(number(x) for x in w) for w in found]
    return (
        "Add any small multiple of (3, −8, 5): it sums to 0, and 3 · 10 − 8 · 5 + 5 · 2 = 0. So "
        f"{lines[0]} and {lines[1]} both give {number(true @ VALUES)}, as "
        f"{' / '.join(number(x) for x in true)} does. With $n$ entries and values of width $d_v$ "
        "at least $n - 1 - d_v$ directions are free. An answer does not tell who gave it."
    )


@question(
    "Tennis, at (1, 1), is stored as a fourth key beside racket (2, 1), ball (2, 0) and tree (−1, "
    "2). Which query makes it the best match?",
    hint="Where does (1, 1) lie among the other three?",
    concept="dot-product-similarity",
)
def amid_the_others() -> Answers:
    keys = np.vstack([KEYS, TENNIS])
    for query in np.random.default_rng(0).normal(size=(500, 2)):
        assert (keys @ query).argmax() != 3
    own = keys @ TENNIS
    assert own.argmax() == 0
    return Answers(
        right="None",
        why="Its score is the mean of the other three scores, for every query, and a mean does not "
        f"exceed the largest. Its own key scores {own[3]:.0f} with it and {own[0]:.0f} with "
        "racket.",
        wrong={
            "(1, 1), its own key": "a key matches itself best; that is sure when all keys have "
            "one length",
            "(1, 1), if it is long enough": "a longer query sharpens the match; it sharpens "
            "racket’s lead",
            "(0, 0)": "a query without direction prefers the middle; it makes all scores equal",
        },
    )


@question(
    "The scores are −8, −9 and −10: nothing fits. What is the total weight with an extra 1 in "
    "the denominator?",
    hint="How large is $e^{-8}$ beside 1?",
    concept="softmax",
)
def total_of_a_miss() -> Answers:
    scores = np.array([-8.0, -9.0, -10.0])
    right = with_empty(scores).sum()
    wrong = with_empty(scores - scores.max()).sum()
    uniform = with_empty(np.zeros(3)).sum()
    assert np.isclose(right, np.exp(scores).sum() / (1 + np.exp(scores).sum()))
    return Answers(
        right=number(right, 4),
        why="The exponentials are tiny beside 1, so nearly all weight goes to the empty entry. That is "
        "the miss.",
        wrong={
            number(
                wrong, 4
            ): "the largest score may be subtracted without touching the 1; that holds for "
            "plain softmax only",
            number(1, 4): "weights sum to 1; the extra 1 takes its share without being an entry",
            number(uniform, 4): "equal scores and low scores are the same; softmax ignores a shift",
        },
    )


@question(
    "Three entries have weights in the ratio 4 : 3 : 3 and the values 6, 4 and 8. The first has "
    "the largest weight. It is left out. How far does the answer move?",
    hint="What is the answer with it? What is the average of the other two?",
    concept="weighted-blend",
)
def no_effect() -> Answers:
    weights, values = np.array([4.0, 3.0, 3.0]) / 10, np.array([6.0, 4.0, 8.0])
    output = weights @ values
    moved = abs(_softmax(np.log(weights[1:])) @ values[1:] - output)
    assert np.isclose(moved, weights[0] / (1 - weights[0]) * abs(output - values[0]))
    assert moved < 1e-12
    return Answers(
        right=f"By {number(moved, 1)}",
        why=f"The answer is {number(output, 0)} with it and {number(output, 0)} without it: its "
        "value equals the average of the rest. The largest weight did nothing.",
        wrong={
            f"By {number(weights[0] * values[0], 1)}": "weight times value is taken off, and "
            "nobody takes the weight over",
            f"By {number(weights[0] / (1 - weights[0]) * output, 1)}": "the whole answer grows by "
            "the factor that the others gain, and nothing is taken off",
        },
    )


@question(
    "Five tokens have one and the same vector. They go through an MLP, and then a soft lookup "
    "reads them. What makes their values differ?",
    hint="What does a function do with equal inputs?",
    concept="identical-values",
)
def equal_tokens() -> Answers:
    random = np.random.default_rng(1)
    rows = np.tile(random.normal(size=4), (5, 1))
    into, out_of = random.normal(size=(4, 9)), random.normal(size=(9, 4))
    placed = rows + random.normal(size=(5, 4))

    def spread_through(tokens: Matrix) -> float:
        return float(np.ptp(np.maximum(tokens @ into, 0) @ out_of, axis=0).max())

    spread, apart = spread_through(rows), spread_through(placed)
    assert spread < 1e-12 < apart
    return Answers(
        right="Nothing yet: all five values are equal",
        why=f"The MLP leaves a spread of {number(spread, 0)}. Add a different vector for each "
        f"place before it, and the spread is {number(apart, 1)}: differences come from tokens and "
        "their places.",
        wrong={
            "The MLP": "a layer can make differences out of nothing",
            "The weights, which differ": "other weights mean other answers; equal values give "
            "one answer under any weights",
        },
    )


@question(
    "A transformer without a mask and without any information on places reads “cat ate fish”, "
    "then “fish ate cat”. What does the word “ate” get?",
    hint="Does a sum depend on the order of its terms?",
    concept="content-addressing",
)
def cat_and_fish() -> Answers:
    first, second = reads(["cat", "ate", "fish"]), reads(["fish", "ate", "cat"])
    assert np.allclose(first["ate"], second["ate"])
    assert not np.allclose(first["ate"], first["cat"])
    return Answers(
        right="The same vector both times",
        why="It reads the same three entries with the same weights. With our real vectors the two "
        f"outputs agree in all {len(first['ate'])} numbers.",
        wrong={
            "Different vectors, because the order differs": "attention knows where words stand",
            "The same, but only if cat and fish have equal weights": "places cancel only when "
            "weights are equal; no place enters at all",
        },
    )
