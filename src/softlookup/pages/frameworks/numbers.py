"""Numbers of the page on frameworks."""

import re

from softlookup import steps, strangers, walk
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.steps.attention import attention

_by_query, _, _by_values = steps.gradients.gradients(TENNIS, KEYS, VALUES)

output = steps.soft_lookup.soft_lookup(TENNIS, KEYS, VALUES)
scaled = attention(TENNIS[None], KEYS, VALUES[:, None])[0, 0]
by_values = dict(zip(WORDS, _by_values, strict=True))
by_query = dict(zip(("sport", "outdoors"), _by_query, strict=True))

width = 64  # of the second source's example
_draws = {
    "plain": strangers.heaviest_weights(1.0),
    "scaled": strangers.heaviest_weights(strangers.WIDTH**0.5),
}
heaviest = {name: float(found.mean()) for name, found in _draws.items()}
spread = {name: float(found.std()) for name, found in _draws.items()}

_citation = (walk.TOP / "CITATION.cff").read_text(encoding="utf-8")
released = re.findall(r"^date-released: (\S+)", _citation, re.M)[0]
