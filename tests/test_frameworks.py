"""Parity with specifications and frameworks, for those that are installed.

SOFTLOOKUP_REQUIRE=frameworks makes a missing one a failure. Without it, tests of a missing framework
are not collected, and the first test says which were found.
"""

import ast
import importlib
import inspect
import itertools
import os
import warnings
from importlib.metadata import version
from importlib.util import find_spec

import numpy as np
import pytest

from conftest import run
from softlookup import frameworks, lookup, runs, snippets
from softlookup.pages.frameworks import questions
from softlookup.pages.translate import parts as translate
from softlookup.pages.translate import programs

PACKAGES = ("torch", "jax", "onnx", "keras")
FOUND = {package: find_spec(package) is not None for package in PACKAGES}
REQUIRED = os.environ.get("SOFTLOOKUP_REQUIRE") == "frameworks"

attention = snippets.load("attention").attention
attention_backward = snippets.load("attention_backward").attention_backward
fast_attention = snippets.load("fast_attention").fast_attention


def test_the_frameworks_found_are_reported_and_none_that_is_required_is_missing(capsys):
    with capsys.disabled():
        found = (f"{name} {version(name) if here else 'missing'}" for name, here in FOUND.items())
        print("\nframeworks:", ", ".join(found))
    missing = [name for name, here in FOUND.items() if not here]
    assert not (REQUIRED and missing), f"install with pip install '.[frameworks]': {missing}"


# --- The table of conventions ---------------------------------------------------------------------

READ, HIDDEN, REFUSED = "may be read", "is hidden", frameworks.REFUSED
SHARE, IF_ASKED = "neighbours share", "neighbours share, if asked"
OUT = "comes out"
LEFT, KEEPS = "upper left", "both hold"
# In the order of frameworks.APIS: ours, PyTorch's function, its layer with and without weights, JAX, ONNX.
CONVENTIONS = {
    frameworks.mask_polarity: [READ, READ, HIDDEN, HIDDEN, READ, READ],
    frameworks.causal_alignment: [REFUSED, LEFT, REFUSED, REFUSED, LEFT, LEFT],
    frameworks.nothing_to_read: ["0", "0", "NaN", "0", "the plain average", "0"],
    frameworks.default_scale: ["1/√d_k"] * 6,
    frameworks.axes: [api.axes for api in frameworks.APIS.values()],
    frameworks.double_precision: [*["float64"] * 4, "float32", "float64"],
    frameworks.shared_heads: [IF_ASKED, IF_ASKED, REFUSED, REFUSED, SHARE, SHARE],
    frameworks.mask_and_causal: [
        KEEPS,
        "both hold or refused",
        "the order is lost",
        "the mask is lost",
        KEEPS,
        KEEPS,
    ],
    frameworks.hidden_junk: ["is not read", OUT, OUT, OUT, OUT, OUT],
}
ASKED = (*frameworks.questions(), *questions.ALL, *translate.questions())


def test_every_row_has_its_expected_cells():
    assert [row.measure for row in frameworks.ROWS] == list(CONVENTIONS)
    assert all(len(cells) == len(frameworks.APIS) for cells in CONVENTIONS.values())


@pytest.mark.parametrize("row", frameworks.ROWS, ids=lambda row: row.measure.__name__)
@pytest.mark.parametrize("place", range(6), ids=list(frameworks.APIS))
def test_a_convention_is_as_documented_now_or_in_the_stored_run(row, place):
    api = list(frameworks.APIS.values())[place]
    assert frameworks.cell(row, api).answer == CONVENTIONS[row.measure][place]


def test_the_calls_beside_the_table_do_what_the_page_says():
    training, evaluating, fast, rows_first, one_head, padded, empty, aligned = (
        question.answer for question in questions.CALLS
    )
    assert training == "the window is lost"
    assert evaluating == "the window is lost"
    assert fast == "the window holds"
    assert rows_first == "the window is lost"
    assert one_head == "the window is lost"
    assert padded == "the window holds"
    assert empty == "NaN"
    assert aligned == "lower right"


FRESH = [asked for asked in ASKED if all(FOUND[package] for package in asked.package.split())]

if FRESH:

    @pytest.mark.parametrize("question", FRESH, ids=lambda question: question.key)
    def test_a_fresh_run_answers_as_the_stored_one(question):
        assert question.ask() == runs.run("frameworks")["answers"][question.key]


# --- Who returns weights, and values of another width -----------------------------------------------


def _weights_of_two_heads():
    """Queries and keys of two heads, and the weights that our attention gives them."""
    rng = np.random.default_rng(0)
    q, k = (rng.normal(size=(1, 2, n, 4)) for n in (3, 5))
    return q, k, attention(q, k, k, return_weights=True)[1]


def _runs_exchanged(function, zeros, exchanged):
    """7 rows and 3 heads where the other is wanted: as many queries as keys, and then fewer."""
    assert function(*(zeros(exchanged) for _ in range(3))).shape == exchanged
    fewer = tuple(5 if size == 7 else size for size in exchanged)
    with pytest.raises((ValueError, RuntimeError)):
        function(zeros(fewer), zeros(exchanged), zeros(exchanged))


if FOUND["onnx"]:

    def test_onnx_returns_weights_in_mode_3_and_scores_without_it():
        q, k, weights = _weights_of_two_heads()
        inputs = {"Q": q, "K": k, "V": k}
        by_default = frameworks.onnx_node("Attention", inputs, outputs=4)[3]
        asked = frameworks.onnx_node("Attention", inputs, outputs=4, qk_matmul_output_mode=3)[3]
        assert np.allclose(by_default, q @ k.mT / 2)  # √4
        assert np.allclose(asked, weights)


DROPOUT = {"dropout", "dropout_p", "dropout_rate"}  # what others call it

if FOUND["keras"] and FOUND["torch"]:

    def _keras_function():
        os.environ.setdefault("KERAS_BACKEND", "torch")
        return importlib.import_module("keras").ops.dot_product_attention

    def test_keras_takes_no_cap_on_the_scores_and_no_dropout():
        q, k, _ = _weights_of_two_heads()
        with pytest.raises(ValueError, match="only supported for JAX on TPU"):
            _keras_function()(q, k, k, attn_logits_soft_cap=2.0)
        assert not DROPOUT & set(inspect.signature(_keras_function()).parameters)


if FOUND["jax"]:

    def test_jax_gives_nan_where_a_bias_hides_everything_and_the_average_where_a_mask_does():
        function = importlib.import_module("jax.nn").dot_product_attention
        q, k, v = np.zeros((1, 1, 1, 2)), np.zeros((1, 2, 1, 2)), np.array([[[[1, 1]], [[3, 3]]]])
        biased = function(q, k, v.astype(float), bias=np.full((1, 1, 1, 2), -np.inf))
        masked = function(q, k, v.astype(float), mask=np.zeros((1, 1, 1, 2), bool))
        assert np.isnan(biased).all()
        assert np.allclose(masked, 2)

    def test_jax_takes_heads_for_rows_when_queries_are_as_many_as_keys_and_only_then():
        function = importlib.import_module("jax.nn").dot_product_attention
        _runs_exchanged(function, np.zeros, (2, 3, 7, 4))

    def test_jax_takes_no_dropout():
        function = importlib.import_module("jax.nn").dot_product_attention
        assert not DROPOUT & set(inspect.signature(function).parameters)


if FOUND["torch"]:

    @pytest.mark.parametrize("averaged", [True, False])
    def test_the_layer_of_pytorch_averages_its_weights_over_the_heads_unless_told_not_to(averaged):
        torch = importlib.import_module("torch")
        q, k, weights = _weights_of_two_heads()
        layer = torch.nn.MultiheadAttention(8, 2, bias=False, batch_first=True, dtype=torch.float64)
        rows, entries = (torch.tensor(x.swapaxes(1, 2).reshape(1, -1, 8)) for x in (q, k))
        with torch.no_grad():
            layer.in_proj_weight.copy_(torch.eye(8, dtype=torch.float64).repeat(3, 1))
            options = {} if averaged else {"average_attn_weights": False}
            found = layer(rows, entries, entries, **options)[1].numpy()
        assert np.allclose(found, weights.mean(axis=1) if averaged else weights)

    def test_the_layer_of_pytorch_puts_the_rows_first_unless_told_not_to():
        torch = importlib.import_module("torch")
        layer = torch.nn.MultiheadAttention(8, 2)
        rows, entries = torch.zeros(3, 1, 8), torch.zeros(5, 1, 8)  # (rows, batch, heads · width)
        answer, weights = layer(rows, entries, entries)
        assert answer.shape == (3, 1, 8)
        assert weights.shape == (1, 3, 5)

    def test_the_layer_of_pytorch_in_training_gives_its_last_bias_where_nothing_is_read():
        torch = importlib.import_module("torch")
        layer = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        torch.nn.init.normal_(layer.out_proj.bias)
        text, hidden = torch.randn(1, 3, 8), torch.zeros(3, 3, dtype=torch.bool)
        hidden[0] = True
        for asked, nothing in {
            False: layer.out_proj.bias,
            True: torch.full((8,), torch.nan),
        }.items():
            rows, _ = layer(text, text, text, attn_mask=hidden, need_weights=asked)
            assert torch.allclose(rows[0, 0], nothing, atol=1e-6, equal_nan=True)
            assert rows[0, 1:].isfinite().all()

    def test_heads_and_rows_exchanged_run_when_queries_are_as_many_as_keys_and_only_then():
        function = importlib.import_module("torch").nn.functional.scaled_dot_product_attention
        _runs_exchanged(function, importlib.import_module("torch").zeros, (2, 7, 3, 4))

    def test_the_layer_of_pytorch_projects_wider_values_to_the_width_of_its_keys():
        torch = importlib.import_module("torch")
        layer = torch.nn.MultiheadAttention(8, 2, vdim=20, batch_first=True)
        answer, _ = layer(torch.zeros(1, 3, 8), torch.zeros(1, 5, 8), torch.zeros(1, 5, 20))
        assert answer.shape == (1, 3, 8)
        assert layer.v_proj_weight.shape == (8, 20)


# --- From one library to another --------------------------------------------------------------------

RUNNABLE = [
    (have, want)
    for have, want in programs.PAIRS
    if all(FOUND.get(side.package, not side.package) for side in (have, want))
]
# Statements without which a translation runs on, or stops, but gives something else.
NEEDED = (
    "mask = ~mask",
    "out = np.where",
    "out = out.swap",
    "out = out.resh",
    "q = q * scale",
    "q, k, v = (x",
)


def test_every_pair_of_libraries_has_a_translation_that_agrees_and_marks_what_was_not_run():
    sides = list(programs.DIALECTS)
    assert len(programs.PAIRS) == len(sides) * (len(sides) - 1)
    for have, want in programs.PAIRS:
        if want.api:
            assert programs.verdict(have, want).answer == programs.AGREES
    assert translate.pairs().count("*not run*") == len(sides) - 1  # into flash-attn


@pytest.mark.parametrize(
    ("have", "want"), RUNNABLE, ids=[f"{have.key}-{want.key}" for have, want in RUNNABLE]
)
def test_a_translation_without_one_of_its_lines_is_noticed(have, want):
    statements = ast.parse(programs.program(have, want)).body
    right = programs.run(programs.documented(have), programs.problem(have))
    for left_out in statements:
        if ast.unparse(left_out).replace("((", "(").startswith(NEEDED):
            rest = [ast.unparse(other) for other in statements if other is not left_out]
            assert not agrees("\n".join(rest), have, right), ast.unparse(left_out)


def agrees(text, have, right):
    try:
        found = programs.run(text, programs.problem(have))
    except Exception:
        return False
    return found.shape == right.shape and np.allclose(found, right, atol=programs.DIGITS)


def test_the_stored_run_answers_every_question_and_no_other():
    assert set(runs.run("frameworks")["answers"]) == {question.key for question in ASKED}
    assert len({question.key for question in ASKED}) == len(ASKED)


def test_the_table_has_a_line_for_each_convention_and_a_column_for_each_api():
    lines = frameworks.table()
    assert [line[0] for line in lines] == [row.asks for row in frameworks.ROWS]
    assert {len(line) for line in lines} == {len(frameworks.APIS) + 1}


def odd(answer):
    """An implementation that says the same to everything."""
    return frameworks.Api("odd", "", "", lambda q, k, v, *_: np.full((*q.shape[:3], 2), answer))


MEASURES_OF_VALUES = [
    frameworks.mask_polarity,
    frameworks.causal_alignment,
    frameworks.axes,
    frameworks.shared_heads,
]


@pytest.mark.parametrize("measure", MEASURES_OF_VALUES)
def test_an_outcome_nobody_described_is_an_error_and_not_a_refusal(measure):
    row = next(row for row in frameworks.ROWS if row.measure is measure)
    with pytest.raises(LookupError, match=r"measured .*0\.123.* none of"):
        frameworks.measured(row, odd(0.123))


def test_importing_the_rows_imports_no_framework():
    code = "import sys, softlookup.frameworks; print(*{'torch', 'jax', 'onnx'} & set(sys.modules))"
    assert run("-c", code).stdout == "\n"


# --- Random problems for everybody ----------------------------------------------------------------


def problem(seed, heads=4, key_heads=4, n_q=3, n_k=5, d_k=8, d_v=8, kind=np.float64):
    rng = np.random.default_rng(seed)
    shapes = (2, heads, n_q, d_k), (2, key_heads, n_k, d_k), (2, key_heads, n_k, d_v)
    q, k, v = (rng.normal(size=shape).astype(kind) for shape in shapes)
    may = rng.random((2, 1, n_q, n_k)) < 0.7
    may[..., 0] = True  # the empty row is a convention, and has a row of its own above
    return q, k, v, may, rng.normal(size=(2, 1, n_q, n_k)).astype(kind)


CASES = list(itertools.product([4, 2, 1], [None, 0.3], ["all", "bool", "float", "causal"]))

if FOUND["torch"]:
    import torch

    def tensors(*arrays):
        return [torch.from_numpy(np.array(array)) for array in arrays]

    @pytest.mark.parametrize(("key_heads", "scale", "what"), CASES)
    @pytest.mark.parametrize("d_v", [8, 3])
    def test_attention_agrees_with_torch(key_heads, scale, what, d_v):
        q, k, v, may, bias = problem(0, key_heads=key_heads, d_v=d_v)
        mask = {"bool": may, "float": bias}.get(what)
        theirs = torch.nn.functional.scaled_dot_product_attention(
            *tensors(q, k, v),
            attn_mask=None if mask is None else torch.from_numpy(mask),
            is_causal=what == "causal",
            scale=scale,
            enable_gqa=key_heads != 4,
        )
        causal = "upper left" if what == "causal" else False
        for function in (attention, fast_attention):
            ours = function(q, k, v, mask=mask, causal=causal, scale=scale, grouped=key_heads != 4)
            np.testing.assert_allclose(ours, theirs, atol=1e-12)

    @pytest.mark.parametrize(("key_heads", "scale", "what"), CASES)
    @pytest.mark.parametrize("d_v", [8, 3])
    def test_the_gradients_agree_with_autograd(key_heads, scale, what, d_v):
        q, k, v, may, bias = problem(0, key_heads=key_heads, d_v=d_v)
        mask = {"bool": may, "float": bias}.get(what)
        inputs = [tensor.requires_grad_() for tensor in tensors(q, k, v)]
        output = torch.nn.functional.scaled_dot_product_attention(
            *inputs,
            attn_mask=None if mask is None else torch.from_numpy(mask),
            is_causal=what == "causal",
            scale=scale,
            enable_gqa=key_heads != 4,
        )
        upstream = np.random.default_rng(9).normal(size=output.shape)
        output.backward(torch.from_numpy(upstream))
        causal = "upper left" if what == "causal" else False
        options = {"mask": mask, "causal": causal, "scale": scale, "grouped": key_heads != 4}
        found = attention_backward(upstream, q, k, v, **options)
        for ours, tensor in zip(found, inputs, strict=True):
            np.testing.assert_allclose(ours, tensor.grad, atol=1e-12)

    def test_the_gradients_of_many_blocks_agree_with_autograd_through_a_cap():
        q, k, v, *_ = problem(3, heads=2, key_heads=2, n_q=400, n_k=700)
        inputs = [tensor.requires_grad_() for tensor in tensors(q, k, v)]
        capped = 2 * torch.tanh(inputs[0] @ inputs[1].mT * 0.5 / 2)
        place = torch.arange(400)[:, None] + 300 - torch.arange(700)
        may = (place >= 0) & (place <= 50)
        output = torch.softmax(capped.masked_fill(~may, -torch.inf), -1) @ inputs[2]
        upstream = np.random.default_rng(9).normal(size=output.shape)
        output.backward(torch.from_numpy(upstream))
        options = {"causal": "lower right", "window": 50, "scale": 0.5, "softcap": 2.0}
        found = attention_backward(upstream, q, k, v, **options)
        for ours, tensor in zip(found, inputs, strict=True):
            np.testing.assert_allclose(ours, tensor.grad, atol=1e-12)

    @pytest.mark.parametrize("length", [1, 30])
    @pytest.mark.parametrize("what", ["nothing", "bool", "float", "causal"])
    def test_many_tiles_agree_with_torch(what, length):
        q, k, v, may, bias = problem(4, heads=2, key_heads=2, n_q=1100, n_k=900)
        mask = {"bool": may, "float": bias}.get(what)
        theirs = torch.nn.functional.scaled_dot_product_attention(
            *tensors(length * q, k, v),
            attn_mask=None if mask is None else torch.from_numpy(mask),
            is_causal=what == "causal",
        )
        causal = "upper left" if what == "causal" else False
        ours = fast_attention(length * q, k, v, mask=mask, causal=causal)
        np.testing.assert_allclose(ours, theirs, atol=1e-11)

    def test_lower_right_agrees_with_the_bias_that_torch_has_for_it():
        from torch.nn.attention.bias import causal_lower_right

        q, k, v, *_ = problem(1, kind=np.float32)
        mask = causal_lower_right(3, 5)
        theirs = torch.nn.functional.scaled_dot_product_attention(*tensors(q, k, v), attn_mask=mask)
        np.testing.assert_allclose(attention(q, k, v, causal="lower right"), theirs, atol=1e-6)

    @pytest.mark.parametrize("kind", [np.float16, np.float32])
    def test_attention_agrees_with_torch_in_fewer_digits(kind):
        q, k, v, may, _ = problem(2, kind=kind)
        theirs = torch.nn.functional.scaled_dot_product_attention(
            *tensors(q, k, v), attn_mask=torch.from_numpy(may)
        )
        ours = attention(q, k, v, mask=may)
        assert ours.dtype == kind
        np.testing.assert_allclose(ours, theirs.numpy(), atol=4 * np.finfo(kind).eps)

    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize("masked", [None, "attn_mask", "key_padding_mask"])
    def test_multi_head_agrees_with_the_layer_of_torch(seed, masked):
        torch.manual_seed(seed)
        layer = torch.nn.MultiheadAttention(12, 3, batch_first=True, dtype=torch.float64)
        torch.nn.init.normal_(layer.in_proj_bias)
        torch.nn.init.normal_(layer.out_proj.bias)
        rng = np.random.default_rng(seed)
        x, source = rng.normal(size=(2, 4, 12)), rng.normal(size=(2, 5, 12))
        may = rng.random((4, 5) if masked == "attn_mask" else (2, 5)) < 0.7
        may[:, 0] = True
        hidden = {} if masked is None else {masked: torch.from_numpy(~may)}  # there, True hides
        theirs, averaged = layer(*tensors(x, source, source), **hidden)

        ours = snippets.load("multi_head").MultiHead.from_torch(layer.state_dict(), heads=3)
        masks = {None: None, "attn_mask": may, "key_padding_mask": may[:, None, None, :]}
        output, weights = ours(x, source, mask=masks[masked], return_weights=True)
        np.testing.assert_allclose(output, theirs.detach(), atol=1e-12)
        np.testing.assert_allclose(weights.mean(axis=1), averaged.detach(), atol=1e-12)

    @pytest.mark.parametrize("biased", [True, False])
    def test_multi_head_takes_weights_that_are_not_packed_from_torch(biased):
        torch.manual_seed(0)
        layer = torch.nn.MultiheadAttention(
            12, 3, bias=biased, kdim=7, vdim=7, batch_first=True, dtype=torch.float64
        )
        rng = np.random.default_rng(0)
        x, source = rng.normal(size=(2, 4, 12)), rng.normal(size=(2, 5, 7))
        theirs, _ = layer(*tensors(x, source, source))
        ours = snippets.load("multi_head").MultiHead.from_torch(layer.state_dict(), heads=3)
        np.testing.assert_allclose(ours(x, source), theirs.detach(), atol=1e-12)

    def turned(rows, places, base=10000.0):
        """Rotary positions by complex numbers: a pair is one number, turned by one factor."""
        pairs = rows.reshape(*rows.shape[:-1], 2, -1)
        speeds = base ** (-torch.arange(pairs.shape[-1], dtype=torch.float64) / pairs.shape[-1])
        factor = torch.polar(torch.ones(1, dtype=torch.float64), places[:, None] * speeds)
        numbers = torch.complex(pairs[..., 0, :], pairs[..., 1, :]) * factor
        return torch.cat([numbers.real, numbers.imag], dim=-1)

    def llama(tokens, weights, heads, key_heads, window):
        """The layer from PyTorch's own parts, all tokens at once."""
        d = tokens.shape[-1]
        given = {name: torch.from_numpy(array) for name, array in weights.items()}
        functional, places = torch.nn.functional, torch.arange(len(tokens), dtype=torch.float64)

        def heads_of(name, count):
            rows = functional.rms_norm(tokens, (d,), given["norm before reading"], 1e-5)
            return (rows @ given[name]).unflatten(-1, (count, -1)).transpose(0, 1)

        distance = places[:, None] - places
        read = functional.scaled_dot_product_attention(
            turned(heads_of("query", heads), places),
            turned(heads_of("key", key_heads), places),
            heads_of("value", key_heads),
            attn_mask=(distance >= 0) & (distance <= window),
            enable_gqa=True,
        )
        tokens = tokens + read.transpose(0, 1).flatten(1) @ given["output"]
        rows = functional.rms_norm(tokens, (d,), given["norm before thinking"], 1e-5)
        risen = functional.silu(rows @ given["gate"]) * (rows @ given["up"])
        return (tokens + risen @ given["down"]).numpy()

    @pytest.mark.parametrize("key_heads", [1, 2, 4])
    @pytest.mark.parametrize("window", [0, 2, 50])
    @pytest.mark.parametrize("pieces", [[9], [1] * 9, [4, 1, 1, 3]])
    def test_the_llama_layer_agrees_with_the_parts_of_torch(key_heads, window, pieces):
        step, rng = snippets.load("llama_layer"), np.random.default_rng(7)
        weights = step.random_weights(d=16, heads=4, key_heads=key_heads, hidden=24, seed=3)
        weights["norm before reading"], weights["norm before thinking"] = rng.normal(size=(2, 16))
        tokens = rng.normal(size=(9, 16))
        layer = step.LlamaLayer(weights, heads=4, key_heads=key_heads, window=window)
        ours = [layer(piece) for piece in np.split(tokens, np.cumsum(pieces)[:-1])]
        theirs = llama(torch.from_numpy(tokens), weights, 4, key_heads, window)
        np.testing.assert_allclose(np.concatenate(ours), theirs, atol=1e-12)

    @pytest.mark.parametrize("window", [0, 2, 50])
    def test_multi_head_with_rotary_positions_is_the_reading_half_of_a_llama(window):
        step, rng = snippets.load("llama_layer"), np.random.default_rng(8)
        weights = step.random_weights(d=16, heads=4, key_heads=2, hidden=24)
        rows = rng.normal(size=(9, 16))
        drop_in = snippets.load("multi_head")
        names = ("query", "key", "value", "output")
        turn = snippets.load("rotary").rotate
        layer = drop_in.MultiHead(*(weights[n] for n in names), 4, 2, rotate=turn)
        cache = drop_in.Cache(capacity=9)
        ours = [layer(row[None], cache=cache, window=window) for row in rows]
        queries, keys, values = (
            torch.from_numpy(rows @ weights[name]).unflatten(-1, (count, -1)).transpose(0, 1)
            for name, count in (("query", 4), ("key", 2), ("value", 2))
        )
        places = torch.arange(9, dtype=torch.float64)
        distance = places[:, None] - places
        read = torch.nn.functional.scaled_dot_product_attention(
            turned(queries, places),
            turned(keys, places),
            values,
            attn_mask=(distance >= 0) & (distance <= window),
            enable_gqa=True,
        )
        theirs = read.transpose(0, 1).flatten(1).numpy() @ weights["output"]
        np.testing.assert_allclose(np.concatenate(ours), theirs, atol=1e-12)

    twin = snippets.load("torch_soft_lookup")

    def slopes(lookup_function, *arrays, **options):
        inputs = [tensor.requires_grad_() for tensor in tensors(*arrays)]
        output = lookup_function(*inputs, **options)
        rows = output.reshape(-1)
        found = [
            torch.autograd.grad(row, inputs, retain_graph=True, allow_unused=True) for row in rows
        ]
        return output.detach().numpy(), found

    @pytest.mark.parametrize("temperature", [0.1, 1.0, 3.0])
    @pytest.mark.parametrize("columns", [None, 3])
    def test_the_twin_and_its_slopes_agree_with_the_definition(temperature, columns):
        rng = np.random.default_rng(4)
        query, keys = rng.normal(size=4), rng.normal(size=(6, 4))
        values = rng.normal(size=6 if columns is None else (6, columns))
        output, found = slopes(twin.soft_lookup, query, keys, values, temperature=temperature)
        np.testing.assert_allclose(
            output, lookup.soft_lookup(query, keys, values, temperature), atol=1e-13
        )
        defined = lookup.soft_lookup_gradients(query, keys, values, temperature)
        for place, by in enumerate(defined):
            theirs = np.stack([row[place].numpy() for row in found])
            np.testing.assert_allclose(theirs if columns else theirs[0], by, atol=1e-12)

    @pytest.mark.parametrize(
        ("kind", "temperature", "gap", "best"),
        [
            ("float32", 1e-46, 1e-30, 1.0),  # rounds to 0 in float32
            ("float64", 5e-324, 1e-300, 1.0),
            ("float32", 1e-40, 1e-40, 1 / (1 + np.exp(-1))),  # subnormal, and still a temperature
            ("float16", 1e-5, 1e-4, 1 / (1 + np.exp(-10))),  # below what float16 holds well
        ],
    )
    def test_the_twin_takes_a_tiny_temperature_as_it_is(kind, temperature, gap, best):
        dtype = getattr(torch, kind)
        keys = torch.tensor([[0.0], [-gap]], dtype=dtype)
        values = torch.tensor([1.0, 0.0], dtype=dtype)
        output = twin.soft_lookup(torch.ones(1, dtype=dtype), keys, values, temperature)
        assert float(output) == pytest.approx(best, rel=2e-3)

    def test_the_twin_agrees_with_the_numpy_steps():
        rng = np.random.default_rng(5)
        query, keys, values = rng.normal(size=4), rng.normal(size=(6, 4)), rng.normal(size=6)
        soft, steps = snippets.load("soft_lookup").soft_lookup, snippets.load("temperature")
        output, found = slopes(twin.soft_lookup, query, keys, values)
        assert output == pytest.approx(soft(query, keys, values), abs=1e-14)
        for ours, theirs in zip(
            snippets.load("gradients").gradients(query, keys, values), found[0], strict=True
        ):
            np.testing.assert_allclose(theirs, ours, atol=1e-13)
        for temperature in (0.01, 0.5, 20.0, np.inf):
            theirs, _ = slopes(twin.soft_lookup, query, keys, values, temperature=temperature)
            expected = steps.soft_lookup(query, keys, values, temperature)
            assert theirs == pytest.approx(expected, abs=1e-13)

    def test_the_hard_twin_finds_the_best_and_only_its_value_has_a_slope():
        rng = np.random.default_rng(6)
        query, keys, values = rng.normal(size=4), rng.normal(size=(6, 4)), rng.normal(size=6)
        best = int(np.argmax(keys @ query))
        output, [(by_query, by_keys, by_values)] = slopes(twin.hard_lookup, query, keys, values)
        assert output == values[best]
        assert by_query is None
        assert by_keys is None
        assert by_values.tolist() == np.eye(6)[best].tolist()

    def test_ties_split_softly_and_go_to_the_first_hard():
        query, keys, values = np.ones(2), np.ones((2, 2)), np.array([4.0, 8.0])
        assert slopes(twin.soft_lookup, query, keys, values, temperature=1e-308)[0] == 6
        assert slopes(twin.hard_lookup, query, keys, values)[0] == 4

    @pytest.mark.parametrize(
        "shapes",
        [((2, 3), (4, 3), (4,)), ((3,), (3,), (3,)), ((3,), (4, 2), (4,)), ((3,), (4, 3), (5,)),
         ((3,), (0, 3), (0,)), ((3,), (4, 3), (4, 1, 1))],
    )  # fmt: skip
    @pytest.mark.parametrize("reading", ["soft_lookup", "hard_lookup"])
    def test_the_twin_refuses_shapes_that_are_no_lookup(reading, shapes):
        with pytest.raises(ValueError, match=r"query, keys, values have the shapes"):
            getattr(twin, reading)(*(torch.ones(shape) for shape in shapes))

    @pytest.mark.parametrize("temperature", [0, -1.0, float("nan")])
    def test_the_twin_refuses_a_temperature_of_0_or_less(temperature):
        with pytest.raises(ValueError, match=f"not {temperature}: for 0 use hard_lookup"):
            twin.soft_lookup(*tensors(np.ones(2), np.ones((2, 2)), np.ones(2)), temperature)


if FOUND["jax"]:
    import jax

    @pytest.mark.parametrize(("key_heads", "scale", "what"), CASES)
    def test_attention_agrees_with_jax(key_heads, scale, what):
        q, k, v, may, bias = problem(0, key_heads=key_heads, kind=np.float32)
        theirs = jax.nn.dot_product_attention(
            *(np.swapaxes(x, 1, 2) for x in (q, k, v)),
            bias=bias if what == "float" else None,
            mask=may if what == "bool" else None,
            is_causal=what == "causal",
            scale=scale,
        )
        ours = attention(
            q,
            k,
            v,
            mask={"bool": may, "float": bias}.get(what),
            causal="upper left" if what == "causal" else False,
            scale=scale,
            grouped=key_heads != 4,
        )
        np.testing.assert_allclose(ours, np.swapaxes(np.asarray(theirs), 1, 2), atol=2e-6)

    @pytest.mark.parametrize("axis", [0, 1, -1])
    def test_softmax_agrees_with_jax(axis):
        scores = np.random.default_rng(1).normal(size=(3, 4)).astype(np.float32) * 50
        ours = snippets.load("softmax").softmax(scores, axis=axis)
        np.testing.assert_allclose(ours, jax.nn.softmax(scores, axis=axis), atol=1e-6)


if FOUND["onnx"]:
    import onnx

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx.backend.test.case import node as onnx_cases

        for operator in ("attention", "softmax", "logsoftmax"):
            importlib.import_module(f"onnx.backend.test.case.node.{operator}")

    # The published cases of the specification; the "expanded" ones repeat them in smaller operators.
    PUBLISHED = {
        case.name: case for case in onnx_cases._NodeTestCases if "expanded" not in case.name
    }

    def read(case):
        """The named inputs, the named outputs and the attributes of a published case."""
        [node] = case.model.graph.node
        [(inputs, outputs)] = case.data_sets
        attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        named = [name for name in node.input if name], [name for name in node.output if name]
        return (
            node.op_type,
            dict(zip(named[0], inputs, strict=True)),
            dict(zip(named[1], outputs, strict=True)),
            attributes,
        )

    def heads_first(rows, heads):
        return rows if rows.ndim == 4 else np.stack(np.split(rows, heads, axis=-1), axis=1)

    def as_the_specification(function, inputs, attributes, **more):
        """A drop-in, given the inputs and attributes of the ONNX operator, and the present cache."""
        count = attributes.get("q_num_heads"), attributes.get("kv_num_heads")
        q, k, v = (inputs[name] for name in "QKV")
        packed, kind = q.ndim == 3, q.dtype
        q, k, v = heads_first(q, count[0]), heads_first(k, count[1]), heads_first(v, count[1])
        past = inputs["past_key"].shape[2] if "past_key" in inputs else 0
        if past:
            k = np.concatenate([inputs["past_key"], k], axis=2)
            v = np.concatenate([inputs["past_value"], v], axis=2)
        lengths = inputs.get("nonpad_kv_seqlen")
        first = past if lengths is None else (lengths - q.shape[2]).reshape(-1, 1, 1, 1)
        mask = combined(inputs.get("attn_mask"), q.shape[2], k.shape[2], first, lengths, attributes)
        wide = (x.astype(np.float32) if kind.name == "bfloat16" else x for x in (q, k, v))
        output, second = function(
            *wide,
            mask=mask,
            scale=attributes.get("scale"),
            softcap=attributes.get("softcap"),
            grouped=True,
            **more,
        )
        if packed:
            output = np.concatenate(list(np.moveaxis(output, 1, 0)), axis=-1)
        return output, second, k, v

    def combined(mask, n_q, n_k, first, lengths, attributes):
        """Mask, causal order, window and padding of the specification as one mask of ours."""
        place, key = first + np.arange(n_q)[:, None], np.arange(n_k)
        may = np.ones((n_q, n_k), dtype=bool)
        if attributes.get("is_causal"):
            may = may & (key <= place)
        left, right = (attributes.get(f"{side}_window_size", -1) for side in ("left", "right"))
        may = may & ((left < 0) | (place - key <= left)) & ((right < 0) | (key - place <= right))
        if lengths is not None:
            may = may & (key < lengths.reshape(-1, 1, 1, 1))
        if mask is None:
            return may
        short = [(0, 0)] * (mask.ndim - 1) + [(0, n_k - mask.shape[-1])]
        if mask.dtype == bool:
            return np.pad(mask, short) & may
        wide = mask.astype(np.float32)
        return np.where(may, np.pad(wide, short, constant_values=-np.inf), -np.inf)

    DIGITS = {"bfloat16": 1e-2, "float16": 2e-3, "float32": 2e-6}

    ATTENTIONS = [name for name in PUBLISHED if "attention" in name]

    @pytest.mark.parametrize("name", ATTENTIONS)
    def test_attention_agrees_with_the_published_case(name):
        _, inputs, outputs, attributes = read(PUBLISHED[name])
        output, weights, keys, values = as_the_specification(
            attention, inputs, attributes, return_weights=True
        )
        digits = DIGITS[inputs["Q"].dtype.name]
        np.testing.assert_allclose(output, outputs["Y"].astype(float), atol=digits)
        if "present_key" in outputs:
            assert np.array_equal(keys, outputs["present_key"])
            assert np.array_equal(values, outputs["present_value"])
        if attributes.get("qk_matmul_output_mode") == 3:
            np.testing.assert_allclose(weights, outputs["qk_matmul_output"], atol=digits)

    @pytest.mark.parametrize("tiles", [False, True])
    @pytest.mark.parametrize("name", ATTENTIONS)
    def test_fast_attention_agrees_with_the_published_case(name, tiles, monkeypatch):
        if tiles:
            for limit in ("AT_ONCE", "FEW_ROWS"):
                monkeypatch.setitem(fast_attention.__globals__, limit, 0)
            monkeypatch.setitem(fast_attention.__globals__, "TILE_KEYS", 2)
        _, inputs, outputs, attributes = read(PUBLISHED[name])
        output, *_ = as_the_specification(fast_attention, inputs, attributes, return_lse=True)
        digits = DIGITS[inputs["Q"].dtype.name]
        np.testing.assert_allclose(output, outputs["Y"].astype(float), atol=digits)

    def plainly(inputs, attributes):
        """Causal order, window and lengths of a published case as options instead of a mask.

        None where they say what no option says: other reaches to the left and right, a cache.
        """
        left, right = (attributes.get(f"{side}_window_size", -1) for side in ("left", "right"))
        causal, lengths = attributes.get("is_causal"), inputs.get("nonpad_kv_seqlen")
        n_q, n_k = (inputs[name].shape[-2] for name in "QK")
        if "past_key" in inputs or "attn_mask" in inputs or inputs["Q"].dtype.name == "bfloat16":
            return None
        if left >= 0 and right not in ((left, -1, 0) if causal else (left,)):
            return None
        if left < 0 <= right or not (causal or lengths is not None or left >= 0):
            return None
        options = {"window": left if left >= 0 else None}
        if lengths is not None:
            options["key_stop"] = lengths.reshape(-1, 1)
        if causal:
            options["causal"] = "upper left" if lengths is None else "lower right"
        elif left >= 0 and (n_q != n_k or lengths is not None):
            return None
        return options

    PLAIN = [name for name in ATTENTIONS if plainly(*(read(PUBLISHED[name])[i] for i in (1, 3)))]

    def test_some_published_cases_have_an_order_or_lengths_of_their_own():
        assert len(PLAIN) > 8

    @pytest.mark.parametrize("function", [attention, fast_attention])
    @pytest.mark.parametrize("name", PLAIN)
    def test_order_window_and_lengths_agree_with_the_published_case(name, function):
        _, inputs, outputs, attributes = read(PUBLISHED[name])
        heads = attributes.get("q_num_heads"), *[attributes.get("kv_num_heads")] * 2
        q, k, v = map(heads_first, (inputs[x] for x in "QKV"), heads)
        scale, softcap = attributes.get("scale"), attributes.get("softcap")
        options = plainly(inputs, attributes)
        ours = function(q, k, v, scale=scale, softcap=softcap, grouped=True, **options)
        if inputs["Q"].ndim == 3:
            ours = np.concatenate(list(np.moveaxis(ours, 1, 0)), axis=-1)
        np.testing.assert_allclose(ours, outputs["Y"], atol=DIGITS[inputs["Q"].dtype.name])

    @pytest.mark.parametrize("name", [name for name in PUBLISHED if "softmax_" in name[:16]])
    def test_softmax_agrees_with_the_published_case(name):
        operator, inputs, outputs, attributes = read(PUBLISHED[name])
        shares = snippets.load("softmax").softmax(inputs["x"], axis=attributes.get("axis", -1))
        ours = np.log(shares) if operator == "LogSoftmax" else shares
        np.testing.assert_allclose(ours, outputs["y"], rtol=1e-6, atol=1e-6)

    def test_the_published_cases_are_all_there():
        operators = [case.model.graph.node[0].op_type for case in PUBLISHED.values()]
        assert operators.count("Attention") > 60
        assert operators.count("Softmax") == operators.count("LogSoftmax") == 7

    @pytest.mark.parametrize(("key_heads", "scale", "what"), CASES)
    def test_attention_agrees_with_the_reference_evaluator_of_onnx(key_heads, scale, what):
        q, k, v, may, bias = problem(7, key_heads=key_heads, d_v=3)
        mask = {"bool": may, "float": bias}.get(what)
        inputs = {"Q": q, "K": k, "V": v} | ({} if mask is None else {"attn_mask": mask})
        given = {} if scale is None else {"scale": scale}
        theirs = frameworks.onnx_node(
            "Attention", inputs, is_causal=int(what == "causal"), **given
        )[0]
        causal = "upper left" if what == "causal" else False
        for function in (attention, fast_attention):
            ours = function(q, k, v, mask=mask, causal=causal, scale=scale, grouped=key_heads != 4)
            np.testing.assert_allclose(ours, theirs, atol=1e-7)  # its scale has single precision

    @pytest.mark.parametrize("operator", ["Softmax", "LogSoftmax"])
    def test_softmax_agrees_with_the_reference_evaluator_of_onnx(operator):
        scores = np.random.default_rng(8).normal(size=(3, 4)) * 20
        [theirs] = frameworks.onnx_node(operator, {"x": scores}, axis=0)
        shares = snippets.load("softmax").softmax(scores, axis=0)
        ours = np.log(shares) if operator == "LogSoftmax" else shares
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
