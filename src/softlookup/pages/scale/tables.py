"""Tables of the page on dictionaries that outgrow a machine."""

from typing import NamedTuple

from softlookup import runs
from softlookup.pages.scale.numbers import entry_bytes, note_bytes, on_one_machine
from softlookup.write import number, table

_UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def _size(amount: float) -> str:
    unit, name = next(pair for pair in _UNITS if amount >= pair[0])
    digits = 0 if amount / unit >= 100 else 1
    return f"{number(amount / unit, digits)} {name}"


def what_is_sent() -> str:
    """The note of a shard does not grow with the shard."""
    rows = []
    for power in (6, 9, 12):
        size = 10**power * entry_bytes
        cells = [f"{10**power:,}", _size(size), _size(note_bytes)]
        rows.append([*cells, f"{number(size / note_bytes, 0)}"])
    return table(["entries", "they weigh", "the note weighs", "times less"], rows, "rrrr")


def exact() -> str:
    """Which ways to spread a lookup give the same answer."""
    to_rounding = "yes, to rounding"
    return table(
        ["what is done", "same answer?", "why"],
        [
            ["shards, merged in any order", to_rounding, "the same sum, bracketed otherwise"],
            ["tiles of flash attention, the ring", to_rounding, "shards by other names"],
            ["the best *k* of each shard only", "no", "what is skipped had some weight"],
            ["an index that finds near keys", "no", "it may miss even the best one"],
            ["the mean of finished answers", "no", "nobody knows what stands behind each"],
        ],
        "lll",
    )


class Fault(NamedTuple):
    """What goes wrong, and what each engine then does; a dash where it does not arise or was not tried."""

    what: str
    dask: str
    ring: str
    parquet: str


AS_ANY = "read like any other"
FAULTS = (
    Fault("a worker is killed", "the same answer, later", "an error in time, with the step", "–"),
    Fault(
        "a worker hangs",
        "–",
        "an error in time, with the step; before the first, rank 0 names who is missing",
        "–",
    ),
    Fault("more entries than memory", "read in chunks", "–", "read by row groups"),
    Fault("a file cut short", "an error names it", "–", "an error names it"),
    Fault(
        "a flipped bit in an .npy or Parquet file",
        AS_ANY,
        "–",
        "an error names it, if pages have checksums",
    ),
    Fault("a missing chunk or file", "an error names it", "–", "an error, if you say how many"),
    Fault("NaN in one shard", "an error names entries", "all name the rank", "an error names it"),
    Fault("other widths", "refused at once", "all name the rank", "an error names both"),
    Fault("another type of real number", AS_ANY, "all name the rank", "an error names both"),
    Fault("uneven or empty shards", AS_ANY, AS_ANY, AS_ANY),
    Fault("two clients at once", "each gets its own answer", "–", "–"),
)


def faults() -> str:
    """What the three engines do when something breaks."""
    rows = [[f"**{fault.what}**", *fault[1:]] for fault in FAULTS]
    return table(["what happens", "Dask", "PyTorch ring", "Parquet"], rows, "llll")


def speeds() -> str:
    """Millions of entries per second in the stored run."""
    measured = [row for row in runs.rows("cluster") if "contestant" in row]
    sizes = sorted({row["entries"] for row in measured})
    names = list(dict.fromkeys(row["contestant"] for row in measured))
    rates = {(r["contestant"], r["entries"]): r["entries"] / r["seconds"] / 1e6 for r in measured}
    rows = []
    for name in names:
        found = [rates.get((name, size)) for size in sizes]
        rows.append([name, *("–" if rate is None else number(rate, 2) for rate in found)])
    return table(["million entries per second", *(f"{size:,}" for size in sizes)], rows)


def shares() -> str:
    """What the workers did with their time, as Dask saw it."""
    rows = []
    for row in runs.rows("cluster"):
        if "merge_share" in row:
            spent = row["spent"]
            cells = [number(spent[kind], 4) for kind in ("read", "merged", "transfer")]
            share = f"{number(100 * row['merge_share'], 3)} %"
            rows.append([f"{row['entries']:,}", row["of"], *cells, share])
    headings = ["entries", "", "reading, s", "merging, s", "sending, s", "merging and sending"]
    return table(headings, rows, "rlrrrr")


def model() -> str:
    """The model, which knows one speed and the cost of a task, against what was measured."""
    rows = []
    for row in runs.rows("cluster"):
        name = row.get("contestant", "")
        if name.startswith("Dask"):
            workers = int(name.split()[1])
            told = on_one_machine(row["entries"], workers)
            cells = [number(row["seconds"], 2), number(told, 2), number(told / row["seconds"], 2)]
            rows.append([f"{row['entries']:,}", str(workers), *cells])
    return table(
        ["entries", "workers", "measured, s", "model, s", "model ÷ measured"], rows, "rrrrr"
    )
