"""Right implementations of different style. None of them may raise an alarm."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from softlookup import lookup, snippets


@dataclass(frozen=True)
class Sound:
    """A right function, its style, and what the doctor has to be told about it."""

    name: str
    style: str
    function: Callable[..., Any]
    options: dict[str, Any] = field(default_factory=dict)


ALL: list[Sound] = []


def sound(style: str, **options: Any) -> Callable[[Any], Any]:
    """Put a function on the list."""

    def note(function: Any) -> Any:
        ALL.append(Sound(function.__name__, style, function, options))
        return function

    return note


def softmax(scores, axis=-1):
    grown = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return grown / grown.sum(axis=axis, keepdims=True)


def shared(scores):
    """Softmax in which a row of −∞ gets 0."""
    best = scores.max(axis=-1, keepdims=True)
    grown = np.exp(scores - np.where(np.isfinite(best), best, 0))
    total = grown.sum(axis=-1, keepdims=True)
    return grown / np.where(total == 0, 1, total)


# --- NumPy --------------------------------------------------------------------------------------------


@sound("NumPy")
def shortest(q, k, v):
    return softmax(q @ k.T / math.sqrt(k.shape[1])) @ v


@sound("NumPy")
def loops(q, k, v):
    output = np.zeros((len(q), v.shape[1]))
    for i, query in enumerate(q):
        scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in k]
        scores = [score / math.sqrt(len(query)) for score in scores]
        grown = [math.exp(score - max(scores)) for score in scores]
        for share, value in zip(grown, v, strict=True):
            output[i] += share / sum(grown) * value
    return output


@sound("NumPy")
def with_weights(queries, keys, values, mask=None):
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(keys.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = shared(scores)
    return weights @ values, weights


@sound("NumPy")
def weights_first(Q, K, V):
    weights = softmax(Q @ K.T * Q.shape[1] ** -0.5)
    return weights, weights @ V


@sound("NumPy")
def in_a_dictionary(q, k, v):
    weights = softmax(q @ k.T / np.sqrt(q.shape[1]))
    return {"weights": weights, "output": weights @ v}


@sound("NumPy")
def divided_last(q, k, v):
    scores = q @ k.T / np.sqrt(k.shape[1])
    grown = np.exp(scores - scores.max(1, keepdims=True))
    both = grown @ np.column_stack([v, np.ones(len(v))])
    return both[:, :-1] / both[:, -1:]


@sound("NumPy")
def roots_on_both_sides(q, k, v):
    quarter = k.shape[-1] ** -0.25
    return softmax((q * quarter) @ (k * quarter).T) @ v


@sound("NumPy")
def very_low_fill(q, k, v, mask=None):
    scores = q @ k.T / np.sqrt(k.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -1e9)
    return softmax(scores) @ v


@sound("NumPy")
def lowest_of_the_type(q, k, v, attn_mask=None):
    scores = q @ k.T / np.sqrt(k.shape[-1])
    if attn_mask is not None:
        scores = np.where(attn_mask, scores, np.finfo(scores.dtype).min)
    return softmax(scores) @ v


@sound("NumPy")
def additive_bias(q, k, v, bias=None):
    scores = q @ k.T / np.sqrt(k.shape[-1])
    return shared(scores if bias is None else scores + bias) @ v


@sound("NumPy", mask="adds")
def additive_mask(q, k, v, mask=0.0):
    return shared(q @ k.T / np.sqrt(k.shape[-1]) + mask) @ v


@sound("NumPy", mask="hides")
def true_hides(q, k, v, mask=None):
    scores = q @ k.T / np.sqrt(k.shape[-1])
    return shared(scores if mask is None else np.where(mask, -np.inf, scores)) @ v


@sound("NumPy")
def mask_is_required(q, k, v, mask):
    return shared(np.where(mask, q @ k.T / np.sqrt(k.shape[-1]), -np.inf)) @ v


@sound("NumPy")
def width_is_told(q, k, v, d_k):
    return softmax(q @ k.T / np.sqrt(d_k)) @ v


@sound("NumPy")
def scale_is_told(q, k, v, scale):
    return softmax(q @ k.T * scale) @ v


@sound("NumPy")
def causal_by_flag(q, k, v, causal=False):
    scores = q @ k.T / np.sqrt(k.shape[-1])
    if causal:
        scores = np.where(np.tri(*scores.shape, k=len(k) - len(q), dtype=bool), scores, -np.inf)
    return shared(scores) @ v


@sound("NumPy")
def any_keyword(q, k, v, **options):
    mask = options.get("mask")
    scores = q @ k.T / np.sqrt(k.shape[-1])
    return shared(scores if mask is None else np.where(mask, scores, -np.inf)) @ v


@sound("NumPy")
def single_precision(q, k, v, mask=None):
    q, k, v = (np.asarray(x, dtype=np.float32) for x in (q, k, v))
    scores = q @ k.T / np.sqrt(np.float32(k.shape[-1]))
    return shared(scores if mask is None else np.where(mask, scores, np.float32(-np.inf))) @ v


@sound("NumPy", scale=1.0)
def unscaled_by_intention(q, k, v):
    return softmax(q @ k.T) @ v


@sound("NumPy")
def one_query_at_a_time(query, keys, values):
    scores = keys @ query / math.sqrt(len(query))
    return softmax(scores) @ values


@sound("NumPy, heads")
def heads_by_parameter(q, k, v, heads=2):
    q, k, v = (x.reshape(len(x), heads, -1).swapaxes(0, 1) for x in (q, k, v))
    output = softmax(q @ k.swapaxes(1, 2) / math.sqrt(k.shape[-1])) @ v
    return output.swapaxes(0, 1).reshape(output.shape[1], -1)


@sound("NumPy, heads", heads=2)
def two_heads_side_by_side(q, k, v):
    halves = zip(*(np.split(x, 2, axis=1) for x in (q, k, v)), strict=True)
    return np.hstack([shortest(*half) for half in halves])


@sound("einsum")
def einsum_of_tables(q, k, v):
    scores = np.einsum("id,jd->ij", q, k) / math.sqrt(q.shape[1])
    return np.einsum("ij,jc->ic", softmax(scores), v)


@sound("einsum")
def einsum_with_a_batch(q, k, v, mask=None):
    scores = np.einsum("bid,bjd->bij", q, k) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    return np.einsum("bij,bjc->bic", shared(scores), v)


@sound("einsum")
def einsum_with_heads_last(q, k, v):
    scores = np.einsum("bihd,bjhd->bhij", q, k) / math.sqrt(q.shape[-1])
    return np.einsum("bhij,bjhc->bihc", softmax(scores), v)


@sound("tiles")
def tiled(q, k, v, tile=4):
    best = np.full((len(q), 1), -np.inf)
    total, output = np.zeros((len(q), 1)), np.zeros((len(q), v.shape[1]))
    for start in range(0, len(k), tile):
        scores = q @ k[start : start + tile].T / math.sqrt(q.shape[1])
        higher = np.maximum(best, scores.max(1, keepdims=True))
        grown, shrink = np.exp(scores - higher), np.exp(best - higher)
        total = shrink * total + grown.sum(1, keepdims=True)
        output = shrink * output + grown @ v[start : start + tile]
        best = higher
    return output / total


@sound("tiles")
def one_entry_after_another(q, k, v):
    rows = []
    for query in q / math.sqrt(q.shape[1]):
        best, total, output = -math.inf, 0.0, np.zeros(v.shape[1])
        for key, value in zip(k, v, strict=True):
            score = float(query @ key)
            higher = max(best, score)
            shrink, grown = math.exp(best - higher), math.exp(score - higher)
            total, output = total * shrink + grown, output * shrink + grown * value
            best = higher
        rows.append(output / total)
    return np.stack(rows)


@sound("tiles")
def logarithms_of_sums(q, k, v):
    scores = q @ k.T / math.sqrt(q.shape[1])
    return np.exp(scores - np.logaddexp.reduce(scores, axis=1)[:, None]) @ v


@sound("tiles")
def merged_parts(q, k, v):
    cut = len(k) // 2
    if cut == 0:
        return shortest(q, k, v)
    parts = []
    for low, high in pairwise((0, cut, len(k))):
        scores = q @ k[low:high].T / math.sqrt(q.shape[1])
        best = scores.max(1)
        grown = np.exp(scores - best[:, None])
        parts.append((best, grown.sum(1), grown @ v[low:high]))
    top = np.maximum(parts[0][0], parts[1][0])
    total = sum(np.exp(best - top) * size for best, size, _ in parts)
    return sum(np.exp(best - top)[:, None] * read for best, _, read in parts) / total[:, None]


for each in ("attention", "fast_attention"):
    ALL.append(Sound(f"the snippet {each}", "NumPy", getattr(snippets.load(each), each)))
ALL.append(Sound("the definition in loops", "NumPy", lookup.attention))


# --- PyTorch --------------------------------------------------------------------------------------------

try:
    import torch
    from torch.nn import functional
except ImportError:
    torch = None


if torch is not None:

    @sound("PyTorch")
    def torch_plain(q, k, v):
        return torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-1) @ v

    @sound("PyTorch")
    def torch_masked_fill(query, key, value, mask=None):
        scores = query @ key.transpose(-2, -1) / math.sqrt(query.size(-1))
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = functional.softmax(scores, dim=-1)
        return torch.matmul(weights, value), weights

    @sound("PyTorch")
    def torch_einsum(q, k, v):
        scores = torch.einsum("bhid,bhjd->bhij", q, k) * q.shape[-1] ** -0.5
        return torch.einsum("bhij,bhjc->bhic", scores.softmax(-1), v)

    @sound("PyTorch")
    def torch_baddbmm(q, k, v):
        batch, n, d = q.shape
        empty = q.new_zeros(batch, n, k.shape[1])
        scores = torch.baddbmm(empty, q, k.transpose(1, 2), alpha=d**-0.5)
        return torch.bmm(scores.softmax(2), v)

    @sound("PyTorch, float32")
    def torch_single_precision(q: "torch.Tensor", k: "torch.Tensor", v: "torch.Tensor"):
        q, k, v = q.float(), k.float(), v.float()
        return torch.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1) @ v

    @sound("PyTorch, bfloat16", dtype="bfloat16")
    def torch_in_bfloat16(q, k, v):
        return torch.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1) @ v

    @sound("PyTorch, bfloat16", dtype="bfloat16")
    def torch_bfloat16_with_wide_softmax(q, k, v, mask=None):
        scores = (q @ k.mT).float() / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(mask.logical_not(), -1e30)
        return scores.softmax(-1).to(q.dtype) @ v

    class TorchModule(torch.nn.Module):
        def forward(self, query, key, value, attn_mask=None):
            return functional.scaled_dot_product_attention(query, key, value, attn_mask=attn_mask)

    ALL += [
        Sound("torch_module", "PyTorch", TorchModule()),
        Sound("torch_module_by_class", "PyTorch", TorchModule),
        Sound(
            "torch_compiled_without_signature", "PyTorch", functional.scaled_dot_product_attention
        ),
        Sound(
            "torch_compiled_in_bfloat16",
            "PyTorch, bfloat16",
            functional.scaled_dot_product_attention,
            {"dtype": "bfloat16"},
        ),
    ]


# --- JAX ----------------------------------------------------------------------------------------------------

try:
    import jax
    from jax import numpy as jnp
except ImportError:
    jax = None


if jax is not None:

    @sound("JAX")
    def jax_plain(q, k, v):
        return jax.nn.softmax(q @ k.T / jnp.sqrt(k.shape[-1])) @ v

    @sound("JAX")
    def jax_einsum_with_mask(q, k, v, mask=None):
        scores = jnp.einsum("...id,...jd->...ij", q, k) / jnp.sqrt(q.shape[-1])
        if mask is not None:
            scores = jnp.where(mask, scores, jnp.finfo(scores.dtype).min)
        return jnp.einsum("...ij,...jc->...ic", jax.nn.softmax(scores, axis=-1), v)

    @sound("JAX")
    def jax_vmapped(q, k, v):
        def one(query):
            weights = jax.nn.softmax(k @ query / jnp.sqrt(query.shape[0]))
            return weights @ v

        return jax.vmap(one)(q)

    @sound("JAX, bfloat16", dtype="bfloat16")
    def jax_in_bfloat16(q, k, v):
        return (
            jax.nn.softmax((q @ k.T).astype(jnp.float32) / q.shape[-1] ** 0.5).astype(q.dtype) @ v
        )

    ALL += [
        Sound("jax_compiled", "JAX", jax.jit(jax_plain)),
        Sound("jax_of_the_library", "JAX", jax.nn.dot_product_attention),
    ]
