"""Seven ways to say one lookup: how each lays its arrays out, and the lines that call it.

The problem is the same for all: new queries over a cache, so causal order counts from the lower right;
a Boolean mask besides, which leaves one query nothing to read; a scale; query heads that share keys.
A dialect that cannot say one of these is not asked for it when it is what the reader *has*.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from softlookup.frameworks import APIS, KERAS, Api

HEADS_FIRST = "(batch, heads, rows, width)"
ROWS_FIRST = "(batch, rows, heads, width)"
FLAT = "(batch, rows, heads · width)"


class Says(NamedTuple):
    """What the reader's call says besides queries, keys and values."""

    mask: bool = True
    scale: bool = True
    groups: bool = True


@dataclass(frozen=True)
class Dialect:
    """One way to call attention. `lines` writes the call, given what has to be said."""

    key: str
    name: str
    api: Api | None  # None: read in its manual, never run here
    layout: str
    says: Says
    imports: str
    lines: Callable[[Says], list[str]]
    hides: bool = False  # True in a mask hides
    projects: bool = False  # before and after the lookup
    cannot: str = ""

    @property
    def package(self) -> str:
        """What must be installed to run it."""
        return self.api.package if self.api else "flash_attn"


def _arguments(**given: str | bool) -> str:
    """Those arguments that are given, as they stand in a call."""
    return ", ".join(f"{name}={value}" for name, value in given.items() if value)


def _ours(says: Says) -> list[str]:
    given = _arguments(
        mask=says.mask and "mask",
        causal='"lower right"',
        scale=says.scale and "scale",
        grouped=says.groups and "True",
    )
    return ["out = attention(", "    q, k, v,", f"    {given}", ")"]


def _may(says: Says) -> list[str]:
    """One mask for everything: the flag of most libraries would count from the upper left."""
    order = "np.tri(n_q, n_k, n_k - n_q, dtype=bool)"
    return [
        "# causal order, counted from the lower right",
        f"may = {'mask & ' * says.mask}{order}",
    ]


def _torch_function(says: Says) -> list[str]:
    given = _arguments(
        attn_mask="may",
        scale=says.scale and "scale",
        enable_gqa=says.groups and "True",
    )
    return [
        *_may(says),
        "q, k, v, may = map(torch.as_tensor, (q, k, v, may))",
        "out = torch.nn.functional.scaled_dot_product_attention(",
        f"    q, k, v, {given}",
        ").numpy()",
    ]


def _torch_layer(says: Says) -> list[str]:
    shared = [
        "# it cannot share heads: give every query head its own copy",
        "k, v = (",
        "    x.reshape(*x.shape[:2], -1, width).repeat(group, axis=2)",
        "    for x in (k, v)",
        ")",
        "k, v = (x.reshape(*x.shape[:2], -1) for x in (k, v))",
    ]
    scaled = [
        "# it divides by √width, whatever you say",
        "q = q * scale * width**0.5",
    ]
    return [
        *shared * says.groups,
        *scaled * says.scale,
        *_may(says),
        "# True hides",
        "q, k, v, hidden = map(torch.as_tensor, (q, k, v, ~may))",
        "layer = torch.nn.MultiheadAttention(",
        "    heads * width, heads, bias=False,",
        "    batch_first=True, dtype=q.dtype,",
        ")",
        "# it projects besides: here by matrices that change nothing",
        "with torch.no_grad():",
        "    same = torch.eye(heads * width, dtype=q.dtype)",
        "    layer.in_proj_weight.copy_(same.repeat(3, 1))",
        "    layer.out_proj.weight.copy_(same)",
        "    # with weights it would give NaN where nothing is read",
        "    out, _ = layer(",
        "        q, k, v, attn_mask=hidden, need_weights=False",
        "    )",
        "out = out.numpy()",
    ]


_NOTHING = [
    "# where nothing may be read it gave the average of all",
    "out = np.where(may.any(-1)[:, None, None], out, 0)",
]


def _jax(says: Says) -> list[str]:
    given = _arguments(mask="may[None, None]", scale=says.scale and "scale")
    return [
        *_may(says),
        "out = jax.nn.dot_product_attention(",
        f"    q, k, v, {given}",
        ")",
        *_NOTHING,
    ]


def _onnx(says: Says) -> list[str]:
    given = _arguments(scale=says.scale and "scale")
    return [
        *_may(says),
        'given = {"Q": q, "K": k, "V": v, "mask": may}',
        "node = helper.make_node(",
        f'    "Attention", [*given], ["out"]{", " * bool(given)}{given}',
        ")",
        "typed = [",
        "    helper.make_tensor_value_info(",
        "        name, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape",
        "    )",
        "    for name, x in given.items()",
        "]",
        "kind = helper.np_dtype_to_tensor_dtype(q.dtype)",
        'made = helper.make_tensor_value_info("out", kind, None)',
        'graph = helper.make_graph([node], "lookup", typed, [made])',
        "model = helper.make_model(graph)",
        "(out,) = ReferenceEvaluator(model).run(None, given)",
    ]


def _keras(says: Says) -> list[str]:
    given = _arguments(mask="may[None, None]", scale=says.scale and "scale")
    return [
        *_may(says),
        "out = keras.ops.dot_product_attention(",
        f"    q, k, v, {given}",
        ")",
        "out = keras.ops.convert_to_numpy(out)",
        *_NOTHING,
    ]


def _flash(says: Says) -> list[str]:
    given = _arguments(softmax_scale=says.scale and "scale", causal="True")
    lost = ["# there is no argument for the mask: see below"] * says.mask
    return [
        *lost,
        "q, k, v = (",
        '    torch.as_tensor(x, dtype=torch.bfloat16, device="cuda")',
        "    for x in (q, k, v)",
        ")",
        "# lower right, since v2.1",
        f"out = flash_attn_func(q, k, v, {given})",
        "out = out.float().cpu().numpy()",
    ]


_TORCH = "import numpy as np\nimport torch"

DIALECTS = {
    dialect.key: dialect
    for dialect in (
        Dialect(
            "numpy",
            "NumPy",
            APIS["attention (this site)"],
            HEADS_FIRST,
            Says(),
            "from attention import attention",
            _ours,
            cannot="Dropout.",
        ),
        Dialect(
            "torch-function",
            "PyTorch function",
            APIS["torch.nn.functional.scaled_dot_product_attention"],
            HEADS_FIRST,
            Says(),
            _TORCH,
            _torch_function,
            cannot=(
                "A cap on the scores, and sinks. It returns no weights. A flag for the lower right: hand over the "
                "mask, or `causal_lower_right` of `torch.nn.attention.bias`."
            ),
        ),
        Dialect(
            "torch-layer",
            "PyTorch layer",
            APIS["torch.nn.MultiheadAttention(batch_first=True), need_weights=False"],
            FLAT,
            Says(scale=False, groups=False),
            _TORCH,
            _torch_layer,
            hides=True,
            projects=True,
            cannot=(
                "Shared heads, a scale of your own, values of another width than keys (`vdim` is their width before "
                "the layer projects them to that of the keys), a cap on the scores, and sinks but one of score 0 "
                "(`add_zero_attn`). Padding that differs between texts "
                "of a batch goes into `key_padding_mask`, where True hides as well; any other mask of a text’s own has "
                "the shape (batch · heads, n_q, n_k). `is_causal` is only a hint that `attn_mask` is causal: beside "
                "another mask one of the two is lost, and which one depends on the path that the layer takes, so join "
                "them into one. Where it is asked for weights, or takes its fast path in inference, a query with "
                "nothing to read gets NaN."
            ),
        ),
        Dialect(
            "jax",
            "JAX",
            APIS["jax.nn.dot_product_attention"],
            ROWS_FIRST,
            Says(),
            "import jax\nimport numpy as np",
            _jax,
            cannot=(
                "Values of another width than keys, a cap on the scores, sinks, dropout. It returns no weights. Floats "
                "to add go into `bias`; a `mask` of floats is refused. It computes in `float32` until "
                "`jax_enable_x64` is set."
            ),
        ),
        Dialect(
            "onnx",
            "ONNX",
            APIS["onnx Attention"],
            HEADS_FIRST,
            Says(),
            "import numpy as np\nfrom onnx import helper\nfrom onnx.reference import ReferenceEvaluator",
            _onnx,
            cannot="Sinks and dropout. What runs here is its reference evaluator; other runtimes may lag behind it.",
        ),
        Dialect(
            "keras",
            "Keras",
            KERAS,
            ROWS_FIRST,
            Says(),
            "import keras  # on PyTorch: KERAS_BACKEND=torch\nimport numpy as np",
            _keras,
            cannot=(
                "Sinks, dropout, and a cap on the scores, but for JAX on a TPU. It returns no weights. Floats to add "
                "go into `bias`. **On PyTorch, JAX and NumPy a `mask` of floats is taken for truth: 0 hides and −∞ is "
                "read, and only JAX logs an error.** "
                "On NumPy all query heads can share one key head, but not several, and on JAX values must be as wide "
                "as keys."
            ),
        ),
        Dialect(
            "flash-attn",
            "flash-attn",
            None,
            ROWS_FIRST,
            Says(mask=False),
            "import torch\nfrom flash_attn import flash_attn_func",
            _flash,
            cannot=(
                "Sinks, and any mask but causal order, a window, and padding, which is cut out before the call "
                "(`flash_attn_varlen_func`). `float32`, but for ROCm with Triton. A processor without CUDA or ROCm."
            ),
        ),
    )
}
