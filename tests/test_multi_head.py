"""Multi-head attention, rebuilt head by head from the definition."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup import lookup, snippets

snippet = snippets.load("multi_head")
MultiHead, Cache = snippet.MultiHead, snippet.Cache
quick = settings(deadline=None, max_examples=40, derandomize=True)


def layer(rng, heads=4, key_heads=2, d=6, d_k=3, d_v=2, d_out=5, **changes):
    widths = {"q": heads * d_k, "k": key_heads * d_k, "v": key_heads * d_v, "o": d_out}
    weights = {
        f"w_{n}": rng.normal(size=(heads * d_v if n == "o" else d, widths[n])) for n in "qkvo"
    }
    biases = [rng.normal(size=widths[n]) for n in "qkvo"]
    gates = rng.random(heads)
    return MultiHead(
        **{
            **weights,
            "biases": biases,
            "heads": heads,
            "key_heads": key_heads,
            "gates": gates,
            **changes,
        }
    )


def by_definition(made, x, source, **options):
    """The sum over heads of gate × lookup × that head's rows of W_O."""
    d_k, d_v = made.w_q.shape[1] // made.heads, len(made.w_o) // made.heads
    output = 0
    for m in range(made.heads):
        shared = m * made.key_heads // made.heads
        asked = slice(m * d_k, (m + 1) * d_k)
        found, told = (
            slice(shared * d_k, (shared + 1) * d_k),
            slice(shared * d_v, (shared + 1) * d_v),
        )
        read = lookup.attention(
            (x @ made.w_q + made.biases[0])[..., asked],
            (source @ made.w_k + made.biases[1])[..., found],
            (source @ made.w_v + made.biases[2])[..., told],
            **options,
        )
        output = output + made.gates[m] * read @ made.w_o[m * d_v : (m + 1) * d_v]
    return output + made.biases[3]


@quick
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([(4, 4), (4, 2), (4, 1), (6, 3), (1, 1)]),
    st.sampled_from([(), (2,), (2, 3)]),
    st.sampled_from([None, bool, float]),
    st.booleans(),
)
def test_it_agrees_with_the_definition(seed, heads, lead, mask, crossing):
    rng = np.random.default_rng(seed)
    made = layer(rng, *heads)
    x, other = rng.normal(size=(*lead, 3, 6)), rng.normal(size=(*lead, 4, 6))
    source = other if crossing else x
    allowed = rng.random((3, source.shape[-2])) < 0.6
    masks = {
        None: True,
        bool: allowed,
        float: np.where(allowed, rng.normal(size=allowed.shape), -np.inf),
    }
    output, _ = made(x, other if crossing else None, mask=masks[mask])
    expected = by_definition(made, x, source, mask=None if mask is None else masks[mask])
    np.testing.assert_allclose(output, expected, atol=1e-10)


def test_causal_order_stands_the_last_query_at_the_last_entry():
    rng = np.random.default_rng(0)
    made, x, source = layer(rng), rng.normal(size=(2, 6)), rng.normal(size=(5, 6))
    np.testing.assert_allclose(
        made(x, source, causal=True)[0], by_definition(made, x, source, causal="lower right")
    )


@pytest.mark.parametrize("pieces", [[1] * 6, [6], [4, 2], [1, 3, 2]])
def test_a_cache_fed_in_any_pieces_equals_all_at_once(pieces):
    rng = np.random.default_rng(1)
    made, tokens, cache = layer(rng), rng.normal(size=(2, 6, 6)), Cache()
    places = np.cumsum(pieces)[:-1]
    steps = [made(piece, cache=cache)[0] for piece in np.split(tokens, places, axis=1)]
    np.testing.assert_allclose(np.concatenate(steps, axis=1), made(tokens, causal=True)[0])
    assert cache.keys.shape == (2, made.key_heads, 6, 3)
    assert cache.values.shape == (2, made.key_heads, 6, 2)


def test_it_agrees_with_the_step_that_introduces_heads():
    rng = np.random.default_rng(2)
    made = layer(rng, biases=(0, 0, 0, 0))
    x = rng.normal(size=(4, 6))
    step = snippets.load("heads").multi_head(
        x @ made.w_q, x @ made.w_k, x @ made.w_v, made.w_o, heads=4, sharing=2, gates=made.gates
    )
    np.testing.assert_allclose(made(x)[0], step)


def test_a_gate_of_0_silences_its_head():
    rng = np.random.default_rng(3)
    made = layer(rng, gates=[1, 1, 0, 1])
    x, w_o = rng.normal(size=(3, 6)), made.w_o.copy()
    w_o[4:6] = rng.normal(size=(2, 5))  # the rows of head 2
    changed = layer(np.random.default_rng(3), gates=[1, 1, 0, 1], w_o=w_o)
    assert np.array_equal(made(x)[0], changed(x)[0])


def test_a_query_with_nothing_to_read_gets_only_the_last_bias():
    rng = np.random.default_rng(4)
    made, x = layer(rng), rng.normal(size=(3, 6))
    output, weights = made(x, mask=np.zeros((3, 3), bool))
    assert not weights.any()
    assert np.array_equal(output, np.broadcast_to(made.biases[3], (3, 5)))


def test_weights_have_one_matrix_a_head_with_rows_that_sum_to_1():
    rng = np.random.default_rng(5)
    _, weights = layer(rng)(rng.normal(size=(2, 3, 6)))
    assert weights.shape == (2, 4, 3, 3)
    np.testing.assert_allclose(weights.sum(-1), 1)


def test_scores_far_apart_stay_numbers():
    rng = np.random.default_rng(6)
    assert np.isfinite(layer(rng)(1e6 * rng.normal(size=(3, 6)))[0]).all()


def test_single_precision_stays_single():
    rng = np.random.default_rng(7)
    double = layer(rng)
    single = {f"w_{n}": getattr(double, f"w_{n}").astype(np.float32) for n in "qkvo"}
    single["biases"] = [bias.astype(np.float32) for bias in double.biases]
    output, weights = layer(rng, **single)(np.ones((2, 6), np.float32))
    assert output.dtype == weights.dtype == np.float32


def test_no_token_gives_no_row():
    assert layer(np.random.default_rng(8))(np.ones((0, 6)))[0].shape == (0, 5)


@pytest.mark.parametrize(
    "changes",
    [
        {"heads": 5},
        {"key_heads": 3},
        {"w_q": np.ones((6, 11))},
        {"w_k": np.ones((6, 12))},
        {"w_v": np.ones((6, 5))},
        {"w_o": np.ones((9, 5))},
        {"w_q": np.ones((6, 6)), "w_k": np.ones((6, 3))},  # 6 columns for 4 heads
        {"w_v": np.ones((6, 5)), "w_o": np.ones((10, 5))},  # 5 columns for 2 key heads
        {"heads": 3, "w_q": np.ones((6, 9)), "w_o": np.ones((6, 5))},  # 3 heads over 2
    ],
)
def test_matrices_that_do_not_fit_are_repeated_in_the_error(changes):
    rng = np.random.default_rng(9)
    fitting = {f"w_{n}": getattr(layer(rng), f"w_{n}") for n in "qkvo"} | {
        "heads": 4,
        "key_heads": 2,
    }
    wrong = fitting | changes
    with pytest.raises(ValueError, match="and h a multiple of g") as error:
        MultiHead(**wrong)
    for name in "qkvo":
        assert str(wrong[f"w_{name}"].shape) in str(error.value)


def test_rows_of_another_width_are_refused_with_both_shapes():
    rng = np.random.default_rng(10)
    with pytest.raises(ValueError, match=r"w_q \(6, 12\) needs rows as wide, not \(3, 7\)"):
        layer(rng)(np.ones((3, 7)))
    with pytest.raises(ValueError, match=r"w_k \(6, 6\) needs rows as wide, not \(6,\)"):
        layer(rng)(np.ones((3, 6)), np.ones(6))


@pytest.mark.parametrize("shape", [(3, 2), (5, 2, 2), (1, 1, 1, 1, 1)])
def test_a_mask_that_does_not_fit_is_refused(shape):
    says = rf"mask bool {re.escape(str(shape))}: .* float \(\d+, 2, 2\)"
    with pytest.raises(ValueError, match=says):
        layer(np.random.default_rng(11))(np.ones((2, 6)), mask=np.ones(shape, bool))


def test_whole_numbers_are_not_a_mask():
    with pytest.raises(ValueError, match="give bool"):
        layer(np.random.default_rng(11))(np.ones((2, 6)), mask=np.ones((2, 2), int))


def test_a_call_that_fails_adds_nothing_to_the_cache():
    made, cache, x = layer(np.random.default_rng(12)), Cache(), np.ones((3, 6))
    made(x, cache=cache)
    before = cache.keys, cache.values
    with pytest.raises(ValueError, match="mask"):
        made(x, cache=cache, mask=np.ones((9, 9), bool))
    assert cache.keys is before[0]
    assert cache.values is before[1]


def test_gates_between_0_and_1_work_on_whole_numbers():
    eye = np.eye(2, dtype=int)
    halved = MultiHead(eye, eye, eye, eye, 2, 2, gates=[0.5, 0.5], biases=(0, 0, 0, 0))
    whole = MultiHead(eye, eye, eye, eye, 2, 2, biases=(0, 0, 0, 0))
    tokens = np.array([[4, 2], [0, 8]])
    assert np.allclose(2 * halved(tokens)[0], whole(tokens)[0])
