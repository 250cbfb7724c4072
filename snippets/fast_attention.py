"""Attention in tiles: the answer of attention.py, never n × n scores at once, on every core."""
# MIT licence, Soft Lookup

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial, reduce
from typing import Any

import numpy as np
from numpy.typing import ArrayLike


@np.errstate(all="ignore")  # expected, and dealt with below
def fast_attention(
    q: ArrayLike,  # (..., h, n_q, d_k)   h and the axes before it are optional and broadcast
    k: ArrayLike,  # (..., g, n_k, d_k)   g divides h: h/g neighbouring query heads share one
    v: ArrayLike,  # (..., g, n_k, d_v)
    *,
    causal: bool | str = False,  # True, "upper left" or "lower right", as in attention.py
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
    threads: int | None = None,  # 1 if not given; every core under OPENBLAS_NUM_THREADS=1
) -> Any:  # (..., h, n_q, d_v)   of the type that attention.py gives
    """Blend v by the scores of q against k; a query with nothing to read gets 0."""
    q, k, v, kind, lead, shift = _prepared(np.asarray(q), np.asarray(k), np.asarray(v), causal)
    n_q, n_k, out = q.shape[-2], k.shape[-2], np.zeros((*lead, q.shape[-2], v.shape[-1]), q.dtype)
    scale = float(max(q.shape[-1], 1) ** -0.5 if scale is None else scale)
    alone = os.environ.get("OPENBLAS_NUM_THREADS") == "1" and out.size * n_k > 2**24
    rows, threads = min(n_q, 512) or 1, threads or (os.cpu_count() if alone else 1) or 1
    wide = min(2**17 // rows, -(-n_k // threads)) or 1  # rows × wide scores stay in the cache

    def _answer(block: tuple[tuple[int, ...], int]) -> None:
        head, i = block
        queries, keys, values = (_head(x, lead, head) for x in (q, k, v))
        read = partial(_tile, queries[i : i + rows] * scale, keys, values, shift + i, wide)
        tiles = range(0, min(n_k, shift + i + rows), wide)  # causal: none beyond the diagonal
        _, total, blend = reduce(_merge, within(read, tiles)) if tiles else (0, 0, 0)
        out[head][i : i + rows] = blend / np.where(total == 0, 1, total)

    blocks = [(head, i) for i in range(0, n_q, rows)[::-1] for head in np.ndindex(*lead)]
    with ThreadPoolExecutor(threads, initializer=np.seterr, initargs=("ignore",)) as pool:
        across = pool.map if threads > 1 else map
        over, within = (map, across) if len(blocks) < threads else (across, map)
        list(over(_answer, blocks))  # the longest first; few queries: the threads share the keys
    if q.itemsize < 8 and not np.isfinite(out).all():  # too large for float32
        out = fast_attention(q.astype(float), k, v, causal=causal, scale=scale, threads=threads)
    return out.astype(kind, copy=False)


def _prepared(q: Any, k: Any, v: Any, causal: bool | str) -> tuple[Any, ...]:
    (h, n_q, d_k), (g, n_k, width) = ((1, 1, 1, *x.shape)[-3:] for x in (q, k))
    shifts = {n_q == n_k: 0, False: n_k, "upper left": 0, "lower right": n_k - n_q}
    fit = (kind := np.result_type(q, k, v)).kind in "fiub" and k.shape[:-1] == v.shape[:-1]
    if not fit or min(q.ndim, k.ndim) < 2 or d_k != width or causal not in shifts:
        got = ", ".join(f"{x.dtype} {x.shape}" for x in (q, k, v)) + f", {causal=} (True: n_q=n_k)"
        raise ValueError(f"got {got}: give q (..., n_q, d), k (..., n_k, d), v (..., n_k, e), real")
    groups = k.shape[:-2] if h % (g or h + 1) else (*k.shape[:-3], 1)[: k.ndim - 2]
    kind = kind if kind.kind == "f" else np.dtype(float)
    q, k, v = (x.astype(np.result_type(kind, np.float32), copy=False) for x in (q, k, v))
    return q, k, v, kind, np.broadcast_shapes(q.shape[:-2], groups), shifts[causal]


def _head(x: Any, lead: tuple[int, ...], head: tuple[int, ...]) -> Any:
    places = zip(head[::-1], x.shape[-3::-1], lead[::-1], strict=False)
    return x[tuple(i * have // want for i, have, want in places)[::-1]]


def _tile(q: Any, k: Any, v: Any, shift: int, wide: int, j: int) -> tuple[Any, Any, Any]:
    k, v, limits = k[j : j + wide], v[j : j + wide], np.finfo(q.dtype)
    scores, late = q @ k.T, shift - j < len(k) - 1  # (r, w), and whether some keys come too late
    calm = max(scores.max(), -scores.min()) < 40  # exp bears them all as they are
    if late and not calm:
        np.copyto(scores, limits.min, where=~np.tri(*scores.shape, shift - j, dtype=bool))
    top = np.zeros((1, 1), q.dtype) if calm else scores.max(-1, keepdims=True)  # (r, 1)
    if not calm:  # a floor: subnormal weights change nothing, and many processors are slow at them
        np.clip(scores - top, 0.7 * np.log(limits.tiny), 0, out=scores)
    weights = np.exp(scores, out=scores)
    weights = weights * np.tri(*weights.shape, shift - j, dtype=bool) if late else weights
    return top, weights @ np.ones((len(k), 1), q.dtype), weights @ v


def _merge(a: tuple[Any, Any, Any], b: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    top = np.maximum(a[0], b[0])
    if np.any(a[0] != b[0]):  # put both on the larger one
        a, b = ((top, *(x * np.exp(part[0] - top) for x in part[1:])) for part in (a, b))
    return top, a[1] + b[1], a[2] + b[2]


if __name__ == "__main__":
    table = [[2, 1], [2, 0], [-1, 2]], [[10], [5], [2]]  # racket, ball, tree
    print("tennis gets", fast_attention([[1, 1]], *table, scale=1).round(3))
