"""How well the doctor names mistakes: sound functions, faulty ones as people write them, and all mutants.

A faulty function counts as named if the verdict says what was done to it, as "law only" if a broken law
is shown without a name, as misnamed if another mistake is named, and as silent if nothing is found. Of a
mutant nobody knows the name beforehand: it is named if a known mistake gives all its numbers. Mutants
that answer like the definition on everything we could think of are none, and are counted apart; whether
they are, the definition decides and not the doctor. `--quick` leaves the double mutants out; `--store`
keeps results/doctor.json.
"""

import argparse
import collections
import re
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import measure
from patients import mutated
from softlookup.doctor import Report, examine

NAMED, LAW, MISNAMED, SILENT = "named", "law only", "misnamed", "silent"
ALARM, EQUIVALENT = "alarm", "equivalent"
WORTH_A_NAME = ("certain", "one of two", "likely")
Row = dict[str, Any]


def of_sound() -> list[Row]:
    """Every sound function: silence, or an alarm."""
    # With PyTorch and JAX, which a process that examines mutants does without.
    from patients import sound

    rows = []
    for each in sound.ALL:
        report = examine(each.function, **each.options)
        outcome = SILENT if report.right else ALARM
        rows.append(_row("sound", each.name, outcome, report, style=each.style))
    return rows


def of_faulty() -> list[Row]:
    """Every faulty function: is it named for what it is?"""
    from patients import faulty

    rows = []
    for each in faulty.ALL:
        report = examine(each.function, **each.options)
        told = report.finding.says if report.finding else ""
        if report.right:
            outcome = SILENT
        elif re.search(each.says, told):
            outcome = NAMED
        else:
            outcome = MISNAMED if told else LAW
        rows.append(_row("faulty", each.name, outcome, report, thread=each.thread))
    return rows


def of_mutant(source: str) -> tuple[str, str]:
    """What becomes of one mutant: the outcome, and what was said."""
    warnings.simplefilter("ignore")
    spoilt = mutated.function(source)
    if mutated.equivalent(spoilt):
        return EQUIVALENT, ""
    report = examine(spoilt)
    if report.right:
        return SILENT, ""
    if report.finding and report.finding.sure in WORTH_A_NAME:
        return NAMED, report.finding.says
    return LAW, report.breach.law if report.breach else report.headline


def of_mutants(kind: str, sources: list[str]) -> tuple[list[Row], dict[str, int]]:
    """All mutants of a kind: those that were missed as rows, and how many came out how."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found = list(pool.map(of_mutant, sources, chunksize=16))
    rows = [
        {"kind": kind, "name": source, "outcome": outcome, "says": told}
        for source, (outcome, told) in zip(sources, found, strict=True)
        if outcome == SILENT or (outcome == EQUIVALENT and kind == "mutant")
    ]
    return rows, dict(collections.Counter(outcome for outcome, _ in found))


def _row(kind: str, name: str, outcome: str, report: Report, **more: str) -> Row:
    said = report.finding.says if report.finding else ""
    law = report.breach.law if report.breach else ""
    return {"kind": kind, "name": name, "outcome": outcome, "says": said, "law": law, **more}


def mutants(*, quick: bool) -> dict[str, list[str]]:
    """The texts of all mutants, none of them twice."""
    right = mutated.text()
    one = {mutated.text(slip) for slip in mutated.singles()} - {right}
    if quick:
        return {"mutant": sorted(one)}
    two = {mutated.text(*both) for both in mutated.doubles()} - {right, *one}
    return {"mutant": sorted(one), "double mutant": sorted(two)}


def share_found(counts: dict[str, int]) -> float:
    """Of those that are faulty, the part that is named, or whose law is."""
    faults = sum(count for outcome, count in counts.items() if outcome != EQUIVALENT)
    return (counts.get(NAMED, 0) + counts.get(LAW, 0)) / faults


def main() -> None:
    """Examine everything, print the matrix, and perhaps store it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="no double mutants")
    parser.add_argument("--store", action="store_true", help="write results/doctor.json")
    given = parser.parse_args()
    rows = of_sound() + of_faulty()
    matrix = {
        kind: dict(collections.Counter(row["outcome"] for row in rows if row["kind"] == kind))
        for kind in ("sound", "faulty")
    }
    for kind, sources in mutants(quick=given.quick).items():
        missed, matrix[kind] = of_mutants(kind, sources)
        rows += missed
    for kind, counts in matrix.items():
        print(f"{kind:14}", ", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    verdicts = [
        measure.verdict(f"found of kind: {kind}", share_found(counts), 0.95)
        for kind, counts in matrix.items()
        if kind != "sound"
    ]
    verdicts.append(
        measure.verdict("alarms on sound ones", matrix["sound"].get(ALARM, 0), 0, at_most=True)
    )
    measure.report(verdicts)
    if given.store:
        rows.append({"kind": "matrix", "counts": matrix})
        measure.store("doctor", rows, verdicts)


if __name__ == "__main__":
    main()
