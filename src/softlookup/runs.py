"""Stored, dated runs of the benchmarks: what was measured, when and on which machine.

A run carries a digest of itself, so that a figure which somebody edits afterwards stops the build.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"


def sealed(measured: dict[str, Any]) -> str:
    """A run as the text of its file, with its digest last."""
    whole = measured | {"digest": digest(measured)}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def digest(measured: dict[str, Any]) -> str:
    """Tells a run from every other: of its names and values, however they are laid out."""
    rest = {name: value for name, value in measured.items() if name != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


@cache
def run(name: str) -> dict[str, Any]:
    """One stored run: date, machine, versions, rows."""
    path = RESULTS / f"{name}.json"
    if not path.is_file():
        raise ValueError(f"there is no stored run {name!r}: python benchmarks/{name}.py --store")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if found.get("digest") != digest(found):
        raise ValueError(
            f"benchmarks/results/{path.name} is not what was measured, its digest does not fit: "
            f"take the change back, or measure anew with python benchmarks/{name}.py --store"
        )
    return found


def stored(name: str) -> bool:
    """Whether there is such a run."""
    return (RESULTS / f"{name}.json").is_file()


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
