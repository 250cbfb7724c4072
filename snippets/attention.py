"""Attention for production: any leading axes, masks, causal order, shared heads, no stray NaN."""
# MIT licence, Soft Lookup

from typing import Any

import numpy as np
from numpy.typing import ArrayLike


@np.errstate(over="ignore", invalid="ignore", under="ignore")  # expected, and dealt with below
def attention(
    q: ArrayLike,  # (..., h, n_q, d_k)   h and the axes before it are optional and broadcast
    k: ArrayLike,  # (..., g, n_k, d_k)   g divides h: h/g neighbouring query heads share one
    v: ArrayLike,  # (..., g, n_k, d_v)
    *,
    mask: ArrayLike | None = None,  # (..., n_q, n_k)   bool: True may be read; float: is added
    causal: bool | str = False,  # True, "upper left" or "lower right"
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
    softcap: float | None = None,  # bounds the scores before the mask; 0 or None does not
    return_weights: bool = False,
) -> Any:  # output (..., h, n_q, d_v), weights (..., h, n_q, n_k)
    """Blend v by the scores of q against k; a query with nothing to read gets 0.

    Causal: query i reads key j ≤ i ("upper left", PyTorch's is_causal) or j ≤ i + n_k - n_q
    ("lower right", new queries over a cache); True wants n_q = n_k, where both are the same.
    Types: floats stay, float16 is computed in float32; integers give float64.
    """
    q, k, v, kind = _prepared(np.asarray(q), np.asarray(k), np.asarray(v))
    scores = _scores(q, k, scale)
    scores = softcap * np.tanh(scores / softcap) if softcap and softcap < np.inf else scores
    scores = _masked(scores, mask, causal)  # (..., h, n_q, n_k)
    top = scores.max(-1, keepdims=True, initial=-np.inf)
    weights = np.exp(scores - np.where(top == -np.inf, 0, top))
    weights /= np.where(top == -np.inf, 1, weights.sum(-1, keepdims=True))
    gaps = ~np.isfinite(v)  # a weight of 0 reads nothing, not even a NaN
    output = weights @ np.where(gaps, 0, v)  # (..., h, n_q, d_v)
    for odd in (np.inf, -np.inf, np.nan) if gaps.any() else ():
        found = (weights != 0) @ (np.isnan(v) if odd != odd else v == odd)
        output = np.where(found, output + odd, output)
    return (output.astype(kind), weights.astype(kind)) if return_weights else output.astype(kind)


def _prepared(q: Any, k: Any, v: Any) -> tuple[Any, ...]:
    got = f"q {q.shape} {q.dtype}, k {k.shape} {k.dtype}, v {v.shape} {v.dtype}"
    kind = np.result_type(q, k, v)
    fit = kind.kind in "fiub" and min(q.ndim, k.ndim, v.ndim) > 1 and k.shape[-2] == v.shape[-2]
    if not fit or q.shape[-1] != k.shape[-1]:
        raise ValueError(f"{got}: give real (..., n_q, d_k), (..., n_k, d_k), (..., n_k, d_v)")
    k, v = (_shared(x, q.shape[-3] if q.ndim > 2 else 1) for x in (k, v))
    try:
        np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    except ValueError:
        raise ValueError(f"{got}: leading axes must broadcast, query heads in groups") from None
    kind = kind if kind.kind == "f" else np.dtype(np.float64)
    return *(x.astype(np.result_type(kind, np.float32), copy=False) for x in (q, k, v)), kind


def _shared(x: Any, heads: int) -> Any:
    groups = x.shape[-3] if x.ndim > 2 else 1
    return x.repeat(heads // groups, -3) if 1 < groups < heads and not heads % groups else x


def _scores(q: Any, k: Any, scale: float | None) -> Any:
    scale = float(max(q.shape[-1], 1) ** -0.5 if scale is None else scale)
    scores = (q * scale) @ k.mT
    if not np.isfinite(scores).all():  # too large: powers of two wait outside the product
        q, k = q.astype(float), k.astype(float)
        power_q, power_k = (np.frexp(np.abs(x).max(-1, keepdims=True))[1] for x in (q, k))
        product = scale * (np.ldexp(q, -power_q) @ np.ldexp(k, -power_k).mT)
        scores = np.where(np.isfinite(scores), scores, np.ldexp(product, power_q + power_k.mT))
    return np.maximum(scores, -np.finfo(scores.dtype).max / 4)  # very low, yet not hidden


def _masked(scores: Any, mask: ArrayLike | None, causal: bool | str) -> Any:
    *_, n_q, n_k = shape = scores.shape
    shift = {n_q == n_k: 0, False: n_k, "upper left": 0, "lower right": n_k - n_q}.get(causal)
    if shift is None:
        raise ValueError(f"{causal=}, {n_q=}, {n_k=}: choose 'upper left' or 'lower right'")
    may = np.asarray(True if mask is None else mask)
    sizes = zip(may.shape[::-1], shape[::-1], strict=False)
    fit = may.ndim <= len(shape) and all(size in (1, full) for size, full in sizes)
    if not fit or may.dtype.kind not in "bf":
        raise ValueError(f"mask {may.shape} {may.dtype}: use bool (True reads) or float {shape}")
    if may.dtype != bool:
        least = np.finfo(scores.dtype).min / 2
        scores, may = scores + np.maximum(may, least).astype(scores.dtype), may != -np.inf
    scores = np.minimum(scores, np.finfo(scores.dtype).max)
    return np.where(may & np.tri(n_q, n_k, shift, dtype=bool), scores, -np.inf)


if __name__ == "__main__":
    table = [[2, 1], [2, 0], [-1, 2]], [[10], [5], [2]]  # racket, ball, tree
    for may in ([True, True, True], [True, True, False], [False, False, False]):
        print("tennis may read", may, "->", attention([[1, 1]], *table, mask=may, scale=1).round(3))
