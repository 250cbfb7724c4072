"""Numbers of the page on dictionaries that outgrow a machine, and the cost model behind its figures."""

import math
from datetime import timedelta
from typing import NamedTuple

from softlookup import runs

# 64 queries over keys and values 64 wide, in single precision: the run and every example here.
queries, width = 64, 64
_number = 4  # bytes
entry_bytes = 2 * width * _number


def note_numbers(n_q: int = queries, d_v: int = width) -> int:
    """What a shard sends: a best score, a total and a blend for each query."""
    return n_q * (d_v + 2)


def out_and_back(d_k: int = width, d_v: int = width) -> int:
    """What one query sends if it travels instead of keys and values: itself, and its note."""
    return d_k + note_numbers(1, d_v)


sent = note_numbers()
note_bytes = sent * _number
note_kilobytes = note_bytes / 1e3
trillion = 10**12
_million = 10**6
shard_megabytes = _million * entry_bytes / 1e6
trillion_terabytes = trillion * entry_bytes / 1e12
fan_in = 8  # notes that one task of dask_lookup.py merges


class Network(NamedTuple):
    """How fast a note travels; assumed, not measured."""

    gigabits: int  # per second
    latency: float  # seconds

    def seconds(self, size: float) -> float:
        """The time of one message."""
        return self.latency + size * 8 / (self.gigabits * 1e9)


OFFICE, DATA_CENTRE, FABRIC = Network(1, 5e-4), Network(10, 1e-4), Network(100, 1e-5)
assumed_gigabits = DATA_CENTRE.gigabits
hop_microseconds = DATA_CENTRE.seconds(note_bytes) * 1e6


def levels(notes: int) -> int:
    """How often notes are merged until one is left."""
    return math.ceil(math.log(notes, fan_in) - 1e-9) if notes > 1 else 0


def merging(notes: int, network: Network) -> float:
    """Seconds for the tree: a task waits for all its notes, one after another."""
    return levels(notes) * fan_in * network.seconds(note_bytes)


# What the stored run tells the model: the speed of one process, and the cost of a task.
def rate() -> float:
    """Entries per second that one process reads, from the stored run."""
    [row] = runs.rows("cluster", contestant="NumPy, 1 process", entries=_million)
    return float(row["entries"] / row["seconds"])


def task_seconds() -> float:
    """What the scheduler spends on a task, from the stored run."""
    [row] = [row for row in runs.rows("cluster") if "seconds_per_task" in row]
    return float(row["seconds_per_task"])


def chunk() -> int:
    """Entries of a task, in the stored run."""
    [row] = [row for row in runs.rows("cluster") if "chunk" in row]
    return int(row["chunk"])


def on_one_machine(entries: float, workers: int) -> float:
    """Seconds of a lookup on the machine of the run, by the model: read, and hand out tasks."""
    tasks = math.ceil(entries / chunk())
    return entries / (workers * rate()) + (tasks + levels(tasks)) * task_seconds()


def on_machines(entries: float, machines: float, network: Network = DATA_CENTRE) -> float:
    """Seconds with one shard on each of many machines: read, merge in a tree, hand out tasks."""
    return (
        entries / machines / rate()
        + merging(math.ceil(machines), network)
        + machines * task_seconds()
    )


def best_machines(entries: float) -> float:
    """More machines read faster and cost more tasks: where the two are level."""
    return math.sqrt(entries / rate() / task_seconds())


def gathered(entries: float, network: Network = DATA_CENTRE) -> float:
    """Seconds to send the entries themselves to one place instead."""
    return network.seconds(entries * entry_bytes)


trillion_days = timedelta(seconds=gathered(trillion)) / timedelta(days=1)
