"""Counts by kind, what nobody noticed, and the file that the site quotes."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from softlookup import runs

FILE = "benchmarks/results/mutants.json"
NOTICED = ("build", "walk", "test", "print")
LEFT_OUT = ("nothing", "late")  # changes nothing that anybody reads; was not decided in time


@dataclass(frozen=True)
class Result:
    """One mistake and what became of it."""

    kind: str
    where: str  # file, line, what stood there and what was planted
    outcome: str  # one of NOTICED or LEFT_OUT, or nobody
    told: str = ""
    seconds: float = 0


def by_kind(found: list[Result]) -> dict[str, Counter[str]]:
    """How often each outcome came, for each kind."""
    kinds: dict[str, Counter[str]] = {}
    for result in found:
        kinds.setdefault(result.kind, Counter())[result.outcome] += 1
    return dict(sorted(kinds.items()))


def share(counts: Counter[str]) -> tuple[int, int]:
    """How many were noticed, and of how many."""
    noticed = sum(counts[outcome] for outcome in NOTICED)
    return noticed, noticed + counts["nobody"]


def report(found: list[Result]) -> str:
    """The score as a table for a terminal, then the survivors."""
    wide = max((len(result.kind) for result in found), default=0)
    lines = [f"{'':{wide}}  noticed  build walk test print  nobody  no effect"]
    for kind, counts in [*by_kind(found).items(), ("all", Counter(r.outcome for r in found))]:
        noticed, counted = share(counts)
        part = f"{100 * noticed / counted:5.1f} %" if counted else "    –  "
        each = " ".join(f"{counts[outcome]:5}" for outcome in NOTICED)
        left = sum(counts[outcome] for outcome in LEFT_OUT)
        lines.append(f"{kind:{wide}}  {part}{each}  {counts['nobody']:6}  {left:6}")
    lines += ["", "Nobody noticed:"]
    lines += [f"  {r.kind}: {r.where}" for r in found if r.outcome == "nobody"]
    return "\n".join(lines)


def store(root: Path, found: list[Result], planted: int) -> None:
    """Write the score with its date and its survivors, sealed like every stored run."""
    measured: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "possible": planted,
        "kinds": {kind: dict(sorted(counts.items())) for kind, counts in by_kind(found).items()},
        "survivors": sorted(f"{r.kind}: {r.where}" for r in found if r.outcome == "nobody"),
    }
    (root / FILE).write_text(runs.sealed(measured), encoding="utf-8")
