"""Lines of heads.py to write, and lines to put in order."""

from typing import Any

import numpy as np

from softlookup.kinds import faded, ordered


@faded(
    "heads",
    "pieces = rows.reshape(n, heads, -1)",
    asks="Cut every row into neighbouring pieces, one for each head.",
    beliefs={
        "pieces = rows.reshape(heads, n, -1)": "reshape knows what a head is. It only counts on, and so it mixes the rows",
        "pieces = rows.reshape(n, -1, heads)": (
            "it does not matter which axis comes last. Then heads and width change places: two "
            "heads of four numbers become four heads of two"
        ),
        "pieces = np.stack([rows] * heads, axis=1)": "every head gets the whole row",
    },
)
def cutting(split: Any) -> object:
    return split(np.arange(24).reshape(3, 8), 2)


@faded(
    "heads",
    "return pieces.swapaxes(0, 1)",
    asks="Put the heads in front, so that each is a table of its own.",
    beliefs={
        "return pieces": (
            "the axis of the heads may stay in the middle. Then the heads of one word would "
            "read each other"
        ),
        "return pieces.reshape(heads, n, -1)": "reshape moves axes. It keeps the order of the numbers, and so it mixes the rows",
        "return pieces.T": "a transpose swaps the first two axes. It turns all of them round",
    },
)
def in_front(split: Any) -> object:
    return split(np.arange(24).reshape(3, 8), 2)


@faded(
    "heads",
    "return np.concatenate(list(pieces), axis=-1)",
    asks="Lay the pieces of every row side by side again.",
    beliefs={
        "return pieces.reshape(pieces.shape[1], -1)": "reshape undoes the split. The axes have to be swapped back first",
        "return np.concatenate(list(pieces), axis=0)": "the heads are stacked below each other, as more rows",
        "return pieces.mean(axis=0)": (
            "the heads are averaged. What they found would be blurred before anybody could use it"
        ),
    },
)
def laying(merge: Any) -> object:
    return merge(np.arange(12.0).reshape(2, 3, 2))


@faded(
    "heads",
    "keys = split(keys, heads // sharing).repeat(sharing, axis=0)",
    asks=(
        "There are fewer key heads than query heads, and neighbouring query heads share "
        "one. Give every query head its keys."
    ),
    beliefs={
        "keys = np.tile(split(keys, heads // sharing), (sharing, 1, 1))": (
            "the query heads take the key heads in turn. Neighbours share, so each key head "
            "is repeated where it stands"
        ),
        "keys = split(keys, heads // sharing)": "broadcasting shares heads by itself. It does so only for a single one",
        "keys = split(keys, heads)": (
            "shared keys are cut into as many pieces as the queries. The pieces are then too narrow"
        ),
    },
)
def sharing_keys(multi_head: Any) -> object:
    draw = np.random.default_rng(3)
    queries = draw.normal(size=(2, 8))
    keys = draw.normal(size=(3, 4))
    return multi_head(queries, keys, draw.normal(size=(3, 4)), np.eye(8), heads=4, sharing=2)


@faded(
    "heads",
    "return merge(outputs) @ w_o",
    asks="Bring the heads together, and let the output matrix mix what they found.",
    beliefs={
        "return merge(outputs)": (
            "side by side is mixed. Until `w_o` no number of one head has met a number of another"
        ),
        "return outputs.sum(axis=0) @ w_o": (
            "the heads are added up. Then `w_o` no longer fits, because it has rows for every head"
        ),
        "return merge(outputs) @ w_o.T": "a matrix may stand either way. For a square one nothing complains",
    },
)
def mixing(multi_head: Any) -> object:
    draw = np.random.default_rng(3)
    queries, keys, values = draw.normal(size=(3, 3, 4))
    return multi_head(queries, keys, values, draw.normal(size=(4, 4)), heads=2)


@ordered(
    "heads",
    first="queries = split(queries",
    last="return merge(outputs)",
    asks="These are the lines of multi-head attention.",
)
def five_lines() -> str:
    return "Split all three, read, merge and mix; the three splits may change places."
