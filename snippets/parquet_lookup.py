"""A lookup over Parquet files: one row group after another is read and forgotten."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0, PyArrow 26 or newer. Explained at scale/

import tempfile
from collections.abc import Iterator
from operator import index
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow.compute  # type: ignore[import-untyped, unused-ignore]
import pyarrow.dataset  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]
from numpy.typing import ArrayLike, NDArray

pa: Any = pyarrow  # comes without types: a type checker lets Any be called
ds = pa.dataset


class Part(NamedTuple):
    """What some entries tell each query: all that a merge needs, and how many they were."""

    top: Any  # (n_q, 1)   the largest score
    total: Any  # (n_q, 1)   the sum of the exponentials exp(score - top)
    blend: Any  # (n_q, d_v)   the sum of the values, each times its exponential
    entries: int


class Answer(NamedTuple):
    """The output, and how many entries were read: all there are, or an error was raised."""

    output: Any  # (n_q, d_v)
    entries: int


EMPTY = Part(-np.inf, 0.0, 0.0, 0)


def lookup(
    q: ArrayLike,  # (n_q, d_k)
    path: str | PathLike[str],  # a file or a folder of files
    *,
    key: str = "key",  # the columns: lists of numbers, as wide in every row
    value: str = "value",
    where: Any = None,  # which rows may be read, such as pyarrow.dataset.field("year") > 2000
    batch: int = 8192,  # rows scored at once; in memory is a row group
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
    expect: int | None = None,  # how many entries there must be
) -> Answer:
    """Read every row once, and say how many were read."""
    q = _queries(q)
    batch = _checked_count("batch", batch)
    scale = _checked_scale(scale, q.shape[1])
    # Where the files were written with checksums, a flipped bit is an error and not a number.
    careful = ds.ParquetFragmentScanOptions(page_checksum_verification=True, pre_buffer=False)
    files = ds.dataset(path, format=ds.ParquetFileFormat(default_fragment_scan_options=careful))
    if not files.files:
        raise ValueError(f"{path} holds no files: give a Parquet file, or a folder of them")
    _refuse_mixture(files, key, value)
    there = files.count_rows(filter=where)
    if there == 0 or expect not in (None, there):
        wanted = "at least one" if expect is None else f"the {expect:,} expected"
        raise ValueError(f"{path} has {there:,} entries to read, not {wanted}")
    part = EMPTY
    few = {"batch_size": batch, "batch_readahead": 2, "fragment_readahead": 1}
    for file in files.get_fragments(filter=where):
        rows = file.to_batches(files.schema, columns=[key, value], filter=where, **few)
        part = _with_file(part, q, rows, scale, file.path)
    if part.entries != there:
        raise RuntimeError(f"{part.entries:,} of {there:,} entries were read: {path} has changed")
    if not np.isfinite(part.blend).all():
        raise ValueError(f"a sum over all rows is beyond {part.blend.dtype}: give a wider type")
    return Answer(part.blend / part.total, part.entries)


def _with_file(part: Part, q: Any, batches: Iterator[Any], scale: float, file: str) -> Part:
    """The part after all batches of a file; an error names the file."""
    try:
        for rows in batches:
            if len(rows) == 0:
                continue
            k, v = _matrix(rows.column(0)), _matrix(rows.column(1))
            if k.shape[1] != q.shape[1]:
                raise ValueError(f"keys are {k.shape[1]} wide and queries {q.shape[1]}")
            part = merge(part, partial(q, k, v, scale))
    except (OSError, ValueError) as error:  # Arrow's own errors are among them
        raise ValueError(f"{file}: {error}") from error
    return part


def _matrix(column: Any) -> Any:  # (n, width)
    """Lists of numbers, at least one, as rows, without a copy where the file allows it."""
    if column.null_count or column.flatten().null_count:
        raise ValueError(f"{column.null_count} lists, or numbers in them, are null: fill them")
    widths = set(pa.compute.list_value_length(column).unique().to_pylist())
    if len(widths) > 1:
        raise ValueError(f"lists are between {min(widths)} and {max(widths)} wide: give one width")
    numbers = column.flatten().to_numpy(zero_copy_only=False)
    return numbers.reshape(len(column), -1)


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
    if a.entries and b.entries and a.blend.shape != b.blend.shape:
        widths = f"{b.blend.shape[1]} wide here and {a.blend.shape[1]} before"
        raise ValueError(f"values are {widths}: give one width")
    top = np.maximum(a.top, b.top)
    shift = np.where(top == -np.inf, 0, top)  # -inf - -inf would be NaN
    with np.errstate(over="ignore", under="ignore"):  # what overflows is refused in the end
        shrink_a = np.exp(a.top - shift)
        shrink_b = np.exp(b.top - shift)
        total = a.total * shrink_a + b.total * shrink_b
        blend = a.blend * shrink_a + b.blend * shrink_b
    return Part(top, total, blend, a.entries + b.entries)


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


def _refuse_mixture(files: Any, *columns: str) -> None:
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
            pa.parquet.write_table(
                pa.table({"key": keys, "value": values}), Path(folder, f"{number}.parquet")
            )
        answer = lookup([[1, 1]], folder, scale=1)
    print("tennis gets", answer.output.round(3), "of", answer.entries, "entries in 2 files")
