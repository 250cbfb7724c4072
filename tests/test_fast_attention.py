"""The tiled drop-in against the definition, across the borders of its tiles, and in its manners."""

import concurrent.futures
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
        "mask": draw(masks((*lead_q, n_q, n_k), rng)),
        "causal": draw(st.sampled_from(ORDERS)),
        "scale": draw(st.sampled_from([None, 1.0, 0.3, -2.0, 0.0])),
    }
    return (q, k, v), options, draw(st.integers(1, 4))


@st.composite
def masks(draw, shape, rng):
    """No mask, or one of either kind that fits scores of this shape, with some of the axes."""
    if not draw(st.booleans()):
        return None
    kept = [size if draw(st.booleans()) else 1 for size in shape]
    may = rng.random(kept[draw(st.integers(0, len(kept))) :]) < draw(st.sampled_from([0, 0.5, 1]))
    return may if draw(st.booleans()) else np.where(may, rng.normal(size=may.shape), -np.inf)


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
    q, k, _ = problem(64, 64, dtype=np.float32, length=100)
    depths = (q @ k.T) - (q @ k.T).max(-1, keepdims=True)
    scores = q @ k.T
    with np.errstate(divide="ignore"):  # as fast_attention calls it
        fast._lower(scores, np.finfo(np.float32).min, True, None)
    with np.errstate(under="raise"):
        np.exp(scores)
        with pytest.raises(FloatingPointError):  # what the floor spares
            np.exp(depths)


@pytest.mark.parametrize(("dtype", "huge"), [(np.float32, 3e38), (np.float64, 1e300)])
@pytest.mark.parametrize("n_q", [1, 40])
def test_what_is_far_below_reads_nothing_however_large_it_is(n_q, dtype, huge):
    q, keys = np.ones((n_q, 1), dtype), np.zeros((2, 1), dtype)
    values = np.array([[1], [huge]], dtype)
    assert np.all(fast_attention(q, keys, values, mask=np.array([0, -1e9], dtype)) == 1)
    low = np.array([[0], [-1000]], dtype)
    assert np.all(fast_attention(q, low, values, scale=1) == 1)


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
    output, expected = fast_attention(*arrays, threads=threads), attention(*arrays)
    assert output.shape == expected.shape
    np.testing.assert_allclose(output, expected)


@pytest.mark.parametrize("threads", [1, 2])
def test_scores_beyond_float64_are_loud(threads):
    huge = np.array([[1e200, 1.0]])
    for factor in (1, -1):
        output = fast_attention(huge, [[factor * 1e200, 0.0]] * 3, [[1.0]] * 3, threads=threads)
        assert np.isnan(output).all()


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
    shared = set(inspect.signature(fast_attention).parameters) - {"threads"}
    assert shared < set(inspect.signature(attention).parameters)


@pytest.mark.parametrize(
    ("q", "k", "v", "says"),
    [
        ((3,), (4, 3), (4, 2), r"q \(3,\) float64, k \(4, 3\) float64, v \(4, 2\) float64"),
        ((), (4, 3), (4, 2), r"q \(\) float64"),
        ((2, 3), (4, 5), (4, 2), r"q \(2, 3\) float64, k \(4, 5\)"),
        ((2, 3), (4, 3), (5, 2), r"k \(4, 3\) float64, v \(5, 2\)"),
        ((2, 3), (4, 3), (4,), r"v \(4,\) float64"),
        ((5, 2, 3), (2, 4, 3), (2, 4, 1), r"q \(5, 2, 3\) float64, k \(2, 4, 3\)"),
    ],
)
def test_errors_repeat_the_shapes(q, k, v, says):
    with pytest.raises(ValueError, match=says):
        fast_attention(np.ones(q), np.ones(k), np.ones(v))


@pytest.mark.parametrize("causal", [True, "top left", None])
def test_an_order_that_does_not_fit_is_refused(causal):
    with pytest.raises(ValueError, match=rf"causal={causal!r}: .* causal=True wants n_q = n_k"):
        fast_attention(np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 1)), causal=causal)


@pytest.mark.parametrize(
    ("mask", "says"),
    [
        (np.ones((3, 4), bool), r"mask \(3, 4\) bool, .* \(..., n_q, n_k\)"),
        (np.ones((5, 2, 4), bool), r"mask \(5, 2, 4\) bool"),
        (np.ones(4, int), r"mask \(4,\) int64.* bool or float"),
    ],
)
def test_a_mask_that_does_not_fit_is_refused(mask, says):
    with pytest.raises(ValueError, match=says):
        fast_attention(np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 1)), mask=mask)


def test_complex_numbers_are_refused():
    with pytest.raises(ValueError, match=r"q \(2, 3\) complex128.* real"):
        fast_attention(np.ones((2, 3), complex), np.ones((4, 3)), np.ones((4, 1)))


# --- Threads and memory ---------------------------------------------------------------------------


@pytest.fixture
def pools(monkeypatch):
    """How many threads each pool was made for."""
    made = []
    pool = concurrent.futures.ThreadPoolExecutor

    def recorded(threads, **options):
        made.append(threads)
        return pool(threads, **options)

    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", recorded)
    return made


def test_threads_that_are_asked_for_are_made_and_no_others(pools):
    for arrays in (problem(1, 60), problem(60, 60), problem(600, 600)):
        fast_attention(*arrays)
        assert pools == []
    fast_attention(*problem(60, 60), threads=2)
    fast_attention(*problem(600, 600), threads=3)
    assert pools == [2, 3]
    with pytest.raises(ValueError, match="greater than 0"):
        fast_attention(*problem(60, 60), threads=0)


def test_tiles_that_nobody_reads_are_not_computed(monkeypatch):
    q, k, v = problem(2048, 2048, length=100)  # 4 blocks of queries times 8 of keys
    met, computed = [], []
    for name, calls in (("_seen", met), ("_lower", computed)):
        kept = getattr(fast, name)
        monkeypatch.setattr(fast, name, lambda *a, f=kept, c=calls: c.append(1) or f(*a))
    fast_attention(q, k, v)
    fast_attention(q, k, v, causal=True)
    assert len(met) == len(computed) == 32 + (2 + 4 + 6 + 8)
    fast_attention(q, k, v, mask=np.arange(2048) < 512)
    assert len(computed) == 32 + 20 + 8


def test_scores_that_make_exp_slow_are_left_to_the_tiles():
    q, k, v = problem(4, 60)
    assert fast._at_once(q, k, v) is not None
    assert fast._at_once(100 * q, k, v) is None


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


def test_few_queries_take_the_short_way(monkeypatch):
    called = []
    for name in ("_at_once", "_in_blocks"):
        kept = getattr(fast, name)
        monkeypatch.setattr(
            fast, name, lambda *a, f=kept, n=name, **o: called.append(n) or f(*a, **o)
        )
    one, few, many = problem(1, 200_000), problem(60, 60), problem(400, 400)
    answers = [fast_attention(*arrays) for arrays in (one, few, many)]
    assert called == ["_at_once", "_at_once", "_in_blocks"]
    called.clear()
    q, k, v = normal(2, 6, 1, 4), normal(2, 3, 50, 4, seed=1), normal(2, 3, 50, 5, seed=2)
    assert worst(fast_attention(q, k, v), attention(q, k, v)) < 1e-14  # two heads share a key
    assert worst(fast_attention(q[0], k[0, 0], v[0, 0]), attention(q[0], k[0, 0], v[0, 0])) < 1e-14
    assert called == ["_at_once", "_at_once"]
    assert worst(fast_attention(q[:, :1], k, v), attention(q[:, :1], k, v)) < 1e-14
    assert called == ["_at_once", "_at_once", "_in_blocks"]
    called.clear()
    newest = fast_attention(*one, causal="lower right")  # it stands at the end: nothing is hidden
    assert called == ["_at_once"]
    assert np.array_equal(newest, answers[0])
    assert worst(fast_attention(*one, causal="upper left"), one[2][:1]) < 1e-14
    assert called == ["_at_once", "_in_blocks"]


def test_one_query_needs_less_memory_than_its_dictionary():
    q, k, v = problem(1, 200_000, width=64, dtype=np.float32)
    assert peak(q, k, v) < k.nbytes / 10
