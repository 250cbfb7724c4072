"""The tiled drop-in against the definition, across the borders of its tiles, and in its manners."""

import collections
import concurrent.futures
import inspect
import os
import threading
import time
import tracemalloc
from types import SimpleNamespace
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import defined
from problems import ORDERS, problems
from softlookup import examples, snippets

attention = snippets.load("attention").attention
fast = snippets.load("fast_attention")
fast_attention = fast.fast_attention
quick = settings(
    deadline=None,
    max_examples=50,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # constants, the same each time
)
patient = settings(quick, max_examples=150)
TOLERANCE = {np.dtype(np.float32): 2e-6, np.dtype(np.float64): 1e-14}


def normal(*shape, seed=0, dtype=np.float64):
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


def problem(n_q, n_k, width=4, dtype=np.float64, length=1.0):
    """Queries, keys and values; the scores spread about as wide as `length`."""
    q = normal(n_q, width, seed=1, dtype=dtype) * dtype(length)
    return q, normal(n_k, width, seed=2, dtype=dtype), normal(n_k, 3, seed=3, dtype=dtype)


def worst(output, expected):
    return np.abs(np.asarray(output, float) - expected).max(initial=0)


@pytest.fixture
def tiny_tiles(monkeypatch):
    """Two queries a block and two keys a tile or look, so that small problems cross every border."""
    monkeypatch.setattr(fast, "AT_ONCE", 0)
    monkeypatch.setattr(fast, "FEW_ROWS", 0)
    monkeypatch.setattr(fast, "TILE_KEYS", 2)
    monkeypatch.setattr(fast, "LOOK_ROWS", 2)
    monkeypatch.setattr(fast, "_block_rows", lambda problem: 2)


@quick
@given(problems(), st.integers(1, 4))
def test_fast_attention_agrees_with_the_definition(drawn, threads):
    arrays, options = drawn
    output = fast_attention(*arrays, **options, threads=threads)
    np.testing.assert_allclose(output, defined.attention(*arrays, **options), atol=1e-11)


@patient
@given(problems(), st.integers(1, 2))
def test_tiles_agree_with_the_definition(tiny_tiles, drawn, threads):
    arrays, options = drawn
    output = fast_attention(*arrays, **options, threads=threads)
    np.testing.assert_allclose(output, defined.attention(*arrays, **options), atol=1e-11)


@patient
@given(problems(), st.sampled_from(["q and k", "v", "small v", "float32"]))
def test_numbers_near_the_ends_of_the_type_agree_with_attention(tiny_tiles, drawn, what):
    (q, k, v), options = drawn
    if what == "q and k":
        q, k = q * 1e200, k * 1e200
    elif what == "v":
        v = v * 1e307
    elif what == "small v":
        v = v * 1e-300
    else:
        q, k, v = (x.astype(np.float32) for x in (q * 1e25, k * 1e25, v * 1e37))
    output, expected = fast_attention(q, k, v, **options), attention(q, k, v, **options)
    assert np.isfinite(output).all()
    np.testing.assert_allclose(output, expected, atol=1e-6 * np.abs(v).max())


@patient
@given(problems())
def test_odd_numbers_reach_whom_they_reach_in_attention(tiny_tiles, drawn):
    (q, k, v), options = drawn
    k, v = k.copy(), v.copy()
    v[..., -1, 0], v[..., 0, 0], k[..., 0, 0] = np.inf, -np.inf, np.nan
    output, expected = fast_attention(q, k, v, **options), attention(q, k, v, **options)
    np.testing.assert_allclose(output, expected, atol=1e-11)


@pytest.mark.parametrize("n_q", [1, 800])
def test_an_infinite_value_is_found_behind_scores_beyond_float32(n_q):
    q, k = np.full((n_q, 1), 1e25, np.float32), np.arange(800, dtype=np.float32)[:, None] * 1e22
    v = np.ones((800, 1), np.float32)
    v[799] = np.inf
    assert np.all(fast_attention(q, k, v) == np.inf)
    assert np.all(fast_attention(-q, k, v) == 1)


@pytest.mark.parametrize("tiles", [False, True])
@quick
@given(drawn=problems())
def test_the_log_sum_exp_tells_what_a_weight_was(request, tiles, drawn):
    """A weight is exp(score - lse), so a score is the logarithm of its weight plus the lse."""
    if tiles:
        request.getfixturevalue("tiny_tiles")
    (q, k, v), options = drawn
    options |= {"mask": None, "softcap": None, "scale": 0.01}
    output, lse = fast_attention(q, k, v, **options, return_lse=True)
    weights = attention(q, k, v, **options, return_weights=True)[1]
    assert np.array_equal(output, fast_attention(q, k, v, **options))
    assert lse.shape == weights.shape[:-1]
    repeats = q.shape[-3] // k.shape[-3] if options["grouped"] else 1
    keys = np.repeat(k, repeats, axis=-3) if repeats > 1 else k
    scores = np.broadcast_to(0.01 * q @ keys.mT, weights.shape)
    read = weights > 0
    told = np.log(weights[read]) + np.broadcast_to(lse[..., None], weights.shape)[read]
    np.testing.assert_allclose(told, scores[read], atol=1e-9)
    if options["sinks"] is None:
        assert np.array_equal(lse == -np.inf, ~read.any(-1))


def test_two_dictionaries_merge_by_their_log_sum_exp():
    q, k, v = problem(300, 4000)
    (one, a), (other, b) = (
        fast_attention(q, k[part], v[part], return_lse=True)
        for part in (slice(2500), slice(2500, None))
    )
    share = 1 / (1 + np.exp(b - a))[:, None]
    assert worst(share * one + (1 - share) * other, fast_attention(q, k, v)) < 1e-13


def test_tennis_gets_the_answer_of_the_running_example():
    output = fast_attention(examples.TENNIS[None], examples.KEYS, examples.VALUES[:, None], scale=1)
    assert output.round(3).tolist() == [[8.056]]


@pytest.mark.parametrize("causal", ORDERS)
@pytest.mark.parametrize("n_k", [1, 256, 257, 700])
@pytest.mark.parametrize("n_q", [1, 512, 513, 1025])
def test_the_borders_of_tiles_do_not_show(n_q, n_k, causal):
    q, k, v = problem(n_q, n_k, length=10)
    assert worst(fast_attention(q, k, v, causal=causal), attention(q, k, v, causal=causal)) < 1e-12


@quick
@given(st.integers(1, 30), st.integers(1, 40), st.integers(1, 9), st.sampled_from(ORDERS))
def test_tiles_of_any_width_give_the_same_answer(n_q, n_k, threads, causal):
    q, k, v = problem(n_q, n_k, length=50)
    whole = fast_attention(q, k, v, causal=causal, threads=1)
    assert worst(fast_attention(q, k, v, causal=causal, threads=threads), whole) < 1e-12


@pytest.mark.parametrize("causal", ORDERS)
@pytest.mark.parametrize("threads", [2, 3, 8])
def test_many_threads_give_the_same_answer_every_time(threads, causal):
    q, k, v = normal(3, 600, 8), normal(3, 500, 8, seed=1), normal(3, 500, 8, seed=2)
    first, second = (fast_attention(q, k, v, causal=causal, threads=threads) for _ in range(2))
    assert np.array_equal(first, second)
    assert worst(first, fast_attention(q, k, v, causal=causal, threads=1)) < 1e-14


# --- Large and small numbers ----------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("length", [1e-30, 1e-3, 1, 4, 32, 1e3, 1e5])
def test_scores_of_any_size_give_the_exact_answer(length, dtype):
    q, k, v = problem(70, 600, dtype=dtype, length=length)
    expected = attention(*(x.astype(float) for x in (q, k, v)))
    # A score is known to one part in 2^23 or 2^52, and a weight as well as its score.
    tolerance = TOLERANCE[np.dtype(dtype)] * max(1, 10 * length)
    assert worst(fast_attention(q, k, v, threads=3), expected) < tolerance


@pytest.mark.parametrize("n_q", [1, 800])
def test_low_scores_and_small_values_do_not_meet_in_nothing(n_q):
    q, k = np.full((n_q, 1), -39, np.float32), np.ones((800, 1), np.float32)
    v = np.full((800, 1), 1e-30, np.float32)
    np.testing.assert_allclose(fast_attention(q, k, v, scale=1), 1e-30, rtol=1e-5)


def test_a_small_value_that_is_read_alone_keeps_its_digits():
    q, k = np.full((800, 1), -39, np.float32), np.ones((800, 1), np.float32)
    v = np.ones((800, 1), np.float32)
    v[0] = 1e-30  # beside values so much larger, which the first query does not read
    output = fast_attention(q, k, v, scale=1, causal=True)
    np.testing.assert_allclose(output[:2, 0], [1e-30, 0.5], rtol=1e-5)


@pytest.mark.parametrize("shift", [-1000, -100, -60, -30, 30, 60, 100, 1000])
def test_a_common_shift_of_the_scores_changes_nothing(shift):
    q, k, v = problem(40, 60, dtype=np.float32)
    asked = np.column_stack([np.ones(40, np.float32), q])
    shifted = np.column_stack([np.full(60, shift, np.float32), k])
    expected = fast_attention(q, k, v, scale=1)
    assert worst(fast_attention(asked, shifted, v, scale=1), expected) < 1e-3 * abs(shift) / 100


def test_calm_tiles_and_wild_tiles_merge():
    q, k, v = problem(40, 60)
    k *= np.repeat([1e-3, 1e3, 1.0, 1e5], 15)[:, None]
    assert worst(fast_attention(q, k, v, threads=4), attention(q, k, v)) < 1e-9
    low = np.column_stack([np.full(60, -1000.0), k])  # every score is far below 0
    low_q = np.column_stack([np.ones(40), q])
    assert worst(fast_attention(low_q, low, v, threads=4), attention(low_q, low, v)) < 1e-9


@pytest.mark.parametrize("n_q", [1, 40])
def test_finite_float32_never_gives_nan(n_q):
    q, k, v = problem(n_q, 9, dtype=np.float32)
    cases = [(q * 1e25, k * 1e25, v), (q * 1e38, k, v), (-abs(q) * 1e30, abs(k) * 1e30, v)]
    cases += [(q, k, v * 1e38), (q * 0 + 8, k * 0 + 8, np.full_like(v, 3e38))]
    for case in cases:
        expected = attention(*(x.astype(float) for x in case))
        output = fast_attention(*case, threads=2)
        assert output.dtype == np.float32
        assert worst(output, expected) <= 1e-6 * np.abs(expected).max()


@pytest.mark.parametrize("threads", [1, 3])
def test_strict_error_settings_of_the_caller_do_no_harm(threads):
    q, k, v = problem(5, 9, dtype=np.float32, length=1e4)
    with np.errstate(all="raise"):
        assert np.isfinite(fast_attention(q, k, v, threads=threads)).all()
        assert np.isfinite(fast_attention(q * 1e30, k * 1e30, v, threads=threads)).all()


def test_no_weight_is_subnormal():
    for dtype, length in ((np.float32, 100), (np.float64, 1000)):
        q, k, _ = problem(64, 64, dtype=dtype, length=length)
        scores = q @ k.T
        depths = scores - scores.max(-1, keepdims=True)
        fast._lowered(SimpleNamespace(exact=False), scores, np.full((64, 1), -1e38, dtype), None)
        with np.errstate(under="raise"):
            exponentials = fast._lifted_exp(scores)
            with pytest.raises(FloatingPointError):  # what the lift and the floor spare
                np.exp(depths)
        kept = exponentials[depths > np.log(np.finfo(dtype).tiny)]
        assert np.all(kept >= 0.99 / np.finfo(dtype).eps * np.finfo(dtype).tiny)
        least = np.log(np.finfo(dtype).smallest_subnormal)
        assert np.all(exponentials[depths < least - 1] == 0)
        assert np.all(exponentials[depths > least + 1] > 0)


@pytest.mark.parametrize(("dtype", "huge"), [(np.float32, 3e38), (np.float64, 1e300)])
@pytest.mark.parametrize("n_q", [1, 40])
def test_what_is_far_below_reads_nothing_however_large_it_is(n_q, dtype, huge):
    q, keys = np.ones((n_q, 1), dtype), np.zeros((2, 1), dtype)
    values = np.array([[1], [huge]], dtype)
    assert np.all(fast_attention(q, keys, values, mask=np.array([0, -1e9], dtype)) == 1)
    low = np.array([[0], [-1000]], dtype)
    assert np.all(fast_attention(q, low, values, scale=1) == 1)


# From depth 87.3 on, or 708.4 in float64, a weight is subnormal; from 104.0 or 745.2 on, exp gives 0.
DEPTHS = {np.float32: (30, 60, 80, 88, 95, 103), np.float64: (300, 500, 700, 709, 744)}


@pytest.mark.parametrize("tiles", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("best", [0, 1])
@pytest.mark.parametrize("part", [1, 1e-2, 1e-16, 1e-20, -1e-25])
def test_a_large_value_counts_however_small_its_weight(request, tiles, dtype, best, part):
    if tiles:
        request.getfixturevalue("tiny_tiles")
    limits = np.finfo(dtype)
    q, values = np.ones((1, 1), dtype), np.array([[best], [part * limits.max]], dtype)
    for depth in DEPTHS[dtype]:
        keys = np.array([[0], [-depth]], dtype)
        adds = np.sign(part) * np.exp(np.log(np.abs(values[1, 0], dtype=float)) - depth)
        last_digits = 2 * float(limits.smallest_subnormal) * abs(values[1, 0])
        tolerance = 1e-5 * (best + abs(adds)) + last_digits
        for k, v in ((keys, values), (keys[::-1], values[::-1]), (keys + dtype(50), values)):
            output = fast_attention(q, k, v, scale=1)[0, 0]
            assert abs(output - (best + adds)) < tolerance, depth
            assert abs(output - attention(q, k, v, scale=1)[0, 0]) < tolerance, depth


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_an_odd_value_is_read_while_its_weight_is_a_normal_number(tiny_tiles, dtype):
    q, values = np.ones((1, 1), dtype), np.array([[1], [np.nan]], dtype)
    for depth in DEPTHS[dtype]:
        keys = np.array([[0], [-depth]], dtype)
        is_normal = np.exp(-float(depth)) >= np.finfo(dtype).tiny
        for far in (0, 50):  # the same scores, all of them that much higher
            output = fast_attention(q, keys + dtype(far), values, scale=1)[0, 0]
            assert np.isnan(output) == is_normal, (depth, far)


@pytest.mark.parametrize(
    ("dtype", "pairs"),
    [
        (np.float32, [(1, 1e15), (1, 1e18), (0, 1e18), (1e-20, 1e17), (0, 1), (1e-30, 1)]),
        (np.float64, [(1, 1e180), (1, 1e250), (0, 1e250), (1e-200, 1e100), (0, 1), (1e-290, 1)]),
    ],
)
@pytest.mark.parametrize("n_q", [1, 600])
def test_a_score_far_below_counts_as_nothing_beside_any_value(n_q, dtype, pairs):
    for best, others in pairs:
        q, keys = np.ones((n_q, 1), dtype), np.full((1024, 1), -1000, dtype)
        values = np.full((1024, 1), others, dtype)
        keys[700], values[700] = 0, best
        for sinks in (None, -1000.0, 0.0):
            output, lse = fast_attention(q, keys, values, scale=1, sinks=sinks, return_lse=True)
            assert np.all(output == dtype(best) / (2 if sinks == 0 else 1)), (best, others)
            assert lse.dtype == dtype
            np.testing.assert_allclose(lse, np.log(2) if sinks == 0 else 0, atol=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("n_q", [1, 800])
def test_a_key_with_all_the_weight_gives_exactly_its_value(n_q, dtype):
    """Not a neighbour of it: 7 stays 7, also when it is made an integer."""
    keys = 1000 * np.arange(800, dtype=dtype)[:, None]
    values = np.column_stack([np.arange(800), normal(800, 9)]).astype(dtype)
    output = fast_attention(np.ones((n_q, 1), dtype), keys, values, scale=1)
    assert np.all(output == values[799])
    output = fast_attention(-np.ones((n_q, 1), dtype), keys, values, scale=1)
    assert np.all(output == values[0])


@pytest.mark.parametrize("n_q", [1, 800])
@pytest.mark.parametrize("shift", [-1e9, -1e6, 0.0, 1e6, 1e9])
def test_a_row_of_low_or_high_scores_keeps_its_log_sum_exp(n_q, shift):
    q, k, v = problem(n_q, 800, dtype=np.float32, length=100)
    shift = np.full(800, shift, np.float32)
    output, lse = fast_attention(q, k, v, mask=shift, return_lse=True)
    wide, wide_lse = fast_attention(*(x.astype(float) for x in (q, k, v)), return_lse=True)
    assert np.isfinite(output).all()
    np.testing.assert_allclose(lse, wide_lse + shift[0], rtol=1e-6, atol=2e-4)
    if abs(shift[0]) < 1e6:
        assert worst(output, wide) < 1e-3


# --- Nothing to read, and NaN ---------------------------------------------------------------------


def test_a_query_with_nothing_to_read_gets_0():
    q, k, v = problem(5, 3)
    output = fast_attention(q, k, v + 9, causal="lower right")
    assert np.all(output[:2] == 0)
    assert np.all(output[2:] > 0)
    wild = fast_attention(q * 1e4, k, v + 9, causal="lower right", threads=2)
    assert np.all(wild[:2] == 0)
    assert np.all(wild[2:] > 0)


@pytest.mark.parametrize(
    ("q", "k", "v"),
    [
        ((3, 2), (0, 2), (0, 4)),
        ((0, 2), (3, 2), (3, 4)),
        ((3, 0), (2, 0), (2, 4)),
        ((3, 2), (2, 2), (2, 0)),
        ((0, 3, 2), (0, 2, 2), (0, 2, 4)),
        ((0, 1, 2), (0, 2, 2), (0, 2, 4)),
        ((0, 4, 3, 2), (0, 2, 5, 2), (0, 2, 5, 4)),
    ],
)
@pytest.mark.parametrize("threads", [1, 3])
def test_empty_axes_give_what_attention_gives(q, k, v, threads):
    arrays = np.ones(q), np.ones(k), np.ones(v)
    options = {"grouped": q[-3:-2] != k[-3:-2]}
    output, expected = (
        fast_attention(*arrays, threads=threads, **options),
        attention(*arrays, **options),
    )
    assert output.shape == expected.shape
    np.testing.assert_allclose(output, expected)


@pytest.mark.parametrize("n_q", [1, 600])
def test_scores_beyond_float64_are_far_and_keep_their_order(n_q):
    q, v = np.full((n_q, 2), 1e200), np.arange(1000.0)[:, None]
    low = np.column_stack([np.full(1000, -1e200), np.zeros(1000)])
    assert worst(fast_attention(q, low, v), v.mean()) < 1e-9  # as low as each other
    low[7] = 1e200
    assert np.all(fast_attention(q, low, v) == 7)


@pytest.mark.parametrize("n_q", [1, 40])
@pytest.mark.parametrize("hide", [False, -np.inf])
def test_what_nobody_may_read_may_be_anything(n_q, hide):
    """The unused end of a buffer: NaN in hidden keys and values reaches nobody."""
    q, k, v = problem(n_q, 700, width=64)
    expected = fast_attention(q, k[:650], v[:650])
    k[650:], v[650:] = np.nan, np.inf
    shown = np.arange(700) < 650
    mask = shown if hide is False else np.where(shown, 0.0, hide)
    assert worst(fast_attention(q, k, v, mask=mask), expected) < 1e-12


def test_the_least_number_as_a_mask_hides_but_a_row_of_it_is_even():
    q, k, v = problem(3, 5)
    mask = np.zeros((3, 5))
    mask[0, 2:], mask[1] = np.finfo(float).min, np.finfo(float).min
    expected = attention(q, k, v, mask=mask)
    assert worst(fast_attention(q, k, v, mask=mask), expected) < 1e-12
    assert worst(expected[1], v.mean(0)) < 1e-12


@pytest.mark.parametrize("length", [1, 1e3])
def test_numbers_are_added_to_the_scores_of_many_queries(length):
    q, k, v = problem(600, 700, length=length)
    mask = 5 * normal(600, 700, seed=4)
    mask[:, 100:400] = -np.inf
    mask[7, 5], mask[8] = np.inf, -np.inf
    assert worst(fast_attention(q, k, v, mask=mask), attention(q, k, v, mask=mask)) < 1e-11


def test_nan_in_a_query_stays_in_its_row():
    q, k, v = problem(40, 9, length=1e3)
    expected = fast_attention(q, k, v)
    q[7, 1] = np.nan
    output = fast_attention(q, k, v, threads=2)
    assert np.isnan(output[7]).all()
    others = np.arange(40) != 7
    assert worst(output[others], expected[others]) < 1e-12


def test_nan_in_a_key_or_value_reaches_whoever_may_read_it():
    q, k, v = problem(9, 9)
    expected = fast_attention(q, k, v, causal=True)
    spoiled = k.copy()
    spoiled[6, 0] = np.nan
    output = fast_attention(q, spoiled, v, causal=True)
    assert worst(output[:6], expected[:6]) < 1e-14
    assert np.isnan(output[6:]).all()
    spoiled = v.copy()
    spoiled[6, 0] = np.nan
    assert np.isnan(fast_attention(q, k, spoiled, causal=True)[6:, 0]).all()


# --- Manners --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dtype", [np.float16, np.float32, np.float64, np.int8, np.int64, np.uint16, bool]
)
def test_types_follow_the_rule_of_attention(dtype):
    arrays = [(np.arange(12).reshape(4, 3) % 5 + i).astype(dtype) for i in range(3)]
    output, expected = fast_attention(*arrays), attention(*arrays)
    assert output.dtype == expected.dtype
    np.testing.assert_allclose(output, expected, rtol=2e-3)


def test_float16_is_computed_in_float32():
    halves = [x.astype(np.float16) for x in problem(20, 30, width=64)]
    single = fast_attention(*(x.astype(np.float32) for x in halves))
    assert np.array_equal(fast_attention(*halves), single.astype(np.float16))


def test_mixed_types_and_plain_lists_work_too():
    q, k, v = problem(2, 3)
    mixed = q.astype(np.float32), k, v.astype(np.float16)
    assert fast_attention(*mixed).dtype == attention(*mixed).dtype == np.float64
    lists = fast_attention(q.tolist(), k.tolist(), v.tolist())
    assert np.array_equal(lists, fast_attention(q, k, v))


def test_strided_reversed_and_read_only_arrays_work_and_stay_as_they_were():
    whole = normal(3, 2, 8, 6)
    q, k, v = whole[0].swapaxes(0, 1)[:, :, ::2], whole[1, :, ::-1, 3:], whole[2, :, 2:]
    k, v = k[..., :6, :], v[..., ::-1, :]
    q = np.broadcast_to(q[:2, None].mean(-1, keepdims=True), (2, 1, 2, 3))[:, 0]
    whole.setflags(write=False)
    before = [x.copy() for x in (q, k, v)]
    for threads in (1, 3):
        assert worst(fast_attention(q, k, v, threads=threads), attention(q, k, v)) < 1e-14
    assert all(np.array_equal(x, y) for x, y in zip(before, (q, k, v), strict=True))


def test_inputs_are_never_written_to():
    q, k, v = problem(600, 300, length=50)
    before = q.copy(), k.copy(), v.copy()
    fast_attention(q, k, v, causal="lower right", threads=2)
    assert all(np.array_equal(x, y) for x, y in zip(before, (q, k, v), strict=True))


def test_the_options_are_those_of_attention():
    ours, theirs = (set(inspect.signature(f).parameters) for f in (fast_attention, attention))
    assert ours - {"threads", "return_lse"} == theirs - {"return_weights"}


@pytest.mark.parametrize(
    ("q", "k", "v", "says"),
    [
        ((3,), (4, 3), (4, 2), r"q \(3,\), k \(4, 3\), v \(4, 2\)"),
        ((), (4, 3), (4, 2), r"q \(\)"),
        ((2, 3), (4, 5), (4, 2), r"q \(2, 3\), k \(4, 5\)"),
        ((2, 3), (4, 3), (5, 2), r"k \(4, 3\), v \(5, 2\)"),
        ((2, 3), (4, 3), (4,), r"v \(4,\)"),
        ((5, 2, 3), (2, 4, 3), (2, 4, 1), r"q \(5, 2, 3\), k \(2, 4, 3\)"),
    ],
)
def test_errors_repeat_the_shapes(q, k, v, says):
    with pytest.raises(ValueError, match=says):
        fast_attention(np.ones(q), np.ones(k), np.ones(v))


@pytest.mark.parametrize("causal", [True, "top left", None])
def test_an_order_that_does_not_fit_is_refused(causal):
    with pytest.raises(ValueError, match=rf"causal={causal!r}.* n_q=2, n_k=4: .*'lower right'"):
        fast_attention(np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 1)), causal=causal)


@pytest.mark.parametrize(
    ("mask", "says"),
    [
        (np.ones((3, 4), bool), r"mask \(3, 4\) bool .*\(..., n_q, n_k\) = \(2, 4\)"),
        (np.ones((5, 2, 4), bool), r"mask \(5, 2, 4\) bool"),
        (np.ones(4, int), r"mask \(4,\) int64.* bool .* or float"),
    ],
)
def test_a_mask_that_does_not_fit_is_refused(mask, says):
    with pytest.raises(ValueError, match=says):
        fast_attention(np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 1)), mask=mask)


def test_complex_numbers_are_refused():
    with pytest.raises(ValueError, match=r"q \(2, 3\) complex128: give real"):
        fast_attention(np.ones((2, 3), complex), np.ones((4, 3)), np.ones((4, 1)))


# --- Threads and memory ---------------------------------------------------------------------------


@pytest.fixture
def pools(monkeypatch):
    """How many threads each pool was made for."""
    made = []
    pool = concurrent.futures.ThreadPoolExecutor

    def recorded(threads, *options):
        made.append(threads)
        return pool(threads, *options)

    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", recorded)
    fast._pool.cache_clear()
    yield made
    fast._pool.cache_clear()


def test_a_pool_is_made_once_and_not_for_little_work(pools):
    for arrays in (problem(1, 200_000), problem(60, 60), problem(600, 600)):
        fast_attention(*arrays, threads=2)
        assert pools == []
    fast_attention(*problem(800, 800))
    assert pools == []
    for threads in (2, 3, 2, 3):
        fast_attention(*problem(800, 800), threads=threads)
    assert pools == [1, 2]  # the caller's own thread works too


@quick
@given(problems(), st.integers(2, 4))
def test_heads_shared_among_threads_agree_with_the_definition(drawn, threads):
    arrays, options = drawn
    with mock.patch.object(fast, "SHARED_BYTES", 0):
        output = fast_attention(*arrays, **options, threads=threads)
    np.testing.assert_allclose(output, defined.attention(*arrays, **options), atol=1e-11)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_few_queries_over_much_are_shared_by_heads_and_groups_stay_together(calls, threads):
    q, k, v = normal(2, 12, 1, 8), normal(2, 6, 50, 8, seed=1), normal(2, 3, 50, 8, seed=2)
    mask, stop = normal(12, 1, 50, seed=3) > 0, np.arange(39, 51).reshape(1, 12)
    options = {"mask": mask, "key_stop": stop, "sinks": np.arange(12.0), "grouped": True}
    with mock.patch.object(fast, "SHARED_BYTES", k.nbytes + v.nbytes):
        output, lse = fast_attention(q, k, v, **options, threads=threads, return_lse=True)
    assert calls == {"_weights_at_once": min(threads, 3)}
    alone, lse_alone = fast_attention(q, k, v, **options, return_lse=True)
    assert worst(output, alone) < 1e-14
    assert worst(lse, lse_alone) < 1e-14


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf])
def test_an_odd_value_reaches_its_own_head_alone_among_threads(odd):
    q, k, v = normal(4, 1, 8), normal(4, 50, 8, seed=1), normal(4, 50, 8, seed=2)
    v[2, 7, 3] = odd
    with mock.patch.object(fast, "SHARED_BYTES", 0):
        output = fast_attention(q, k, v, threads=2)
    np.testing.assert_allclose(output, fast_attention(q, k, v), rtol=1e-14)
    assert np.argwhere(~np.isfinite(output)).tolist() == [[2, 0, 3]]


def test_a_helper_that_comes_too_late_is_not_waited_for():
    pool = fast._pool(1, os.getpid())
    busy = threading.Event()
    pool.submit(busy.wait)
    try:
        output = fast_attention(*problem(800, 800), threads=2)
    finally:
        busy.set()
    assert worst(output, attention(*problem(800, 800))) < 1e-12


def test_threads_of_a_small_type_share_many_heads(monkeypatch):
    monkeypatch.setattr(fast, "SHARED_BYTES", 0)
    arrays = [np.broadcast_to(x, (300, *x.shape)) for x in problem(2, 3)]
    found = fast_attention(*arrays, threads=np.uint8(2))
    assert np.array_equal(found, fast_attention(*arrays, threads=2))


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, None, "2"])
def test_threads_that_make_no_sense_are_refused(threads):
    with pytest.raises(ValueError, match=rf"threads={threads!r}: give a whole number, 1 or more"):
        fast_attention(*problem(2, 3), threads=threads)


def test_a_job_that_fails_in_a_thread_fails_here(monkeypatch):
    monkeypatch.setattr(fast, "_tile_scores", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        fast_attention(*problem(800, 800), threads=2)
    fast._pool(1, os.getpid()).shutdown()  # the other jobs end before the next test counts its own
    fast._pool.cache_clear()


@pytest.mark.parametrize("failing", ["MainThread", "attention"])
def test_after_an_error_nobody_takes_another_job(failing):
    """Interrupted in the middle, a long call ends with the blocks that have begun."""
    both_are_at_work = threading.Barrier(2, timeout=60)
    begun = []

    def job():
        begun.append(threading.current_thread().name)
        both_are_at_work.wait()
        if threading.current_thread().name.startswith(failing):
            raise KeyboardInterrupt
        time.sleep(0.5)  # the other meets its error meanwhile

    with pytest.raises(KeyboardInterrupt):
        fast._run((job for _ in range(100)), 2)
    assert len(begun) == 2


@pytest.fixture
def calls(monkeypatch):
    """How often each step was called."""
    counted = collections.Counter()
    for name in ("_weights_at_once", "_store_block", "_tile_scores"):
        kept = getattr(fast, name)
        monkeypatch.setattr(fast, name, lambda *a, f=kept, n=name: counted.update([n]) or f(*a))
    return counted


def test_tiles_that_nobody_reads_are_not_computed(calls):
    q, k, v = problem(2048, 2048)  # 4 blocks of 512 queries and 4 tiles of 512 keys
    fast_attention(q, k, v)
    assert calls.pop("_tile_scores") == 4 * 8  # 256 wide: 1 MiB of float64
    fast_attention(q, k, v, causal=True)  # 8 blocks of 256 queries
    assert calls.pop("_tile_scores") == 1 + 1 + 2 + 2 + 3 + 3 + 4 + 4
    fast_attention(q, k, v, mask=np.arange(2048) < 512)
    assert calls.pop("_tile_scores") == 4 * 2
    fast_attention(q, k, v, key_start=100, key_stop=356)
    assert calls.pop("_tile_scores") == 4
    fast_attention(q, k, v, causal=True, window=128)  # 32 blocks of 64, no wider than 192
    assert calls.pop("_tile_scores") == 32


@pytest.mark.parametrize(
    ("ahead", "causal", "window", "whole"),
    [
        (10, False, 13, True),  # places 10 to 13: all four keys are at most 13 before each
        (10, False, 12, False),
        (-9, False, 12, True),  # places -9 to -6: key 3 is 12 after the first
        (-9, False, 11, False),
        (3, True, None, True),
        (2, True, None, False),
    ],
)
def test_a_tile_that_every_query_reads_is_read_without_a_mask(ahead, causal, window, whole):
    may = fast._in_order(ahead, 4, 4, causal, window)
    assert (may is None) == whole
    place, key = ahead + np.arange(4)[:, None], np.arange(4)
    reach = np.inf if window is None else window
    expected = (np.abs(key - place) <= reach) & ((key <= place) | (not causal))
    assert np.array_equal(np.ones((4, 4), bool) if may is None else may, expected)


def test_few_queries_and_small_batches_need_no_tiles(calls):
    for n_q, n_k in ((1, 200_000), (16, 100_000), (60, 60)):
        fast_attention(*problem(n_q, n_k))
        assert calls == {"_weights_at_once": 1}
        calls.clear()
    q, k, v = normal(40, 4, 100, 8), normal(40, 4, 100, 8, seed=1), normal(40, 4, 100, 8, seed=2)
    assert worst(fast_attention(q, k, v, threads=2), attention(q, k, v)) < 1e-14
    assert calls == {
        "_weights_at_once": 40
    }  # together 2^20 scores and more: one place of the batch each
    calls.clear()
    fast_attention(*problem(800, 800))
    assert calls["_store_block"] == 2
    assert not calls["_weights_at_once"]


def test_a_half_full_buffer_is_read_only_where_it_is_full(calls, monkeypatch):
    widths = []
    kept = fast._scores
    monkeypatch.setattr(
        fast, "_scores", lambda q, k, s: widths.append(k.shape[-2]) or kept(q, k, s)
    )
    q, k, v = normal(2, 3, 1, 4), normal(2, 3, 50, 4, seed=1), normal(2, 3, 50, 5, seed=2)
    start, stop = np.array([[10], [12]]), np.array([[20], [30]])
    options = {"key_start": start, "key_stop": stop, "causal": "lower right"}
    assert worst(fast_attention(q, k, v, **options), attention(q, k, v, **options)) < 1e-14
    fast_attention(q, k, v, causal="lower right", window=5)
    assert widths == [20, 6]


def peak(*arrays, **options):
    """The most memory held at once beyond the arguments, in bytes."""
    tracemalloc.start()
    fast_attention(*arrays, **options)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return held


@pytest.mark.parametrize(("causal", "length", "threads"), [(False, 1, 1), (True, 100, 2)])
def test_memory_does_not_grow_with_the_square(causal, length, threads):
    n = 4096
    q, k, v = problem(n, n, dtype=np.float32, length=length)
    scores = n * n * q.itemsize
    assert peak(q, k, v, causal=causal, threads=threads) < scores / 20 * threads


@pytest.mark.parametrize("length", [1, 100])
def test_memory_does_not_grow_with_the_keys(length):
    q, k, _ = problem(20, 300_000, width=64, dtype=np.float32, length=length)
    few, many = (peak(q, k[:n], k[:n]) for n in (30_000, 300_000))
    assert many < few + 50_000


def test_one_query_needs_less_memory_than_its_dictionary():
    q, k, v = problem(1, 200_000, width=64, dtype=np.float32)
    assert peak(q, k, v) < k.nbytes / 10


# --- Who does how much ----------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 4, 16])
def test_there_are_rows_for_every_thread(monkeypatch, threads):
    done, kept = [], fast._store_block
    monkeypatch.setattr(fast, "_store_block", lambda *given: done.append(given) or kept(*given))
    fast_attention(*problem(800, 800), threads=threads)
    assert len(done) >= threads


@pytest.mark.parametrize(("scale", "q_by", "k_by"), [(1e39, 1e-25, 1e-14), (1e-41, 1e26, 1e15)])
def test_a_scale_beyond_float32_loses_nothing_in_tiles(scale, q_by, k_by):
    q, k, v = problem(800, 800, dtype=np.float32)
    q, k = q * np.float32(q_by), k * np.float32(k_by)  # scores of ordinary size
    found = fast_attention(q, k, v, scale=scale)
    assert worst(found, attention(q, k, v, scale=scale)) < 1e-5


def test_a_cap_that_is_too_far_to_matter_is_left_out_in_tiles_too():
    q, k, v = problem(800, 800, length=1e150)
    k = k * 1e150  # scores far above the cap, which would make them all alike
    found = fast_attention(q, k, v, softcap=1e200)
    assert worst(found, attention(q, k, v, softcap=1e200)) < 1e-12


def test_one_query_more_than_few_is_read_in_tiles(calls):
    fast_attention(*problem(fast.FEW_ROWS, 40_000))
    assert not calls["_store_block"]
    fast_attention(*problem(fast.FEW_ROWS + 1, 40_000))
    assert calls["_store_block"]
