"""The ledger between the sources: where they contradict one another or use one word for two."""

import numpy as np

from softlookup.claims import claim
from softlookup.claims.tools import (
    attention,
    close,
    exact_lookup,
    hard_lookup,
    matrix_lookup,
    nudge,
    raises,
    shown,
    soft_lookup,
    softmax,
)
from softlookup.claims.verdict import Finding, settle_between
from softlookup.examples import ANIMAL_VALUES, ANIMALS, KEYS, TENNIS, VALUES

# Words


@claim(
    "X-01",
    "Score is the name of the share after softmax in one source, of the match before it in others",
    where="S1 line 182, S2 lines 64 and 195, S3 line 8",
    concept="notation",
    correction="A score comes before softmax, a weight after it.",
)
def taking_weights_for_scores_flattens_the_answer() -> Finding:
    scores = KEYS @ TENNIS
    weights = softmax(scores)
    twice = softmax(weights)  # the mistake: what is called a score is given to softmax again
    assert close(float(weights.sum()), 1.0)
    assert not close(float(scores.sum()), 1.0, 1.0)
    return settle_between(
        agree=close(weights @ VALUES, twice @ VALUES, 1.0),
        evidence=f"Before: {shown(scores, 0)}, after: {shown(weights)}; whoever gives the second row to "
        f"softmax again gets {twice @ VALUES:.3f} instead of {weights @ VALUES:.3f}",
    )


# Matrix form


@claim(
    "X-02",
    "One source multiplies the query by the keys, another by their transpose",
    where="S0 line 93, S2 line 96",
    concept="one-hot-matrix-lookup",
    correction="`Q @ K.T` throughout: it compares the query with every key. Identity keys hide the "
    "difference.",
)
def only_the_transpose_finds_the_entry() -> Finding:
    keys = np.roll(np.eye(len(ANIMALS)), 1, axis=1)  # one-hot keys, but not the identity
    query, stored = keys[0], ANIMALS["dog"]
    plain, transposed = (float(matrix_lookup(query, k, ANIMAL_VALUES)) for k in (keys.T, keys))
    assert transposed == stored
    same = np.eye(len(ANIMALS))
    assert matrix_lookup(same[0], same, ANIMAL_VALUES) == stored  # the identity hides it
    assert "mismatch" in raises(ValueError, lambda: TENNIS @ KEYS)
    return settle_between(
        agree=plain == transposed,
        evidence=f"Dog under cyclic keys: {plain:.0f} with `K`, {transposed:.0f} with `K.T`; "
        f"with {KEYS.shape[0]} keys of width {KEYS.shape[1]} the first raises `ValueError`",
    )


# The word "soft"


@claim(
    "X-03",
    "Soft means a plain sum in the code of one source and a weighted mean in the other three",
    where="S0 lines 171-194, S1 lines 36-39, S2 lines 64-68, S3 line 6",
    concept="weighted-blend",
    correction="Soft means a convex combination: weights from zero to one that sum to one. The sum "
    "by a row of several 1s is a step on the way, and still hard.",
)
def a_sum_leaves_the_range_of_the_values() -> Finding:
    chosen, one_hot = np.array([1.0, 0, 1, 0]), np.eye(len(ANIMALS))  # dog and tiger
    total = float(matrix_lookup(chosen, one_hot, ANIMAL_VALUES))
    mean = float(matrix_lookup(chosen / chosen.sum(), one_hot, ANIMAL_VALUES))
    assert ANIMAL_VALUES.min() < mean < ANIMAL_VALUES.max() < total
    return settle_between(
        agree=close(total, mean),
        evidence=f"Dog and tiger: the sum is {total:.0f}, above every stored value; "
        f"the mean is {mean:.1f}",
    )


# Missing keys


@claim(
    "X-04",
    "A query without a match ends in four ways: two errors, a best match, an average",
    where="S0 line 45, S1 lines 39 and 54, S2 line 42",
    concept="exact-lookup",
    correction="The average is plain only when the query matches all keys alike. To be said "
    "aloud: a soft lookup has no notion of missing; it always answers.",
)
def a_miss_ends_in_four_ways() -> Finding:
    missing = raises(KeyError, lambda: ANIMALS["lion"])
    assert missing == repr("lion")
    assert raises(ValueError, lambda: list(ANIMALS).index("lion"))
    keys, nothing = np.eye(len(ANIMALS)), np.zeros(len(ANIMALS))
    hard = hard_lookup(nothing, keys, ANIMAL_VALUES)
    soft = float(soft_lookup(nothing, keys, ANIMAL_VALUES))
    leaning = float(soft_lookup(nothing - keys[3], keys, ANIMAL_VALUES))
    assert hard == ANIMALS["dog"]  # argmax of equal scores: the first
    assert close(soft, ANIMAL_VALUES.mean())
    assert not close(leaning, soft, 0.5)
    return settle_between(
        agree=close(hard, soft),
        evidence=f"`KeyError: {missing}` from a dict, `ValueError` from a list, {hard:.0f} by "
        f"argmax, {soft:.2f} softly; a query that leans away from one key gets {leaning:.2f}",
    )


# Scaling


@claim(
    "X-05",
    "Attention divides by the root of the width in one formula, and not in another or in code",
    where="S1 lines 33, 58 and 182, S2 lines 138 and 198",
    concept="scaling",
    correction="Introduce the unscaled form first and say so. Our `attention` scales; the running "
    "example, 2 wide, mostly does not.",
)
def scaled_and_unscaled_give_different_answers() -> Finding:
    table = (TENNIS[np.newaxis], KEYS, VALUES[:, np.newaxis])
    unscaled, scaled = float(attention(*table, scale=1.0)[0, 0]), float(attention(*table)[0, 0])
    assert close(unscaled, float(soft_lookup(TENNIS, KEYS, VALUES)))
    return settle_between(
        agree=close(unscaled, scaled, 0.5),
        evidence=f"Tennis gets {unscaled:.3f} unscaled and {scaled:.3f} scaled by √{KEYS.shape[1]}",
    )


# Symbols


@claim(
    "X-06",
    "The width of keys is d here and d_k there, and d is the width of values too",
    where="S1 lines 58, 141 and 191-196, S2 line 8",
    concept="notation",
    correction="`d_k` for queries and keys, `d_v` for values, and different numbers in examples: "
    "then a mix-up raises instead of answering.",
)
def equal_widths_hide_a_swap() -> Finding:
    random = np.random.default_rng(0)
    query, keys = random.standard_normal((1, 64)), random.standard_normal((5, 64))
    alike, narrow = random.standard_normal((5, 64)), random.standard_normal((5, 3))
    right, swapped = attention(query, keys, alike), attention(query, alike, keys)
    assert right.shape == swapped.shape
    assert raises(ValueError, lambda: attention(query, narrow, keys))
    return settle_between(
        agree=close(right, swapped, 0.1),
        evidence=f"Keys and values of width {keys.shape[1]}, swapped: shape {swapped.shape} as "
        f"before, first number {swapped[0, 0]:.2f} instead of {right[0, 0]:.2f}; with values of "
        f"width {narrow.shape[1]} the swap raises `ValueError`",
    )


# Hard lookup


@claim(
    "X-07",
    "Hard lookup is equality in two sources, the largest similarity in a third, and both in S1",
    where="S0 line 37, S1 lines 22, 54, 66 and 137, S2 line 40, S3 line 6",
    concept="exact-lookup",
    correction="Two names for two things: exact lookup may fail; hard attention never does. Asked "
    "for a stored key they agree when every key matches itself best, as keys of one length do.",
)
def hard_attention_can_miss_a_stored_key() -> Finding:
    ball = KEYS[1]
    exact = exact_lookup(tuple(ball), map(tuple, KEYS), VALUES)
    hard = hard_lookup(ball, KEYS, VALUES)
    unit = KEYS / np.linalg.norm(KEYS, axis=1, keepdims=True)
    found = [hard_lookup(key, unit, VALUES) for key in unit]
    assert found == list(VALUES)
    return settle_between(
        agree=exact == hard,
        evidence=f"Ball's own key: {exact:.0f} by equality, {hard:.0f} by argmax, because "
        f"racket scores {KEYS[0] @ ball:.0f} as well and comes first; "
        f"with keys of length 1, argmax returns {shown(found, 0)}, each its own",
    )


# Example data


@claim(
    "X-08",
    "One word carries other data in another source: dog is a number here and a vector there",
    where="S0 line 15, S1 line 14",
    concept="notation",
    correction="One running example for all pages, with widths and counts that differ.",
)
def a_dog_of_two_kinds_adds_up_without_complaint() -> Finding:
    number = np.asarray(exact_lookup("dog", ANIMALS, ANIMALS.values()))
    vector = np.array([0.3, 0.7, 0.2])
    assert (number.ndim, vector.ndim) == (0, 1)
    mixed = number + vector
    assert mixed.shape == vector.shape
    return settle_between(
        agree=number.ndim == vector.ndim,
        evidence=f"Dog has shape {number.shape} in one and {vector.shape} in the other; "
        f"NumPy adds them all the same: {shown(mixed, 1)}",
    )


# Differentiability


@claim(
    "X-09",
    "Hard lookup has no gradient at all in one source and usually none in another",
    where="S1 lines 24 and 175, S3 line 6",
    concept="differentiability",
    correction="By argument: none for the query and the keys, a one-hot one for the values.",
)
def each_argument_has_its_own_slope() -> Finding:
    slopes = {
        "query": nudge(lambda query: hard_lookup(query, KEYS, VALUES), TENNIS).sum(),
        "keys": nudge(lambda keys: hard_lookup(TENNIS, keys, VALUES), KEYS).sum(),
        "values": nudge(lambda values: hard_lookup(TENNIS, KEYS, values), VALUES).sum(),
    }
    assert slopes["query"] == slopes["keys"] == 0
    told = ", ".join(f"{slope:.0f} in the {name}" for name, slope in slopes.items())
    return settle_between(
        agree=close(slopes["query"], slopes["values"]),
        evidence=f"Slope of the answer, all entries together: {told}",
    )


# Orientation


@claim(
    "X-10",
    "Vectors are rows in most places and columns in the formulas of one source",
    where="S0 line 140, S1 lines 33 and 58, S2 line 96, S3 line 8",
    concept="notation",
    correction="Both are right when kept up from end to end; mixed, they fail. Here `q_i`, `k_j` "
    "and `v_j` are rows of `Q`, `K` and `V`.",
)
def rows_and_columns_are_transposes_of_each_other() -> Finding:
    random = np.random.default_rng(0)
    q, k, v = (random.standard_normal(shape) for shape in ((2, 3), (4, 3), (4, 5)))
    rows = attention(q, k, v, scale=1.0)
    columns = v.T @ softmax(k @ q.T, axis=0)  # q, k and v stand as columns
    assert close(rows, columns.T)
    assert raises(ValueError, lambda: attention(q.T, k, v))
    return settle_between(
        agree=rows.shape == columns.shape,
        evidence=f"`Q` {q.shape}, `K` {k.shape}, `V` {v.shape} give {rows.shape} with rows and "
        f"its transpose {columns.shape} with columns; mixed, they raise `ValueError`",
    )
