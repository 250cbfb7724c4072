"""The command: `make mutants`, or `python -m mutants --sample 200`.

What was judged before is not judged again, as long as no file has changed: a run can be stopped and goes on.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict
from pathlib import Path
from queue import Empty, Queue

from mutants import sample, score
from mutants.journal import Journal
from mutants.mutant import Mutant
from mutants.score import Result
from mutants.worker import copy_of

ROOT = Path(__file__).parents[1]


def main(arguments: list[str] | None = None) -> int:
    """Plant, count, say what nobody noticed."""
    parser = argparse.ArgumentParser(prog="python -m mutants", description=__doc__)
    parser.add_argument("--sample", type=int, help="how many; otherwise all, or what time allows")
    parser.add_argument("--kind", default="", help="only kinds that contain these words")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=30, help="stop after that long")
    parser.add_argument("--store", action="store_true", help=f"write {score.FILE}")
    given = parser.parse_args(arguments)
    every = [m for m in sample.planted(ROOT) if given.kind in m.kind]
    chosen = sample.drawn(every, given.sample or len(every))
    journal = Journal(ROOT)
    known = [journal.known[m] for m in chosen if m in journal.known]
    left = [m for m in chosen if m not in journal.known]
    print(f"{len(chosen)} of {len(every)} mistakes, {len(known)} of them judged before", flush=True)
    found = known + judged(left, given.processes, given.minutes * 60, journal)
    print(score.report(found))
    if given.store:
        score.store(ROOT, found, planted=len(every))
    return 0


def judged(chosen: list[Mutant], processes: int, seconds: float, journal: Journal) -> list[Result]:
    """What became of each mistake, from a few copies of the project at once."""
    waiting: Queue[Mutant] = Queue()
    for mutant in chosen:
        waiting.put(mutant)
    results: list[Result] = []
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        threads = []
        for number in range(processes):
            ready = threading.Event()
            place = Path(folder, str(number))
            thread = threading.Thread(
                target=_work, args=(place, waiting, results, end, ready, journal)
            )
            thread.start()
            threads.append(thread)
            ready.wait()  # the first worker renders the pages without a mistake for all
        for thread in threads:
            thread.join()
    return results


def _work(
    folder: Path,
    waiting: "Queue[Mutant]",
    results: list[Result],
    end: float,
    ready: threading.Event,
    journal: Journal,
) -> None:
    copy = copy_of(ROOT, folder)
    paths = [copy / "src", copy / "tests", copy]
    fixed = {"PYTHONPATH": os.pathsep.join(map(str, paths)), "OPENBLAS_NUM_THREADS": "1"}
    fixed |= {"NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    worker = subprocess.Popen(
        [sys.executable, "-m", "mutants.worker", str(copy)],
        cwd=copy,
        env={**os.environ, **fixed},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert worker.stdin
    assert worker.stdout
    line = worker.stdout.readline()
    while line.strip() != "ready":
        if not line:
            print("a worker could not start: see above", file=sys.stderr)
            ready.set()
            return
        line = worker.stdout.readline()
    ready.set()
    while time.monotonic() < end:
        try:
            mutant = waiting.get_nowait()
        except Empty:
            break
        worker.stdin.write(json.dumps(asdict(mutant)) + "\n")
        worker.stdin.flush()
        answer = json.loads(worker.stdout.readline())
        text = (copy / mutant.file).read_text(encoding="utf-8")
        results.append(Result(mutant.kind, mutant.describe(text), **answer))
        journal.note(mutant, results[-1])
        _progress(results)
    worker.stdin.close()
    worker.wait()


def _progress(results: list[Result]) -> None:
    last = results[-1]
    if last.outcome == "nobody":
        print(f"{len(results):4}  {last.kind}: {last.where}", flush=True)
    elif len(results) % 20 == 0:
        print(f"{len(results):4}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
