"""Numbers of the cheat sheet."""

from functools import partial

from softlookup import laws
from softlookup.shapes import SIZES
from softlookup.steps.attention import attention

# A sink takes a share of every row and has no value. Which of the printed laws need the whole?
# The values lie far from 0, so that an answer that lost a share falls out of their range.
_q, _k, _v = laws.random(0, **SIZES)
_with_a_sink = partial(attention, sinks=0.0)
fallen = sum(not laws.holds(law, _with_a_sink, (_q, _k, _v + 5)) for law in laws.INVARIANTS)

# A softcap bends the scores: what was added to all of them is no longer the same for all.
_with_a_cap = partial(attention, softcap=1.0)
_bent = [law for law in laws.INVARIANTS if not laws.holds(law, _with_a_cap, (_q, _k, _v + 5))]
assert _bent == [laws.SHIFT]  # the page names it
