"""A lookup in a ring: queries stay, keys and values travel from process to process in PyTorch."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.5, 2026-11-20. Python 3.11, PyTorch 2 or newer. Explained at scale/

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from math import isfinite
from typing import Any, NamedTuple

import torch
import torch.distributed as dist
from torch import Tensor

BLOCK = 8192  # entries that are scored at once


class Part(NamedTuple):
    """What the entries read so far tell each query."""

    top: Tensor  # (..., n_q, 1)   the largest score
    total: Tensor  # (..., n_q, 1)   the sum of the exponentials exp(score - top)
    blend: Tensor  # (..., n_q, d_v)   the sum of the values, each times its exponential


class Answer(NamedTuple):
    """The output for this process's queries, and how many entries passed by: all there are."""

    output: Tensor  # (..., n_q, d_v)
    entries: int


class Ring(NamedTuple):
    """Where this process stands, and how long it waits for another."""

    rank: int
    size: int
    limit: timedelta
    group: Any


class Shard(NamedTuple):
    """What each process tells the others before anything travels."""

    fit: bool  # whether q, k and v are a lookup
    finite: bool
    shapes: str  # what must be alike everywhere
    queries: int = 0
    entries: int = 0


@torch.no_grad()  # for reading: no gradient goes back around the ring
def ring_lookup(
    q: Tensor,  # (..., n_q, d_k)   this process's queries
    k: Tensor,  # (..., n_k, d_k)   its shard of the keys; n_k may differ, and may be 0
    v: Tensor,  # (..., n_k, d_v)
    *,
    causal: bool = False,  # query i reads keys 0 to i, counted through the ranks in order
    scale: float | None = None,  # multiplies the scores; 1/√d_k if not given
    seconds: float = 60.0,  # how long to wait for another process
    group: Any = None,
) -> Answer:
    """Every shard comes by every query once. All processes of the group call this together."""
    rank, size = dist.get_rank(group), dist.get_world_size(group)
    ring = Ring(rank, size, timedelta(seconds=float(seconds)), group)
    shards = _introduced(q, k, v, ring)
    n_q = [shard.queries for shard in shards]
    n_k = [shard.entries for shard in shards]
    if causal and n_q != n_k:
        raise ValueError(f"causal order needs a query for each key: queries {n_q}, keys {n_k}")
    kind = torch.promote_types(torch.promote_types(q.dtype, v.dtype), torch.float32)
    asked = q.to(kind) * _checked_scale(scale, q.shape[-1])
    part = _nothing_read(asked, v.shape[-1])
    place = sum(n_q[:rank]) + torch.arange(q.shape[-2], device=q.device)[:, None]  # (n_q, 1)

    held = torch.cat([k, v], dim=-1).contiguous()  # one message instead of two
    entries = 0
    for step in range(size):
        owner = (rank - step) % size  # whose entries are here now
        coming = n_k[(owner - 1) % size]  # how many come next
        ahead = held.new_empty(*k.shape[:-2], coming, held.shape[-1])
        moving = _passed_on(held, ahead, step, ring)
        if not causal or owner <= rank:  # later ranks lie wholly in the future
            latest = place - sum(n_k[:owner]) if causal else None  # may be read up to here
            part = _read(part, asked, held.to(kind), latest)
        entries += held.shape[-2]
        _arrived(moving, step, ring)
        held = ahead  # it came while the other was read
    return _finished(part, entries, sum(n_k), rank)


def _checked_scale(scale: float | None, d_k: int) -> float:
    if scale is None:
        return float(max(d_k, 1) ** -0.5)
    if not isfinite(scale):
        raise ValueError(f"{scale=}: give a finite number, or None for 1/√d_k")
    return float(scale)


def _nothing_read(q: Tensor, d_v: int) -> Part:
    """What the queries know before the first entry."""
    top = q.new_full((*q.shape[:-1], 1), -torch.inf)
    return Part(top, torch.zeros_like(top), q.new_zeros(*q.shape[:-1], d_v))


def _read(part: Part, q: Tensor, held: Tensor, latest: Tensor | None) -> Part:
    """Merge a shard, keys and values side by side, into the part, block by block."""
    d_k = q.shape[-1]
    keys, values = held[..., :d_k], held[..., d_k:]
    for first in range(0, keys.shape[-2], BLOCK):
        block = slice(first, first + BLOCK)
        scores = q @ keys[..., block, :].mT  # (..., n_q, BLOCK), or fewer at the end
        if latest is not None:
            places = first + torch.arange(scores.shape[-1], device=q.device)
            scores = scores.masked_fill(places > latest, -torch.inf)
        top = torch.maximum(part.top, scores.amax(-1, keepdim=True))
        shift = torch.where(top == -torch.inf, 0, top)  # -inf - -inf would be NaN
        shrink = torch.exp(part.top - shift)
        exponentials = torch.exp(scores - shift)
        total = part.total * shrink + exponentials.sum(-1, keepdim=True)
        part = Part(top, total, part.blend * shrink + exponentials @ values[..., block, :])
    return part


def _finished(part: Part, entries: int, expected: int, rank: int) -> Answer:
    """The weighted mean, once it is sure that all entries came by and no score or sum overflowed."""
    if entries != expected:
        raise RuntimeError(f"{entries:,} of {expected:,} entries came by on rank {rank}")
    # Every query may read some key, so a top of -inf is a score that overflowed.
    if not all(bool(torch.isfinite(x).all()) for x in (part.top, part.blend) if expected):
        kind = part.blend.dtype
        raise ValueError(f"the scores of rank {rank} are too large for {kind}: give a wider type")
    return Answer(part.blend / torch.where(part.total == 0, 1, part.total), entries)


def _introduced(q: Tensor, k: Tensor, v: Tensor, ring: Ring) -> list[Shard]:
    """The sizes of all shards; the same error everywhere if they do not fit together."""
    mine = _told(q, k, v)
    found: list[Any] = [None] * ring.size
    typed_in_part: Any = dist  # a type checker lets Any be called
    try:
        if dist.get_backend(ring.group) == "gloo":
            # It names who is missing; nccl has its own watchdog.
            typed_in_part.monitored_barrier(ring.group, timeout=ring.limit, wait_all_ranks=True)
        typed_in_part.all_gather_object(found, tuple(mine), ring.group)
    except RuntimeError as error:
        raise RuntimeError(
            f"not all {ring.size} processes came within {ring.limit}: {error}"
        ) from error
    shards = [Shard(*told) for told in found]
    if len({shard.shapes for shard in shards}) > 1 or not shards[0].fit:
        told = "; ".join(f"rank {rank} has {shard.shapes}" for rank, shard in enumerate(shards))
        raise ValueError(f"the shards differ or do not fit: {told}")
    if odd := [rank for rank, shard in enumerate(shards) if not shard.finite]:
        raise ValueError(f"NaN or infinity in q, k or v of rank {odd}: mend or leave out the shard")
    return shards


def _told(q: Tensor, k: Tensor, v: Tensor) -> Shard:
    """What this process has; shapes that do not fit are told too, so that nobody waits in vain."""
    finite = all(bool(torch.isfinite(x).all()) for x in (q, k, v))
    fit = (
        min(q.ndim, k.ndim, v.ndim) >= 2
        and q.shape[:-2] == k.shape[:-2] == v.shape[:-2]
        and q.shape[-1] == k.shape[-1]
        and k.shape[-2] == v.shape[-2]
        and k.dtype == v.dtype
        and q.is_floating_point()
        and k.is_floating_point()
    )
    if not fit:
        given = ", ".join(f"{x.dtype} {[*x.shape]}" for x in (q, k, v))
        wanted = "(..., n_q, d_k), (..., n_k, d_k), (..., n_k, d_v)"
        return Shard(fit, finite, f"{given}, which do not fit: {wanted}")
    shapes = f"d_k {k.shape[-1]}, d_v {v.shape[-1]}, {k.dtype}, before them {[*q.shape[:-2]]}"
    return Shard(fit, finite, shapes, q.shape[-2], k.shape[-2])


def _passed_on(held: Tensor, ahead: Tensor, step: int, ring: Ring) -> list[Any]:
    """Begin to send what is held to the next process, and to receive from the one before."""
    if step + 1 == ring.size:  # everything has come by
        return []
    after, before = (ring.rank + 1) % ring.size, (ring.rank - 1) % ring.size
    if ring.group is not None:
        after, before = (dist.get_global_rank(ring.group, place) for place in (after, before))
    ways = [
        dist.P2POp(dist.isend, held, after, ring.group),
        dist.P2POp(dist.irecv, ahead, before, ring.group),
    ]
    ways = [way for way in ways if way.tensor.numel()]  # an empty shard is not sent
    with _naming_the_step(step, ring):
        return dist.batch_isend_irecv(ways) if ways else []


def _arrived(moving: list[Any], step: int, ring: Ring) -> None:
    """Wait for both, but not for ever."""
    with _naming_the_step(step, ring):
        for message in moving:
            message.wait(ring.limit)


@contextmanager
def _naming_the_step(step: int, ring: Ring) -> Iterator[None]:
    """Say in which step a neighbour was lost, whether that shows in sending or in waiting."""
    try:
        yield
    except RuntimeError as error:
        raise RuntimeError(
            f"rank {ring.rank} lost a neighbour at step {step + 1} of {ring.size}, "
            f"or waited {ring.limit} in vain: start the lookup again ({error})"
        ) from error


if __name__ == "__main__":  # alone, or: torchrun --nproc-per-node 3 torch_ring_lookup.py
    alone = {"RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "0"}
    if "RANK" not in os.environ:
        os.environ.update(alone)
    dist.init_process_group("gloo", timeout=timedelta(seconds=60))  # nccl on GPUs
    rank, size = dist.get_rank(), dist.get_world_size()
    keys = torch.tensor([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]])[rank::size]
    values = torch.tensor([[10.0], [5.0], [2.0]])[rank::size]
    answer = ring_lookup(torch.ones(1, 2), keys, values, scale=1)
    print(
        f"rank {rank} of {size}: tennis gets {answer.output.item():.3f} of {answer.entries} entries"
    )
    dist.destroy_process_group()
