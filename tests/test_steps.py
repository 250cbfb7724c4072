"""Every step agrees with the oracle, on read-only arrays of any layout and scores of any size."""

import inspect
import math
import re
import runpy
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from softlookup import catalogue, lookup
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.snippets import example, load, path, printed

INF = math.inf
quick = settings(max_examples=30, deadline=None)
few = st.integers(1, 4)
LAYOUTS = [
    np.array,
    np.asfortranarray,
    lambda array: np.repeat(array, 2, axis=-1)[..., ::2],  # every second number of a wider array
    lambda array: np.array(array[::-1])[::-1],  # backwards in memory
]


def close(a, b, tolerance=1e-8):
    np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


@st.composite
def numbers(draw, *shape, limit=10.0):
    """Read-only numbers in one of the layouts: a step that writes to its input fails."""
    floats = st.floats(-limit, limit, allow_subnormal=False)
    array = draw(st.sampled_from(LAYOUTS))(draw(arrays(float, shape, elements=floats)))
    array.setflags(write=False)
    return array


@st.composite
def dictionaries(draw, queries=None):
    """A query or several, keys and values; scores from about 1e-6 to several times 1e5."""
    entries, width = draw(few), draw(few)
    limit = draw(st.sampled_from([1e-3, 1.0, 300.0]))
    asked = (width,) if queries is None else (draw(queries), width)
    answers = draw(st.sampled_from([(entries,), (entries, 1), (entries, 3)]))
    return (
        draw(numbers(*asked, limit=limit)),
        draw(numbers(entries, width, limit=limit)),
        draw(numbers(*answers, limit=100.0)),
    )


def columns(values):
    """Values as (n_k, d_v), for the oracle of many queries."""
    return values.reshape(len(values), -1)


def rows(output, values):
    """The oracle's (n_q, d_v) as (n_q,) when the values had no width."""
    return output[:, 0] if values.ndim == 1 else output


# --- Exact ----------------------------------------------------------------------------------------

names = st.sampled_from(["dog", "cat", "8", "", 8, 8.0, 0, 1, True, None, (1, 2)])


@quick
@given(names, st.lists(st.tuples(names, st.integers()), max_size=5))
def test_exact_lookup_finds_what_the_oracle_finds_and_misses_what_it_misses(query, entries):
    keys, values = [key for key, _ in entries], [value for _, value in entries]
    step = load("exact_lookup").exact_lookup
    try:
        expected = lookup.exact_lookup(query, keys, values)
    except KeyError:
        with pytest.raises(KeyError):
            step(query, keys, values)
    else:
        assert step(query, keys, values) == expected


def test_exact_lookup_wants_one_value_for_each_key():
    with pytest.raises(ValueError, match="zip"):
        load("exact_lookup").exact_lookup(1, [1, 2], [1])


@quick
@given(st.permutations(range(4)), st.integers(0, 3), st.data())
def test_matrix_lookup_is_the_exact_lookup_in_any_order_of_keys(order, query, data):
    keys, values = np.eye(4)[order], data.draw(numbers(4))
    found = load("matrix_lookup").matrix_lookup(np.eye(4)[query], keys, values)
    assert found == lookup.exact_lookup(query, order, values)
    many = load("matrix_lookup").matrix_lookup(np.eye(4), keys, values)
    assert many.tolist() == [lookup.exact_lookup(i, order, values) for i in range(4)]


# --- Scores and shares ----------------------------------------------------------------------------


@quick
@given(st.data(), few)
def test_dot_and_cosine_agree_with_the_oracle(data, width):
    a, b = data.draw(numbers(width, limit=300)), data.draw(numbers(width, limit=300))
    step = load("similarity")
    close(step.dot(a, b), lookup.dot(a, b))
    if np.linalg.norm(a) * np.linalg.norm(b) > 1e-100:
        close(step.cosine(a, b), lookup.cosine(a, b))


def test_similarity_does_not_stretch_a_vector_or_invent_a_direction():
    with pytest.raises(ValueError, match="mismatch"):
        load("similarity").dot([1.0, 2.0], [1.0])
    with pytest.raises(ValueError, match="no direction"):
        load("similarity").cosine([0.0, 0.0], [1.0, 2.0])


@quick
@given(st.data(), st.sampled_from([0, 1, 2, -1, -2]), st.sampled_from([1e-6, 1.0, 1e5]))
def test_softmax_agrees_with_the_oracle_on_any_axis(data, axis, limit):
    scores = data.draw(numbers(2, 3, 1, limit=limit))
    close(load("softmax").softmax(scores, axis), np.apply_along_axis(lookup.softmax, axis, scores))


@quick
@given(st.lists(st.one_of(st.just(-INF), st.floats(-1e5, 1e5)), min_size=1), st.floats(-1e5, 1e5))
def test_softmax_gives_minus_infinity_nothing(scores, finite):
    scores = [*scores, finite]
    close(load("softmax").softmax(scores), lookup.softmax(scores))


def test_dot_of_small_integers_does_not_wrap_around():
    for kind in (np.uint8, np.int8):
        assert load("similarity").dot(np.full(4, 100, kind), np.full(4, 100, kind)) == 40000


def test_softmax_of_small_integers_does_not_wrap_around():
    for kind in (np.uint8, np.int8):
        close(load("softmax").softmax(np.array([3, 100, 1], dtype=kind)), [0, 1, 0])


def test_softmax_of_nothing_is_an_error():
    with pytest.raises(ValueError, match="zero-size"):
        load("softmax").softmax([])


# --- One query and many ---------------------------------------------------------------------------


@quick
@given(dictionaries())
def test_soft_lookup_agrees_with_the_oracle(entries):
    close(load("soft_lookup").soft_lookup(*entries), lookup.soft_lookup(*entries))


@pytest.mark.parametrize("name", ["soft_lookup", "temperature", "sparse", "memory_read"])
def test_a_query_of_the_wrong_width_is_an_error(name):
    with pytest.raises(ValueError, match="mismatch"):
        load(name).soft_lookup(np.ones(3), KEYS, VALUES)
    with pytest.raises(ValueError, match="mismatch"):
        load(name).soft_lookup(TENNIS, KEYS, VALUES[:2])


@pytest.mark.parametrize("name", ["soft_lookup", "temperature", "sparse", "retrieval"])
def test_an_empty_dictionary_is_an_error(name):
    with pytest.raises(ValueError, match="zero-size"):
        load(name).soft_lookup(TENNIS, KEYS[:0], VALUES[:0])


@quick
@given(dictionaries(), st.floats(1e-4, 1e4))
def test_temperature_agrees_with_the_oracle(entries, temperature):
    found = load("temperature").soft_lookup(*entries, temperature)
    close(found, lookup.soft_lookup(*entries, temperature), 1e-6)  # 1e5 / 1e-4 leaves few digits


@quick
@given(st.lists(st.integers(-100, 100), min_size=1, max_size=5))
def test_temperature_runs_from_the_best_to_the_mean(scores):
    soften = load("temperature").soften
    best = np.equal(scores, max(scores))
    close(soften(scores, 1e-300), best / best.sum())
    close(soften(scores, INF), np.full(len(scores), 1 / len(scores)))


@pytest.mark.parametrize("temperature", [0, -1, math.nan])
def test_a_temperature_that_is_not_above_zero_is_an_error(temperature):
    with pytest.raises(ValueError, match=f"not {temperature}"):
        load("temperature").soft_lookup(TENNIS, KEYS, VALUES, temperature)


@quick
@given(few, few)
def test_entries_read_counts_even_weights_and_no_others(some, none):
    weights = np.array([1 / some] * some + [0.0] * none)
    close(load("temperature").entries_read(weights), some)


@pytest.mark.parametrize("weights", [[1.5, -0.5], [0.5, 0.4], [[0.5, 0.5]]])
def test_entries_read_takes_only_weights(weights):
    with pytest.raises(ValueError, match="sums to 1, not"):
        load("temperature").entries_read(weights)


def test_entries_read_is_the_exponential_of_the_entropy():
    weights = lookup.soft_weights(TENNIS, KEYS)
    entropy = -sum(w * math.log(w) for w in weights)
    close(load("temperature").entries_read(weights), math.exp(entropy))


@quick
@given(dictionaries(queries=few))
def test_many_queries_agree_with_the_oracle(entries):
    queries, keys, values = entries
    step = load("many_queries")
    close(step.read_weights(queries, keys), lookup.attention_weights(queries, keys, scale=1))
    expected = lookup.attention(queries, keys, columns(values), scale=1)
    close(step.soft_lookup(queries, keys, values), rows(expected, values))


def test_batches_of_queries_read_each_their_own_keys():
    rng = np.random.default_rng(0)
    queries, keys = rng.normal(size=(3, 3, 2)), rng.normal(size=(3, 3, 2))
    values = rng.normal(size=(3, 3, 4))
    each = [
        load("many_queries").soft_lookup(*one) for one in zip(queries, keys, values, strict=True)
    ]
    close(load("many_queries").soft_lookup(queries, keys, values), each)
    each = [load("projections").read_weights(*one) for one in zip(queries, keys, strict=True)]
    close(load("projections").read_weights(queries, keys), each)
    each = [load("cache").causal_lookup(*one) for one in zip(queries, keys, values, strict=True)]
    close(load("cache").causal_lookup(queries, keys, values), each)


def test_heads_refuse_a_batch_instead_of_scrambling_it():
    with pytest.raises(ValueError, match="unpack"):
        load("heads").split(np.ones((2, 2, 4)), 2)


@quick
@given(dictionaries(queries=few), st.sampled_from([None, 1.0, 0.1]))
def test_scaled_weights_agree_with_the_oracle(entries, scale):
    queries, keys, _ = entries
    step = load("scaling")
    weights = step.softmax(step.scaled_scores(queries, keys, scale))
    close(weights, lookup.attention_weights(queries, keys, scale=scale))


@pytest.mark.parametrize("d_k", [4, 64])
def test_scores_spread_with_the_root_of_the_width_unless_scaled(d_k):
    measure = load("scaling").measure
    spread, top, slope = measure(d_k, scale=1)
    scaled_spread, scaled_top, scaled_slope = measure(d_k)
    close(spread / scaled_spread, math.sqrt(d_k))
    assert 0.9 < scaled_spread < 1.1
    assert scaled_top < top
    assert scaled_slope > slope


# --- Gradients ------------------------------------------------------------------------------------


@quick
@given(dictionaries(), st.data())
def test_gradients_agree_with_the_oracle(entries, data):
    values = entries[2]
    upstream = 1.0 if values.ndim == 1 else data.draw(numbers(values.shape[1]))
    exact = lookup.soft_lookup_gradients(*entries)
    for found, jacobian in zip(load("gradients").gradients(*entries, upstream), exact, strict=True):
        expected = jacobian if values.ndim == 1 else np.tensordot(upstream, jacobian, axes=1)
        close(found, expected, 1e-6)


def test_gradients_agree_with_trial_for_query_keys_and_values():
    step = load("gradients")
    by_query, by_keys, by_values = step.gradients(TENNIS, KEYS, VALUES)
    close(by_query, step.nudge(lambda q: lookup.soft_lookup(q, KEYS, VALUES), TENNIS))
    close(by_keys, step.nudge(lambda k: lookup.soft_lookup(TENNIS, k, VALUES), KEYS))
    close(by_values, step.nudge(lambda v: lookup.soft_lookup(TENNIS, KEYS, v), VALUES))


@pytest.mark.parametrize(("values", "upstream"), [((3, 1), 1.0), ((3,), np.ones(1)), ((3, 2), 1.0)])
def test_an_upstream_of_another_shape_than_the_output_is_refused(values, upstream):
    with pytest.raises(ValueError, match=r"upstream must have the shape of the output"):
        load("gradients").gradients(TENNIS, KEYS, np.ones(values), upstream)


# --- Masks ----------------------------------------------------------------------------------------

sizes = st.integers(0, 4)


@quick
@given(sizes, sizes, sizes, st.sampled_from(lookup.ALIGNMENTS))
def test_masks_agree_with_the_oracle(n_q, n_k, reach, alignment):
    step = load("masks")
    causal, window = step.causal(n_q, n_k, alignment), step.window(n_q, n_k, reach, alignment)
    assert causal.tolist() == lookup.causal_mask(n_q, n_k, alignment).tolist()
    assert window.tolist() == lookup.window_mask(n_q, n_k, reach, alignment).tolist()


def test_masks_know_two_alignments_and_no_third():
    with pytest.raises(ValueError, match="'lower right', not 'left'"):
        load("masks").causal(2, 3, "left")


def test_a_mask_of_numbers_is_refused_and_not_read_upside_down():
    with pytest.raises(ValueError, match="may_read must be bool"):
        load("masks").masked_softmax([3, 2, 1], [0, 0, -np.inf])


@pytest.mark.parametrize("kind", [bool, np.uint8, np.int8])
def test_whole_numbers_are_ranked_like_others(kind):
    keys, query = np.array([[1, 0], [0, 1]], kind), np.array([1, 0], kind)
    assert load("retrieval").retrieve(query, keys, 2).tolist() == [0, 1]
    assert load("sparse").top_lookup(query, keys.astype(int), np.array([10, 5]), 1) == 10
    assert np.isclose(load("similarity").cosine(100 * keys[0], query), 1)


@pytest.mark.parametrize(("kind", "most"), [(np.uint8, 200), (np.int8, 100)])
def test_scores_of_small_whole_numbers_do_not_wrap_around(kind, most):
    query, keys = np.array([2], kind), np.array([[most], [most // 4]], kind)
    assert load("retrieval").retrieve(query, keys, 1).tolist() == [0]
    assert load("retrieval").soft_lookup(query, keys, np.array([10, 5])) == 10
    assert load("sparse").top_lookup(query, keys, np.array([10, 5]), 2) == 10


def test_a_query_may_be_a_list_where_keys_are_an_array():
    keys, values = np.array([[2.0, 1.0], [-1.0, 2.0]]), np.array([10.0, 2.0])
    assert load("retrieval").retrieve([1, 1], keys, 1).tolist() == [0]
    assert load("retrieval").soft_lookup([1, 1], keys, values) > 8
    assert load("sparse").top_lookup([1, 1], keys, values, 1) == 10
    assert len(load("sparse").window_lookup([[1, 1], [1, 1]], keys, values, 0)) == 2


@pytest.mark.parametrize("name", ["similarity", "hopfield"])
def test_cosine_stays_where_an_angle_belongs_to_it(name):
    cosine = load(name).cosine
    for vector in np.random.default_rng(0).normal(size=(100, 10)):
        assert np.arccos(cosine(vector, vector)) < 1e-6
        assert np.arccos(cosine(vector, -vector)) > np.pi - 1e-6


@pytest.mark.parametrize("length", [1e-200, 1, 1e200])
def test_cosine_bears_any_length(length):
    cosine = load("similarity").cosine
    assert np.isclose(cosine([length, length], [1, 0]), np.sqrt(0.5))
    with pytest.raises(ValueError, match=r"\(3, 2\) and \(2,\)"):
        cosine(np.ones((3, 2)), np.ones(2))


def test_rows_of_scores_soften_one_by_one():
    soften = load("temperature").soften
    rows = np.array([[3.0, 2, 1], [0, 5, 0]])
    expected = np.stack([soften(row, 2) for row in rows])
    assert np.array_equal(soften(rows, 2), expected)


def test_a_query_of_the_past_reads_no_further_than_its_place():
    step = load("cache")
    keys, values = np.ones((3, 2)), np.array([10.0, 5.0, 2.0])
    assert step.causal_lookup(np.ones((1, 2)), keys, values).tolist() == [10]


def test_padding_reads_the_first_entries_of_each_dictionary():
    assert load("masks").padding([0, 2], 3).tolist() == [[[False] * 3], [[True, True, False]]]
    assert load("masks").padding(1, 2).tolist() == [[True, False]]


@quick
@given(st.data(), few, sizes, st.sampled_from([1e-6, 1.0, 1e5]))
def test_masked_softmax_agrees_with_the_oracle(data, n_q, n_k, limit):
    scores = data.draw(numbers(n_q, n_k, limit=limit)) if n_k else np.zeros((n_q, 0))
    may_read = data.draw(arrays(bool, (n_q, n_k)))
    selected = np.where(may_read, scores, -INF)
    found = load("masks").masked_softmax(scores, may_read)
    close(found, np.reshape([lookup.softmax(row) for row in selected], (n_q, n_k)))
    assert np.all(found[~may_read] == 0)


def test_what_is_masked_may_be_anything():
    scores = np.array([[math.nan, 1.0, INF], [math.nan, -INF, INF]])
    found = load("masks").masked_softmax(scores, [False, True, False])
    assert found.tolist() == [[0, 1, 0], [0, 0, 0]]


# --- Roles and heads ------------------------------------------------------------------------------


@quick
@given(st.data(), few, few, few, few)
def test_projections_agree_with_the_oracle(data, n_q, n_k, width, d_k):
    readers, sources = data.draw(numbers(n_q, width)), data.draw(numbers(n_k, width))
    w_q, w_k, w_v = (data.draw(numbers(width, d)) for d in (d_k, d_k, 2))
    step = load("projections")
    expected = lookup.attention(readers @ w_q, sources @ w_k, sources @ w_v)
    close(step.cross_attention(readers, sources, w_q, w_k, w_v), expected)
    expected = lookup.attention(sources @ w_q, sources @ w_k, sources @ w_v)
    close(step.self_attention(sources, w_q, w_k, w_v), expected)


def cut(array, heads):
    """Columns of each head, by slicing: (n, h × d) → (h, n, d)."""
    width = array.shape[1] // heads
    return np.array([array[:, head * width : (head + 1) * width] for head in range(heads)])


@quick
@given(st.data(), few, few, few, st.sampled_from([(1, 1), (2, 1), (2, 2), (4, 2), (6, 3)]))
def test_heads_agree_with_the_oracle_and_w_o_adds_them_up(data, n_q, n_k, d_k, sharing):
    heads, groups = sharing
    queries = data.draw(numbers(n_q, heads * d_k))
    keys = data.draw(numbers(n_k, heads // groups * d_k))
    values = data.draw(numbers(n_k, heads // groups * 2))
    w_o, gates = data.draw(numbers(heads * 2, 3)), data.draw(numbers(heads))
    key_heads = heads // groups
    blends = lookup.attention(cut(queries, heads), cut(keys, key_heads), cut(values, key_heads))
    parts = cut(w_o.T, heads).mT  # the rows of W_O that belong to each head
    mixed = [gate * blend @ w for gate, blend, w in zip(gates, blends, parts, strict=True)]
    found = load("heads").multi_head(queries, keys, values, w_o, heads, groups, gates)
    close(found, np.sum(mixed, axis=0))


@quick
@given(st.data(), few, few, few)
def test_heads_are_split_by_columns_and_merged_back(data, n, heads, width):
    array = data.draw(numbers(n, heads * width))
    step = load("heads")
    assert step.split(array, heads).tolist() == cut(array, heads).tolist()
    assert step.merge(step.split(array, heads)).tolist() == array.tolist()


@pytest.mark.parametrize(("heads", "groups"), [(3, 1), (4, 3), (1, 2)])
def test_heads_that_do_not_divide_the_width_are_an_error(heads, groups):
    four = np.ones((2, 4))
    with pytest.raises(ValueError, match=r"reshape|mismatch|broadcast"):
        load("heads").multi_head(four, four, four, np.eye(4), heads, groups)


# --- Positions ------------------------------------------------------------------------------------


@quick
@given(st.data(), few, st.integers(1, 3), st.booleans())
def test_rotary_agrees_with_complex_numbers_turned_one_by_one(data, n, half, interleaved):
    rows, places = data.draw(numbers(n, 2 * half)), data.draw(numbers(n, limit=1000))
    found = load("rotary").rotate(rows, places, base=100.0, interleaved=interleaved)
    for row, place, turned in zip(rows, places, found, strict=True):
        for pair in range(half):
            ends = (2 * pair, 2 * pair + 1) if interleaved else (pair, half + pair)
            angle = place * 100.0 ** (-pair / half)
            number = complex(*row[list(ends)]) * complex(math.cos(angle), math.sin(angle))
            close(turned[list(ends)], [number.real, number.imag])


@pytest.mark.parametrize(
    ("words", "interleaved"),
    [("the pairs are neighbours: ", True), ("the pairs stand half a row apart: ", False)],
)
def test_rotary_turns_the_pairs_that_its_comment_names(words, interleaved):
    d = 6
    _, _, said = path("rotary").read_text(encoding="utf-8").partition(words)
    named = re.findall(r"\(([^(),]+), ([^(),]+)\)", said.partition("…")[0])
    pairs = [[eval(end.replace("/", "//"), {"d": d}) for end in pair] for pair in named]
    turned = load("rotary").rotate(np.eye(d), np.ones(d), interleaved=interleaved)
    assert len(pairs) == 2
    for place, (first, second) in enumerate(pairs):
        angle = 10000.0 ** (-place / 3)
        close(turned[first, [first, second]], [math.cos(angle), math.sin(angle)])
        assert np.flatnonzero(turned[first]).tolist() == [first, second]


def test_a_rotated_score_knows_the_distance_alone():
    rotate, rng = load("rotary").rotate, np.random.default_rng(0)
    query, key = rng.normal(size=(2, 1, 6))
    scores = [rotate(query, [5 + far]) @ rotate(key, [2 + far]).T for far in (0, 1, 40)]
    close(scores, scores[:1] * 3)
    assert not np.isclose(scores[0], rotate(query, [6]) @ rotate(key, [2]).T)


def test_rotary_keeps_types_and_takes_places_for_each_batch():
    rotate, rows = load("rotary").rotate, np.ones((2, 3, 4, 6), np.float32)
    places = np.arange(8).reshape(2, 1, 4)
    found = rotate(rows, places)
    assert found.dtype == np.float32
    close(found[1], rotate(rows[1], places[1, 0]), 1e-6)
    assert rotate(np.ones((1, 2), int), [1]).dtype == float
    with pytest.raises(ValueError, match=r"not \(4, 3\) and \(4,\)"):
        rotate(np.ones((4, 3)), np.arange(4))
    with pytest.raises(ValueError, match=r"not \(4, 2\) and \(3,\)"):
        rotate(np.ones((4, 2)), np.arange(3))


@pytest.mark.parametrize("length", [1, 30])  # of scores that exp bears, and of some it does not
def test_a_llama_layer_reads_what_the_definition_reads(length):
    step, rng = load("llama_layer"), np.random.default_rng(0)
    weights = step.random_weights(d=16, heads=4, key_heads=2, hidden=5)
    rows = length * rng.normal(size=(6, 16))  # two pairs a head, each with its own speed
    places = np.arange(6)
    turned = [
        load("rotary").rotate(cut(rows @ weights[n], h), places)
        for n, h in (("query", 4), ("key", 2))
    ]
    may = np.asarray(lookup.causal_mask(6, 6)) & lookup.window_mask(6, 6, 2)
    read = lookup.attention(*turned, cut(rows @ weights["value"], 2), mask=may)
    expected = np.concatenate(list(read), axis=-1) @ weights["output"]
    close(step.LlamaLayer(weights, 4, 2, window=2).read(rows), expected)


def test_a_llama_layer_thinks_as_swiglu_is_defined():
    step, rng = load("llama_layer"), np.random.default_rng(1)
    weights = step.random_weights(d=4, heads=2, key_heads=1, hidden=3)
    rows = rng.normal(size=(5, 4))
    gate, up = rows @ weights["gate"], rows @ weights["up"]
    expected = gate / (1 + np.exp(-gate)) * up @ weights["down"]
    close(step.LlamaLayer(weights, 2, 1, window=2).think(rows), expected)


def test_a_llama_layer_adds_what_it_reads_and_then_what_it_thinks():
    step, rng = load("llama_layer"), np.random.default_rng(2)
    weights = step.random_weights(d=4, heads=2, key_heads=1, hidden=3)
    gains = {f"norm before {work}": rng.normal(size=4) for work in ("reading", "thinking")}
    tokens, alone = rng.normal(size=(5, 4)), step.LlamaLayer(weights, 2, 1, window=2)
    expected = tokens + alone.read(step.rms_norm(tokens, gains["norm before reading"]))
    expected = expected + alone.think(step.rms_norm(expected, gains["norm before thinking"]))
    close(step.LlamaLayer(weights | gains, 2, 1, window=2)(tokens), expected)


@pytest.mark.parametrize("size", [-800.0, 0.0, 800.0])
def test_a_llama_layer_thinks_without_overflow(size):
    step = load("llama_layer")
    weights = step.random_weights(d=4, heads=2, key_heads=1, hidden=3)
    layer = step.LlamaLayer(weights, 2, 1, window=2)
    with np.errstate(all="raise"):
        assert np.isfinite(layer.think(np.full((1, 4), size))).all()
    assert np.allclose(
        step.rms_norm(np.array([[3.0, 4.0]]), 1.0) ** 2, [[18 / 25, 32 / 25]], atol=1e-5
    )


# --- One pass, one step at a time, a few entries --------------------------------------------------


@quick
@given(dictionaries(), st.randoms(use_true_random=False))
def test_streaming_agrees_with_the_oracle_in_any_order(entries, random):
    query, keys, values = entries
    expected = lookup.soft_lookup(query, keys, values)
    order = random.sample(range(len(keys)), len(keys))
    close(load("streaming").soft_lookup(query, keys[order], values[order]), expected)


@quick
@given(dictionaries())
def test_streaming_carries_the_state_of_the_oracle(entries):
    query, keys, values = entries
    step = load("streaming")
    state = step.NOTHING
    for key, value in zip(keys, values, strict=True):
        state = step.absorb(state, key @ query, value)
    for found, expected in zip(state, lookup.read_part(query, keys, values), strict=True):
        close(found, expected)


def test_streaming_passes_over_what_may_not_be_read():
    step = load("streaming")
    assert step.absorb(step.NOTHING, -INF, 7.0) == step.NOTHING
    assert step.finish(step.NOTHING) == 0
    read = step.absorb(step.NOTHING, 1.0, 7.0)
    assert step.absorb(read, -INF, 9.0) == read


@quick
@given(st.data(), few, few)
def test_the_cache_reads_what_full_causal_attention_reads(data, n, width):
    queries, keys = (data.draw(numbers(n, width, limit=300)) for _ in range(2))
    values = data.draw(numbers(n, 2))
    step, found = load("cache"), []
    cache = step.Cache()
    for query, key, value in zip(queries, keys, values, strict=True):
        cache.append(key, value)
        found.append(cache.read(query))
    expected = lookup.attention(queries, keys, values, causal=True, scale=1)
    close(found, expected)
    close(step.causal_lookup(queries, keys, values), expected)


def test_the_cache_keeps_copies_and_teaches_when_empty():
    cache, key = load("cache").Cache(), np.ones(2)
    with pytest.raises(ValueError, match="append an entry"):
        cache.read(key)
    cache.append(key, 5.0)
    key[:] = math.nan
    assert cache.read(TENNIS) == 5


@quick
@given(dictionaries(), sizes)
def test_a_window_agrees_with_the_oracle(entries, reach):
    _, keys, values = entries
    n = len(keys)
    mask = lookup.window_mask(n, n, reach)
    expected = lookup.attention(keys, keys, columns(values), mask=mask, scale=1)
    close(load("sparse").window_lookup(keys, keys, values, reach), rows(expected, values))


def best(query, keys, k):
    """Positions of the k best scores, in exact arithmetic; among equals the first."""
    exact = [
        sum(Fraction(a) * Fraction(b) for a, b in zip(query, key, strict=True)) for key in keys
    ]
    return sorted(range(len(keys)), key=lambda j: (-exact[j], j))[:k]


@st.composite
def whole_numbers(draw):
    """A dictionary whose scores are exact, ties included."""
    entries, width, kind = draw(few), draw(few), st.integers(-3, 3).map(float)
    shapes = (width,), (entries, width), (entries,)
    return tuple(draw(arrays(float, shape, elements=kind)) for shape in shapes)


@quick
@given(whole_numbers(), few)
def test_retrieval_picks_the_best_and_the_first_among_equals(entries, k):
    query, keys, values = entries
    picked = best(query, keys, k)
    assert load("retrieval").retrieve(query, keys, k).tolist() == picked
    close(load("retrieval").soft_lookup(*entries), lookup.soft_lookup(*entries))
    expected = lookup.soft_lookup(query, keys[picked], values[picked])
    close(load("sparse").top_lookup(query, keys, values, k), expected)


@pytest.mark.parametrize("few", [0, -1])
def test_reading_fewer_than_one_entry_is_an_error(few):
    with pytest.raises(ValueError, match=f"k must be 1 or more, not {few}"):
        load("sparse").top_lookup(TENNIS, KEYS, VALUES, few)
    with pytest.raises(ValueError, match=f"k must be 1 or more, not {few}"):
        load("retrieval").retrieve(TENNIS, KEYS, few)
    with pytest.raises(ValueError, match=f"reach must be 0 or more, not {few - 1}"):
        load("sparse").window_lookup(KEYS, KEYS, VALUES, few - 1)
    with pytest.raises(ValueError, match=f"hops must be 1 or more, not {few}"):
        load("memory_read").memory_read(TENNIS, KEYS, KEYS, few)


# --- Relatives ------------------------------------------------------------------------------------


@quick
@given(st.data(), few, few, st.floats(0.01, 10))
def test_a_hopfield_step_is_a_lookup_whose_values_are_its_keys(data, entries, width, sharpness):
    state, patterns = data.draw(numbers(width)), data.draw(numbers(entries, width))
    found = load("hopfield").recall(state, patterns, sharpness)
    close(found, lookup.soft_lookup(state, patterns, patterns, 1 / sharpness))


def test_a_hopfield_memory_repairs_each_letter_and_keeps_it():
    step = example("hopfield")
    for pattern in step.patterns:
        damaged = pattern.copy()
        damaged[-5:] *= -1
        repaired = step.recall(damaged, step.patterns)
        assert step.cosine(damaged, pattern) < 0.7
        close(repaired, pattern, 1e-3)
        close(step.recall(repaired, step.patterns), pattern, 1e-6)


@quick
@given(st.data(), few, st.floats(-10, 10), st.floats(0.1, 10))
def test_kernel_regression_agrees_with_its_definition(data, entries, x, bandwidth):
    places, heights = data.draw(numbers(entries)), data.draw(numbers(entries))
    kernel = [-(((x - place) / bandwidth) ** 2) / 2 for place in places]
    expected = lookup.softmax(kernel) @ heights
    step = load("kernel_regression")
    close(step.kernel_regression(x, places, heights, bandwidth), expected)
    close(step.as_attention(x, places, heights, bandwidth), expected)


@quick
@given(st.data(), few, few, st.integers(1, 3))
def test_a_memory_read_asks_again_with_what_it_found(data, entries, width, hops):
    query = data.draw(numbers(width, limit=3))
    keys, values = (data.draw(numbers(entries, width, limit=3)) for _ in range(2))
    question = query
    for _ in range(hops):
        answer = lookup.soft_lookup(question, keys, values)
        question = question + answer
    close(load("memory_read").memory_read(query, keys, values, hops), answer)


# --- Scores of any size --------------------------------------------------------------------------

FAR = 300 * np.array([[1.0, 0.7], [0.99, 0.71], [1.1, 0.6]])  # three keys, on one side of nought
USUAL = {"keys": FAR, "patterns": FAR, "values": VALUES, "heights": VALUES, "places": FAR[:, 0]}


def takes_the_usual(name):
    """The functions of a step that can be asked by the names of their arguments alone."""
    asked = {"query", "queries", "scores", "state", "x", *USUAL}
    for function in vars(load(name)).values():
        if inspect.isfunction(function) and function.__module__ == load(name).__name__:
            every = inspect.signature(function).parameters.values()
            wanted = {one.name for one in every if one.default is one.empty}
            if wanted - {"state"} and wanted <= asked and wanted - set(USUAL):
                yield function, wanted


FAR_ASKED = [
    pytest.param(*asked, id=f"{name}.{asked[0].__name__}")
    for name in catalogue.STEPS
    for asked in takes_the_usual(name)
    if name not in ("exact_lookup", "matrix_lookup")  # they have no scores
]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("function", "wanted"), FAR_ASKED)
def test_scores_far_from_nought_neither_overflow_nor_vanish(function, wanted, sign):
    query = sign * FAR[0]
    given = USUAL | {"query": query, "queries": np.stack([query, query]), "state": query}
    given |= {"scores": FAR @ query, "x": sign * 1e4}
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        found = function(**{name: given[name] for name in wanted})
    for part in found if isinstance(found, tuple) else (found,):
        assert np.isfinite(part).all()


@pytest.mark.parametrize("sign", [1, -1])
def test_what_remembers_and_what_is_in_parts_bear_far_scores_too(sign):
    query = sign * FAR[0]
    cache = load("cache").Cache()
    for key, value in zip(FAR, VALUES, strict=True):
        cache.append(key, value)
    parts = [(FAR[:1], VALUES[:1, None]), (FAR[1:], VALUES[1:, None])]
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        close(cache.read(query), lookup.soft_lookup(query, FAR, VALUES))
        close(load("shards").lookup(query[None], parts), [[cache.read(query)]])


# --- Imported, a step is silent ------------------------------------------------------------------


@pytest.mark.parametrize("name", catalogue.STEPS)
def test_an_imported_step_prints_nothing_and_leaves_its_example_out(name, capsys):
    module = runpy.run_path(str(path(name)), run_name="somebody_elses_module")
    assert capsys.readouterr().out == ""
    functions = {key for key, value in module.items() if callable(value)}
    own = {key for key in module if not key.startswith("__")} - {"np"}
    constants = {key for key in own if key.isupper()}
    assert own == functions & own | constants
    assert printed(name)


# --- What the reader sees -------------------------------------------------------------------------

TENNIS_READS = f"{lookup.soft_lookup(TENNIS, KEYS, VALUES):.3f}"


@pytest.mark.parametrize(
    "name", ["soft_lookup", "many_queries", "streaming", "cache", "sparse", "retrieval"]
)
def test_every_road_leads_to_the_same_answer(name):
    assert TENNIS_READS in printed(name)


def test_the_steps_print_what_the_oracle_says():
    weights = lookup.soft_weights(TENNIS, KEYS)
    assert str(weights.round(3)) in printed("softmax")
    slope = str(lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES).queries.round(3))
    assert printed("gradients").count(slope) == 2  # by formula and by trial
    for temperature in (0.1, 0.5, 1, 2, 10, INF):
        answer = lookup.soft_lookup(TENNIS, KEYS, VALUES, temperature)
        assert f"{answer:.4f}" in printed("temperature")
    for word in KEYS:
        assert f"{lookup.cosine(TENNIS, word):.3f}" in printed("similarity")
    state = lookup.read_part(TENNIS, KEYS[1:], VALUES[1:])
    assert f"{state.total:.3f}    {state.weighted:.3f}" in printed("streaming")
