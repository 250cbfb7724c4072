"""Stored, dated runs of the benchmarks: what was measured, when and on which machine."""

import json
from functools import cache
from pathlib import Path
from typing import Any

_RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"


@cache
def run(name: str) -> dict[str, Any]:
    """One stored run: date, machine, versions, rows."""
    path = _RESULTS / f"{name}.json"
    if not path.is_file():
        raise ValueError(f"there is no stored run {name!r}: python benchmarks/{name}.py --store")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def measured_on(name: str) -> str:
    """When and where, in one phrase."""
    found = run(name)
    versions = found["versions"]
    return (
        f"{found['date']}, {found['machine']['processor']}, {found['machine']['cores']} cores, "
        f"NumPy {versions['numpy']}, PyTorch {versions['torch']}"
    )


def rows(name: str, **wanted: Any) -> list[dict[str, Any]]:
    """The rows of a run that have these properties."""
    return [row for row in run(name)["rows"] if wanted.items() <= row.items()]
