"""The ledger of the third source, An Intuition for Attention."""

import re
import sys
from collections.abc import Iterable
from itertools import pairwise, product

import numpy as np

from softlookup import words
from softlookup.claims import claim, unchecked
from softlookup.claims.tools import close, raises, shown
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Matrix, Vector
from softlookup.snippets import load

softmax = load("softmax").softmax
soft_lookup = load("soft_lookup").soft_lookup
exact_lookup = load("exact_lookup").exact_lookup
attention = load("attention").attention
dot = load("similarity").dot
cosine = load("similarity").cosine

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
    """What the parser says of the code, without the file and line."""
    return raises(SyntaxError, lambda: compile(code, "code", "exec")).split(" (")[0]


# Introduction

unchecked(
    "S2-01",
    "Large language models are transformers, and attention is the heart of a transformer",
    where="introduction, line 7",
    verdict="holds",
    concept="soft-lookup",
    because="History, so a citation and no code: Vaswani et al. (2017), “Attention Is All You "
    "Need”, builds the transformer from attention layers; Brown et al. (2020), “Language Models "
    "are Few-Shot Learners”, builds GPT-3 from transformer layers.",
)

unchecked(
    "S2-02",
    "The original paper defines attention by the formula that the document quotes",
    where="introduction, lines 7-8",
    verdict="holds",
    concept="soft-lookup",
    because="What a paper prints is read, not computed: equation 1 of Vaswani et al. (2017), "
    "“Attention Is All You Need”, has the same symbols in the same places. S2-70 checks that the "
    "formula is what our code computes.",
)

unchecked(
    "S2-03",
    "The formula bears the name scaled dot-product attention and remains in wide use",
    where="introduction, line 9",
    verdict="holds",
    concept="soft-lookup",
    because="The name is from Vaswani et al. (2017), “Attention Is All You Need”. Use is a matter "
    "of record: PyTorch offers the formula as `scaled_dot_product_attention`, and Touvron et al. "
    "(2023), “LLaMA: Open and Efficient Foundation Language Models”, builds on it.",
)

unchecked(
    "S2-04",
    "Attention sets out to solve the lookup of a value by its key",
    where="introduction, line 11",
    verdict="ambiguous",
    concept="soft-lookup",
    correction="Lookup is a way to read attention, and a good one. It was not the first motive.",
    because="History: Bahdanau, Cho and Bengio (2014), “Neural Machine Translation by Jointly "
    "Learning to Align and Translate”, wanted to align words of two languages. Vaswani et al. "
    "(2017), “Attention Is All You Need”, speak of a query, keys and values.",
)

# Key-Value Lookups


@claim(
    "S2-05",
    "A lookup has keys, as many values paired with them one to one, and a query",
    where="Key-Value Lookups, lines 15-18",
    verdict="holds with a condition",
    concept="exact-lookup",
    correction="The pairing is by position, so both lists need one length; two keys may share a "
    "value.",
)
def keys_and_values_pair_by_position() -> str:
    two_values = VALUES[:2].tolist()
    pairs = list(zip(WORDS, two_values, strict=False))
    assert len(pairs) < len(WORDS)  # a key is lost without a word
    raises(ValueError, lambda: list(zip(WORDS, two_values, strict=True)))
    shared = dict.fromkeys(WORDS, VALUES[0])
    assert len(set(shared.values())) < len(shared)
    return (
        f"`zip` of {len(WORDS)} keys with {len(two_values)} values keeps {len(pairs)} pairs; "
        f"`strict=True` raises; {len(shared)} keys can share {len(set(shared.values()))} value"
    )


@claim(
    "S2-06",
    "Such a lookup is known as a hash table or dictionary",
    where="Key-Value Lookups, line 20",
    verdict="holds with a condition",
    concept="exact-lookup",
    correction="A hash table is one way to build the lookup. A search through pairs is another, "
    "and it takes keys that have no hash.",
)
def a_lookup_needs_no_hash() -> str:
    keys = [vector.tolist() for vector in KEYS]
    assert "unhashable" in raises(TypeError, lambda: exact_lookup(keys[1], keys, VALUES))
    found = VALUES[keys.index(keys[1])]
    assert found == VALUES[1]
    return f"A list as the key of a `dict` raises `TypeError`; a search finds it: {found:.0f}"


@claim(
    "S2-07",
    "A dictionary with the keys racket, ball and tree returns 10 for racket",
    where="Key-Value Lookups, lines 21-33",
    verdict="holds",
    concept="exact-lookup",
)
def the_dictionary_returns_the_value_of_racket() -> str:
    found = dict(zip(WORDS, VALUES, strict=True))["racket"]
    assert found == 10
    return f"`racket` → {found:.0f}"


@claim(
    "S2-08",
    "A search through the pairs returns 10 for racket too",
    where="Key-Value Lookups, lines 37-46",
    verdict="holds",
    concept="exact-lookup",
)
def a_search_returns_the_value_of_racket() -> str:
    found = next(value for word, value in zip(WORDS, VALUES, strict=True) if word == "racket")
    assert found == 10
    assert found == exact_lookup("racket", WORDS, VALUES)
    return f"Search and `dict` agree: `racket` → {found:.0f}"


@claim(
    "S2-09",
    "The search generalises the dictionary",
    where="Key-Value Lookups, lines 35-42",
    verdict="holds with a condition",
    concept="exact-lookup",
    correction="It needs unique keys that compare to one truth value. Of two equal keys the search "
    "takes the first and a dictionary the last; a miss raises `ValueError` instead of `KeyError`; "
    "the cost grows with the number of keys.",
)
def search_and_dictionary_differ_on_duplicates() -> str:
    def search(query: object, keys: list[object], values: list[int]) -> int:
        return next(value for key, value in zip(keys, values, strict=True) if query == key)

    first, last = search("a", ["a", "a"], [1, 2]), exact_lookup("a", ["a", "a"], [1, 2])
    assert (first, last) == (1, 2)
    assert "ambiguous" in raises(ValueError, lambda: search(TENNIS, [TENNIS], [1]))
    return (
        f"Keys `a`, `a` with values 1, 2: the search gives {first}, the `dict` {last}; "
        "a NumPy vector as key raises `ValueError`, its truth value is ambiguous"
    )


@claim(
    "S2-10",
    "These lookups work for exact matches of strings only",
    where="Key-Value Lookups, line 48",
    verdict="wrong",
    concept="exact-lookup",
    correction="They work for exact matches of anything that can be compared. Exactness is the "
    "limit, not the string.",
)
def a_dictionary_looks_up_more_than_strings() -> str:
    found = exact_lookup(3.0, [(1, 2), 3], ["tuple", "integer"])
    assert found == "integer"
    assert exact_lookup((1, 2), [(1, 2), 3], ["tuple", "integer"]) == "tuple"
    return f"A tuple and a number work as keys, and the float {3.0} finds the key {3}: `{found}`"


# Key-Value Lookups based on Meaning


@claim(
    "S2-11",
    "By its meaning tennis belongs to racket and ball, and not to tree",
    where="Key-Value Lookups based on Meaning, lines 54-56",
    verdict="ambiguous",
    concept="word-vectors",
    correction="An intuition until vectors are named. The vectors decide it: ours, drawn by hand, "
    "and GloVe, learnt from text, give the same order.",
)
def vectors_decide_what_tennis_is_close_to() -> str:
    by_hand = [cosine(TENNIS, key) for key in KEYS]
    learnt = [cosine(words.vector("tennis"), words.vector(word)) for word in WORDS]
    for cosines in (by_hand, learnt):
        assert cosines[0] > cosines[1] > cosines[2] > 0
    return (
        f"Cosines of tennis with {', '.join(WORDS)}: {shown(by_hand)} by hand, "
        f"{shown(learnt)} in GloVe"
    )


@claim(
    "S2-12",
    "60% of 10, 40% of 5 and 0% of 2 make 8",
    where="Key-Value Lookups based on Meaning, lines 58-61",
    verdict="holds",
    concept="weighted-blend",
)
def the_hand_picked_blend_is_eight() -> str:
    terms = [float(share * value) for share, value in zip(SHARES, VALUES, strict=True)]
    assert terms[0] + terms[1] + terms[2] == 8  # exactly, in floating point too
    return f"{' + '.join(f'{term:g}' for term in terms)} = {sum(terms):g}"


@claim(
    "S2-13",
    "The blend is stated as a line of Python",
    where="Key-Value Lookups based on Meaning, lines 60-62",
    verdict="does not run",
    concept="weighted-blend",
    correction="The function it calls is defined nowhere. Write the arithmetic alone, or define "
    "the function first.",
)
def the_blend_calls_a_function_that_is_not_there() -> str:
    error = raises(NameError, lambda: eval("kv_lookup_by_meaning('tennis') == 8", {}))
    assert "kv_lookup_by_meaning" in error
    return f"`NameError: {error}`"


@claim(
    "S2-14",
    "Tree receives 0%",
    where="Key-Value Lookups based on Meaning, line 58",
    verdict="holds with a condition",
    concept="softmax",
    correction="Shares picked by hand may be 0. Softmax of finite scores gives 0 only by "
    "underflow; a mask gives it on purpose.",
)
def softmax_gives_zero_only_to_a_masked_entry() -> str:
    open_weights = softmax(KEYS @ TENNIS)
    masked = softmax([*(KEYS @ TENNIS)[:2], -np.inf])
    assert open_weights[2] > 0
    assert masked[2] == 0
    assert softmax([0.0, -800.0])[1] == 0  # underflow
    return f"Tree gets {open_weights[2]:.3f} from its score and {masked[2]:.0f} behind a mask"


@claim(
    "S2-15",
    "The shares that sum to one are called attention scores",
    where="Key-Value Lookups based on Meaning, lines 64-70; Attention Scores using the Dot Product, "
    "lines 100 and 123; Scaling, line 195",
    verdict="ambiguous",
    concept="notation",
    correction="Later the document speaks of scores before the softmax as well. Say *score* before "
    "the softmax and *weight* after it.",
)
def a_score_is_not_a_weight() -> str:
    scores = np.array([4.0, -1.0, 2.1])
    weights = softmax(scores)
    assert not close(scores.sum(), 1.0)
    assert close(weights.sum(), 1.0)
    return f"Scores {shown(scores, 1)} sum to {scores.sum():.1f}; weights {shown(weights)} to " + (
        f"{weights.sum():.0f}"
    )


@claim(
    "S2-16",
    "The output is the sum of the values, each times its weight",
    where="Key-Value Lookups based on Meaning, lines 64-68",
    verdict="holds",
    concept="weighted-blend",
)
def the_output_is_the_weighted_sum() -> str:
    by_hand = SHARES @ VALUES
    weights = softmax(KEYS @ TENNIS)
    summed = sum(float(weight * value) for weight, value in zip(weights, VALUES, strict=True))
    assert close(by_hand, 8.0)
    assert close(summed, soft_lookup(TENNIS, KEYS, VALUES))
    return f"Shares by hand: {by_hand:.3f}; weights {shown(weights)}: {summed:.3f}"


@claim(
    "S2-17",
    "The weights have to be fractions that add up to 1",
    where="Key-Value Lookups based on Meaning, line 68",
    verdict="holds with a condition",
    concept="weighted-blend",
    correction="It is a choice that makes the output an average of the values. Gates, sigmoid "
    "attention and linear attention without its divisor do not make it.",
)
def weights_that_sum_to_one_make_an_average() -> str:
    weights = softmax(_gaussian_scores(width=9, keys=3))
    outputs = weights @ VALUES
    low, high = VALUES.min(), VALUES.max()
    assert ((outputs >= low - 1e-9) & (outputs <= high + 1e-9)).all()
    outside = np.array([1.0, 1.0, 0.0]) @ VALUES
    assert outside > high
    return (
        f"{len(outputs)} random weightings all answer between {low:.0f} and {high:.0f}; "
        f"the weights 1, 1, 0 answer {outside:.0f}"
    )


@claim(
    "S2-18",
    "The constraint is written for every i in n_k",
    where="footnote on the constraint, line 234",
    verdict="wrong",
    concept="notation",
    correction="`n_k` is a number and has no members; let i run from 1 to `n_k`. The upper bound "
    "need not be written: it follows from the other two conditions.",
)
def a_number_has_no_members() -> str:
    error = raises(TypeError, lambda: eval("[i for i in n_k]", {"n_k": len(KEYS)}))
    shares = np.random.default_rng(0).random((1000, len(KEYS)))
    shares /= shares.sum(axis=1, keepdims=True)  # only: not negative, sum 1
    assert shares.max() <= 1
    return (
        f"`for i in {len(KEYS)}` raises `TypeError: {error}`; of {len(shares)} rows that are not "
        f"negative and sum to 1, the largest share is {shares.max():.3f}"
    )


# Word Vectors and Similarity


@claim(
    "S2-19",
    "Learnt vectors can represent words and carry their meaning",
    where="Word Vectors and Similarity, line 76",
    verdict="holds",
    concept="word-vectors",
)
def words_of_one_kind_lie_together() -> str:
    kinds = [
        ["dog", "cat", "horse", "cow", "sheep", "wolf"],
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"],
        ["bread", "cheese", "wine", "coffee", "tea", "juice"],
    ]
    cosines = _unit_vectors(word for kind in kinds for word in kind)
    cosines = cosines @ cosines.T
    kind = np.repeat(np.arange(len(kinds)), [len(kind) for kind in kinds])
    same, itself = np.equal.outer(kind, kind), np.eye(len(kind), dtype=bool)
    inside, across = cosines[same & ~itself], cosines[~same]
    assert inside.mean() > across.mean() + 0.2
    return (
        f"GloVe, {len(kind)} animals, days and foods: mean cosine {inside.mean():.2f} within a "
        f"kind, {across.mean():.2f} across"
    )


@claim(
    "S2-20",
    "The four words are king, queen, man and women",
    where="Word Vectors and Similarity, lines 76-77",
    verdict="wrong",
    concept="word-vectors",
    correction="The formula then uses `woman`, which is not introduced. It is another word with "
    "another vector; write `woman` throughout.",
)
def the_formula_uses_a_word_that_is_not_introduced() -> str:
    introduced: dict[str, object] = {word: words.vector(word) for word in ("queen", "man", "women")}
    error = raises(NameError, lambda: eval("queen - woman + man", introduced))
    similarity = cosine(words.vector("woman"), words.vector("women"))
    assert "'woman'" in error
    assert similarity < 0.9
    return f"`NameError: {error}`; in GloVe the cosine of woman and women is {similarity:.3f}"


@claim(
    "S2-21",
    "Queen minus woman plus man lies close to king",
    where="Word Vectors and Similarity, lines 76-78",
    verdict="not reproducible",
    concept="word-vectors",
    correction="No vectors are given. In real ones king comes first only after the three words "
    "that went in are left out.",
)
def king_comes_second_until_the_inputs_are_left_out() -> str:
    known = words.known()
    target = words.vector("queen") - words.vector("woman") + words.vector("man")
    ranked = [known[index] for index in np.argsort(-(_unit_vectors(known) @ target))]
    others = [word for word in ranked if word not in ("queen", "woman", "man")]
    assert ranked[:2] == ["queen", "king"]
    assert others[0] == "king"
    return (
        f"GloVe, {len(known)} words: nearest is `{ranked[0]}`; without the inputs it is "
        f"`{others[0]}`, at cosine {cosine(target, words.vector('king')):.3f}"
    )


@claim(
    "S2-22",
    "The dot product adds up the products of the components",
    where="Word Vectors and Similarity, lines 78-79",
    verdict="holds",
    concept="dot-product-similarity",
)
def the_dot_product_sums_componentwise_products() -> str:
    products = [float(a * b) for a, b in zip(QUERY, THREE_KEYS[2], strict=True)]
    assert close(sum(products), dot(QUERY, THREE_KEYS[2]))
    return (
        f"({_whole(QUERY)}) · ({_whole(THREE_KEYS[2])}) = {sum(products):.0f}, from the products "
        + (_whole(np.array(products)))
    )


@claim(
    "S2-23",
    "Vectors that point the same way have a positive dot product",
    where="Word Vectors and Similarity, line 81",
    verdict="holds with a condition",
    concept="dot-product-similarity",
    correction="Neither may be zero. The converse fails: every angle below 90° gives a positive "
    "product.",
)
def a_positive_product_does_not_mean_one_direction() -> str:
    assert dot(TENNIS, 3 * TENNIS) > 0
    assert dot(TENNIS, 0 * TENNIS) == 0
    east, steep = np.array([1.0, 0.0]), np.array([1.0, 5.0])
    score = dot(east, steep)
    assert score > 0
    assert _angle(east, steep) > 45
    return f"({_whole(east)}) · ({_whole(steep)}) = {score:.0f}, at {_angle(east, steep):.1f}°"


@claim(
    "S2-24",
    "Vectors that point in opposing directions have a negative dot product",
    where="Word Vectors and Similarity, line 82",
    verdict="holds with a condition",
    concept="dot-product-similarity",
    correction="Neither may be zero. Opposite is more than needed: every angle above 90° gives a "
    "negative product.",
)
def a_negative_product_does_not_mean_opposite() -> str:
    opposite = dot(TENNIS, -TENNIS)
    east, leaning = np.array([1.0, 0.0]), np.array([-1.0, 5.0])
    score = dot(east, leaning)
    assert opposite < 0
    assert score < 0
    assert 90 < _angle(east, leaning) < 135
    return (
        f"Opposite: {opposite:.0f}; at {_angle(east, leaning):.1f}°, far from opposite: {score:.0f}"
    )


@claim(
    "S2-25",
    "Perpendicular vectors have the dot product 0",
    where="Word Vectors and Similarity, line 83",
    verdict="holds with a condition",
    concept="dot-product-similarity",
    correction="In exact arithmetic. Floats may miss 0 by a rounding, and the zero vector has the "
    "product 0 with everything.",
)
def floats_may_miss_the_zero() -> str:
    east, north = np.eye(2)
    assert dot(east, north) == 0
    a, b, c = 0.1, 0.2, -0.3  # perpendicular to (1, 1, 1) on paper
    rounded = a + b + c
    assert 0 < abs(rounded) < 1e-15
    return f"(1, 0) · (0, 1) = {dot(east, north):.0f}; ({a}, {b}, {c}) · (1, 1, 1) = {rounded:.1e}"


@claim(
    "S2-26",
    "Of two words, the one with the higher dot product is the more similar",
    where="Word Vectors and Similarity, line 85",
    verdict="holds with a condition",
    concept="dot-product-similarity",
    correction="Among vectors of one length. Otherwise a longer vector beats even the query "
    "itself.",
)
def a_vector_is_not_its_own_best_match() -> str:
    itself, racket = dot(TENNIS, TENNIS), dot(TENNIS, KEYS[0])
    assert racket > itself
    assert cosine(TENNIS, KEYS[0]) < cosine(TENNIS, TENNIS)
    return f"Tennis scores {itself:.0f} with itself and {racket:.0f} with racket"


@claim(
    "S2-27",
    "With a three ones, c twice a, and b 1000 along the first axis, a · b exceeds a · c",
    where="footnote on magnitude, line 233",
    verdict="holds",
    concept="dot-product-similarity",
)
def the_long_vector_has_the_larger_product() -> str:
    a, b, c = THREE_VECTORS
    assert dot(a, b) > dot(a, c)
    return f"a · b = {dot(a, b):.0f}, a · c = {dot(a, c):.0f}"


@claim(
    "S2-28",
    "By that product, a is judged closer to c than to b",
    where="footnote on magnitude, line 233",
    verdict="wrong",
    concept="dot-product-similarity",
    correction="b and c are exchanged: the larger product belongs to b, so the heuristic prefers "
    "b.",
)
def the_heuristic_prefers_b() -> str:
    a, b, c = THREE_VECTORS
    weights = softmax([dot(a, b), dot(a, c)])
    assert weights.tolist() == [1.0, 0.0]
    return f"Softmax of a · b and a · c gives b {weights[0]:.0f} and c {weights[1]:.0f}"


@claim(
    "S2-29",
    "The vectors a and b have one direction, a and c do not",
    where="footnote on magnitude, line 233",
    verdict="wrong",
    concept="dot-product-similarity",
    correction="Exchanged again: c is twice a and has its direction; b leans away.",
)
def a_and_c_have_one_direction() -> str:
    a, b, c = THREE_VECTORS
    assert close(cosine(a, c), 1.0)
    assert close(cosine(a, b), 1 / np.sqrt(3))
    return (
        f"Cosine of a and c {cosine(a, c):.3f}; of a and b {cosine(a, b):.3f}, "
        f"at {_angle(a, b):.1f}°"
    )


@claim(
    "S2-30",
    "Cosine similarity ignores length and keeps direction",
    where="footnote on magnitude, line 233",
    verdict="holds",
    concept="dot-product-similarity",
)
def cosine_ignores_length() -> str:
    short, long = cosine(TENNIS, KEYS[1]), cosine(TENNIS, 1000 * KEYS[1])
    assert close(short, long)
    assert dot(TENNIS, 1000 * KEYS[1]) == 1000 * dot(TENNIS, KEYS[1])
    return f"Tennis and ball: {short:.3f}; tennis and {1000} × ball: {long:.3f}"


@claim(
    "S2-31",
    "The length of a vector may carry information worth keeping",
    where="footnote on magnitude, line 233",
    verdict="ambiguous",
    concept="dot-product-similarity",
    correction="A design argument, decided by trying both on the task. The choice does matter: "
    "dot product and cosine often pick different neighbours.",
)
def length_changes_the_nearest_word() -> str:
    once, thrice = softmax([1.0, 0.0])[0], softmax([3.0, 0.0])[0]
    assert thrice > once
    known = words.known()
    nearest = []
    for rows in (words.vectors(known), _unit_vectors(known)):
        products = rows @ rows.T
        np.fill_diagonal(products, -np.inf)  # a word is not its own neighbour
        nearest.append(products.argmax(axis=1))
    changed = int((nearest[0] != nearest[1]).sum())
    assert 0 < changed < len(known)
    return (
        f"A key three times as long moves the weight from {once:.3f} to {thrice:.3f}; "
        f"{changed} of {len(known)} words of GloVe get another neighbour without length"
    )


unchecked(
    "S2-32",
    "With proper regularisation such outliers should not occur",
    where="footnote on magnitude, line 233",
    verdict="ambiguous",
    concept="dot-product-similarity",
    correction="Leave it out, or cite a measurement: trained models do have outliers.",
    because="No regulariser and no model are named, so there is nothing to run. Sun et al. (2024), "
    "“Massive Activations in Large Language Models”, and Xiao et al. (2023), “Efficient Streaming "
    "Language Models with Attention Sinks”, find outliers in trained models.",
)

# Attention Scores using the Dot Product


@claim(
    "S2-33",
    "The list of key vectors is one bold lower-case letter",
    where="Attention Scores using the Dot Product, line 89",
    verdict="ambiguous",
    concept="notation",
    correction="By the document's own rule that is a vector. The keys form a matrix: write K, with "
    "the rows k_j.",
)
def the_keys_are_a_matrix() -> str:
    assert TENNIS.ndim == 1
    assert KEYS.ndim == 2
    return f"A query has the shape {TENNIS.shape}, the keys have {KEYS.shape}: {KEYS.ndim} axes"


@claim(
    "S2-34",
    "The score of key i is its dot product with the query",
    where="Attention Scores using the Dot Product, lines 89-92",
    verdict="holds",
    concept="dot-product-similarity",
)
def a_score_is_the_product_with_one_key() -> str:
    scores = [dot(TENNIS, key) for key in KEYS]
    assert scores == [3, 2, 1]
    assert close(softmax(scores) @ VALUES, soft_lookup(TENNIS, KEYS, VALUES))
    return f"Tennis with {', '.join(WORDS)}: {_whole(np.array(scores))}"


@claim(
    "S2-35",
    "One product q Kᵀ gives all scores, with K of the shape (n_k, d_k)",
    where="Attention Scores using the Dot Product, lines 93-98",
    verdict="holds",
    concept="dot-product-similarity",
)
def one_product_gives_all_scores() -> str:
    keys = np.random.default_rng(0).standard_normal((6, 4))
    query = np.arange(4.0)
    scores = query @ keys.T
    assert close(scores, [dot(query, key) for key in keys])
    return (
        f"{query.shape} times the transpose of {keys.shape} gives {scores.shape}, as the loop does"
    )


@claim(
    "S2-36",
    "The three products of the worked example are −3, 0 and 3",
    where="footnote on matrix products, lines 236-243",
    verdict="holds",
    concept="dot-product-similarity",
)
def the_three_products_are_right() -> str:
    scores = np.array([dot(QUERY, key) for key in THREE_KEYS])
    assert scores.tolist() == [-3, 0, 3]
    return f"One at a time: {_whole(scores)}"


@claim(
    "S2-37",
    "The transposed key matrix and its product with the query are written out",
    where="footnote on matrix products, lines 244-253",
    verdict="holds",
    concept="dot-product-similarity",
)
def the_matrix_form_is_right() -> str:
    assert THREE_KEYS.T.tolist() == [[-1, 1.5, 4], [2, 0, -2], [-1, -1, -1]]
    scores = QUERY @ THREE_KEYS.T
    assert scores.tolist() == [-3, 0, 3]
    return f"First row of the transpose: {shown(THREE_KEYS.T[0], 1)}; product: {_whole(scores)}"


@claim(
    "S2-38",
    "A dot product can be any real number",
    where="Attention Scores using the Dot Product, line 100",
    verdict="holds",
    concept="dot-product-similarity",
    correction="For two given vectors it is bounded by the product of their lengths.",
)
def a_key_can_reach_any_score() -> str:
    targets = np.array([-1e6, 0.0, np.pi])
    keys = np.outer(targets, TENNIS) / dot(TENNIS, TENNIS)
    assert close(keys @ TENNIS, targets)
    lengths = np.linalg.norm(KEYS, axis=1) * np.linalg.norm(TENNIS)
    assert (np.abs(KEYS @ TENNIS) <= lengths).all()
    return (
        f"Keys made to order reach {shown(keys @ TENNIS)}; racket's bound is {lengths[0]:.3f}, "
        f"its score {dot(TENNIS, KEYS[0]):.0f}"
    )


@claim(
    "S2-39",
    "Turning scores into shares requires the softmax",
    where="Attention Scores using the Dot Product, line 100",
    verdict="wrong",
    concept="softmax",
    correction="Softmax is one choice. Sparsemax, for one, also gives shares that sum to 1 and "
    "never reverse the order, and it can give an exact 0.",
)
def sparsemax_also_gives_shares() -> str:
    def sparsemax(scores: Vector) -> Vector:
        """Lower all scores by one threshold, cut at 0, such that the rest sums to 1."""
        falling = np.sort(scores)[::-1]
        thresholds = (np.cumsum(falling) - 1) / np.arange(1, len(scores) + 1)
        threshold = thresholds[falling > thresholds][-1]
        return np.asarray(np.maximum(scores - threshold, 0.0))

    scores = np.array([1.0, 0.8, 0.1])
    shares = sparsemax(scores)
    assert close(shares.sum(), 1.0)
    assert (np.diff(shares) < 0).all()
    assert shares[2] == 0
    return f"Scores {shown(scores, 1)}: sparsemax {shown(shares)}, softmax {shown(softmax(scores))}"


@claim(
    "S2-40",
    "Softmax divides the exponential of a score by the sum of all exponentials",
    where="Attention Scores using the Dot Product, line 102",
    verdict="holds",
    concept="softmax",
)
def softmax_is_the_share_of_exponentials() -> str:
    scores = np.array([3.0, 2.0, 1.0])
    weights = softmax(scores)
    assert close(weights, _softmax_as_given(scores))
    ratio = weights[0] / weights[1]
    assert close(ratio, np.e)
    return (
        f"Scores {_whole(scores)}: {shown(weights)}; a score higher by 1 has {ratio:.3f} times "
        "the weight"
    )


@claim(
    "S2-41",
    "The outputs of softmax sum to 1 and lie between 0 and 1",
    where="Attention Scores using the Dot Product, line 104",
    verdict="holds with a condition",
    concept="softmax",
    correction="Up to rounding, with both ends reached by underflow, and only if the maximum is "
    "subtracted first.",
)
def weights_sum_to_one_up_to_rounding() -> str:
    tolerance = 1e-12
    weights = softmax(_gaussian_scores(width=2500, keys=7))
    assert close(weights.sum(axis=1), np.ones(len(weights)), tolerance)
    assert (weights >= 0).all()
    assert (weights <= 1).all()
    ends = softmax([0, lowest := -800])
    assert ends.tolist() == [1.0, 0.0]
    return (
        f"{len(weights)} rows of widely spread scores sum to 1 within {tolerance:g}; "
        f"scores 0, {lowest} give {_whole(ends)}"
    )


@claim(
    "S2-42",
    "Softmax is monotonic: the order of the numbers is preserved",
    where="Attention Scores using the Dot Product, line 104",
    verdict="holds with a condition",
    concept="softmax",
    correction="Within one vector nothing changes places, though floats can make neighbours equal. "
    "It is not monotonic in each score alone: raising one lowers all other weights.",
)
def order_stays_but_neighbours_can_merge() -> str:
    scores = _gaussian_scores(width=2500, keys=20)
    ordered = np.take_along_axis(softmax(scores), np.argsort(scores, axis=1), axis=1)
    reversals = int((np.diff(ordered, axis=1) < 0).sum())
    assert reversals == 0
    apart = np.array([0.0, -800.0, -900.0])
    merged = softmax(apart)
    assert merged[1] == merged[2]
    before, after = softmax([0.0, 0.0])[0], softmax([0.0, 1.0])[0]
    assert after < before
    return (
        f"{reversals} reversals in {len(scores)} vectors; scores {_whole(apart)} give "
        f"{_whole(merged)}; of two equal scores, raising the second by 1 takes the first weight "
        f"from {before:.3f} to {after:.3f}"
    )


@claim(
    "S2-43",
    "Softmax of (4, −1, 2.1) is 0.8648, 0.0058, 0.1294",
    where="Attention Scores using the Dot Product, lines 106-121",
    verdict="holds",
    concept="softmax",
)
def the_softmax_example_is_right() -> str:
    weights = softmax([4.0, -1.0, 2.1])
    assert weights.round(4).tolist() == [0.8648, 0.0058, 0.1294]
    return f"To seven digits: {shown(weights, digits=7)}"


@claim(
    "S2-44",
    "The example shows four things: range, sum, order, and more weight for a higher score",
    where="Attention Scores using the Dot Product, lines 115-119",
    verdict="holds",
    concept="softmax",
)
def all_four_observations_hold() -> str:
    scores = np.array([4.0, -1.0, 2.1])
    weights = softmax(scores)
    assert ((weights > 0) & (weights < 1)).all()
    assert close(weights.sum(), 1.0)
    assert np.argsort(weights).tolist() == np.argsort(scores).tolist()
    assert weights.argmax() == scores.argmax()
    return (
        f"From {weights.min():.3f} to {weights.max():.3f}, sum {weights.sum():.3f}; "
        f"{scores.max():g} is still the largest and {scores.min():g} the smallest"
    )


@claim(
    "S2-45",
    "Softmax can be coded as `exp(x) / sum(exp(x))`",
    where="Attention Scores using the Dot Product, lines 109-111 and 152-154; Result, lines 217-220",
    verdict="holds with a condition",
    concept="softmax",
    correction="For small scores. Subtract the maximum first: large scores overflow, and "
    "far below zero 0 over 0 is left.",
)
def the_plain_formula_overflows() -> str:
    large, low = np.array([1000.0, 0.0, -1000.0]), np.array([-800.0, -801.0])
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        overflow, underflow = _softmax_as_given(large), _softmax_as_given(low)
    assert np.isnan(overflow[0])
    assert np.isnan(underflow).all()
    assert softmax(large).tolist() == [1, 0, 0]
    assert close(softmax(low), softmax([1.0, 0.0]))
    limit = np.log(sys.float_info.max)
    return (
        f"`exp` overflows above {limit:.2f}: scores {_whole(large)} give {_whole(overflow)} "
        f"instead of {_whole(softmax(large))}; {_whole(low)} give {_whole(underflow)} instead of "
        f"{shown(softmax(low))}"
    )


@claim(
    "S2-46",
    "This softmax expects a vector",
    where="Attention Scores using the Dot Product, lines 109-111",
    verdict="holds with a condition",
    concept="softmax",
    correction="It does not insist: a matrix passes without an error and is normalised over all "
    "its entries instead of row by row.",
)
def a_matrix_is_normalised_as_a_whole() -> str:
    scores = np.array([[1.0, 2.0], [3.0, 4.0]])
    given, right = _softmax_as_given(scores).sum(axis=1), softmax(scores).sum(axis=1)
    assert close(given.sum(), 1.0)
    assert not close(given, right)
    return f"Row sums {shown(given)} instead of {shown(right)}"


@claim(
    "S2-47",
    "The weights are the softmax of q Kᵀ",
    where="Attention Scores using the Dot Product, lines 123-126",
    verdict="holds",
    concept="soft-lookup",
)
def the_weights_are_the_softmax_of_the_scores() -> str:
    weights = softmax(QUERY @ THREE_KEYS.T)
    read = attention(QUERY[None], THREE_KEYS, np.eye(3), scale=1.0)  # values that show the weights
    assert close(weights, read[0])
    return f"Scores {_whole(QUERY @ THREE_KEYS.T)}: weights {shown(weights)}"


@claim(
    "S2-48",
    "The weighted sum is the product of the row of weights with the vector of values",
    where="Attention Scores using the Dot Product, lines 127-135; footnote on values, line 235",
    verdict="holds",
    concept="soft-lookup",
)
def the_sum_is_a_product() -> str:
    weights = softmax(QUERY @ THREE_KEYS.T)
    summed = sum(float(weight * value) for weight, value in zip(weights, VALUES, strict=True))
    assert close(summed, weights @ VALUES)
    return f"Sum {summed:.3f}, product {weights @ VALUES:.3f}"


@claim(
    "S2-49",
    "softmax(q Kᵀ) v is a working definition of attention",
    where="Attention Scores using the Dot Product, lines 136-139",
    verdict="holds with a condition",
    concept="soft-lookup",
    correction="For one query, one number a value, and no scaling. The paper's formula divides the "
    "scores first and answers differently.",
)
def the_definition_works_without_scaling() -> str:
    unscaled = soft_lookup(TENNIS, KEYS, VALUES)
    scaled = attention(TENNIS[None], KEYS, VALUES[:, None])[0, 0]
    assert close(unscaled, softmax(TENNIS @ KEYS.T) @ VALUES)
    assert abs(unscaled - scaled) > 0.1
    return f"Tennis: {unscaled:.3f}; with the scores over the root of {KEYS.shape[1]}: {scaled:.3f}"


@claim(
    "S2-50",
    "The first complete implementation is given as a script",
    where="Attention Scores using the Dot Product, lines 142-171",
    verdict="does not run",
    concept="reference-implementation",
    correction="Its lines are indented with no-break spaces, perhaps a trace of conversion. Retype "
    "them with plain spaces.",
)
def no_break_spaces_do_not_parse() -> str:
    body = "def two():\n    return 2\n"
    compile(body, "code", "exec")
    error = _syntax_error(body.replace("    ", "\u00a0 \u00a0 "))
    assert "U+00A0" in error
    return f"`SyntaxError: {error}`"


@claim(
    "S2-51",
    "Its attention function takes `v` and multiplies by it",
    where="Attention Scores using the Dot Product, lines 156-160",
    verdict="does not run",
    concept="reference-implementation",
    correction="With the spaces repaired the next error appears: the body says `V`. Use one name.",
)
def a_capital_is_another_name() -> str:
    names: dict[str, object] = {"weights": SHARES, "values": VALUES}
    error = raises(NameError, lambda: eval("(lambda w, v: w @ V)(weights, values)", names))
    assert "'V'" in error
    repaired = eval("(lambda w, v: w @ v)(weights, values)", names)
    assert close(repaired, 8.0)
    return f"`NameError: {error}`; with `v` the blend is {repaired:.0f}"


@claim(
    "S2-52",
    "`get_word_vector` maps a word to its vector",
    where="Attention Scores using the Dot Product, lines 145-150",
    verdict="wrong",
    concept="word-vectors",
    correction="It draws afresh at every call, so a word has no vector of its own and does not "
    "find itself. Seed the generator with the word.",
)
def a_fresh_draw_is_no_mapping() -> str:
    generator = np.random.default_rng(0)
    width, trials = 32, 1000
    query = generator.standard_normal((trials, 1, width))
    keys = generator.standard_normal((trials, 3, width))  # the first is racket, drawn again
    found = float(((query * keys).sum(axis=2).argmax(axis=1) == 0).mean())
    assert 0.28 < found < 0.39  # one in three, as by chance

    def seeded(word: str) -> Vector:
        return np.random.default_rng(list(word.encode())).standard_normal(512)

    answer = soft_lookup(seeded("racket"), np.array([seeded(word) for word in WORDS]), VALUES)
    assert close(answer, 10.0)
    return (
        f"The query racket finds the key racket in {found:.0%} of {trials} trials; "
        f"seeded by the word it answers {answer:.3f}"
    )


@claim(
    "S2-53",
    "The script prints a float",
    where="Attention Scores using the Dot Product, lines 169-170",
    verdict="not reproducible",
    concept="scaling",
    correction="After both repairs it does, another one at every run. Without scaling, vectors "
    "this wide make one weight nearly 1, so the output is nearly always one of the three values.",
)
def every_run_prints_another_float() -> str:
    width, nearly_all = 512, 0.99

    def run(seed: int) -> float:
        vectors = np.random.default_rng(seed).standard_normal((4, width))
        return float(soft_lookup(vectors[0], vectors[1:], VALUES))

    answers = [run(seed) for seed in range(4)]
    assert len({round(answer, 3) for answer in answers}) > 1
    scores = _gaussian_scores(width, keys=3)
    hard = (softmax(scores).max(axis=1) > nearly_all).mean()
    scaled = (softmax(scores / np.sqrt(width)).max(axis=1) > nearly_all).mean()
    assert hard > 0.75
    assert scaled < 0.01
    return (
        f"Four runs: {shown(answers)}; one weight exceeds {nearly_all:.0%} in {hard:.0%} of "
        f"{len(scores)} draws, scaled in {scaled:.0%}"
    )


# Scaled Dot Product Attention


@claim(
    "S2-54",
    "The equation without scaling is complete in principle",
    where="Scaled Dot Product Attention, line 175",
    verdict="holds with a condition",
    concept="scaling",
    correction="Complete as a definition for one query. Scaling makes another function of it, with "
    "other answers.",
)
def scaling_changes_the_answer() -> str:
    unscaled = soft_lookup(QUERY, THREE_KEYS, VALUES)
    scaled = soft_lookup(QUERY / np.sqrt(len(QUERY)), THREE_KEYS, VALUES)
    assert abs(unscaled - scaled) > 0.1
    return f"The footnote's query and keys read {unscaled:.3f} unscaled and {scaled:.3f} scaled"


# Values as Vectors


@claim(
    "S2-55",
    "A value may be a vector of whatever width d_v",
    where="Values as Vectors, line 178",
    verdict="holds",
    concept="vector-values",
)
def values_may_have_any_width() -> str:
    widths = (1, 4, 100)
    shapes = [soft_lookup(TENNIS, KEYS, np.ones((3, width))).shape for width in widths]
    assert shapes == [(width,) for width in widths]
    return f"Values of width {', '.join(map(str, widths))} give outputs of the same width"


@claim(
    "S2-56",
    "A dictionary holds three values of four components",
    where="Values as Vectors, lines 180-186",
    verdict="does not run",
    concept="vector-values",
    correction="A comma is missing after each entry.",
)
def entries_need_commas() -> str:
    error = _syntax_error("{\n  'one': [1]\n  'two': [2]\n}")
    compile("{\n  'one': [1],\n  'two': [2],\n}", "code", "exec")
    blend = SHARES @ VECTORS
    assert close(blend, [1.02, 0.92, -0.26, 0.68])
    return f"`SyntaxError: {error}`; with commas the shares by hand blend {shown(blend, 2)}"


@claim(
    "S2-57",
    "Only v changes: it becomes the matrix V with one value vector in each row",
    where="Values as Vectors, lines 188-190",
    verdict="holds",
    concept="vector-values",
)
def each_column_is_a_lookup_of_its_own() -> str:
    together = soft_lookup(TENNIS, KEYS, VECTORS)
    columns = [soft_lookup(TENNIS, KEYS, column) for column in VECTORS.T]
    assert close(together, columns)
    return f"Column by column and at once: {shown(together)}"


@claim(
    "S2-58",
    "The output then has d_v components",
    where="Values as Vectors, line 192",
    verdict="holds",
    concept="vector-values",
)
def the_output_has_the_width_of_the_values() -> str:
    output = soft_lookup(TENNIS, KEYS, VECTORS)
    assert output.shape == (VECTORS.shape[1],)
    return f"V has the shape {VECTORS.shape}, the output {output.shape}"


# Scaling


@claim(
    "S2-59",
    "Dot products grow large in magnitude when d_k is large",
    where="Scaling, line 195",
    verdict="holds with a condition",
    concept="scaling",
    correction="It depends on the vectors. Independent components of mean 0 and variance 1 give "
    "the variance `d_k`. Products of vectors of length 1 shrink with the width; a common mean makes "
    "products larger, and components in step with each other make them grow faster.",
)
def the_variance_depends_on_the_vectors() -> str:
    def variance(vectors: Matrix) -> float:
        return float((vectors @ vectors.T).var())  # every vector as query and as key

    widths = np.array([2, 4, 8])
    independent = np.array([variance(_sign_vectors(width)) for width in widths])
    assert close(independent, widths)
    signs = _sign_vectors(8)
    unit, shifted, alike = (
        variance(signs / np.sqrt(8)),
        variance(signs + 1),
        variance(np.outer([-1.0, 1.0], np.ones(8))),
    )
    assert close([unit, shifted, alike], [1 / 8, 3 * 8, 8 * 8])
    return (
        f"All vectors of signs, width {_whole(widths)}: variance {_whole(independent)}; at width "
        f"{widths[-1]} length 1 gives {unit:.3f}, mean 1 gives {shifted:.0f}, "
        f"components all alike give {alike:.0f}"
    )


@claim(
    "S2-60",
    "Large scores make the softmax extreme instead of smooth",
    where="Scaling, line 195",
    verdict="holds with a condition",
    concept="scaling",
    correction="The differences do it, not the size: a factor sharpens the weights, a common shift "
    "leaves them as they are.",
)
def differences_sharpen_and_size_does_not() -> str:
    scores = np.array([3.0, 2.0, 1.0])
    tops = np.array([softmax(factor * scores).max() for factor in range(1, 11)])
    assert (np.diff(tops) > 0).all()
    shifted = softmax(scores + 1000).max()
    assert close(shifted, tops[0])
    return (
        f"Largest weight for {_whole(scores)}: {tops[0]:.3f}; times {len(tops)}: {tops[-1]:.5f}; "
        f"plus {1000}: {shifted:.3f}"
    )


@claim(
    "S2-61",
    "Softmax of (3, 2, 1) is 0.665, 0.244, 0.090",
    where="Scaling, line 195",
    verdict="wrong",
    concept="softmax",
    correction="The middle weight is cut off instead of rounded; its last digit is 5.",
)
def the_middle_weight_is_cut_off() -> str:
    weights, printed = softmax([3.0, 2.0, 1.0]), np.array([0.665, 0.244, 0.090])
    assert weights.round(3).tolist() == [0.665, 0.245, 0.09]
    assert close(np.floor(weights * 1000) / 1000, printed)
    return (
        f"{shown(weights, 5)} rounds to {shown(weights)}; as printed the three sum to "
        f"{printed.sum():.3f}"
    )


@claim(
    "S2-62",
    "Softmax of (30, 20, 10) is 9.99954600e-01 and two traces, each to nine digits",
    where="Scaling, line 195",
    verdict="holds",
    concept="softmax",
)
def the_sharp_softmax_is_right() -> str:
    weights = [f"{weight:.8e}" for weight in softmax([30.0, 20.0, 10.0])]
    assert weights == ["9.99954600e-01", "4.53978686e-05", "2.06106005e-09"]
    return f"All three agree to nine digits, from {weights[0]} down to {weights[2]}"


@claim(
    "S2-63",
    "With large scores the gradients become extremely small",
    where="Scaling, line 195",
    verdict="holds with a condition",
    concept="scaling",
    correction="Typically, for wide vectors. Now and then two keys nearly tie, and such draws "
    "keep the mean up; narrow vectors lose little; the gradient for the values never vanishes, "
    "since it is the weights. The paper says that it suspects the effect.",
)
def the_typical_gradient_vanishes() -> str:
    gradients = load("gradients").gradients

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
    small, large, scaled = sizes(narrow), sizes(wide), sizes(1)  # scaled scores have variance 1
    assert np.median(large) < 1e-4 < np.median(scaled)
    assert large.mean() > 100 * np.median(large)
    assert np.median(small) > np.median(scaled) / 2
    return (
        f"Median slope at d_k = {narrow}: {np.median(small):.2f}; at {wide}: "
        f"{np.median(large):.0e}, though {large.mean():.2f} on average; "
        f"scaled: {np.median(scaled):.2f} at every width"
    )


@claim(
    "S2-64",
    "Dividing the scores by √d_k is the remedy",
    where="Scaling, line 195",
    verdict="holds with a condition",
    concept="scaling",
    correction="For independent components of mean 0 and variance 1: then the scaled score has "
    "variance 1 at every width. Other vectors need another factor.",
)
def scaling_fixes_the_variance_of_independent_components() -> str:
    def scaled_variance(vectors: Matrix) -> float:
        return float((vectors @ vectors.T / np.sqrt(vectors.shape[1])).var())

    widths = (1, 4, 8)
    variances = np.array([scaled_variance(_sign_vectors(width)) for width in widths])
    assert close(variances, np.ones(3))
    shifted = scaled_variance(_sign_vectors(8) + 1)
    assert shifted > 2
    restored = softmax(np.array([30.0, 20.0, 10.0]) / np.sqrt(100))
    assert close(restored, softmax([3.0, 2.0, 1.0]))
    return (
        f"Variance at widths {', '.join(map(str, widths))}: {_whole(variances)}, but {shifted:.0f} "
        f"for components of mean 1; scores 30, 20, 10 over √{100} give {shown(restored)} again"
    )


@claim(
    "S2-65",
    "The factor is typeset as one over the root of d_k",
    where="Scaling, line 195",
    verdict="wrong",
    concept="notation",
    correction="After `\\sqrt` a round parenthesis stands where LaTeX expects braces, so only the "
    "parenthesis goes under the root.",
)
def the_root_covers_the_parenthesis_only() -> str:
    def radicand(formula: str) -> str:
        """What LaTeX takes as the argument: a group in braces, or else one character."""
        found = re.search(r"\\sqrt(?:\{(.*?)\}|(.))", formula)
        assert found is not None
        return found[1] or found[2]

    given, meant = r"\sqrt(d_k)", r"\sqrt{d_k}"
    assert radicand(given) == "("
    assert radicand(meant) == "d_k"
    return f"Under the root of `{given}`: `{radicand(given)}`; of `{meant}`: `{radicand(meant)}`"


@claim(
    "S2-66",
    "For one query, scaled attention is softmax(q Kᵀ / √d_k) V",
    where="Scaling, lines 197-199",
    verdict="holds",
    concept="scaling",
)
def scaled_attention_of_one_query() -> str:
    weights = softmax(QUERY @ THREE_KEYS.T / np.sqrt(3))
    output = attention(QUERY[None], THREE_KEYS, VECTORS)[0]
    assert close(weights @ VECTORS, output)
    return f"The footnote's query: weights {shown(weights)}, output {shown(output)}"


# Multiple Queries


@claim(
    "S2-67",
    "Stacked queries give an output of n_q rows and d_v columns",
    where="Multiple Queries, line 202",
    verdict="holds",
    concept="batched-queries",
)
def stacked_queries_give_one_row_each() -> str:
    queries = np.array([TENNIS, -TENNIS])
    output = attention(queries, KEYS, VECTORS)
    assert output.shape == (len(queries), VECTORS.shape[1])
    return f"Q {queries.shape}, K {KEYS.shape}, V {VECTORS.shape} give {output.shape}"


@claim(
    "S2-68",
    "Row i of the batched output is the output for query i alone",
    where="Multiple Queries, line 206",
    verdict="holds with a condition",
    concept="batched-queries",
    correction="With a softmax along each row, and up to rounding. The code printed after it in "
    "the document does not do this.",
)
def each_row_answers_its_own_query() -> str:
    queries, keys = np.eye(2), np.array([[2.0, 0.0], [1.0, 0.0]])
    values = np.array([[1.0], [0.0]])
    alone = np.array([attention(query[None], keys, values)[0] for query in queries])
    assert close(attention(queries, keys, values), alone, 1e-12)
    given = _softmax_as_given(queries @ keys.T / np.sqrt(2), axis=-1) @ values
    assert close(given[0], alone[0])
    assert not close(given[1], alone[1], 0.1)
    return f"Two queries alone and stacked: {shown(alone)}; by the code as given: {shown(given)}"


@claim(
    "S2-69",
    "One batched computation is faster than a loop over the queries",
    where="Multiple Queries, line 206",
    verdict="holds with a condition",
    concept="batched-queries",
    correction="How much faster depends on the machine and the shapes. We count here and measure "
    "in `benchmarks/`: a clock would make the build depend on the machine's other work.",
)
def one_call_replaces_many() -> str:
    generator = np.random.default_rng(3)
    queries, keys, values = (generator.standard_normal((n, 8)) for n in (64, 16, 16))
    rows = [attention(query[None], keys, values)[0] for query in queries]
    tolerance = 1e-12
    assert close(attention(queries, keys, values), rows, tolerance)
    return f"1 call instead of {len(rows)} gives the same {len(rows)} rows within {tolerance:g}"


# Result


@claim(
    "S2-70",
    "The final equation is the one of the paper",
    where="Result, lines 209-212",
    verdict="holds",
    concept="soft-lookup",
)
def the_steps_add_up_to_the_formula() -> str:
    generator = np.random.default_rng(0)
    queries, keys, values = (generator.standard_normal(shape) for shape in ((5, 4), (6, 4), (6, 3)))
    steps = [soft_lookup(query / np.sqrt(4), keys, values) for query in queries]
    assert close(attention(queries, keys, values), steps)
    return (
        f"{len(queries)} scaled single lookups and one call of the formula agree "
        f"on an output of {attention(queries, keys, values).shape}"
    )


@claim(
    "S2-71",
    "`axis=-1` takes the softmax along each row",
    where="Result, lines 217-220",
    verdict="wrong",
    concept="reference-implementation",
    correction="`keepdims=True` is missing. The row sums then divide the columns: square scores "
    "are silently wrong, and symmetric ones give the transpose of the right weights.",
)
def row_sums_divide_the_columns() -> str:
    scores = np.array([[2.0, 0.0], [0.0, 0.0]])
    given = _softmax_as_given(scores, axis=-1)
    assert close(given, softmax(scores).T)
    assert not close(given.sum(axis=1), np.ones(2), 0.1)
    return (
        f"Scores 2, 0 and 0, 0 give the rows {shown(given[0])} and {shown(given[1])}; "
        f"they sum to {shown(given.sum(axis=1))}"
    )


@claim(
    "S2-72",
    "The code takes n_q queries and n_k keys, whatever the two numbers",
    where="Result, lines 217-229",
    verdict="wrong",
    concept="reference-implementation",
    correction="It raises unless the numbers are equal or there is one query. One query comes out "
    "right, so a test with one query passes. One key gives a square of weights, which V does not "
    "fit.",
)
def unequal_numbers_of_queries_and_keys_fail() -> str:
    error = raises(ValueError, lambda: _softmax_as_given(np.zeros((2, 3)), axis=-1)).strip()
    assert "broadcast" in error
    assert close(_softmax_as_given(np.zeros((1, 3)), axis=-1), softmax(np.zeros((1, 3))))
    square = _softmax_as_given(np.zeros((3, 1)), axis=-1)
    assert square.shape == (3, 3)
    raises(ValueError, lambda: square @ np.zeros((1, 4)))  # one key has one value
    return (
        f"Scores (2, 3): `ValueError: {error}`; scores (3, 1): weights {square.shape}, then "
        "`ValueError` at the values"
    )


@claim(
    "S2-73",
    "The function divides the scores by the root of the keys' width and multiplies by V",
    where="Result, lines 222-228",
    verdict="holds with a condition",
    concept="reference-implementation",
    correction="Right once its softmax keeps the axis and subtracts the maximum. A comment says v "
    "where it means V.",
)
def the_rest_of_the_function_is_right() -> str:
    generator = np.random.default_rng(0)
    queries, keys, values = (generator.standard_normal(shape) for shape in ((2, 4), (3, 4), (3, 5)))
    scores = queries @ keys.T / np.sqrt(keys.shape[-1])
    raises(ValueError, lambda: _softmax_as_given(scores, axis=-1) @ values)
    repaired = softmax(scores) @ values
    assert close(repaired, attention(queries, keys, values))
    return (
        f"Scores {scores.shape} raise `ValueError` as given; with our softmax the output of "
        f"{repaired.shape} agrees with our `attention`"
    )


# Footnotes and markup

unchecked(
    "S2-74",
    "The notation is that of the book Deep Learning: bold vectors, plain capital matrices",
    where="footnote on notation, line 232",
    verdict="wrong",
    concept="notation",
    correction="In that book matrices are bold as well. The document also leaves some vectors "
    "plain: a, b, c in the footnote on magnitude, and q_i.",
    because="A typeface is read, not computed: Goodfellow, Bengio and Courville (2016), “Deep "
    "Learning”, chapter Notation, and the macros published with it set a matrix in bold italic.",
)


@claim(
    "S2-75",
    "The four parts of the section on scaled attention stand side by side",
    where="headings, lines 173-208",
    verdict="ambiguous",
    concept="sources",
    correction="The first of them is a heading of level 5 and the others are of level 4, below "
    "a section of level 2. One level for all four, 3, would say it.",
)
def siblings_have_two_levels() -> str:
    levels = [2, 5, 4, 4, 4]  # the section and its four parts
    parents = [
        max(above for above in range(part) if levels[above] < levels[part])
        for part in range(1, len(levels))
    ]
    assert set(parents) == {0}  # nested by level, all four belong to the section
    assert len(set(levels[1:])) == 2  # yet they come in two sizes
    jump = max(below - above for above, below in pairwise(levels))
    assert jump == 3
    return (
        f"Nested by level all {len(parents)} are siblings, in {len(set(levels[1:]))} sizes; "
        f"one step down skips {jump - 1} levels"
    )


unchecked(
    "S2-76",
    "Twelve links lead on: to the paper, an encyclopaedia, a blog, a video, a book, a company",
    where="links, lines 7, 20, 78, 80, 100, 104, 175, 232 and 233",
    verdict="ambiguous",
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
    verdict="ambiguous",
    concept="sources",
    correction="Renderers disagree on where the formula ends, and on whether an unindented formula "
    "still belongs to its footnote. Put the closing signs on a line of their own and indent the "
    "footnote.",
)
def renderers_disagree_on_the_end_of_a_formula() -> str:
    def displays(text: str) -> tuple[int, int]:
        """Formulas found by pairing the signs, and by signs alone on a line."""
        paired = re.findall(r"\$\$(.+?)\$\$", text, re.DOTALL)
        alone = re.findall(r"^\$\$$(.+?)^\$\$$", text, re.DOTALL | re.MULTILINE)
        return len(paired), len(alone)

    given, repaired = "$$\nx\n$$In words:\n", "$$\nx\n$$\nIn words:\n"
    assert displays(given) == (1, 0)
    assert displays(repaired) == (1, 1)
    return (
        f"Pairing the signs finds {displays(given)[0]} formula as given and "
        f"{displays(repaired)[0]} repaired; signs on a line of their own find "
        f"{displays(given)[1]} and {displays(repaired)[1]}"
    )
