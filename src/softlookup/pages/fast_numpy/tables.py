"""Tables of the page on speed, all from stored runs."""

from typing import Any

from softlookup import runs
from softlookup.write import number, table

CONTESTANTS = {
    "fast_attention": "tiles",
    "floor": "bound",
    "naive": "written out",
    "JAX": "JAX",
}


def single_precision() -> str:
    """Every case of the run in float32, PyTorch = 1."""
    return _speeds("float32")


def double_precision() -> str:
    """Every case of the run in float64, PyTorch = 1."""
    return _speeds("float64")


def _speeds(kind: str) -> str:
    rows = [
        [case(row), f"{row['n']:,}", f"{row['heads']} on {row['threads']}", *_against_torch(row)]
        for row in runs.rows("attention", type=kind)
    ]
    return table(["scores", "n", "heads on cores", *CONTESTANTS.values()], rows, "lrrrrrr")


def case(row: dict[str, Any]) -> str:
    if row["causal"]:
        return "causal"
    return "plain" if row["spread"] == 1 else "spread"


def _against_torch(row: dict[str, Any]) -> list[str]:
    """The speed of each contestant; a dash where it was not measured."""
    return [number(row["speed"][name], 2) if name in row["speed"] else "–" for name in CONTESTANTS]


def one_query() -> str:
    """One query over larger and larger dictionaries: speeds of a stored run."""
    rows = []
    for row in runs.rows("one_query", threads=2):
        mebibytes = 2 * row["entries"] * row["width"] * 4 / 2**20
        speeds = [number(row["fast_against"][name], 2) for name in ("PyTorch", "reading")]
        rate = number(row["gigabytes_per_second"]["fast_attention"], 1)
        rows.append([f"{row['entries']:,}", f"{mebibytes:,.0f}", rate, *speeds])
    headings = ["entries", "MiB read", "GB/s", "PyTorch = 1", "reading = 1"]
    return table(headings, rows, "rrrrr")


def uses() -> str:
    """Every case of the run that asks how long the drop-ins take where they are used."""
    rows = [
        [use(row), _milliseconds(row), row["against"], number(row["time"], 2), _aim(row)]
        for row in runs.rows("uses")
    ]
    return table(["case", "ms", "against", "times as long", "aim"], rows, "lrlrr")


def use(row: dict[str, Any]) -> str:
    """The case with the file that it measures in code."""
    file, rest = row["what"].split(", ", maxsplit=1)
    return f"`{file}`, {rest}"


def _milliseconds(row: dict[str, Any]) -> str:
    """Our median time with about three digits, from microseconds to seconds."""
    found = row["seconds"]["ours"] * 1e3
    return number(found, 3 if found < 1 else 1)


def _aim(row: dict[str, Any]) -> str:
    return f"≤ {row['at_most']:g}" + ("" if kept(row) else ", missed")


def kept(row: dict[str, Any]) -> bool:
    """Whether a case took no longer than it was meant to."""
    return bool(row["time"] <= row["at_most"])
