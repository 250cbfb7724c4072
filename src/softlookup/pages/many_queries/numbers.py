"""Numbers of the page on many queries."""

import numpy as np

from softlookup import lookup, sentence, snippets, words
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Matrix
from softlookup.steps.attention import attention
from softlookup.steps.softmax import softmax

many_queries = snippets.example("many_queries")

# Three ask at the stall: tennis, tree's own key, nothing.
_NAMES = ("tennis", "tree", "nothing")
QUERIES: Matrix = many_queries.queries  # (n_q, d_k)
SCORES = QUERIES @ KEYS.T  # (n_q, n_k)
WEIGHTS = many_queries.read_weights(QUERIES, KEYS)  # (n_q, n_k), rows sum to 1
ANSWERS = WEIGHTS @ VALUES  # (n_q,)
output = dict(zip(_NAMES, ANSWERS, strict=True))

tree_scores = dict(zip(WORDS, SCORES[1], strict=True))

# The mistake: softmax down each column.
WRONG_WEIGHTS = softmax(SCORES, axis=0)
wrong = dict(zip(_NAMES, WRONG_WEIGHTS @ VALUES, strict=True))
assert wrong["tennis"] > VALUES.max()
assert wrong["nothing"] < VALUES.min()
assert VALUES.min() < wrong["tree"] < VALUES.max()
wrong_alone = (softmax(TENNIS[None] @ KEYS.T, axis=0) @ VALUES)[0]
assert np.isclose(wrong_alone, VALUES.sum())

# The sentence reads itself, with the vectors as they are.
READS = sentence.raw()  # (12, 12)
it_reads = dict(zip(sentence.WORDS, READS[sentence.IT], strict=True))
_own = np.diag(READS)
assert np.allclose(READS.max(axis=1), _own)  # the page says that no word reads another more
assert np.allclose(READS.sum(axis=1), 1)

# The scaled formula, by the production snippet and by the judge in plain loops.
_column = VALUES[:, None]
_scaled = attention(QUERIES, KEYS, _column)
assert np.allclose(_scaled, lookup.attention(QUERIES, KEYS, _column), rtol=0, atol=1e-12)
scaled = dict(zip(_NAMES, _scaled[:, 0], strict=True))

# One batch against a loop over its rows.
tolerance = 1e-12
loop = {"queries": 512, "keys": 256, "width": 64}
_random = np.random.default_rng(0)
_many, _stored, _found = (
    _random.normal(size=(loop[rows], loop["width"])) for rows in ("queries", "keys", "keys")
)
_one_by_one = np.vstack([attention(query[None], _stored, _found) for query in _many])
assert np.allclose(attention(_many, _stored, _found), _one_by_one, rtol=0, atol=tolerance)
products = loop["queries"] * loop["keys"] * 2 * loop["width"]

# The memory of the weights, and of the output, for a long text; float32 takes 4 bytes.
long_text = 4096
_BYTES, _MEBI = 4, 2**20
weights_mebibytes = long_text * long_text * _BYTES / _MEBI
output_mebibytes = long_text * loop["width"] * _BYTES / _MEBI

# Real words ask the three entries.
ASKED = ("tennis", "baseball", "forest", "golf")
REAL_WEIGHTS = many_queries.read_weights(words.vectors(ASKED), words.vectors(WORDS))
real = {
    name: dict(zip(WORDS, row, strict=True)) for name, row in zip(ASKED, REAL_WEIGHTS, strict=True)
}
assert real["golf"]["tree"] > real["golf"]["ball"] > real["golf"]["racket"]
