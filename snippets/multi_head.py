"""Multi-head attention for production: projections, shared key heads, gates, masks and a cache."""
# MIT licence, Soft Lookup

from dataclasses import dataclass
from typing import Any

import numpy as np


class Cache:
    """The keys and values of everything read so far."""

    keys: Any = None  # (..., g, n, d_k)
    values: Any = None  # (..., g, n, d_v)

    def joined(self, keys: Any, values: Any) -> tuple[Any, Any]:
        """Everything so far and these; the copy costs no more than the read that follows."""
        if self.keys is None:
            return keys, values
        pairs = (self.keys, keys), (self.values, values)
        return tuple(np.concatenate(pair, axis=-2) for pair in pairs)


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
    biases: Any = (0.0, 0.0, 0.0, 0.0)  # added to the four products

    def __post_init__(self) -> None:
        h, g = self.heads, self.key_heads
        shapes = [np.shape(w) for w in (self.w_q, self.w_k, self.w_v, self.w_o)]
        (_, q), (_, k), (_, v), (o, _) = shapes
        if h % g or q % h or v % g or k * h != q * g or o * g != v * h:
            wanted = "(d, h*d_k), (d, g*d_k), (d, g*d_v), (h*d_v, d_out), and h a multiple of g"
            raise ValueError(f"{h=}, {g=} with w_q, w_k, w_v, w_o {shapes}: give {wanted}")

    def __call__(
        self,
        x: Any,  # (..., n_q, d)   who asks
        source: Any = None,  # (..., n_k, d)   who answers: x itself if not given
        *,
        mask: Any = True,  # (..., h or 1, n_q, n_k)   bool: True may be read; float: is added
        causal: bool = False,  # the last query stands at the last entry, none reads ahead
        cache: Cache | None = None,  # grows by the source, and is read in causal order
    ) -> tuple[Any, Any]:  # output (..., n_q, d_out), weights (..., h, n_q, n_k)
        q = self._heads("q", x, self.heads)  # (..., h, n_q, d_k)
        k, v = (self._heads(name, x if source is None else source, self.key_heads) for name in "kv")
        shared = cache.joined(k, v) if cache else (k, v)
        k, v = (part.repeat(self.heads // self.key_heads, axis=-3) for part in shared)
        scores = _masked(q @ k.mT * k.shape[-1] ** -0.5, np.asarray(mask), causal or bool(cache))
        if cache:
            cache.keys, cache.values = shared  # only now: a call that fails adds nothing
        top = scores.max(-1, keepdims=True, initial=-np.inf)
        grown = np.exp(scores - np.where(top == -np.inf, 0, top))
        weights = grown / np.maximum(grown.sum(-1, keepdims=True), 1)  # 0 with nothing to read
        gates = np.reshape(self.gates, (-1, 1, 1)).astype(weights.dtype)
        rows = (weights @ v * gates).swapaxes(-2, -3)
        return rows.reshape(*rows.shape[:-2], len(self.w_o)) @ self.w_o + self.biases[3], weights

    def _heads(self, name: str, x: Any, count: int) -> Any:
        matrix, bias = getattr(self, f"w_{name}"), self.biases["qkv".index(name)]
        if np.ndim(x) < 2 or np.shape(x)[-1] != len(matrix):
            raise ValueError(f"w_{name} {np.shape(matrix)} needs rows as wide, not {np.shape(x)}")
        rows = x @ np.asarray(matrix) + bias  # (..., n, count * d)
        return rows.reshape(*rows.shape[:-1], count, rows.shape[-1] // count).swapaxes(-2, -3)


def _masked(scores: Any, mask: Any, causal: bool) -> Any:
    *_, n_q, n_k = shape = scores.shape
    fit = all(a in (1, b) for a, b in zip(mask.shape[::-1], shape[::-1], strict=False))
    if mask.dtype.kind not in "bf" or mask.ndim > len(shape) or not fit:
        raise ValueError(f"mask {mask.dtype} {mask.shape}: give bool (True reads) or float {shape}")
    if mask.dtype != bool:
        scores, mask = scores + mask.astype(scores.dtype), True
    may = np.tri(n_q, n_k, n_k - n_q if causal else n_k, dtype=bool)
    return np.where(mask & may, scores, -np.inf)


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    w_q, w_k, w_v, w_o = (rng.normal(size=(8, width)) for width in (8, 4, 4, 8))
    layer, tokens, cache = MultiHead(w_q, w_k, w_v, w_o, 4, 2), rng.normal(size=(5, 8)), Cache()
    steps = np.concatenate([layer(token[None], cache=cache)[0] for token in tokens])
    print("one by one is all at once:", np.allclose(steps, layer(tokens, causal=True)[0]))
