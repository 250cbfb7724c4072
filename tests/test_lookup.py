"""The oracle: hand-made values, the laws of a soft lookup, the rules at the edges, the errors."""

import math
import re
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup import lookup
from softlookup.examples import ANIMALS, KEYS, TENNIS, VALUES

INF, NAN = math.inf, math.nan
quick = settings(max_examples=40, deadline=None)
scores = st.lists(st.floats(-1e5, 1e5), min_size=1, max_size=6)
seeds = st.integers(0, 2**32 - 1)


def close(a, b, tolerance=1e-9):
    np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def normal(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


# --- By hand --------------------------------------------------------------------------------------


def test_tennis_reads_the_three_words_by_the_definition():
    e3, e2, e1 = math.exp(3), math.exp(2), math.exp(1)
    close(lookup.soft_weights(TENNIS, KEYS), np.array([e3, e2, e1]) / (e3 + e2 + e1))
    output = lookup.soft_lookup(TENNIS, KEYS, VALUES)
    close(output, (10 * e3 + 5 * e2 + 2 * e1) / (e3 + e2 + e1))
    assert isinstance(output, float)


def test_attention_divides_by_the_root_of_the_width():
    weights = lookup.softmax(np.array([3, 2, 1]) / math.sqrt(2))
    close(lookup.attention_weights([TENNIS], KEYS), [weights])
    close(lookup.attention([TENNIS], KEYS, VALUES[:, None]), [[weights @ VALUES]])


def test_the_gradient_of_the_query_is_the_covariance_of_values_and_keys():
    weights = lookup.soft_weights(TENNIS, KEYS)
    covariance = (weights * VALUES) @ KEYS - (weights @ VALUES) * (weights @ KEYS)
    close(lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES).queries, covariance)


def test_dot_and_cosine_by_hand():
    assert lookup.dot([2, 1, 3], [1, -1, 0]) == 1
    close(lookup.cosine([1, 1], [2, 1]), 3 / math.sqrt(10))
    assert lookup.cosine([3, 4], [-6, -8]) == -1
    close(lookup.cosine([1e200, 0], [1, 1]), math.sqrt(0.5))


def test_exact_lookup_behaves_as_a_dict():
    keys, values = list(ANIMALS), list(ANIMALS.values())
    for query in ["dog", "tiger", 8, 8.0]:
        assert lookup.exact_lookup(query, keys, values) == ANIMALS[query]
    for query in ["lion", "8", True, None]:
        with pytest.raises(KeyError, match=re.escape(repr(query))):
            lookup.exact_lookup(query, keys, values)
    repeated = ["a", "a"], [1, 2]
    assert lookup.exact_lookup("a", *repeated) == dict(zip(*repeated, strict=True))["a"]


def test_exact_lookup_compares_vectors_whole():
    assert lookup.exact_lookup([2, 0], KEYS, VALUES) == 5
    with pytest.raises(KeyError):
        lookup.exact_lookup([2, 0.1], KEYS, VALUES)


# --- Laws -----------------------------------------------------------------------------------------


@quick
@given(scores, st.floats(0.01, 100))
def test_weights_are_shares_in_the_order_of_the_scores(row, temperature):
    weights = lookup.softmax(row, temperature)
    assert np.all(weights >= 0)
    close(weights.sum(), 1)
    assert np.all(np.diff(weights[np.argsort(row)]) >= 0)


@quick
@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=6), st.integers(-1000, 1000))
def test_softmax_ignores_a_common_shift(row, shift):
    assert lookup.softmax(np.array(row) + shift).tolist() == lookup.softmax(row).tolist()


def test_a_low_temperature_takes_the_best_and_a_high_one_the_mean():
    assert lookup.soft_lookup(TENNIS, KEYS, VALUES, 1e-300) == 10
    close(lookup.soft_lookup(TENNIS, KEYS, VALUES, INF), VALUES.mean())
    assert lookup.softmax([1, 1, 0], 1e-300).tolist() == [0.5, 0.5, 0]  # a tie stays a tie


@quick
@given(seeds, st.integers(1, 5), st.integers(1, 4))
def test_the_output_lies_between_the_values(seed, entries, width):
    keys, values = normal(seed, entries, width), normal(seed + 1, entries, 2)
    output = lookup.soft_lookup(normal(seed + 2, width) * 5, keys, values)
    assert np.all(output >= values.min(axis=0) - 1e-12)
    assert np.all(output <= values.max(axis=0) + 1e-12)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_the_entries_does_not_matter(order):
    order = list(order)
    close(
        lookup.soft_lookup(TENNIS, KEYS[order], VALUES[order]),
        lookup.soft_lookup(TENNIS, KEYS, VALUES),
    )


def test_what_looks_different_and_is_not():
    answer = lookup.soft_lookup(TENNIS, KEYS, VALUES)
    close(lookup.soft_lookup(TENNIS, KEYS + np.array([7, -3]), VALUES), answer)
    twice = np.concatenate([KEYS, KEYS]), np.concatenate([VALUES, VALUES])
    close(lookup.soft_lookup(TENNIS, *twice), answer)


def test_doubling_one_entry_is_not_the_same():
    tree_twice = lookup.soft_lookup(TENNIS, KEYS[[0, 1, 2, 2]], VALUES[[0, 1, 2, 2]])
    assert tree_twice < lookup.soft_lookup(TENNIS, KEYS, VALUES) - 0.4


# --- Many queries ---------------------------------------------------------------------------------


def test_each_row_of_attention_is_a_lookup_of_its_own():
    queries, keys, values = normal(0, 3, 2), normal(1, 4, 2), normal(2, 4, 3)
    rows = [lookup.soft_lookup(q, keys, values, math.sqrt(2)) for q in queries]
    close(lookup.attention(queries, keys, values), rows)


def test_leading_axes_broadcast_and_heads_are_shared_in_neighbouring_groups():
    queries, keys, values = normal(0, 2, 4, 3, 5), normal(1, 2, 6, 5), normal(2, 2, 1, 6, 1)
    output = lookup.attention(queries, keys, values)
    assert output.shape == (2, 4, 3, 1)
    for batch, head in np.ndindex(2, 4):
        alone = lookup.attention(queries[batch, head], keys[head // 2], values[batch, 0])
        close(output[batch, head], alone)


def test_causal_masks_by_hand():
    upper, lower = lookup.causal_mask(2, 3), lookup.causal_mask(2, 3, "lower right")
    assert upper.astype(int).tolist() == [[1, 0, 0], [1, 1, 0]]
    assert lower.astype(int).tolist() == [[1, 1, 0], [1, 1, 1]]
    assert lookup.causal_mask(3, 2, "lower right").astype(int).tolist() == [[0, 0], [1, 0], [1, 1]]
    assert lookup.window_mask(3, 3, 1).astype(int).tolist() == [[1, 1, 0], [1, 1, 1], [0, 1, 1]]
    assert lookup.window_mask(1, 3, 0, "lower right").astype(int).tolist() == [[0, 0, 1]]
    assert lookup.causal_mask(0, 3).shape == (0, 3)


@pytest.mark.parametrize("alignment", lookup.ALIGNMENTS)
def test_causal_is_a_mask_and_booleans_are_numbers_to_add(alignment):
    queries, keys, values = normal(0, 3, 2), normal(1, 4, 2), normal(2, 4, 1)
    mask = lookup.causal_mask(3, 4, alignment)
    expected = lookup.attention(queries, keys, values, causal=alignment)
    close(lookup.attention(queries, keys, values, mask=mask), expected)
    close(lookup.attention(queries, keys, values, mask=np.where(mask, 0, -INF)), expected)


def test_a_number_in_a_mask_is_added_to_the_scaled_score():
    bias = normal(3, 1, 3)
    weights = lookup.attention_weights([TENNIS], KEYS, mask=bias)
    close(weights[0], lookup.softmax(np.array([3, 2, 1]) / math.sqrt(2) + bias[0]))


def test_softcap_bends_the_scaled_scores_and_comes_before_the_mask():
    bent = [2 * math.tanh(score / 2) for score in (3, 2, 1)]
    close(lookup.attention_weights([TENNIS], KEYS, scale=1, softcap=2)[0], lookup.softmax(bent))
    scaled = [2 * math.tanh(score / math.sqrt(2) / 2) for score in (3, 2, 1)]
    close(lookup.attention_weights([TENNIS], KEYS, softcap=2)[0], lookup.softmax(scaled))
    hidden = lookup.attention_weights([TENNIS], KEYS, softcap=2, mask=[True, True, False])
    assert hidden[0, 2] == 0
    close(
        lookup.attention_weights([TENNIS], KEYS, softcap=1e9),
        lookup.attention_weights([TENNIS], KEYS),
    )


# --- Gradients ------------------------------------------------------------------------------------


def by_trial(function, array, step=1e-6):
    """Central differences: axes of the output first, then those of the array."""
    columns = []
    for place in np.ndindex(array.shape):
        move = np.zeros(array.shape)
        move[place] = step
        columns.append((function(array + move) - function(array - move)) / (2 * step))
    return np.moveaxis(np.array(columns), 0, -1).reshape(*np.shape(columns[0]), *array.shape)


@pytest.mark.parametrize("shape", [(4,), (4, 1), (4, 3)])
@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_gradients_of_one_lookup_agree_with_trial(shape, temperature):
    q, k, v = normal(0, 2), normal(1, 4, 2), normal(2, *shape)
    found = lookup.soft_lookup_gradients(q, k, v, temperature)
    close(found.queries, by_trial(lambda x: lookup.soft_lookup(x, k, v, temperature), q), 1e-7)
    close(found.keys, by_trial(lambda x: lookup.soft_lookup(q, x, v, temperature), k), 1e-7)
    close(found.values, by_trial(lambda x: lookup.soft_lookup(q, k, x, temperature), v), 1e-7)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scale": 0.3, "softcap": 1.5},
        {"causal": "upper left"},
        {"mask": np.array([[False, False, False], [True, False, True]])},
    ],
    ids=["plain", "softcap", "causal", "mask with an empty row"],
)
def test_gradients_of_attention_agree_with_trial(options):
    q, k, v = normal(0, 2, 2, 2), normal(1, 1, 3, 2), normal(2, 3, 2)  # shared by heads, by all
    upstream = normal(3, 2, 2, 2)

    def loss(queries, keys, values):
        return (lookup.attention(queries, keys, values, **options) * upstream).sum()

    found = lookup.attention_gradients(upstream, q, k, v, **options)
    close(found.queries, by_trial(lambda x: loss(x, k, v), q), 1e-7)
    close(found.keys, by_trial(lambda x: loss(q, x, v), k), 1e-7)
    close(found.values, by_trial(lambda x: loss(q, k, x), v), 1e-7)


def test_gradients_of_whole_numbers_are_not_whole():
    found = lookup.attention_gradients([[1]], [[1, 1]], KEYS.astype(int), [[10], [5], [2]], scale=1)
    close(found.queries[0], lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES).queries)


def test_what_may_not_be_read_stays_out_of_the_gradients():
    options = {"mask": [True, True, False], "scale": 1}
    values = np.array([[10.0], [5.0], [NAN]])
    found = lookup.attention_gradients([[1]], [TENNIS], KEYS, values, **options)
    expected = lookup.soft_lookup_gradients(TENNIS, KEYS[:2], VALUES[:2])
    close(found.queries[0], expected.queries)
    close(found.keys, [*expected.keys, [0, 0]])
    close(found.values[:, 0], [*expected.values, 0])


# --- Parts ----------------------------------------------------------------------------------------


@quick
@given(seeds, st.integers(0, 3), st.integers(0, 3), st.integers(1, 3), st.floats(0.1, 300))
def test_parts_merge_in_any_order_and_grouping(seed, first, second, third, reach):
    count = first + second + third
    keys, values = normal(seed, count, 2) * reach, normal(seed + 1, count, 2)
    query = normal(seed + 2, 2) * reach
    cuts = np.split(np.arange(count), [first, first + second])
    a, b, c = (lookup.read_part(query, keys[cut], values[cut]) for cut in cuts)
    whole = lookup.soft_lookup(query, keys, values)
    close(lookup.finish(lookup.merge(lookup.merge(a, b), c)), whole)
    close(lookup.finish(lookup.merge(a, lookup.merge(b, c))), whole)
    close(lookup.finish(lookup.merge(c, lookup.merge(b, a))), whole)


def test_nothing_read_merges_into_nothing():
    nothing = lookup.read_part(TENNIS, KEYS[:0], VALUES[:0])
    assert lookup.finish(lookup.merge(nothing, nothing)) == 0
    some = lookup.read_part(TENNIS, KEYS, VALUES)
    assert lookup.merge(nothing, some) == lookup.merge(some, nothing) == some


def test_a_part_passes_over_what_may_not_be_read():
    keys, values = [[-INF, 0], [2, 1], [-INF, 0]], [NAN, 10, NAN]
    assert lookup.finish(lookup.read_part(TENNIS, keys, values)) == 10


# --- Edges ----------------------------------------------------------------------------------------


def test_minus_infinity_is_not_read_and_plus_infinity_takes_all():
    assert lookup.softmax([-INF, 5, -INF]).tolist() == [0, 1, 0]
    assert lookup.softmax([-INF, -INF]).tolist() == [0, 0]
    assert lookup.softmax([INF, 5, INF]).tolist() == [0.5, 0, 0.5]
    assert lookup.softmax([]).tolist() == []


def test_a_query_with_nothing_to_read_gets_zeros():
    mask = [[True, True, True], [False, False, False]]
    output = lookup.attention(np.ones((2, 2)), KEYS, VALUES[:, None], mask=mask)
    weights = lookup.attention_weights(np.ones((2, 2)), KEYS, mask=mask)
    assert output[1].tolist() == [0]
    assert weights[1].tolist() == [0, 0, 0]
    assert output[0, 0] > 5


@pytest.mark.parametrize(
    ("queries", "keys", "values", "shape"),
    [
        ((2, 3), (0, 3), (0, 4), (2, 4)),
        ((0, 3), (5, 3), (5, 4), (0, 4)),
        ((2, 3), (5, 3), (5, 0), (2, 0)),
        ((2, 0), (5, 0), (5, 4), (2, 4)),
        ((0, 2, 3), (1, 5, 3), (5, 4), (0, 2, 4)),
    ],
)
def test_empty_axes_give_the_shape_that_was_asked_for(queries, keys, values, shape):
    output = lookup.attention(np.zeros(queries), np.zeros(keys), np.ones(values))
    assert output.shape == shape
    assert np.all(output == (0 if 0 in keys[:-1] else 1))


def test_nan_stays_in_the_row_of_its_query():
    output = lookup.attention([[NAN, 1], [1, 1]], KEYS, VALUES[:, None], scale=1)
    assert math.isnan(output[0, 0])
    close(output[1, 0], lookup.soft_lookup(TENNIS, KEYS, VALUES))


def test_nan_in_a_key_reaches_whoever_may_read_it():
    keys = KEYS.copy()
    keys[1, 0] = NAN
    mask = [[True, True, True], [True, False, True]]
    output = lookup.attention(np.ones((2, 2)), keys, VALUES[:, None], mask=mask)
    assert np.isnan(output[:, 0]).tolist() == [True, False]


def test_nan_in_a_value_stays_in_its_column_and_with_its_readers():
    values = np.ones((3, 2))
    values[1, 0] = NAN
    output = lookup.attention(np.ones((2, 2)), KEYS, values, mask=[[True] * 3, [True, False, True]])
    assert np.isnan(output).tolist() == [[True, False], [False, False]]


def test_inputs_are_never_modified_and_may_be_read_only_lists_or_integers():
    arrays = [np.ones((2, 2), dtype=int), KEYS.astype(np.float32), VALUES[:, None]]
    for array in arrays:
        array.setflags(write=False)
    output = lookup.attention(*arrays, causal="lower right")
    assert output.dtype == np.float64
    close(lookup.attention(*(array.tolist() for array in arrays), causal="lower right"), output)


# --- Errors ---------------------------------------------------------------------------------------

ZEROS = np.zeros
WRONG = [
    (lambda: lookup.softmax([1, 2], 0), "temperature is 0; give a number above 0"),
    (lambda: lookup.softmax([1, 2], -1), "temperature is -1; give"),
    (lambda: lookup.softmax([1, 2], NAN), "temperature is nan; give"),
    (lambda: lookup.softmax([[1, 2]]), "got scores of shape (1, 2); the axes must number 1"),
    (lambda: lookup.dot([1, 2], [1]), "a has shape (2,) and b (1,); make them equally long"),
    (
        lambda: lookup.dot([[1], [1, 2]], [1]),
        "got a with rows of different lengths; make them equal",
    ),
    (lambda: lookup.cosine([0, 0], [1, 2]), "a vector of length 0 has no direction: a = [0, 0]"),
    (lambda: lookup.exact_lookup(1, [1, 2], [1]), "there are 2 keys and 1 values; give one each"),
    (
        lambda: lookup.soft_lookup([1, 1, 1], KEYS, VALUES),
        "query has shape (3,) and keys (3, 2); a query is as wide as a key",
    ),
    (
        lambda: lookup.soft_lookup(TENNIS, KEYS, VALUES[:2]),
        "keys have shape (3, 2) and values (2,); give one value a key",
    ),
    (
        lambda: lookup.soft_lookup(TENNIS, KEYS[:0], VALUES[:0]),
        "the dictionary is empty: keys have shape (0, 2); add an entry",
    ),
    (
        lambda: lookup.attention(TENNIS, KEYS, VALUES),
        "queries have shape (2,), keys (3, 2) and values (3,); give each two dimensions",
    ),
    (
        lambda: lookup.attention(ZEROS((1, 3)), KEYS, KEYS),
        "queries have shape (1, 3), keys (3, 2) and values (3, 2); queries and keys must",
    ),
    (
        lambda: lookup.attention(KEYS, KEYS, KEYS[:2]),
        "keys (3, 2) and values (2, 2); keys and values must be equally many",
    ),
    (
        lambda: lookup.attention(ZEROS((3, 1, 2)), ZEROS((2, 1, 2)), ZEROS((2, 1, 2))),
        "the heads of the queries must be a multiple of the heads of keys and values",
    ),
    (
        lambda: lookup.attention(ZEROS((2, 1, 2)), ZEROS((4, 1, 2)), ZEROS((4, 1, 2))),
        "queries have shape (2, 1, 2), keys (4, 1, 2)",
    ),
    (
        lambda: lookup.attention(ZEROS((4, 1, 1, 2)), ZEROS((2, 1, 1, 2)), ZEROS((2, 1, 1, 2))),
        "leading axes must broadcast",
    ),
    (
        lambda: lookup.attention(KEYS[:2], KEYS, KEYS, causal=True),
        "causal=True is ambiguous for 2 queries and 3 keys; say causal='upper left'",
    ),
    (
        lambda: lookup.attention(KEYS, KEYS, KEYS, causal="left"),
        "alignment is 'left'; say 'upper left' or 'lower right'",
    ),
    (
        lambda: lookup.attention(KEYS, KEYS, KEYS, mask=[True, False]),
        "mask has shape (2,); make it broadcast to (3, 3)",
    ),
    (lambda: lookup.attention(KEYS, KEYS, KEYS, softcap=0), "softcap is 0; give a number above 0"),
    (
        lambda: lookup.attention_gradients(ZEROS((3, 1)), KEYS, KEYS, KEYS),
        "upstream has shape (3, 1); the output has (3, 2)",
    ),
    (lambda: lookup.window_mask(2, 2, -1), "reach is -1; give 0 or more places"),
]


@pytest.mark.parametrize(("call", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_call_is_told_what_it_said_and_what_to_do(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


@pytest.mark.parametrize("given", [["a", "b"], [1j, 0], [None, 1], [b"1", b"2"]])
def test_what_is_not_a_number_is_a_type_error(given):
    with pytest.raises(TypeError, match=r"got query of type .*; give real numbers"):
        lookup.soft_lookup(given, KEYS, VALUES)
    with pytest.raises(TypeError, match=r"got queries of type .*; give real numbers"):
        lookup.attention([given], KEYS, KEYS)
