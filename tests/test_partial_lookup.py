"""Parts of a dictionary, merged in any order, give the answer of the whole."""

from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.snippets import load

shelf = load("partial_lookup")
quick = settings(max_examples=40, deadline=None)


@st.composite
def cut_dictionaries(draw):
    """Queries, keys and values, the places where the entries are cut, and an order of the parts."""
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 6)) for _ in range(4))
    size = draw(st.sampled_from([1e-3, 1.0, 30.0, 300.0]))
    random = np.random.default_rng(draw(st.integers(0, 2**16)))
    arrays = [random.normal(size=s) * size for s in ((n_q, d_k), (n_k, d_k))]
    arrays.append(random.normal(size=(n_k, d_v)))
    for array in arrays:
        array.setflags(write=False)
    cuts = sorted(draw(st.lists(st.integers(0, n_k), max_size=4)))
    return *arrays, cuts, draw(st.permutations(range(len(cuts) + 1)))


@given(cut_dictionaries())
@quick
def test_parts_in_any_order_give_the_answer_of_the_whole(case):
    q, k, v, cuts, order = case
    shards = list(zip(np.split(k, cuts), np.split(v, cuts), strict=True))
    parts = [shelf.partial(q, *shards[number]) for number in order]
    whole = lookup.attention(q, k, v)
    np.testing.assert_allclose(
        shelf.finish(reduce(shelf.merge, parts)), whole, rtol=1e-9, atol=1e-9
    )


@given(cut_dictionaries())
@quick
def test_merging_is_associative(case):
    q, k, v, _, _ = case
    a, b, c = (shelf.partial(q, k + step, v) for step in (0, 1, -1))
    left = shelf.finish(shelf.merge(shelf.merge(a, b), c))
    right = shelf.finish(shelf.merge(a, shelf.merge(b, c)))
    np.testing.assert_allclose(left, right, rtol=1e-9, atol=1e-9)


@given(cut_dictionaries(), st.integers(0, 2**16))
@quick
def test_masked_parts_agree_with_the_definition(case, seed):
    q, k, v, cuts, _ = case
    mask = np.random.default_rng(seed).random((len(q), len(k))) < 0.5
    pieces = zip(*(np.split(x, cuts, axis=-1) for x in (k.T, v.T, mask)), strict=True)
    parts = [shelf.partial(q, part_k.T, part_v.T, mask=m) for part_k, part_v, m in pieces]
    whole = lookup.attention(q, k, v, mask=mask)
    np.testing.assert_allclose(
        shelf.finish(reduce(shelf.merge, parts)), whole, rtol=1e-9, atol=1e-9
    )


def test_the_running_example_comes_out_of_any_cut():
    for cut in range(4):
        parts = [
            shelf.partial(TENNIS[None], keys, values[:, None], scale=1)
            for keys, values in ((KEYS[:cut], VALUES[:cut]), (KEYS[cut:], VALUES[cut:]))
        ]
        answer = shelf.finish(shelf.merge(*parts))
        assert answer[0, 0] == pytest.approx(lookup.soft_lookup(TENNIS, KEYS, VALUES), abs=1e-12)


def test_a_part_without_entries_changes_nothing():
    part = shelf.partial(TENNIS[None], KEYS, VALUES[:, None])
    empty = shelf.partial(TENNIS[None], KEYS[:0], VALUES[:0, None])
    for merged in (shelf.merge(part, empty), shelf.merge(empty, part)):
        for mine, theirs in zip(merged, part, strict=True):
            np.testing.assert_array_equal(mine, theirs)
    assert shelf.finish(shelf.merge(empty, empty)) == 0


@pytest.mark.parametrize(
    ("given_kind", "kept"),
    [
        (np.float16, np.float32),
        (np.float32, np.float32),
        (np.float64, np.float64),
        (int, np.float64),
    ],
)
def test_types_follow_the_stated_rule(given_kind, kept):
    part = shelf.partial(*(x.astype(given_kind) for x in (TENNIS[None], KEYS, VALUES[:, None])))
    assert {array.dtype for array in part} == {np.dtype(kept)}


def test_leading_axes_are_read_side_by_side():
    random = np.random.default_rng(0)
    q, k, v = (random.normal(size=s) for s in ((2, 3, 4, 5), (2, 3, 6, 5), (2, 3, 6, 2)))
    parts = [shelf.partial(q, k[..., part, :], v[..., part, :]) for part in (slice(2), slice(2, 6))]
    answer = shelf.finish(shelf.merge(*parts))
    np.testing.assert_allclose(answer, lookup.attention(q, k, v), rtol=1e-9)


@pytest.mark.parametrize(
    ("q", "k", "v", "message"),
    [
        ((1, 3), (4, 2), (4, 1), r"q float64 \(1, 3\), k float64 \(4, 2\)"),
        ((1, 2), (4, 2), (3, 1), r"v float64 \(3, 1\)"),
        ((2,), (4, 2), (4, 1), r"give \(..., n_q, d_k\)"),
    ],
)
def test_shapes_that_do_not_fit_are_repeated(q, k, v, message):
    with pytest.raises(ValueError, match=message):
        shelf.partial(np.zeros(q), np.zeros(k), np.zeros(v))


def test_words_are_refused():
    with pytest.raises(TypeError, match="give real numbers"):
        shelf.partial([["a"]], [["b"]], [["c"]])


def test_parts_of_different_queries_are_not_merged():
    one, two = (shelf.partial(np.zeros((n, 2)), KEYS, VALUES[:, None]) for n in (1, 2))
    with pytest.raises(ValueError, match=r"\(1, 1\) and \(2, 1\)"):
        shelf.merge(one, two)
