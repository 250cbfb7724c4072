"""Numbers of the no-op cards."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.steps.soft_lookup import soft_lookup

# A sink: an entry without a key or a value of its own, whose score stays 0 whatever the keys do.
_step = np.array([1.0, 1.0])  # (1, 1), added to every key but the sink’s


def _beside_a_sink(keys: np.ndarray) -> float:
    return float(soft_lookup(TENNIS, np.vstack([keys, [0, 0]]), np.array([*VALUES, 0])))


sink = {"before": _beside_a_sink(KEYS), "after": _beside_a_sink(KEYS + _step)}
