"""Multi-head attention for production: projections, shared key heads, gates, masks and a cache."""
# MIT licence, Soft Lookup

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass
class Cache:
    """The keys and values of everything read so far."""

    keys: Any = None  # (..., g, n, d_k)
    values: Any = None  # (..., g, n, d_v)

    def append(self, keys: Any, values: Any) -> tuple[Any, Any]:
        if self.keys is not None:  # the copy costs no more than the read that follows
            keys = np.concatenate([self.keys, keys], axis=-2)
            values = np.concatenate([self.values, values], axis=-2)
        self.keys, self.values = keys, values
        return keys, values


@dataclass(frozen=True)
class MultiHead:
    """h lookups side by side; h/g neighbouring query heads share one of the g key heads."""

    w_q: Any  # (d, h * d_k)
    w_k: Any  # (d, g * d_k)
    w_v: Any  # (d, g * d_v)
    w_o: Any  # (h * d_v, d_out)
    heads: int  # h
    key_heads: int  # g; equal to h if nothing is shared
    gates: Any = 1.0  # (h,)   0 silences a head
    b_q: Any = 0.0  # added to each product
    b_k: Any = 0.0
    b_v: Any = 0.0
    b_o: Any = 0.0

    def __post_init__(self) -> None:
        h, g = self.heads, self.key_heads
        shapes = [np.shape(w) for w in (self.w_q, self.w_k, self.w_v, self.w_o)]
        (_, q), (_, k), (_, v), (o, _) = shapes
        if h % g or q % h or v % g or k * h != q * g or o * g != v * h:
            wanted = "(d, h*d_k), (d, g*d_k), (d, g*d_v), (h*d_v, d_out), and h a multiple of g"
            raise ValueError(f"h={h}, g={g} do not fit w_q, w_k, w_v, w_o {shapes}: give {wanted}")

    def __call__(
        self,
        x: Any,  # (..., n_q, d)   who asks
        source: Any = None,  # (..., n_k, d)   who answers: x itself if not given
        *,
        mask: Any = True,  # (..., n_q, n_k)   bool: True may be read; float: is added
        causal: bool = False,  # the last query stands at the last entry, none reads ahead
        cache: Cache | None = None,  # grows by the source, and is read in causal order
        return_weights: bool = False,
    ) -> Any:  # output (..., n_q, d_out), weights (..., h, n_q, n_k)
        q = self._heads("q", x, self.heads)  # (..., h, n_q, d_k)
        k, v = (self._heads(name, x if source is None else source, self.key_heads) for name in "kv")
        if cache is not None:
            k, v = cache.append(k, v)
        k, v = (part.repeat(self.heads // self.key_heads, axis=-3) for part in (k, v))
        scores = q @ k.mT * k.shape[-1] ** -0.5  # (..., h, n_q, n_k)
        weights = _softmax(_masked(scores, np.asarray(mask), causal or cache is not None))
        read = (weights @ v) * np.reshape(self.gates, (-1, 1, 1)).astype(scores.dtype)
        rows = read.swapaxes(-2, -3)  # (..., n_q, h, d_v)
        output = self._project("o", rows.reshape(*rows.shape[:-2], len(self.w_o)))
        return (output, weights) if return_weights else output

    def _project(self, name: str, x: Any) -> Any:
        matrix = getattr(self, f"w_{name}")
        if np.ndim(x) < 2 or np.shape(x)[-1] != len(matrix):
            raise ValueError(f"w_{name} {np.shape(matrix)} needs rows as wide, not {np.shape(x)}")
        return x @ np.asarray(matrix) + getattr(self, f"b_{name}")

    def _heads(self, name: str, x: Any, count: int) -> Any:
        rows = self._project(name, x)  # (..., n, count * d)
        return rows.reshape(*rows.shape[:-1], count, rows.shape[-1] // count).swapaxes(-2, -3)


def _masked(scores: Any, mask: Any, causal: bool) -> Any:
    if mask.dtype.kind not in "bf":
        raise ValueError(f"mask {mask.dtype} {mask.shape}: give bool (True may be read) or float")
    n_q, n_k = scores.shape[-2:]
    may = np.tri(n_q, n_k, n_k - n_q if causal else n_k, dtype=bool)
    if mask.dtype == bool:
        return np.where(mask & may, scores, -np.inf)
    return np.where(may, scores + mask.astype(scores.dtype), -np.inf)


def _softmax(scores: Any) -> Any:
    top = scores.max(-1, keepdims=True, initial=-np.inf)
    grown = np.exp(scores - np.where(top == -np.inf, 0, top))
    return grown / np.maximum(grown.sum(-1, keepdims=True), 1)  # 0 where nothing may be read


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    w_q, w_k, w_v, w_o = (rng.normal(size=(8, width)) for width in (8, 4, 4, 8))
    layer = MultiHead(w_q, w_k, w_v, w_o, heads=4, key_heads=2)
    tokens, cache = rng.normal(size=(5, 8)), Cache()
    steps = [layer(token[None], cache=cache) for token in tokens]
    print("one token at a time", np.concatenate(steps).shape, "keeps keys", cache.keys.shape)
    print("equals all at once:", np.allclose(np.concatenate(steps), layer(tokens, causal=True)))
