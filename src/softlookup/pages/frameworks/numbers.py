"""Numbers of the page on frameworks."""

import numpy as np

from softlookup import steps
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.steps.attention import attention
from softlookup.steps.temperature import soften

_by_query, _, _by_values = steps.gradients.gradients(TENNIS, KEYS, VALUES)

output = steps.soft_lookup.soft_lookup(TENNIS, KEYS, VALUES)
scaled = attention(TENNIS[None], KEYS, VALUES[:, None])[0, 0]
by_values = dict(zip(WORDS, _by_values, strict=True))
by_query = dict(zip(("sport", "outdoors"), _by_query, strict=True))


def _heaviest(temperature: float) -> float:
    """The largest of 100 weights, averaged over random queries and keys of width 64."""
    rng = np.random.default_rng(0)
    keys, queries = rng.normal(size=(100, 64)), rng.normal(size=(50, 64))
    return float(np.mean([soften(keys @ query, temperature).max() for query in queries]))


heaviest = {"plain": _heaviest(1), "scaled": _heaviest(8)}
