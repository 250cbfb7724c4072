"""The step on shards: any cut and any map give the definition's answer."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup import lookup
from softlookup.steps import shards


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(0, 2**32 - 1), st.sets(st.integers(1, 19)), st.sampled_from([0.1, 1.0, 500.0]))
def test_any_cut_gives_the_definition(seed, places, size):
    rng = np.random.default_rng(seed)
    q, k, v = rng.normal(size=(3, 4)) * size, rng.normal(size=(20, 4)), rng.normal(size=(20, 2))
    cut = [(k[a:b], v[a:b]) for a, b in pairwise([0, *sorted(places), 20])]
    expected = lookup.attention(q * 2, k, v)  # the definition divides by √4
    np.testing.assert_allclose(shards.lookup(q, cut), expected, atol=1e-10)
    np.testing.assert_allclose(shards.lookup(q, cut[::-1]), expected, atol=1e-10)


@pytest.mark.parametrize("workers", ["threads", "processes"])
def test_threads_and_processes_give_the_same_to_the_bit(workers):
    rng = np.random.default_rng(0)
    q = rng.normal(size=(3, 4))
    cut = [(rng.normal(size=(n, 4)), rng.normal(size=(n, 2))) for n in (5, 1, 9)]
    pool = ThreadPoolExecutor(2)
    if workers == "processes":
        pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    with pool:
        assert np.array_equal(shards.lookup(q, cut, pool.map), shards.lookup(q, cut))


def test_a_note_has_two_numbers_more_than_a_value_for_each_query():
    q, k, v = np.ones((6, 4)), np.ones((1000, 4)), np.ones((1000, 3))
    assert sum(part.size for part in shards.note(q, (k, v))) == 6 * (3 + 2)
