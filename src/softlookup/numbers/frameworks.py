"""Numbers of the page on frameworks."""

import numpy as np

from softlookup import snippets
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS

_attention = snippets.load("attention").attention
_by_query, _, _by_values = snippets.load("gradients").gradients(TENNIS, KEYS, VALUES)
_soften = snippets.load("temperature").soften

output = snippets.load("soft_lookup").soft_lookup(TENNIS, KEYS, VALUES)
scaled = _attention(TENNIS[None], KEYS, VALUES[:, None])[0, 0]
by_values = dict(zip(WORDS, _by_values, strict=True))
by_query = dict(zip(("sport", "outdoors"), _by_query, strict=True))


def _heaviest(temperature: float) -> float:
    """The largest of 100 weights, averaged over random queries and keys of width 64."""
    rng = np.random.default_rng(0)
    keys, queries = rng.normal(size=(100, 64)), rng.normal(size=(50, 64))
    return float(np.mean([_soften(keys @ query, temperature).max() for query in queries]))


heaviest = {"plain": _heaviest(1), "scaled": _heaviest(8)}
