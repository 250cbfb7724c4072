"""The gradient drop-in against the definition, against numerical slopes, and at its edges."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import defined
from problems import problems
from softlookup import lookup, snippets

attention = snippets.load("attention").attention
backward = snippets.load("attention_backward")
attention_backward = backward.attention_backward
quick = settings(
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # constants, the same each time
)


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


@pytest.fixture(params=["one block", "many blocks"])
def blocks(request, monkeypatch):
    if request.param == "many blocks":
        monkeypatch.setattr(backward, "BLOCK", 1)
        monkeypatch.setattr(backward, "LEAST_ROWS", 2)


@quick
@given(drawn=problems())
def test_the_gradients_agree_with_the_definition(blocks, drawn):
    (q, k, v), options = drawn
    options["sinks"] = None
    told = defined.told(q, k, v, **options)
    arrays = told.pop("arrays")
    upstream = normal(*lookup.attention(*arrays, **told).shape)
    expected = lookup.attention_gradients(upstream, *arrays, **told)
    del options["sinks"]
    found = attention_backward(upstream, q, k, v, **options)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-9)


CASES = {
    "plain": {},
    "scaled": {"scale": 0.3},
    "causal": {"causal": "lower right"},
    "window": {"causal": "upper left", "window": 1},
    "hidden": {"mask": normal(3, 5, seed=4) > 0},
    "added": {"mask": normal(3, 5, seed=4)},
    "capped": {"softcap": 0.8},
    "padded": {"key_start": 1, "key_stop": 4},
    "grouped": {"grouped": True},
}


@pytest.mark.parametrize("case", CASES)
def test_the_gradients_are_the_slopes_of_attention(case):
    options = CASES[case]
    heads = 2 if case == "grouped" else 4
    arrays = [normal(4, 3, 2, seed=1), normal(heads, 5, 2, seed=2), normal(heads, 5, 3, seed=3)]
    upstream = normal(4, 3, 3, seed=5)
    found = attention_backward(upstream, *arrays, **options)
    step = 1e-6
    for array, by in zip(arrays, found, strict=True):
        assert by.shape == array.shape
        for index in np.ndindex(array.shape):
            kept = array[index]
            array[index] = kept + step
            above = np.sum(upstream * attention(*arrays, **options))
            array[index] = kept - step
            below = np.sum(upstream * attention(*arrays, **options))
            array[index] = kept
            assert by[index] == pytest.approx((above - below) / (2 * step), abs=1e-8)


def test_what_nobody_reads_gets_no_gradient():
    q, k, v = normal(3, 4, seed=1), normal(5, 4, seed=2), normal(5, 2, seed=3)
    may = np.array([True, False, True, True, False])
    found = attention_backward(np.ones((3, 2)), q, k, v, mask=may)
    assert not found.k[~may].any()
    assert not found.v[~may].any()
    assert found.k[may].all()
    found = attention_backward(np.ones((3, 2)), q, k, v, mask=np.zeros(5, bool))
    assert not any(by.any() for by in found)


# An infinite query or key is no junk: it makes a score as high or as low as can be.
MET = [("d_output", np.inf), ("v", np.inf), *((x, np.nan) for x in ("d_output", "q", "k", "v"))]


@pytest.mark.parametrize(("where", "junk"), MET)
def test_junk_stays_with_those_who_meet_it(where, junk):
    """In causal order, row 2 is met by queries from 2 on; what asks from row 2 reads keys up to 2."""
    arrays = {
        name: normal(5, 3, seed=seed) for seed, name in enumerate(("d_output", "q", "k", "v"))
    }
    clean = attention_backward(**arrays, causal=True)
    arrays[where][2, 1] = junk
    found = attention_backward(**arrays, causal=True)
    if where in ("d_output", "q"):  # one query is spoilt, and the keys that it reads
        others = [0, 1, 3, 4]
        np.testing.assert_allclose(found.q[others], clean.q[others])
        np.testing.assert_allclose(found.k[3:], clean.k[3:])
        np.testing.assert_allclose(found.v[3:], clean.v[3:])
        assert np.isnan(found.q[2]).any()
        assert np.isnan(found.k[:3]).any(-1).all()
        assert np.isnan(found.v[:3]).any(-1).all()
    else:  # the queries from there on are spoilt
        np.testing.assert_allclose(found.q[:2], clean.q[:2])
        assert not np.isfinite(found.q[2:]).all(-1).any()


def test_an_infinite_number_is_no_slope():
    """Two keys that score as high as can be share the weight, and a longer query shares it alike."""
    keys, values = [[np.inf, 0], [0, np.inf]], [[1.0], [3.0]]
    assert attention([[1, 1]], keys, values) == attention([[2, 1]], keys, values) == 2
    assert not attention_backward([[1.0]], [[1, 1]], keys, values).q.any()
    keys = [[1, 0], [2, 0]]
    assert attention([[np.inf, 1]], keys, values) == 2
    assert not attention_backward([[1.0]], [[np.inf, 1]], keys, values).k[:, 0].any()


def test_an_input_that_heads_share_adds_up_its_parts():
    q, k, v = normal(2, 4, 3, 5), normal(1, 2, 6, 5, seed=1), normal(6, 5, seed=2)
    upstream = normal(2, 4, 3, 5, seed=3)
    full = np.broadcast_to(k.repeat(2, 1), (2, 4, 6, 5)), np.broadcast_to(v, (2, 4, 6, 5))
    alone = attention_backward(upstream, q, *full)
    v_heads = v[None, None]
    found = attention_backward(upstream, q, k, v_heads, grouped=True)
    np.testing.assert_allclose(found.q, alone.q, atol=1e-12)
    np.testing.assert_allclose(found.k[0], alone.k.sum(0).reshape(2, 2, 6, 5).sum(1), atol=1e-12)
    np.testing.assert_allclose(found.v[0, 0], alone.v.sum((0, 1)), atol=1e-12)


def test_the_gradient_of_the_output_must_fit():
    with pytest.raises(
        ValueError, match=r"d_output \(3, 4\): the output of attention has \(3, 2\)"
    ):
        attention_backward(np.ones((3, 4)), np.ones((3, 4)), np.ones((5, 4)), np.ones((5, 2)))
    with pytest.raises(ValueError, match="d_output is a masked array"):
        attention_backward(np.ma.ones((1, 1)), [[1.0]], [[1.0]], [[1.0]])


def test_memory_does_not_grow_with_the_square():
    n = 3000
    arrays = [normal(n, 8, seed=seed).astype(np.float32) for seed in range(4)]
    tracemalloc.start()
    attention_backward(*arrays, causal=True)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < n * n * 4 / 3
