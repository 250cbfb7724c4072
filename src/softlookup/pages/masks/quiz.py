"""Questions of the page on masks."""

import numpy as np

from softlookup.examples import ANIMAL_VALUES, KEYS, SCORES, TENNIS, VALUES, WEIGHTS
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.masks import numbers
from softlookup.pages.masks.numbers import no_tree
from softlookup.steps import masks as _masks
from softlookup.steps.attention import attention as _attention
from softlookup.steps.softmax import softmax as _softmax
from softlookup.write import number, percent

_masked_softmax, _causal, _window = _masks.masked_softmax, _masks.causal, _masks.window


@misconception(
    "A score of 0 hides an entry",
    fact="Softmax compares scores. 0 is a score like any other, and it can be the best one. A weight "
    "of 0, for every query, takes −∞.",
    concept="sparse-and-masked",
)
def zero_hides() -> str:
    leak, win, unmasked = numbers.leak, numbers.leak_opposite, numbers.unmasked_opposite
    assert win > unmasked > leak > 0
    return (
        f"For tennis, tree with score 0 keeps {percent(leak)}. For the opposite query all scores are "
        f"negative, and the “hidden” tree takes {percent(win)}, more than the "
        f"{percent(unmasked)} it has without any mask."
    )


@misconception(
    "A weight of 0 keeps a value out",
    fact="It keeps numbers out. But 0 times NaN is NaN, and 0 times ∞ is NaN. Padding that was never "
    "filled in can hold either.",
    concept="sparse-and-masked",
)
def zero_times_nan() -> str:
    values = np.array([VALUES[0], VALUES[1], np.nan])
    weights = numbers.kept
    plain = weights @ values
    safe = _attention([TENNIS], KEYS, values[:, None], mask=no_tree[None], scale=1).item()
    assert np.isnan(plain)
    assert np.isclose(safe, weights[:2] @ values[:2])
    return (
        f"With NaN as the value of the hidden tree, `weights @ values` is NaN. The drop-in "
        f"[attention](snippets.md#attention) reads only what has weight and returns {number(safe)}."
    )


@misconception(
    "True means masked",
    fact="It depends on who reads the array. In PyTorch, `scaled_dot_product_attention` takes True for "
    "“may be read”, and `MultiheadAttention` takes True for “is ignored”.",
    concept="sparse-and-masked",
)
def true_means_masked() -> str:
    array = np.tri(3, dtype=bool)
    kept, dropped = (
        _masked_softmax(np.tile(SCORES, (3, 1)), m).sum(axis=1) for m in (array, ~array)
    )
    assert np.allclose(kept, [1, 1, 1])
    assert np.allclose(dropped, [1, 1, 0])
    return (
        "The same lower triangle gives rows that sum to "
        f"{', '.join(number(x, 0) for x in kept)} under one reading and to "
        f"{', '.join(number(x, 0) for x in dropped)} under the other, where the last "
        "query reads nothing; a library may give it NaN. Neither raises an error."
    )


@exercise(
    "Take dog 10, cat 2, tiger 5, 8 → 12 with scores 2, 1, 1 and 4. The number 8 is no animal and must "
    "not be read. What is the answer with the mask? What is it when the score of 8 is set to 0 instead?"
)
def no_number() -> str:
    scores, animals = np.array([2.0, 1.0, 1.0, 4.0]), np.array([True, True, True, False])
    right = _masked_softmax(scores, animals)
    leaking = _softmax(scores * animals)
    assert right[3] == 0 < leaking[3]
    return (
        f"With the mask the weights are {', '.join(number(w) for w in right)} and the answer is "
        f"{number(right @ ANIMAL_VALUES)}. With a score of 0 the number keeps {percent(leaking[3])} and the "
        f"answer is {number(leaking @ ANIMAL_VALUES)}: wrong, and close enough not to be noticed."
    )


@exercise(
    "Five queries, two keys, causal, aligned at the lower right. How many queries have nothing to read? "
    "What about two queries and five keys?"
)
def more_queries_than_keys() -> str:
    wide, tall = _causal(2, 5, "lower right"), _causal(5, 2, "lower right")
    empty = [int((~may.any(axis=1)).sum()) for may in (tall, wide)]
    assert empty == [3, 0]
    return (
        f"{empty[0]} of five: the last query stands at the last key, the one before it at the first, "
        f"and the others before any key. With two queries and five keys {empty[1]} are empty."
    )


@exercise(
    "Two masks are added to the scores 3, 2, 1, each with −10⁹ for “hidden”. Padding hides tree, the "
    "order hides all three. So nothing may be read. What does softmax return in `float64`?"
)
def hidden_twice() -> str:
    hidden = np.array([-1e9, -1e9, -1e9]) + np.array([0, 0, -1e9])
    weights = _softmax(SCORES + hidden)
    once = numbers.kept
    assert np.allclose(weights, once)
    return (
        f"{', '.join(number(w) for w in weights)}: the entries that are hidden *once* beat the one that is "
        "hidden twice. A finite mask does not forbid, it only subtracts, and softmax ignores what is "
        "subtracted from all."
    )


@exercise(
    "A colleague masks after the softmax: weights times 0 or 1, then divided by their new sum. Show "
    "that this gives the same weights for scores 3, 2, 1 with tree hidden. Then find a score of tree "
    "for which it fails."
)
def after_and_divide() -> str:
    def after(scores: np.ndarray) -> np.ndarray:
        cut = _softmax(scores) * no_tree
        with np.errstate(invalid="ignore"):
            return np.asarray(cut / cut.sum())

    before = numbers.kept
    assert np.allclose(after(SCORES), before)
    large = np.array([3.0, 2.0, 1000.0])
    assert np.isnan(after(large)[:2]).all()
    assert np.allclose(_masked_softmax(large, no_tree), before)
    return (
        f"Both give {', '.join(number(w) for w in before)}: the denominator of softmax cancels. With a "
        f"score of {number(large[2], 0)} for tree, the exponentials of the others are 0 after the largest "
        f"score is subtracted, and 0 / 0 is NaN. What is hidden must not set the scale: mask "
        "first."
    )


@question(
    "Tennis scores 3, 2 and 1 with racket, ball and tree. Tree is hidden. What is the weight of "
    "racket?",
    hint="What is the ratio of racket’s weight to ball’s before the mask? After it?",
    concept="sparse-and-masked",
)
def racket_weight() -> Answers:
    weights, right = WEIGHTS, numbers.kept
    assert np.isclose(right[0] / right[1], weights[0] / weights[1])
    return Answers(
        right=number(right[0]),
        why=f"Racket keeps its ratio to ball, $e$, and the two must sum to 1: {number(right[0])} and "
        f"{number(right[1])}.",
        wrong={
            number(weights[0]): "a mask removes tree’s weight and gives it to nobody",
            number(weights[0] + weights[2] / 2): "tree’s weight is split evenly among the others",
            number(
                numbers.leaking[0]
            ): "hiding means a score of 0; but tree still takes a share then",
            number(weights[0] + weights[2]): "tree’s weight goes to the best match",
        },
    )


@question(
    "A cache holds seven keys, the last two of them new, and the two new words ask, causal, lower right. "
    "How many entries do they read?",
    hint="The last query stands at the last key.",
    concept="sparse-and-masked",
)
def two_over_seven() -> Answers:
    lower, upper = (_causal(2, 7, a).sum(axis=1) for a in ("lower right", "upper left"))
    assert lower.tolist() == [6, 7]
    return Answers(
        right=f"{lower[0]} and {lower[1]}",
        why="The first of the two stands at the sixth place, the second at the seventh. Each reads its "
        "own place and all before it.",
        wrong={
            f"{upper[0]} and {upper[1]}": "the queries are lined up with the first keys",
            f"{lower[1]} and {lower[1]}": "what is in the cache counts as past for every new query",
            f"{lower[0] - 1} and {lower[1] - 1}": "a query may not read its own place",
        },
    )


@question(
    "In `float64`, every entry is hidden by adding −10⁹ to its score. What comes back for scores 3, 2, "
    "1 and values 10, 5, 2?",
    hint="What does softmax do with a number that is added to every score?",
    concept="sparse-and-masked",
)
def all_hidden() -> Answers:
    right = float(_softmax(SCORES - 1e9) @ VALUES)
    assert np.isclose(right, _softmax(SCORES) @ VALUES, atol=1e-5)
    return Answers(
        right=f"{number(right)}, as if there were no mask",
        why="Softmax ignores a common shift, and `float64` is fine enough to keep the differences of 1 "
        "beside a billion. The mask has no effect at all.",
        wrong={
            f"{number(VALUES.mean())}, the mean": "the scores become equal; that is so in `float32`",
            "0": "a hidden entry has weight 0; but softmax always gives out a whole 1",
            "NaN": "the exponentials are all 0; but the largest score is subtracted first",
        },
    )


@question(
    "Which of these makes attention sparse?",
    hint="Count the pairs that get a weight above 0.",
    concept="sparse-and-masked",
)
def which_is_sparse() -> Answers:
    square = np.random.default_rng(0).normal(size=(20, 20))
    cross = np.random.default_rng(1).normal(size=(2, 20))
    near = int((_masked_softmax(square, _window(20, 20, 2)) > 0).sum())
    assert near < square.size
    assert (_masked_softmax(cross, True) > 0).all()
    return Answers(
        right="A window of two places to either side",
        why=f"Of {square.size} pairs it reads {near}. The others change who asks, who answers or how "
        "sharply, and on paper leave every weight above 0.",
        wrong={
            "Reading the entries of another sequence": "cross-attention is taken for a sparse kind; it "
            "says whose entries are read, not how many",
            "A low temperature": "small weights are taken for no weight; every entry is still read",
            "Asking with two queries instead of twenty": "fewer rows are taken for emptier rows",
        },
    )
