"""The guess of the page on no-ops: whose change shows."""

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.practice.beliefs import Choice
from softlookup.practice.guesses import choose_first

ADDED = np.array([5.0, -3.0])


def _changes() -> dict[str, bool]:
    """Whether the answer to tennis is another one, for each of the three."""
    before = lookup.soft_lookup(TENNIS, KEYS, VALUES)
    after = {
        "keys": lookup.soft_lookup(TENNIS, KEYS + ADDED, VALUES),
        "queries": lookup.soft_lookup(TENNIS + ADDED, KEYS, VALUES),
        "tree": lookup.soft_lookup(
            TENNIS, np.vstack([KEYS, KEYS[2]]), np.append(VALUES, VALUES[2])
        ),
    }
    return {name: not np.isclose(before, found) for name, found in after.items()}


def guess() -> str:
    """Which of the three changes can be seen."""
    shows = {name for name, changed in _changes().items() if changed}
    return choose_first(
        "no_ops.whose",
        [
            Choice(
                "The keys’ and the queries’",
                "takes both for the same; but what is added to every key raises all scores of a query alike.",
                shows == {"keys", "queries"},
            ),
            Choice(
                "The queries’ and the third",
                "is right: moved keys shift all scores of a query by the same amount, which softmax cannot see; "
                "the other two change the gaps, or who shares.",
                shows == {"queries", "tree"},
            ),
            Choice(
                "The third alone",
                "thinks that a vector added to every query does nothing; it gives each key another score.",
                shows == {"tree"},
            ),
            Choice(
                "All three",
                "is one too many: adding a vector to every key changes nothing.",
                len(shows) == len(_changes()),
            ),
        ],
    )
