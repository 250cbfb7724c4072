"""What the benchmarks share: contestants measured in turn, ratios, and the machine described."""

import datetime
import importlib.metadata
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from softlookup.runs import sealed

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results"
PACKAGES = ("numpy", "scipy", "torch", "jax")


def snippet(name: str) -> Any:
    """A snippet as a module of its own, from the file that readers copy."""
    spec = importlib.util.spec_from_file_location(
        f"snippet_{name}", ROOT / "snippets" / f"{name}.py"
    )
    module = importlib.util.module_from_spec(spec)
    with open(os.devnull, "w") as nowhere:
        shown, sys.stdout = sys.stdout, nowhere
        try:
            spec.loader.exec_module(module)
        finally:
            sys.stdout = shown
    return module


def in_child(script: str, threads: int, *arguments: str, blas: int = 1) -> Any:
    """Run a benchmark script in a process limited to so many threads; what it printed as JSON.

    BLAS, OpenMP and XLA read their limits when they are loaded, so each limit needs a process.
    """
    limits = {
        "OPENBLAS_NUM_THREADS": str(blas),  # one, where fast_attention brings its own threads
        "MKL_NUM_THREADS": str(threads),
        "OMP_NUM_THREADS": str(threads),
        "XLA_FLAGS": "" if threads > 1 else "--xla_cpu_multi_thread_eigen=false",
        "JAX_PLATFORMS": "cpu",
    }
    command = [sys.executable, script, "--threads", str(threads), *arguments]
    result = subprocess.run(
        command, env={**os.environ, **limits}, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(result.stdout)


def keep_to(threads: int) -> None:
    """Give this process as many cores as it may have threads, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])


def in_turn(
    contestants: dict[str, Callable[[], object]],
    seconds: float,
    rounds: tuple[int, int],
    rest: float = 0,
) -> dict[str, list[float]]:
    """Time every contestant in every round, so that a busy moment hits all of them alike.

    The shorter of two calls counts: the first may find the caches full of another's numbers. With several
    threads a rest of some seconds comes before each, because those of PyTorch keep a core busy for a while
    after their work is done; then the shortest of ten counts, because a rested processor wakes slowly.
    """
    calls = 10 if rest else 2
    for call in contestants.values():  # compile, allocate
        call()
    times: dict[str, list[float]] = {name: [] for name in contestants}
    least, most = rounds
    started = time.perf_counter()
    for done in range(most):
        if done >= least and time.perf_counter() - started > seconds:
            break
        for name, call in contestants.items():
            if rest:  # even a sleep of no time would cool the caches
                time.sleep(rest)
            times[name].append(min(timed(call) for _ in range(calls)))
    return times


def timed(call: Callable[[], object]) -> float:
    """The seconds of one call."""
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def speed(times: dict[str, list[float]], name: str, against: str) -> float:
    """How many times as fast as another: the median over the rounds of both, round by round."""
    pairs = zip(times[against], times[name], strict=True)
    return statistics.median(theirs / ours for theirs, ours in pairs)


def exponent(sizes: list[int], amounts: list[float]) -> float:
    """The power of the size with which an amount grows: the slope on logarithmic axes."""
    import numpy as np

    return float(np.polyfit(np.log(sizes), np.log(amounts), 1)[0])


def machine() -> dict[str, Any]:
    """The machine in words that mean something elsewhere."""
    names: list[str] = []
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    cores = (
        os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    )
    return {
        "processor": names[0] if names else platform.processor() or platform.machine(),
        "cores": len(cores),
        "system": f"{platform.system()} {platform.machine()}",
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def versions() -> dict[str, str]:
    """What was measured, by version; a missing package is named as missing."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package).split("+")[0]
        except importlib.metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def verdict(
    what: str, measured: float | None, bound: float, *, at_most: bool = False
) -> dict[str, Any]:
    """An expectation beside what was measured; None means that it could not be."""
    line = {"what": what, "expected": f"{'≤' if at_most else '≥'} {bound:g}"}
    if measured is None:
        return line | {"measured": None, "met": None}
    met = measured <= bound if at_most else measured >= bound
    return line | {"measured": round(measured, 3), "met": met}


def report(verdicts: list[dict[str, Any]]) -> None:
    """Print expectations; they inform, they stop nothing."""
    print("\nexpected   measured")
    for line in verdicts:
        measured = "not run" if line["measured"] is None else f"{line['measured']:.2f}"
        mark = {True: "met", False: "NOT MET", None: ""}[line["met"]]
        print(f"{line['expected']:>8}   {measured:>8}   {mark:7}   {line['what']}")


def store(name: str, rows: list[dict[str, Any]], verdicts: list[dict[str, Any]]) -> None:
    """Keep a dated run for the site to draw."""
    RESULTS.mkdir(exist_ok=True)
    run = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(),
        "versions": versions(),
        "rows": rows,
        "expectations": verdicts,
    }
    (RESULTS / f"{name}.json").write_text(sealed(run), encoding="utf-8")
