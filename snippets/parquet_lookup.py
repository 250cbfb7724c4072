"""A lookup over Parquet files: batch after batch is read and forgotten, the data set never whole."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11, NumPy 2.0, PyArrow 26 or newer. Explained at scale/

import tempfile
from collections.abc import Iterator
from functools import reduce
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from numpy.typing import ArrayLike


class Part(NamedTuple):
    """What some entries tell each query: all that a merge needs, and how many they were."""

    top: Any  # (n_q, 1)   the largest score
    total: Any  # (n_q, 1)   the sum of the weights exp(score - top)
    blend: Any  # (n_q, d_v)   the sum of the weighted values
    entries: int


class Answer(NamedTuple):
    """The output, and how many entries stand behind it: all there are, or an error was raised."""

    output: Any  # (n_q, d_v)
    entries: int


EMPTY = Part(-np.inf, 0.0, 0.0, 0)


def lookup(
    q: ArrayLike,  # (n_q, d_k)
    path: str | PathLike[str],  # a file or a folder of files
    *,
    key: str = "key",  # the columns: lists of numbers, as wide in every row
    value: str = "value",
    where: ds.Expression | None = None,  # which rows may be read, such as ds.field("year") > 2000
    batch: int = 8192,  # rows in memory at once
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
    expect: int | None = None,  # how many entries there must be
) -> Answer:
    """Read every row once, and say how many were read."""
    q = np.asarray(q)
    if q.ndim != 2 or q.dtype.kind not in "fiub" or not np.isfinite(q).all():
        raise ValueError(f"q is {q.dtype} {q.shape}: give finite real numbers (n_q, d_k)")
    # Where the files were written with checksums, a flipped bit is an error and not a number.
    careful = ds.ParquetFragmentScanOptions(page_checksum_verification=True, pre_buffer=False)
    files = ds.dataset(path, format=ds.ParquetFileFormat(default_fragment_scan_options=careful))
    _refuse_mixture(files, key, value)
    there = files.count_rows(filter=where)
    if there == 0 or expect not in (None, there):
        wanted = "at least one" if expect is None else f"the {expect:,} expected"
        raise ValueError(f"{path} has {there:,} entries to read, not {wanted}")
    q = q * float(max(q.shape[1], 1) ** -0.5 if scale is None else scale)
    part = EMPTY
    few = {"batch_size": batch, "batch_readahead": 2, "fragment_readahead": 1}
    for file in files.get_fragments(filter=where):
        rows = file.to_batches(files.schema, columns=[key, value], filter=where, **few)
        part = reduce(merge, _parts(q, rows, file.path), part)
    if part.entries != there:
        raise RuntimeError(f"{part.entries:,} of {there:,} entries were read: {path} has changed")
    return Answer(part.blend / part.total, part.entries)


def _parts(q: Any, batches: Iterator[pa.RecordBatch], file: str) -> Iterator[Part]:
    """What each batch tells the queries; an error names the file."""
    try:
        for rows in batches:
            k, v = (_matrix(rows.column(place)) for place in (0, 1))
            if len(k) and k.shape[1] != q.shape[1]:
                raise ValueError(f"keys are {k.shape[1]} wide and queries {q.shape[1]}")
            if len(k):
                yield partial(q, k, v)
    except (OSError, ValueError) as error:  # Arrow's own errors are among them
        raise ValueError(f"{file}: {error}") from error


def _matrix(column: Any) -> Any:  # (n, width)
    """Lists of numbers as rows, without a copy where the file allows it."""
    if column.null_count or column.flatten().null_count:
        raise ValueError(f"{column.null_count} lists, or numbers in them, are null: fill them")
    widths = set(pc.list_value_length(column).unique().to_pylist())
    if len(widths) > 1:
        raise ValueError(f"lists are between {min(widths)} and {max(widths)} wide: give one width")
    numbers = column.flatten().to_numpy(zero_copy_only=False)
    return numbers.reshape(len(column), -1) if len(column) else numbers.reshape(0, 0)


def partial(q: Any, k: Any, v: Any) -> Part:  # q is scaled already
    """Read a block of entries."""
    kind = np.result_type(k, v, np.float32)
    q, k, v = (x.astype(kind, copy=False) for x in (q, k, v))
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        scores = q @ k.T  # (n_q, n)
        top = scores.max(-1, keepdims=True)
        scores -= top
        weights = np.exp(scores, out=scores)
        part = Part(top, weights.sum(-1, keepdims=True), weights @ v, len(k))
    if not np.isfinite(part.total).all() or not np.isfinite(part.blend).all():
        odd = [int((~np.isfinite(x)).sum()) for x in (k, v)]
        raise ValueError(f"{odd[0]} numbers in keys and {odd[1]} in values are NaN or infinite")
    return part


def merge(a: Part, b: Part) -> Part:
    """Put two parts on one scale and add; the order and the grouping do not matter."""
    top = np.maximum(a.top, b.top)
    with np.errstate(under="ignore"):
        x, y = np.exp(a.top - top), np.exp(b.top - top)
        total, blend = a.total * x + b.total * y, a.blend * x + b.blend * y
    return Part(top, total, blend, a.entries + b.entries)


def _refuse_mixture(files: ds.Dataset, *columns: str) -> None:
    """Arrow would fill a missing column with nulls and cast another type: nobody would notice."""
    seen: dict[str, str] = {}  # types -> the first file that has them
    fit = True
    for file in files.get_fragments():
        schema = file.physical_schema
        types = [schema.field(name).type for name in columns if name in schema.names]
        inner = [getattr(kind, "value_type", pa.null()) for kind in types]
        numbers = [pa.types.is_floating(kind) or pa.types.is_integer(kind) for kind in inner]
        fit = fit and numbers == [True] * len(columns)
        seen.setdefault(" and ".join(map(str, types)), file.path)
    if len(seen) != 1 or not fit:
        listed = "; ".join(f"{types or 'missing'} in {path}" for types, path in seen.items())
        raise ValueError(f"{' and '.join(columns)} are {listed}: give lists of numbers, all alike")


if __name__ == "__main__":
    racket, ball, tree = ([2.0, 1.0], [10.0]), ([2.0, 0.0], [5.0]), ([-1.0, 2.0], [2.0])
    with tempfile.TemporaryDirectory() as folder:
        for number, entries in enumerate([[racket, ball], [tree]]):
            keys, values = zip(*entries, strict=True)
            pq.write_table(
                pa.table({"key": keys, "value": values}), Path(folder, f"{number}.parquet")
            )
        answer = lookup([[1, 1]], folder, scale=1)
    print("tennis gets", answer.output.round(3), "of", answer.entries, "entries in 2 files")
