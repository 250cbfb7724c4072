"""Where implementations of attention differ: a row for each convention, each cell measured by a call.

A framework is imported only when it is asked. One that is not installed answered earlier, in a stored
and dated run, which `make frameworks` renews.
"""

import datetime
import math
import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from softlookup import runs, steps, write

Array = NDArray[Any]
REFUSED = "refused"
OLD = 90  # days after which a stored run is called old


class Refusal(Exception):
    """A framework raised where it was asked."""


class CannotBeAsked(Exception):
    """There is no way to say it to a framework, so it has no words for it either."""


# --- Who is asked ---------------------------------------------------------------------------------


def _ours(
    q: Array, k: Array, v: Array, mask: Array | None, causal: bool, *, grouped: bool = True
) -> Array:
    output: Array = steps.attention.attention(q, k, v, mask=mask, causal=causal, grouped=grouped)
    return output


def _torch(
    q: Array, k: Array, v: Array, mask: Array | None, causal: bool, *, grouped: bool = True
) -> Array:
    torch = import_module("torch")
    output: Array = torch.nn.functional.scaled_dot_product_attention(
        *(torch.from_numpy(x) for x in (q, k, v)),
        attn_mask=None if mask is None else torch.from_numpy(mask),
        is_causal=causal,
        enable_gqa=grouped,
    ).numpy()
    return output


def _torch_layer(
    q: Array, k: Array, v: Array, mask: Array | None, causal: bool, *, need_weights: bool
) -> Array:
    """nn.MultiheadAttention with identity projections, so that only the lookup is left.

    Asked for its weights it takes one path, not asked another, and the two differ.
    """
    torch = import_module("torch")
    batch, heads, n_q, width = q.shape
    if k.shape[1] != heads:
        raise CannotBeAsked  # it takes one number of heads
    layer = torch.nn.MultiheadAttention(heads * width, heads, bias=False, batch_first=True)
    layer = layer.to(torch.from_numpy(q).dtype)
    identity = torch.eye(heads * width, dtype=torch.from_numpy(q).dtype)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.cat([identity] * 3))
        layer.out_proj.weight.copy_(identity)
        rows = (
            torch.from_numpy(x).transpose(1, 2).reshape(batch, x.shape[2], -1) for x in (q, k, v)
        )
        given = None if mask is None else torch.from_numpy(mask)
        output, _ = layer(*rows, attn_mask=given, is_causal=causal, need_weights=need_weights)
    split: Array = output.reshape(batch, n_q, heads, width).transpose(1, 2).numpy()
    return split


def _jax(q: Array, k: Array, v: Array, mask: Array | None, causal: bool) -> Array:
    attend = import_module("jax.nn").dot_product_attention
    asked, found, told = (np.swapaxes(x, 1, 2) for x in (q, k, v))
    output = attend(asked, found, told, mask=_four(mask), is_causal=causal)
    return np.swapaxes(np.asarray(output), 1, 2)


def _four(mask: Array | None) -> Array | None:
    return None if mask is None else mask.reshape((1,) * (4 - mask.ndim) + mask.shape)


def _onnx(q: Array, k: Array, v: Array, mask: Array | None, causal: bool) -> Array:
    inputs = {"Q": q, "K": k, "V": v} | ({} if mask is None else {"attn_mask": mask})
    return onnx_node("Attention", inputs, is_causal=int(causal))[0]


def onnx_node(
    operator: str, inputs: Mapping[str, Array | None], outputs: int = 1, **attributes: Any
) -> list[Array]:
    """Run one ONNX operator with the package's reference evaluator; None leaves an input out."""
    onnx, reference = import_module("onnx"), import_module("onnx.reference")
    helper = onnx.helper
    made = [f"out{i}" for i in range(outputs)]
    given = {name: x for name, x in inputs.items() if x is not None}
    places = [name if name in given else "" for name in inputs]
    node = helper.make_node(operator, places, made, **attributes)
    typed = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape)
        for name, x in given.items()
    ]
    free = [helper.make_tensor_value_info(name, 1, None) for name in made]
    model = helper.make_model(helper.make_graph([node], operator, typed, free))
    answer: list[Array] = reference.ReferenceEvaluator(model).run(None, given)
    return answer


def _keras(q: Array, k: Array, v: Array, mask: Array | None, causal: bool) -> Array:
    """Keras on PyTorch; it sits on another library, and does here what that one does not undo."""
    os.environ.setdefault("KERAS_BACKEND", "torch")
    ops = import_module("keras").ops
    asked, found, told = (np.swapaxes(x, 1, 2) for x in (q, k, v))
    output = ops.dot_product_attention(asked, found, told, mask=_four(mask), is_causal=causal)
    return np.swapaxes(np.asarray(ops.convert_to_numpy(output)), 1, 2)


Call = Callable[[Array, Array, Array, Array | None, bool], Array]


@dataclass(frozen=True)
class Api:
    """One way to call attention. `call` takes and gives (batch, heads, rows, width)."""

    name: str
    package: str  # empty for our own
    axes: str  # what it wants itself
    call: Call
    ungrouped: Call | None = None  # the same, where heads are shared only if that is asked for

    def ask(self, q: Any, k: Any, v: Any, mask: Any = None, causal: bool = False) -> Array:
        """Call it with its own idea of a mask, and with its warnings off."""
        arrays = [np.array(x, dtype=np.result_type(x, np.float32)) for x in (q, k, v)]
        given = None if mask is None else np.array(mask)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                return self.call(arrays[0], arrays[1], arrays[2], given, causal)
            except Exception as error:
                raise Refusal(f"{self.name}: {error}") from error


APIS = {
    api.name: api
    for api in (
        Api(
            "attention (this site)",
            "",
            "(..., heads, rows, width)",
            _ours,
            partial(_ours, grouped=False),
        ),
        Api(
            "torch.nn.functional.scaled_dot_product_attention",
            "torch",
            "(..., heads, rows, width)",
            _torch,
            partial(_torch, grouped=False),
        ),
        Api(
            "torch.nn.MultiheadAttention(batch_first=True)",
            "torch",
            "(batch, rows, heads · width)",
            partial(_torch_layer, need_weights=True),
        ),
        Api(
            "torch.nn.MultiheadAttention(batch_first=True), need_weights=False",
            "torch",
            "(batch, rows, heads · width)",
            partial(_torch_layer, need_weights=False),
        ),
        Api("jax.nn.dot_product_attention", "jax", "(batch, rows, heads, width)", _jax),
        Api("onnx Attention", "onnx", "(batch, heads, rows, width)", _onnx),
    )
}
# Asked where libraries are translated into each other; the table of conventions is wide enough.
KERAS = Api("keras.ops.dot_product_attention", "keras", "(batch, rows, heads, width)", _keras)


# --- What they are asked --------------------------------------------------------------------------


def _flat(n: int, heads: int = 1, width: int = 2) -> Array:
    """Rows of zeros: every score is 0, so that all readable entries weigh the same."""
    return np.zeros((1, heads, n, width))


def _told(*numbers: float, heads: int = 1, width: int = 2) -> Array:
    """One value for each number, the same in every column."""
    column = np.array(numbers, dtype=float).reshape(1, 1, -1, 1)
    return np.broadcast_to(column, (1, heads, len(numbers), width))


def _named(measured: tuple[float, ...], names: Mapping[str, tuple[float, ...]]) -> str:
    """Which of the known outcomes was measured."""
    for name, outcome in names.items():
        same = len(measured) == len(outcome)
        if same and np.allclose(measured, outcome, atol=1e-5, equal_nan=True):
            return name
    raise LookupError(f"measured {measured}, which is none of {names}: describe it in a new name")


def mask_polarity(api: Api) -> str:
    """What True says in a boolean mask."""
    answer = api.ask(_flat(1), _flat(2), _told(1, 3), mask=[[True, False]])
    return _named((answer.flat[0],), {"may be read": (1,), "is hidden": (3,)})


def _hiding(api: Api, hidden: list[list[bool]]) -> Array:
    """A mask in the polarity of the API."""
    return np.array(hidden) if mask_polarity(api) == "is hidden" else ~np.array(hidden)


def causal_alignment(api: Api) -> str:
    """Who reads what when 2 queries meet 4 keys in causal order."""
    rows = api.ask(_flat(2), _flat(4), _told(1, 2, 4, 8), causal=True)[0, 0, :, 0]
    return _named(tuple(rows), {"upper left": (1, 3 / 2), "lower right": (7 / 3, 15 / 4)})


def nothing_to_read(api: Api) -> str:
    """What a query gets when all is hidden from it."""
    hidden = _hiding(api, [[True, True]])
    answer = api.ask(_flat(1), _flat(2), _told(1, 3), mask=hidden)
    return _named((answer.flat[0],), {"0": (0,), "NaN": (math.nan,), "the plain average": (2,)})


def default_scale(api: Api) -> str:
    """By what the scores are multiplied if nothing is said."""
    d_k = 4
    q, k = _flat(1, width=d_k), _flat(2, width=d_k)
    q[..., 0], k[0, 0, 0, 0] = 1.0, 1.0  # dot products 1 and 0
    weight = float(api.ask(q, k, _told(1, 0, width=d_k)).flat[0])
    scale = math.log(weight / (1 - weight))
    return _named((scale,), {"1/√d_k": (d_k**-0.5,), "1": (1,), "1/d_k": (1 / d_k,)})


def axes(api: Api) -> str:
    """The order of axes it wants, if `call` brings ours into it and the answer is right."""
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(2, 3, n, 4)) for n in (5, 6, 6))
    right = _ours(q, k, v, None, False)
    return _named(tuple(api.ask(q, k, v).ravel()), {api.axes: tuple(right.ravel())})


def double_precision(api: Api) -> str:
    """The type that comes back for float64."""
    return str(api.ask(_flat(1), _flat(2), _told(1, 3)).dtype)


def shared_heads(api: Api) -> str:
    """Which of 4 query heads reads which of 2 key heads, and whether that must be asked for."""
    given = _flat(1, heads=4), _flat(2, heads=2), np.repeat([1.0, 2.0], 4).reshape(1, 2, 2, 2)
    read = api.ask(*given)[0, :, 0, 0]
    found = _named(tuple(read), {"neighbours share": (1, 1, 2, 2), "in turn": (1, 2, 1, 2)})
    if api.ungrouped is None:
        return found
    try:
        replace(api, call=api.ungrouped).ask(*given)
    except Refusal:
        return f"{found}, if asked"
    return found


def mask_and_causal(api: Api) -> str:
    """What becomes of a mask and a causal order given together; a kernel may decide by the width."""
    widths = [width for width in (2, 3) if _takes(api, width)]
    return " or ".join(dict.fromkeys(_together(api, width) for width in widths))


def float_mask(api: Api) -> str:
    """What the numbers of a mask of floats do: 0 for what may be read, -inf for what may not."""
    try:
        answer = api.ask(_flat(1), _flat(2), _told(1, 3), mask=np.array([[0, -np.inf]]))
    except Refusal:
        return REFUSED
    return _named((answer.flat[0],), {"is added": (1,), "0 hides, -inf is read": (3,)})


def value_width(api: Api) -> str:
    """Whether values may be of another width than keys."""
    return "taken" if _takes(api, 3) else REFUSED


def _takes(api: Api, width: int) -> bool:
    """Whether values of this width may be told by keys of width 2."""
    try:
        api.ask(_flat(1), _flat(2), _told(1, 3, width=width))
    except Refusal:
        return False
    return True


def _together(api: Api, width: int) -> str:
    hidden = _hiding(api, [[False, False], [True, False]])
    try:
        rows = api.ask(_flat(2), _flat(2), _told(1, 3, width=width), mask=hidden, causal=True)
    except Refusal:
        return REFUSED
    outcomes = {"both hold": (1, 3), "the mask is lost": (1, 2), "the order is lost": (2, 3)}
    return _named(tuple(rows[0, 0, :, 0]), outcomes)


def hidden_junk(api: Api) -> str:
    """Whether a NaN in a hidden value comes out."""
    hidden = _hiding(api, [[False, True]])
    answer = api.ask(_flat(1), _flat(2), _told(1, math.nan), mask=hidden)
    return _named((answer.flat[0],), {"is not read": (1,), "comes out": (math.nan,)})


@dataclass(frozen=True)
class Row:
    """A convention: how it is asked, how it is measured, and why it matters."""

    asks: str
    measure: Callable[[Api], str]
    because: str


ROWS = (
    Row("True in a boolean mask", mask_polarity, "Inverted, it reads exactly what it must not."),
    Row("Causal order, 2 queries over 4 keys", causal_alignment, "A cache needs lower right."),
    Row("A query with nothing to read gets", nothing_to_read, "NaN spreads; an average invents."),
    Row("Scores are multiplied by", default_scale, "Another scale is another temperature."),
    Row("Order of axes", axes, "Swapped heads and rows still run."),
    Row("float64 gives", double_precision, "Half the digits go without a word."),
    Row("4 query heads over 2 key heads", shared_heads, "Another order mixes the heads up."),
    Row("A mask together with causal order", mask_and_causal, "One of them may be lost."),
    Row("NaN in a hidden value", hidden_junk, "Unused memory often holds NaN."),
)


def measured(row: Row, api: Api) -> str:
    """What an API does, measured now; or that it refuses."""
    try:
        return row.measure(api)
    except Refusal:
        return REFUSED


def refusal(row: Row, api: Api) -> str:
    """What an API says when it refuses; nothing if it answers."""
    try:
        row.measure(api)
    except Refusal as refused:
        return str(refused).removeprefix(f"{api.name}: ").replace("\n", " ")
    return ""


# --- Asked now, or earlier ------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """Something that only a framework can answer, in words."""

    key: str  # under which its answer is stored
    package: str  # or several, with blanks between them; empty for our own
    ask: Callable[[], str]

    @property
    def now(self) -> bool:
        """Whether it can be asked now; an error when this build insists on it and it cannot."""
        return not any(absent(package) for package in self.package.split())

    @property
    def answer(self) -> str:
        """Asked now where the framework is installed, else as it answered in the stored run."""
        if self.now:
            return self.ask()
        stored: dict[str, str] = runs.run("frameworks")["answers"]
        if self.key not in stored:
            raise ValueError(f"no stored run answers {self.key!r}: make frameworks")
        return stored[self.key]


def cell(row: Row, api: Api) -> Question:
    """What an API does about a convention."""
    return Question(f"{row.asks}: {api.name}", api.package, partial(measured, row, api))


def words(row: Row, api: Api) -> Question:
    """What it says if it refuses."""
    return Question(f"{row.asks}, in words: {api.name}", api.package, partial(refusal, row, api))


def questions() -> list[Question]:
    """All questions of the table, to be stored."""
    return [
        ask(row, api)
        for row in ROWS
        for api in APIS.values()
        if api.package
        for ask in (cell, words)
    ]


def absent(package: str) -> bool:
    """Whether a package is missing; an error when this build insists on it.

    With SOFTLOOKUP_FRAMEWORKS=stored none is asked, because starting them takes half a minute.
    """
    if os.environ.get("SOFTLOOKUP_FRAMEWORKS") == "stored":
        return True
    missing = find_spec(package) is None
    if missing and os.environ.get("SOFTLOOKUP_REQUIRE") == "frameworks":
        raise ModuleNotFoundError(
            f"SOFTLOOKUP_REQUIRE=frameworks, and {package} is not installed: "
            "install the extra `frameworks`, or `cluster` for an engine, or unset SOFTLOOKUP_REQUIRE"
        )
    return missing


def asked_when(package: str) -> str:
    """Which version of a package answered, and when."""
    if not absent(package):
        return f"`{package} {version(package).split('+')[0]}`, in this build"
    run = runs.run("frameworks")
    return f"`{package} {run['versions'][package]}`, on {run['date']}"


def age(released: str) -> str:
    """A warning if the stored run is old at the time of a release; nothing otherwise."""
    stored = runs.run("frameworks")["date"]
    days = (datetime.date.fromisoformat(released) - datetime.date.fromisoformat(stored)).days
    if days <= OLD:
        return ""
    return (
        f"The stored run is {days} days older than this release: libraries may have changed since."
    )


# --- For the pages that print it ------------------------------------------------------------------

# The names of the columns; the table below them says what they stand for.
SHORT = {
    "attention (this site)": "`attention`",
    "torch.nn.functional.scaled_dot_product_attention": "PyTorch function",
    "torch.nn.MultiheadAttention(batch_first=True)": "PyTorch layer",
    "torch.nn.MultiheadAttention(batch_first=True), need_weights=False": "layer without weights, training",
    "jax.nn.dot_product_attention": "JAX",
    "onnx Attention": "ONNX",
}


def table() -> list[list[str]]:
    """A line for each convention: what is asked, and a cell for each API."""
    return [[row.asks, *(cell(row, api).answer for api in APIS.values())] for row in ROWS]


def brief() -> str:
    """The table without the reasons, for the cheat sheet."""
    return write.table(["what is asked", *SHORT.values()], table(), "l" * (1 + len(SHORT)))
