"""The tiled drop-in against the definition, across the borders of its tiles, and in its manners."""

import inspect
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup import examples, lookup, snippets

attention = snippets.load("attention").attention
fast = snippets.load("fast_attention")
fast_attention = fast.fast_attention
quick = settings(deadline=None, max_examples=50, derandomize=True)
ORDERS = [False, "upper left", "lower right"]
TOLERANCE = {np.dtype(np.float32): 2e-6, np.dtype(np.float64): 1e-14}


def normal(*shape, seed=0, dtype=np.float64):
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


def problem(n_q, n_k, width=4, dtype=np.float64, length=1.0):
    """Queries, keys and values; the scores spread about as wide as `length`."""
    q = normal(n_q, width, seed=1, dtype=dtype) * dtype(length)
    return q, normal(n_k, width, seed=2, dtype=dtype), normal(n_k, 3, seed=3, dtype=dtype)


def worst(output, expected):
    return np.abs(np.asarray(output, float) - expected).max(initial=0)


@st.composite
def problems(draw):
    """Small problems in any layout; several threads cut the keys into several tiles."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 5)) for _ in range(4))
    layouts = [((), ()), ((4,), (4,)), ((4,), (2,)), ((3,), (1,)), ((3,), ()), ((2, 4), (2, 2))]
    lead_q, lead_k = draw(
        st.sampled_from([*layouts, ((2, 4), (2,)), ((1, 4), (3, 2)), ((1,), (5,))])
    )
    q = rng.normal(size=(*lead_q, n_q, d_k)) * 10.0 ** draw(st.integers(-3, 3))
    k, v = rng.normal(size=(*lead_k, n_k, d_k)), rng.normal(size=(*lead_k, n_k, d_v))
    options = {
        "causal": draw(st.sampled_from(ORDERS)),
        "scale": draw(st.sampled_from([None, 1.0, 0.3, -2.0, 0.0])),
    }
    return (q, k, v), options, draw(st.integers(1, 4))


@quick
@given(problems())
def test_fast_attention_agrees_with_the_definition(drawn):
    arrays, options, threads = drawn
    output = fast_attention(*arrays, **options, threads=threads)
    np.testing.assert_allclose(output, lookup.attention(*arrays, **options), atol=1e-11)


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
    q, k, v = problem(64, 64, dtype=np.float32, length=100)
    depths = (q @ k.T) - (q @ k.T).max(-1, keepdims=True)
    with np.errstate(under="raise"):
        fast._tile(q, k, v, 64, 64, 0)
        with pytest.raises(FloatingPointError):  # what the floor spares
            np.exp(depths)


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
        ((0, 4, 3, 2), (0, 2, 5, 2), (0, 2, 5, 4)),
    ],
)
@pytest.mark.parametrize("threads", [1, 3])
def test_empty_axes_give_what_attention_gives(q, k, v, threads):
    arrays = np.ones(q), np.ones(k), np.ones(v)
    output, expected = fast_attention(*arrays, threads=threads), attention(*arrays)
    assert output.shape == expected.shape
    np.testing.assert_allclose(output, expected)


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
    shared = set(inspect.signature(fast_attention).parameters) - {"threads"}
    assert shared < set(inspect.signature(attention).parameters)


@pytest.mark.parametrize(
    ("q", "k", "v", "says"),
    [
        ((3,), (4, 3), (4, 2), r"float64 \(3,\), float64 \(4, 3\), float64 \(4, 2\)"),
        ((2, 3), (4, 5), (4, 2), r"\(2, 3\), float64 \(4, 5\)"),
        ((2, 3), (4, 3), (5, 2), r"\(4, 3\), float64 \(5, 2\)"),
        ((2, 3), (4, 3), (4,), r"float64 \(4,\)"),
        ((5, 2, 3), (2, 4, 3), (2, 4, 1), r"\(5,\).*\(2,\)"),
    ],
)
def test_errors_repeat_the_shapes(q, k, v, says):
    with pytest.raises(ValueError, match=says):
        fast_attention(np.ones(q), np.ones(k), np.ones(v))


@pytest.mark.parametrize("causal", [True, "top left", None])
def test_an_order_that_does_not_fit_is_refused(causal):
    with pytest.raises(ValueError, match=rf"causal={causal!r} .True: n_q=n_k"):
        fast_attention(np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 1)), causal=causal)


def test_complex_numbers_are_refused():
    with pytest.raises(ValueError, match=r"complex128 \(2, 3\).* real"):
        fast_attention(np.ones((2, 3), complex), np.ones((4, 3)), np.ones((4, 1)))


# --- Threads and memory ---------------------------------------------------------------------------


@pytest.fixture
def pools(monkeypatch):
    """How many threads each pool was made for, on a machine of six cores."""
    made = []
    pool = fast.ThreadPoolExecutor

    def recorded(threads, **options):
        made.append(threads)
        return pool(threads, **options)

    monkeypatch.setattr(fast, "ThreadPoolExecutor", recorded)
    monkeypatch.setattr(fast.os, "cpu_count", lambda: 6)
    return made


@pytest.mark.parametrize(
    ("blas", "n_q", "n_k", "threads"),
    [
        ("1", 600, 600, 6),  # many queries
        ("1", 1, 300_000, 6),  # one query, a large dictionary
        ("1", 60, 60, 1),  # too little work to share
        ("1", 1, 3_000, 1),
        ("2", 600, 600, 1),  # BLAS has threads of its own: more would fight
        (None, 600, 600, 1),
    ],
)
def test_threads_are_used_when_they_pay(blas, n_q, n_k, threads, pools, monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if blas:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", blas)
    fast_attention(np.ones((n_q, 1)), np.ones((n_k, 1)), np.ones((n_k, 64)))
    assert pools == [threads]


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


def test_one_query_needs_less_memory_than_its_dictionary():
    q, k, v = problem(1, 200_000, width=64, dtype=np.float32)
    assert peak(q, k, v) < k.nbytes / 10
