"""How a function wants to be called: its arrays, its axes, its mask, its heads, and what it gives back.

Nobody is asked to rename anything. A reading is tried, and the first under which the function answers as
attention should is kept; a wrong function keeps the first under which it answers at all.
"""

import contextlib
import inspect
import io
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from softlookup.doctor.questions import Question, drawn

Function = Callable[..., Any]

MASKS = (
    "mask",
    "attn_mask",
    "attention_mask",
    "may_read",
    "allowed",
    "visible",
    "keep",
    "valid",
    "src_mask",
    "tgt_mask",
    "causal_mask",
)
ADDED = ("bias", "attn_bias", "attention_bias", "additive_mask", "score_bias")
CAUSAL = ("causal", "is_causal", "use_causal_mask", "autoregressive")
HEADS = ("heads", "n_heads", "num_heads", "n_head", "nheads", "h")
WIDTH = ("d_k", "dk", "d", "dim", "d_head", "head_dim", "head_size", "width", "key_dim")
SCALE = ("scale", "scaling", "softmax_scale", "sm_scale")
DROPOUT = ("dropout", "dropout_p", "p_drop", "attn_dropout", "dropout_rate")
TILE = ("tile", "block", "block_size", "chunk", "chunk_size", "tile_size", "chunk_size_k")
TRAINING = ("training", "train")
_KNOWN = {*MASKS, *ADDED, *CAUSAL, *HEADS, *WIDTH, *SCALE, *DROPOUT, *TILE, *TRAINING}

# How much two answers may differ, by the type in which the function answers.
TOLERANCE = {"float64": 1e-5, "float32": 1e-4, "float16": 1e-2, "bfloat16": 6e-2}


class CannotCallError(Exception):
    """No reading of the function was found under which it gives an array of the right size."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a function, as its signature or its documentation has it."""

    name: str
    required: bool
    keyword: bool = True
    default: Any = None


@dataclass(frozen=True)
class Layout:
    """Where the two axes of a table stand among the axes that a function wants."""

    says: str
    axes: int = 2
    entries_first: bool = False  # the heads come after the entries

    def give(self, x: Any) -> Any:
        """A table, with the axes that the function wants before and between its own."""
        if self.entries_first:
            return x[None, :, None]
        return x.reshape((1,) * (self.axes - 2) + x.shape)

    def take(self, x: Any) -> Any:
        """The table, of what the function gives back."""
        if self.entries_first:
            return x[0, :, 0]
        return x[(0,) * (self.axes - 2)]

    def mask(self, may: Any) -> Any:
        """A table of who may read what: its heads always come first."""
        return may.reshape((1,) * (self.axes - 2) + may.shape)


LAYOUTS = (
    Layout("(n, d)"),
    Layout("(batch, n, d)", 3),
    Layout("(batch, heads, n, d)", 4),
    Layout("(batch, n, heads, d)", 4, entries_first=True),
)


@dataclass(frozen=True)
class Kind:
    """A library of arrays, and the type of the numbers that a function is given."""

    library: str  # numpy, torch or jax
    dtype: str

    def array(self, x: Any) -> Any:
        """One of our arrays as one of theirs; booleans and whole numbers stay what they are."""
        keep = x.dtype.kind in "bi"
        if self.library == "torch":
            torch = sys.modules["torch"]
            made = torch.tensor(x.tolist() if x.size == 0 else np.ascontiguousarray(x))
            return made if keep else made.to(getattr(torch, self.dtype))
        if self.library == "jax":
            jax = sys.modules["jax"].numpy
            return jax.asarray(x) if keep else jax.asarray(x, dtype=getattr(jax, self.dtype))
        return np.array(x) if keep else np.array(x, dtype=self.dtype)

    def back(self, x: Any) -> Any:
        """One of their arrays as one of ours."""
        if hasattr(x, "detach"):
            torch = sys.modules["torch"]
            return x.detach().to(torch.float64).cpu().numpy()
        return np.asarray(x, dtype=float)

    def rounded(self, x: Any) -> Any:
        """What is left of the numbers when they have been given in this type."""
        return self.back(self.array(x)) if x.dtype.kind == "f" else x


_WIDEST_FIRST = {"torch": ("float64", "float32", "bfloat16"), "jax": ("float32", "bfloat16")}


def kinds(dtype: str | None) -> list[Kind]:
    """The libraries that are loaded already: a function of theirs has loaded them."""
    if dtype == "bfloat16":
        found = [Kind(name, dtype) for name in ("torch", "jax") if name in sys.modules]
        if not found:
            raise CannotCallError("bfloat16 needs PyTorch or JAX: NumPy has no such type")
        return found
    tried = [Kind("numpy", dtype or "float64")]
    for name in ("torch", "jax"):
        if name in sys.modules:
            tried += [Kind(name, each) for each in ([dtype] if dtype else _WIDEST_FIRST[name])]
    return tried


def parameters(function: Function) -> tuple[list[Parameter], bool]:
    """The parameters by name, and whether any other keyword is taken too.

    A compiled function has no signature; often its documentation begins with one.
    """
    try:
        # A module of PyTorch takes anything, and hands it on to this.
        found = inspect.signature(getattr(function, "forward", function))
    except (ValueError, TypeError):
        return _documented(function), False
    named = [
        Parameter(
            each.name,
            each.default is each.empty,
            each.kind is not each.POSITIONAL_ONLY,
            None if each.default is each.empty else each.default,
        )
        for each in found.parameters.values()
        if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    ]
    anything = any(each.kind is each.VAR_KEYWORD for each in found.parameters.values())
    if not named and any(each.kind is each.VAR_POSITIONAL for each in found.parameters.values()):
        named = [Parameter(name, required=True, keyword=False) for name in "qkv"]
    return named, anything


def _documented(function: Function) -> list[Parameter]:
    """The parameters that the first line of a documentation names."""
    text = " ".join((getattr(function, "__doc__", None) or "").split())
    if match := re.match(r"\w+\((.*?)\)\s*(?:->|$|:|\.|[A-Z])", text):
        parts = [part.strip() for part in match[1].split(",")]
        named = [part for part in parts if re.match(r"\w+", part)]
        return [Parameter(re.split(r"[:=\s]", part)[0], "=" not in part) for part in named]
    return [Parameter(name, required=True, keyword=False) for name in "qkv"]


@dataclass
class Convention:
    """A way to call a function; `ask` does it."""

    function: Function
    kind: Kind
    layout: Layout = LAYOUTS[0]  # of one query at a time, the layout of the keys
    one_by_one: bool = False  # a query at a time, as a vector
    equal_widths: bool = False  # values must be as wide as keys
    mask: str | None = None
    mask_required: bool = False
    mask_adds: bool = False  # numbers to add, 0 and −∞, instead of booleans
    mask_hides: bool = False  # True means hidden
    causal: str | None = None
    heads: str | None = None
    fixed: dict[str, Any] = field(default_factory=dict)  # by name: what else has to be said
    width: str | None = None
    scale: str | None = None
    positional: tuple[Parameter, ...] = ()  # those that no name reaches
    unknown: tuple[str, ...] = ()  # parameters whose names say nothing to us
    anything: bool = False  # takes any keyword
    part: int | str | None = None  # which part of a tuple or dictionary is the answer
    touched: set[str] = field(default_factory=set)  # arrays of the caller that it changed
    answered: str = "float64"  # the type of its answers
    # Whether its answers are NumPy's: a function of JAX takes NumPy's arrays too.
    of_numpy: bool = True

    @property
    def tolerance(self) -> float:
        """How far an answer may be off, beside values of the size of 1."""
        coarsest = max(TOLERANCE.get(name, 0) for name in (self.kind.dtype, self.answered))
        return coarsest or TOLERANCE["float64"]

    def ask(
        self, q: Any, k: Any, v: Any, mask: Any = None, *, heads: int = 1, causal: bool = False
    ) -> Any:
        """The answers as floats, one row for each query. What the function raises is raised."""
        if self.one_by_one:
            return np.stack([np.atleast_1d(self._answer(self._call(x, k, v))) for x in q])
        if self.equal_widths and v.shape[-1] != k.shape[-1]:
            return self._in_slices(q, k, v, mask, heads=heads, causal=causal)
        return self._answer(self._call(q, k, v, mask, heads=heads, causal=causal))

    def _in_slices(self, q: Any, k: Any, v: Any, mask: Any, **options: Any) -> Any:
        """Values that are wider or narrower than the keys, so many columns at a time."""
        width, columns = k.shape[-1], v.shape[-1]
        padded = np.concatenate([v, np.zeros((*v.shape[:-1], -columns % width), v.dtype)], axis=-1)
        parts = np.split(padded, padded.shape[-1] // width, axis=-1)
        answers = [self._answer(self._call(q, k, part, mask, **options)) for part in parts]
        return np.concatenate(answers, axis=-1)[..., :columns]

    def _call(
        self, q: Any, k: Any, v: Any, mask: Any = None, *, heads: int = 1, causal: bool = False
    ) -> Any:
        """Whatever the function returns."""
        named = zip("qkv", (q, k, v), strict=True)
        given = {name: self.kind.array(self.layout.give(x)) for name, x in named}
        before = {name: self.kind.back(x).copy() for name, x in given.items()}
        options = self._options(q, k, mask, heads, causal)
        ordered = self._ordered(options)
        with quiet():
            found = self.function(*given.values(), *ordered, **options)
        self._look_for_changes(given, before)
        return found

    def _ordered(self, options: dict[str, Any]) -> list[Any]:
        """What no name reaches, up to the last that is given; before it, what is left out keeps its default."""
        given = [place for place, each in enumerate(self.positional, 1) if each.name in options]
        before = self.positional[: max(given, default=0)]
        return [options.pop(each.name, each.default) for each in before]

    def _options(self, q: Any, k: Any, mask: Any, heads: int, causal: bool) -> dict[str, Any]:
        options = dict(self.fixed)
        if self.width:
            options[self.width] = q.shape[-1] // heads
        if self.scale:
            options[self.scale] = (q.shape[-1] // heads) ** -0.5
        if self.heads:
            options[self.heads] = heads
        if self.causal:  # said even if it is off, as some switch it on by default
            options[self.causal] = causal
        if self.mask and (mask is not None or self.mask_required):
            may = np.ones((len(q), len(k)), dtype=bool) if mask is None else np.asarray(mask)
            if may.dtype == bool:
                may = ~may if self.mask_hides else may
                may = np.where(may, 0.0, -np.inf) if self.mask_adds else may
            may = np.broadcast_to(may, (*may.shape[:-2], len(q), len(k))) if may.ndim < 2 else may
            options[self.mask] = self.kind.array(self.layout.mask(may))
        return options

    def _look_for_changes(self, given: dict[str, Any], before: dict[str, Any]) -> None:
        for name, array in given.items():
            if not np.array_equal(self.kind.back(array), before[name], equal_nan=True):
                self.touched.add(name)

    def _answer(self, found: Any) -> Any:
        if self.part is not None:
            found = found[self.part]
        self.answered = str(getattr(found, "dtype", "float64")).removeprefix("torch.")
        self.of_numpy = isinstance(found, np.ndarray | list | float)
        return self.layout.take(self.kind.back(found))

    def stacked(self, q: Any, k: Any, v: Any) -> Any:
        """The answers to arrays that have all their axes already."""
        return replace(self, layout=LAYOUTS[0], touched=set()).ask(q, k, v)

    def settle(self, q: Any, k: Any, v: Any) -> Any:
        """Ask for the first time: of several parts, the one that looks like an answer is the answer."""
        read = k if self.equal_widths else v
        asked, shape = (q[0], v.shape[1:]) if self.one_by_one else (q, (len(q), read.shape[1]))
        found = self._call(asked, k, read)
        if isinstance(found, dict | tuple) and self.part is None:
            for part in found if isinstance(found, dict) else range(len(found)):
                self.part = part
                with contextlib.suppress(Exception):
                    if np.shape(self._answer(found)) == shape:
                        return self.ask(q, k, v)
            self.part = None
            raise CannotCallError(f"none of the {len(found)} parts it returns has shape {shape}")
        return self.ask(q, k, v)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """What a function prints or warns of is not what it is asked for."""
    with (
        np.errstate(all="ignore"),
        warnings.catch_warnings(),
        contextlib.redirect_stdout(io.StringIO()),
    ):
        warnings.simplefilter("ignore")
        yield


# --- Finding it -------------------------------------------------------------------------------------


def convention(
    function: Function,
    *,
    heads: int = 1,
    dtype: str | None = None,
    scale: float | None = None,
    mask: str | None = None,
    axes: int | None = None,
) -> Convention:
    """The reading under which a function is right, or else the first under which it answers.

    mask: "reads", "hides" or "adds" says what the mask means; otherwise its name decides.
    axes: how many the arrays have, if not every number is to be tried.
    """
    called = _callable(function)
    one_query = _says_one_query(called)
    refused: list[str] = []
    for kind in kinds(dtype):
        running: list[Convention] = []
        any_width: list[Layout] = []
        for reading in _readings(called, kind, mask, axes):
            if reading.one_by_one and running and not one_query:
                continue  # alone, a query cannot show mistakes between queries
            if reading.equal_widths and reading.layout in any_width:
                continue  # it takes values of any width, and is wrong
            found = _try(reading, heads, scale)
            if found == RIGHT:
                return reading
            if found in (WRONG, WRONG_WHERE_SQUARE):
                running.append(reading)
                if found == WRONG:
                    any_width.append(reading.layout)
            else:
                refused.append(found)
        if running:  # it understands these arrays, and is wrong; coarser ones would hide how
            return running[0]
    raise CannotCallError(refused[0] + _what_must_be_renamed(called))


def _what_must_be_renamed(function: Function) -> str:
    """Parameters that must be given, and whose names do not say what."""
    rest = parameters(function)[0][3:]
    names = [each.name for each in rest if each.required and each.name.lower() not in _KNOWN]
    if not names:
        return ""
    listed = ", ".join(names)
    return f". The doctor does not know what to give for {listed}: a mask is best called mask"


def _says_one_query(function: Function) -> bool:
    """Whether the names speak of one query and several keys: (query, keys, values)."""
    names = [each.name for each in parameters(function)[0][:2]]
    return len(names) == 2 and not names[0].endswith("s") and names[1].endswith("s")


def _callable(function: Any) -> Function:
    if isinstance(function, type):
        with quiet():
            function = function()
    if not callable(function):
        raise CannotCallError(f"{function!r} cannot be called")
    return function  # type: ignore[no-any-return]


def _readings(
    function: Function, kind: Kind, mask: str | None, axes: int | None
) -> Iterator[Convention]:
    named, anything = parameters(function)
    if len(named) < 3 and not anything:
        names = ", ".join(each.name for each in named)
        raise CannotCallError(
            f"it takes {len(named)} parameters ({names}), and a lookup needs three: "
            "queries, keys and values"
        )
    rest = named[3:]
    base = Convention(function, kind, anything=anything)
    _learn(base, rest, mask)
    for layout in LAYOUTS:
        if axes in (None, layout.axes):
            yield replace(base, layout=layout, touched=set())
            yield replace(base, layout=layout, equal_widths=True, touched=set())
    if axes is None:
        yield replace(base, one_by_one=True, touched=set())


def _learn(base: Convention, rest: Sequence[Parameter], mask: str | None) -> None:
    """What the names of the other parameters say."""
    for each in rest:
        name = each.name.lower()
        if name in (*MASKS, *ADDED) and (base.mask is None or name in MASKS):
            base.mask, base.mask_required = each.name, each.required
            base.mask_adds = name in ADDED
        elif name in CAUSAL:
            base.causal = each.name
            if each.required:
                base.fixed[each.name] = False
        elif name in HEADS:
            base.heads = each.name
        elif name in DROPOUT:
            base.fixed[each.name] = 0.0
        elif name in TRAINING:
            base.fixed[each.name] = False
        elif each.required and name in WIDTH:
            base.width = each.name
        elif each.required and name in SCALE:
            base.scale = each.name
        elif each.required and name in TILE:
            base.fixed[each.name] = 2
    base.positional = tuple(each for each in rest if not each.keyword)
    base.unknown = tuple(each.name for each in rest if each.name.lower() not in _KNOWN)
    if mask:
        base.mask_adds, base.mask_hides = mask == "adds", mask == "hides"


RIGHT, WRONG, WRONG_WHERE_SQUARE = "right", "wrong", "wrong, and only where square"
_OBLONG, _SQUARE = (2, 5, 4, 3), (3, 3, 3, 3)


def _try(reading: Convention, heads: int, scale: float | None) -> str:
    """RIGHT, WRONG, WRONG_WHERE_SQUARE, or the reason why it does not answer at all."""
    oblong = _tried_on(_OBLONG, reading, heads, scale)
    square = _tried_on(_SQUARE, reading, heads, scale)
    if {oblong, square} <= {RIGHT, WRONG}:
        return WRONG if WRONG in (oblong, square) else RIGHT
    if oblong in (RIGHT, WRONG):
        return WRONG
    return WRONG_WHERE_SQUARE if square in (RIGHT, WRONG) else oblong


def _tried_on(
    sizes: tuple[int, int, int, int], reading: Convention, heads: int, scale: float | None
) -> str:
    q, k, v = drawn(5, *sizes, heads)
    try:
        answer = reading.settle(q, k, v)
    except Exception as error:
        return said(error)
    if np.shape(answer) != (len(q), v.shape[1]):
        return f"its answer has shape {np.shape(answer)}, where {(len(q), v.shape[1])} was wanted"
    given = [reading.kind.rounded(x) for x in (q, k, v)]
    right = Question("", given[0], given[1], given[2], heads=heads).right(scale)
    return RIGHT if np.allclose(answer, right, atol=reading.tolerance) else WRONG


def said(error: BaseException) -> str:
    """An exception as one line."""
    if isinstance(error, RecursionError):
        return "RecursionError: it calls itself without end"
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
