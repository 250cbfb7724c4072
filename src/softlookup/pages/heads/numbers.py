"""Numbers of the page on heads."""

import numpy as np

from softlookup import snippets, words
from softlookup.examples import AXES, KEYS, TENNIS, VALUES, WORDS
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax
from softlookup.steps.temperature import entries_read

heads = snippets.example("heads")

# Two entries, 10 and 5, and a query that wants both.
one_blend = float(heads.multi_head(heads.query, heads.keys, heads.values, np.eye(2), 1)[0, 0])
apart = float(softmax(np.zeros(2)) @ [0, 5])  # each number in a column of its own: (10, 0), (0, 5)

# The plane, one head an axis. A head one wide divides its scores by the root of 1.
_by_axis = {axis: softmax(KEYS[:, i] * TENNIS[i]) for i, axis in enumerate(AXES)}
weights = {axis: dict(zip(WORDS, w, strict=True)) for axis, w in _by_axis.items()}
answers = {axis: float(w @ VALUES) for axis, w in _by_axis.items()}
_whole = float(soft_lookup(TENNIS, KEYS, VALUES))
_product = np.prod(list(_by_axis.values()), axis=0)
racket_product, product_sum = _product[0], _product.sum()
product = dict(zip(WORDS, _product / _product.sum(), strict=True))

# A gate on the running example.
half = 0.5
gated = {gate: gate * _whole for gate in (half, 0.1)}

# Apple among all other words: the whole vector, then four slices of it.
_FOOD = ("fruit", "juice", "banana", "bread", "cheese", "wine", "coffee", "tea", "orange")
_DEVICES = ("computer", "software", "internet", "phone", "keyboard", "database")
others = [word for word in words.known() if word != "apple"]
_keys, _apple = words.vectors(others), words.vector("apple")[None]
_gaps = (
    (heads.split(words.vectors(["software"]) - words.vectors(["juice"]), 4)[:, 0])
    * (heads.split(_apple, 4)[:, 0])
)  # (4, 25)
lead, juice_lead = _gaps.sum(), -_gaps[1].sum()
_sliced = zip(heads.split(_keys, 4), heads.split(_apple, 4), strict=True)
readings = [softmax(_keys @ _apple[0]), *(softmax(keys @ asked[0]) for keys, asked in _sliced)]
food = [float(w[[others.index(word) for word in _FOOD]].sum()) for w in readings]
devices = [float(w[[others.index(word) for word in _DEVICES]].sum()) for w in readings]
entries = [float(entries_read(w)) for w in readings]

# What keys and values take in memory, for a model of a common size.
_layers, _query_heads, _width, tokens, _bytes_each = 32, 32, 128, 4096, 2


def kept_bytes(key_heads: int, length: int = 1) -> int:
    """Keys and values, in every layer, for every key head and token."""
    return 2 * _layers * key_heads * _width * _bytes_each * length


mebibytes = {g: kept_bytes(g, tokens) / 2**20 for g in (_query_heads, 8, 1)}
