"""Numbers of the doctor’s page, from the stored run."""

from collections import Counter

from softlookup import runs

_counts = runs.rows("doctor", kind="matrix")[0]["counts"]
_matrix = {kind: Counter(counts) for kind, counts in _counts.items()}  # what never came counts 0
sound = _matrix["sound"].total()
alarms = _matrix["sound"]["alarm"]
faulty = _matrix["faulty"].total()
named = _matrix["faulty"]["named"]
_mutants = _matrix["mutant"] + _matrix["double mutant"]
all_mutants = _mutants.total()
equivalent = _mutants["equivalent"]
_faulty_mutants = all_mutants - equivalent
found_mutants = (_faulty_mutants - _mutants["silent"]) / _faulty_mutants
