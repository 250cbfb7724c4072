"""The attention drop-in against the definition, at its edges, and in its manners."""

import itertools
import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import defined
from problems import problems
from softlookup import examples, lookup, snippets

attention = snippets.load("attention").attention
quick = settings(deadline=None, max_examples=60, derandomize=True)


@quick
@given(problems())
def test_attention_agrees_with_the_definition(problem):
    arrays, options = problem
    np.testing.assert_allclose(
        attention(*arrays, **options), defined.attention(*arrays, **options), atol=1e-11
    )


@quick
@given(problems())
def test_weights_agree_with_the_definition_and_sum_to_1_or_0(problem):
    (q, k, v), options = problem
    _, weights = attention(q, k, v, **options, return_weights=True)
    np.testing.assert_allclose(weights, defined.weights(q, k, v, **options), atol=1e-11)
    totals = weights.sum(-1)
    whole = np.isclose(totals, 1) | (totals == 0)
    assert np.all(whole if options["sinks"] is None else totals < 1 + 1e-12)


@quick
@given(problems())
def test_the_output_stays_between_the_smallest_and_the_largest_value(problem):
    (q, k, v), options = problem
    options["sinks"] = None  # it takes weight and has no value
    output = attention(q, k, np.abs(v) + 1, **options)
    assert output.max() <= np.abs(v).max() + 1 + 1e-12
    assert np.all((output == 0) | (output >= 1 - 1e-12))


def test_tennis_gets_the_answer_of_the_running_example():
    output, weights = attention(
        examples.TENNIS[None], examples.KEYS, examples.VALUES[:, None], scale=1, return_weights=True
    )
    assert output.round(3).tolist() == [[8.056]]
    assert weights.round(3).tolist() == [[0.665, 0.245, 0.09]]


# --- Alignment ------------------------------------------------------------------------------------


def readable(n_q, n_k, **options):
    """Which entries get weight, when all scores are equal."""
    q, k = np.zeros((n_q, 2)), np.zeros((n_k, 2))
    return attention(q, k, k, **options, return_weights=True)[1] > 0


def test_upper_left_puts_the_first_query_at_the_first_key():
    assert readable(2, 4, causal="upper left").tolist() == [[1, 0, 0, 0], [1, 1, 0, 0]]


def test_lower_right_puts_the_last_query_at_the_last_key():
    assert readable(2, 4, causal="lower right").tolist() == [[1, 1, 1, 0], [1, 1, 1, 1]]


def test_lower_right_with_fewer_keys_leaves_the_first_queries_with_nothing():
    q, k = np.ones((3, 2)), np.ones((1, 2))
    assert attention(q, k, k, causal="lower right").tolist() == [[0, 0], [0, 0], [1, 1]]


def test_true_means_both_alignments_where_they_agree():
    for causal in (True, np.True_):
        assert np.array_equal(readable(3, 3, causal=causal), np.tri(3, dtype=bool))


@pytest.mark.parametrize("causal", [True, "lower left", None])
def test_an_ambiguous_or_unknown_order_is_refused_with_the_lengths(causal):
    with pytest.raises(ValueError, match=r"n_q=2, n_k=4: .*'upper left' or .*'lower right'"):
        readable(2, 4, causal=causal)


def test_a_cache_read_one_query_at_a_time_gives_the_causal_rows():
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(3, 5, 4))
    whole = attention(q, k, v, causal=True)
    for i in range(5):
        step = attention(q[i : i + 1], k[: i + 1], v[: i + 1], causal="lower right")
        np.testing.assert_allclose(step[0], whole[i], atol=1e-12)


# --- Heads and leading axes -----------------------------------------------------------------------


def test_neighbouring_query_heads_share_a_key_head():
    rng = np.random.default_rng(1)
    q, k, v = rng.normal(size=(6, 3, 4)), rng.normal(size=(2, 5, 4)), rng.normal(size=(2, 5, 4))
    grouped = attention(q, k, v, grouped=True)
    for head in range(6):
        np.testing.assert_allclose(grouped[head], attention(q[head], k[head // 3], v[head // 3]))


def test_shared_heads_are_not_copied():
    q, k, v = np.ones((32, 1, 64)), np.ones((4, 4096, 64)), np.ones((4, 4096, 64))
    tracemalloc.start()
    attention(q, k, v, grouped=True)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < k.nbytes


def test_leading_axes_broadcast():
    rng = np.random.default_rng(2)
    q, k, v = rng.normal(size=(7, 1, 2, 3)), rng.normal(size=(5, 4, 3)), rng.normal(size=(4, 2))
    output = attention(q, k, v)
    assert output.shape == (7, 5, 2, 2)
    np.testing.assert_allclose(output[6, 3], attention(q[6, 0], k[3], v))


def test_a_mask_may_differ_for_each_head():
    q, k, v = np.zeros((2, 1, 3)), np.zeros((2, 2, 3)), np.array([[1.0], [3.0]])
    mask = np.array([[[True, False]], [[False, True]]])
    assert attention(q, k, v, mask=mask).tolist() == [[[1.0]], [[3.0]]]


# --- Masks ----------------------------------------------------------------------------------------


def test_a_boolean_mask_selects_what_may_be_read():
    k, v = examples.KEYS, examples.VALUES[:, None]
    masked = attention(examples.TENNIS[None], k, v, mask=[[True, True, False]])
    np.testing.assert_allclose(masked, attention(examples.TENNIS[None], k[:2], v[:2]))


def test_an_additive_mask_moves_the_scaled_scores():
    q, k, v = np.zeros((1, 4)), np.zeros((2, 4)), np.array([[1.0], [0.0]])
    bias = np.array([[math.log(3), 0.0]])
    assert attention(q, k, v, mask=bias) == pytest.approx(0.75)


def test_a_soft_cap_never_lets_a_hidden_entry_in():
    q, k, v = np.ones((1, 2)), np.ones((2, 2)), np.array([[1.0], [9.0]])
    for mask in ([[True, False]], [[0.0, -np.inf]]):
        assert attention(q, k, v, mask=mask, softcap=0.1) == 1.0


def test_whole_numbers_are_not_a_mask():
    with pytest.raises(ValueError, match=r"mask \(1, 2\) int64 .*: give bool"):
        attention(np.ones((1, 2)), np.ones((2, 2)), np.ones((2, 2)), mask=np.array([[1, 0]]))


@pytest.mark.parametrize("shape", [(3, 2), (2, 1, 2), (1, 3)])
def test_a_mask_that_does_not_fit_is_refused_with_both_shapes(shape):
    with pytest.raises(ValueError, match=r"= \(1, 2\): make it broadcast") as error:
        attention(
            np.ones((1, 2)), np.ones((2, 2)), np.ones((2, 2)), mask=np.ones(shape, dtype=bool)
        )
    assert str(shape) in str(error.value)


# --- Nothing to read, NaN, overflow ---------------------------------------------------------------


def test_a_query_with_nothing_to_read_gets_0():
    q, k = np.ones((2, 3)), np.ones((4, 3))
    for mask in (np.zeros((2, 4), bool), np.full((2, 4), -np.inf)):
        output, weights = attention(q, k, k, mask=mask, return_weights=True)
        assert not output.any()
        assert not weights.any()


def test_an_empty_dictionary_gives_0():
    assert not attention(np.ones((2, 3)), np.ones((0, 3)), np.ones((0, 5))).any()


def test_no_query_gives_no_row():
    assert attention(np.ones((0, 3)), np.ones((4, 3)), np.ones((4, 5))).shape == (0, 5)


def test_a_nan_in_a_query_stays_in_its_row():
    q, k = np.ones((3, 2)), np.eye(2)
    clean = attention(q, k, k)
    q[1, 0] = np.nan
    spoilt = attention(q, k, k)
    assert np.isnan(spoilt[1]).all()
    assert np.array_equal(spoilt[[0, 2]], clean[[0, 2]])


HIDDEN = {"bool": [[True, True, False]], "float": [[0.0, 0.0, -np.inf]]}


@pytest.mark.parametrize("junk", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("where", ["k", "v"])
@pytest.mark.parametrize("mask", HIDDEN)
def test_junk_in_a_hidden_entry_is_never_read(junk, where, mask):
    rng = np.random.default_rng(3)
    arrays = {name: rng.normal(size=(3, 2)) for name in "qkv"}
    ordered, padded = attention(**arrays, causal=True), attention(**arrays, mask=HIDDEN[mask])
    arrays[where][2, 1] = junk
    assert np.array_equal(attention(**arrays, causal=True)[:2], ordered[:2])
    assert np.array_equal(attention(**arrays, mask=HIDDEN[mask]), padded)


def test_a_nan_in_a_value_stays_in_its_column():
    v = np.array([[1.0, np.nan], [3.0, 4.0]])
    output = attention(np.zeros((1, 2)), np.zeros((2, 2)), v)
    assert output[0, 0] == 2
    assert np.isnan(output[0, 1])


def test_a_nan_in_an_additive_mask_is_not_taken_for_hidden():
    assert np.isnan(
        attention(np.ones((1, 2)), np.ones((2, 2)), np.ones((2, 1)), mask=[[0, np.nan]])
    )


@quick
@given(st.data(), st.sampled_from([np.float16, np.float32, np.float64]))
def test_finite_input_never_gives_nan(data, kind):
    most = float(np.finfo(kind).max)
    numbers = hnp.from_dtype(np.dtype(kind), allow_nan=False, allow_infinity=False)
    numbers |= st.sampled_from([most, -most, most / 2, 0.0, 1.0]).map(kind)
    q, k, v = (data.draw(hnp.arrays(kind, (3, 2), elements=numbers)) for _ in range(3))
    bias = data.draw(hnp.arrays(kind, (3, 3), elements=numbers))
    for mask, softcap in itertools.product((None, bias), (None, 5.0)):
        assert not np.isnan(attention(q, k, v, mask=mask, softcap=softcap)).any()


def test_opposite_overflows_cancel_as_they_should():
    far = 2.0**600  # its square is no number; a power of two leaves no rounding
    q, k = [[far, far]], [[far, -far], [-far, 0.0]]  # scores 0 and far below
    assert attention(q, k, [[1.0], [2.0]]) == 1.0


def test_a_score_too_low_for_a_float_is_low_and_not_hidden():
    assert attention([[1e200]], [[-1e200], [-1e200]], [[1.0], [3.0]]) == 2.0


def test_one_long_row_leaves_the_others_as_they_were():
    rng = np.random.default_rng(4)
    q, k, v = rng.normal(size=(3, 3, 4))
    alone = attention(q[:2], k, v)
    q[2] = 1e308
    assert np.array_equal(attention(q, k, v)[:2], alone)


# --- Types and manners ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_a_float_stays_what_it_is(kind):
    q, k, v = np.random.default_rng(5).normal(size=(3, 4, 2)).astype(kind)
    mask = np.zeros((4, 4))  # the mask is float64 and does not count
    for array in attention(q, k, v, mask=mask, scale=np.float64(0.5), return_weights=True):
        assert array.dtype == kind


def test_half_precision_is_computed_in_single():
    rng = np.random.default_rng(6)
    q, k, v = (
        (rng.normal(size=(8, 64)) * 4).astype(np.float16),
        *rng.normal(size=(2, 8, 64)).astype(np.float16),
    )
    exact = lookup.attention(q, k, v)
    assert np.array_equal(attention(q, k, v), exact.astype(np.float16))


def test_integers_give_float64():
    output = attention([[1, 1]], [[2, 1], [2, 0], [-1, 2]], [[10], [5], [2]], scale=1)
    assert output.dtype == np.float64
    assert output.round(3) == 8.056


def test_mixed_types_follow_numpy():
    output = attention(
        np.ones((1, 2), np.float16), np.ones((1, 2), np.float32), np.ones((1, 2), np.float16)
    )
    assert output.dtype == np.float32


@pytest.mark.parametrize(
    ("q", "k", "v"),
    [
        ((2,), (3, 2), (3, 4)),
        ((1, 2), (3, 5), (3, 4)),
        ((1, 2), (3, 2), (4, 4)),
        ((3, 1, 2), (2, 3, 2), (2, 3, 4)),
        ((2, 1, 2), (3, 1, 2), (3, 1, 2)),
    ],
)
def test_shapes_that_do_not_fit_are_repeated_in_the_error(q, k, v):
    with pytest.raises(ValueError, match=r"n_q|grouped|equally") as error:
        attention(np.ones(q), np.ones(k), np.ones(v))
    for name, shape in {"q": q, "k": k, "v": v}.items():
        assert f"{name} {shape}" in str(error.value)


def test_numbers_that_are_not_real_are_refused():
    with pytest.raises(ValueError, match="complex128"):
        attention(np.ones((1, 2), complex), np.ones((1, 2)), np.ones((1, 2)))


@quick
@given(problems())
def test_the_inputs_are_left_alone(problem):
    (q, k, v), options = problem
    before = [array.copy() for array in (q, k, v)]
    for array in (q, k, v):
        array.setflags(write=False)
    attention(q, k, v, **options)
    assert all(map(np.array_equal, (q, k, v), before))


def test_the_output_owns_its_memory():
    v = np.ones((2, 3))
    output, weights = attention(np.ones((1, 2)), np.ones((2, 2)), v, return_weights=True)
    output[:], weights[:] = 7, 7
    assert np.array_equal(v, np.ones((2, 3)))


@pytest.mark.parametrize("visible", [np.inf, -np.inf])
def test_an_infinite_value_is_read_past_a_hidden_nan(visible):
    output = attention([[1.0]], [[1.0], [1.0]], [[visible], [np.nan]], mask=[True, False])
    assert output == visible


def test_the_least_number_of_a_wider_type_is_still_a_number_to_add():
    ones, least = np.ones((2, 2), np.float32), np.finfo(float).min
    values = np.array([[1], [3]], np.float32)
    assert attention(ones[:1], ones, values, mask=np.full((1, 2), least)) == 2
    assert attention(ones[:1], ones, values, mask=np.array([0, least])) == 1


def test_scores_beyond_float32_keep_their_order():
    q, k, v = np.array([[1e20]]), np.array([[1e19], [2e19]]), np.array([[1.0], [3.0]])
    single = [array.astype(np.float32) for array in (q, k, v)]
    assert attention(*single) == attention(q, k, v) == 3
    assert attention(*single).dtype == np.float32


@pytest.mark.parametrize("causal", [np.True_, 1])
def test_any_kind_of_true_wants_as_many_queries_as_keys(causal):
    with pytest.raises(ValueError, match="n_q=2, n_k=3"):
        attention(np.ones((2, 1)), np.ones((3, 1)), np.ones((3, 1)), causal=causal)


def test_a_cap_without_end_is_no_cap():
    arrays = np.ones((2, 1)), np.arange(3.0)[:, None], np.arange(3.0)[:, None]
    for function in (attention, lookup.attention):
        assert np.array_equal(function(*arrays, softcap=np.inf), function(*arrays))
