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
    unread = partial(q, k, v, mask=False)
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


def test_scores_that_do_not_fit_the_type_are_not_passed_over_in_silence():
    large = np.full((1, 1), 1e30, np.float32)
    with pytest.warns(RuntimeWarning, match="invalid"):
        part = partial(large, large, large)
    assert np.isnan(finish(part))


@pytest.mark.parametrize(
    ("given_type", "kept"),
    [(np.float16, np.float32), (np.float32, np.float32), (np.float64, np.float64),
     (np.int32, np.float64), (bool, np.float64)],
)  # fmt: skip
def test_types_follow_the_stated_rule(given_type, kept):
    part = partial(*(np.ones((3, 3), given_type) for _ in range(3)))
    assert {x.dtype for x in merge(EMPTY, part)} == {np.dtype(kept)}
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
        ((2, 3), (4, 2), (4, 1), r"float64 \(2, 3\), float64 \(4, 2\), float64 \(4, 1\)"),
        ((2, 3), (4, 3), (5, 1), r"\(4, 3\), float64 \(5, 1\)"),
        ((3,), (4, 3), (4, 1), r"float64 \(3,\)"),
    ],
)
def test_errors_repeat_the_shapes(q, k, v, says):
    with pytest.raises(ValueError, match=says):
        partial(np.ones(q), np.ones(k), np.ones(v))


def test_a_mask_of_numbers_or_of_another_shape_is_refused():
    q, k, v = np.ones((1, 3)), np.ones((4, 3)), np.ones((4, 1))
    with pytest.raises(ValueError, match=r"int64 \(4,\): give .* bool"):
        partial(q, k, v, mask=np.array([1, 0, 1, 1]))
    with pytest.raises(ValueError, match=r"\(2,4\)"):
        partial(q, k, v, mask=np.ones((2, 4), bool))


def test_parts_of_different_queries_do_not_merge():
    one, two = (partial(np.ones((n, 3)), np.ones((4, 3)), np.ones((4, 2))) for n in (1, 2))
    with pytest.raises(ValueError, match=r"\(1, 2\) and \(2, 2\): merge parts of the same queries"):
        merge(one, two)


def test_what_nobody_may_read_may_be_anything():
    keys, values = np.ones((2, 2)), np.array([[7.0], [np.nan]])
    part = snippet.partial(np.ones((3, 2)), keys, values, mask=np.array([True, False]))
    assert snippet.finish(part).tolist() == [[7], [7], [7]]
    nothing = snippet.partial(np.ones((3, 2)), keys, values, mask=False)
    assert snippet.finish(nothing).tolist() == [[0], [0], [0]]
