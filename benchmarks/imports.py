"""What importing a drop-in costs beyond NumPy: ratios of fresh interpreters, measured in turn."""

import os
import statistics
import subprocess
import sys
import tempfile

import measure
from softlookup.catalogue import DROP_INS

ROUNDS = 20
TIMED = "import time; begun = time.perf_counter(); import {}; print(time.perf_counter() - begun)"


def seconds(module: str, compiled: str) -> float:
    """The seconds that one import takes in an interpreter of its own."""
    result = subprocess.run(
        [sys.executable, "-c", TIMED.format(module)],
        cwd=measure.ROOT / "snippets",
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return float(result.stdout)


def main() -> None:
    """Import NumPy and every drop-in, round by round; the drop-ins import NumPy themselves."""
    with tempfile.TemporaryDirectory() as compiled:
        names = ("numpy", *DROP_INS)
        rounds = [{name: seconds(name, compiled) for name in names} for _ in range(ROUNDS)]
    found = []
    for name in DROP_INS:
        ratio = statistics.median(times[name] / times["numpy"] for times in rounds[1:])
        what = f"time to import {name}, NumPy alone = 1"
        found.append(measure.verdict(what, ratio, 1.05, at_most=True))
    measure.report(found)


if __name__ == "__main__":
    main()
