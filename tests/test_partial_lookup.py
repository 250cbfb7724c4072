"""Mergeable lookups: any cut, any order and any grouping give the unsharded answer."""

from functools import reduce
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup import examples, lookup, snippets

snippet = snippets.load("partial_lookup")
partial, merge, finish, EMPTY = snippet.partial, snippet.merge, snippet.finish, snippet.EMPTY
quick = settings(deadline=None, max_examples=50, derandomize=True)


@st.composite
def sharded(draw):
    """A problem, where to cut its keys (shards may be empty), and an order of the shards."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 5)) for _ in range(4))
    lead = draw(st.sampled_from([(), (2,), (3, 1)]))
    q = rng.normal(size=(*lead, n_q, d_k)) * 10.0 ** draw(st.integers(-2, 5))
    k, v = rng.normal(size=(*lead, n_k, d_k)), rng.normal(size=(*lead, n_k, d_v))
    mask = rng.random((n_q, n_k)) < draw(st.sampled_from([0.0, 0.6, 1.0]))
    cuts = [0, *sorted(draw(st.lists(st.integers(0, n_k), max_size=4))), n_k]
    order = draw(st.permutations(range(len(cuts) - 1)))
    return q, k, v, mask, [slice(*ends) for ends in pairwise(cuts)], order


def parts_of(q, k, v, mask, shards):
    return [partial(q, k[..., s, :], v[..., s, :], mask=mask[..., s]) for s in shards]


def assert_same(a, b):
    np.testing.assert_allclose(finish(a), finish(b), rtol=0, atol=1e-11)
    np.testing.assert_allclose(a.top, b.top)
    np.testing.assert_allclose(a.total, b.total, rtol=1e-12)


@quick
@given(sharded())
def test_merged_shards_agree_with_the_definition(drawn):
    q, k, v, mask, shards, order = drawn
    parts = parts_of(q, k, v, mask, shards)
    merged = reduce(merge, [parts[i] for i in order], EMPTY)
    np.testing.assert_allclose(finish(merged), lookup.attention(q, k, v, mask=mask), atol=1e-10)


@quick
@given(sharded())
def test_merging_is_associative_and_its_order_does_not_matter(drawn):
    q, k, v, mask, shards, order = drawn
    parts = parts_of(q, k, v, mask, shards)
    assert_same(reduce(merge, parts), reduce(merge, [parts[i] for i in order]))
    left = reduce(merge, parts)
    right = reduce(lambda later, earlier: merge(earlier, later), parts[::-1])
    assert_same(left, right)


@quick
@given(sharded())
def test_two_parts_merge_to_the_same_bits_either_way_round(drawn):
    q, k, v, mask, _, _ = drawn
    a, b = partial(q, k, v, mask=mask), partial(q, 3 * k, v + 1)
    for x, y in zip(merge(a, b), merge(b, a), strict=True):
        assert np.array_equal(x, y)


@quick
@given(sharded())
def test_an_empty_shard_changes_no_bit(drawn):
    q, k, v, mask, _, _ = drawn
    part, nothing = partial(q, k, v, mask=mask), partial(q, k[..., :0, :], v[..., :0, :])
    for other in (EMPTY, nothing):
        for merged in (merge(part, other), merge(other, part)):
            assert all(np.array_equal(x, y) for x, y in zip(merged, part, strict=True))


def test_shards_of_the_running_example_give_its_output():
    query, values = examples.TENNIS[None], examples.VALUES[:, None]
    parts = [partial(query, examples.KEYS[[i]], values[[i]], scale=1) for i in (2, 0, 1)]
    assert [part.top.item() for part in parts] == [1, 3, 2]
    whole = reduce(merge, parts)
    expected = lookup.read_part(examples.TENNIS, examples.KEYS, examples.VALUES)
    assert whole.top.item() == expected.maximum
    assert whole.total.item() == pytest.approx(expected.total)
    assert whole.blend.item() == pytest.approx(float(expected.weighted))
    assert finish(whole).round(3).tolist() == [[8.056]]


def test_nothing_read_is_0():
    q, k, v = np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 1))
    unread = partial(q, k, v, mask=np.False_)
    assert finish(unread).tolist() == [[0], [0]]
    assert finish(merge(unread, unread)).tolist() == [[0], [0]]
    assert finish(merge(EMPTY, EMPTY)) == 0
    assert finish(partial(q, k[:0], v[:0])).tolist() == [[0], [0]]


@pytest.mark.parametrize("scale", [0, 1e5, -1e5, 1e-30, 1e30])
def test_huge_and_tiny_scores_agree_with_the_definition(scale):
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(6, 2)).astype(np.float32) for _ in range(3))
    parts = [partial(q, k[s], v[s], scale=scale) for s in (slice(2), slice(2, 6))]
    output = finish(reduce(merge, parts, EMPTY))
    assert output.dtype == np.float32
    wide = [x.astype(float) for x in (q, k, v)]
    np.testing.assert_allclose(output, lookup.attention(*wide, scale=scale), atol=0.02)


@pytest.mark.parametrize(("kind", "large"), [(np.float32, 1e30), (np.float64, 1e200)])
def test_scores_beyond_the_type_stay_numbers_and_keep_their_order(kind, large):
    q = np.full((1, 1), large, kind)
    k = np.array([[1.0], [large], [-large]], kind)
    v = np.array([[1.0], [2.0], [3.0]], kind)
    parts = [partial(q, k[[i]], v[[i]]) for i in range(3)]
    with np.errstate(all="raise"):
        for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2]):
            assert finish(reduce(merge, [parts[i] for i in order])).tolist() == [[2]]
    assert finish(partial(q, k, v)).tolist() == [[2]]
    assert finish(parts[0]).dtype == kind
    assert np.isfinite(finish(partial(q, k, v, scale=1e-60))).all()


@pytest.mark.parametrize(
    ("given_type", "kept"),
    [(np.float16, np.float32), (np.float32, np.float32), (np.float64, np.float64),
     (np.int32, np.float64), (bool, np.float64)],
)  # fmt: skip
def test_types_follow_the_stated_rule(given_type, kept):
    part = partial(*(np.ones((3, 3), given_type) for _ in range(3)))
    merged = merge(EMPTY, part)
    assert merged.top.dtype == np.float64
    assert merged.total.dtype == merged.blend.dtype == kept
    assert finish(part).dtype == kept


def test_read_only_and_strided_arrays_work_and_stay_as_they_were():
    whole = np.random.default_rng(1).normal(size=(3, 8, 6))
    whole.setflags(write=False)
    q, k, v = whole[0, ::3], whole[1, ::-1], whole[2, ::-1, ::2]
    before = whole.copy()
    np.testing.assert_allclose(finish(partial(q, k, v)), lookup.attention(q, k, v), atol=1e-12)
    assert np.array_equal(whole, before)


def test_merging_leaves_the_parts_as_they_were():
    parts = [partial(np.eye(2), np.eye(2) * s, np.eye(2)) for s in (1, 5)]
    before = [[x.copy() for x in part] for part in parts]
    merge(*parts)
    for part, copies in zip(parts, before, strict=True):
        assert all(np.array_equal(x, y) for x, y in zip(part, copies, strict=True))


@pytest.mark.parametrize(
    ("q", "k", "v", "says"),
    [
        ((2, 3), (4, 2), (4, 1), r"q \(2, 3\), k \(4, 2\), v \(4, 1\): .* equally wide"),
        ((2, 3), (4, 3), (5, 1), r"k \(4, 3\), v \(5, 1\): .* equally many"),
        ((3,), (4, 3), (4, 1), r"q \(3,\), .*: give \(\.\.\., n_q, d_k\)"),
    ],
)
def test_errors_repeat_the_shapes(q, k, v, says):
    with pytest.raises(ValueError, match=says):
        partial(np.ones(q), np.ones(k), np.ones(v))


@pytest.mark.parametrize(
    ("mask", "says"),
    [
        (np.array([1, 0, 1, 1]), r"mask \(4,\) int64 for .*: give bool"),
        (np.array([1.0, 0, 1, 1]), "only 0 and 1, which would be added"),
        (np.ones((2, 4), bool), r"mask \(2, 4\) bool for .* \(1, 4\): make it broadcast"),
        (np.ma.masked_equal(np.ones(4), 2), "mask is a masked array"),
    ],
)
def test_a_mask_that_does_not_fit_is_refused(mask, says):
    q, k, v = np.ones((1, 3)), np.ones((4, 3)), np.ones((4, 1))
    with pytest.raises(ValueError, match=says):
        partial(q, k, v, mask=mask)


def test_parts_of_different_queries_do_not_merge():
    one, two = (partial(np.ones((n, 3)), np.ones((4, 3)), np.ones((4, 2))) for n in (1, 2))
    with pytest.raises(ValueError, match=r"\(1, 2\) and \(2, 2\): merge parts of the same queries"):
        merge(one, two)


def test_what_nobody_may_read_may_be_anything():
    keys, values = np.ones((2, 2)), np.array([[7.0], [np.nan]])
    part = snippet.partial(np.ones((3, 2)), keys, values, mask=np.array([True, False]))
    assert snippet.finish(part).tolist() == [[7], [7], [7]]
    nothing = snippet.partial(np.ones((3, 2)), keys, values, mask=np.False_)
    assert snippet.finish(nothing).tolist() == [[0], [0], [0]]


@pytest.mark.parametrize("junk", [np.nan, np.inf, -np.inf])
def test_what_one_query_may_not_read_reaches_only_those_that_may(junk):
    keys, values = np.ones((3, 2)), np.array([[7.0], [junk], [7.0]])
    may = np.array([[True, False, True], [True, True, True]])
    shards = slice(2), slice(2, 3)
    parts = [partial(np.ones((2, 2)), keys[s], values[s], mask=may[:, s]) for s in shards]
    answer = finish(reduce(merge, parts))
    assert answer[0] == 7
    np.testing.assert_equal(answer[1], [junk])


def test_a_part_that_sinks_to_nothing_takes_its_nan_along():
    far, near = (
        partial([[1.0]], [[score]], [[value]], scale=1) for score, value in ((0, np.nan), (5000, 3))
    )
    assert finish(merge(far, near)).tolist() == finish(merge(near, far)).tolist() == [[3]]


@pytest.mark.parametrize("score", [88, 100])
def test_nan_is_not_read_by_a_weight_that_is_tiny_as_in_attention(score):
    q, k, v = (np.array(x, np.float32) for x in ([[1]], [[0], [score]], [[np.nan], [1]]))
    parts = [partial(q, k[i : i + 1], v[i : i + 1], scale=1) for i in (0, 1)]
    whole = snippets.load("attention").attention(q, k, v, scale=1)
    assert finish(merge(*parts)).tolist() == whole.tolist() == [[1]]


# --- Order, float masks and groups, all in shards -------------------------------------------------


def shards_of(n_k):
    return [slice(*ends) for ends in pairwise((0, n_k // 3, n_k // 2, n_k))]


@pytest.mark.parametrize(("causal", "n_q"), [("upper left", 3), ("lower right", 3), (True, 7)])
def test_causal_order_counts_through_all_shards(causal, n_q):
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(n_q, 4)), rng.normal(size=(7, 4)), rng.normal(size=(7, 2))
    parts = [partial(q, k[s], v[s], causal=causal, first=s.start, entries=7) for s in shards_of(7)]
    expected = lookup.attention(q, k, v, causal=causal)
    np.testing.assert_allclose(finish(reduce(merge, parts[::-1])), expected, atol=1e-12)
    np.testing.assert_allclose(finish(partial(q, k, v, causal=causal)), expected, atol=1e-12)


def test_upper_left_needs_no_count_of_the_whole():
    q, k = np.eye(2), np.eye(2)
    part = partial(q, k, k, causal="upper left", first=1)
    assert finish(part)[0].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"causal": "left"}, "causal is False, True, 'upper left' or 'lower right'"),
        ({"causal": [True]}, "causal is False, True, 'upper left' or 'lower right'"),
        ({"causal": True}, "say causal='upper left'"),
        ({"causal": "lower right", "first": 2}, "say how many entries= the whole"),
        ({"first": 3, "entries": 6}, "the shard must lie within the whole"),
        ({"first": -1}, "the shard must lie within the whole"),
        ({"scale": np.nan}, "scale=nan: give a finite number"),
    ],
)
def test_an_order_that_does_not_fit_is_refused_with_what_was_given(options, says):
    with pytest.raises(ValueError, match=says):
        partial(np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 1)), **options)


@quick
@given(sharded(), st.integers(0, 2**32 - 1))
def test_float_masks_are_added_in_every_shard(drawn, seed):
    q, k, v, may, shards, order = drawn
    mask = np.where(may, np.random.default_rng(seed).normal(size=may.shape), -np.inf)
    parts = parts_of(q, k, v, mask, shards)
    merged = reduce(merge, [parts[i] for i in order], EMPTY)
    np.testing.assert_allclose(finish(merged), lookup.attention(q, k, v, mask=mask), atol=1e-10)


@pytest.mark.parametrize("key_heads", [1, 2, 4])
@pytest.mark.parametrize("lead", [(), (3,)])
def test_grouped_heads_share_in_every_shard(key_heads, lead):
    rng = np.random.default_rng(0)
    q = rng.normal(size=(*lead, 4, 3, 5))
    k, v = rng.normal(size=(*lead, key_heads, 7, 5)), rng.normal(size=(*lead, key_heads, 7, 2))
    mask = rng.random((4, 3, 7)) < 0.6
    parts = [
        partial(q, k[..., s, :], v[..., s, :], mask=mask[..., s], grouped=True)
        for s in shards_of(7)
    ]
    repeated = [x.repeat(4 // key_heads, axis=-3) for x in (k, v)]
    expected = lookup.attention(q, *repeated, mask=mask)
    np.testing.assert_allclose(finish(reduce(merge, parts)), expected, atol=1e-12)


def test_groups_are_asked_for():
    q, k = np.ones((4, 3, 5)), np.ones((2, 7, 5))
    with pytest.raises(ValueError, match="grouped=True lets neighbouring query heads share"):
        partial(q, k, k)
    with pytest.raises(ValueError, match="the heads of q must be a multiple"):
        partial(q, np.ones((3, 7, 5)), np.ones((3, 7, 5)), grouped=True)
    with pytest.raises(ValueError, match="axes before the last two must broadcast"):
        partial(np.ones((2, *q.shape)), np.ones((3, *k.shape)), k, grouped=True)
    with pytest.raises(ValueError, match="grouped=True wants heads in each"):
        partial(q[0], k, k, grouped=True)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("part", [1, 0.3])  # the sum of nine has left the type with either
def test_sums_of_the_largest_values_stay_finite(kind, part):
    most = kind(part) * np.finfo(kind).max
    k, v = np.ones((9, 1), kind), np.full((9, 1), most)
    parts = [partial(k[:1], k[s], v[s]) for s in shards_of(9)]
    for found in (finish(reduce(merge, parts)), finish(partial(k[:1], k, v))):
        assert np.isfinite(found).all()
        np.testing.assert_allclose(found, most, rtol=1e-5)
    assert found.dtype == kind
    empty = partial(k[:1], k[:1], 0 * v[:1])  # one more entry: ten in all, and nine are the largest
    np.testing.assert_allclose(finish(merge(partial(k[:1], k, v), empty)), 0.9 * most, rtol=1e-5)


@pytest.mark.parametrize("small", [np.uint8, np.uint32])
@pytest.mark.parametrize("causal", ["upper left", "lower right"])
def test_a_place_of_a_small_type_does_not_wrap_around(small, causal):
    """250 queries stand in part before a dictionary of 10 or of 230, where no number is unsigned."""
    q, k, v = np.ones((250, 4)), np.eye(10, 4), np.arange(10.0)[:, np.newaxis]
    for first, entries in ((0, 10), (220, 230)):  # the only shard, and the last
        counted = partial(q, k, v, causal=causal, first=first, entries=entries)
        found = partial(q, k, v, causal=causal, first=small(first), entries=small(entries))
        assert_same(found, counted)
    with pytest.raises(ValueError, match="the shard must lie within the whole"):
        partial(q, k, v, causal=causal, first=small(250), entries=small(255))


@pytest.mark.parametrize(("first", "entries"), [(1.5, 9), (True, 9), (0, 9.0), ("0", None)])
def test_a_place_among_the_shards_is_a_whole_number(first, entries):
    rows = np.ones((3, 4))
    with pytest.raises(ValueError, match=f"first={first!r}, entries={entries!r}: .* whole numbers"):
        partial(rows, rows, rows, causal="upper left", first=first, entries=entries)
