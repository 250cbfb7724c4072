"""Random and edge inputs for the lookup in the browser, each with what the Python one answers.

A case names a function of lookup.js and gives its arguments; the expected result comes from
src/softlookup/lookup.py, or from NumPy for what that file does not hold. An error is a result too.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from softlookup import lookup

RAISES = "raises"
COLDEST = math.ulp(0.0)


@dataclass(frozen=True)
class Case:
    """One call in the browser and its answer in Python."""

    call: str
    arguments: list[Any]
    expected: Any


def plain(found: Any) -> Any:
    """Arrays and tuples as lists; what JSON cannot say as a string."""
    if isinstance(found, np.ndarray | np.generic):
        return plain(found.tolist())
    if isinstance(found, list | tuple):
        return [plain(item) for item in found]
    if isinstance(found, dict):
        return {name: plain(item) for name, item in found.items()}
    if isinstance(found, float) and not math.isfinite(found):
        return {"number": str(found)}  # inf, -inf or nan
    return found


def case(call: str, compute: Callable[..., Any], *arguments: Any) -> Case:
    """The call with what Python answers, which may be an error."""
    try:
        expected = plain(compute(*arguments))
    except (ValueError, KeyError):
        expected = RAISES
    return Case(call, [plain(argument) for argument in arguments], expected)


# --- What lookup.py does not hold -----------------------------------------------------------------


def entropy(weights: Any) -> float:
    present = np.asarray([w for w in weights if w > 0])
    return float(-(present * np.log(present)).sum())


def entries_read(weights: Any) -> float:
    return math.exp(entropy(weights))


def shares_on_arrival(scores: Any, temperature: float = 1.0) -> list[float]:
    lookup.softmax(scores, temperature)  # refuses the temperatures that must be refused
    return [lookup.softmax(scores[: j + 1], temperature)[j] for j in range(len(scores))]


def powers(scores: Any, temperature: float = 1.0) -> Any:
    lookup.softmax(scores, temperature)  # refuses the temperatures that must be refused
    with np.errstate(over="ignore", under="ignore"):
        return np.exp(np.asarray(scores, dtype=float) / temperature)


def naive_softmax(scores: Any) -> Any:
    raised = powers(scores)
    with np.errstate(invalid="ignore"):
        return raised / raised.sum()


def scores_of(query: Any, keys: Any) -> list[float]:
    return [lookup.dot(query, key) for key in keys]


def blend(weights: Any, values: Any) -> Any:
    if len(weights) != len(values):
        raise ValueError(f"{len(weights)} weights, {len(values)} values")
    columns = np.asarray(values, dtype=float).reshape(len(weights), -1).T
    sums = [
        sum((w * v for w, v in zip(weights, column, strict=True) if w != 0), 0.0)
        for column in columns.tolist()
    ]
    return sums if np.ndim(values) == 2 else sums[0]


def gradients(query: Any, keys: Any, values: Any, temperature: float = 1.0) -> dict[str, Any]:
    found = lookup.soft_lookup_gradients(query, keys, values, temperature)
    return {"query": found.queries, "keys": found.keys, "values": found.values}


def slopes_of(state: dict[str, Any]) -> dict[str, Any]:
    query, keys, temperature = state["query"], state["keys"], state["temperature"]
    if temperature == COLDEST:
        flat = {"query": np.zeros(np.shape(query)), "keys": np.zeros(np.shape(keys))}
        return {**flat, "values": lookup.soft_weights(query, keys, temperature)}
    return gradients(query, keys, state["values"], temperature)


def partial(part: lookup.Partial) -> dict[str, Any]:
    return {"maximum": part.maximum, "total": part.total, "weighted": float(part.weighted)}


def read_part(query: Any, keys: Any, values: Any) -> dict[str, Any]:
    return partial(
        lookup.read_part(query, np.reshape(keys, (len(keys), len(query))), np.asarray(values))
    )


def _part(given: dict[str, Any]) -> lookup.Partial:
    return lookup.Partial(given["maximum"], given["total"], np.asarray(given["weighted"]))


def merge(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return partial(lookup.merge(_part(one), _part(other)))


def finish(part: dict[str, Any]) -> float:
    return float(lookup.finish(_part(part)))


def exact_lookup(query: Any, keys: Any, values: Any) -> Any:
    try:
        return lookup.exact_lookup(query, keys, values)
    except KeyError:
        return None  # undefined in the browser


def answers_over(
    box: dict[str, float], columns: int, rows: int, keys: Any, values: Any, temperature: float
) -> list[float]:
    wide = (box["right"] - box["left"]) / columns
    high = (box["top"] - box["bottom"]) / rows
    return [
        float(
            lookup.soft_lookup(
                [box["left"] + (column + 0.5) * wide, box["top"] - (row + 0.5) * high],
                keys,
                values,
                temperature,
            )
        )
        for row in range(rows)
        for column in range(columns)
    ]


def scores_by(measure: str, query: Any, keys: Any) -> list[float]:
    compare = {"dot": lookup.dot, "cosine": lookup.cosine}[measure]
    return [compare(query, key) for key in keys]


def best(scores: Any, count: int) -> list[int]:
    return sorted(range(len(scores)), key=lambda j: -scores[j])[:count]


def measures(query: Any, key: Any) -> dict[str, Any]:
    """By the components along and across the query, where the browser takes products."""
    with np.errstate(invalid="ignore"):
        asked, found = np.complex128(complex(*query)), np.complex128(complex(*key))
        direction = asked / np.abs(asked)
        turned = found * np.conj(direction)  # the key as the query sees it
        angle = float(np.degrees(abs(np.angle(turned)))) if any(query) and any(key) else math.nan
        agreement = turned.real / np.abs(turned)
    foot = direction * turned.real
    return {
        "score": lookup.dot(query, key),
        "shadow": turned.real,
        "foot": [foot.real, foot.imag],
        "cosine": agreement,
        "angle": angle,
    }


def softmax_down(scores: Any) -> Any:
    return np.stack([lookup.softmax(column) for column in np.transpose(scores)], axis=1)


def split_heads(rows: Any, heads: int) -> Any:
    return np.stack(np.split(np.asarray(rows), heads, axis=1))


def reshape_heads(rows: Any, heads: int) -> Any:
    return np.reshape(rows, (heads, len(rows), -1))


def gated(scores: Any, values: Any, factor: float) -> dict[str, Any]:
    weights = factor * lookup.softmax(scores)
    softened = lookup.softmax(np.multiply(factor, scores))
    return {
        name: {"weights": w, "total": w.sum(), "output": w @ np.asarray(values)}
        for name, w in (("output", weights), ("scores", softened))
    }


def masked_weights(scores: Any, may_read: Any, empty: str = "zeros") -> Any:
    if not any(may_read):
        weight = {"zeros": 0.0, "nan": math.nan, "even": 1 / len(scores)}[empty]
        return [weight] * len(scores)
    return lookup.softmax(np.where(may_read, scores, -np.inf))


def borders(keys: Any) -> list[list[float]]:
    """Turn each difference of two keys by a right angle, both ways; keep what no key beats."""
    found = []
    for i, one in enumerate(keys):
        for other in keys[i + 1 :]:
            difference = complex(*np.subtract(one, other))
            for turn in (1j, -1j) if difference else ():
                direction = turn * difference / abs(difference)
                vector = [direction.real, direction.imag]
                if max(scores_of(vector, keys)) <= lookup.dot(vector, one) + 1e-9:
                    found.append(vector)
    return found


def reading(state: dict[str, Any]) -> dict[str, Any]:
    query, keys, values = state["query"], state["keys"], state["values"]
    scores = scores_of(query, keys)
    if not state["exact"]:
        weights = lookup.softmax(scores, state["temperature"])
        output = lookup.soft_lookup(query, keys, values, state["temperature"])
        return {"scores": scores, "weights": weights, "output": output}
    output = exact_lookup(query, keys, values)
    if output is None:
        nothing = [math.nan] * len(keys)
        return {"scores": scores, "weights": nothing, "output": math.nan}
    hit = exact_lookup(query, keys, range(len(keys)))
    return {
        "scores": scores,
        "weights": [float(j == hit) for j in range(len(keys))],
        "output": output,
    }


# --- Edges ----------------------------------------------------------------------------------------

_INF, _NAN = math.inf, math.nan
_EDGE_SCORES = [
    [],
    [0.0],
    [-_INF],
    [-_INF, -_INF],
    [3.0, 2.0, 1.0],
    [2.0, 2.0, 2.0],
    [1000.0, 1001.0],
    [-1000.0, -1001.0],
    [1e308, -1e308],
    [1e308, 1e308, 0.0],
    [_INF, 1.0, _INF],
    [_INF, -_INF],
    [-_INF, 5.0, 4.0],
    [_NAN, 1.0],
    [1.0, _NAN, -_INF],
    [0.0, -745.0, -746.0],
    [1e-320, 0.0],
]
_EDGE_TEMPERATURES = [COLDEST, 1e-3, 0.5, 1.0, 2.0, 1e6, _INF, 0.0, -1.0, _NAN]
_PLANE = {"left": -2.4, "right": 3.4, "bottom": -1.4, "top": 2.8}
_KEYS = [[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]]
_VALUES = [10.0, 5.0, 2.0]


def edges() -> Iterator[Case]:
    """Ties, overflow, −∞, NaN, nothing at all, and what must be refused."""
    for scores in _EDGE_SCORES:
        for temperature in _EDGE_TEMPERATURES:
            # ∞ over ∞: NaN here and there, and nothing that a page would show.
            yield case("softmax", lookup.softmax, scores, temperature)
            if _NAN not in scores:
                yield case("sharesOnArrival", shares_on_arrival, scores, temperature)
    yield case("softmax", lookup.softmax, [3.0, 2.0, 1.0])
    yield case("sharesOnArrival", shares_on_arrival, [3.0, 2.0, 1.0])
    yield case("softWeights", lookup.soft_weights, [1.0, 1.0], _KEYS)
    yield case("gradients", gradients, [1.0, 1.0], _KEYS, _VALUES)
    for temperature in (COLDEST, 0.5, _INF):
        for query in ([1.0, 1.0], [2.0, 0.0]):
            state = {"query": query, "keys": _KEYS, "values": _VALUES, "temperature": temperature}
            yield case("slopesOf", slopes_of, state)
    yield case("spread", np.std, [4.0])
    for temperature in (1.0, 0.5, 0.0, _INF):
        yield case("powers", powers, [3.0, 2.0, -1000.0, 1000.0], temperature)
    yield case("powers", powers, [3.0, 2.0, 1.0])
    for scores in ([3.0, 2.0, 1.0], [1000.0, 999.0], [-1000.0, -1001.0]):
        yield case("naiveSoftmax", naive_softmax, scores)
    for may_read in ([False] * 3, [True, False, True], [False, True, False], [True] * 3):
        for empty in ("zeros", "nan", "even"):
            yield case("maskedWeights", masked_weights, [3.0, _NAN, 1.0], may_read, empty)
            yield case("maskedWeights", masked_weights, [3.0, 2.0, 1.0], may_read, empty)
    for query, key in [
        ([1.0, 1.0], [2.0, 1.0]),
        ([1.0, 1.0], [-1.0, 1.0]),
        ([1.0, 1.0], [-1.0, -1.0]),
        ([2.0, 0.0], [1.0, 0.0]),
        ([1.0, 1.0], [0.0, 0.0]),
        ([0.0, 0.0], [1.0, 2.0]),
    ]:
        yield case("measures", measures, query, key)
    for count in (0, 1, 3, 9):
        yield case("best", best, [1.0, 3.0, 2.0, 3.0, -1.0], count)
    rows = np.arange(12.0).reshape(2, 6).tolist()
    for heads in (1, 2, 3, 6):
        yield case("splitHeads", split_heads, rows, heads)
        yield case("reshapeHeads", reshape_heads, rows, heads)
    yield case("splitHeads", split_heads, rows[:1], 2)
    yield case("reshapeHeads", reshape_heads, rows[:1], 2)
    for factor in (0.0, 0.1, 0.5, 1.0):
        yield case("gated", gated, [3.0, 2.0, 1.0], _VALUES, factor)
    yield case("transpose", np.transpose, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    yield case("dot", lookup.dot, [], [])
    yield case("dot", lookup.dot, [1.0], [1.0, 2.0])
    yield case("dot", lookup.dot, [1e200], [1e200])
    for a, b in [([0.0, 0.0], [1.0, 2.0]), ([3.0, 4.0], [0.0, 0.0]), ([1e200, 0.0], [1e-200, 1.0])]:
        yield case("cosine", lookup.cosine, a, b)
    for weights in ([1.0, 0.0], [0.0], [0.25] * 4, []):
        yield case("entropy", entropy, weights)
        yield case("entriesRead", entries_read, weights)
    yield case("blend", blend, [1.0, 0.0], [2.0, _NAN])
    yield case("blend", blend, [1.0, 0.0], [[2.0, 1.0], [_INF, _NAN]])
    yield case("blend", blend, [1.0], [2.0, 3.0])
    yield case("softLookup", lookup.soft_lookup, [1.0, 1.0], np.zeros((0, 2)), [])
    yield case("softLookup", lookup.soft_lookup, [1.0, 1.0], _KEYS, [10.0, 5.0])
    yield case("softLookup", lookup.soft_lookup, [1.0, 1.0], _KEYS, _VALUES)
    yield case("softLookup", lookup.soft_lookup, [2.0, 0.0], _KEYS, _VALUES, COLDEST)
    yield case("softLookup", lookup.soft_lookup, [1.0, 1.0], _KEYS, _VALUES, 0.0)
    for query in ([2.0, 1.0], [2.0, 0.5], [2.0], [2.0, 1.0, 0.0]):
        yield case("exactLookup", exact_lookup, query, [*_KEYS, [2.0, 1.0]], [*_VALUES, 7.0])
    yield case("exactLookup", exact_lookup, [2.0, 1.0], _KEYS, [1.0])
    nothing = {"maximum": -_INF, "total": 0.0, "weighted": 0.0}
    # What a part that has read nothing carries must not count, whatever it is.
    stale = {"maximum": -_INF, "total": 5.0, "weighted": 7.0}
    some = {"maximum": 3.0, "total": 1.5, "weighted": 4.0}
    endless = {"maximum": _INF, "total": 1.0, "weighted": 4.0}
    for one in (nothing, stale, some, endless):
        for other in (nothing, stale, some, endless):
            yield case("merge", merge, one, other)
        yield case("finish", finish, one)
    yield case("readPart", read_part, [1.0, 1.0], [], [])
    yield case("readPart", read_part, [1.0, 1.0], _KEYS, [1.0])
    for keys in (_KEYS, [[1.0, 1.0]] * 2, [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], [[1.0, 2.0]], []):
        yield case("borders", borders, keys)
    for temperature in (COLDEST, 0.05, 1.0, _INF, 0.0):
        yield case("answersOver", answers_over, _PLANE, 6, 5, _KEYS, _VALUES, temperature)
    for query in ([2.0, 1.0], [2.0, 0.0], [1.0, 1.0]):
        for exact in (True, False):
            for temperature in (COLDEST, 1.0, _INF):
                state = {
                    "query": query,
                    "keys": _KEYS,
                    "values": _VALUES,
                    "temperature": temperature,
                    "exact": exact,
                }
                yield case("reading", reading, state)


# --- Random ---------------------------------------------------------------------------------------


def _numbers(draw: np.random.Generator, *shape: int) -> Any:
    """Mostly ordinary numbers, sometimes small integers, which tie."""
    if draw.random() < 0.3:
        return draw.integers(-3, 4, shape).astype(float).tolist()
    return (draw.normal(size=shape) * 2).tolist()


def _random_case(draw: np.random.Generator, kind: int) -> Case:
    n, d = int(draw.integers(1, 7)), int(draw.integers(1, 6))
    temperature = float(draw.choice([COLDEST, 0.05, 0.3, 1.0, 1.7, 20.0, _INF]))
    warm = float(draw.uniform(0.2, 5))
    query, other, keys, values = (_numbers(draw, *s) for s in ((d,), (d,), (n, d), (n,)))
    plane, three = _numbers(draw, n, 2), _numbers(draw, n, 3)
    state = {
        "query": plane[0] if draw.random() < 0.3 else _numbers(draw, 2),
        "keys": plane,
        "values": values,
        "temperature": temperature,
        "exact": bool(draw.random() < 0.5),
    }
    weights = draw.dirichlet(np.ones(n)).tolist()
    mask = (draw.random(n) < 0.6).tolist()
    kinds: list[Callable[[], Case]] = [
        lambda: case("dot", lookup.dot, query, other),
        lambda: case("cosine", lookup.cosine, query, other),
        lambda: case("softmax", lookup.softmax, np.multiply(values, 100).tolist(), temperature),
        lambda: case("scoresOf", scores_of, query, keys),
        lambda: case("scoresBy", scores_by, draw.choice(["dot", "cosine"]).item(), query, keys),
        lambda: case("best", best, values, int(draw.integers(0, 7))),
        lambda: case("measures", measures, _numbers(draw, 2), _numbers(draw, 2)),
        lambda: case("softmaxDown", softmax_down, keys),
        lambda: case("gated", gated, values, values, draw.random()),
        lambda: case("softLookup", lookup.soft_lookup, query, keys, values, temperature),
        lambda: case("softLookup", lookup.soft_lookup, query, keys, three, warm),
        lambda: case("softWeights", lookup.soft_weights, query, keys, temperature),
        lambda: case("blend", blend, weights, three),
        lambda: case("entropy", entropy, weights),
        lambda: case("entriesRead", entries_read, weights),
        lambda: case("sharesOnArrival", shares_on_arrival, values, warm),
        lambda: case("gradients", gradients, query, keys, values, warm),
        lambda: case(
            "slopesOf",
            slopes_of,
            {"query": query, "keys": keys, "values": values, "temperature": warm},
        ),
        lambda: case("spread", np.std, values),
        lambda: case("readPart", read_part, query, keys, values),
        lambda: case(
            "merge", merge, read_part(query, keys, values), read_part(other, keys, values)
        ),
        lambda: case(
            "project", lambda rows, w: np.asarray(rows) @ np.asarray(w), keys, asked_by(d)
        ),
        lambda: case("maskedWeights", masked_weights, values, mask),
        lambda: case("answersOver", answers_over, _PLANE, 4, 3, plane, values, warm),
        lambda: case("borders", borders, plane[:3]),
        lambda: case("reading", reading, state),
    ]

    def asked_by(width: int) -> Any:
        return _numbers(draw, width, 3)

    return kinds[kind % len(kinds)]()


def cases(count: int) -> list[Case]:
    """All edges, then random ones in turn, `count` together."""
    draw = np.random.default_rng(2026)
    found = list(edges())
    with np.errstate(invalid="ignore"):
        found += [_random_case(draw, kind) for kind in range(count - len(found))]
    return found
