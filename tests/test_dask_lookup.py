"""A lookup on Dask: the same answer wherever it runs, and no entry lost without a word."""

import importlib.util
import inspect
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
import zarr
from dask.distributed import Client, LocalCluster
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup import lookup as definition
from softlookup import snippets

dask_lookup = snippets.load("dask_lookup")
lookup, merge, partial, EMPTY = (
    dask_lookup.lookup,
    dask_lookup.merge,
    dask_lookup.partial,
    dask_lookup.EMPTY,
)
WAIT = 120  # seconds after which a test gives up


@pytest.fixture(scope="module")
def threads():
    """Two workers in this process."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def processes():
    """Two workers, each a process that can be killed."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client


def problem(seed=0, n_q=5, n_k=1000, d_k=4, d_v=3):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k)), rng.normal(size=(n_k, d_v))


def cut(k, v, *places):
    ends = pairwise([0, *places, len(k)])
    return [(k[start:stop], v[start:stop]) for start, stop in ends]


def saved(folder, k, v, *places):
    """The shards as .npy files."""
    shards = []
    for number, pair in enumerate(cut(k, v, *places)):
        shard = [folder / f"{number}-{what}.npy" for what in ("keys", "values")]
        for file, array in zip(shard, pair, strict=True):
            np.save(file, array)
        shards.append(tuple(shard))
    return shards


# --- The same answer ------------------------------------------------------------------------------


@st.composite
def sharded(draw):
    """A problem with shards of any size, 0 too, some types, and a size of the chunks."""
    q, k, v = problem(
        draw(st.integers(0, 2**32 - 1)), *(draw(st.integers(1, top)) for top in (4, 60, 4, 4))
    )
    kind = draw(st.sampled_from([np.float32, np.float64]))
    shards = cut(k.astype(kind), v, *sorted(draw(st.lists(st.integers(0, len(k)), max_size=5))))
    shards = draw(st.permutations(shards))
    return q * 10.0 ** draw(st.integers(-2, 3)), shards, draw(st.integers(1, 40))


@settings(deadline=None, max_examples=100, derandomize=True)
@given(sharded())
def test_any_sharding_gives_the_definition(drawn):
    q, shards, chunk = drawn
    k, v = (np.concatenate([pair[i] for pair in shards]) for i in (0, 1))
    answer = lookup(q, shards, on="here", chunk=chunk)
    np.testing.assert_allclose(answer.output, definition.attention(q, k, v), atol=1e-9)
    assert answer.entries == len(k)


@settings(deadline=None, max_examples=20, derandomize=True)
@given(sharded())
def test_any_sharding_gives_the_same_on_a_cluster(threads, drawn):
    q, shards, chunk = drawn
    alone, together = (lookup(q, shards, on=on, chunk=chunk) for on in ("here", threads))
    np.testing.assert_allclose(together.output, alone.output, atol=1e-9)
    assert together.entries == alone.entries


def test_the_same_chunks_give_the_same_digits_on_a_cluster_and_perhaps_others_here(threads):
    q, k, v = problem()
    few, many = 1000 // dask_lookup.FAN_IN, 1000 // dask_lookup.FAN_IN**2
    again = [lookup(q, [(k, v)], on=threads, chunk=many).output for _ in range(3)]
    assert all(np.array_equal(answer, again[0]) for answer in again)
    here = lookup(q, [(k, v)], on="here", chunk=many).output
    assert not np.array_equal(here, again[0])
    np.testing.assert_allclose(here, again[0], rtol=1e-12)
    both = [lookup(q, [(k, v)], on=on, chunk=few).output for on in ("here", threads)]
    assert np.array_equal(*both)  # one task merges them all, one by one


@pytest.mark.parametrize("block", [1, 30, 100])
def test_a_chunk_is_read_once_however_many_blocks_it_has(monkeypatch, block):
    monkeypatch.setattr(dask_lookup, "BLOCK", block)
    q, k, v = problem()
    answer = lookup(q, [(k, v)], on="here", chunk=100)
    np.testing.assert_allclose(answer.output, definition.attention(q, k, v), atol=1e-9)
    assert answer.entries == 1000


def test_a_chunk_of_a_small_type_does_not_wrap_around(tmp_path):
    q, k, v = problem()
    shards = [(k[:700], v[:700]), *saved(tmp_path, k[700:], v[700:])]
    options = {"chunk": np.uint8(200), "expect": np.int16(1000)}
    answer = lookup(q, shards, on="here", **options)
    assert np.array_equal(answer.output, lookup(q, shards, on="here", chunk=200).output)
    assert answer.entries == 1000


def test_a_chunk_takes_the_memory_that_its_comment_says():
    line = next(line for line in snippets.text("dask_lookup").splitlines() if " chunk: int" in line)
    said = re.search(r"at once: (\d+) MiB of float32 if (\d+) \+ (\d+) wide", line)
    mib, d_k, d_v = map(int, said.groups())
    entries = inspect.signature(lookup).parameters["chunk"].default
    assert entries * (d_k + d_v) * np.dtype(np.float32).itemsize == mib * 2**20


def test_a_part_is_the_part_of_partial_lookup_to_the_bit():
    parts = snippets.load("partial_lookup")
    q, k, v = problem()
    for one, other in pairwise(cut(k, v, 0, 10, 700)):
        ours, theirs = (
            [f(q, *pair, scale=0.5) for pair in (one, other)] for f in (partial, parts.partial)
        )
        for mine, its in zip([*ours, merge(*ours)], [*theirs, parts.merge(*theirs)], strict=True):
            assert all(np.array_equal(a, b) for a, b in zip(mine[:3], its, strict=True))
        assert merge(*ours).entries == len(one[0]) + len(other[0])


@pytest.mark.parametrize("on", ["here", "threads", "processes"])
def test_one_argument_says_where(on, tmp_path, capfd):
    q, k, v = problem()
    shards = saved(tmp_path, k, v, 0, 300, 301)
    answer = lookup(q, shards, on=on, chunk=100, scale=0.3, expect=1000, bar=True)
    expected = definition.attention(q * 0.3 * 2, k, v)  # the definition divides by √4
    np.testing.assert_allclose(answer.output, expected, atol=1e-12)
    assert answer.entries == 1000
    assert ("12 of 12 chunks read" in capfd.readouterr().err) is (on != "here")


def test_a_process_reads_one_chunk_at_a_time(monkeypatch):
    """Each thread of a worker holds a chunk, so a process with two would need twice the memory."""
    asked = []
    monkeypatch.setattr(dask_lookup.distributed, "Client", lambda *on, **how: asked.append(how))
    dask_lookup._connected("processes")
    dask_lookup._connected("threads")
    assert [how.get("threads_per_worker") for how in asked] == [1, None]
    assert [how.get("processes", True) for how in asked] == [True, False]


def test_zarr_is_read_like_npy(threads, tmp_path):
    q, k, v = problem()
    shard = tmp_path / "keys.zarr", str(tmp_path / "values.zarr")
    for path, array in zip(shard, (k, v), strict=True):
        zarr.create_array(path, data=array, chunks=(64, array.shape[1]))
    answer = lookup(q, [shard], on=threads, chunk=100)
    np.testing.assert_allclose(answer.output, definition.attention(q, k, v), atol=1e-12)


@pytest.mark.parametrize(
    ("kind", "result"), [("f2", "f4"), ("f4", "f4"), ("f8", "f8"), ("i4", "f8")]
)
def test_types_are_kept_and_half_is_summed_in_single_precision(kind, result):
    q, k, v = (x.astype(kind) for x in problem())
    assert lookup(q, [(k, v)], on="here").output.dtype == result


def test_empty_is_what_no_entries_tell():
    q, k, v = problem()
    nothing = dask_lookup.partial(q, k[:0], v[:0], 1.0)
    for told, empty in zip(nothing, dask_lookup.EMPTY, strict=True):
        assert np.all(told == empty)


def test_a_dictionary_without_entries_gives_0_for_each_query():
    answer = lookup(np.ones((2, 4)), [(np.empty((0, 4)), np.empty((0, 3)))], on="here")
    assert answer.output.tolist() == np.zeros((2, 3)).tolist()
    assert answer.entries == 0


# --- Faults ---------------------------------------------------------------------------------------


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(processes, tmp_path):
    q, k, v = problem(n_q=64, n_k=200_000, d_k=32, d_v=32)
    shards = saved(tmp_path, k, v, 70_000, 70_001)
    before = processes.run(os.getpid)
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(lookup, q, shards, on=processes, chunk=1000)
        while not processes.run_on_scheduler(_reads_done):
            time.sleep(0.01)
        os.kill(next(iter(before.values())), signal.SIGKILL)
        assert not answer.done()
        output, entries = answer.result(timeout=WAIT)
    np.testing.assert_allclose(output, lookup(q, shards, on="here").output, atol=1e-12)
    assert entries == len(k)
    undisturbed = lookup(q, shards, on=processes, chunk=1000)
    assert np.array_equal(output, undisturbed.output)  # the tree does not depend on who is first
    processes.wait_for_workers(2, timeout=WAIT)
    assert set(processes.run(os.getpid).values()) != set(before.values())


def _reads_done(dask_scheduler):
    tasks = dask_scheduler.tasks.values()
    return sum(task.prefix.name == "read" and task.state == "memory" for task in tasks)


def test_a_dictionary_may_be_larger_than_the_memory_of_its_worker(tmp_path):
    n, width, limit = 1_200_000, 64, 320 * 2**20
    files = tmp_path / "keys.npy", tmp_path / "values.npy"
    for file in files:  # holes in a file take no room on the disk, and read as 0
        np.lib.format.open_memmap(file, "w+", np.float32, (n, width))
    values = np.load(files[1], mmap_mode="r+")
    values[n // 2 : n // 2 + 12_000] = 1.0  # all keys are 0: the mean of the values
    values.flush()
    assert sum(file.stat().st_size for file in files) > 1.8 * limit
    local = {"n_workers": 1, "threads_per_worker": 1, "memory_limit": limit}
    with LocalCluster(**local, dashboard_address=":0") as cluster, Client(cluster) as client:
        answer = lookup(np.ones((1, width), np.float32), [files], on=client, chunk=2**16)
    np.testing.assert_allclose(answer.output, 0.01, rtol=1e-3)
    assert answer.entries == n


def test_two_clients_at_once_get_their_own_answers(threads, tmp_path):
    problems = [problem(seed, n_k=3000) for seed in (1, 2)]
    shards = []
    for number, (_, k, v) in enumerate(problems):
        (tmp_path / str(number)).mkdir()
        shards.append(saved(tmp_path / str(number), k, v, 1000))
    meet = threading.Barrier(2)

    def ask(number):
        with Client(threads.scheduler.address) as client:
            meet.wait(timeout=WAIT)
            return lookup(problems[number][0], shards[number], on=client, chunk=50)

    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(ask, (0, 1), timeout=WAIT))
    for answer, (q, k, v) in zip(answers, problems, strict=True):
        np.testing.assert_allclose(answer.output, definition.attention(q, k, v), atol=1e-12)
        assert answer.entries == 3000


def test_a_file_that_changes_between_two_lookups_is_read_anew(threads, tmp_path):
    q, k, v = problem()
    shards = saved(tmp_path, k, v)
    first = lookup(q, shards, on=threads)
    np.save(shards[0][1], v + 1)
    np.testing.assert_allclose(lookup(q, shards, on=threads).output, first.output + 1)


def test_the_workers_of_another_cluster_need_no_copy_of_the_file(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    contact = tmp_path / "scheduler.json"
    begin = [sys.executable, "-m", "dask"]
    common = {"cwd": tmp_path / "elsewhere", "stderr": subprocess.DEVNULL}
    connect = ["--scheduler-file", str(contact), "--dashboard-address", ":0"]
    scheduler = subprocess.Popen([*begin, "scheduler", "--port", "0", *connect], **common)
    worker = subprocess.Popen([*begin, "worker", *connect], **common)
    try:
        q, k, v = problem()
        shards = saved(tmp_path, k, v, 400)
        while not contact.exists():
            time.sleep(0.05)
        with Client(scheduler_file=str(contact)) as client:
            address = client.scheduler.address
        answer = _installed_as_a_module("dask_lookup").lookup(q, shards, on=address, chunk=100)
        np.testing.assert_allclose(answer.output, definition.attention(q, k, v), atol=1e-12)
    finally:
        for process in (worker, scheduler):
            process.terminate()
            process.wait(timeout=WAIT)


def _installed_as_a_module(name):
    """As in a code base that imports its copy; the workers cannot import it."""
    spec = importlib.util.spec_from_file_location(name, snippets.path(name))
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules[name] = module
    return module


# --- Bad input ------------------------------------------------------------------------------------


@pytest.fixture(params=["here", "threads"])
def on(request):
    """Errors arrive the same from this process and from a worker."""
    return request.getfixturevalue("threads") if request.param == "threads" else "here"


@pytest.mark.parametrize(
    ("place", "said"), [(0, "1 numbers in keys and 0 "), (1, "0 numbers in keys and 1 ")]
)
@pytest.mark.parametrize("odd", [np.nan, np.inf])
def test_nan_in_one_shard_is_found_and_named(on, tmp_path, place, said, odd):
    q, k, v = problem(n_k=30_000)
    shards = saved(tmp_path, k, v, 10_000, 20_000)
    array = np.load(shards[1][place])
    array[9_000, 0] = odd
    np.save(shards[1][place], array)
    where = rf"entries 8,192 to 10,000 of .*1-keys.npy and .*1-values.npy: {said}"
    with pytest.raises(ValueError, match=where):
        lookup(q, shards, on=on)


def test_of_an_array_only_the_chunk_travels_and_an_error_still_counts_from_its_start(on):
    q, k, v = problem()
    k[640] = np.nan
    with pytest.raises(ValueError, match="entries 600 to 700 of an array and an array: 4 numbers"):
        lookup(q, [(k, v)], on=on, chunk=100)
    assert len(dask_lookup._cut(k, 600, 100)) == 100


def test_scores_too_large_for_the_type_are_refused(on):
    q, k, v = (x.astype(np.float32) for x in problem())
    with pytest.raises(ValueError, match="a score or a sum is beyond float32: give a scale"):
        lookup(q * 1e30, [(k * 1e30, v)], on=on)


def test_scores_that_are_all_too_low_for_the_type_are_refused(on):
    q, k, v = (np.array(x, np.float32) for x in ([[1e20]], [[-1e20], [-2e20]], [[1], [2]]))
    with pytest.raises(ValueError, match="a score or a sum is beyond float32: give a scale"):
        lookup(q, [(k, v)], on=on, scale=1)


def test_a_sum_over_shards_too_large_for_the_type_is_refused(on):
    shard = (np.ones((1, 1), np.float32), np.full((1, 1), 3e38, np.float32))
    with pytest.raises(ValueError, match="a sum over all shards is beyond float32: give a wider"):
        lookup(np.ones((1, 1), np.float32), [shard, shard], on=on, scale=1)


def test_a_masked_array_as_a_shard_is_refused(on):
    q, k, v = problem()
    with pytest.raises(ValueError, match="a shard is a masked array: give plain numbers"):
        lookup(q, [(np.ma.masked_array(k, mask=k > 0), v)], on=on)


@pytest.mark.parametrize("wrong", ["keys", "values", "lengths", "type", "complex"])
def test_shards_that_do_not_fit_are_refused_before_anything_is_sent(tmp_path, wrong):
    q, k, v = problem()
    keys, values = k[500:], v[500:]
    odd = {
        "keys": (keys[:, :3], values),
        "values": (keys, values[:, :2]),
        "lengths": (keys, values[:-1]),
        "type": (keys.astype(str), values),
        "complex": (keys, values * 1j),
    }[wrong]
    for file, array in zip(("k.npy", "v.npy"), odd, strict=True):
        np.save(tmp_path / file, array)
    shards = [(k[:500], v[:500]), (tmp_path / "k.npy", tmp_path / "v.npy")]
    with pytest.raises(
        ValueError, match=r"k\.npy: .* and .*v\.npy: .*: give real \(n, 4\) and \(n, 3\)"
    ):
        lookup(q, shards, on="tcp://nobody.invalid:1")


@pytest.mark.parametrize(
    "q", [np.ones(4), np.ones((1, 4)) * 1j, np.full((1, 4), np.nan)], ids=["1-d", "complex", "NaN"]
)
def test_odd_queries_are_refused(q):
    with pytest.raises(ValueError, match=r"q is .*: give finite real numbers \(n_q, d_k\)"):
        lookup(q, [problem()[1:]], on="here")


def test_masked_and_ragged_queries_are_refused():
    with pytest.raises(ValueError, match="q is a masked array"):
        lookup(np.ma.ones((1, 4)), [problem()[1:]], on="here")
    with pytest.raises(ValueError, match="q has rows of different lengths"):
        lookup([[1, 2, 3, 4], [1]], [problem()[1:]], on="here")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"chunk": 0}, "chunk=0: give a whole number, 1 or more"),
        ({"chunk": -1}, "chunk=-1: give a whole number, 1 or more"),
        ({"chunk": 1.5}, "chunk=1.5: give a whole number, 1 or more"),
        ({"scale": np.nan}, "scale=nan: give a finite number"),
        ({"scale": "1"}, "scale='1': give a finite number"),
        ({"on": "procesess"}, "on='procesess': give 'here', 'threads', 'processes'"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_name(options, says):
    q, k, v = problem()
    with pytest.raises(ValueError, match=says):
        lookup(q, [(k, v)], **{"on": "here", **options})


@pytest.mark.parametrize("values", [np.array(1.0), np.ones(1000)])
def test_values_without_a_width_are_refused_with_their_shape(values):
    q, k, _ = problem()
    with pytest.raises(ValueError, match=r"give real \(n, 4\) and \(n, d_v\)"):
        lookup(q, [(k, values)], on="here")


def test_a_pair_that_is_not_in_a_list_is_refused():
    q, k, v = problem()
    with pytest.raises(ValueError, match=r"a pair \(keys, values\): give a list of such pairs"):
        lookup(q, (k, v), on="here")


def test_no_shards_and_too_few_entries_are_refused():
    q, k, v = problem()
    with pytest.raises(ValueError, match="there are no shards"):
        lookup(q, [], on="here")
    with pytest.raises(ValueError, match="the shards hold 1,000 entries, not the 2,000 expected"):
        lookup(q, [(k, v)], on="here", expect=2000)


def test_a_corrupt_and_a_missing_file_are_named(on, tmp_path):
    q, k, v = problem()
    shards = saved(tmp_path, k, v, 500)
    whole = shards[1][0].read_bytes()
    for damaged in (whole[:-100], b"not an array", b""):
        shards[1][0].write_bytes(damaged)
        with pytest.raises((ValueError, EOFError), match=r"1-keys\.npy cannot be read as \.npy"):
            lookup(q, shards, on=on)
    shards[1][0].unlink()
    with pytest.raises(FileNotFoundError, match=r"1-keys\.npy"):
        lookup(q, shards, on=on)


def test_a_flipped_bit_in_a_file_of_bare_numbers_is_read_like_any_other(on, tmp_path):
    """The page on many machines says so: nothing in an .npy can tell."""
    q, k, v = problem()
    shards = saved(tmp_path, k, v, 500)
    whole = bytearray(shards[1][1].read_bytes())
    whole[-1] ^= 1  # in the exponent of the last value
    shards[1][1].write_bytes(whole)
    answer = lookup(q, shards, on=on)
    assert answer.entries == len(k)
    assert not np.allclose(answer.output, definition.attention(q, k, v))


def test_shards_of_several_real_types_are_read_together(on):
    q, k, v = problem()
    shards = cut(k, v, 300, 600)
    types = [(np.float32, np.float64), (np.float64, np.float32), (np.float32, np.float32)]
    shards = [
        (k.astype(kinds[0]), v.astype(kinds[1]))
        for (k, v), kinds in zip(shards, types, strict=True)
    ]
    answer = lookup(q, shards, on=on)
    np.testing.assert_allclose(answer.output, definition.attention(q, k, v), atol=1e-5)


def test_a_file_that_shrinks_while_it_is_read_is_noticed(on, tmp_path, monkeypatch):
    q, k, v = problem()
    shards = saved(tmp_path, k, v, 500)
    monkeypatch.setattr(dask_lookup, "_sizes", lambda width, shards: [500, 600])
    with pytest.raises(RuntimeError, match="1,000 of 1,100 entries were read: a shard changed"):
        lookup(q, shards, on=on)


def test_a_missing_chunk_of_zarr_is_not_read_as_zeros(on, tmp_path):
    q, k, v = problem()
    shard = tmp_path / "k.zarr", tmp_path / "v.zarr"
    for path, array in zip(shard, (k, v), strict=True):
        zarr.create_array(path, data=array, chunks=(100, array.shape[1]))
    (shard[1] / "c" / "3" / "0").unlink()
    assert not zarr.open_array(shard[1])[300:400].any()  # Zarr alone says nothing
    with pytest.raises(ValueError, match=r"v\.zarr has 9 of 10 chunks: restore the others"):
        lookup(q, [shard], on=on)


def test_a_corrupt_chunk_of_zarr_is_an_error(on, tmp_path):
    q, k, v = problem()
    shard = tmp_path / "k.zarr", tmp_path / "v.zarr"
    for path, array in zip(shard, (k, v), strict=True):
        zarr.create_array(path, data=array, chunks=(100, array.shape[1]))
    chunk = shard[0] / "c" / "7" / "0"
    chunk.write_bytes(chunk.read_bytes()[:50])
    with pytest.raises(ValueError, match=r"entries 0 to 1,000 of .*k\.zarr and .*v\.zarr: "):
        lookup(q, [shard], on=on)


def test_a_scheduler_that_is_not_there_is_an_error(monkeypatch):
    import dask

    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises(OSError, match="Timed out"),
    ):
        lookup(*_small(), on="tcp://127.0.0.1:9")


def _small():
    q, k, v = problem()
    return q, [(k, v)]
