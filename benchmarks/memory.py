"""How much memory attention needs beyond its inputs and its output, for more and more queries.

The peak of the process (its resident pages, counted by the system) while each contestant runs once,
in a process of its own. `--quick` takes small sizes; `--store` keeps results/memory.json.
"""

import argparse
import ctypes
import gc
import json
import sys
from pathlib import Path
from typing import Any

import measure

WIDTH = 64
SIZES = (2048, 4096, 8192, 16384)
CONTESTANTS = ("fast_attention", "naive", "SciPy softmax", "PyTorch", "JAX")
STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
Row = dict[str, Any]


def pages(field: str) -> int:
    """A field of this process's status in bytes: VmRSS is what it holds, VmHWM the most it held."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith(field))
    return int(line.split()[1]) * 1024


def peak(call: Any) -> tuple[int, Any]:
    """How much the process grows while a call runs, and the result of the call."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what was freed must not serve the call unseen
    RESET.write_text("5")  # forget the highest mark so far
    before = pages("VmRSS")
    result = call()
    return pages("VmHWM") - before, result


def measured(name: str, n: int, threads: int) -> Row:
    """The growth beyond the output, for one contestant and size."""
    import numpy as np

    import contestants

    row: Row = {"contestant": name, "n": n, "width": WIDTH, "type": "float32", "threads": threads}
    rng = np.random.default_rng(0)
    # The first, small call loads what is loaded once: buffers of BLAS, compiled code.
    for size in (1024, n):
        q, k, v = (rng.standard_normal((1, size, WIDTH), np.float32) for _ in range(3))
        makes, notes = contestants.makers(q, k, v, threads, causal=False)
        if name in notes:
            return {**row, "note": notes[name]}
        call = makes[name]()
        grown, output = peak(call)
    return {**row, "bytes": max(0, grown - output.nbytes)}


def table(rows: list[Row]) -> None:
    """Print megabytes, a line a contestant, and the exponent of n from 4096 on."""
    sizes = sorted({row["n"] for row in rows})
    print("MB beyond inputs and output".ljust(28) + "".join(f"{n:>9,}" for n in sizes))
    for name in CONTESTANTS:
        mine = {row["n"]: row for row in rows if row["contestant"] == name}
        cells = [
            f"{mine[n]['bytes'] / 1e6:9.1f}" if "bytes" in mine[n] else f"{mine[n]['note']:>9}"
            for n in sizes
        ]
        print(name.ljust(28) + "".join(cells))


def growth(rows: list[Row], name: str) -> float | None:
    """The power of n with which a contestant's memory grows."""
    mine = [row for row in rows if row["contestant"] == name and row.get("bytes")]
    if len(mine) < 3:
        return None
    return measure.exponent([row["n"] for row in mine], [row["bytes"] for row in mine])


def expectations(rows: list[Row]) -> list[Row]:
    """At most 16 MB at 16,384 queries over as many keys."""
    largest = [r for r in rows if r["contestant"] == "fast_attention" and r["n"] == SIZES[-1]]
    value = largest[0]["bytes"] / 1e6 if largest else None
    what = "MB beyond inputs and output, fast_attention, n = 16,384"
    grows = [
        measure.verdict(
            f"exponent of n in the memory of {name}", growth(rows, name), bound, at_most=most
        )
        for name, bound, most in (("fast_attention", 1.1, True), ("naive", 1.9, False))
    ]
    return [measure.verdict(what, value, 16, at_most=True), *grows]


def main() -> None:
    """Measure each size and contestant in a process of its own, then print and perhaps store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--store", action="store_true", help="write results/memory.json")
    parser.add_argument("--threads", type=int, help=argparse.SUPPRESS)  # set in the processes
    parser.add_argument("--case", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.case:
        print(json.dumps(measured(given.case[0], int(given.case[1]), given.threads)))
        return
    if not RESET.exists():
        sys.exit("this measurement reads the pages of a process from /proc, which only Linux has")
    rows = []
    for n in SIZES[:2] if given.quick else SIZES:
        for name in CONTESTANTS:
            rows.append(measure.in_child(__file__, 1, "--case", name, str(n)))
            print(".", end="", flush=True, file=sys.stderr)
    print(file=sys.stderr)
    table(rows)
    verdicts = expectations(rows)
    measure.report(verdicts)
    if given.store:
        measure.store("memory", rows, verdicts)


if __name__ == "__main__":
    main()
