"""A lookup in a ring of processes: the definition's answer, or a clear error in good time."""

import multiprocessing
import os
import signal
import sys
import time
from datetime import timedelta
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
import torch
import torch.distributed as dist
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import run
from softlookup import lookup, snippets

torch_ring_lookup = snippets.load("torch_ring_lookup")
WAIT = 120  # seconds after which a test gives up
LIMIT = 4.0  # seconds that a process waits for another, where one is lost
# To load PyTorch takes seconds: on Linux one process does it, and the others are forked from that one.
FORKS = sys.platform == "linux"
CONTEXT = multiprocessing.get_context("forkserver" if FORKS else "spawn")
if FORKS:
    CONTEXT.set_forkserver_preload(["hypothesis", "pytest", "torch.distributed"])


def serve(rank, size, meeting, pipe):
    """A process of the ring: it takes its share of a problem, joins the lookup, and answers."""
    torch.set_num_threads(1)
    limit = timedelta(seconds=WAIT)
    dist.init_process_group(
        "gloo", init_method=f"file://{meeting}", rank=rank, world_size=size, timeout=limit
    )
    while (given := pipe.recv()) is not None:
        tensors, options, deed = given
        try:
            if deed:
                deed()
            answer = torch_ring_lookup.ring_lookup(*map(torch.from_numpy, tensors), **options)
            pipe.send((answer.output.numpy(), answer.entries))
        except Exception as error:
            pipe.send(error)
    dist.destroy_process_group()


class Ring:
    """Some processes, and a way to ask each."""

    def __init__(self, size, folder):
        self.pipes, self.processes = [], []
        for rank in range(size):
            mine, its = CONTEXT.Pipe()
            job = (rank, size, str(folder / "meeting"), its)
            process = CONTEXT.Process(target=serve, args=job, daemon=True)
            process.start()
            its.close()  # so that its end is seen here
            self.pipes.append(mine)
            self.processes.append(process)

    def ask(self, shares, **options):
        """What each process answers to its share: a pair, an error, or None if it is dead."""
        for pipe, share in zip(self.pipes, shares, strict=True):
            pipe.send((share, options, None))
        return [self.heard(rank) for rank in range(len(self.pipes))]

    def heard(self, rank):
        try:
            assert self.pipes[rank].poll(WAIT), "no answer and no error"
            return self.pipes[rank].recv()
        except EOFError:
            return None

    def close(self):
        for process in self.processes:
            process.kill()
            process.join()


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """Three processes for all tests that leave them alive."""
    ring = Ring(3, tmp_path_factory.mktemp("ring"))
    yield ring
    ring.close()


@pytest.fixture
def doomed(tmp_path):
    """Three processes, of which one will be lost."""
    ring = Ring(3, tmp_path)
    yield ring
    ring.close()


def problem(seed, lead, n_q, n_k, d_k, d_v, kind=np.float64):
    rng = np.random.default_rng(seed)
    shapes = [(*lead, n_q, d_k), (*lead, n_k, d_k), (*lead, n_k, d_v)]
    return tuple(rng.normal(size=shape).astype(kind) for shape in shapes)


def dealt(q, k, v, places_q, places_k):
    """The shares of three processes."""
    asked, held = ([0, *places, x.shape[-2]] for places, x in ((places_q, q), (places_k, k)))
    return [
        (q[..., a:b, :].copy(), k[..., c:d, :].copy(), v[..., c:d, :].copy())
        for (a, b), (c, d) in zip(pairwise(asked), pairwise(held), strict=True)
    ]


def gathered(answers):
    errors = [answer for answer in answers if not isinstance(answer, tuple)]
    assert not errors, errors
    return np.concatenate([output for output, _ in answers], axis=-2), {n for _, n in answers}


# --- The same answer ------------------------------------------------------------------------------

cuts = st.lists(st.integers(0, 12), min_size=2, max_size=2).map(sorted)


@settings(deadline=None, max_examples=40, derandomize=True)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([(), (2,), (2, 1)]),
    cuts,
    cuts,
    st.integers(1, 5),
    st.booleans(),
    st.sampled_from([0.01, 1.0, 300.0]),
)
def test_any_sharding_gives_the_definition(three, seed, lead, places_q, places_k, d, causal, size):
    q, k, v = problem(seed, lead, 12, 12, d, 3)
    shares = dealt(q * size, k, v, places_k if causal else places_q, places_k)
    output, entries = gathered(three.ask(shares, causal=causal))
    mask = np.tri(12, dtype=bool) if causal else None
    expected = lookup.attention(q * size, k, v, mask=mask)
    np.testing.assert_allclose(output, expected, atol=1e-9)
    assert entries == {12}


def test_shards_of_more_than_one_block_and_single_precision(three):
    q, k, v = problem(0, (), 9, 40_000, 8, 4, np.float32)
    output, entries = gathered(three.ask(dealt(q, k, v, (3, 6), (20_000, 20_001)), scale=1.0))
    expected = lookup.attention(*(x.astype(float) for x in (q * 8**0.5, k, v)))
    np.testing.assert_allclose(output, expected, atol=2e-5)
    assert output.dtype == np.float32
    assert entries == {40_000}


def test_causal_order_is_counted_through_the_ranks_and_not_like_cards(three):
    q, k, v = problem(2, (), 6, 6, 4, 4)
    cards = [(q[rank::3].copy(), k[rank::3].copy(), v[rank::3].copy()) for rank in range(3)]
    got, _ = gathered(three.ask(cards, causal=True))
    order = [0, 3, 1, 4, 2, 5]  # as the ranks hold them
    past = np.tri(6, dtype=bool)
    np.testing.assert_allclose(got, lookup.attention(q[order], k[order], v[order], mask=past))
    assert not np.allclose(got, lookup.attention(q, k, v, mask=past)[order])


def test_a_dictionary_without_entries_gives_0(three):
    q, k, v = problem(0, (), 3, 0, 2, 2)
    output, entries = gathered(three.ask(dealt(q, k, v, (1, 2), (0, 0))))
    assert not output.any()
    assert entries == {0}


def test_the_file_says_the_same_from_one_process_and_from_three():
    path = snippets.path("torch_ring_lookup")
    alone = run(path)
    assert alone.stdout == "rank 0 of 1: tennis gets 8.056 of 3 entries\n"
    ring = run("-m", "torch.distributed.run", "--standalone", "--nproc-per-node=3", path)
    assert ring.returncode == 0, ring.stderr
    for rank in range(3):
        assert f"rank {rank} of 3: tennis gets 8.056 of 3 entries" in ring.stdout


# --- Faults ---------------------------------------------------------------------------------------


def die():
    """Gone at once, with all connections."""
    os.kill(os.getpid(), signal.SIGKILL)


def freeze():
    """Silent, with all connections open."""
    time.sleep(WAIT)


def tarry():
    """Later than all others, but not lost."""
    time.sleep(1)


def before_step(step, how):
    """What happens when the entries are passed on for the given time, counted from 0."""
    passed_on, calls = torch_ring_lookup._passed_on, []

    def watched(*arguments):
        calls.append(arguments)
        if len(calls) == step + 1:
            how()
        return passed_on(*arguments)

    torch_ring_lookup._passed_on = watched


@pytest.mark.parametrize("how", [die, freeze])
@pytest.mark.parametrize("step", [0, 1])
def test_a_process_lost_in_the_middle_is_an_error_in_time_and_not_silence(doomed, how, step):
    q, k, v = problem(1, (), 9, 30, 4, 3)
    shares = dealt(q, k, v, (3, 6), (10, 20))
    gathered(doomed.ask(shares))  # all are up
    for rank, pipe in enumerate(doomed.pipes):
        pipe.send(
            (
                shares[rank],
                {"seconds": LIMIT},
                partial(before_step, step, how) if rank == 1 else None,
            )
        )
    began = time.monotonic()
    before, after = (doomed.heard(rank) for rank in (0, 2))
    assert time.monotonic() - began < 5 * LIMIT
    for error in (before, after) if step == 0 else (after,):
        assert isinstance(error, RuntimeError), error
        assert "lost a neighbour at step" in str(error), error
        assert "start the lookup again" in str(error)
    if isinstance(before, tuple):  # it had heard everything before the other was lost
        np.testing.assert_allclose(before[0], lookup.attention(q, k, v)[:3])
        assert before[1] == 30


def test_a_process_lost_before_the_others_begin_the_step_is_the_same_error(doomed):
    shares = dealt(*problem(1, (), 9, 30, 4, 3), (3, 6), (10, 20))
    gathered(doomed.ask(shares))
    for pipe, share, how in zip(doomed.pipes, shares, (tarry, die, tarry), strict=True):
        pipe.send((share, {"seconds": LIMIT}, partial(before_step, 1, how)))
    for rank in (0, 2):
        error = doomed.heard(rank)
        assert isinstance(error, RuntimeError), error
        assert f"rank {rank} lost a neighbour at step 2 of 3" in str(error), error


def test_a_process_that_never_comes_is_missed_by_name(doomed):
    shares = dealt(*problem(1, (), 9, 30, 4, 3), (3, 6), (10, 20))
    gathered(doomed.ask(shares))
    for rank, pipe in enumerate(doomed.pipes):
        pipe.send((shares[rank], {"seconds": LIMIT}, freeze if rank == 2 else None))
    began = time.monotonic()
    first, second = (doomed.heard(rank) for rank in (0, 1))
    assert time.monotonic() - began < 5 * LIMIT
    for error in (first, second):
        assert isinstance(error, RuntimeError), error
        assert f"not all 3 processes came within 0:00:0{LIMIT:.0f}" in str(error)
    assert "Ranks 2 failed to pass" in str(first)


# --- Bad input: the same error everywhere, and the ring lives on ----------------------------------


def refused(ring, shares, said, **options):
    for error in ring.ask(shares, **options):
        assert isinstance(error, ValueError), error
        assert said in str(error), error
    fine = dealt(*problem(2, (), 6, 6, 2, 2), (2, 4), (2, 4))
    gathered(ring.ask(fine))  # nothing is stuck


def test_nan_in_one_shard_is_named_by_every_process(three):
    q, k, v = problem(3, (), 6, 9, 2, 2)
    k[4, 1] = np.nan
    refused(three, dealt(q, k, v, (2, 4), (3, 6)), "NaN or infinity in q, k or v of rank [1]")


def test_other_widths_and_types_are_named_by_every_process(three):
    one, two, other = dealt(*problem(3, (), 6, 9, 2, 2), (2, 4), (3, 6))
    wide = (other[0], other[1], np.ones((3, 5)))
    refused(three, [one, two, wide], "rank 2 has d_k 2, d_v 5, torch.float64")
    single = tuple(x.astype(np.float32) for x in other)
    refused(three, [one, two, single], "rank 2 has d_k 2, d_v 2, torch.float32")
    short = (other[0], other[1], other[2][:1])
    refused(three, [one, two, short], "rank 2 has torch.float64 [2, 2], torch.float64 [3, 2], ")
    flat = (other[0][0], other[1], other[2])
    refused(three, [one, two, flat], "rank 2 has torch.float64 [2], torch.float64 [3, 2], ")
    refused(three, [(np.array(1.0),) * 3] * 3, "rank 0 has torch.float64 [], torch.float64 [], ")
    whole = tuple(x.astype(int) for x in other)
    refused(three, [one, two, whole], "rank 2 has torch.int64")


def test_causal_order_needs_a_query_for_each_key(three):
    shares = dealt(*problem(3, (), 6, 6, 2, 2), (2, 4), (1, 4))
    said = "causal order needs a query for each key: queries [2, 2, 2], keys [1, 3, 2]"
    refused(three, shares, said, causal=True)


def test_a_scale_that_shapes_no_score_is_refused(three):
    shares = dealt(*problem(3, (), 6, 9, 2, 2), (2, 4), (3, 6))
    refused(three, shares, "scale=nan: give a finite number", scale=float("nan"))


@pytest.mark.parametrize("small", [np.uint8, np.float32])
def test_the_seconds_may_be_of_a_small_type(three, small):
    q, k, v = problem(3, (), 6, 9, 2, 2)
    output, _ = gathered(three.ask(dealt(q, k, v, (2, 4), (3, 6)), seconds=small(60)))
    np.testing.assert_allclose(output, lookup.attention(q, k, v), atol=1e-12)


def test_scores_too_large_for_the_type_are_refused(three):
    q, k, v = problem(3, (), 6, 9, 2, 2, np.float32)
    said = "too large for torch.float32: give a wider type"
    refused(three, dealt(q * 1e30, k * 1e30, v, (2, 4), (3, 6)), said)
    low = -np.abs(k) * 1e30
    refused(three, dealt(np.abs(q) * 1e30, low, v, (2, 4), (3, 6)), said)
