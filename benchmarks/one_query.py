"""One query over a large dictionary: the lookup itself, which can be no faster than memory.

Ratios of one run: all contestants in turn, round by round, and the median over the rounds. "reading"
takes the largest number of the keys and of the values, on as many threads: it reads everything once
and computes next to nothing. BLAS has as many threads, as it has unless it is told otherwise.
`--quick` takes small sizes; `--store` keeps results/one_query.json.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import measure

WIDTH = 64
SIZES = (4_096, 16_384, 65_536, 262_144, 1_048_576)
THREADS = (1, 2)
Row = dict[str, Any]


def reading(arrays: list[Any], threads: int) -> Callable[[], Any]:
    """Read the arrays once, each thread an equal share of the rows."""
    size = -(-len(arrays[0]) // threads)
    shares = [x[i : i + size] for i in range(0, len(arrays[0]), size) for x in arrays]
    if threads == 1:
        return lambda: [share.max() for share in shares]
    pool = ThreadPoolExecutor(threads)
    return lambda: list(pool.map(lambda share: share.max(), shares))


def measured(entries: int, threads: int, quick: bool) -> Row:
    """Median seconds of each contestant for one size, and the ratios between them."""
    import numpy as np

    import contestants

    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((1, n, WIDTH), np.float32) for n in (1, entries, entries))
    calls, notes = contestants.calls(q, k, v, threads, causal=False)
    # Called as anybody would: it picks its way by shape, and BLAS brings the threads.
    calls["fast_attention"] = lambda: contestants.fast_attention(q, k, v)
    contestants.check(calls)
    del calls["floor"]  # made for many queries
    calls["reading"] = reading([k[0], v[0]], threads)
    times = measure.in_turn(calls, seconds=1 if quick else 8, rounds=(5, 400))
    against = {name: round(measure.speed(times, "fast_attention", name), 3) for name in times}
    seconds = {name: statistics.median(found) for name, found in times.items()}
    return {
        "entries": entries,
        "width": WIDTH,
        "type": "float32",
        "threads": threads,
        "rounds": len(times["reading"]),
        "seconds": {name: round(x, 7) for name, x in seconds.items()},
        "gigabytes_per_second": {n: round(2 * k.nbytes / x / 1e9, 1) for n, x in seconds.items()},
        "fast_against": against,
        "notes": notes,
    }


def table(rows: list[Row]) -> None:
    """Print how fast each contestant reads the dictionary."""
    names = ["fast_attention", "reading", "naive", "SciPy softmax", "PyTorch", "JAX"]
    print("threads   entries | GB/s of keys and values")
    for row in rows:
        rates = row["gigabytes_per_second"]
        cells = [f"{name} {rates[name]:.1f}" for name in names if name in rates]
        cells += [f"{name} {note}" for name, note in row["notes"].items()]
        print(f"{row['threads']:7} {row['entries']:9,} | " + " · ".join(cells))


def expectations(rows: list[Row]) -> list[Row]:
    """At least 1.2 times PyTorch, and within 25 % of the speed of reading."""
    found = []
    for row in rows:
        if row["threads"] == max(THREADS):
            for other, bound in (("PyTorch", 1.2), ("reading", 0.75)):
                what = f"speed against {other}, {row['entries']:,} entries, 2 threads"
                found.append(measure.verdict(what, row["fast_against"].get(other), bound))
    return found


def main() -> None:
    """Measure in one process for each number of threads, then print and perhaps store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, few rounds")
    parser.add_argument("--store", action="store_true", help="write results/one_query.json")
    parser.add_argument("--threads", type=int, help=argparse.SUPPRESS)  # set in the processes
    given = parser.parse_args()
    if given.threads:
        measure.keep_to(given.threads)
        rows = []
        for entries in SIZES[:3] if given.quick else SIZES:
            rows.append(measured(entries, given.threads, given.quick))
            print(".", end="", flush=True, file=sys.stderr)
        print(json.dumps(rows))
        return
    flags = ["--quick"] if given.quick else []
    runs = [measure.in_child(__file__, threads, *flags, blas=threads) for threads in THREADS]
    rows = [row for run in runs for row in run]
    print(file=sys.stderr)
    table(rows)
    verdicts = expectations(rows)
    measure.report(verdicts)
    if given.store:
        measure.store("one_query", rows, verdicts)


if __name__ == "__main__":
    main()
