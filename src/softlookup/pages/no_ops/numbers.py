"""Numbers of the no-op cards."""

from functools import partial
from typing import Any

import numpy as np

from softlookup import laws
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.steps.attention import attention
from softlookup.steps.soft_lookup import soft_lookup

# A sink: an entry without a key or a value of its own, whose score stays 0 whatever the keys do.
_step = np.array([1.0, 1.0])  # (1, 1), added to every key but the sink’s


def _beside_a_sink(keys: np.ndarray) -> float:
    return float(soft_lookup(TENNIS, np.vstack([keys, [0, 0]]), np.array([*VALUES, 0])))


sink = {"before": _beside_a_sink(KEYS), "after": _beside_a_sink(KEYS + _step)}

# Which cards need weights that sum to 1: those that a lookup beside a sink does not keep.
_with_a_sink = partial(attention, scale=1, sinks=0.0)


_with_a_cap = partial(attention, scale=1, softcap=5.0)


def _kept(card: laws.Change, function: Any) -> bool:
    return all(laws.holds(card, function, laws.random(seed, card.queries)) for seed in range(10))


cards = len(laws.NO_OPS)
_fallen = [card for card in laws.NO_OPS if not _kept(card, _with_a_sink)]
assert _fallen == [laws.SCORES_MOVED, laws.KEYS_MOVED, laws.ALL_TWICE]  # the page names them
resting = len(_fallen)
_bent = [card for card in laws.NO_OPS if not _kept(card, _with_a_cap)]
assert _bent == [laws.KEYS_MOVED]  # and this one
