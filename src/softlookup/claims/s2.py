"""The ledger of the third source, An Intuition for Attention."""

import re
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise, product
from typing import Any

import numpy as np

from softlookup import words
from softlookup.claims import claim, unchecked
from softlookup.claims.tools import (
    attention,
    close,
    cosine,
    dot,
    exact_lookup,
    gradients,
    matrix_lookup,
    raised,
    raises,
    shown,
    soft_lookup,
    softmax,
)
from softlookup.claims.verdict import Finding, settle, settle_readings, settle_run
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Matrix, Vector

# The worked example of the document's footnote on matrix products.
QUERY: Vector = np.array([2.0, 1.0, 3.0])
THREE_KEYS: Matrix = np.array([[-1.0, 2.0, -1.0], [1.5, 0.0, -1.0], [4.0, -2.0, -1.0]])
# The a, b and c of its footnote on magnitude.
THREE_VECTORS: Matrix = np.array([[1.0, 1.0, 1.0], [1000.0, 0.0, 0.0], [2.0, 2.0, 2.0]])
# The hand-picked shares of its first blend.
SHARES: Vector = np.array([0.6, 0.4, 0.0])
# The values that become vectors of width 4.
VECTORS: Matrix = np.array([[0.9, 0.2, -0.5, 1.0], [1.2, 2.0, 0.1, 0.2], [-1.2, -2.0, 1.0, -0.2]])


def _unit_vectors(of: Iterable[str]) -> Matrix:
    """The real vectors of some words, each at length 1: their products are cosines."""
    rows = words.vectors(of)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def _softmax_as_given(scores: Matrix, axis: int | None = None) -> Matrix:
    """The document's softmax: no maximum subtracted, no axis kept."""
    grown: Matrix = np.exp(scores)
    return grown / np.sum(grown, axis=axis)


def _sign_vectors(width: int) -> Matrix:
    """Every vector of ones and minus ones: independent components, mean 0, variance 1, exactly."""
    return np.array(list(product([-1.0, 1.0], repeat=width)))


def _gaussian_scores(width: int, keys: int, draws: int = 1000) -> Matrix:
    """Scores of Gaussian keys for a query of its typical length, the root of its width."""
    return np.random.default_rng(0).normal(scale=np.sqrt(width), size=(draws, keys))


def _angle(first: Vector, second: Vector) -> float:
    """The angle between two vectors, in degrees."""
    return float(np.degrees(np.arccos(np.clip(cosine(first, second), -1.0, 1.0))))


def _whole(array: Matrix) -> str:
    """Whole numbers on one line: "-3, 0, 3"."""
    return shown(array, digits=0)


def _syntax_error(code: str) -> str:
    """What the parser says of the code, without the file and line; nothing when it is right."""
    return raised(SyntaxError, lambda: compile(code, "code", "exec")).split(" (")[0]


# Introduction

unchecked(
    "S2-01",
    "The transformer is behind large language models such as GPT-3, and attention is its main "
    "feature",
    where="introduction, line 7",
    concept="soft-lookup",
    because="History, so a citation and no code: Vaswani et al. (2017), “Attention Is All You "
    "Need”, builds the transformer from attention layers; Brown et al. (2020), “Language Models "
    "are Few-Shot Learners”, builds GPT-3 from transformer layers.",
)

unchecked(
    "S2-02",
    "The original paper defines attention by the formula that the document quotes",
    where="introduction, lines 7-8",
    concept="soft-lookup",
    because="What a paper prints is read, not computed: equation 1 of Vaswani et al. (2017), "
    "“Attention Is All You Need”, has the same symbols in the same places. S2-70 checks that the "
    "formula is what our code computes.",
)

unchecked(
    "S2-03",
    "The formula bears the name scaled dot-product attention and remains in wide use",
    where="introduction, line 9",
    concept="soft-lookup",
    because="The name is from Vaswani et al. (2017), “Attention Is All You Need”. Use is a matter "
    "of record: PyTorch offers the formula as `scaled_dot_product_attention`, and Touvron et al. "
    "(2023), “LLaMA: Open and Efficient Foundation Language Models”, builds on it.",
)

unchecked(
    "S2-04",
    "Attention sets out to solve the lookup of a value by its key",
    where="introduction, line 11",
    concept="soft-lookup",
    correction="Lookup is a way to read attention, and a good one. At first it was the means; the motive was "
    "a bottleneck.",
    because="History: Bahdanau, Cho and Bengio (2014), “Neural Machine Translation by Jointly "
    "Learning to Align and Translate”, wanted to free a translator from squeezing each sentence into "
    "one vector of fixed length, and let it (soft-)search the sentence instead. Vaswani et al. "
    "(2017), “Attention Is All You Need”, speak of a query, keys and values.",
)

# Key-Value Lookups


@claim(
    "S2-05",
    "A lookup has keys, as many values paired with them one to one, and a query",
    where="Key-Value Lookups, lines 15-18",
    concept="exact-lookup",
    correction="The pairing is by position, so both lists need one length; two keys may share a "
    "value.",
)
def keys_and_values_pair_by_position() -> Finding:
    two_values = VALUES[:2].tolist()
    pairs = list(zip(WORDS, two_values, strict=False))
    assert len(pairs) < len(WORDS)  # a key is lost without a word
    refused = raises(ValueError, lambda: exact_lookup("tree", WORDS, two_values))
    shared = [exact_lookup(word, WORDS, [7] * len(WORDS)) for word in WORDS]
    return settle(
        as_given=len(set(shared)) == len(shared),
        with_condition=[exact_lookup(word, WORDS, VALUES) for word in WORDS] == list(VALUES),
        evidence=f"`zip` of {len(WORDS)} keys with {len(two_values)} values keeps {len(pairs)} "
        f"pairs; with `strict=True` it raises `ValueError: {refused}`; {len(shared)} keys can "
        f"share {len(set(shared))} value",
    )


@claim(
    "S2-06",
    "Such a lookup is known as a hash table or dictionary",
    where="Key-Value Lookups, line 20",
    concept="exact-lookup",
    correction="A hash table is one way to build the lookup. A search through pairs is another, "
    "and it takes keys that have no hash.",
)
def a_lookup_needs_no_hash() -> Finding:
    keys = [vector.tolist() for vector in KEYS]
    unhashable = raised(TypeError, lambda: exact_lookup(keys[1], keys, VALUES))
    found = VALUES[keys.index(keys[1])]
    hashed = exact_lookup(tuple(keys[1]), map(tuple, keys), VALUES)
    return settle(
        as_given=not unhashable,
        with_condition=hashed == found,
        evidence=f"A list as the key of a `dict` raises `TypeError`; a search finds it: "
        f"{found:.0f}; as a tuple it can be hashed and finds {hashed:.0f}",
    )


@claim(
    "S2-07",
    "A dictionary with the keys racket, ball and tree returns 10 for racket",
    where="Key-Value Lookups, lines 21-33",
    concept="exact-lookup",
)
def the_dictionary_returns_the_value_of_racket() -> Finding:
    found = exact_lookup("racket", WORDS, VALUES)
    return settle(as_given=found == 10, evidence=f"`racket` → {found:.0f}")


@claim(
    "S2-08",
    "A search through the pairs returns 10 for racket too",
    where="Key-Value Lookups, lines 37-46",
    concept="exact-lookup",
)
def a_search_returns_the_value_of_racket() -> Finding:
    found = next(value for word, value in zip(WORDS, VALUES, strict=True) if word == "racket")
    return settle(
        as_given=found == 10 and found == exact_lookup("racket", WORDS, VALUES),
        evidence=f"Search and `dict` agree: `racket` → {found:.0f}",
    )


@claim(
    "S2-09",
    "The search generalises the dictionary",
    where="Key-Value Lookups, lines 35-42",
    concept="exact-lookup",
    correction="It needs unique keys that compare to one truth value. Of two equal keys the search "
    "takes the first and a dictionary the last; a miss raises `ValueError` instead of `KeyError`; "
    "the cost grows with the number of keys.",
)
def search_and_dictionary_differ_on_duplicates() -> Finding:
    def search(query: object, keys: Sequence[object], values: Sequence[float]) -> float:
        return float(next(value for key, value in zip(keys, values, strict=True) if query == key))

    first, last = search("a", ["a", "a"], [1, 2]), exact_lookup("a", ["a", "a"], [1, 2])
    assert "ambiguous" in raises(ValueError, lambda: search(TENNIS, [TENNIS], [1]))
    numbers = VALUES.tolist()
    return settle(
        as_given=first == last,
        with_condition=all(
            search(word, WORDS, numbers) == exact_lookup(word, WORDS, numbers) for word in WORDS
        ),
        evidence=f"Keys `a`, `a` with values 1, 2: the search gives {first:.0f}, the `dict` {last}; "
        "a NumPy vector as key raises `ValueError`, its truth value is ambiguous",
    )


@claim(
    "S2-10",
    "These lookups work for exact matches of strings only",
    where="Key-Value Lookups, line 48",
    concept="exact-lookup",
    correction="True of this example, whose keys are strings. In general they need an exact match "
    "of anything that can be compared: exactness is the limit, not the string.",
)
def exactness_is_the_limit_and_not_the_string() -> Finding:
    found = exact_lookup(3.0, [(1, 2), 3], ["tuple", "integer"])
    near = [
        raised(KeyError, partial(exact_lookup, query, [*WORDS, 3], range(4)))
        for query in ("rackets", 3.1)
    ]
    return settle(
        as_given=found != "integer",
        with_condition=all(near),
        evidence=f"A number works as a key too: the float {3.0} finds the key {3}, `{found}`. What "
        f"is only near raises `KeyError`: {' and '.join(near)}",
    )


# Key-Value Lookups based on Meaning


@claim(
    "S2-11",
    "By its meaning tennis belongs to racket and ball, and not to tree",
    where="Key-Value Lookups based on Meaning, lines 54-56",
    concept="word-vectors",
    correction="An intuition until vectors are named. The vectors decide it: ours, drawn by hand, "
    "and GloVe, learnt from text, give the same order.",
)
def vectors_decide_what_tennis_is_close_to() -> Finding:
    by_hand = [cosine(TENNIS, key) for key in KEYS]
    learnt = [cosine(words.vector("tennis"), words.vector(word)) for word in WORDS]
    both = (by_hand, learnt)
    return settle_readings(
        {
            "an order: racket, then ball, then tree": all(a > b > c for a, b, c in both),
            "no share for tree": all(tree <= 0 for *_, tree in both),
        },
        evidence=f"Cosines of tennis with {', '.join(WORDS)}: {shown(by_hand)} by hand, "
        f"{shown(learnt)} in GloVe",
    )


@claim(
    "S2-12",
    "60% of 10, 40% of 5 and 0% of 2 make 8",
    where="Key-Value Lookups based on Meaning, lines 58-61",
    concept="weighted-blend",
)
def the_hand_picked_blend_is_eight() -> Finding:
    terms = [float(share * value) for share, value in zip(SHARES, VALUES, strict=True)]
    blend = matrix_lookup(SHARES, np.eye(3), VALUES)
    return settle(
        as_given=close(blend, 8),
        evidence=f"{' + '.join(f'{term:g}' for term in terms)} = {blend:g}",
    )


@claim(
    "S2-13",
    "The blend is stated as an equation in a line of Python",
    where="Key-Value Lookups based on Meaning, lines 60-62",
    concept="weighted-blend",
    correction="The name stands for a function still to come, and the equation is right. Write "
    "the arithmetic alone, or define the function first.",
)
def the_blend_calls_a_function_that_is_not_there() -> Finding:
    error = raised(NameError, lambda: eval("kv_lookup_by_meaning('tennis') == 8", {}))
    blend = matrix_lookup(SHARES, np.eye(3), VALUES)
    return settle(
        as_given=not error,
        once_repaired=close(blend, 8),
        evidence=f"As Python: `NameError: {error}`; the arithmetic in it gives {blend:.0f}",
    )


@claim(
    "S2-14",
    "Tree is given 0%, by choice",
    where="Key-Value Lookups based on Meaning, line 58",
    concept="softmax",
    correction="Softmax of finite scores gives 0 only by underflow; a mask gives it on purpose.",
)
def softmax_gives_zero_only_to_a_masked_entry() -> Finding:
    open_weights = softmax(KEYS @ TENNIS)
    masked = softmax([*(KEYS @ TENNIS)[:2], -np.inf])
    assert softmax([0.0, -800.0])[1] == 0  # underflow
    assert open_weights[2] > 0
    return settle(
        as_given=masked[2] == 0 and close(masked.sum(), 1),
        evidence=f"Tree gets {open_weights[2]:.3f} from its score and {masked[2]:.0f} behind a mask",
    )


@claim(
    "S2-15",
    "The shares that sum to one are called attention scores",
    where="Key-Value Lookups based on Meaning, lines 64-70; Attention Scores using the Dot Product, "
    "lines 100 and 123; Scaling, line 195",
    concept="notation",
    correction="Later the document speaks of scores before the softmax as well. Say *score* before "
    "the softmax and *weight* after it.",
)
def a_score_is_not_a_weight() -> Finding:
    scores = np.array([4.0, -1.0, 2.1])
    weights = softmax(scores)
    return settle_readings(
        {
            "what comes out of the softmax": close(weights.sum(), 1.0),
            "what goes into it": close(scores.sum(), 1.0),
        },
        evidence=f"Scores {shown(scores, 1)} sum to {scores.sum():.1f}; weights {shown(weights)} "
        f"to {weights.sum():.0f}",
    )


@claim(
    "S2-16",
    "The output is the sum of the values, each times its weight",
    where="Key-Value Lookups based on Meaning, lines 64-68",
    concept="weighted-blend",
)
def the_output_is_the_weighted_sum() -> Finding:
    by_hand = SHARES @ VALUES
    weights = softmax(KEYS @ TENNIS)
    summed = sum(float(weight * value) for weight, value in zip(weights, VALUES, strict=True))
    return settle(
        as_given=close(by_hand, 8.0) and close(summed, soft_lookup(TENNIS, KEYS, VALUES)),
        evidence=f"Shares by hand: {by_hand:.3f}; weights {shown(weights)}: {summed:.3f}",
    )


@claim(
    "S2-17",
    "The weights have to be fractions that add up to 1",
    where="Key-Value Lookups based on Meaning, line 68",
    concept="weighted-blend",
    correction="It is a choice that makes the output an average of the values. Gates, sigmoid "
    "attention and linear attention without its divisor do not make it.",
)
def weights_that_sum_to_one_make_an_average() -> Finding:
    weights = softmax(_gaussian_scores(width=9, keys=3))
    outputs = weights @ VALUES
    low, high = VALUES.min(), VALUES.max()
    outside = matrix_lookup(np.array([1.0, 1.0, 0.0]), np.eye(3), VALUES)
    return settle(
        as_given=low <= outside <= high,
        with_condition=((outputs >= low - 1e-9) & (outputs <= high + 1e-9)).all(),
        evidence=f"{len(outputs)} random weightings all answer between {low:.0f} and {high:.0f}; "
        f"the weights 1, 1, 0 answer {outside:.0f}",
    )


@claim(
    "S2-18",
    "For every i in n_k the weight lies between 0 and 1, and the weights sum to 1",
    where="footnote on the constraint, line 234",
    concept="notation",
    correction="“i in n_k” is shorthand for i from 1 to `n_k`. The upper bound need not be "
    "written: it follows from the other two conditions.",
)
def softmax_meets_the_constraint_at_every_place() -> Finding:
    weights = softmax(_gaussian_scores(width=9, keys=len(KEYS)))
    shares = np.random.default_rng(0).random(weights.shape)
    shares /= shares.sum(axis=1, keepdims=True)  # only: not negative, sum 1
    assert shares.max() <= 1
    places = range(len(KEYS))  # i runs over the n_k places
    return settle(
        as_given=all(((weights[:, i] >= 0) & (weights[:, i] <= 1)).all() for i in places)
        and close(weights.sum(axis=1), 1),
        evidence=f"{len(weights)} rows of weights meet it at all {len(places)} places; of "
        f"{len(shares)} rows that are only not negative and sum to 1, the largest share is "
        f"{shares.max():.3f}",
    )


# Word Vectors and Similarity


@claim(
    "S2-19",
    "Learnt vectors can represent words and carry their meaning",
    where="Word Vectors and Similarity, line 76",
    concept="word-vectors",
)
def words_of_one_kind_lie_together() -> Finding:
    kinds = [
        ["dog", "cat", "horse", "cow", "sheep", "wolf"],
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"],
        ["bread", "cheese", "wine", "coffee", "tea", "juice"],
    ]
    rows = words.vectors(word for kind in kinds for word in kind)
    cosines = np.array([[cosine(one, other) for other in rows] for one in rows])
    kind = np.repeat(np.arange(len(kinds)), [len(kind) for kind in kinds])
    same, itself = np.equal.outer(kind, kind), np.eye(len(kind), dtype=bool)
    inside, across = cosines[same & ~itself], cosines[~same]
    return settle(
        as_given=inside.mean() > across.mean() + 0.2,
        evidence=f"GloVe, {len(kind)} animals, days and foods: mean cosine {inside.mean():.2f} "
        f"within a kind, {across.mean():.2f} across",
    )


@claim(
    "S2-20",
    "The four words are king, queen, man and women",
    where="Word Vectors and Similarity, lines 76-77",
    concept="word-vectors",
    correction="A slip of the pen: the formula then uses `woman`, which is another word with "
    "another vector. Write `woman` throughout.",
)
def the_formula_uses_a_word_that_is_not_introduced() -> Finding:
    formula = "queen - woman + man"
    introduced: dict[str, Any] = {word: words.vector(word) for word in ("queen", "man", "women")}
    repaired: dict[str, Any] = {word: words.vector(word) for word in ("queen", "man", "woman")}
    error = raised(NameError, lambda: eval(formula, introduced))
    likeness = cosine(eval(formula, repaired), words.vector("king"))
    return settle(
        as_given=not error,
        once_repaired=likeness > 0.5,
        evidence=f"`NameError: {error}`; in GloVe the cosine of woman and women is "
        f"{cosine(words.vector('woman'), words.vector('women')):.3f}, and with woman the formula "
        f"reaches king at {likeness:.3f}",
    )


@claim(
    "S2-21",
    "Queen minus woman plus man lies close to king",
    where="Word Vectors and Similarity, lines 76-78",
    concept="word-vectors",
    correction="The document asks to imagine it and gives no vectors. In real ones queen is nearer "
    "still; king comes first once the three words that went in are left out.",
)
def the_sum_lies_close_to_king_and_closer_to_queen() -> Finding:
    known = words.known()
    target = words.vector("queen") - words.vector("woman") + words.vector("man")
    ranked = [known[index] for index in np.argsort(-dot(_unit_vectors(known), target))]
    others = [word for word in ranked if word not in ("queen", "woman", "man")]
    assert (ranked[0], others[0]) == ("queen", "king")
    likeness = cosine(target, words.vector("king"))
    return settle(
        as_given=likeness > 0.5,
        evidence=f"GloVe, {len(known)} words: king lies at cosine {likeness:.3f}; nearest is "
        f"`{ranked[0]}`, and without the inputs `{others[0]}`",
    )


@claim(
    "S2-22",
    "The dot product adds up the products of the components",
    where="Word Vectors and Similarity, lines 78-79",
    concept="dot-product-similarity",
)
def the_dot_product_sums_componentwise_products() -> Finding:
    products = [float(a * b) for a, b in zip(QUERY, THREE_KEYS[2], strict=True)]
    return settle(
        as_given=close(sum(products), dot(QUERY, THREE_KEYS[2])),
        evidence=f"({_whole(QUERY)}) · ({_whole(THREE_KEYS[2])}) = {sum(products):.0f}, from the products "
        + (_whole(np.array(products))),
    )


@claim(
    "S2-23",
    "Vectors that point the same way have a positive dot product",
    where="Word Vectors and Similarity, line 81",
    concept="dot-product-similarity",
    correction="The converse fails: every angle below 90° gives a positive product. A zero vector "
    "points nowhere and has the product 0.",
)
def a_positive_product_does_not_mean_one_direction() -> Finding:
    assert dot(TENNIS, 0 * TENNIS) == 0
    east, steep = np.array([1.0, 0.0]), np.array([1.0, 5.0])
    score = dot(east, steep)
    assert score > 0
    assert _angle(east, steep) > 45
    return settle(
        as_given=dot(TENNIS, 3 * TENNIS) > 0,
        evidence=f"({_whole(east)}) · ({_whole(steep)}) = {score:.0f}, at {_angle(east, steep):.1f}°",
    )


@claim(
    "S2-24",
    "Vectors that point in opposing directions have a negative dot product",
    where="Word Vectors and Similarity, line 82",
    concept="dot-product-similarity",
    correction="Opposite is more than needed: every angle above 90° gives a negative product.",
)
def a_negative_product_does_not_mean_opposite() -> Finding:
    opposite = dot(TENNIS, -TENNIS)
    east, leaning = np.array([1.0, 0.0]), np.array([-1.0, 5.0])
    score = dot(east, leaning)
    assert score < 0
    assert 90 < _angle(east, leaning) < 135
    return settle(
        as_given=opposite < 0,
        evidence=f"Opposite: {opposite:.0f}; at {_angle(east, leaning):.1f}°, far from opposite: {score:.0f}",
    )


@claim(
    "S2-25",
    "Perpendicular vectors have the dot product 0",
    where="Word Vectors and Similarity, line 83",
    concept="dot-product-similarity",
    correction="Exactly so in exact arithmetic. Floats may miss 0 by a rounding, and the zero "
    "vector has the product 0 with everything.",
)
def floats_may_miss_the_zero() -> Finding:
    east, north = np.eye(2)
    a, b, c = 0.1, 0.2, -0.3  # perpendicular to (1, 1, 1) on paper
    rounded = a + b + c
    assert 0 < abs(rounded) < 1e-15
    return settle(
        as_given=dot(east, north) == 0,
        evidence=f"(1, 0) · (0, 1) = {dot(east, north):.0f}; ({a}, {b}, {c}) · (1, 1, 1) = {rounded:.1e}",
    )


@claim(
    "S2-26",
    "Of two words, the one with the higher dot product is the more similar",
    where="Word Vectors and Similarity, line 85",
    concept="dot-product-similarity",
    correction="Among vectors of one length; the document's own footnote sees that length counts. Otherwise a longer "
    "vector can beat even the query itself.",
)
def a_vector_is_not_its_own_best_match() -> Finding:
    itself, racket = dot(TENNIS, TENNIS), dot(TENNIS, KEYS[0])
    unit_racket = KEYS[0] / np.linalg.norm(KEYS[0])
    unit_tennis = TENNIS / np.linalg.norm(TENNIS)
    one_length = [dot(TENNIS, unit_tennis), dot(TENNIS, unit_racket)]
    return settle(
        as_given=itself > racket,
        with_condition=one_length[0] > one_length[1],
        evidence=f"Tennis scores {itself:.0f} with itself and {racket:.0f} with racket; with both "
        f"at length 1: {shown(one_length)}",
    )


@claim(
    "S2-27",
    "With a three ones, c twice a, and b 1000 along the first axis, a · b exceeds a · c",
    where="footnote on magnitude, line 233",
    concept="dot-product-similarity",
)
def the_long_vector_has_the_larger_product() -> Finding:
    a, b, c = THREE_VECTORS
    return settle(
        as_given=dot(a, b) > dot(a, c), evidence=f"a · b = {dot(a, b):.0f}, a · c = {dot(a, c):.0f}"
    )


@claim(
    "S2-28",
    "By that product, a is judged closer to c than to b",
    where="footnote on magnitude, line 233",
    concept="dot-product-similarity",
    correction="b and c are exchanged: the larger product belongs to b, so the heuristic prefers "
    "b.",
)
def the_heuristic_prefers_b() -> Finding:
    a, b, c = THREE_VECTORS
    weights = softmax([dot(a, b), dot(a, c)])
    return settle(
        as_given=weights[1] > weights[0],
        evidence=f"Softmax of a · b and a · c gives b {weights[0]:.0f} and c {weights[1]:.0f}",
    )


@claim(
    "S2-29",
    "The vectors a and b have one direction, a and c do not",
    where="footnote on magnitude, line 233",
    concept="dot-product-similarity",
    correction="Exchanged again: c is twice a and has its direction; b leans away.",
)
def a_and_c_have_one_direction() -> Finding:
    a, b, c = THREE_VECTORS
    assert close(cosine(a, c), 1.0)
    return settle(
        as_given=close(cosine(a, b), 1.0) and not close(cosine(a, c), 1.0),
        evidence=f"Cosine of a and c {cosine(a, c):.3f}; of a and b {cosine(a, b):.3f}, "
        f"at {_angle(a, b):.1f}°",
    )


@claim(
    "S2-30",
    "Cosine similarity ignores length and keeps direction",
    where="footnote on magnitude, line 233",
    concept="dot-product-similarity",
)
def cosine_ignores_length() -> Finding:
    short, long = cosine(TENNIS, KEYS[1]), cosine(TENNIS, 1000 * KEYS[1])
    assert dot(TENNIS, 1000 * KEYS[1]) == 1000 * dot(TENNIS, KEYS[1])
    return settle(
        as_given=close(short, long),
        evidence=f"Tennis and ball: {short:.3f}; tennis and {1000} × ball: {long:.3f}",
    )


unchecked(
    "S2-31",
    "The length of a vector might carry information worth keeping",
    where="footnote on magnitude, line 233",
    concept="dot-product-similarity",
    correction="A design argument, decided by trying both on the task.",
    because="The document says “might” and names no task. That the cosine drops the length is checked "
    "under S2-30.",
)


unchecked(
    "S2-32",
    "With networks regularised properly, outliers like a vector 1000 long should not occur",
    where="footnote on magnitude, line 233",
    concept="dot-product-similarity",
    correction="The document says “should”. Cite a measurement, or leave it out: trained models "
    "do have outliers of other kinds.",
    because="No regulariser and no model are named, so there is nothing to run. Sun et al. (2024), "
    "“Massive Activations in Large Language Models”, and Xiao et al. (2023), “Efficient Streaming "
    "Language Models with Attention Sinks”, find outliers in trained models.",
)

# Attention Scores using the Dot Product


@claim(
    "S2-33",
    "The list of key vectors is one bold lower-case letter",
    where="Attention Scores using the Dot Product, line 89",
    concept="notation",
    correction="By the document's own rule that is a vector. The keys form a matrix: write K, with "
    "the rows k_j.",
)
def the_keys_are_a_matrix() -> Finding:
    answer = soft_lookup(TENNIS, KEYS, VALUES)
    return settle_readings(
        {"a matrix with one key in each row": KEYS.ndim == 2, "a vector": KEYS.ndim == 1},
        evidence=f"A query has the shape {TENNIS.shape}, the keys have {KEYS.shape}: {KEYS.ndim} "
        f"axes, and as such answer tennis with {answer:.3f}",
    )


@claim(
    "S2-34",
    "The score of key i is its dot product with the query",
    where="Attention Scores using the Dot Product, lines 89-92",
    concept="dot-product-similarity",
)
def a_score_is_the_product_with_one_key() -> Finding:
    scores = [dot(TENNIS, key) for key in KEYS]
    return settle(
        as_given=scores == [3, 2, 1]
        and close(softmax(scores) @ VALUES, soft_lookup(TENNIS, KEYS, VALUES)),
        evidence=f"Tennis with {', '.join(WORDS)}: {_whole(np.array(scores))}",
    )


@claim(
    "S2-35",
    "One product q Kᵀ gives all scores, with K of the shape (n_k, d_k)",
    where="Attention Scores using the Dot Product, lines 93-98",
    concept="dot-product-similarity",
)
def one_product_gives_all_scores() -> Finding:
    keys = np.random.default_rng(0).standard_normal((6, 4))
    query = np.arange(4.0)
    scores = query @ keys.T
    return settle(
        as_given=close(scores, [dot(query, key) for key in keys]),
        evidence=f"{query.shape} times the transpose of {keys.shape} gives {scores.shape}, as the loop does",
    )


@claim(
    "S2-36",
    "The three products of the worked example are −3, 0 and 3",
    where="footnote on matrix products, lines 236-243",
    concept="dot-product-similarity",
)
def the_three_products_are_right() -> Finding:
    scores = np.array([dot(QUERY, key) for key in THREE_KEYS])
    return settle(
        as_given=scores.tolist() == [-3, 0, 3], evidence=f"One at a time: {_whole(scores)}"
    )


@claim(
    "S2-37",
    "The transposed key matrix and its product with the query are written out",
    where="footnote on matrix products, lines 244-253",
    concept="dot-product-similarity",
)
def the_matrix_form_is_right() -> Finding:
    scores = dot(QUERY, THREE_KEYS.T)
    return settle(
        as_given=THREE_KEYS.T.tolist() == [[-1, 1.5, 4], [2, 0, -2], [-1, -1, -1]]
        and scores.tolist() == [-3, 0, 3],
        evidence=f"First row of the transpose: {shown(THREE_KEYS.T[0], 1)}; product: "
        f"{_whole(scores)}",
    )


@claim(
    "S2-38",
    "A dot product can be any real number",
    where="Attention Scores using the Dot Product, line 100",
    concept="dot-product-similarity",
    correction="For two given vectors it is bounded by the product of their lengths.",
)
def a_key_can_reach_any_score() -> Finding:
    targets = np.array([-1e6, 0.0, np.pi])
    keys = np.outer(targets, TENNIS) / dot(TENNIS, TENNIS)
    lengths = np.linalg.norm(KEYS, axis=1) * np.linalg.norm(TENNIS)
    assert (np.abs(KEYS @ TENNIS) <= lengths).all()
    return settle(
        as_given=close(keys @ TENNIS, targets),
        evidence=f"Keys made to order reach {shown(keys @ TENNIS)}; racket's bound is {lengths[0]:.3f}, "
        f"its score {dot(TENNIS, KEYS[0]):.0f}",
    )


@claim(
    "S2-39",
    "Turning scores into shares requires the softmax",
    where="Attention Scores using the Dot Product, line 100",
    concept="softmax",
    correction="Softmax does it, and it is one choice. Sparsemax, for one, also gives shares that "
    "sum to 1 and never reverse the order, and it can give an exact 0.",
)
def sparsemax_also_gives_shares() -> Finding:
    def sparsemax(scores: Vector) -> Vector:
        """Lower all scores by one threshold, cut at 0, such that the rest sums to 1."""
        falling = np.sort(scores)[::-1]
        thresholds = (np.cumsum(falling) - 1) / np.arange(1, len(scores) + 1)
        threshold = thresholds[falling > thresholds][-1]
        return np.asarray(np.maximum(scores - threshold, 0.0))

    def are_shares(weights: Vector) -> bool:
        return close(weights.sum(), 1.0) and bool((np.diff(weights) < 0).all())

    scores = np.array([1.0, 0.8, 0.1])
    sparse, soft = sparsemax(scores), softmax(scores)
    return settle(
        as_given=not are_shares(sparse),
        with_condition=are_shares(soft),
        evidence=f"Scores {shown(scores, 1)}: sparsemax {shown(sparse)}, softmax {shown(soft)}",
    )


@claim(
    "S2-40",
    "Softmax divides the exponential of a score by the sum of all exponentials",
    where="Attention Scores using the Dot Product, line 102",
    concept="softmax",
)
def softmax_is_the_share_of_exponentials() -> Finding:
    scores = np.array([3.0, 2.0, 1.0])
    weights = softmax(scores)
    ratio = weights[0] / weights[1]
    return settle(
        as_given=close(weights, _softmax_as_given(scores)) and close(ratio, np.e),
        evidence=f"Scores {_whole(scores)}: {shown(weights)}; a score higher by 1 has {ratio:.3f} times "
        "the weight",
    )


@claim(
    "S2-41",
    "The outputs of softmax sum to 1 and lie between 0 and 1",
    where="Attention Scores using the Dot Product, line 104",
    concept="softmax",
    correction="Up to rounding, by which 1 is reached, and 0 by underflow. In code it takes the maximum "
    "subtracted first.",
)
def weights_sum_to_one_up_to_rounding() -> Finding:
    tolerance = 1e-12
    weights = softmax(_gaussian_scores(width=2500, keys=7))
    ends, rounded = softmax([0, lowest := -800]), softmax([0, -40])
    assert ends.tolist() == [1.0, 0.0]
    assert rounded[0] == 1 > rounded[1] > 0
    return settle(
        as_given=close(weights.sum(axis=1), np.ones(len(weights)), tolerance)
        and (weights >= 0).all()
        and (weights <= 1).all(),
        evidence=f"{len(weights)} rows of widely spread scores sum to 1 within {tolerance:g}; "
        f"scores 0, {lowest} give {_whole(ends)}",
    )


@claim(
    "S2-42",
    "Softmax is monotonic: the order of the numbers is preserved",
    where="Attention Scores using the Dot Product, line 104",
    concept="softmax",
    correction="Within one vector nothing changes places, though floats can make neighbours equal. "
    "A weight rises with its own score alone: raising another lowers it.",
)
def order_stays_but_neighbours_can_merge() -> Finding:
    scores = _gaussian_scores(width=2500, keys=20)
    ordered = np.take_along_axis(softmax(scores), np.argsort(scores, axis=1), axis=1)
    reversals = int((np.diff(ordered, axis=1) < 0).sum())
    apart = np.array([0.0, -800.0, -900.0])
    merged = softmax(apart)
    before, after = softmax([0.0, 0.0])[0], softmax([0.0, 1.0])[0]
    assert after < before
    return settle(
        as_given=reversals == 0,
        evidence=f"{reversals} reversals in {len(scores)} vectors; scores {_whole(apart)} give "
        f"{_whole(merged)}; of two equal scores, raising the second by 1 takes the first weight "
        f"from {before:.3f} to {after:.3f}",
    )


@claim(
    "S2-43",
    "Softmax of (4, −1, 2.1) is 0.8648, 0.0058, 0.1294",
    where="Attention Scores using the Dot Product, lines 106-121",
    concept="softmax",
)
def the_softmax_example_is_right() -> Finding:
    weights = softmax([4.0, -1.0, 2.1])
    return settle(
        as_given=weights.round(4).tolist() == [0.8648, 0.0058, 0.1294],
        evidence=f"To seven digits: {shown(weights, digits=7)}",
    )


@claim(
    "S2-44",
    "The example shows four things: range, sum, order, and more weight for a higher score",
    where="Attention Scores using the Dot Product, lines 115-119",
    concept="softmax",
)
def all_four_observations_hold() -> Finding:
    scores = np.array([4.0, -1.0, 2.1])
    weights = softmax(scores)
    return settle(
        as_given=((weights > 0) & (weights < 1)).all()
        and close(weights.sum(), 1.0)
        and np.argsort(weights).tolist() == np.argsort(scores).tolist()
        and weights.argmax() == scores.argmax(),
        evidence=f"From {weights.min():.3f} to {weights.max():.3f}, sum {weights.sum():.3f}; "
        f"{scores.max():g} is still the largest and {scores.min():g} the smallest",
    )


@claim(
    "S2-45",
    "Softmax can be coded as `exp(x) / sum(exp(x))`",
    where="Attention Scores using the Dot Product, lines 109-111 and 152-154; Result, lines "
    "217-220",
    concept="softmax",
    correction="For small scores. Subtract the maximum first: large scores overflow, and "
    "far below zero 0 over 0 is left.",
)
def the_plain_formula_overflows() -> Finding:
    small = np.array([3.0, 2.0, 1.0])
    large, low = np.array([1000.0, 0.0, -1000.0]), np.array([-800.0, -801.0])
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        overflow, underflow = _softmax_as_given(large), _softmax_as_given(low)
    limit = np.log(sys.float_info.max)
    return settle(
        as_given=close(overflow, softmax(large)) and close(underflow, softmax(low)),
        with_condition=close(_softmax_as_given(small), softmax(small)),
        evidence=f"`exp` overflows above {limit:.2f}: scores {_whole(large)} give "
        f"{_whole(overflow)} instead of {_whole(softmax(large))}; {_whole(low)} give "
        f"{_whole(underflow)} instead of {shown(softmax(low))}",
    )


@claim(
    "S2-46",
    "This softmax expects a vector",
    where="Attention Scores using the Dot Product, lines 109-111",
    concept="softmax",
    correction="It does not insist: a matrix passes without an error and is normalised over all "
    "its entries instead of row by row.",
)
def a_matrix_is_normalised_as_a_whole() -> Finding:
    scores = np.array([[1.0, 2.0], [3.0, 4.0]])
    given, right = _softmax_as_given(scores).sum(axis=1), softmax(scores).sum(axis=1)
    assert not close(given, right)
    return settle(
        as_given=all(close(_softmax_as_given(row), softmax(row)) for row in scores),
        evidence=f"Vectors come out right; the rows of a matrix sum to {shown(given)} instead of "
        f"{shown(right)}",
    )


@claim(
    "S2-47",
    "The weights are the softmax of q Kᵀ",
    where="Attention Scores using the Dot Product, lines 123-126",
    concept="soft-lookup",
)
def the_weights_are_the_softmax_of_the_scores() -> Finding:
    weights = softmax(QUERY @ THREE_KEYS.T)
    read = attention(QUERY[None], THREE_KEYS, np.eye(3), scale=1.0)  # values that show the weights
    return settle(
        as_given=close(weights, read[0]),
        evidence=f"Scores {_whole(QUERY @ THREE_KEYS.T)}: weights {shown(weights)}",
    )


@claim(
    "S2-48",
    "The weighted sum is the product of the row of weights with the vector of values",
    where="Attention Scores using the Dot Product, lines 127-135; footnote on values, line 235",
    concept="soft-lookup",
)
def the_sum_is_a_product() -> Finding:
    weights = softmax(QUERY @ THREE_KEYS.T)
    summed = sum(float(weight * value) for weight, value in zip(weights, VALUES, strict=True))
    return settle(
        as_given=close(summed, weights @ VALUES),
        evidence=f"Sum {summed:.3f}, product {weights @ VALUES:.3f}",
    )


@claim(
    "S2-49",
    "softmax(q Kᵀ) v is pretty much a working definition of attention",
    where="Attention Scores using the Dot Product, lines 136-139",
    concept="soft-lookup",
    correction="For one query and one number for each value. The paper's formula divides the scores "
    "first and answers differently.",
)
def the_definition_works_without_scaling() -> Finding:
    unscaled = soft_lookup(TENNIS, KEYS, VALUES)
    scaled = attention(TENNIS[None], KEYS, VALUES[:, None])[0, 0]
    assert not close(unscaled, scaled, 0.5)
    return settle(
        as_given=close(unscaled, softmax(TENNIS @ KEYS.T) @ VALUES),
        evidence=f"Tennis: {unscaled:.3f}; with the scores over the root of {KEYS.shape[1]}: {scaled:.3f}",
    )


@claim(
    "S2-50",
    "The first complete implementation is given as a script",
    where="Attention Scores using the Dot Product, lines 142-171",
    concept="reference-implementation",
    about="form",
    correction="In the text as given its lines are indented with no-break spaces, very likely a "
    "trace of conversion. Retype them with plain spaces.",
)
def no_break_spaces_do_not_parse() -> Finding:
    body = "def two():\n    return 2\n"
    error = _syntax_error(body.replace("    ", "\u00a0 \u00a0 "))
    return settle(
        as_given=not error,
        once_repaired=not _syntax_error(body),
        evidence=f"`SyntaxError: {error}`; with plain spaces it compiles",
    )


@claim(
    "S2-51",
    "Its attention function takes `v` and multiplies by it",
    where="Attention Scores using the Dot Product, lines 156-160",
    concept="reference-implementation",
    correction="With the spaces repaired the next error appears: the body says `V`. Use one name.",
)
def a_capital_is_another_name() -> Finding:
    names: dict[str, object] = {"weights": SHARES, "values": VALUES}
    error = raised(NameError, lambda: eval("(lambda w, v: w @ V)(weights, values)", names))
    repaired = eval("(lambda w, v: w @ v)(weights, values)", names)
    assert close(repaired, matrix_lookup(SHARES, np.eye(3), VALUES))
    return settle_run(
        runs=not error,
        evidence=f"`NameError: {error}`; with `v` the blend is {repaired:.0f}",
    )


@claim(
    "S2-52",
    "`get_word_vector`, called hypothetical, maps a word to its vector",
    where="Attention Scores using the Dot Product, lines 145-150",
    concept="word-vectors",
    correction="Once the generator is seeded with the word. As it stands it draws afresh at every "
    "call, so a word has no vector of its own and does not find itself.",
)
def a_fresh_draw_is_no_mapping() -> Finding:
    generator = np.random.default_rng(0)
    width, trials = 32, 1000
    query = generator.standard_normal((trials, 1, width))
    keys = generator.standard_normal((trials, 3, width))  # the first is racket, drawn again
    found = float(((query * keys).sum(axis=2).argmax(axis=1) == 0).mean())

    def seeded(word: str) -> Vector:
        return np.random.default_rng(list(word.encode())).standard_normal(512)

    answer = soft_lookup(seeded("racket"), np.array([seeded(word) for word in WORDS]), VALUES)
    return settle(
        as_given=found > 0.99,
        with_condition=close(answer, exact_lookup("racket", WORDS, VALUES)),
        evidence=f"The query racket finds the key racket in {found:.0%} of {trials} trials; "
        f"seeded by the word it answers {answer:.3f}",
    )


@claim(
    "S2-53",
    "The script prints a float",
    where="Attention Scores using the Dot Product, lines 169-170",
    concept="scaling",
    correction="After both repairs it does, another one at every run. Without scaling, vectors "
    "this wide mostly make one weight nearly 1, and the output is then nearly one of the three values.",
)
def every_run_prints_another_float() -> Finding:
    width, nearly_all = 512, 0.99

    def run(seed: int) -> float:
        vectors = np.random.default_rng(seed).standard_normal((4, width))
        return float(soft_lookup(vectors[0], vectors[1:], VALUES))

    answers = [run(seed) for seed in range(4)]
    scores = _gaussian_scores(width, keys=3)
    hard = (softmax(scores).max(axis=1) > nearly_all).mean()
    scaled = (softmax(scores / np.sqrt(width)).max(axis=1) > nearly_all).mean()
    assert hard > 0.75
    assert scaled < 0.01
    return settle(
        as_given=not raised(
            NameError, lambda: eval("(lambda w, v: w @ V)(1, 2)", {})
        ),  # v is V there
        with_condition=all(2 <= answer <= 10 for answer in answers),
        evidence=f"Four runs: {shown(answers)}; one weight exceeds {nearly_all:.0%} in {hard:.0%} of "
        f"{len(scores)} draws, scaled in {scaled:.0%}",
    )


# Scaled Dot Product Attention


@claim(
    "S2-54",
    "The equation without scaling is complete in principle; a few changes make it that of the paper",
    where="Scaled Dot Product Attention, line 175",
    concept="scaling",
    correction="Scaling makes another function of it, with other answers.",
)
def scaling_changes_the_answer() -> Finding:
    unscaled = soft_lookup(QUERY, THREE_KEYS, VALUES)
    scaled = attention(QUERY[None], THREE_KEYS, VALUES[:, None]).item()
    scores = QUERY @ THREE_KEYS.T
    assert not close(unscaled, scaled)  # the changes are needed
    return settle(
        as_given=close(unscaled, softmax(scores) @ VALUES)
        and close(scaled, softmax(scores / np.sqrt(QUERY.size)) @ VALUES),
        evidence=f"The footnote's query and keys read {unscaled:.3f} unscaled and {scaled:.3f} "
        "scaled",
    )


# Values as Vectors


@claim(
    "S2-55",
    "A value may be a vector of whatever width d_v",
    where="Values as Vectors, line 178",
    concept="vector-values",
)
def values_may_have_any_width() -> Finding:
    widths = (1, 4, 100)
    outputs = [soft_lookup(TENNIS, KEYS, np.ones((3, width))) for width in widths]
    return settle(
        as_given=all(
            close(out, np.ones(width)) for out, width in zip(outputs, widths, strict=True)
        ),
        evidence=f"Values of width {', '.join(map(str, widths))} give outputs of the same width",
    )


@claim(
    "S2-56",
    "A dictionary holds three values of four components",
    where="Values as Vectors, lines 180-186",
    concept="vector-values",
    correction="Commas are missing between the entries.",
)
def entries_need_commas() -> Finding:
    error = _syntax_error("{\n  'one': [1]\n  'two': [2]\n}")
    assert not _syntax_error("{\n  'one': [1],\n  'two': [2]\n}")
    blend = matrix_lookup(SHARES, np.eye(3), VECTORS)
    return settle_run(
        runs=not error,
        evidence=f"`SyntaxError: {error}`; with commas the shares by hand blend {shown(blend, 2)}",
    )


@claim(
    "S2-57",
    "Only v changes: it becomes the matrix V with one value vector in each row",
    where="Values as Vectors, lines 188-190",
    concept="vector-values",
)
def each_column_is_a_lookup_of_its_own() -> Finding:
    together = soft_lookup(TENNIS, KEYS, VECTORS)
    columns = [soft_lookup(TENNIS, KEYS, column) for column in VECTORS.T]
    return settle(
        as_given=close(together, columns),
        evidence=f"Column by column and at once: {shown(together)}",
    )


@claim(
    "S2-58",
    "The output then has d_v components",
    where="Values as Vectors, line 192",
    concept="vector-values",
)
def the_output_has_the_width_of_the_values() -> Finding:
    output = soft_lookup(TENNIS, KEYS, VECTORS)
    return settle(
        as_given=output.shape == (VECTORS.shape[1],),
        evidence=f"V has the shape {VECTORS.shape}, the output {output.shape}: {shown(output)}",
    )


# Scaling


@claim(
    "S2-59",
    "Dot products can get large in magnitude when d_k is large",
    where="Scaling, line 195",
    concept="scaling",
    correction="It depends on the vectors. Independent components of mean 0 and variance 1 give "
    "the variance `d_k`. Products of such vectors, cut to length 1, shrink with the width; a common "
    "mean makes products larger, and components in step with each other make them grow faster.",
)
def the_variance_depends_on_the_vectors() -> Finding:
    def variance(vectors: Matrix) -> float:
        return float(dot(vectors, vectors.T).var())  # every vector as query and as key

    widths = np.array([2, 4, 8])
    independent = np.array([variance(_sign_vectors(width)) for width in widths])
    of_length_one = np.array([variance(_sign_vectors(width) / np.sqrt(width)) for width in widths])
    shifted, alike = variance(_sign_vectors(8) + 1), variance(np.outer([-1.0, 1.0], np.ones(8)))
    assert close([shifted, alike], [3 * 8, 8 * 8])
    return settle(
        as_given=close(independent, widths),
        evidence=f"All vectors of signs, width {_whole(widths)}: variance {_whole(independent)}; "
        f"at length 1: {shown(of_length_one)}; at width {widths[-1]} mean 1 gives {shifted:.0f}, "
        f"components all alike give {alike:.0f}",
    )


@claim(
    "S2-60",
    "Large scores make the softmax extreme instead of smooth",
    where="Scaling, line 195",
    concept="scaling",
    correction="The differences do it, not the size: a factor sharpens the weights, a common shift "
    "leaves them as they are.",
)
def differences_sharpen_and_size_does_not() -> Finding:
    scores = np.array([3.0, 2.0, 1.0])
    tops = np.array([softmax(factor * scores).max() for factor in range(1, 11)])
    shifted = softmax(scores + 1000).max()
    return settle(
        as_given=shifted > tops[0] + 1e-9,
        with_condition=(np.diff(tops) > 0).all(),
        evidence=f"Largest weight for {_whole(scores)}: {tops[0]:.3f}; times {len(tops)}: {tops[-1]:.5f}; "
        f"plus {1000}: {shifted:.3f}",
    )


@claim(
    "S2-61",
    "Softmax of (3, 2, 1) is 0.665, 0.244, 0.090",
    where="Scaling, line 195",
    concept="softmax",
    correction="All three are cut off instead of rounded, and it shows in the middle one: "
    "rounded, its last digit is 5.",
)
def the_weights_are_cut_off() -> Finding:
    weights, printed = softmax([3.0, 2.0, 1.0]), np.array([0.665, 0.244, 0.090])
    return settle(
        as_given=weights.round(3).tolist() == printed.tolist(),
        once_repaired=close(np.floor(weights * 1000) / 1000, printed),
        evidence=f"{shown(weights, 5)} rounds to {shown(weights)}; as printed the three sum to "
        f"{printed.sum():.3f}",
    )


@claim(
    "S2-62",
    "Softmax of (30, 20, 10) is 9.99954600e-01 and two traces, each to nine digits",
    where="Scaling, line 195",
    concept="softmax",
)
def the_sharp_softmax_is_right() -> Finding:
    weights = [f"{weight:.8e}" for weight in softmax([30.0, 20.0, 10.0])]
    return settle(
        as_given=weights == ["9.99954600e-01", "4.53978686e-05", "2.06106005e-09"],
        evidence=f"All three agree to nine digits, from {weights[0]} down to {weights[2]}",
    )


@claim(
    "S2-63",
    "With large scores the gradients become extremely small",
    where="Scaling, line 195",
    concept="scaling",
    correction="Typically, for wide vectors. Now and then two keys nearly tie, and such draws "
    "keep the mean up; narrow vectors lose little; the gradient for the values never vanishes, "
    "since it is the weights. The paper says that it suspects the effect.",
)
def the_typical_gradient_vanishes() -> Finding:
    def sizes(width: int) -> Vector:
        """How far the output moves with its scores, for random lookups among 16 keys."""
        scores = _gaussian_scores(width, keys=16, draws=200)
        values = np.random.default_rng(1).standard_normal(scores.shape)
        # A query of the single number 1 makes the gradient of the keys that of the scores.
        slopes = [
            gradients(np.ones(1), keys[:, None], row)
            for keys, row in zip(scores, values, strict=True)
        ]
        assert close([by_values.sum() for _, _, by_values in slopes], np.ones(len(scores)))
        return np.array([np.linalg.norm(by_keys) for _, by_keys, _ in slopes])

    narrow, wide = 8, 1024
    small, large, scaled = sizes(narrow), sizes(wide), sizes(1)  # the last of variance 1
    assert np.median(small) > np.median(scaled) / 2
    return settle(
        as_given=large.mean() < 1e-4,
        with_condition=np.median(large) < 1e-4 < np.median(scaled),
        evidence=f"Median slope at d_k = {narrow}: {np.median(small):.2f}; at {wide}: "
        f"{np.median(large):.0e}, though {large.mean():.2f} on average; "
        f"scores of variance 1: {np.median(scaled):.2f}",
    )


@claim(
    "S2-64",
    "Dividing the scores by √d_k is the remedy",
    where="Scaling, line 195",
    concept="scaling",
    correction="For independent components of mean 0 and variance 1: then the scaled score has "
    "variance 1 at every width. Other vectors need another factor.",
)
def scaling_fixes_the_variance_of_independent_components() -> Finding:
    def scaled_variance(vectors: Matrix) -> float:
        return float((dot(vectors, vectors.T) / np.sqrt(vectors.shape[1])).var())

    widths = (1, 4, 8)
    variances = np.array([scaled_variance(_sign_vectors(width)) for width in widths])
    shifted = scaled_variance(_sign_vectors(8) + 1)
    restored = softmax(np.array([30.0, 20.0, 10.0]) / np.sqrt(100))
    assert close(restored, softmax([3.0, 2.0, 1.0]))
    return settle(
        as_given=close(shifted, 1),
        with_condition=close(variances, 1),
        evidence=f"Variance at widths {', '.join(map(str, widths))}: {_whole(variances)}, but "
        f"{shifted:.0f} for components of mean 1; scores 30, 20, 10 over √{100} give "
        f"{shown(restored)} again",
    )


@claim(
    "S2-65",
    "The factor is typeset as one over the root of d_k",
    where="Scaling, line 195",
    concept="notation",
    about="form",
    correction="After `\\sqrt` a round parenthesis stands where LaTeX expects braces, so only the "
    "parenthesis goes under the root.",
)
def the_root_covers_the_parenthesis_only() -> Finding:
    def radicand(formula: str) -> str:
        """What LaTeX takes as the argument: a group in braces, or else one character."""
        found = re.search(r"\\sqrt(?:\{(.*?)\}|(.))", formula)
        assert found is not None
        return found[1] or found[2]

    given, meant = r"\sqrt(d_k)", r"\sqrt{d_k}"
    return settle(
        as_given=radicand(given) == radicand(meant),
        once_repaired=radicand(meant) == "d_k",
        evidence=f"Under the root of `{given}`: `{radicand(given)}`; of `{meant}`: `{radicand(meant)}`",
    )


@claim(
    "S2-66",
    "For one query, scaled attention is softmax(q Kᵀ / √d_k) V",
    where="Scaling, lines 197-199",
    concept="scaling",
)
def scaled_attention_of_one_query() -> Finding:
    weights = softmax(QUERY @ THREE_KEYS.T / np.sqrt(3))
    output = attention(QUERY[None], THREE_KEYS, VECTORS)[0]
    return settle(
        as_given=close(weights @ VECTORS, output),
        evidence=f"The footnote's query: weights {shown(weights)}, output {shown(output)}",
    )


# Multiple Queries


@claim(
    "S2-67",
    "Stacked queries give an output of n_q rows and d_v columns",
    where="Multiple Queries, line 202",
    concept="batched-queries",
)
def stacked_queries_give_one_row_each() -> Finding:
    queries = np.array([TENNIS, -TENNIS])
    output = attention(queries, KEYS, VECTORS)
    return settle(
        as_given=output.shape == (len(queries), VECTORS.shape[1]),
        evidence=f"Q {queries.shape}, K {KEYS.shape}, V {VECTORS.shape} give {output.shape}, "
        f"first row {shown(output[0])}",
    )


@claim(
    "S2-68",
    "Row i of the batched output is the output for query i alone",
    where="Multiple Queries, line 206",
    concept="batched-queries",
    correction="It takes a softmax along each row. The code printed after it in the document does "
    "not do this.",
)
def each_row_answers_its_own_query() -> Finding:
    queries, keys = np.eye(2), np.array([[2.0, 0.0], [1.0, 0.0]])
    values = np.array([[1.0], [0.0]])
    alone = np.array([attention(query[None], keys, values)[0] for query in queries])
    given = _softmax_as_given(queries @ keys.T / np.sqrt(2), axis=-1) @ values
    assert close(given[0], alone[0])
    assert not close(given[1], alone[1], 0.1)
    return settle(
        as_given=close(attention(queries, keys, values), alone, 1e-12),
        evidence=f"Two queries alone and stacked: {shown(alone)}; by the code as given: {shown(given)}",
    )


unchecked(
    "S2-69",
    "One batched computation is faster than a loop over the queries",
    where="Multiple Queries, line 206",
    concept="batched-queries",
    correction="How much faster depends on the machine and the shapes.",
    because="A clock would make the build depend on the machine's other work. S2-68 checks that "
    "both give the same rows.",
)


# Result


@claim(
    "S2-70",
    "The final equation is the one of the paper",
    where="Result, lines 209-212",
    concept="soft-lookup",
)
def the_steps_add_up_to_the_formula() -> Finding:
    generator = np.random.default_rng(0)
    queries, keys, values = (generator.standard_normal(shape) for shape in ((5, 4), (6, 4), (6, 3)))
    steps = [soft_lookup(query / np.sqrt(4), keys, values) for query in queries]
    return settle(
        as_given=close(attention(queries, keys, values), steps),
        evidence=f"{len(queries)} scaled single lookups and one call of the formula agree "
        f"on an output of {attention(queries, keys, values).shape}",
    )


@claim(
    "S2-71",
    "`axis=-1` takes the softmax along each row",
    where="Result, lines 217-220",
    concept="reference-implementation",
    correction="`keepdims=True` is missing. The row sums then divide the columns: square scores "
    "are silently wrong unless the exponentials of all rows have the same sum, and symmetric ones, "
    "with no maximum subtracted, give the transpose of the right weights.",
)
def row_sums_divide_the_columns() -> Finding:
    scores = np.array([[2.0, 0.0], [0.0, 0.0]])
    given = _softmax_as_given(scores, axis=-1)
    assert close(given, softmax(scores).T)
    return settle(
        as_given=close(given.sum(axis=1), 1.0),
        evidence=f"Scores 2, 0 and 0, 0 give the rows {shown(given[0])} and {shown(given[1])}; "
        f"they sum to {shown(given.sum(axis=1))}",
    )


@claim(
    "S2-72",
    "The code takes n_q queries and n_k keys, whatever the two numbers",
    where="Result, lines 217-229",
    concept="reference-implementation",
    correction="It raises unless the numbers are equal or there is one query. One query comes out "
    "right, so a test with one query passes. One key gives a square of weights, which V does not "
    "fit.",
)
def unequal_numbers_of_queries_and_keys_fail() -> Finding:
    error = raised(ValueError, lambda: _softmax_as_given(np.zeros((2, 3)), axis=-1)).strip()
    assert close(_softmax_as_given(np.zeros((1, 3)), axis=-1), softmax(np.zeros((1, 3))))
    square = _softmax_as_given(np.zeros((3, 1)), axis=-1)
    raises(ValueError, lambda: square @ np.zeros((1, 4)))  # one key has one value
    return settle(
        as_given=not error,
        evidence=f"Scores (2, 3): `ValueError: {error}`; scores (3, 1): weights {square.shape}, "
        "then `ValueError` at the values",
    )


@claim(
    "S2-73",
    "The function divides the scores by the root of the keys' width and multiplies by V",
    where="Result, lines 222-228",
    concept="reference-implementation",
    correction="Right once its softmax keeps the axis and subtracts the maximum. A comment says v "
    "where it means V.",
)
def the_rest_of_the_function_is_right() -> Finding:
    generator = np.random.default_rng(0)
    queries, keys, values = (generator.standard_normal(shape) for shape in ((2, 4), (3, 4), (3, 5)))
    scores = queries @ keys.T / np.sqrt(keys.shape[-1])
    error = raised(ValueError, lambda: _softmax_as_given(scores, axis=-1) @ values)
    repaired = softmax(scores) @ values
    return settle(
        as_given=not error,
        with_condition=close(repaired, attention(queries, keys, values)),
        evidence=f"Scores {scores.shape} raise `ValueError` as given; with our softmax the output "
        f"of {repaired.shape} agrees with our `attention`",
    )


# Footnotes and markup

unchecked(
    "S2-74",
    "The notation is that of the book Deep Learning: vectors bold, matrices as capitals",
    where="footnote on notation, line 232",
    concept="notation",
    correction="Capitals, yes; in that book matrices are bold as well. The document also leaves "
    "some vectors plain: a, b, c in the footnote on magnitude, and q_i.",
    because="A typeface is read, not computed: Goodfellow, Bengio and Courville (2016), “Deep "
    "Learning”, chapter Notation, and the macros published with it set a matrix in bold italic.",
)


@claim(
    "S2-75",
    "The four parts of the section on scaled attention stand side by side",
    where="headings, lines 173-208",
    concept="sources",
    about="form",
    correction="The first of them is a heading of level 5 and the others are of level 4, below "
    "a section of level 2. One level for all four, 3, would say it.",
)
def siblings_have_two_levels() -> Finding:
    given, repaired = [2, 5, 4, 4, 4], [2, 3, 3, 3, 3]  # the section and its four parts
    jump = max(below - above for above, below in pairwise(given))
    return settle(
        as_given=len(set(given[1:])) == 1,
        once_repaired=len(set(repaired[1:])) == 1,
        evidence=f"The {len(given) - 1} parts come in {len(set(given[1:]))} sizes; one step down "
        f"skips {jump - 1} levels",
    )


unchecked(
    "S2-76",
    "Twelve links lead on: to the paper, an encyclopaedia, a blog, a video, a book, a company",
    where="links, lines 7, 20, 78, 80, 100, 104, 175, 232 and 233",
    concept="sources",
    correction="An address may move. Cite a paper or a book by author, year and title as well.",
    because="Following a link needs the network, and the build opens no connection. They go to 11 "
    "addresses, the paper being linked twice. One has a blank before the address, which Markdown "
    "allows.",
)


@claim(
    "S2-77",
    "A display formula closes on the line on which the next words begin",
    where="markup, lines 212 and 236-253",
    concept="sources",
    about="form",
    correction="Renderers disagree on where the formula ends, and on whether an unindented formula "
    "still belongs to its footnote. Put the closing signs on a line of their own and indent the "
    "footnote.",
)
def renderers_disagree_on_the_end_of_a_formula() -> Finding:
    def displays(text: str) -> tuple[int, int]:
        """Formulas found by pairing the signs, and by signs alone on a line."""
        paired = re.findall(r"\$\$(.+?)\$\$", text, re.DOTALL)
        alone = re.findall(r"^\$\$$(.+?)^\$\$$", text, re.DOTALL | re.MULTILINE)
        return len(paired), len(alone)

    given, repaired = displays("$$\nx\n$$In words:\n"), displays("$$\nx\n$$\nIn words:\n")
    return settle(
        as_given=given[0] == given[1],
        once_repaired=repaired[0] == repaired[1],
        evidence=f"Pairing the signs finds {given[0]} formula as given and {repaired[0]} "
        f"repaired; signs on a line of their own find {given[1]} and {repaired[1]}",
    )
