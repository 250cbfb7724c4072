"""Numbers of the page on many queries."""

import numpy as np

from softlookup import lookup, snippets, words
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Matrix
from softlookup.steps.attention import attention

many_queries = snippets.example("many_queries")

_queries = many_queries.queries  # tennis, tree's own key, nothing
_names = ("tennis", "tree", "nothing")
_column = VALUES[:, None]

output = dict(zip(_names, many_queries.soft_lookup(_queries, KEYS, VALUES), strict=True))


def _down_the_columns(queries: Matrix) -> Matrix:
    """The mistake: weights that sum to 1 down each column."""
    grown = np.exp(queries @ KEYS.T)
    weights: Matrix = grown / grown.sum(axis=0)
    return weights


# Softmax along the wrong axis.
wrong = dict(zip(_names, _down_the_columns(_queries) @ VALUES, strict=True))
assert np.isclose((_down_the_columns(TENNIS[None]) @ VALUES)[0], VALUES.sum())

# The scaled formula, by the production snippet and by the judge in plain loops.
_scaled = attention(_queries, KEYS, _column)
assert np.allclose(_scaled, lookup.attention(_queries, KEYS, _column), rtol=0, atol=1e-12)
scaled = dict(zip(_names, _scaled[:, 0], strict=True))

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
_long, _bytes, _mebi = 4096, 4, 2**20
weights_mebibytes = _long * _long * _bytes / _mebi
output_mebibytes = _long * loop["width"] * _bytes / _mebi
long_text = _long

# Real words ask the three entries.
_asked = ("tennis", "baseball", "forest", "golf")
_real = many_queries.read_weights(words.vectors(_asked), words.vectors(WORDS))
real = {name: dict(zip(WORDS, row, strict=True)) for name, row in zip(_asked, _real, strict=True)}
assert real["golf"]["tree"] > real["golf"]["ball"] > real["golf"]["racket"]
