"""Numbers of the page on heads."""

import numpy as np

from softlookup import lookup, sentence, snippets, words
from softlookup.examples import ANSWER, AXES, KEYS, SCORES, TENNIS, VALUES, WEIGHTS, WORDS, Vector
from softlookup.pages.heads.latent import carried_over, made_first
from softlookup.steps.softmax import softmax
from softlookup.steps.temperature import entries_read

heads = snippets.example("heads")

# What "it" reads in the sentence: through a head for the living, through one for things and places, and
# through a single head that was taught both lessons. No word of the sentence is in either.
_alive = sentence.lesson_words()[0]
_PEOPLE = ("author", "doctor")  # filed under things, but alive
_things = [
    word
    for word, kind in words.kinds().items()
    if kind in ("thing", "place") and word not in {*_PEOPLE, *sentence.WORDS}
]


def it_asks(right: list[str], start: int = 0) -> Vector:
    """The weights of "it" over the sentence, after the lesson that these words are to be read."""
    learned = sentence.learn(tuple(right), start)
    queries, keys = sentence.vectors() @ learned.asks, sentence.vectors() @ learned.found
    weights: Vector = sentence.read(queries, keys)[sentence.IT]
    return weights


rows = {
    "the living": it_asks(_alive),
    "things, places": it_asks(_things),
    "one head, both": it_asks([*_alive, *_things]),
}
living, things, both = (dict(zip(sentence.WORDS, row, strict=True)) for row in rows.values())
for _start in range(5):  # the story does not hang on one throw of the dice
    assert it_asks(_alive, _start).argmax() == sentence.WORDS.index("animal")
    assert it_asks(_things, _start).argmax() == sentence.WORDS.index("street")

# Two entries, 10 and 5, and a query that wants both.
one_blend = float(heads.multi_head(heads.query, heads.keys, heads.values, np.eye(2), 1)[0, 0])
apart = softmax(np.zeros(2)) @ [[10, 0], [0, 5]]  # each number in a column of its own

# The plane, one head for each axis. A head of width 1 divides its scores by the root of 1.
scores_by_head = {axis: KEYS[:, i] * TENNIS[i] for i, axis in enumerate(AXES)}
weights_by_head = {axis: softmax(scores) for axis, scores in scores_by_head.items()}
weights = {axis: dict(zip(WORDS, w, strict=True)) for axis, w in weights_by_head.items()}
answers = {axis: float(w @ VALUES) for axis, w in weights_by_head.items()}
one_head = ANSWER
_products = np.prod(list(weights_by_head.values()), axis=0)
racket_product = _products[0]
product_sum = _products.sum()
product = dict(zip(WORDS, _products / product_sum, strict=True))
assert np.allclose(list(product.values()), WEIGHTS)

# A gate on the running example, and the same factor on the scores.
half = 0.5
GATES = (1.0, half, 0.1, 0.0)
gated = {gate: gate * ANSWER for gate in GATES}
gate_sum = {gate: float((gate * WEIGHTS).sum()) for gate in GATES}
tempered = {gate: float(softmax(gate * SCORES) @ VALUES) for gate in GATES}

# Apple among all other words: the whole vector, then four slices of it.
_FOOD = ("fruit", "juice", "banana", "bread", "cheese", "wine", "coffee", "tea", "orange")
_DEVICES = ("computer", "software", "internet", "phone", "keyboard", "database")
others = [word for word in words.known() if word != "apple"]
_keys, _apple = words.vectors(others), words.vector("apple")[None]
_software_over_juice = heads.split(words.vectors(["software"]) - words.vectors(["juice"]), 4)[:, 0]
_leads = (_software_over_juice * heads.split(_apple, 4)[:, 0]).sum(axis=1)  # (4,)
lead = _leads.sum()
juice_lead = -_leads[1]
_sliced = zip(heads.split(_keys, 4), heads.split(_apple, 4), strict=True)
readings = [softmax(_keys @ _apple[0]), *(softmax(keys @ asked[0]) for keys, asked in _sliced)]
food = [float(w[[others.index(word) for word in _FOOD]].sum()) for w in readings]
devices = [float(w[[others.index(word) for word in _DEVICES]].sum()) for w in readings]
entries = [float(entries_read(w)) for w in readings]

# What keys and values take in memory, for a model of a common size.
layers, query_heads, head_width, tokens, _bytes_each = 32, 32, 128, 4096, 2
long_text = 2**17


def kept_bytes(key_heads: int, length: int = 1) -> int:
    """Keys and values, in every layer, for every key head and token."""
    return 2 * layers * key_heads * head_width * _bytes_each * length


mebibytes = {g: kept_bytes(g, tokens) / 2**20 for g in (query_heads, 8, 1)}

# A latent of the width that DeepSeek-V2 has, beside one key for all heads that carries the place.
latent = {"width": 512, "place": 64, "heads": 128}
kept_numbers = {g: 2 * g * head_width for g in (query_heads, 8, 1)}
kept_numbers[0] = latent["width"] + latent["place"]
latent_mebibytes = kept_numbers[0] * layers * _bytes_each * tokens / 2**20
latent_share = kept_numbers[0] / (2 * latent["heads"] * head_width)  # in its own layer
latent_work = latent["width"] / head_width
latent_tolerance = 1e-12
assert np.allclose(made_first(), carried_over(), rtol=0, atol=latent_tolerance)
assert np.isclose(lookup.soft_lookup(TENNIS, KEYS, VALUES), one_head)
