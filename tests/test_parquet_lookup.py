"""A lookup over Parquet files: the definition's answer in little memory, or an error with a name."""

import sys
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import run
from softlookup import lookup as definition
from softlookup import snippets

parquet_lookup = snippets.load("parquet_lookup")
lookup = parquet_lookup.lookup


def problem(seed=0, n_q=3, n_k=1000, d_k=4, d_v=2):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k)), rng.normal(size=(n_k, d_v))


def column(array, fixed=True):
    """The rows of an array as lists, all of one width or of any."""
    numbers = pa.array(array.ravel())
    if fixed:
        return pa.FixedSizeListArray.from_arrays(numbers, array.shape[1])
    return pa.ListArray.from_arrays(
        np.arange(0, array.size + 1, array.shape[1], dtype=np.int32), numbers
    )


def saved(folder, k, v, *places, fixed=True, **options):
    """The entries in several files, cut at the places."""
    for number, (start, stop) in enumerate(pairwise([0, *places, len(k)])):
        rows = pa.table(
            {
                "key": column(k[start:stop], fixed),
                "value": column(v[start:stop], fixed),
                "place": np.arange(start, stop),
            }
        )
        pq.write_table(rows, folder / f"{number}.parquet", write_page_checksum=True, **options)
    return folder


@settings(deadline=None, max_examples=40, derandomize=True)
@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.integers(0, 50), max_size=4).map(sorted),
    st.integers(1, 60),
    st.integers(1, 60),
    st.booleans(),
    st.sampled_from([np.float32, np.float64]),
)
def test_any_cut_into_files_and_batches_gives_the_definition(
    tmp_path_factory, seed, places, batch, group, fixed, kind
):
    q, k, v = (x.astype(kind) for x in problem(seed, n_k=50))
    folder = tmp_path_factory.mktemp("set")
    saved(folder, k, v, *places, fixed=fixed, row_group_size=group)
    answer = lookup(q, folder, batch=batch)
    digits = 1e-12 if kind is np.float64 else 1e-5
    np.testing.assert_allclose(answer.output, definition.attention(q, k, v), atol=digits)
    assert answer.output.dtype == kind
    assert answer.entries == 50


def test_parts_agree_with_partial_lookup_to_the_bit():
    theirs, ours = snippets.load("partial_lookup"), parquet_lookup
    q, k, v = problem()
    ends = [slice(0, 300), slice(300, 1000)]
    mine = [ours.partial(q, k[end], v[end], scale=1.0) for end in ends]
    its = [theirs.partial(q, k[end], v[end], scale=1.0) for end in ends]
    for a, b in zip([*mine, ours.merge(*mine)], [*its, theirs.merge(*its)], strict=True):
        assert all(np.array_equal(x, y) for x, y in zip(a[:3], b, strict=True))


def test_empty_is_what_no_entries_tell():
    q, k, v = problem()
    nothing = parquet_lookup.partial(q, k[:0], v[:0], 1.0)
    for told, empty in zip(nothing, parquet_lookup.EMPTY, strict=True):
        assert np.all(told == empty)


def test_a_condition_chooses_the_rows(tmp_path):
    q, k, v = problem()
    saved(tmp_path, k, v, 400)
    answer = lookup(q, tmp_path, where=ds.field("place") >= 700, scale=0.1)
    expected = definition.attention(q * 0.1 * 2, k[700:], v[700:])  # the definition divides by √4
    np.testing.assert_allclose(answer.output, expected, atol=1e-12)
    assert answer.entries == 300


def test_one_file_and_other_names_of_columns(tmp_path):
    q, k, v = problem()
    file = tmp_path / "all.parquet"
    pq.write_table(pa.table({"what": column(k), "says": column(v)}), file)
    answer = lookup(q, file, key="what", value="says", expect=1000)
    np.testing.assert_allclose(answer.output, definition.attention(q, k, v), atol=1e-12)


GROWTH = """
import resource, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from parquet_lookup import lookup
q = np.ones((1, 64), np.float32)
lookup(q, sys.argv[2] + "/0.parquet")  # what is loaded once
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
answer = lookup(q, sys.argv[2])
print(answer.entries, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_the_data_set_is_never_in_memory_whole(tmp_path):
    rng = np.random.default_rng(0)
    n, width = 40_000, 64
    k, v = rng.normal(size=(2, n, width)).astype(np.float32)
    for number in range(12):  # the same numbers again: only their amount counts
        rows = pa.table({"key": column(k), "value": column(v)})
        pq.write_table(
            rows, tmp_path / f"{number}.parquet", row_group_size=5000, compression="none"
        )
    size = sum(file.stat().st_size for file in tmp_path.iterdir())
    found = run("-c", GROWTH, snippets.FOLDER, tmp_path)
    assert found.returncode == 0, found.stderr
    entries, kilobytes = map(int, found.stdout.split())
    unit = 1 if sys.platform == "darwin" else 1024
    assert entries == 12 * n
    assert size > 230e6
    assert kilobytes * unit < size / 4, f"{kilobytes * unit:,} of {size:,} bytes"


# --- Bad input ------------------------------------------------------------------------------------


def test_a_lost_file_is_missed_if_the_number_of_entries_is_known(tmp_path):
    q, k, v = problem()
    saved(tmp_path, k, v, 400, 700)
    (tmp_path / "1.parquet").unlink()
    assert lookup(q, tmp_path).entries == 700  # no file knows of the others
    with pytest.raises(ValueError, match="has 700 entries to read, not the 1,000 expected"):
        lookup(q, tmp_path, expect=1000)


def test_nothing_to_read_is_refused(tmp_path):
    q, k, v = problem()
    saved(tmp_path, k, v)
    with pytest.raises(ValueError, match="has 0 entries to read, not at least one"):
        lookup(q, tmp_path, where=ds.field("place") < 0)


@pytest.mark.parametrize(
    ("place", "said"), [(0, "1 numbers in keys and 0"), (1, "0 numbers in keys and 1")]
)
def test_nan_in_one_file_is_named(tmp_path, place, said):
    arrays = problem()
    arrays[1 + place][600, 1] = np.nan
    saved(tmp_path, *arrays[1:], 400, 700)
    with pytest.raises(ValueError, match=rf"1\.parquet: {said}"):
        lookup(arrays[0], tmp_path)


def test_a_flipped_bit_is_found_by_its_checksum(tmp_path):
    q, k, v = problem()
    saved(tmp_path, k, v, 500, compression="none", use_dictionary=False)
    file = tmp_path / "1.parquet"
    data = bytearray(file.read_bytes())
    data[data.index(k[600].tobytes())] ^= 1
    file.write_bytes(data)
    with pytest.raises(ValueError, match=r"1\.parquet: .*CRC checksum"):
        lookup(q, tmp_path)


def test_a_file_cut_short_is_named(tmp_path):
    q, k, v = problem()
    saved(tmp_path, k, v, 500)
    file = tmp_path / "1.parquet"
    file.write_bytes(file.read_bytes()[:-200])
    with pytest.raises((OSError, ValueError), match=r"1\.parquet"):
        lookup(q, tmp_path)


@pytest.mark.parametrize("wrong", ["width", "type", "missing"])
def test_files_that_do_not_fit_are_named(tmp_path, wrong):
    q, k, v = problem()
    saved(tmp_path, k, v, 500)
    odd = {
        "width": {"key": column(k[:, :3]), "value": column(v)},
        "type": {"key": column(k.astype(np.float32)), "value": column(v)},
        "missing": {"value": column(v)},
    }[wrong]
    pq.write_table(pa.table(odd), tmp_path / "9.parquet")
    with pytest.raises(
        ValueError, match=r"key and value are .* in .*0\.parquet; .* in .*9\.parquet"
    ):
        lookup(q, tmp_path)


def test_a_column_that_is_nowhere_or_holds_no_lists_is_refused(tmp_path):
    q, k, v = problem()
    saved(tmp_path, k, v)
    pq.write_table(pa.table({"key": [["a"]], "value": [[1.0]]}), tmp_path / "words.parquet")
    for path, names in (
        (tmp_path / "0.parquet", {"key": "kee"}),
        (tmp_path / "0.parquet", {"value": "place"}),
        (tmp_path / "words.parquet", {}),
    ):
        with pytest.raises(ValueError, match="give lists of numbers"):
            lookup(q, path, **names)


def test_lists_of_several_widths_and_nulls_are_refused(tmp_path):
    q, _, v = problem(n_k=3)
    file = tmp_path / "odd.parquet"
    for keys, said in (
        ([[1.0] * 4, [1.0] * 3, [1.0] * 4], "lists are between 3 and 4 wide"),
        ([[1.0] * 4, None, [1.0] * 4], "1 lists, or numbers in them, are null"),
        ([[1.0] * 4, [None] * 4, [1.0] * 4], "0 lists, or numbers in them, are null"),
        ([[1.0] * 5] * 3, "keys are 5 wide and queries 4"),
    ):
        pq.write_table(pa.table({"key": keys, "value": column(v, fixed=False)}), file)
        with pytest.raises(ValueError, match=rf"odd\.parquet: {said}"):
            lookup(q, file)


@pytest.mark.parametrize(
    "q", [np.ones(4), np.ones((1, 4)) * 1j, np.full((1, 4), np.nan)], ids=["1-d", "complex", "NaN"]
)
def test_odd_queries_are_refused(q, tmp_path):
    with pytest.raises(ValueError, match=r"q is .*: give finite real numbers \(n_q, d_k\)"):
        lookup(q, tmp_path)


def test_masked_and_ragged_queries_are_refused(tmp_path):
    with pytest.raises(ValueError, match="q is a masked array"):
        lookup(np.ma.ones((1, 4)), tmp_path)
    with pytest.raises(ValueError, match="q has rows of different lengths"):
        lookup([[1, 2, 3, 4], [1]], tmp_path)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"batch": 0}, "batch=0: give a whole number, 1 or more"),
        ({"batch": 1.5}, "batch=1.5: give a whole number, 1 or more"),
        ({"scale": np.inf}, "scale=inf: give a finite number"),
        ({"scale": "x"}, "scale='x': give a finite number"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_name(options, says, tmp_path):
    q, k, v = problem()
    saved(tmp_path, k, v)
    with pytest.raises(ValueError, match=says):
        lookup(q, tmp_path, **options)


def test_values_of_another_width_in_another_file_are_refused_and_never_spread(tmp_path):
    """One column would broadcast to two, and nobody would notice."""
    q, k, v = problem()
    saved(tmp_path, k, v, fixed=False)
    later = tmp_path / "later"
    later.mkdir()
    saved(later, k, v[:, :1], fixed=False)
    with pytest.raises(ValueError, match=r"later.*: values are 1 wide here and 2 before"):
        lookup(q, tmp_path)


def test_scores_too_large_for_the_type_are_refused(tmp_path):
    q, k, v = (x.astype(np.float32) for x in problem())
    saved(tmp_path, k * np.float32(1e30), v)
    with pytest.raises(ValueError, match=r"parquet: a score or a sum is beyond float32"):
        lookup(q * np.float32(1e30), tmp_path)


def test_scores_that_are_all_too_low_for_the_type_are_refused(tmp_path):
    k, v = (np.array(x, np.float32) for x in ([[-1e20], [-2e20]], [[1], [2]]))
    saved(tmp_path, k, v)
    with pytest.raises(ValueError, match=r"parquet: a score or a sum is beyond float32"):
        lookup(np.array([[1e20]], np.float32), tmp_path, scale=1)


def test_a_sum_over_batches_too_large_for_the_type_is_refused(tmp_path):
    saved(tmp_path, np.ones((2, 1), np.float32), np.full((2, 1), 3e38, np.float32))
    with pytest.raises(ValueError, match="a sum over all rows is beyond float32: give a wider"):
        lookup(np.ones((1, 1), np.float32), tmp_path, batch=1, scale=1)


def test_queries_keep_their_digits_over_single_precision(tmp_path):
    """As in attention.py, the widest of the three types is computed in."""
    q, k, v = problem()
    k, v = k.astype(np.float32), v.astype(np.float32)
    saved(tmp_path, k, v)
    answer = lookup(q, tmp_path)
    assert answer.output.dtype == np.float64
    np.testing.assert_allclose(answer.output, definition.attention(q, k, v), atol=1e-12)


def test_a_folder_without_files_is_named(tmp_path):
    with pytest.raises(ValueError, match="holds no files: give a Parquet file"):
        lookup(np.ones((1, 4)), tmp_path)
