"""Counts by kind, what nobody noticed, and the file that the site quotes."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from softlookup import runs

FILE = "benchmarks/results/mutants.json"
NOTICED = ("build", "walk", "test", "print")
# What is asked of each group of kinds. The first that has a word of the kind takes it; the rest is prose.
PROSE = "sentences, links and formulas"
GROUPS = {
    "labels, captions and answers": "labels caption headings answer option question verdict",
    "numbers and code": "checked name names operator constant return shape ink",
    PROSE: "",
}
# Leaves the page, or all that an example prints, as it was; was not decided in time.
LEFT_OUT = ("nothing", "late")


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


def group(kind: str) -> str:
    """The group of a kind, by its words; what a question computes is code."""
    said = set(kind.removesuffix(" in a question").split())
    return next((name for name, words in GROUPS.items() if said & set(words.split())), PROSE)


def by_group(found: list[Result]) -> dict[str, Counter[str]]:
    """How often each outcome came, for each group."""
    groups: dict[str, Counter[str]] = {name: Counter() for name in GROUPS}
    for result in found:
        groups[group(result.kind)][result.outcome] += 1
    return {name: counts for name, counts in groups.items() if counts}


def report(found: list[Result]) -> str:
    """The score as a table for a terminal, then the survivors."""
    wide = max(len(name) for name in [*GROUPS, *(result.kind for result in found)])
    lines = [f"{'':{wide}}  noticed  build walk test print  nobody  no effect"]
    every = {"all": Counter(r.outcome for r in found)}
    for kind, counts in (by_kind(found) | by_group(found) | every).items():
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
        "groups": {name: dict(sorted(counts.items())) for name, counts in by_group(found).items()},
        "survivors": sorted(f"{r.kind}: {r.where}" for r in found if r.outcome == "nobody"),
    }
    (root / FILE).write_text(runs.sealed(measured), encoding="utf-8")
