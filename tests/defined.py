"""The definition with every option of the drop-ins: what it does not know is told as a mask."""

import numpy as np

from softlookup import lookup


def attention(q, k, v, **options):
    """What a drop-in must return: (*lead, n_q, d_v) in float64."""
    given = told(q, k, v, **options)
    return lookup.attention(*given.pop("arrays"), **given)


def weights(q, k, v, **options):
    """What a drop-in must return as weights: (*lead, n_q, n_k), without the one of the sink."""
    given = told(q, k, v, **options)
    queries, keys, _ = given.pop("arrays")
    return lookup.attention_weights(queries, keys, **given)[..., : np.shape(k)[-2]]


def may_read(lead, n_q, n_k, causal=False, window=None, key_start=None, key_stop=None):
    """Who may read what, query by query and key by key."""
    starts = np.broadcast_to(0 if key_start is None else key_start, lead)
    stops = np.broadcast_to(n_k if key_stop is None else key_stop, lead)
    may = np.zeros((*lead, n_q, n_k), bool)
    for *index, i, j in np.ndindex(may.shape):
        start, stop = starts[tuple(index)], stops[tuple(index)]
        place = i + (stop - n_q if causal == "lower right" else 0)
        in_order = causal is False or j <= place
        near = window is None or abs(place - j) <= window
        may[*index, i, j] = start <= j < stop and in_order and near
    return may


def told(
    q, k, v, *, mask=None, scale=None, softcap=None, sinks=None, grouped=False, **order
) -> dict:
    """Options of the definition, and arrays to which a sink has been added as an entry of value 0."""
    q, k, v = (np.asarray(x, float) for x in (q, k, v))
    shared = [x.shape[:-2] for x in (k, v)]
    if grouped:
        shared = [(*lead[:-1], 1) for lead in shared]
    lead = np.broadcast_shapes(q.shape[:-2], *shared)
    n_q, n_k = q.shape[-2], k.shape[-2]
    bias = np.where(may_read(lead, n_q, n_k, **order), 0.0, -np.inf)
    if mask is not None:
        mask = np.asarray(mask)
        added = np.where(mask, 0.0, -np.inf) if mask.dtype == bool else mask.astype(float)
        bias = np.where(bias == 0, added, -np.inf)
    if sinks is not None:
        k, v = (np.concatenate([x, np.zeros_like(x[..., :1, :])], axis=-2) for x in (k, v))
        column = np.broadcast_to(np.asarray(sinks, float)[..., None, None], (*lead, n_q, 1))
        bias = np.concatenate([np.broadcast_to(bias, (*lead, n_q, n_k)), column], axis=-1)
    scale = 1 / max(q.shape[-1], 1) ** 0.5 if scale is None else scale
    return {"arrays": (q, k, v), "mask": bias, "scale": scale, "softcap": softcap or None}
