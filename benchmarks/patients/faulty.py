"""Faulty functions as people write them, each with what its verdict must say.

Where a public thread reports the mistake, it is named; the code is ours.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from patients.sound import shared, softmax


@dataclass(frozen=True)
class Faulty:
    """A wrong function, a pattern that its verdict must match, and what the doctor has to be told."""

    name: str
    says: str
    function: Callable[..., Any]
    options: dict[str, Any] = field(default_factory=dict)
    thread: str = ""


ALL: list[Faulty] = []


def faulty(says: str, thread: str = "", **options: Any) -> Callable[[Any], Any]:
    """Put a function on the list."""

    def note(function: Any) -> Any:
        ALL.append(Faulty(function.__name__, says, function, options, thread))
        return function

    return note


def scaled(q, k):
    return q @ k.T / np.sqrt(k.shape[-1])


# --- Axes ---------------------------------------------------------------------------------------------


@faulty("wrong axis", "labmlai/annotated_deep_learning_paper_implementations#146")
def softmax_down_the_columns(q, k, v):
    return softmax(scaled(q, k), axis=0) @ v


@faulty("wrong axis", "nerdai/llms-from-scratch-rs#30")
def exp_and_sum_down_the_columns(q, k, v):
    grown = np.exp(scaled(q, k))
    return grown / grown.sum(axis=0) @ v


@faulty("wrong axis")
def sum_down_the_columns_only(q, k, v):
    grown = np.exp(scaled(q, k) - scaled(q, k).max(axis=1, keepdims=True))
    return (grown / grown.sum(0)) @ v


@faulty("keepdims")
def sum_without_keepdims(q, k, v):
    grown = np.exp(scaled(q, k))
    return grown / grown.sum(axis=-1) @ v


@faulty("keepdims")
def maximum_without_keepdims(q, k, v):
    scores = scaled(q, k)
    grown = np.exp(scores - scores.max(axis=-1))
    return grown / grown.sum(axis=-1, keepdims=True) @ v


@faulty("keepdims")
def both_without_keepdims(q, k, v):
    scores = scaled(q, k)
    grown = np.exp(scores - scores.max(1))
    return grown / grown.sum(1) @ v


@faulty("whole table")
def softmax_over_everything(q, k, v):
    scores = scaled(q, k)
    grown = np.exp(scores - scores.max())
    return grown / grown.sum() @ v


@faulty("whole table")
def softmax_of_the_flat_table(q, k, v):
    scores = scaled(q, k)
    return softmax(scores.ravel()).reshape(scores.shape) @ v


@faulty("transpose is missing")
def no_transpose(q, k, v):
    return softmax(q @ k / np.sqrt(k.shape[-1])) @ v


@faulty("changed places")
def keys_ask_queries(q, k, v):
    return softmax(k @ q.T / np.sqrt(k.shape[-1])) @ v


@faulty("transposed before it meets")
def weights_transposed(q, k, v):
    return softmax(scaled(q, k)).T @ v


# --- Weights ------------------------------------------------------------------------------------------


@faulty("softmax is missing")
def scores_as_weights(q, k, v):
    return scaled(q, k) @ v


@faulty("division is missing")
def exponentials_as_weights(q, k, v):
    return np.exp(scaled(q, k)) @ v


@faulty("division is missing|divided by the largest")
def stable_exponentials_as_weights(q, k, v):
    scores = scaled(q, k)
    return np.exp(scores - scores.max(-1, keepdims=True)) @ v


@faulty("exp is missing")
def scores_divided_by_their_sum(q, k, v):
    scores = scaled(q, k)
    return scores / scores.sum(axis=-1, keepdims=True) @ v


@faulty("exp is missing")
def positive_scores_divided_by_their_sum(q, k, v):
    scores = np.maximum(scaled(q, k), 0)
    return scores / scores.sum(axis=-1, keepdims=True) @ v


@faulty("softmax is taken twice")
def softmax_twice(q, k, v):
    return softmax(softmax(scaled(q, k))) @ v


@faulty("logarithm")
def log_softmax(q, k, v):
    return np.log(softmax(scaled(q, k))) @ v


@faulty("sigmoid")
def sigmoid(q, k, v):
    return 1 / (1 + np.exp(-scaled(q, k))) @ v


@faulty("only the best entry")
def hardmax(q, k, v):
    return v[scaled(q, k).argmax(axis=-1)]


@faulty("all alike")
def plain_mean(q, k, v):
    return np.tile(v.mean(axis=0), (len(q), 1))


@faulty("worst match")
def softmin(q, k, v):
    return softmax(-scaled(q, k)) @ v


@faulty("another base")
def powers_of_two(q, k, v):
    scores = scaled(q, k)
    grown = np.exp2(scores - scores.max(-1, keepdims=True))
    return grown / grown.sum(-1, keepdims=True) @ v


@faulty("1 is added to the sum")
def one_too_many_in_the_sum(q, k, v):
    grown = np.exp(scaled(q, k))
    return grown / (1 + grown.sum(-1, keepdims=True)) @ v


@faulty("their number or length")
def divided_by_the_number_of_keys(q, k, v):
    return np.exp(scaled(q, k)) / len(k) @ v


# --- Numbers ------------------------------------------------------------------------------------------


@faulty("overflow")
def overflow(q, k, v):
    grown = np.exp(scaled(q, k))
    return grown / grown.sum(axis=-1, keepdims=True) @ v


@faulty("one maximum is subtracted from all rows")
def one_maximum_for_all(q, k, v):
    scores = scaled(q, k)
    grown = np.exp(scores - np.max(scores))
    return grown / grown.sum(axis=-1, keepdims=True) @ v


@faulty("decimals are cut off")
def decimals_cut_off(q, k, v):
    output = np.empty((len(q), v.shape[1]), dtype=v.dtype)
    output[:] = softmax(scaled(q, k)) @ v
    return output


@faulty("few digits")
def computed_in_float16(q, k, v):
    half = [x.astype(np.float16) for x in (q / np.sqrt(q.shape[1]), k, v)]
    scores = (half[0] @ half[1].T).clip(-6e4, 6e4)
    return (softmax(scores) @ half[2]).astype(float)


@faulty("few digits|division|resembles|the sum")
def epsilon_in_the_sum(q, k, v):
    grown = np.exp(scaled(q, k) - scaled(q, k).max(-1, keepdims=True))
    return grown / (grown.sum(-1, keepdims=True) + 1e-2) @ v


@faulty("changed in place")
def scales_the_callers_queries(q, k, v):
    q /= np.sqrt(q.shape[-1])
    return softmax(q @ k.T) @ v


@faulty("changed in place")
def hides_in_the_callers_values(q, k, v, mask=None):
    if mask is None:
        return softmax(scaled(q, k)) @ v
    weights = shared(np.where(mask, scaled(q, k), -np.inf))
    v[~mask.any(axis=0)] = 0
    k[:] = k - k.mean(axis=0)
    return weights @ v


@faulty("random, or remembered")
def dropout_left_on(q, k, v):
    weights = softmax(scaled(q, k))
    return weights * (np.random.default_rng().random(weights.shape) > 0.5) * 2 @ v


@faulty("random, or remembered")
def noise_in_the_answer(q, k, v):
    return softmax(scaled(q, k)) @ v + 0.01 * random.random()


# --- Scale --------------------------------------------------------------------------------------------


@faulty("wrong scale: the scores are not divided", "huggingface/blog#2893")
def not_scaled(q, k, v):
    return softmax(q @ k.T) @ v


@faulty("wrong scale.*d_k, or twice")
def scaled_twice(q, k, v):
    q = q / np.sqrt(q.shape[-1])
    return softmax(scaled(q, k)) @ v


@faulty("wrong scale.*multiplied by √d_k", "esceptico/perceiver-io#9")
def divided_by_the_inverse(q, k, v):
    scale = k.shape[-1] ** -0.5
    return softmax(q @ k.T / scale) @ v


@faulty("wrong scale.*width of a value")
def width_of_the_values(q, k, v):
    return softmax(q @ k.T / np.sqrt(v.shape[-1])) @ v


@faulty("wrong scale.*number of keys")
def number_of_keys(q, k, v):
    return softmax(q @ k.T / np.sqrt(len(k))) @ v


@faulty("wrong scale")
def width_typed_in(q, k, v, d_model=512):
    return softmax(q @ k.T / np.sqrt(d_model)) @ v


@faulty("wrong scale")
def cube_root(q, k, v):
    return softmax(q @ k.T / np.cbrt(k.shape[-1])) @ v


@faulty("weights are divided by √d_k")
def scaled_after_the_softmax(q, k, v):
    return softmax(q @ k.T) / np.sqrt(k.shape[-1]) @ v


@faulty("wrong scale.*all heads together", "lucidrains/vit-pytorch#65")
def width_of_all_heads(q, k, v, heads=2):
    width = q.shape[-1]
    q, k, v = (x.reshape(len(x), heads, -1).swapaxes(0, 1) for x in (q, k, v))
    output = softmax(q @ k.swapaxes(1, 2) / math.sqrt(width)) @ v
    return output.swapaxes(0, 1).reshape(output.shape[1], -1)


@faulty("wrong scale", "tenstorrent/tt-metal#56789")
def number_of_heads(q, k, v, num_heads=2):
    q, k, v = (x.reshape(len(x), num_heads, -1).swapaxes(0, 1) for x in (q, k, v))
    output = softmax(q @ k.swapaxes(1, 2) / math.sqrt(num_heads)) @ v
    return output.swapaxes(0, 1).reshape(output.shape[1], -1)


# --- Queries, keys and values ---------------------------------------------------------------------------


@faulty("keys are read in the place of the values")
def keys_for_values(q, k, v):
    return softmax(scaled(q, k)) @ k


@faulty("weights are returned")
def values_forgotten(q, k, v):
    return softmax(scaled(q, k))


@faulty("values take the place of the keys")
def values_for_keys(q, k, v):
    return softmax(scaled(q, v)) @ v


@faulty("keys ask each other")
def query_forgotten(q, k, v):
    return softmax(scaled(k, k)) @ v


@faulty("one entry is never read")
def last_entry_lost(q, k, v):
    return softmax(scaled(q, k[:-1])) @ v[:-1] if len(k) > 1 else v.repeat(len(q), axis=0)


@faulty("another order")
def values_reversed(q, k, v):
    return softmax(scaled(q, k)) @ v[::-1]


@faulty("one query is used for all")
def first_query_for_all(q, k, v):
    weights = softmax(scaled(q[:1], k))
    return np.repeat(weights @ v, len(q), axis=0)


@faulty("cosine")
def cosine(q, k, v):
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    k = k / np.linalg.norm(k, axis=-1, keepdims=True)
    return softmax(scaled(q, k)) @ v


@faulty("query is added to the answer")
def residual_inside(q, k, v):
    return q + softmax(scaled(q, k)) @ v


# --- Masks ------------------------------------------------------------------------------------------------


@faulty("mask is inverted", "rasbt/LLMs-from-scratch#1061")
def mask_inverted(q, k, v, mask=None):
    scores = scaled(q, k)
    return shared(scores if mask is None else np.where(mask, -np.inf, scores)) @ v


@faulty("mask is inverted", "InseeFrLab/torchTextClassifiers#92")
def mask_inverted_under_another_name(query, key, value, attn_mask=None):
    scores = scaled(query, key)
    return softmax(scores if attn_mask is None else np.where(attn_mask, -1e9, scores)) @ value


@faulty("hidden score is 0", "Shujun-He/RibonanzaNet#5")
def tiny_fill(q, k, v, mask=None):
    scores = scaled(q, k)
    return softmax(scores if mask is None else np.where(mask, scores, -1e-9)) @ v


@faulty("hidden score is 0")
def scores_times_mask(q, k, v, mask=None):
    scores = scaled(q, k)
    return softmax(scores if mask is None else scores * mask) @ v


@faulty("lowered a little", "lucidrains/nGPT-pytorch#11")
def minus_ten(q, k, v, mask=None):
    scores = scaled(q, k)
    return softmax(scores if mask is None else np.where(mask, scores, -10)) @ v


@faulty("lowered a little", "huggingface/transformers#14859")
def minus_ten_thousand_added(q, k, v, attention_mask=None):
    scores = scaled(q, k)
    if attention_mask is not None:
        scores = scores + (1.0 - attention_mask) * -1e4
    return softmax(scores) @ v


@faulty("lowered a little", "karpathy/minGPT#75")
def minus_ten_thousand_filled(q, k, v, mask=None):
    scores = scaled(q, k)
    return softmax(scores if mask is None else np.where(mask, scores, -1e4)) @ v


@faulty("boolean mask is added", "harvard-edge/cs249r_book#1785")
def boolean_added(q, k, v, mask=None):
    scores = scaled(q, k)
    return softmax(scores if mask is None else scores + mask) @ v


@faulty("mask has no effect")
def mask_ignored(q, k, v, mask=None):
    return softmax(scaled(q, k)) @ v


@faulty("mask has no effect")
def mask_ignored_under_another_name(q, k, v, attn_mask=None):
    return softmax(scaled(q, k)) @ v


@faulty("mask has no effect")
def keywords_swallowed(q, k, v, **kwargs):
    return softmax(scaled(q, k)) @ v


@faulty("mask comes after the softmax, so", "huggingface/pytorch-image-models#2236")
def masked_late(q, k, v, mask=None):
    weights = softmax(scaled(q, k))
    return (weights if mask is None else weights * mask) @ v


@faulty("shared out again")
def masked_late_and_shared_again(q, k, v, mask=None):
    weights = softmax(scaled(q, k))
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ v


@faulty("mask is transposed")
def mask_transposed(q, k, v, mask=None):
    scores = scaled(q, k)
    if mask is not None and mask.shape == mask.T.shape:
        mask = mask.T
    return shared(scores if mask is None else np.where(mask, scores, -np.inf)) @ v


@faulty("may read nothing gets NaN", "pytorch/pytorch#103963")
def nan_for_nothing(q, k, v, mask=None):
    scores = scaled(q, k)
    return softmax(scores if mask is None else np.where(mask, scores, -np.inf)) @ v


@faulty("one row of the mask")
def first_row_of_the_mask(q, k, v, mask=None):
    scores = scaled(q, k)
    return shared(scores if mask is None else np.where(mask[0], scores, -np.inf)) @ v


@faulty("nobody asked for causal order")
def always_causal(q, k, v):
    scores = scaled(q, k)
    return softmax(np.where(np.tri(*scores.shape, dtype=bool), scores, -np.inf)) @ v


@faulty("causal.*has no effect", "vllm-project/vllm-omni#7324")
def causal_flag_ignored(q, k, v, causal=False):
    return softmax(scaled(q, k)) @ v


@faulty("causal.*own place")
def causal_without_oneself(q, k, v, is_causal=False):
    scores = scaled(q, k)
    if is_causal:
        scores = np.where(np.tri(*scores.shape, k=-1, dtype=bool), scores, -np.inf)
    return shared(scores) @ v


@faulty("causal.*turned round")
def causal_turned_round(q, k, v, causal=False):
    scores = scaled(q, k)
    if causal:
        scores = np.where(np.triu(np.ones(scores.shape, dtype=bool)), scores, -np.inf)
    return shared(scores) @ v


@faulty("causal.*place after its own")
def causal_one_too_far(q, k, v, causal=False):
    scores = scaled(q, k)
    if causal:
        scores = np.where(np.tri(*scores.shape, k=1, dtype=bool), scores, -np.inf)
    return shared(scores) @ v


# --- Heads ------------------------------------------------------------------------------------------------


@faulty("heads are scrambled", "reczoo/FuxiCTR#30")
def heads_scrambled_on_the_way_in(q, k, v, heads=2):
    q, k, v = (x.reshape(heads, len(x), -1) for x in (q, k, v))
    output = softmax(q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1])) @ v
    return np.concatenate(list(output), axis=1)


@faulty("heads are scrambled", "jsbaan/transformer-from-scratch#6")
def heads_scrambled_on_the_way_out(q, k, v, n_heads=2):
    n = len(q)
    q, k, v = (x.reshape(len(x), n_heads, -1).transpose(1, 0, 2) for x in (q, k, v))
    output = softmax(q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])) @ v
    return output.reshape(n, -1)


@faulty(r"\(d, h\)")
def width_before_heads(q, k, v, heads=2):
    q, k, v = (x.reshape(len(x), -1, heads).transpose(2, 0, 1) for x in (q, k, v))
    output = softmax(q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])) @ v
    return output.transpose(1, 2, 0).reshape(output.shape[1], -1)


@faulty("heads read each other")
def over_the_heads(q, k, v, heads=2):
    q, k, v = (x.reshape(len(x), heads, -1) for x in (q, k, v))
    output = softmax(q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1])) @ v
    return output.reshape(len(q), -1)


@faulty("runs over the heads")
def softmax_over_the_heads(q, k, v, heads=2):
    q, k, v = (x.reshape(len(x), heads, -1).swapaxes(0, 1) for x in (q, k, v))
    output = softmax(q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1]), axis=0) @ v
    return output.swapaxes(0, 1).reshape(output.shape[1], -1)


@faulty("runs over the heads", "FudanNLP/fastNLP#254", axes=4)
def axis_counted_from_the_front(q, k, v):
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    return softmax(scores, axis=1) @ v


@faulty("stacked tables are mixed")
def batch_summed(q, k, v):
    scores = np.einsum("bid,cjd->bij", q, k) / math.sqrt(q.shape[-1])
    return np.einsum("bij,bjc->bic", softmax(scores), v)


# --- Streaming ----------------------------------------------------------------------------------------------


def streamed(q, k, v, *, tile=4, totals=True, outputs=True, last=True):
    best = np.full((len(q), 1), -np.inf)
    total, output = np.zeros((len(q), 1)), np.zeros((len(q), v.shape[1]))
    stop = len(k) if last else max(len(k) // tile * tile, 1)
    for start in range(0, stop, tile):
        scores = q @ k[start : min(start + tile, stop)].T / math.sqrt(q.shape[1])
        higher = np.maximum(best, scores.max(1, keepdims=True))
        grown, shrink = np.exp(scores - higher), np.exp(best - higher)
        total = (shrink if totals else 1) * total + grown.sum(1, keepdims=True)
        output = (shrink if outputs else 1) * output + grown @ v[start : min(start + tile, stop)]
        best = higher
    return output / total


@faulty("not brought to the new maximum")
def nothing_rescaled(q, k, v):
    return streamed(q, k, v, totals=False, outputs=False)


@faulty("not brought to the new maximum")
def output_not_rescaled(q, k, v):
    return streamed(q, k, v, outputs=False)


@faulty("not brought to the new maximum")
def total_not_rescaled(q, k, v):
    return streamed(q, k, v, tile=64, totals=False)


@faulty("averaged")
def tiles_averaged(q, k, v, tile=128):
    parts = [(k[i : i + tile], v[i : i + tile]) for i in range(0, len(k), tile)]
    return np.mean([softmax(scaled(q, keys)) @ values for keys, values in parts], axis=0)


@faulty("last tile is dropped")
def last_tile_dropped(q, k, v, tile=128):
    whole = len(k) // tile * tile or len(k)
    return softmax(scaled(q, k[:whole])) @ v[:whole]


# --- Two at once ----------------------------------------------------------------------------------------------


@faulty("wrong axis.*not divided by √d_k|not divided by √d_k.*wrong axis")
def axis_and_scale(q, k, v):
    return softmax(q @ k.T, axis=0) @ v


@faulty("not divided by √d_k.*inverted|inverted.*not divided by √d_k")
def scale_and_polarity(q, k, v, mask=None):
    scores = q @ k.T
    return shared(scores if mask is None else np.where(mask, -np.inf, scores)) @ v


@faulty("overflow.*hidden score is 0|hidden score is 0.*overflow")
def overflow_and_zero_fill(q, k, v, mask=None):
    scores = scaled(q, k)
    grown = np.exp(scores if mask is None else scores * mask)
    return grown / grown.sum(axis=-1, keepdims=True) @ v


@faulty("keepdims.*wrong scale|wrong scale.*keepdims")
def keepdims_and_scale(q, k, v):
    grown = np.exp(q @ k.T / k.shape[-1])
    return grown / grown.sum(axis=-1) @ v


@faulty("scrambled.*all heads together|all heads together.*scrambled")
def heads_and_scale(q, k, v, heads=2):
    width = q.shape[-1]
    q, k, v = (x.reshape(heads, len(x), -1) for x in (q, k, v))
    output = softmax(q @ k.swapaxes(1, 2) / math.sqrt(width)) @ v
    return np.concatenate(list(output), axis=1)


@faulty("transposed.*comes after the softmax|comes after the softmax.*transposed")
def late_and_transposed(q, k, v, mask=None):
    weights = softmax(scaled(q, k))
    return (weights if mask is None else weights * mask.T) @ v


# --- With frameworks --------------------------------------------------------------------------------------------

try:
    import torch
except ImportError:
    torch = None


if torch is not None:

    @faulty("wrong axis")
    def torch_wrong_dimension(q, k, v):
        return torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-2) @ v

    @faulty("mask is inverted")
    def torch_mask_inverted(query, key, value, mask=None):
        scores = query @ key.transpose(-2, -1) / math.sqrt(query.size(-1))
        if mask is not None:
            scores = scores.masked_fill(mask, torch.finfo(scores.dtype).min)
        return scores.softmax(-1) @ value

    @faulty("wrong scale: the scores are not divided", "mlc-ai/mlc-llm#3426")
    def torch_not_scaled(q, k, v):
        return torch.softmax(q @ k.mT, dim=-1) @ v

    @faulty("wrong scale: the scores are not divided", dtype="bfloat16")
    def torch_not_scaled_in_bfloat16(q, k, v):
        return torch.softmax(q @ k.mT, dim=-1) @ v

    @faulty("may read nothing gets NaN")
    def torch_nan_for_nothing(q, k, v, attn_mask=None):
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        if attn_mask is not None:
            scores = scores.masked_fill(~attn_mask, float("-inf"))
        return scores.softmax(-1) @ v

    @faulty("runs over the heads", axes=4)
    def torch_softmax_over_the_heads(q, k, v):
        return torch.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=1) @ v


try:
    import jax
    from jax import numpy as jnp
except ImportError:
    jax = None


if jax is not None:

    @faulty("wrong axis")
    @jax.jit
    def jax_wrong_axis(q, k, v):
        return jax.nn.softmax(q @ k.T / jnp.sqrt(k.shape[-1]), axis=0) @ v

    @faulty("wrong scale.*d_k, or twice")
    def jax_scaled_twice(q, k, v):
        return jax.nn.softmax(q @ k.T / k.shape[-1]) @ v
