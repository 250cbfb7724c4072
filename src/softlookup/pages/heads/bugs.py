"""Mistakes of the page on heads."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.kinds import bug
from softlookup.steps.attention import attention
from softlookup.steps.heads import merge, split
from softlookup.steps.soft_lookup import soft_lookup


@bug(
    "the reshape that scrambles",
    breaks="Under a causal mask, where no token reads a later one, a new last token may move the last row and no "
    "other. The shapes are right, so nothing else complains.",
    cure="Cut the width first, then exchange the axes: `rows.reshape(n, heads, -1).swapaxes(0, 1)`.",
)
def scrambled() -> object:
    rows = np.random.default_rng(0).normal(size=(4, 6))  # 4 tokens, 3 heads of width 2
    other = rows + np.array([[0], [0], [0], [1]])  # the same tokens but for the last
    moved = {}
    for name, cut in {"split": split, "reshape": lambda x, h: x.reshape(h, 4, 2)}.items():
        parts = [cut(tokens, 3) for tokens in (rows, other)]  # (3, 4, 2) either way
        reads = [merge(attention(part, part, part, causal=True)) for part in parts]
        moved[name] = np.flatnonzero(~np.isclose(*reads).all(axis=1)).tolist()
    return "rows that moved: " + ", ".join(f"{name} {rows}" for name, rows in moved.items())


@bug(
    "a suffix instead of an index",
    breaks="All heads return the same, however many there are.",
    cure="Give every head its own projections, of the query too, and index them: `keys[i]`.",
)
def same_dictionary() -> object:
    query, keys = TENNIS, KEYS.T  # for each head one number, and one column of keys
    query_i, keys_i = query[[0]], keys[0]  # set once, before the loop
    suffixed = [soft_lookup(query_i, keys_i[:, None], VALUES) for i in range(2)]
    indexed = [soft_lookup(query[[i]], keys[i][:, None], VALUES) for i in range(2)]
    return f"keys_i:  {np.round(suffixed, 3)}\nkeys[i]: {np.round(indexed, 3)}"


@bug(
    "the groups dealt out like cards",
    breaks="Give each key head a constant value, and see which query head returns which. Neighbours "
    "must agree.",
    cure="`np.repeat` keeps neighbours together; `np.tile` deals the key heads out in turn. Weights that "
    "were trained with one order need that order.",
)
def dealt_out() -> object:
    queries, keys = np.ones((4, 1, 2)), np.ones((2, 3, 2))  # 4 query heads, 2 key heads
    values = np.array([10.0, 5.0]).reshape(2, 1, 1) * np.ones((2, 3, 1))  # all 10, and all 5
    right = attention(queries, keys.repeat(2, axis=0), values.repeat(2, axis=0))
    wrong = attention(queries, np.tile(keys, (2, 1, 1)), np.tile(values, (2, 1, 1)))
    return f"repeat: {right.ravel()}\ntile:   {wrong.ravel()}"
