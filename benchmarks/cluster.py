"""A dictionary on disk, read by one process, by several, and by others' engines.

Entries per second for 64 queries over keys and values 64 wide, in single precision, from files that
the system has in its cache; every contestant in every round, and the median over the rounds. What a
cold disk gives is measured on its own. The cost model of the page takes three numbers from here: the
speed of one process, the cost of a task, and the size of a part. It is then held against the rest.
`--quick` takes small sizes; `--store` keeps results/cluster.json; `--folder` is where the files go.
"""

import argparse
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import measure

WIDTH, QUERIES, CHUNK = 64, 64, 2**16
SIZES = (100_000, 1_000_000, 10_000_000)
RING_AND_PARQUET = 1_000_000  # both are measured at this size
ENGINES = ("distributed", "zarr", "pyarrow", "faiss-cpu")
Row = dict[str, Any]


def written(folder: Path, entries: int) -> tuple[Path, Path]:
    """Random keys and values as two .npy files, written block by block."""
    import numpy as np

    rng = np.random.default_rng(0)
    files = folder / f"keys-{entries}.npy", folder / f"values-{entries}.npy"
    for file in files:
        array = np.lib.format.open_memmap(file, "w+", np.float32, (entries, WIDTH))
        for start in range(0, entries, 2**18):
            block = array[start : start + 2**18]
            block[:] = rng.standard_normal(block.shape, np.float32)
        array.flush()
    return files


def raw(files: tuple[Path, Path], cold: bool = False) -> None:
    """Read the files and do nothing with them, from the disk itself if asked and if the system can."""
    buffer = bytearray(2**23)
    for path in files:
        with path.open("rb", buffering=0) as file:
            if cold:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            while file.readinto(buffer):
                pass


def in_rounds(calls: dict[str, Any], rounds: int) -> dict[str, float]:
    """The median seconds of each contestant, all of them in every round."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(measure.timed(call))
    print(".", end="", flush=True, file=sys.stderr)
    return {name: statistics.median(found) for name, found in times.items()}


def engines(folder: Path, sizes: list[int]) -> list[Row]:
    """NumPy, Dask with one and two workers, FAISS, and plain reading, for each size."""
    os.environ["DASK_LOGGING__DISTRIBUTED"] = "error"  # read when Dask is imported
    import numpy as np
    from dask.distributed import Client, LocalCluster

    lookup = measure.snippet("dask_lookup").lookup
    rng = np.random.default_rng(1)
    q = rng.standard_normal((QUERIES, WIDTH), np.float32)
    clusters = {
        f"Dask, {n} worker{'s' * (n > 1)}": LocalCluster(
            n_workers=n, threads_per_worker=1, dashboard_address=":0", silence_logs=False
        )
        for n in (1, 2)
    }
    clients = {name: Client(cluster) for name, cluster in clusters.items()}
    rows: list[Row] = []
    for entries in sizes:
        files = written(folder, entries)
        calls: dict[str, Any] = {"reading": lambda files=files: raw(files)}
        calls["NumPy, 1 process"] = lambda files=files: lookup(q, [files], on="here", chunk=CHUNK)
        for name, client in clients.items():
            calls[name] = lambda files=files, client=client: lookup(
                q, [files], on=client, chunk=CHUNK
            )
        calls |= flat_search(q, files[0])
        answers = [calls[name]().output for name in ("NumPy, 1 process", *clients)]
        assert all(np.allclose(answers[0], other, atol=1e-5) for other in answers)
        seconds = in_rounds(calls, rounds=3 if entries >= 10**7 else 5)
        for name, found in seconds.items():
            rows.append({"contestant": name, "entries": entries, "seconds": round(found, 5)})
        rows += [shares(clients[name], name, entries, lookup, q, files) for name in clients]
        rows.append(cold_disk(files, entries))
    rows.append(tasks(clients["Dask, 2 workers"], lookup, q))
    for name in clients:
        clients[name].close()
        clusters[name].close()
    return rows


def flat_search(q: Any, keys: Path) -> dict[str, Any]:
    """FAISS over the same keys in memory: the best 16 by dot product; it reads no values."""
    if not find_spec("faiss"):
        return {}
    import faiss
    import numpy as np

    index = faiss.IndexFlatIP(WIDTH)
    index.add(np.load(keys, mmap_mode="r"))

    def search(threads: int) -> Any:
        faiss.omp_set_num_threads(threads)
        return index.search(q, 16)

    return {f"FAISS, {n} thread{'s' * (n > 1)}": lambda n=n: search(n) for n in (1, 2)}


def shares(client: Any, name: str, entries: int, lookup: Any, q: Any, files: Any) -> Row:
    """How the time of the workers is spent: reading, merging, passing on, as Dask saw it."""
    from dask.distributed import get_task_stream

    with get_task_stream(client) as stream:
        lookup(q, [files], on=client, chunk=CHUNK)
    spent = {"read": 0.0, "merged": 0.0, "transfer": 0.0}
    for task in stream.data:
        for span in task["startstops"]:
            kind = task["key"].split("-")[0] if span["action"] == "compute" else span["action"]
            spent[kind] = spent.get(kind, 0.0) + span["stop"] - span["start"]
    merging = (spent["merged"] + spent["transfer"]) / (sum(spent.values()) or 1)
    kept = {kind: round(seconds, 5) for kind, seconds in spent.items()}
    return {"of": name, "entries": entries, "spent": kept, "merge_share": round(merging, 6)}


def cold_disk(files: tuple[Path, Path], entries: int) -> Row:
    """The disk's own speed: the files are dropped from the cache first."""
    size = sum(file.stat().st_size for file in files)
    if not hasattr(os, "posix_fadvise"):
        return {"disk": "not measured on this system", "entries": entries}
    os.sync()  # what is not written yet cannot be dropped
    seconds = measure.timed(lambda: raw(files, cold=True))
    return {"disk": "cold", "entries": entries, "bytes_per_second": round(size / seconds)}


def tasks(client: Any, lookup: Any, q: Any, count: int = 200) -> Row:
    """What a task costs beyond its work: many chunks of one entry each."""
    import numpy as np

    one = np.zeros((count, WIDTH), np.float32)
    empty = in_rounds({"tasks": lambda: lookup(q, [(one, one)], on=client, chunk=1)}, rounds=3)
    return {"tasks": count, "seconds_per_task": round(empty["tasks"] / count, 7)}


def both_cores(folder: Path, entries: int) -> list[Row]:
    """One process whose matrix products use both cores; run with two BLAS threads."""
    import numpy as np

    lookup = measure.snippet("dask_lookup").lookup
    q = np.random.default_rng(1).standard_normal((QUERIES, WIDTH), np.float32)
    files = written(folder, entries)
    name = "NumPy, 1 process, BLAS on 2 cores"
    seconds = in_rounds({name: lambda: lookup(q, [files], on="here", chunk=CHUNK)}, rounds=5)
    return [{"contestant": name, "entries": entries, "seconds": round(seconds[name], 5)}]


def parquet(folder: Path, entries: int) -> list[Row]:
    """The same entries in eight Parquet files."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    files = [np.load(file, mmap_mode="r") for file in written(folder, entries)]
    home = folder / "parquet"
    home.mkdir()
    for number, blocks in enumerate(zip(*(np.array_split(x, 8) for x in files), strict=True)):
        lists = [pa.FixedSizeListArray.from_arrays(pa.array(x.ravel()), WIDTH) for x in blocks]
        table = pa.table(dict(zip(("key", "value"), lists, strict=True)))
        pq.write_table(table, home / f"{number}.parquet", compression="none", use_dictionary=False)
    lookup = measure.snippet("parquet_lookup").lookup
    q = np.random.default_rng(1).standard_normal((QUERIES, WIDTH), np.float32)
    seconds = in_rounds({"Parquet": lambda: lookup(q, home, expect=entries)}, rounds=5)["Parquet"]
    return [{"contestant": "Parquet, 1 process", "entries": entries, "seconds": round(seconds, 5)}]


def ring(entries: int) -> list[Row]:
    """PyTorch processes in a ring, with half of the queries and of the entries each."""
    rows = []
    for size in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            context = multiprocessing.get_context("spawn")
            heard = context.Queue()
            jobs = [
                context.Process(target=in_ring, args=(rank, size, folder, entries, heard))
                for rank in range(size)
            ]
            for job in jobs:
                job.start()
            seconds = max(heard.get(timeout=600) for _ in jobs)
            for job in jobs:
                job.join()
        name = f"PyTorch ring, {size} process{'es' * (size > 1)}"
        rows.append({"contestant": name, "entries": entries, "seconds": round(seconds, 5)})
    return rows


def in_ring(rank: int, size: int, folder: str, entries: int, heard: Any) -> None:
    """One process of the ring: the median of its rounds."""
    import torch
    import torch.distributed as dist

    torch.set_num_threads(1)
    meeting = {"init_method": f"file://{folder}/meeting", "timeout": timedelta(seconds=300)}
    dist.init_process_group("gloo", rank=rank, world_size=size, **meeting)
    lookup = measure.snippet("torch_ring_lookup").ring_lookup
    torch.manual_seed(rank)
    q = torch.randn(QUERIES // size, WIDTH)
    k, v = torch.randn(2, entries // size, WIDTH)
    times = []
    for _ in range(6):
        begun = time.perf_counter()
        assert lookup(q, k, v).entries == entries
        times.append(time.perf_counter() - begun)
    heard.put(statistics.median(times[1:]))
    dist.destroy_process_group()


def expectations(rows: list[Row], largest: int) -> list[Row]:
    """Two workers at least 1.8 times as fast as one; merging below one percent."""
    seconds = {
        r["contestant"]: r["seconds"]
        for r in rows
        if r.get("entries") == largest and "seconds" in r
    }
    gain = seconds["Dask, 1 worker"] / seconds["Dask, 2 workers"]
    against = seconds["NumPy, 1 process"] / seconds["Dask, 2 workers"]
    [merging] = [r for r in rows if r.get("of") == "Dask, 2 workers" and r["entries"] == largest]
    at = f"{largest:,} entries"
    return [
        measure.verdict(f"speed of two workers against one, {at}", gain, 1.8),
        measure.verdict(f"speed of two workers against one NumPy process, {at}", against, 1.8),
        measure.verdict(
            f"percent spent on merging, {at}", 100 * merging["merge_share"], 1, at_most=True
        ),
    ]


def table(rows: list[Row]) -> None:
    """Print entries per second, a line for each contestant and size."""
    for row in rows:
        if "contestant" in row:
            rate = row["entries"] / row["seconds"] / 1e6
            print(f"{row['entries']:12,}  {row['contestant']:34} {rate:8.2f} million entries/s")
        else:
            print(" " * 12, json.dumps(row))


def main() -> None:
    """Measure each part in a process with its own limits, then print and perhaps store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--store", action="store_true", help="write results/cluster.json")
    parser.add_argument("--folder", type=Path, help="on the disk to be measured; 6 GB are needed")
    parser.add_argument("--threads", type=int, help=argparse.SUPPRESS)  # set in the processes
    parser.add_argument("--part", help=argparse.SUPPRESS)
    given = parser.parse_args()
    sizes = list(SIZES[:2] if given.quick else SIZES)
    small = sizes[0] if given.quick else RING_AND_PARQUET
    if given.part:
        with tempfile.TemporaryDirectory(dir=given.folder) as folder:
            parts = {
                "engines": lambda: engines(Path(folder), sizes),
                "both cores": lambda: both_cores(Path(folder), small),
                "parquet": lambda: parquet(Path(folder), small),
                "ring": lambda: ring(small),
            }
            print(json.dumps(parts[given.part]()))
        return
    if missing := [name for name in ("distributed", "pyarrow", "torch") if not find_spec(name)]:
        print(
            f"benchmarks/cluster.py was not run: {missing} missing, in the extras cluster, frameworks"
        )
        return
    flags = ["--quick"] * given.quick + (["--folder", str(given.folder)] if given.folder else [])
    before = measure.machine()["load"]
    rows = []
    for part, blas in (("engines", 1), ("both cores", 2), ("parquet", 1), ("ring", 1)):
        rows += measure.in_child(__file__, 2, *flags, "--part", part, blas=blas)
    print(file=sys.stderr)
    rows.append({"load_before": before, "queries": QUERIES, "width": WIDTH, "chunk": CHUNK})
    table(rows)
    verdicts = expectations(rows, sizes[-1])
    measure.report(verdicts)
    if given.store:
        measure.PACKAGES = (*measure.PACKAGES, *ENGINES)
        measure.store("cluster", rows, verdicts)


if __name__ == "__main__":
    main()
