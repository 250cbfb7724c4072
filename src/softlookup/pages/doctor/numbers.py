"""Numbers of the doctor’s page, from the stored run."""

from softlookup import runs

_matrix = runs.rows("doctor", kind="matrix")[0]["counts"]
sound = sum(_matrix["sound"].values())
alarms = _matrix["sound"].get("alarm", 0)
faulty = sum(_matrix["faulty"].values())
named = _matrix["faulty"].get("named", 0)
_mutants = _matrix["mutant"]
_double_mutants = _matrix["double mutant"]


def _faults(counts: dict[str, int]) -> int:
    return sum(count for outcome, count in counts.items() if outcome != "equivalent")


all_mutants = sum(_mutants.values()) + sum(_double_mutants.values())
equivalent = _mutants.get("equivalent", 0) + _double_mutants.get("equivalent", 0)
_faulty_mutants = _faults(_mutants) + _faults(_double_mutants)
_missed_mutants = _mutants.get("silent", 0) + _double_mutants.get("silent", 0)
found_mutants = (_faulty_mutants - _missed_mutants) / _faulty_mutants
