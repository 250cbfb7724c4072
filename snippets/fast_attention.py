"""Attention in tiles: the answer of attention.py, never n × n scores at once, on several cores."""
# MIT licence, Soft Lookup

from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike


@np.errstate(all="ignore")  # expected, and dealt with below
def fast_attention(
    q: ArrayLike,  # (..., h, n_q, d_k)   h and the axes before it are optional and broadcast
    k: ArrayLike,  # (..., g, n_k, d_k)   g divides h: h/g neighbouring query heads share one
    v: ArrayLike,  # (..., g, n_k, d_v)   the same axes before the last
    *,
    mask: ArrayLike | None = None,  # (..., n_q, n_k)   bool: True may be read; float: is added
    causal: bool | str = False,  # True, "upper left" or "lower right", as in attention.py
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
    threads: int = 1,  # for more, keep BLAS to one of its own: OPENBLAS_NUM_THREADS=1
) -> Any:  # (..., h, n_q, d_v)   of the type that attention.py gives
    """Blend v by the scores of q against k; a query with nothing to read gets 0.

    Other than in attention.py, what leaves float64 on the way gives NaN or inf, and a NaN or inf
    in v reaches every query whose tile has it.
    """
    q, k, v = np.asarray(q), np.asarray(k), np.asarray(v)
    q, k, v, may, kind, lead, shift = _prepared(q, k, v, mask, causal)
    (n_q, d_k), n_k, out = q.shape[-2:], k.shape[-2], None
    scale = max(d_k, 1) ** -0.5 if scale is None else float(scale)
    size, plain = prod(lead) * n_q * n_k, may is None and shift >= n_k - 1 and threads == 1
    own = lead == q.shape[:-2] and q.shape[:-3] == k.shape[:-3]
    if plain and own and q.size and k.size and (n_q == 1 or size <= 2**17):
        rows = q.reshape(*k.shape[:-2], -1, d_k)  # heads that share keys ask together
        out = _at_once(rows * scale, k, v)
    out = _in_blocks((q, k, v), may, lead, shift, scale, threads) if out is None else out
    if q.itemsize < 8 and not np.isfinite(out).all():  # beyond float32
        options = {"mask": mask, "causal": causal, "scale": scale, "threads": threads}
        out = fast_attention(q.astype(float), k, v, **options)
    return out.reshape(*lead, n_q, v.shape[-1]).astype(kind, copy=False)


def _prepared(q: Any, k: Any, v: Any, mask: Any, causal: bool | str) -> tuple[Any, ...]:
    kind, may = np.result_type(q, k, v), None if mask is None else np.asarray(mask)
    try:
        (n_q, d_k), (n_k, width) = q.shape[-2:], k.shape[-2:]
        shift = {n_q == n_k: 0, False: n_k, "upper left": 0, "lower right": n_k - n_q}[causal]
        lead = _lead(q.shape[:-2], k.shape[:-2])
        fit = kind.kind in "fiub" and d_k == width and k.shape[:-1] == v.shape[:-1]
        if not fit or (may is not None and may.dtype.kind not in "bf"):
            raise ValueError
        may = None if may is None else np.broadcast_to(may, (*lead, n_q, n_k))
    except (KeyError, ValueError):
        given = {"q": q, "k": k, "v": v} | ({} if mask is None else {"mask": np.asarray(mask)})
        got = ", ".join(f"{name} {x.shape} {x.dtype}" for name, x in given.items())
        want = "real (..., n_q, d), (..., n_k, d), (..., n_k, e), a bool or float (..., n_q, n_k)"
        raise ValueError(f"{got}, {causal=}: give {want}; causal=True wants n_q = n_k") from None
    kind = kind if kind.kind == "f" else np.dtype(float)
    q, k, v = (x.astype(np.promote_types(kind, "f"), copy=False) for x in (q, k, v))
    return q, k, v, may, kind, lead, shift


def _lead(q: tuple[int, ...], k: tuple[int, ...]) -> tuple[int, ...]:
    shared = q and k and k[-1] and q[-1] % k[-1] == 0  # shared keys count as one head
    return q if q == k else np.broadcast_shapes(q, (*k[:-1], 1) if shared else k)


def _at_once(q: Any, k: Any, v: Any) -> Any:
    scores = q @ k.mT  # (..., n_q, n_k)
    scores -= scores.max(-1, keepdims=True)
    if not scores.min() > -80:  # exp is slow where its results are subnormal: the tiles are not
        return None
    weights = np.exp(scores, out=scores)
    return weights @ v / weights.sum(-1, keepdims=True)


def _in_blocks(qkv: Any, may: Any, lead: Any, shift: int, scale: float, threads: int) -> Any:
    (n_q, _), (n_k, d_v), kind = qkv[0].shape[-2:], qkv[2].shape[-2:], qkv[0].dtype
    rows = 4096 // kind.itemsize if shift >= n_k else 512
    rows = min(rows, -(-prod(lead) * n_q // max(threads, 1))) or 1
    out = np.empty((*lead, n_q, d_v), kind)

    def _answer(block: tuple[int, ...]) -> None:
        i, *head = block
        q, k, v = (_head(x, lead, head) for x in qkv)
        seen = None if may is None else may[*head, i : i + rows]
        out[*head, i : i + rows] = _in_tiles(q[i : i + rows] * scale, k, v, seen, shift + i)

    blocks = product(range(0, n_q, rows)[::-1], *map(range, lead))  # the longest first
    if threads == 1:
        list(map(_answer, blocks))
    else:
        from concurrent.futures import ThreadPoolExecutor  # slow to import, seldom needed

        with ThreadPoolExecutor(threads, initializer=np.seterr, initargs=("ignore",)) as pool:
            list(pool.map(_answer, blocks))
    return out


def _head(x: Any, lead: tuple[int, ...], head: list[int]) -> Any:
    places = zip(head[::-1], x.shape[-3::-1], lead[::-1], strict=False)
    return x[tuple(i * have // want for i, have, want in places)[::-1]]


def _in_tiles(q: Any, k: Any, v: Any, may: Any, shift: int) -> Any:
    (r, _), n_k, kind, top = q.shape, len(k), q.dtype, np.finfo(q.dtype).min
    wide = min(2**20 // (r * q.itemsize), n_k) or 1  # 1 MiB of scores stays in the cache
    space, ones, total = np.empty((r, wide), kind), np.ones((wide, 1), kind), np.zeros((r, 1), kind)
    blend, part = np.zeros((2, r, v.shape[1]), kind)  # what was added up, what comes next
    # No score exceeds the longest query times the longest key; exp bears 40 as it is.
    calm = r > 16 and n_k > 0 and np.vecdot(q, q).max() * np.vecdot(k, k).max() < 40**2
    calm = calm and (may is None or may.dtype == bool)
    for j in range(0, min(n_k, shift + r), wide):  # causal: none beyond the diagonal
        keys, values, one = k[j : j + wide], v[j : j + wide], ones[: n_k - j]
        here = None if may is None else may[:, j : j + wide]
        seen = _seen(here, shift - j, (r, len(one)))
        if seen is not True and not seen.any():
            continue
        scores = np.matmul(q, keys.T, out=space[:, : len(one)])  # (r, w)
        if not calm:
            top, fade = _lower(scores, top, seen, here)
            total, blend = total * fade, blend * fade
        weights = np.exp(scores, out=scores)
        if seen is not True:
            weights *= seen
            values = np.where(seen.any(0)[:, None], values, 0)  # unread, they may be NaN
        total += weights @ one
        blend += np.matmul(weights, values, out=part)
    return blend / np.where(total == 0, 1, total)


def _seen(may: Any, shift: int, shape: tuple[int, int]) -> Any:  # True: all of them
    seen = np.tri(*shape, shift, dtype=bool) if shift < shape[1] - 1 else True
    return seen if may is None else seen & (may if may.dtype == bool else may != -np.inf)


def _lower(scores: Any, top: Any, seen: Any, may: Any) -> tuple[Any, Any]:
    limits = np.finfo(scores.dtype)
    if may is not None and may.dtype != bool:
        scores += np.minimum(may, limits.max)
    if seen is not True:
        np.copyto(scores, limits.min, where=~seen)
    low, high = scores.min(-1, keepdims=True), scores.max(-1, keepdims=True)  # (r, 1)
    new = np.maximum(top, np.where(low > -np.inf, high, np.nan))
    scores -= new
    least = np.log(limits.tiny)  # below, weights are subnormal: many processors are slow at them
    if not (low - new).min() > least:
        np.divide(scores, scores >= least, out=scores)  # below 0 and over 0: -inf
    return new, np.exp(top - new)


if __name__ == "__main__":
    table = [[2, 1], [2, 0], [-1, 2]], [[10], [5], [2]]  # racket, ball, tree
    print("tennis gets", fast_attention([[1, 1]], *table, scale=1).round(3))
