"""A lookup over a cluster: Dask reads each shard where it lies and merges the parts in a tree."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, Dask[distributed] 2026.8, NumPy 2.0, Zarr 3.1 or newer. Explained at scale/

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import reduce
from operator import index
from os import PathLike
from typing import Any, NamedTuple

import cloudpickle  # type: ignore[import-untyped, unused-ignore]
import dask.distributed
import numpy as np
from dask.distributed import Client
from numpy.typing import ArrayLike, NDArray

distributed: Any = dask.distributed  # typed in part: a type checker lets Any be called

Source = Any  # an array, or where one lies: a path of .npy, a path or an address of .zarr
BLOCK = 8192  # entries that are scored at once
FAN_IN = 8  # parts that one task merges


class Part(NamedTuple):
    """What some entries tell each query: all that a merge needs, and how many they were."""

    top: Any  # (n_q, 1)   the largest score
    total: Any  # (n_q, 1)   the sum of the exponentials exp(score - top)
    blend: Any  # (n_q, d_v)   the sum of the values, each times its exponential
    entries: int


class Chunk(NamedTuple):
    """Entries from start to stop of a shard; of an array, only these are carried along."""

    keys: Source
    values: Source
    start: int
    stop: int


class Answer(NamedTuple):
    """The output, and how many entries were read: all there are, or an error was raised."""

    output: Any  # (n_q, d_v)
    entries: int


EMPTY = Part(-np.inf, 0.0, 0.0, 0)


def lookup(
    q: ArrayLike,  # (n_q, d_k)
    shards: Sequence[tuple[Source, Source]],  # of (n, d_k) keys and (n, d_v) values; n may be 0
    *,
    on: str | Client = "processes",  # "here", "threads", "processes", a scheduler's address
    chunk: int = 2**18,  # entries that a worker opens at once: 128 MiB of float32 if 64 + 64 wide
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
    expect: int | None = None,  # how many entries there must be
    bar: bool = False,  # say on stderr how far it is
) -> Answer:
    """Read every entry once, wherever it lies, and say how many were read."""
    q = _queries(q)
    chunk = _checked_count("chunk", chunk)
    scale = _checked_scale(scale, q.shape[1])
    sizes = _sizes(q.shape[1], shards)
    there = sum(sizes)
    if expect not in (None, there):
        raise ValueError(f"the shards hold {there:,} entries, not the {expect:,} expected")
    chunks = [
        Chunk(_cut(keys, start, chunk), _cut(values, start, chunk), start, min(start + chunk, n))
        for (keys, values), n in zip(shards, sizes, strict=True)
        for start in range(0, max(n, 1), chunk)  # an empty shard still tells its width
    ]
    if on == "here":
        part = reduce(merge, (_read(q, chunk, scale) for chunk in chunks), EMPTY)
    else:
        part = _on_a_cluster(q, chunks, scale, on, bar)
    if part.entries != there:
        raise RuntimeError(
            f"{part.entries:,} of {there:,} entries were read: a shard changed meanwhile"
        )
    if not np.isfinite(part.blend).all():
        raise ValueError(f"a sum over all shards is beyond {part.blend.dtype}: give a wider type")
    return Answer(part.blend / np.where(part.total == 0, 1, part.total), part.entries)


def _on_a_cluster(q: Any, chunks: list[Chunk], scale: float, on: str | Client, bar: bool) -> Part:
    # Nested, these cannot be imported by a worker, so Dask sends their code and this file's along.
    def read(chunk: Chunk, q: Any) -> Part:
        """One chunk."""
        return _read(q, chunk, scale)

    def merged(parts: list[Part]) -> Part:
        """A few parts as one."""
        return reduce(merge, parts)

    with _connected(on) as client:
        client.wait_for_workers(1, timeout=60)
        # The queries are a task of their own, which can run again when a worker dies with them.
        asked = client.submit(np.asarray, q, pure=False)
        # pure=False: the same path may hold other entries than the last time.
        parts = reading = client.map(read, chunks, q=asked, pure=False)
        while len(parts) > 1:
            groups = [parts[i : i + FAN_IN] for i in range(0, len(parts), FAN_IN)]
            parts = client.map(merged, groups, pure=False)
        for done, _ in enumerate(distributed.as_completed(reading if bar else []), start=1):
            end = "" if done < len(reading) else "\n"
            print(f"\r{done} of {len(reading)} chunks read", end=end, file=sys.stderr, flush=True)
        whole: Part = parts[0].result()
        return whole


def _connected(on: str | Client) -> Any:
    """A client as a context; a client that was given stays open."""
    if isinstance(on, Client):
        return nullcontext(on)
    if on == "threads":
        return distributed.Client(processes=False, dashboard_address=":0")
    if on == "processes":
        return distributed.Client(threads_per_worker=1, dashboard_address=":0")
    if ":" not in on:
        known = "'here', 'threads', 'processes', the address of a scheduler or a Client"
        raise ValueError(f"{on=}: give {known}")
    return distributed.Client(on)


def partial(q: Any, k: Any, v: Any, scale: float) -> Part:
    """Read a block of entries, or none."""
    kind = np.result_type(q, k, v, np.float32)
    q, k, v = (x.astype(kind, copy=False) for x in (q, k, v))
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        scores = (q * scale) @ k.T  # (n_q, n)
        top = scores.max(-1, keepdims=True, initial=-np.inf)
        scores -= np.where(top == -np.inf, 0, top)  # without entries there is no top
        exponentials = np.exp(scores, out=scores)
        part = Part(top, exponentials.sum(-1, keepdims=True), exponentials @ v, len(k))
    _refuse_odd(part, k, v)
    return part


def _refuse_odd(part: Part, k: Any, v: Any) -> None:
    """NaN or ∞ in a sum would be in every answer: say where it comes from."""
    tops = part.top if part.entries else np.zeros(1)  # -inf below is a score that overflowed
    if all(np.isfinite(x).all() for x in (tops, part.total, part.blend)):
        return
    odd_k, odd_v = (int((~np.isfinite(x)).sum()) for x in (k, v))
    if odd_k or odd_v:
        raise ValueError(f"{odd_k} numbers in keys and {odd_v} in values are NaN or infinite")
    kind = part.blend.dtype
    raise ValueError(f"a score or a sum is beyond {kind}: give a scale nearer 0, or a wider type")


def merge(a: Part, b: Part) -> Part:
    """Put two parts on one scale and add; the order and the grouping do not matter."""
    top = np.maximum(a.top, b.top)
    shift = np.where(top == -np.inf, 0, top)  # -inf - -inf would be NaN
    with np.errstate(over="ignore", under="ignore"):  # what overflows is refused in the end
        shrink_a = np.exp(a.top - shift)
        shrink_b = np.exp(b.top - shift)
        total = a.total * shrink_a + b.total * shrink_b
        blend = a.blend * shrink_a + b.blend * shrink_b
    return Part(top, total, blend, a.entries + b.entries)


def _read(q: Any, chunk: Chunk, scale: float) -> Part:
    """Read a chunk block by block; an error names the entries and where they lie."""
    keys, values = _opened(chunk.keys), _opened(chunk.values)
    part = EMPTY
    for first in range(chunk.start, max(chunk.stop, chunk.start + 1), BLOCK):  # once if empty
        last = min(first + BLOCK, chunk.stop)
        try:
            k = _rows(chunk.keys, keys, first, last, chunk.start)
            v = _rows(chunk.values, values, first, last, chunk.start)
            part = merge(part, partial(q, k, v, scale))
        except (RuntimeError, ValueError) as error:  # also a chunk of .zarr that cannot be unpacked
            where = f"{_name(chunk.keys)} and {_name(chunk.values)}"
            raise ValueError(f"entries {first:,} to {last:,} of {where}: {error}") from error
    return part


def _rows(source: Source, opened: Any, first: int, last: int, start: int) -> Any:
    """Entries first to last of a shard; of an array, those before the start were cut off."""
    cut_off = 0 if _lies_elsewhere(source) else start
    return np.asarray(opened[first - cut_off : last - cut_off])


def _queries(given: ArrayLike) -> NDArray[Any]:  # (n_q, d_k)
    if isinstance(given, np.ma.MaskedArray):
        raise ValueError("q is a masked array: give plain numbers")
    try:
        q = np.asarray(given)
    except ValueError:
        raise ValueError("q has rows of different lengths: make them equal") from None
    if q.ndim != 2 or q.dtype.kind not in "fiub" or not np.isfinite(q).all():
        raise ValueError(f"q is {q.dtype} {q.shape}: give finite real numbers (n_q, d_k)")
    return q


def _whole(given: Any) -> int | None:
    """A whole number as an int, which never wraps around; None for everything else."""
    try:
        return None if isinstance(given, bool) else index(given)  # True would count as 1
    except TypeError:
        return None


def _number(given: Any) -> float:
    """A real number as a float; NaN for everything else."""
    try:
        array = np.asarray(given)
    except ValueError:  # rows of different lengths
        return np.nan
    return float(array) if array.ndim == 0 and array.dtype.kind in "fiu" else np.nan


def _checked_scale(scale: float | None, d_k: int) -> float:
    if scale is None:
        return float(max(d_k, 1) ** -0.5)
    factor = _number(scale)
    if not np.isfinite(factor):
        raise ValueError(f"{scale=}: give a finite number, or None for 1/√d_k")
    return factor


def _checked_count(name: str, given: object) -> int:
    count = _whole(given)
    if count is None or count < 1:
        raise ValueError(f"{name}={given!r}: give a whole number, 1 or more")
    return count


def _lies_elsewhere(source: Source) -> bool:
    return isinstance(source, str | PathLike)


def _name(source: Source) -> str:
    return str(source) if _lies_elsewhere(source) else "an array"


def _cut(source: Source, start: int, length: int) -> Source:
    return source if _lies_elsewhere(source) else np.asarray(source)[start : start + length]


def _opened(source: Source) -> Any:
    if isinstance(source, np.ma.MaskedArray):
        raise ValueError("a shard is a masked array: give plain numbers, without what is hidden")
    if not _lies_elsewhere(source):
        return np.asarray(source)
    if str(source).endswith(".zarr"):
        import zarr

        typed_in_part: Any = zarr
        return typed_in_part.open_array(source, mode="r")
    try:
        return np.load(source, mmap_mode="r")
    except (ValueError, EOFError) as error:  # cut short, or not an array
        raise ValueError(f"{source} cannot be read as .npy: {error}") from error


def _sizes(d_k: int, shards: Sequence[tuple[Source, Source]]) -> list[int]:
    """The entries of each shard, after all widths and types were compared."""
    if len(shards) == 0:
        raise ValueError("there are no shards: give at least one pair of keys and values")
    if any(len(shard) != 2 for shard in shards):
        raise ValueError("each of the shards is a pair (keys, values): give a list of such pairs")
    sizes: list[int] = []
    d_v: Any = None  # that of the first shard
    for keys, values in shards:
        k, v = _opened(keys), _opened(values)
        d_v = v.shape[1] if d_v is None and v.ndim == 2 else d_v
        fit = k.ndim == 2 and k.shape[1] == d_k and v.shape == (k.shape[0], d_v)
        if not fit or k.dtype.kind not in "fiub" or v.dtype.kind not in "fiub":
            got = f"{_name(keys)}: {k.dtype} {k.shape} and {_name(values)}: {v.dtype} {v.shape}"
            width = "d_v" if d_v is None else d_v
            raise ValueError(f"{got}: give real (n, {d_k}) and (n, {width})")
        _refuse_gaps(k, keys)
        _refuse_gaps(v, values)
        sizes.append(k.shape[0])
    return sizes


def _refuse_gaps(x: Any, name: Source) -> None:
    """Zarr reads a chunk that is missing as its fill value: nobody would notice."""
    if getattr(x, "nchunks_initialized", 0) < getattr(x, "nchunks", 0):
        raise ValueError(
            f"{name} has {x.nchunks_initialized} of {x.nchunks} chunks: restore the others; if they "
            "are meant to be empty, write them with the setting write_empty_chunks"
        )


if __name__ != "__main__" and __name__ in sys.modules:
    untyped: Any = cloudpickle
    untyped.register_pickle_by_value(sys.modules[__name__])  # workers need no copy of this file

if __name__ == "__main__":
    keys, values = np.array([[2, 1], [2, 0], [-1, 2]]), np.array([[10], [5], [2]])
    halves = [(keys[:2], values[:2]), (keys[2:], values[2:])]
    for place in ("here", "threads"):  # or "processes", or "tcp://a-scheduler:8786"
        answer = lookup([[1, 1]], halves, on=place, scale=1)
        print(f"{place:8} tennis gets", answer.output.round(3), "of", answer.entries, "entries")
