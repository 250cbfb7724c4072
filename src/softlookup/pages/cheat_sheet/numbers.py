"""Numbers of the cheat sheet."""

from functools import partial
from typing import Any

from softlookup import laws
from softlookup.shapes import SIZES
from softlookup.steps.attention import attention

_q, _k, _v = laws.random(0, **SIZES)


def _broken(values: Any, **options: Any) -> list[laws.Law]:
    """The printed laws that attention with an option does not keep."""
    asked = partial(attention, **options)
    return [law for law in laws.INVARIANTS if not laws.holds(law, asked, (_q, _k, values))]


# A sink takes a share of every row and has no value, so a law that needs the whole falls. Where the values lie
# far from 0, an answer that lost a share falls out of their range too.
fallen = len(_broken(_v, sinks=0.0))
fallen_far = len(_broken(_v + 5, sinks=0.0))

# A softcap bends the scores: what was added to all of them is no longer the same for all.
assert _broken(_v, softcap=1.0) == [laws.SHIFT]  # the page names it

# From the upper left a single query reads the first entry alone, from the lower right all of them.
assert _broken(_v, causal="upper left") == [laws.ORDER]
more = len(_broken(_v, causal="lower right")) - 1
