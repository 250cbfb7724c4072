"""One layer of a Llama, with Mistral's window: rotary positions, shared key heads, a cache."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.0, 2026-11-18. Python 3.11, NumPy 2.0 or newer. Explained at positions/

import numpy as np


def rms_norm(rows, gain, tiny=1e-5):
    """Every row brought to the length √d, then stretched by a learned gain."""
    mean_square = np.mean(rows**2, axis=-1, keepdims=True)
    return gain * rows / np.sqrt(mean_square + tiny)


def split(rows, heads):
    """Cut every row into one piece for each head."""
    return rows.reshape(len(rows), heads, -1).swapaxes(0, 1)  # (n, h * d) -> (h, n, d)


def rotate(rows, places, base=10000.0):
    """Pairs half a row apart, turned by place × speed."""
    half = rows.shape[-1] // 2
    angles = places[:, np.newaxis] * base ** (-np.arange(half) / half)  # (n, half)
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = rows[..., :half], rows[..., half:]
    return np.concatenate([first * cos - second * sin, first * sin + second * cos], axis=-1)


class LlamaLayer:
    """A layer that remembers the last `window` tokens and reads them with every new one."""

    def __init__(self, weights, heads, key_heads, window):
        self.weights = weights  # name -> matrix, or gain of a norm
        self.heads = heads  # h
        self.key_heads = key_heads  # g: h/g neighbouring query heads share one
        self.window = window  # how many places back a token reads
        self.seen = 0  # how many tokens have passed
        width = weights["key"].shape[1] // key_heads
        self.keys = np.empty((key_heads, 0, width))  # of the last tokens, already rotated
        self.values = np.empty((key_heads, 0, width))

    def __call__(self, tokens):
        """The tokens (n, d), after they have read and then thought."""
        tokens = tokens + self.read(rms_norm(tokens, self.weights["norm before reading"]))
        return tokens + self.think(rms_norm(tokens, self.weights["norm before thinking"]))

    def read(self, rows):
        """What each row reads of itself and the `window` rows before it."""
        n, h, g = len(rows), self.heads, self.key_heads
        places = self.seen + np.arange(n)
        queries = rotate(split(rows @ self.weights["query"], h), places)  # (h, n, d_k)
        new_keys = rotate(split(rows @ self.weights["key"], g), places)  # (g, n, d_k)
        new_values = split(rows @ self.weights["value"], g)  # (g, n, d_k)
        keys = np.concatenate([self.keys, new_keys], axis=1)  # (g, n_k, d_k)
        values = np.concatenate([self.values, new_values], axis=1)

        n_k = keys.shape[1]
        key_places = self.seen - self.keys.shape[1] + np.arange(n_k)  # remembered, then new
        distance = places[:, np.newaxis] - key_places  # (n, n_k)   how far back a key stands
        may_read = (distance >= 0) & (distance <= self.window)
        scores = queries @ keys.repeat(h // g, axis=0).mT / np.sqrt(keys.shape[-1])  # (h, n, n_k)
        scores = np.where(may_read, scores, -np.inf)
        exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
        blends = weights @ values.repeat(h // g, axis=0)  # (h, n, d_k)

        forgotten = max(0, n_k - self.window)  # the oldest are out of everyone's reach
        self.keys = keys[:, forgotten:]
        self.values = values[:, forgotten:]
        self.seen += n
        return blends.swapaxes(0, 1).reshape(n, -1) @ self.weights["output"]  # (n, d)

    def think(self, rows):
        """Each row by itself: what rises, weighed by a gate (SwiGLU)."""
        gate = rows @ self.weights["gate"]
        swish = gate * (1 + np.tanh(gate / 2)) / 2  # gate × sigmoid(gate), without overflow
        return swish * (rows @ self.weights["up"]) @ self.weights["down"]


def random_weights(d, heads, key_heads, hidden, seed=0):
    """Weights of the right shapes, in place of trained ones."""
    random = np.random.default_rng(seed)
    width = key_heads * d // heads
    shapes = {
        "query": (d, d),
        "key": (d, width),
        "value": (d, width),
        "output": (d, d),
        "gate": (d, hidden),
        "up": (d, hidden),
        "down": (hidden, d),
    }
    weights = {name: random.normal(size=shape) / np.sqrt(d) for name, shape in shapes.items()}
    return weights | {"norm before reading": np.ones(d), "norm before thinking": np.ones(d)}


if __name__ == "__main__":
    weights = random_weights(d=16, heads=4, key_heads=2, hidden=32)
    tokens = np.random.default_rng(1).normal(size=(10, 16))
    all_at_once = LlamaLayer(weights, heads=4, key_heads=2, window=3)(tokens)

    layer = LlamaLayer(weights, heads=4, key_heads=2, window=3)
    one_by_one = np.concatenate([layer(token[np.newaxis]) for token in tokens])
    print("one by one is all at once:", np.allclose(one_by_one, all_at_once))
    print(f"tokens seen: {layer.seen}, remembered: {layer.keys.shape[1]}")
