"""What changes nothing, what arrives at the other end, and what only looks harmless: each by running."""

from functools import partial
from typing import Any

from softlookup import laws, snippets
from softlookup.examples import KEYS, VALUES
from softlookup.laws import Change
from softlookup.steps.attention import attention
from softlookup.write import number, table

_QUERIES = snippets.example("many_queries").queries
_unscaled = partial(attention, scale=1)  # as on the first pages

TRIALS = 100

TRAPS = (
    Change(
        "one entry stored twice",
        "attention(q, k[again], v[again])",
        "It counts twice. Duplicates in a memory are votes.",
    ),
    Change(
        "one key made twice as long",
        "attention(q, vstack([2 * k[:1], k[1:]]), v)",
        "Its score doubles; the others stay. The direction is not all.",
    ),
    Change(
        "one vector added to every query",
        "attention(q + c, k, v)",
        "q·k grows by c·k, another number for each key. Centring the queries is not centring the keys.",
    ),
    Change(
        "2 added to the scores of one entry",
        "attention(q, k, v, mask=0 * q[:, :1] + 2 * (arange(n) == 1))",
        "Its exponential grows by a factor of e², the others’ do not.",
    ),
    Change("all scores doubled", "attention(2 * q, k, v)", "That is half the temperature."),
    Change(
        "only the queries turned",
        "attention(q @ turn, k, v)",
        "The angles to the keys are others now.",
    ),
    Change(
        "all keys brought to length 1",
        "attention(q, k / norm(k, axis=1, keepdims=True), v)",
        "Long keys lose what their length gave them.",
    ),
    Change(
        "zeros appended to queries and keys, scale 1/√d_k",
        "attention(hstack([q, 0 * q]), hstack([k, 0 * k]), v, scale=None)",
        "The dot products stay, but the divisor grows with the width.",
        gives="attention(q, k, v, scale=None)",
    ),
    Change(
        "an entry of zeros as padding, not hidden",
        "attention(q, vstack([k, 0 * k[:1]]), vstack([v, 0 * v[:1]]))",
        "A score of 0 has a share, and it draws every answer towards its value, 0.",
    ),
    Change(
        "the values in another order, the keys as before",
        "attention(q, k, v[::-1])",
        "Entries are pairs.",
    ),
    Change(
        "the entry with the least weight for the first query dropped",
        "attention(q, k[k @ q[0] > min(k @ q[0])], v[k @ q[0] > min(k @ q[0])])",
        "Its share goes to the others, and another query may have read it most.",
    ),
)


def example(change: Change) -> tuple[Any, ...]:
    """The running example, with as many queries as the change is made for."""
    return _QUERIES[: change.queries], KEYS, VALUES[:, None]


def kept(change: Change) -> int:
    """In how many random dictionaries the answers are those that the change gives."""
    problems = [laws.random(seed, n_q=change.queries) for seed in range(TRIALS)]
    return sum(laws.holds(change, _unscaled, problem) for problem in problems)


# --- What the page prints -------------------------------------------------------------------------


def nothing() -> str:
    """Changes that no answer shows."""
    return _cards(laws.NO_OPS, "answers as before", expected=TRIALS)


def through() -> str:
    """Changes that arrive at the other end exactly."""
    return _cards(laws.THROUGH, "exactly so", expected=TRIALS)


def something() -> str:
    """Changes that look harmless and are not."""
    return _cards(TRAPS, "answers as before", expected=0)


def before() -> str:
    """The running example as it is."""
    return f"Before any change the answers are {_answers('output', laws.REORDERED)}."


def _cards(changes: tuple[Change, ...], heading: str, *, expected: int) -> str:
    rows = []
    for change in changes:
        found = kept(change)
        in_the_example = laws.holds(change, _unscaled, example(change))
        if found != expected or in_the_example != bool(expected):
            raise ValueError(f"{change.what!r}: as expected in {found} of {TRIALS} dictionaries")
        rows.append([_card(change), _after(change), f"{found} of {TRIALS}"])
    return table(["change", "answers after it", heading], rows, "lll")


def _card(change: Change) -> str:
    title = change.what[0].upper() + change.what[1:].rstrip(",")
    return f"**{title}.** {change.because}<br>`{change.call}`"


def _after(change: Change) -> str:
    """The answers after it; and those before, where they are not the ones named above the table."""
    after = _answers(change.call, change)
    if "scale=None" in change.gives:
        return f"{_answers(change.gives, change)} → {after}"
    return after


def _answers(expression: str, change: Change) -> str:
    rows = laws.value(expression, _unscaled, example(change))
    return ", ".join(number(float(row[0])) for row in rows)
