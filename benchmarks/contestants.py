"""The ways to compute attention that are held against each other, each as a call without arguments."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

import numpy as np

import measure

NEEDS = {"SciPy softmax": "scipy", "PyTorch": "torch", "JAX": "jax"}
SCORES = 3e9  # bytes of scores that JAX may hold, several times over
Call = Callable[[], Any]
attention = measure.snippet("attention").attention
fast_attention = measure.snippet("fast_attention").fast_attention
soft_lookup = measure.snippet("many_queries").soft_lookup


def floor(q: Any, k: Any, v: Any, threads: int, wide: int = 256) -> None:
    """Two products and one exp a tile: what NumPy cannot do without, and nothing else."""
    rows = 4096 // q.itemsize  # tiles as large as those of fast_attention

    def head(queries: Any, keys: Any, values: Any) -> None:
        scores = np.empty((rows, wide), q.dtype)
        blend = np.empty((rows, v.shape[-1]), q.dtype)
        for i in range(0, len(queries), rows):
            for j in range(0, len(keys), wide):
                np.matmul(queries[i : i + rows], keys[j : j + wide].T, out=scores)
                np.exp(scores, out=scores)  # as large as they come
                np.matmul(scores, values[j : j + wide], out=blend)

    with ThreadPoolExecutor(threads) as pool:
        list((pool.map if threads > 1 else map)(head, q, k, v))


def torch_threads(threads: int) -> bool:
    """Keep PyTorch to so many threads; False where it is not installed."""
    if not find_spec("torch"):
        return False
    import torch

    torch.set_num_threads(threads)
    return True


def torch_call(q: Any, k: Any, v: Any, threads: int, causal: bool) -> Call:
    """PyTorch's own kernel on the same memory."""
    import torch

    torch.set_num_threads(threads)
    tensors = [torch.from_numpy(x)[None] for x in (q, k, v)]
    attend = torch.nn.functional.scaled_dot_product_attention
    return lambda: attend(*tensors, is_causal=causal).numpy()[0]


def jax_call(q: Any, k: Any, v: Any, causal: bool) -> Call:
    """JAX's own function, compiled; it wants the heads after the rows."""
    import jax

    jax.config.update("jax_enable_x64", True)
    arrays = [jax.numpy.asarray(x.swapaxes(0, 1)[None]) for x in (q, k, v)]
    attend = jax.jit(lambda *given: jax.nn.dot_product_attention(*given, is_causal=causal))
    return lambda: np.asarray(attend(*arrays))[0].swapaxes(0, 1)


def scipy_call(q: Any, k: Any, v: Any, scale: float) -> Call:
    """The formula with SciPy's softmax."""
    from scipy.special import softmax

    return lambda: np.stack(
        [softmax(a * scale @ b.T, axis=-1) @ c for a, b, c in zip(q, k, v, strict=True)]
    )


def makers(
    q: Any, k: Any, v: Any, threads: int, causal: bool
) -> tuple[dict[str, Callable[[], Call]], dict[str, str]]:
    """How to make each call on the same (heads, n, width) arrays, and why some cannot be made."""
    scale = q.shape[-1] ** -0.5
    notes = {name: "not installed" for name, package in NEEDS.items() if not find_spec(package)}
    if causal:
        notes |= dict.fromkeys(("naive", "SciPy softmax"), "has no order")
    if q.shape[0] * q.shape[1] ** 2 * q.itemsize > SCORES:
        notes.setdefault("JAX", "would hold too many scores at once")
    every: dict[str, Callable[[], Call]] = {
        "fast_attention": lambda: lambda: fast_attention(q, k, v, causal=causal, threads=threads),
        "floor": lambda: lambda: floor(q, k, v, threads),
        "naive": lambda: lambda: np.stack([*map(soft_lookup, q * scale, k, v)]),
        "PyTorch": lambda: torch_call(q, k, v, threads, causal),
        "JAX": lambda: jax_call(q, k, v, causal),
        "SciPy softmax": lambda: scipy_call(q, k, v, scale),
    }
    return {name: make for name, make in every.items() if name not in notes}, notes


def calls(
    q: Any, k: Any, v: Any, threads: int, causal: bool
) -> tuple[dict[str, Call], dict[str, str]]:
    """Every call that can be made, and why the others cannot."""
    makes, notes = makers(q, k, v, threads, causal)
    return {name: make() for name, make in makes.items()}, notes


def check(made: dict[str, Call]) -> None:
    """All give the same answer, or the comparison would mean nothing."""
    expected = made["fast_attention"]()
    for name, call in made.items():
        if name != "floor" and not np.allclose(call(), expected, rtol=0, atol=1e-3):
            raise ValueError(f"{name} and fast_attention give different answers")
