"""The score of the doctor: what it said of right functions and of wrong ones."""

from softlookup import runs
from softlookup.write import table

_KINDS = {
    "sound": "right, in different styles",
    "faulty": "wrong, as people write them",
    "mutant": "one change of the syntax tree",
    "double mutant": "two changes",
}
_OUTCOMES = {
    "named": "mistake named",
    "law only": "law named",
    "misnamed": "another named",
    "silent": "nothing found",
    "alarm": "false alarm",
    "equivalent": "no mistake: answers alike",
}


def score() -> str:
    """One row for each kind of function, one column for what was said."""
    counts = runs.rows("doctor", kind="matrix")[0]["counts"]
    rows = [
        [says, str(sum(counts[kind].values())), *(str(counts[kind].get(o, 0)) for o in _OUTCOMES)]
        for kind, says in _KINDS.items()
    ]
    return table(["functions", "how many", *_OUTCOMES.values()], rows)
