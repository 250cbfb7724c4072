"""Multi-head attention, rebuilt head by head from the definition."""

import re
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup import lookup, snippets

snippet = snippets.load("multi_head")
MultiHead, Cache, Entries = snippet.MultiHead, snippet.Cache, snippet.Entries
rotate = snippets.load("rotary").rotate
quick = settings(deadline=None, max_examples=40, derandomize=True)


def layer(rng, heads=4, key_heads=2, d=6, d_k=3, d_v=2, d_out=5, **changes):
    parts = {
        "w_q": rng.normal(size=(d, heads * d_k)),
        "w_k": rng.normal(size=(d, key_heads * d_k)),
        "w_v": rng.normal(size=(d, key_heads * d_v)),
        "w_o": rng.normal(size=(heads * d_v, d_out)),
        "b_q": rng.normal(size=heads * d_k),
        "b_k": rng.normal(size=key_heads * d_k),
        "b_v": rng.normal(size=key_heads * d_v),
        "b_o": rng.normal(size=d_out),
        "gates": rng.random(heads),
        "heads": heads,
        "key_heads": key_heads,
    }
    return MultiHead(**{**parts, **changes})


def by_definition(made, x, source, turn=None, **options):
    """The sum over heads of gate × lookup × that head's rows of W_O."""
    d_k, d_v = made.w_q.shape[1] // made.heads, len(made.w_o) // made.heads
    asked, found = x @ made.w_q + made.b_q, source @ made.w_k + made.b_k
    told = source @ made.w_v + made.b_v
    output = 0
    for head in range(made.heads):
        shared = head * made.key_heads // made.heads
        q = asked[..., head * d_k : (head + 1) * d_k]
        k = found[..., shared * d_k : (shared + 1) * d_k]
        v = told[..., shared * d_v : (shared + 1) * d_v]
        if turn is not None:
            q, k = turn(q), turn(k)
        read = lookup.attention(q, k, v, **options)
        output = output + made.gates[head] * read @ made.w_o[head * d_v : (head + 1) * d_v]
    return output + made.b_o


@quick
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([(4, 4), (4, 2), (4, 1), (6, 3), (1, 1)]),
    st.sampled_from([(), (2,), (2, 3)]),
    st.sampled_from(["nothing", "bool", "float"]),
    st.booleans(),
)
def test_it_agrees_with_the_definition(seed, heads, lead, kind, crossing):
    rng = np.random.default_rng(seed)
    made = layer(rng, *heads)
    x, other = rng.normal(size=(*lead, 3, 6)), rng.normal(size=(*lead, 4, 6))
    source = other if crossing else x
    allowed = rng.random((3, source.shape[-2])) < 0.6
    added = np.where(allowed, rng.normal(size=allowed.shape), -np.inf)
    mask = {"nothing": None, "bool": allowed, "float": added}[kind]
    output = made(x, other if crossing else None, mask=mask)
    np.testing.assert_allclose(output, by_definition(made, x, source, mask=mask), atol=1e-10)


@pytest.mark.parametrize("causal", ["upper left", "lower right"])
@pytest.mark.parametrize("window", [None, 0, 1, 3])
def test_causal_order_and_window_agree_with_the_definition(causal, window):
    rng = np.random.default_rng(0)
    made, x, source = layer(rng), rng.normal(size=(2, 6)), rng.normal(size=(5, 6))
    may = lookup.causal_mask(2, 5, causal)
    if window is not None:
        may = np.asarray(may) & lookup.window_mask(2, 5, window, causal)
    output = made(x, source, causal=causal, window=window)
    np.testing.assert_allclose(output, by_definition(made, x, source, mask=may))


def test_a_window_without_causal_order_looks_both_ways():
    rng = np.random.default_rng(0)
    made, x = layer(rng), rng.normal(size=(5, 6))
    expected = by_definition(made, x, x, mask=lookup.window_mask(5, 5, 1))
    np.testing.assert_allclose(made(x, window=1), expected)


def test_causal_true_is_for_as_many_queries_as_keys():
    rng = np.random.default_rng(0)
    made, x = layer(rng), rng.normal(size=(3, 6))
    np.testing.assert_allclose(made(x, causal=True), by_definition(made, x, x, causal=True))
    with pytest.raises(ValueError, match=r"n_q=3, n_k=5: say causal='upper left' or"):
        made(x, rng.normal(size=(5, 6)), causal=True)


@pytest.mark.parametrize("causal", ["no", "upper-left", [True], np.array([True, False]), 1, None])
def test_another_order_is_refused_with_the_ones_there_are(causal):
    x, made = np.ones((2, 6)), layer(np.random.default_rng(0))
    for cache in (None, Cache()):
        with pytest.raises(ValueError, match="give False, True, 'upper left' or 'lower right'"):
            made(x, causal=causal, cache=cache)


@pytest.mark.parametrize("window", [-1, 1.5, True, "2", [1]])
def test_a_window_is_a_whole_number_of_places(window):
    with pytest.raises(ValueError, match=r"window=.*: give a whole number of places, 0 or more"):
        layer(np.random.default_rng(0))(np.ones((2, 6)), window=window)


def test_it_agrees_with_the_step_that_introduces_heads():
    rng = np.random.default_rng(2)
    made = layer(rng, b_q=None, b_k=None, b_v=None, b_o=None)
    x = rng.normal(size=(4, 6))
    step = snippets.load("heads").multi_head(
        x @ made.w_q, x @ made.w_k, x @ made.w_v, made.w_o, heads=4, sharing=2, gates=made.gates
    )
    np.testing.assert_allclose(made(x), step)


# --- The cache ------------------------------------------------------------------------------------


@pytest.mark.parametrize("capacity", [0, 1, 4, 6, 50])
@pytest.mark.parametrize("pieces", [[1] * 6, [6], [4, 2], [1, 3, 2]])
@pytest.mark.parametrize("window", [None, 2])
def test_a_cache_fed_in_any_pieces_equals_all_at_once(pieces, capacity, window):
    rng = np.random.default_rng(1)
    made, tokens = layer(rng, d_k=4, rotate=rotate), rng.normal(size=(2, 6, 6))
    cache = Cache(capacity)
    places = np.cumsum(pieces)[:-1]
    steps = [made(piece, cache=cache, window=window) for piece in np.split(tokens, places, axis=1)]
    expected = made(tokens, causal=True, window=window)
    np.testing.assert_allclose(np.concatenate(steps, axis=1), expected)
    assert cache.length == 6
    assert cache.entries().keys.shape == (2, made.key_heads, 6, 4)
    assert cache.entries().values.shape == (2, made.key_heads, 6, 2)


def test_a_reserved_cache_moves_nothing_and_a_full_one_doubles():
    rng = np.random.default_rng(1)
    made, cache = layer(rng), Cache(capacity=4)
    made(rng.normal(size=(2, 6)), cache=cache)
    room = cache.entries().keys.base
    made(rng.normal(size=(2, 6)), cache=cache)
    assert cache.entries().keys.base is room
    made(rng.normal(size=(1, 6)), cache=cache)
    assert cache.capacity == 8
    assert cache.length == 5


def test_setting_the_length_back_forgets_the_last_entries():
    rng = np.random.default_rng(1)
    made, cache, tokens = layer(rng), Cache(), rng.normal(size=(4, 6))
    made(tokens[:3], cache=cache)
    cache.length = 2
    made(tokens[3:], cache=cache)
    expected = made(tokens[[0, 1, 3]], causal=True)[-1]
    again = Cache()
    made(tokens[:2], cache=again)
    np.testing.assert_allclose(made(tokens[3:], cache=again)[0], expected)
    assert np.array_equal(cache.entries().keys, again.entries().keys)


@pytest.mark.parametrize("length", [-1, 4, 2.0, "2", None, True])
def test_a_length_that_was_never_reached_is_refused(length):
    """Beyond what was written lies memory of whoever had it before."""
    made, cache = layer(np.random.default_rng(1)), Cache(capacity=9)
    made(np.ones((3, 6)), cache=cache)
    with pytest.raises(ValueError, match=rf"length={length!r}: the cache was given 3"):
        cache.length = length
    assert cache.length == 3


def test_a_cache_counts_past_what_a_small_type_holds():
    made, rows = layer(np.random.default_rng(1)), np.random.default_rng(2).normal(size=(300, 6))
    cache = Cache(capacity=np.uint8(250))
    made(rows[:200], cache=cache)
    cache.length = np.uint8(180)
    found = made(rows[180:], cache=cache)
    np.testing.assert_allclose(found, made(rows, causal=True)[180:])
    assert (cache.capacity, cache.length) == (500, 300)


def test_a_new_cache_has_no_entry_to_count():
    cache = Cache(capacity=9)
    assert cache.length == 0
    with pytest.raises(ValueError, match="length=1: the cache was given 0"):
        cache.length = 1


def test_a_call_that_fails_adds_nothing_to_the_cache():
    made, cache, x = layer(np.random.default_rng(12)), Cache(), np.ones((3, 6))
    made(x, cache=cache)
    before = [part.copy() for part in cache.entries()]
    with pytest.raises(ValueError, match="mask"):
        made(2 * x, cache=cache, mask=np.ones((9, 9), bool))
    assert cache.length == 3
    assert all(np.array_equal(a, b) for a, b in zip(cache.entries(), before, strict=True))


def test_a_cache_of_another_layer_or_batch_is_refused():
    rng, cache = np.random.default_rng(0), Cache()
    layer(rng)(np.ones((2, 3, 6)), cache=cache)
    says = r"the cache holds keys \(2, 2, 3, 3\) float64, the new are "
    with pytest.raises(ValueError, match=says + r"\(4, 2, 1, 3\) float64"):
        layer(rng)(np.ones((4, 1, 6)), cache=cache)
    with pytest.raises(ValueError, match=says + r"\(2, 4, 1, 3\)"):
        layer(rng, key_heads=4)(np.ones((2, 1, 6)), cache=cache)
    with pytest.raises(ValueError, match="one cache for each layer"):
        layer(rng, d_v=3)(np.ones((2, 1, 6)), cache=cache)
    with pytest.raises(ValueError, match="0 or more"):
        Cache(-1)


def test_a_cache_is_for_what_is_read_in_order():
    made = layer(np.random.default_rng(0))
    with pytest.raises(ValueError, match="not both"):
        made(np.ones((1, 6)), np.ones((2, 6)), cache=Cache())
    with pytest.raises(ValueError, match="a cache is read in the order 'lower right'"):
        made(np.ones((1, 6)), causal="upper left", cache=Cache())


# --- A fixed source -------------------------------------------------------------------------------


def test_a_source_projected_once_gives_the_same_answers():
    rng = np.random.default_rng(0)
    made, x, source = layer(rng), rng.normal(size=(3, 6)), rng.normal(size=(5, 6))
    entries = made.entries(source)
    assert np.array_equal(made(x, entries), made(x, source))
    may = rng.random((3, 5)) < 0.5
    assert np.array_equal(made(x, entries, mask=may), made(x, source, mask=may))


def test_the_entries_of_another_layer_are_refused_with_both_shapes():
    rng = np.random.default_rng(0)
    entries = layer(rng, d_k=4).entries(np.ones((5, 6)))
    says = r"source has keys \(2, 5, 4\), .* reads \(\.\.\., 2, n_k, 3\)"
    with pytest.raises(ValueError, match=says):
        layer(rng)(np.ones((3, 6)), entries)


def test_batches_that_do_not_fit_are_named():
    made = layer(np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"x has the batch \(4,\), the source \(2,\)"):
        made(np.ones((4, 3, 6)), np.ones((2, 5, 6)))


# --- Positions ------------------------------------------------------------------------------------


def test_rotation_stands_between_projection_and_score():
    rng = np.random.default_rng(0)
    made, x = layer(rng, d_k=4, rotate=rotate), rng.normal(size=(2, 5, 6))
    expected = by_definition(made, x, x, turn=lambda part: rotate(part, np.arange(5)), causal=True)
    np.testing.assert_allclose(made(x, causal=True), expected)


def test_places_may_differ_in_a_batch_and_only_their_distance_counts():
    rng = np.random.default_rng(0)
    made, x = layer(rng, d_k=4, rotate=rotate), rng.normal(size=(2, 5, 6))
    places = np.array([np.arange(5), 100 + np.arange(5)])
    np.testing.assert_allclose(made(x, places=places), made(x), atol=1e-10)
    stretched = np.array([np.arange(5), 3 * np.arange(5)])
    output = made(x, places=stretched)
    np.testing.assert_allclose(output[0], made(x)[0], atol=1e-12)
    assert not np.allclose(output[1], made(x)[1])
    np.testing.assert_allclose(output[1], made(x[1], places=stretched[1]))


def test_places_that_do_not_fit_and_rotations_that_reshape_are_refused():
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match=r"places \(4,\): give one for each row, \(2, 5\)"):
        layer(rng)(np.ones((2, 5, 6)), places=np.arange(4))
    with pytest.raises(ValueError, match=r"places \(1, 5\): give one for each row, \(5,\)"):
        layer(rng)(np.ones((5, 6)), places=[range(5)])
    cut = layer(rng, rotate=lambda rows, places: rows[..., :1])
    with pytest.raises(ValueError, match=r"rotate made \(4, 5, 1\) of \(4, 5, 3\)"):
        cut(np.ones((5, 6)))


# --- The contract ---------------------------------------------------------------------------------


def test_a_gate_of_0_silences_its_head():
    rng = np.random.default_rng(3)
    made = layer(rng, gates=[1, 1, 0, 1])
    x, w_o = rng.normal(size=(3, 6)), made.w_o.copy()
    w_o[4:6] = rng.normal(size=(2, 5))  # the rows of head 2
    changed = layer(np.random.default_rng(3), gates=[1, 1, 0, 1], w_o=w_o)
    assert np.array_equal(made(x), changed(x))


def test_a_query_with_nothing_to_read_gets_only_the_last_bias():
    rng = np.random.default_rng(4)
    made, x = layer(rng), rng.normal(size=(3, 6))
    output, weights = made(x, mask=np.zeros((3, 3), bool), return_weights=True)
    assert not weights.any()
    assert np.array_equal(output, np.broadcast_to(made.b_o, (3, 5)))


def test_weights_have_one_matrix_for_each_head_with_rows_that_sum_to_1():
    rng = np.random.default_rng(5)
    made, x = layer(rng), rng.normal(size=(2, 3, 6))
    output, weights = made(x, return_weights=True)
    assert weights.shape == (2, 4, 3, 3)
    np.testing.assert_allclose(weights.sum(-1), 1)
    assert np.array_equal(output, made(x))


@pytest.mark.parametrize("junk", [np.nan, np.inf, -np.inf])
def test_a_hidden_row_never_reaches_an_answer(junk):
    rng = np.random.default_rng(6)
    made, x = layer(rng), rng.normal(size=(4, 6))
    dirty = x.copy()
    dirty[3] = junk
    seen = np.array([True, True, True, False])
    assert np.array_equal(made(dirty[:3], dirty, mask=seen), made(x[:3], x, mask=seen))
    added = np.where(seen, 0, -np.inf)
    assert np.array_equal(made(dirty[:3], dirty, mask=added), made(x[:3], x, mask=added))
    assert np.array_equal(made(dirty, causal=True)[:3], made(x, causal=True)[:3])
    assert not np.isfinite(made(dirty, causal=True)[3]).any()  # what is read is not hidden
    cache = Cache()
    made(dirty, cache=cache)
    seen = np.array([True, True, True, False, True])
    assert np.isfinite(made(x[:1], cache=cache, mask=seen)).all()


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_finite_input_gives_finite_output(kind):
    rng = np.random.default_rng(7)
    large = {np.float32: 1e18, np.float64: 1e150}[kind]
    x = (large * rng.normal(size=(3, 2))).astype(kind)
    square = (large * np.eye(2)).astype(kind)
    made = MultiHead(square, square, np.eye(2, dtype=kind), np.eye(2, dtype=kind), 1, 1)
    output, weights = made(x, return_weights=True)
    assert np.isfinite(output).all()
    np.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-6)
    moved = made(x, mask=np.full((3, 3), np.finfo(kind).max / 2))
    assert np.isfinite(moved).all()


def test_a_program_that_raises_on_every_floating_point_event_gets_the_same_answers():
    rng = np.random.default_rng(8)
    made, x = layer(rng), 1e6 * rng.normal(size=(3, 6))
    expected = made(x, causal=True)
    with np.errstate(all="raise"):
        assert np.array_equal(made(x, causal=True), expected)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_types_stay_and_half_precision_is_computed_in_single(kind):
    rng = np.random.default_rng(9)
    double = layer(rng)
    names = ["w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o", "gates"]
    narrow = {name: getattr(double, name).astype(kind) for name in names}
    x = rng.normal(size=(3, 6)).astype(kind)
    output, weights = layer(rng, **narrow)(x, return_weights=True)
    assert output.dtype == weights.dtype == kind
    wide = {name: array.astype(np.float64) for name, array in narrow.items()}
    expected = layer(rng, **wide)(x.astype(np.float64))
    np.testing.assert_allclose(output, expected, atol=4 * np.finfo(kind).eps * abs(expected).max())


def test_whole_numbers_give_double_precision():
    eye = np.eye(2, dtype=int)
    halved = MultiHead(eye, eye, eye, eye, 2, 2, gates=np.array([0.5, 0.5]))
    whole = MultiHead(eye, eye, eye, eye, 2, 2)
    tokens = np.array([[4, 2], [0, 8]])
    assert np.allclose(2 * halved(tokens), whole(tokens))
    assert whole(tokens).dtype == np.float64


def test_no_token_gives_no_row():
    made = layer(np.random.default_rng(8))
    assert made(np.ones((0, 6))).shape == (0, 5)
    assert np.array_equal(made(np.ones((2, 6)), np.ones((0, 6))), np.stack([made.b_o] * 2))


def test_a_long_prompt_is_read_in_blocks_that_change_no_answer(monkeypatch):
    rng = np.random.default_rng(10)
    made, x = layer(rng), rng.normal(size=(2, 40, 6))
    may = rng.random((2, 4, 40, 40)) < 0.7
    whole, weights = made(x, mask=may, causal=True, window=9, return_weights=True)
    monkeypatch.setattr(snippet, "SCORES_AT_ONCE", 7 * 2 * 4 * 40)
    output, again = made(x, mask=may, causal=True, window=9, return_weights=True)
    np.testing.assert_allclose(output, whole, rtol=1e-12)
    np.testing.assert_allclose(again, weights, rtol=1e-12)


@pytest.mark.parametrize(
    ("shape", "at_once", "rows"),
    [
        ((2, 3, 5, 4), 48, [2, 2, 1]),  # two rows of 2 · 3 · 4 scores
        ((2, 3, 2, 4), 1, [1, 1]),  # never less than a row
        ((1, 4, 1), 2, [2, 2]),
        ((1, 2, 0), 2, [2]),  # without keys
        ((1, 0, 4), 2, [0]),  # without queries
    ],
)
def test_a_block_has_as_many_rows_as_their_scores_may_be_at_once(monkeypatch, shape, at_once, rows):
    monkeypatch.setattr(snippet, "SCORES_AT_ONCE", at_once)
    assert [block.stop - block.start for block in snippet._blocks(shape)] == rows


def test_without_weights_the_memory_of_a_prompt_does_not_grow_with_its_square(monkeypatch):
    monkeypatch.setattr(snippet, "SCORES_AT_ONCE", 2**14)
    rng = np.random.default_rng(11)
    made, x = layer(rng), rng.normal(size=(1000, 6))
    tracemalloc.start()
    made(x, causal=True)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1000 * 1000 * 8  # a quarter of the scores of four heads


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"heads": 5}, "heads must be a multiple of key_heads"),
        ({"key_heads": 3}, "heads must be a multiple of key_heads"),
        ({"key_heads": 0}, "both above 0"),
        ({"w_q": np.ones((6, 11))}, r"give w_q \(d, heads \* d_k\)"),
        ({"w_k": np.ones((6, 12))}, r"and w_k \(d, key_heads \* d_k\)"),
        ({"w_v": np.ones((6, 5))}, r"give w_v \(d, key_heads \* d_v\)"),
        ({"w_o": np.ones((9, 5))}, r"and w_o \(heads \* d_v, d_out\)"),
        ({"w_v": np.ones((7, 4))}, "equally many rows"),
    ],
)
def test_matrices_that_do_not_fit_are_repeated_in_the_error(changes, says):
    made = layer(np.random.default_rng(9))
    fitting = {name: getattr(made, name) for name in ("w_q", "w_k", "w_v", "w_o")}
    wrong = fitting | {"heads": 4, "key_heads": 2} | changes
    with pytest.raises(ValueError, match=says) as error:
        MultiHead(**wrong)
    for name in fitting:
        assert f"{name} {wrong[name].shape}" in str(error.value)


@pytest.mark.parametrize(
    ("name", "wrong", "says"),
    [
        ("b_q", np.ones(3), r"b_q \(3,\): give one number for each column of w_q, \(12,\)"),
        ("b_o", np.ones((1, 5)), r"b_o \(1, 5\): .*, \(5,\)"),
        ("gates", np.ones(3), r"gates \(3,\): give one number for each head, \(4,\)"),
        ("w_q", np.ones(3), r"w_q \(3,\): give a matrix"),
        ("w_q", np.ones((6, 12)) * 1j, r"w_q \(6, 12\) complex128: give real numbers"),
        ("scale", np.nan, "scale=nan: give a finite number"),
    ],
)
def test_a_part_that_does_not_fit_is_named(name, wrong, says):
    with pytest.raises(ValueError, match=says):
        layer(np.random.default_rng(0), **{name: wrong})


def test_rows_of_another_width_are_refused_with_both_shapes():
    rng = np.random.default_rng(10)
    with pytest.raises(ValueError, match=r"x \(3, 7\): give \(\.\.\., n, 6\) for w_q \(6, 12\)"):
        layer(rng)(np.ones((3, 7)))
    with pytest.raises(ValueError, match=r"source \(6,\): give \(\.\.\., n, 6\) for w_k \(6, 6\)"):
        layer(rng)(np.ones((3, 6)), np.ones(6))
    with pytest.raises(ValueError, match="x is a masked array"):
        layer(rng)(np.ma.masked_less(np.ones((3, 6)), 0))
    with pytest.raises(ValueError, match="rows of different lengths"):
        layer(rng)([[1, 2], [3]])


@pytest.mark.parametrize("shape", [(3, 2), (5, 2, 2), (1, 1, 1, 1, 1)])
def test_a_mask_that_does_not_fit_is_refused(shape):
    says = rf"mask {re.escape(str(shape))} bool for .* \(4, 2, 2\): make it broadcast"
    with pytest.raises(ValueError, match=says):
        layer(np.random.default_rng(11))(np.ones((2, 6)), mask=np.ones(shape, bool))


def test_a_mask_of_ones_and_zeros_is_refused_unless_it_is_bool():
    made, x = layer(np.random.default_rng(11)), np.ones((2, 6))
    with pytest.raises(ValueError, match=r"mask \(2, 2\) int64 for .*: give bool"):
        made(x, mask=np.ones((2, 2), int))
    with pytest.raises(ValueError, match="only 0 and 1, which would be added"):
        made(x, mask=np.eye(2))
    assert np.array_equal(made(x, mask=np.zeros((2, 2))), made(x))


# --- From PyTorch ---------------------------------------------------------------------------------


def test_packed_weights_are_unpacked_in_the_order_query_key_value():
    rng = np.random.default_rng(0)
    state = {
        "in_proj_weight": rng.normal(size=(18, 6)),
        "in_proj_bias": rng.normal(size=18),
        "out_proj.weight": rng.normal(size=(6, 6)),
        "out_proj.bias": rng.normal(size=6),
    }
    made = MultiHead.from_torch(state, heads=3)
    assert np.array_equal(made.w_q, state["in_proj_weight"][:6].T)
    assert np.array_equal(made.w_k, state["in_proj_weight"][6:12].T)
    assert np.array_equal(made.w_v, state["in_proj_weight"][12:].T)
    assert np.array_equal(made.b_k, state["in_proj_bias"][6:12])
    assert np.array_equal(made.w_o, state["out_proj.weight"].T)
    assert len(state) == 4  # it took nothing out of the state
    assert MultiHead.from_torch(
        {name: state[name] for name in ("in_proj_weight", "out_proj.weight")}, heads=3
    ).b_q is None  # fmt: skip


def test_a_state_with_other_parts_is_refused_by_name():
    state = {"in_proj_weight": np.ones((18, 6)), "out_proj.weight": np.ones((6, 6))}
    with pytest.raises(ValueError, match=r"\['bias_k'\] of the state have no place"):
        MultiHead.from_torch({**state, "bias_k": np.ones((1, 1, 6))}, heads=3)
    with pytest.raises(ValueError, match="the state has no q_proj_weight"):
        MultiHead.from_torch({"out_proj.weight": np.ones((6, 6))}, heads=3)


@pytest.mark.parametrize("heads", [2.0, True, "2", None])
def test_heads_and_rooms_are_counted_in_whole_numbers(heads):
    eye = np.eye(4)
    with pytest.raises(ValueError, match=rf"heads={heads!r}, .*w_q \(4, 4\).*whole numbers"):
        MultiHead(eye, eye, eye, eye, heads=heads, key_heads=heads)
    with pytest.raises(ValueError, match=rf"capacity={heads!r}: give a whole number, 0 or more"):
        Cache(capacity=heads)


def test_heads_of_a_small_type_cut_wide_matrices():
    eye, rows = np.eye(768), np.random.default_rng(3).normal(size=(3, 768))
    made = MultiHead(eye, eye, eye, eye, heads=np.uint8(12), key_heads=np.uint8(12))
    assert np.array_equal(made(rows), MultiHead(eye, eye, eye, eye, heads=12, key_heads=12)(rows))


def test_entries_without_heads_are_refused_with_their_shapes():
    eye, rows = np.eye(4), np.ones((3, 4))
    layer = MultiHead(eye, eye, eye, eye, heads=2, key_heads=2)
    with pytest.raises(ValueError, match=r"keys \(3, 4\), values \(3, 4\).*use its own entries"):
        layer(rows, Entries(rows, rows))


@pytest.mark.parametrize(
    ("keys", "values"),
    [((2, 3, 2), (2, 4, 2)), ((3, 2, 3, 2), (2, 2, 3, 2)), ((2, 3, 2), (3, 2, 3, 2))],
)
def test_entries_whose_keys_and_values_are_not_pairs_are_refused(keys, values):
    made = layer(np.random.default_rng(0), key_heads=2, d_k=2, d_v=2)
    given = Entries(np.ones(keys), np.ones(values))
    with pytest.raises(ValueError, match=r"source has keys .* values .*: use its own entries"):
        made(np.ones((5, 6)), given)


def test_entries_may_be_lists_and_whole_numbers_and_meet_a_query_that_is_nan():
    made, x = layer(np.random.default_rng(0)), np.ones((5, 6))
    given = made.entries(np.ones((3, 6)))
    lists = Entries(given.keys.tolist(), given.values.tolist())
    assert np.array_equal(made(x, lists), made(x, given))
    whole = Entries(np.ones(given.keys.shape, int), np.ones(given.values.shape, int))
    x[0] = np.nan
    assert np.isnan(made(x, whole)).any(-1).tolist() == [True, False, False, False, False]


def test_a_rotation_may_answer_with_a_list_but_not_with_nothing():
    made = layer(np.random.default_rng(0), rotate=lambda rows, places: rows.tolist())
    plain = layer(np.random.default_rng(0))
    assert np.array_equal(made(np.ones((3, 6))), plain(np.ones((3, 6))))
    made.rotate = lambda rows, places: None
    with pytest.raises(ValueError, match=r"rotate made \(\) of"):
        made(np.ones((3, 6)))


def test_a_source_is_projected_under_any_error_settings():
    made = layer(np.random.default_rng(0))
    with np.errstate(all="raise"):
        assert np.isinf(made.entries(np.full((2, 6), 1e308)).keys).any()
