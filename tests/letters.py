"""What the letters of a page's formulas stand for, as numbers: random ones, worked on by the oracle.

One set for each way in which a page uses its letters. `range` is how far an index runs.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from softlookup.steps.attention import attention

from equations import Letters, UnknownError
from softlookup import examples, lookup

_RANDOM = np.random.default_rng(20261118)
_STEP = 1e-5  # of a difference quotient
N = 4  # entries; d_k is smaller, so that 1, 2, …, d_k leaves nothing out


def _draw(*shape: int) -> Any:
    return _RANDOM.normal(size=shape)


def _softmax(scores: Any) -> Any:
    """Row by row, as the site does."""
    if not np.ndim(scores):
        raise UnknownError("softmax of a single number")
    rows = np.asarray(scores).reshape(-1, np.shape(scores)[-1])
    return np.array([lookup.softmax(row) for row in rows]).reshape(np.shape(scores))


def _sigma(number: Any) -> Any:
    """The weight of the first of two entries whose scores differ by a number."""
    return lookup.softmax([float(number), 0.0])[0]


def _slope(function: Callable[[Any], Any], at: Any) -> Any:
    """How a function moves with its input, from both sides; axes of the input first."""
    at = np.asarray(at, dtype=float)
    found = np.empty((*at.shape, *np.shape(function(at))))
    for place in np.ndindex(at.shape):
        step = np.zeros_like(at)
        step[place] = _STEP
        found[place] = (function(at + step) - function(at - step)) / (2 * _STEP)
    return found


def _one_query() -> dict[str, Any]:
    """The letters of the whole site: one query, its dictionary, its answer."""
    q, k, v = _draw(3), _draw(N, 3), _draw(N, 2)
    s = np.array([lookup.dot(q, key) for key in k])
    found = {"q": q, "k": k, "v": v, "s": s, "a": lookup.softmax(s)}
    found |= {"o": np.asarray(lookup.soft_lookup(q, k, v)), "m": max(s), "range": N}
    found |= {"n_q": 5, "n_k": N, "d_k": 3, "d_v": 2, "n": N}
    return found | {"softmax": _softmax, "σ": _sigma, "score": lookup.dot, "z": 0.3, "x": 0.7}


def _many_queries() -> dict[str, Any]:
    """A matrix of each: Q, K, V, the scores of all pairs and their weights."""
    q, k, v = _draw(5, 3), _draw(N, 3), _draw(N, 2)
    s = np.array([[lookup.dot(row, key) for key in k] for row in q])
    scaled = _draw(5, N)
    found = {"Q": q, "K": k, "V": v, "q": q, "k": k, "s": s, "attention": attention}
    weights = _softmax(s / np.sqrt(3) + scaled)
    found |= {"S": s, "M": scaled, "A": weights, "O": weights @ v, "a": _softmax(s)}
    return found | {"range": N, "n_q": 5, "n_k": N, "d_k": 3, "d_v": 2, "softmax": _softmax}


def _exact() -> Letters:
    one = _one_query()
    return one | {"q": one["k"][2], "o": one["v"][2]}


def _gradients() -> Letters:
    one = _one_query()
    q, k, v = one["q"], one["k"], _draw(N)
    answer = float(lookup.softmax(one["s"]) @ v)
    moved = {
        "do/ds": _slope(lambda s: lookup.softmax(s) @ v, one["s"]),
        "do/dq": _slope(lambda query: lookup.soft_lookup(query, k, v), q),
        "do/dk": _slope(lambda keys: lookup.soft_lookup(q, keys, v), k),
    }
    return one | moved | {"v": v, "o": answer, "h": 1e-4, "nearly": True}


def _heads() -> list[Letters]:
    x, d_k = _draw(5, 6), 3
    w = {f"W_{name}": _draw(N, 6, d_k) for name in "QKV"}
    heads = [
        attention(x @ w["W_Q"][i], x @ w["W_K"][i], x @ w["W_V"][i], scale=d_k**-0.5)
        for i in range(N)
    ]
    each = w | {"X": x, "H": np.array(heads), "d_k": d_k, "softmax": _softmax, "range": N}
    c, q, w_k, w_v = _draw(5, 2), _draw(d_k), _draw(2, d_k), _draw(2, d_k)
    weights = lookup.softmax(c @ w_k @ q / np.sqrt(d_k))
    latent = {"C": c, "q": q, "W_K": w_k, "W_V": w_v, "a": weights, "o": weights @ (c @ w_v)}
    out, x_one, w_one = _draw(N, d_k, 6), _draw(6), _draw(N, 6)
    gates = np.array([_sigma(x_one @ w_one[i]) for i in range(N)])
    blended = sum(gates[i] * heads[i] @ out[i] for i in range(N))
    gated = {"W_O": out, "H": np.array(heads), "g": gates, "x": x_one, "w": w_one, "σ": _sigma}
    latent |= {"c": c[0], "d_k": d_k, "softmax": _softmax, "range": N}
    return [each, latent, gated | {"output": blended, "range": N}, _one_query()]


def _limits() -> list[Letters]:
    one = _one_query()
    extra = lookup.softmax([*one["s"], 0.0])[
        :-1
    ]  # one more entry, whose score is 0 and value nothing
    without = [
        lookup.soft_lookup(one["q"], np.delete(one["k"], j, 0), np.delete(one["v"], j, 0))
        for j in range(N)
    ]
    b = 0.4
    sunk = lookup.softmax([*one["s"], b])[:-1] @ one["v"]
    total = np.log(sum(np.exp(s) for s in one["s"]))
    sink = {"o_extra": sunk, "o_plain": one["o"], "b": b, "L": total}
    return [one | {"a": extra}, one | {"v": _draw(2)}, one | {"o_−": without}, one | sink]


def _masks() -> list[Letters]:
    many = _many_queries()
    m = (_RANDOM.random((5, N)) < 0.6) | np.eye(5, N, dtype=bool)
    m[4, 0] = True
    kept = np.where(m, many["s"], -np.inf)
    weighed = many | {"m": m.astype(float), "a": _softmax(kept)}
    allowed = lookup.causal_mask(3, 7, "lower right")
    last = int(np.flatnonzero(allowed[1])[-1]) + 1  # the last that query 2 may read
    return [weighed, {"i": 2, "j": last, "n_q": 3, "n_k": 7}, {r"\infty": np.inf}]


def _positions() -> list[Letters]:
    one, many = _one_query(), _many_queries()
    m = 0.3
    places = np.arange(N)
    s = many["s"][:N] - m * abs(places[:, None] - places)
    turned = {"R": _turn, "q": _draw(2), "k": _draw(2), "range": N}
    added = one | {"k": _draw(3), "p": _draw(N, 3)}
    return [added, many | {"m": m, "s": s, "a": _softmax(s)}, turned]


def _turn(place: int) -> Any:
    cosine, sine = np.cos(0.7 * place), np.sin(0.7 * place)
    return np.array([[cosine, -sine], [sine, cosine]])


def _projections() -> list[Letters]:
    x, w, w_q, w_k = _draw(N, 3), _draw(3, 2), _draw(3, 2), _draw(3, 2)
    same = np.array([[lookup.dot(a @ w, b @ w) for b in x] for a in x])
    other = np.array([[lookup.dot(a @ w_q, b @ w_k) for b in x] for a in x])
    first = {"x": x, "W": w, "s": same, "range": N}
    one = {"x": x[0], "W_Q": w_q, "W_K": w_k, "W_V": w, "v": x[0] @ w}
    one |= {"q": x[0] @ w_q, "k": x[0] @ w_k}
    return [first, one, {"x": x, "W_Q": w_q, "W_K": w_k, "s": other, "M": w_q @ w_k.T, "range": N}]


def _relatives() -> list[Letters]:
    one = _one_query()
    h, x, seen = 0.6, 0.2, _draw(N)
    bells = np.exp([-0.5 * ((x - each) / h) ** 2 for each in seen])
    kernel = {"x": x, "x_": seen, "h": h, "a": bells / bells.sum(), "range": N}  # x alone asks
    m, u, c = _draw(N, 3), _draw(3), _draw(N, 2)
    memory = {"M": m, "u": u, "c": c, "p": lookup.softmax(m @ u), "o": lookup.soft_lookup(u, m, c)}
    memory |= {"softmax": _softmax, "range": N}
    return [kernel, memory, one | {"h": h, "T": h**2, "β": 1 / h**2}]


def _streaming() -> list[Letters]:
    one = _one_query()
    q, k, v = one["q"], one["k"], one["v"]
    before = lookup.read_part(q, k[:-1], v[:-1])
    after = lookup.read_part(q, k, v)
    s = float(k[-1] @ q)
    read = {"m": before.maximum, "ℓ": before.total, "u": before.weighted, "s": s, "v": v[-1]}
    read |= {"m'": after.maximum, "ℓ'": after.total, "u'": after.weighted, "max": max, "range": N}
    kept, skipped = lookup.soft_lookup(q, k[:2], v[:2]), lookup.soft_lookup(q, k[2:], v[2:])
    sparse = {"o_kept": kept, "o_skipped": skipped, "o_full": one["o"], "range": N}
    sparse |= {"δ": one["a"][2:].sum()}
    g, n = 1.3, 7
    leading = {"a": lookup.softmax([g, *[0.0] * (n - 1)])[0], "g": g, "n": n, "range": N}
    nine_tenths = {"g": np.log(9.0) + np.log(n - 1.0), "n": n, "range": N}
    return [read, sparse, leading, nine_tenths]


def _linear() -> Letters:
    """Keys of length one at right angles, of which the query is one."""
    keys, values = np.linalg.qr(_draw(3, 3))[0], _draw(3, 2)
    answer = lookup.exact_lookup(tuple(keys[1]), [tuple(key) for key in keys], list(values))
    return {"K": keys, "V": values, "q": keys[1], "o": answer, "I": np.eye(3)}


def _temperature() -> list[Letters]:
    one = _one_query()
    s, v, t = one["s"], _draw(N), 0.8

    def weights(temperature: Any) -> Any:
        return lookup.softmax(s, float(temperature))

    def entropy(temperature: Any) -> Any:
        return -sum(a * np.log(a) for a in weights(temperature))

    a = weights(t)

    def spread(one: Any, other: Any) -> float:
        return float(a @ ((one - a @ one) * (other - a @ other)))

    hot = one | {"T": t, "a": a, "H": entropy(t), "entriesread": np.exp(entropy(t)), "v": v}
    hot |= {"dH/dT": _slope(entropy, t), "do/dT": _slope(lambda x: weights(x) @ v, t)}
    hot |= {"Var_a": lambda x: spread(x, x), "Cov_a": spread, "nearly": True}
    # The prices of racket and ball exchanged, as the page says.
    x = 0.5
    o = lookup.softmax(examples.SCORES, -1 / np.log(x)) @ examples.VALUES[[1, 0, 2]]
    g, n, at = 1.3, 7, 0.9
    p = lookup.softmax([g / at, *[0.0] * (n - 1)])[0]
    return [hot, {"x": x, "o": o, "range": N}, {"T": at, "g": g, "n": n, "p": p, "range": N}]


def _by_page() -> dict[str, list[Letters]]:
    one, many = _one_query(), _many_queries()
    a, s = one["a"], one["s"]
    slope = float(np.trace(_slope(lookup.softmax, s)))
    shapes = {"n_q": 5, "n_k": N, "d_k": 3, "d_v": 2, "range": N}
    grown = one | {"o_new": one["o"], "a": a[-1], "v": one["v"][-1]}
    grown |= {"o_old": lookup.soft_lookup(one["q"], one["k"][:-1], one["v"][:-1])}
    return {
        "exact-lookup": [_exact()],
        "gradients": [_gradients()],
        "heads": _heads(),
        "limits": _limits(),
        "many-queries": [shapes, many],
        "masks": _masks(),
        "matrix-lookup": [one | {"s": 0.05}, _linear()],
        "positions": _positions(),
        "projections": _projections(),
        "relatives": [one, *_relatives()],
        "scaling": [many | {"T": np.sqrt(3)}, one | {"slope": slope, "nearly": True}],
        "similarity": [one | {"k": one["k"][1], "cos": lookup.cosine}],
        "soft-lookup": [one, grown],
        "streaming": _streaming(),
        "temperature": _temperature(),
    }


OTHERWISE: list[Letters] = [_one_query(), _many_queries()]
LETTERS = _by_page()
