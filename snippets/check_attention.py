"""Find out whether an attention function is right and, if not, which classic mistake it makes."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at fingerprints/

import inspect
from collections.abc import Callable, Iterator, Mapping
from operator import index
from typing import Any

import numpy as np

# A step takes an array, an array and what belongs to it, or four sizes.
Step = Callable[[Any], Any] | Callable[[Any, Any], Any] | Callable[[Any, Any, Any, Any], Any]
Steps = dict[str, Step]
RIGHT: Steps = {
    "split": lambda x, h: x.reshape(len(x), h, -1).swapaxes(0, 1),  # (n, h * d) -> (h, n, d)
    "score": lambda q, k: q @ k.swapaxes(1, 2),  # (h, n_q, n_k)
    "divisor": lambda h, n_k, d_k, d_v: d_k**0.5,
    "may": lambda may: may,  # (n_q, n_k) who may read what
    "mask": lambda s, may: np.where(may, s, -np.inf),
    "grow": lambda s: np.exp(s - s.max(-1, keepdims=True)),
    "share": lambda e: e / e.sum(-1, keepdims=True),
    "after": lambda w, may: w,
    "read": lambda w, v: w @ v,  # (h, n_q, d_v)
    "merge": lambda o: o.swapaxes(0, 1).reshape(o.shape[1], -1),  # (h, n, d) -> (n, h * d)
}
MASKS = ("mask", "attn_mask", "attention_mask")  # what functions call it
AXIS = "softmax over the wrong axis: columns sum to 1, not rows; use axis=-1"
MAXIMUM = "the maximum runs over the wrong axis: each column loses its own; use axis=-1"
KEEPDIMS = "keepdims=True is missing: a row is shifted or divided by what belongs to other rows"
SCALE = "wrong scale: divide the scores by √d_k, the width of a key in one head, "
HEADS = "heads are scrambled: between (n, h * d) and (h, n, d) axes are swapped, not only reshaped"
# Without keepdims a column lies down as a row: [:, None] does that for each head.
EXP: Steps = {"grow": np.exp}
EXP_FLAT: Steps = {"grow": lambda s: np.exp(s - s.max(-1)[:, None])}
SHARE_FLAT: Steps = {"share": lambda e: e / e.sum(-1)[:, None]}
SHARE_DOWN: Steps = {"share": lambda e: e / e.sum(-2, keepdims=True)}
SPLIT: Steps = {"split": lambda x, h: x.reshape(h, len(x), -1)}
MERGE: Steps = {"merge": lambda o: o.reshape(o.shape[1], -1)}
MISTAKES: list[tuple[str, Steps]] = [  # the first that fits is named
    ("scores overflow: subtract the largest of each row before exp", EXP),
    (KEEPDIMS, SHARE_FLAT),
    (KEEPDIMS, SHARE_FLAT | EXP),
    (KEEPDIMS, SHARE_FLAT | EXP_FLAT),
    (KEEPDIMS, EXP_FLAT),
    (AXIS, SHARE_DOWN),
    (AXIS, SHARE_DOWN | EXP),
    (MAXIMUM, {"grow": lambda s: np.exp(s - s.max(-2, keepdims=True))}),
    ("the transpose is missing: scores are q @ k.T, not q @ k", {"score": lambda q, k: q @ k}),
    (SCALE + "not by 1", {"divisor": lambda h, n_k, d_k, d_v: 1}),
    (SCALE + "not by d_k", {"divisor": lambda h, n_k, d_k, d_v: d_k}),
    (SCALE + "do not multiply", {"divisor": lambda h, n_k, d_k, d_v: d_k**-0.5}),
    (SCALE + "not in all heads", {"divisor": lambda h, n_k, d_k, d_v: (h * d_k) ** 0.5}),
    (SCALE + "not of a value", {"divisor": lambda h, n_k, d_k, d_v: d_v**0.5}),
    (SCALE + "not the number of keys", {"divisor": lambda h, n_k, d_k, d_v: n_k**0.5}),
    (HEADS, SPLIT),
    (HEADS, MERGE),
    (HEADS, SPLIT | MERGE),
    ("the mask is inverted: True may be read", {"may": lambda may: ~may}),
    ("a hidden score is 0, not -inf, and exp(0) is 1", {"mask": lambda s, may: s * may}),
    ("a boolean mask is added to the scores", {"mask": lambda s, may: s + may}),
    ("the mask has no effect", {"may": lambda may: np.ones_like(may)}),
    ("the mask comes after softmax", {"mask": lambda s, m: s, "after": lambda w, m: w * m}),
]


def check_attention(
    function: Callable[..., Any], *, heads: int = 1, scale: float | None = None
) -> None:
    """Call function(q, k, v) on crafted input: silent if right, else AssertionError says why.

    q (n_q, h * d_k), k (n_k, h * d_k), v (n_k, h * d_v) -> (n_q, h * d_v); h is 1 unless given.
    A parameter `mask` or `attn_mask` (n_q, n_k), True may be read, is tried too. Wrap a function that
    differs, or give it to the larger doctor, which finds out how to call it: `softlookup doctor`.
    """
    heads, scale = _checked_heads(heads), _checked_scale(scale)
    given: Steps = {} if scale is None else {"divisor": lambda h, n_k, d_k, d_v: 1 / scale}
    right = RIGHT | given
    names = [name for name in MASKS if name in inspect.signature(function).parameters]
    for problems in _stages(heads, masks=bool(names)):
        got = [_outcome(function, **_renamed(problem, names)) for problem in problems]
        if mistake := _mistake(got, problems, heads, right):
            raise AssertionError(mistake)


@np.errstate(all="ignore")
def check_weights(weights: Any, output: Any, values: Any) -> None:
    """Check a result you have, without sinks and with finite values, by what must hold of it.

    AssertionError says what does not.
    """
    w, o, v = (np.asarray(array, dtype=float) for array in (weights, output, values))
    entries = v.shape[:1] if v.ndim < 2 else v.shape[-2:-1]  # how many; values may be plain numbers
    if w.ndim < 2 or w.shape[-1:] != entries:
        wanted = "give (..., n_q, n_k), (..., n_q, d_v) and (..., n_k, d_v)"
        raise ValueError(f"weights {w.shape}, output {o.shape}, values {v.shape}: {wanted}")
    largest = np.abs(v[np.isfinite(v)]).max(initial=0)
    size = largest if largest > 0 else 1  # below, values are compared as if the largest were 1
    rows = w.sum(-1)  # w (..., n_q, n_k), o (..., n_q, d_v), v (..., n_k, d_v)
    whole = np.all(np.isclose(rows, 1, atol=1e-3) | (rows == 0))  # 0: nothing to read
    right = w @ (v / size)
    symptoms = (  # the first that is seen is told
        (np.isnan(w).any(), "a weight is NaN: scores overflow, a row is all -inf, or 0 / 0"),
        ((w < 0).any(), "a weight is negative: these are scores, softmax is missing"),
        (not whole and np.allclose(w.sum(-2), 1, atol=1e-3), AXIS),
        (not whole, f"the rows of the weights sum to {rows.round(3).tolist()}, not to 1"),
        (o.shape != right.shape, f"the output is {o.shape}, and weights @ values is {right.shape}"),
        (not _same(o / size, right), "the output is not weights @ values"),
    )
    for seen, says in symptoms:
        if seen:
            raise AssertionError(says)


def _checked_heads(heads: Any) -> int:
    count = _whole(heads)
    if count is None or count < 1:
        raise ValueError(f"{heads=}: give a whole number of heads, 1 or more")
    return count


def _checked_scale(scale: Any) -> float | None:
    if scale is None:
        return None
    factor = _number(scale)
    if not np.isfinite(factor) or factor == 0:
        raise ValueError(f"{scale=}: give a finite number that is not 0, or None for 1/√d_k")
    return factor


def _whole(given: Any) -> int | None:
    """A whole number as an int, which never wraps around; None for everything else."""
    try:
        return None if isinstance(given, bool) else index(given)  # True would count as 1
    except TypeError:
        return None


def _number(given: Any) -> float:
    """A real number as a float; NaN for everything else."""
    try:
        array = np.asarray(given)
    except ValueError:  # rows of different lengths
        return np.nan
    return float(array) if array.ndim == 0 and array.dtype.kind in "fiu" else np.nan


def _stages(heads: int, masks: bool) -> Iterator[list[dict[str, Any]]]:
    rng = np.random.default_rng(0)

    def drawn(n_q: int, n_k: int, d_k: int, d_v: int) -> dict[str, Any]:
        """Random q, k and v of these sizes, heads side by side."""
        shapes = {"q": (n_q, heads * d_k), "k": (n_k, heads * d_k), "v": (n_k, heads * d_v)}
        return {name: rng.normal(size=shape) for name, shape in shapes.items()}

    square, oblong = drawn(3, 3, 3, 3), drawn(2, 5, 4, 3)
    yield [square, oblong]  # square: every mistake runs; oblong: no two sizes are confused
    if masks:
        square["mask"] = np.array([[True, False, True], [False, True, True], [True, True, False]])
        oblong["mask"] = np.array(
            [[True, True, False, False, True], [False, True, True, False, True]]
        )
        yield [square, oblong]
    yield [square | {"q": 1e4 * square["q"]}]  # exp of these scores is no float


@np.errstate(all="ignore")
def _mistake(got: list[Any], problems: list[dict[str, Any]], heads: int, right: Steps) -> str:
    expected = [attend(**problem, heads=heads, steps=right) for problem in problems]
    if all(map(_same, got, expected)):
        return ""
    for name, slip in MISTAKES:
        steps = right | slip
        made = [_outcome(attend, **problem, heads=heads, steps=steps) for problem in problems]
        if all(map(_same, got, made)):
            return name
    return f"wrong, and not one of the classic mistakes: it gives {got}"


def _renamed(problem: dict[str, Any], names: list[str]) -> dict[str, Any]:
    return {names[0] if name == "mask" else name: array for name, array in problem.items()}


def _outcome(function: Callable[..., Any], q: Any, k: Any, v: Any, **rest: Any) -> Any:
    try:
        with np.errstate(all="ignore"):
            # Copies, masks too: a function may write into what it is given.
            rest = {name: np.copy(x) if name in MASKS else x for name, x in rest.items()}
            return np.asarray(function(q.copy(), k.copy(), v.copy(), **rest), dtype=float)
    except Exception as error:  # some mistakes run only where sizes happen to fit
        return error


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, Exception) or isinstance(b, Exception):
        return isinstance(a, Exception) and isinstance(b, Exception)
    return a.shape == b.shape and np.allclose(a, b, rtol=1e-3, atol=1e-3, equal_nan=True)


def attend(
    q: Any,  # (n_q, h * d_k)
    k: Any,  # (n_k, h * d_k)
    v: Any,  # (n_k, h * d_v)
    heads: int,
    steps: Mapping[str, Callable[..., Any]],
    mask: Any = True,  # (n_q, n_k)   True may be read
) -> Any:  # (n_q, h * d_v)
    """Attention made of these steps: right with RIGHT, wrong with RIGHT and a slip."""
    q, k, v = (steps["split"](x, heads) for x in (q, k, v))
    scores = steps["score"](q, k) / steps["divisor"](*k.shape, v.shape[2])  # k is (h, n_k, d_k)
    may = True if mask is True else steps["may"](mask)
    scores = scores if may is True else steps["mask"](scores, may)
    weights = steps["after"](steps["share"](steps["grow"](scores)), may)
    return steps["merge"](steps["read"](weights, v))


if __name__ == "__main__":

    def mine(q: Any, k: Any, v: Any) -> Any:
        """Attention, almost."""
        grown = np.exp(q @ k.T / np.sqrt(k.shape[1]))
        return grown / grown.sum(axis=0) @ v

    try:
        check_attention(mine)
    except AssertionError as error:
        print(error)
