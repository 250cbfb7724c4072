"""What only this page asks of the frameworks, besides the table of conventions."""

import contextlib
import io
import runpy
from importlib import import_module
from typing import Any

import numpy as np

from softlookup import frameworks, snippets, steps
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.frameworks import Question
from softlookup.write import number

# --- The twin ---------------------------------------------------------------------------------------


def _printed() -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        runpy.run_path(str(snippets.path("torch_soft_lookup")), run_name="__main__")
    return said.getvalue().rstrip()


TWIN = Question("snippets/torch_soft_lookup.py prints", "torch", _printed)

# --- Temperature --------------------------------------------------------------------------------------

EXAMPLE = TENNIS[None], KEYS, VALUES[:, None]
TEMPERATURES = (2**0.5, 1.0, 0.5, 10.0)


def at(temperature: float) -> Question:
    """Tennis, asked of PyTorch's function at a temperature."""

    def ask() -> str:
        torch = import_module("torch")
        arrays = (torch.tensor(array) for array in EXAMPLE)
        function = torch.nn.functional.scaled_dot_product_attention
        return number(float(function(*arrays, scale=1 / temperature)))

    return Question(f"tennis at temperature {number(temperature)}", "torch", ask)


# --- Eight calls of PyTorch that the table has no column for --------------------------------------------


def _encoder_layer(
    *,
    training: bool,
    gradients: bool,
    batch_first: bool = True,
    heads: int = 2,
    padded: bool = False,
) -> str:
    """nn.TransformerEncoderLayer with a window of one place and the hint that its mask is causal.

    Its fast path, which keeps the mask, is taken only when it evaluates, no gradient is asked for, the
    batch comes first, which is not what it expects by itself, and the number of heads is even. A
    padding mask, even one that hides nothing, keeps the mask on every path.
    """
    torch = import_module("torch")
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(8, heads, 16, dropout=0.0, batch_first=batch_first)
    layer.train(training)
    text, place = torch.randn(1, 5, 8), torch.arange(5)
    text = text if batch_first else text.transpose(0, 1)  # (rows, batch, width)
    future = place[:, None] < place  # True is hidden
    window = future | (place[:, None] - place > 1)
    with torch.set_grad_enabled(gradients):
        windowed, causal = layer(text, src_mask=window), layer(text, src_mask=future)
        padding = torch.zeros(1, 5, dtype=torch.bool) if padded else None
        hinted = layer(text, src_mask=window, src_key_padding_mask=padding, is_causal=True)
    outcomes = {"the window holds": windowed, "the window is lost": causal}
    (found,) = [name for name, rows in outcomes.items() if torch.allclose(hinted, rows, atol=1e-5)]
    return found


def _empty_row(*, gradients: bool) -> str:
    """nn.MultiheadAttention in evaluation, asked for no weights: a text reads itself, its first row nothing."""
    torch = import_module("torch")
    torch.manual_seed(0)
    layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    text, hidden = torch.randn(1, 3, 8), torch.zeros(3, 3, dtype=torch.bool)
    hidden[0] = True
    with torch.set_grad_enabled(gradients):
        output, _ = layer(text, text, text, attn_mask=hidden, need_weights=False)
        nothing = layer.out_proj.bias  # what a blend of 0 becomes
    outcomes = {"NaN": torch.full_like(nothing, torch.nan), "0": nothing}
    (found,) = [
        name
        for name, row in outcomes.items()
        if torch.allclose(output[0, 0], row, atol=1e-6, equal_nan=True)
    ]
    return found


def _lower_right() -> str:
    torch = import_module("torch")
    bias = import_module("torch.nn.attention.bias").causal_lower_right(2, 4)
    values = torch.tensor([1.0, 2, 4, 8]).reshape(1, 1, 4, 1)
    function = torch.nn.functional.scaled_dot_product_attention
    rows = function(torch.zeros(1, 1, 2, 1), torch.zeros(1, 1, 4, 1), values, attn_mask=bias)
    seen = rows[0, 0, :, 0].numpy()
    if not np.allclose(seen, (7 / 3, 15 / 4)):
        raise LookupError(f"causal_lower_right gave {seen}: describe it in a new name")
    return "lower right"


CALLS = (
    Question(
        "`nn.TransformerEncoderLayer(batch_first=True)` with the mask of a window and `is_causal=True`, training",
        "torch",
        lambda: _encoder_layer(training=True, gradients=True),
    ),
    Question(
        "the same layer, evaluating",
        "torch",
        lambda: _encoder_layer(training=False, gradients=True),
    ),
    Question(
        "the same layer, evaluating inside `torch.no_grad()`",
        "torch",
        lambda: _encoder_layer(training=False, gradients=False),
    ),
    Question(
        "the same call of a layer made without `batch_first=True`",
        "torch",
        lambda: _encoder_layer(training=False, gradients=False, batch_first=False),
    ),
    Question(
        "the same layer with one head instead of two, evaluating inside `torch.no_grad()`",
        "torch",
        lambda: _encoder_layer(training=False, gradients=False, heads=1),
    ),
    Question(
        "the first layer again, training, with a `src_key_padding_mask` that hides nothing",
        "torch",
        lambda: _encoder_layer(training=True, gradients=True, padded=True),
    ),
    Question(
        "a query with nothing to read in `nn.MultiheadAttention`, `need_weights=False`, evaluating inside "
        "`torch.no_grad()`",
        "torch",
        lambda: _empty_row(gradients=False),
    ),
    Question(
        "`scaled_dot_product_attention` with the mask `torch.nn.attention.bias.causal_lower_right(2, 4)`",
        "torch",
        _lower_right,
    ),
)

# --- Clauses of the ONNX specification, each tried on its reference evaluator ---------------------------


def _arrays(n_q: int = 2, n_k: int = 5) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    shapes = ((1, 1, n_q, 3), (1, 1, n_k, 3), (1, 1, n_k, 4))
    q, k, v = (rng.normal(size=shape).astype(np.float32) for shape in shapes)
    return q, k, v


def _both(inputs: dict[str, Any], options: dict[str, Any], **ours: Any) -> str:
    q, k, v = _arrays()
    theirs = frameworks.onnx_node("Attention", {"Q": q, "K": k, "V": v, **inputs}, **options)[0]
    return _agreement(theirs, steps.attention.attention(q, k, v, **ours))


def _agreement(theirs: Any, ours: Any) -> str:
    return "agrees" if np.allclose(theirs, ours, atol=1e-6) else "differs"


def _neighbours() -> str:
    """Four query heads over two key heads; dealt out in turn, the middle two would read the other one."""
    rng = np.random.default_rng(0)
    shapes = ((1, 4, 2, 3), (1, 2, 5, 3), (1, 2, 5, 4))
    q, k, v = (rng.normal(size=shape).astype(np.float32) for shape in shapes)
    theirs = frameworks.onnx_node("Attention", {"Q": q, "K": k, "V": v})[0]
    return _agreement(theirs, steps.attention.attention(q, k, v, grouped=True))


def _softcap() -> str:
    """The last entry is hidden: a cap that came after the mask would let it leak."""
    cap, mask = 0.5, np.array([[0, 0, 0, 0, -np.inf]] * 2, dtype=np.float32)
    return _both({"attn_mask": mask}, {"softcap": cap}, softcap=cap, mask=mask)


def _short_mask() -> str:
    short = np.array([[True, False, True]] * 2)
    return _both({"attn_mask": short}, {}, mask=np.pad(short, ((0, 0), (0, 2))))


def _empty() -> str:
    nothing = np.zeros((2, 5), dtype=bool)
    return _both({"attn_mask": nothing}, {}, mask=nothing)


def _cached(mask: Any = None) -> str:
    """The first 3 entries are kept, the last 2 are new."""
    q, k, v = _arrays()
    new = {"Q": q, "K": k[..., 3:, :], "V": v[..., 3:, :], "attn_mask": mask}
    past = {"past_key": k[..., :3, :], "past_value": v[..., :3, :]}
    theirs = frameworks.onnx_node("Attention", new | past, outputs=3, is_causal=1)[0]
    return _agreement(theirs, steps.attention.attention(q, k, v, mask=mask, causal="lower right"))


def _cached_and_masked() -> str:
    return _cached(np.array([[True, False, True, True, True]] * 2))


def _handed_over() -> str:
    """All entries come as K and V; 4 are in use, and the last 2 of these are new."""
    q, k, v = _arrays()
    absent = dict.fromkeys(("attn_mask", "past_key", "past_value"))
    whole = {"Q": q, "K": k, "V": v, **absent, "nonpad_kv_seqlen": np.array([4])}
    theirs = frameworks.onnx_node("Attention", whole, is_causal=1)[0]
    return _agreement(theirs, steps.attention.attention(q, k, v, causal="lower right", key_stop=4))


CLAUSES = (
    Question("The cap on scores acts before the mask.", "onnx", _softcap),
    Question(
        "Over a cache in `past_key`, causal order counts from the lower right.", "onnx", _cached
    ),
    Question("The same, with a Boolean mask besides.", "onnx", _cached_and_masked),
    Question(
        "Over a cache that is handed over whole, it counts from there too.", "onnx", _handed_over
    ),
    Question("Neighbouring query heads share a key head.", "onnx", _neighbours),
    Question("A mask that is too short hides the entries beyond it.", "onnx", _short_mask),
    Question("A query with nothing to read gets 0.", "onnx", _empty),
)
ONNX_VERSIONS = (
    "1.18.0",
    "1.19.0",
    "1.19.1",
    "1.20.0",
    "1.21.0",
    "1.22.0",
)  # asked once, and stored

ALL = (TWIN, *map(at, TEMPERATURES), *CALLS, *CLAUSES)
