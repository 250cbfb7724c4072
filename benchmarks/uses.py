"""How long the drop-ins take where they are used, against PyTorch and the written-out formula.

Times over times of one run: both in turn, round by round, and the median over the rounds. What the
time is divided by stands in each line. `--quick` takes few rounds; `--store` keeps results/uses.json.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import measure

WIDTH = 64
THREADS = (1, 2)
Row = dict[str, Any]
Pair = tuple[Callable[[], Any], Callable[[], Any]]  # ours, and what it is held against


class Case(NamedTuple):
    """One line of the table."""

    what: str
    against: str
    at_most: float  # our time over theirs
    pair: Callable[[], Pair]
    threads: int = 1
    same_answer: bool = True


def normal(*shape: int, spread: float = 1) -> Any:
    """Random numbers in single precision."""
    import numpy as np

    return np.random.default_rng().standard_normal(shape, np.float32) * np.float32(spread)


def torch_call(q: Any, k: Any, v: Any, mask: Any = None, **options: Any) -> Callable[[], Any]:
    """PyTorch's own kernel on the same memory."""
    import torch

    tensors = [torch.from_numpy(x) for x in (q, k, v)]
    options["attn_mask"] = None if mask is None else torch.from_numpy(mask)
    attend = torch.nn.functional.scaled_dot_product_attention
    return lambda: attend(*tensors, **options).numpy()


def written_out(q: Any, k: Any, v: Any) -> Any:
    """The formula in three lines, stable and with every score at once."""
    import numpy as np

    scores = q @ k.mT / np.sqrt(q.shape[-1])
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v


def causal(*shape: int) -> Pair:
    """As many queries as keys, in order."""
    import contestants

    q, k, v = (normal(*shape) for _ in range(3))
    ours = partial(contestants.fast_attention, q, k, v, causal=True)
    return ours, torch_call(q, k, v, is_causal=True)


def decode(entries: int, spread: float = 1, padded: bool = False, **options: Any) -> Pair:
    """The newest query of eight heads over a cache, a quarter of it padding or none."""
    import numpy as np

    import contestants

    q = normal(1, 8, 1, WIDTH, spread=spread)
    k, v = (normal(1, 8, entries, WIDTH) for _ in range(2))
    mask = (np.arange(entries) < entries * 3 // 4).reshape(1, 1, 1, -1) if padded else None
    ours = partial(contestants.fast_attention, q, k, v, mask=mask, **options)
    return ours, torch_call(q, k, v, mask)


def grouped_decode(entries: int) -> Pair:
    """The newest query of 32 heads over a cache of eight."""
    import contestants

    q, k, v = normal(1, 32, 1, WIDTH), normal(1, 8, entries, WIDTH), normal(1, 8, entries, WIDTH)
    ours = partial(contestants.attention, q, k, v, grouped=True)
    return ours, torch_call(q, k, v, enable_gqa=True)


def small(n: int) -> Pair:
    """So little that the checks count."""
    import contestants

    q, k, v = (normal(n, WIDTH) for _ in range(3))
    return partial(contestants.attention, q, k, v), partial(written_out, q, k, v)


def long(n: int, spread: float = 1, **options: Any) -> Pair:
    """One head, many queries."""
    import contestants

    q, k, v = normal(1, 1, n, WIDTH, spread=spread), *(normal(1, 1, n, WIDTH) for _ in range(2))
    ours = partial(contestants.fast_attention, q, k, v, **options)
    return ours, torch_call(q, k, v, is_causal=bool(options.get("causal")))


def windowed(n: int, window: int) -> Pair:
    """What a window saves of the causal order."""
    import contestants

    arrays = [normal(n, WIDTH) for _ in range(3)]
    ours = partial(contestants.fast_attention, *arrays, causal=True)
    return partial(ours, window=window), ours


def odd(name: str, n: int) -> Pair:
    """What one infinite value costs."""
    import numpy as np

    import contestants

    q, k, v = (normal(n, WIDTH) for _ in range(3))
    spoilt = v.copy()
    spoilt[n // 2, 0] = np.inf
    function = getattr(contestants, name)
    return partial(function, q, k, spoilt), partial(function, q, k, v)


CASES = (
    *(
        Case(f"fast_attention, causal, {shape}", "PyTorch", 2, partial(causal, *shape))
        for shape in ((8, 8, 16, WIDTH), (32, 12, 32, WIDTH))
    ),
    *(
        Case(
            f"fast_attention, one query, padding mask, {n:,} keys",
            "PyTorch",
            1.5,
            partial(decode, n, padded=True),
        )
        for n in (128, 2048, 16_384, 65_536)
    ),
    Case(
        "fast_attention, one query, spread 32, 2,048 keys",
        "PyTorch",
        1.3,
        partial(decode, 2048, 32),
    ),
    *(
        Case(
            f"fast_attention, one query, threads=2, {n:,} keys",
            "PyTorch",
            1.2,
            partial(decode, n, threads=2),
            threads=2,
        )
        for n in (2048, 16_384)
    ),
    *(
        Case(
            f"attention, one query, 32 heads over 8, {n:,} keys",
            "PyTorch",
            2,
            partial(grouped_decode, n),
        )
        for n in (2048, 16_384)
    ),
    *(
        Case(f"attention, {n} queries and keys", "written out", 2.5, partial(small, n))
        for n in (4, 16, 64)
    ),
    *(
        Case(f"fast_attention, plain, n = {n:,}", "PyTorch", 1.15, partial(long, n))
        for n in (2048, 4096)
    ),
    *(
        Case(f"fast_attention, causal, n = {n:,}", "PyTorch", 1.2, partial(long, n, causal=True))
        for n in (2048, 4096)
    ),
    *(
        Case(f"fast_attention, spread 32, n = {n:,}", "PyTorch", 1.25, partial(long, n, 32))
        for n in (2048, 4096)
    ),
    Case(
        "fast_attention, causal, window 256 of 8,192",
        "without window",
        1 / 8,
        partial(windowed, 8192, 256),
        same_answer=False,
    ),
    *(
        Case(
            f"{name}, one ∞ in v, n = 1,024",
            "without it",
            2,
            partial(odd, name, 1024),
            same_answer=False,
        )
        for name in ("attention", "fast_attention")
    ),
)


def measured(case: Case, quick: bool) -> Row:
    """Median seconds of both, and the median of the ratios round by round."""
    import numpy as np

    ours, theirs = case.pair()
    if case.same_answer and not np.allclose(ours(), theirs(), rtol=0, atol=1e-3):
        raise ValueError(f"{case.what}: {case.against} gives another answer")
    calls = {"ours": ours, "theirs": theirs}
    times = measure.in_turn(
        calls,
        seconds=0.5 if quick else 5,
        rounds=(3, 30 if quick else 400),
        rest=0.02 if case.threads > 1 else 0,
    )
    return {
        "what": case.what,
        "against": case.against,
        "threads": case.threads,
        "rounds": len(times["ours"]),
        "seconds": {name: round(statistics.median(found), 7) for name, found in times.items()},
        "time": round(1 / measure.speed(times, "ours", "theirs"), 3),
        "at_most": case.at_most,
    }


def table(rows: list[Row]) -> None:
    """Print our time, and how many times theirs it is."""
    print(f"{'case':58} {'ms':>9}   time over that of")
    for row in rows:
        milliseconds = row["seconds"]["ours"] * 1e3
        print(f"{row['what']:58} {milliseconds:9.3f}   {row['time']:5.2f}  {row['against']}")


def expectations(rows: list[Row]) -> list[Row]:
    """What each case may take."""
    return [
        measure.verdict(
            f"{row['what']}, against {row['against']}", row["time"], row["at_most"], at_most=True
        )
        for row in rows
    ]


def main() -> None:
    """Measure in one process for each number of threads, then print and perhaps store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds")
    parser.add_argument("--store", action="store_true", help="write results/uses.json")
    parser.add_argument("--threads", type=int, help=argparse.SUPPRESS)  # set in the processes
    given = parser.parse_args()
    if given.threads:
        print(json.dumps(child(given.threads, given.quick)))
        return
    flags = ["--quick"] if given.quick else []
    rows = [row for threads in THREADS for row in measure.in_child(__file__, threads, *flags)]
    print(file=sys.stderr)
    table(rows)
    verdicts = expectations(rows)
    measure.report(verdicts)
    if given.store:
        measure.store("uses", rows, verdicts)


def child(threads: int, quick: bool) -> list[Row]:
    """The rows of the cases for so many threads; without PyTorch, those that do not need it."""
    import contestants

    measure.keep_to(threads)
    here = contestants.torch_threads(threads)
    rows = []
    for case in CASES:
        if case.threads == threads and (here or case.against != "PyTorch"):
            rows.append(measured(case, quick))
            print(".", end="", flush=True, file=sys.stderr)
    return rows


if __name__ == "__main__":
    main()
