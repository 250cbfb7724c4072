"""How fast fast_attention is, against PyTorch, JAX, SciPy, the written-out formula and the floor.

Ratios of one run: all contestants in turn, round by round, and the median over the rounds. The floor
is two products and one exp over the scores in tiles, and nothing else. BLAS has one thread, so the
written-out forms use one core; fast_attention and the floor bring their own threads. `--quick` takes
small sizes; `--store` keeps the run in results/attention.json.
"""

import argparse
import json
import statistics
import sys
from typing import Any

import measure

WIDTH = 64
HEADS = {1: 1, 2: 8}  # how many heads so many threads get
EXPECTED = (  # against whom, threads, type, from which size on, how fast
    ("PyTorch", 1, "float32", 4096, 0.75),
    ("PyTorch", 1, "float64", 4096, 0.8),
    ("PyTorch", 2, "float32", 4096, 0.68),
    ("PyTorch", 2, "float64", 4096, 0.75),
    ("PyTorch", 1, "float32", 1024, 0.6),
    ("PyTorch", 2, "float32", 1024, 0.6),
    ("naive", 1, "float32", 4096, 2.5),
    ("naive", 2, "float32", 4096, 2.5),
    ("JAX", 1, "float32", 1024, 1),
    ("JAX", 2, "float32", 1024, 1),
    ("floor", 1, "float32", 4096, 0.93),
    ("floor", 1, "float64", 4096, 0.93),
)
Row = dict[str, Any]


def cases(threads: int, quick: bool) -> list[Row]:
    """Sizes and types; then the order in time; then scores spread 32 times as wide."""
    sizes = (512, 1024) if quick else (1024, 2048, 4096, 8192)
    kinds = ("float32",) if quick else ("float32", "float64")
    common = {"threads": threads, "heads": HEADS[threads], "width": WIDTH}
    plain = {**common, "causal": False, "spread": 1}
    found = [{**plain, "type": kind, "n": n} for kind in kinds for n in sizes]
    middle = 1024 if quick else 4096
    found += [{**plain, "type": kind, "n": middle, "causal": True} for kind in kinds]
    if threads == 1:
        found += [{**plain, "type": kind, "n": middle, "spread": 32} for kind in kinds]
    return found


def measured(case: Row, quick: bool) -> Row:
    """The case with the median seconds of each contestant and the ratios between them."""
    import numpy as np

    import contestants

    rng = np.random.default_rng(0)
    shape = (case["heads"], case["n"], WIDTH)
    q, k, v = (rng.standard_normal(shape, np.float32).astype(case["type"]) for _ in range(3))
    calls, notes = contestants.calls(q * case["spread"], k, v, case["threads"], case["causal"])
    contestants.check(calls)
    if case["causal"] or case["spread"] > 1:
        del calls["floor"]  # it knows no order, and no maximum that keeps exp from overflowing
    times = measure.in_turn(calls, seconds=2 if quick else 10, rounds=(3, 9) if quick else (3, 25))
    row = {**case, "rounds": len(times["fast_attention"]), "notes": notes}
    row["seconds"] = {name: round(statistics.median(t), 6) for name, t in times.items()}
    row["fast_against"] = {n: round(measure.speed(times, "fast_attention", n), 3) for n in times}
    if "PyTorch" in times:
        row["speed"] = {n: round(measure.speed(times, n, "PyTorch"), 3) for n in times}
    return row


def table(rows: list[Row]) -> None:
    """Print the speeds: 1 is PyTorch, or fast_attention where PyTorch is not installed."""
    names = ["fast_attention", "floor", "naive", "SciPy softmax", "JAX"]
    one = "PyTorch" if "speed" in rows[0] else "fast_attention"
    print(f"threads heads     n type     causal spread | speed, {one} = 1")
    for row in rows:
        speeds = row.get("speed") or {name: 1 / x for name, x in row["fast_against"].items()}
        cells = [f"{name} {speeds[name]:.2f}" for name in names if name in speeds]
        cells += [f"{name} {note}" for name, note in row["notes"].items()]
        case = f"{row['threads']:7} {row['heads']:5} {row['n']:5} {row['type']:8} "
        print(case + f"{row['causal']!s:6} {row['spread']:6} | " + " · ".join(cells))


def alike(rows: list[Row], least: int = 0, **wanted: Any) -> list[Row]:
    """The rows from a size on that have these properties; plain ones unless told otherwise."""
    wanted = {"causal": False, "spread": 1, **wanted}
    return [row for row in rows if row["n"] >= least and wanted.items() <= row.items()]


def slowest(rows: list[Row], other: str, least: int, **wanted: Any) -> float | None:
    """The lowest speed of fast_attention against another over the sizes from one on."""
    speeds = [row["fast_against"].get(other) for row in alike(rows, least, **wanted)]
    return min((speed for speed in speeds if speed is not None), default=None)


def expectations(rows: list[Row]) -> list[Row]:
    """What earlier measurements lead one to expect, beside what this run found."""
    found = []
    for other, threads, kind, least, bound in EXPECTED:
        value = slowest(rows, other, least, threads=threads, type=kind)
        what = f"speed against {other}, {kind}, {threads} thread(s), n from {least}"
        found.append(measure.verdict(what, value, bound))
    for kind in ("float32", "float64"):
        wide = alike(rows, threads=1, type=kind, spread=32)
        usual = alike(rows, threads=1, type=kind, n=wide[0]["n"]) if wide else []
        pair = [row["seconds"]["fast_attention"] for row in wide + usual]
        value = pair[0] / pair[1] if len(pair) == 2 else None
        what = f"time for scores spread 32 times as wide, {kind}, 1 thread"
        found.append(measure.verdict(what, value, 2, at_most=True))
    return found


def growth(rows: list[Row]) -> dict[str, float]:
    """The exponent of n in the time of each contestant, one thread, float32."""
    plain = alike(rows, threads=1, type="float32")
    sizes, names = [row["n"] for row in plain], plain[0]["seconds"]
    return {n: round(measure.exponent(sizes, [r["seconds"][n] for r in plain]), 2) for n in names}


def main() -> None:
    """Measure in one process for each number of threads, then print and perhaps store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, few rounds")
    parser.add_argument("--store", action="store_true", help="write results/attention.json")
    parser.add_argument("--threads", type=int, help=argparse.SUPPRESS)  # set in the processes
    given = parser.parse_args()
    if given.threads:
        measure.keep_to(given.threads)
        rows = []
        for case in cases(given.threads, given.quick):
            rows.append(measured(case, given.quick))
            print(".", end="", flush=True, file=sys.stderr)
        print(json.dumps(rows))
        return
    flags = ["--quick"] if given.quick else []
    rows = [row for threads in HEADS for row in measure.in_child(__file__, threads, *flags)]
    print(file=sys.stderr)
    table(rows)
    print("\ntime grows as n to the power", growth(rows))
    verdicts = expectations(rows)
    measure.report(verdicts)
    if given.store:
        measure.store("attention", rows, verdicts)


if __name__ == "__main__":
    main()
