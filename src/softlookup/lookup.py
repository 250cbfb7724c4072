"""Attention from its definitions, in plain loops over floats: the judge of every snippet.

It is slow on purpose, and shares nothing with the snippets. The rules at the edges:

- A score of −∞ means "may not be read": the weight is 0. So is the weight of a score so far
  below the best that exp gives 0. An entry of weight 0 never enters, whatever its value holds.
- A query with nothing to read gets weights 0 and the output 0.
- Scores of +∞ share the whole weight evenly, as equal scores do when they grow together.
- NaN goes where it enters: from a query to its row, from a key to every query that may read it,
  from a value to its column for every query that gives it weight.
- An empty dictionary: `soft_lookup` raises ValueError, `attention` returns zeros.
- Leading axes broadcast as in NumPy. Axis −3 holds the heads; keys and values may have fewer of
  them than the queries, by a whole factor g. Then query head h reads head h // g.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Shape = tuple[int, ...]

NOT_READ = -math.inf
ALIGNMENTS = ("upper left", "lower right")


# --- What may be asked ----------------------------------------------------------------------------


def _numbers(name: str, given: ArrayLike, dimensions: tuple[int, ...] = ()) -> Floats:
    """A copy as float64, or an error that names the argument."""
    try:
        array = np.asarray(given)
    except ValueError as ragged:
        raise ValueError(f"got {name} with rows of different lengths; make them equal") from ragged
    if array.dtype.kind not in "biuf":
        raise TypeError(f"got {name} of type {array.dtype}; give real numbers")
    if dimensions and array.ndim not in dimensions:
        wanted = " or ".join(str(count) for count in dimensions)
        raise ValueError(f"got {name} of shape {array.shape}; the axes must number {wanted}")
    return np.array(array, dtype=np.float64)


def _check_temperature(temperature: float) -> None:
    if not temperature > 0:
        raise ValueError(
            f"temperature is {temperature}; give a number above 0 (near 0 the best match wins)"
        )


def _check_dictionary(query: Floats, keys: Floats, values: Floats) -> None:
    if keys.shape[1] != query.shape[0]:
        raise ValueError(
            f"query has shape {query.shape} and keys {keys.shape}; a query is as wide as a key"
        )
    if len(values) != len(keys):
        raise ValueError(
            f"keys have shape {keys.shape} and values {values.shape}; give one value a key"
        )


# --- One query ------------------------------------------------------------------------------------


def exact_lookup(query: Any, keys: Sequence[Any], values: Sequence[Any]) -> Any:
    """The value of the last key that equals the query, as in a dict; KeyError when none does."""
    if len(keys) != len(values):
        raise ValueError(f"there are {len(keys)} keys and {len(values)} values; give one each")
    for key, value in zip(reversed(keys), reversed(values), strict=True):
        if np.array_equal(key, query):
            return value
    raise KeyError(query)


def _dot(a: Floats, b: Floats) -> float:
    return float(sum(float(x) * float(y) for x, y in zip(a, b, strict=True)))


def dot(a: ArrayLike, b: ArrayLike) -> float:
    """Multiply matching coordinates and add."""
    first, second = _numbers("a", a, (1,)), _numbers("b", b, (1,))
    if first.shape != second.shape:
        raise ValueError(f"a has shape {first.shape} and b {second.shape}; make them equally long")
    return _dot(first, second)


def cosine(a: ArrayLike, b: ArrayLike) -> float:
    """The dot product of the two directions, from −1 to 1."""
    score = dot(a, b)
    lengths = [math.hypot(*_numbers("vector", vector)) for vector in (a, b)]
    if 0 in lengths:
        raise ValueError(f"a vector of length 0 has no direction: a = {a!r}, b = {b!r}")
    return score / lengths[0] / lengths[1]


def _shares(scores: Sequence[float], temperature: float = 1.0) -> list[float]:
    """exp of each score over the sum of all of them; 0 for what may not be read."""
    readable = [score for score in scores if score != NOT_READ]
    if not readable:
        return [0.0] * len(scores)
    top = max(readable)

    def grown(score: float) -> float:
        return 1.0 if score == top else math.exp((score - top) / temperature)

    total = sum(grown(score) for score in readable)
    return [0.0 if score == NOT_READ else grown(score) / total for score in scores]


def softmax(scores: ArrayLike, temperature: float = 1.0) -> Floats:
    """Positive shares that sum to 1, in the order of the scores."""
    _check_temperature(temperature)
    return np.array(_shares(_numbers("scores", scores, (1,)).tolist(), temperature))


def _blend(weights: Sequence[float], column: Floats) -> float:
    """The weighted sum of one column of values; what has no weight is not looked at."""
    read = [(weight, float(value)) for weight, value in zip(weights, column, strict=True) if weight]
    return float(sum(weight * value for weight, value in read))


def soft_weights(query: ArrayLike, keys: ArrayLike, temperature: float = 1.0) -> Floats:
    """How much of each entry a query reads."""
    asked, table = _numbers("query", query, (1,)), _numbers("keys", keys, (2,))
    _check_dictionary(asked, table, table)
    return softmax([_dot(asked, key) for key in table], temperature)


def soft_lookup(
    query: ArrayLike, keys: ArrayLike, values: ArrayLike, temperature: float = 1.0
) -> float | Floats:
    """The average of the values, weighted by the softmax of the unscaled scores over temperature.

    query (d_k,), keys (n_k, d_k), values (n_k,) → a float, or (n_k, d_v) → (d_v,).
    """
    found = _numbers("values", values, (1, 2))
    asked, table = _numbers("query", query, (1,)), _numbers("keys", keys, (2,))
    _check_dictionary(asked, table, found)
    if len(table) == 0:
        raise ValueError(f"the dictionary is empty: keys have shape {table.shape}; add an entry")
    weights = soft_weights(asked, table, temperature).tolist()
    if found.ndim == 1:
        return _blend(weights, found)
    return np.array([_blend(weights, column) for column in found.T])


class Gradients(NamedTuple):
    """How an output moves with each input. Axes of the output first, then those of the input."""

    queries: Floats
    keys: Floats
    values: Floats


def soft_lookup_gradients(
    query: ArrayLike, keys: ArrayLike, values: ArrayLike, temperature: float = 1.0
) -> Gradients:
    """All derivatives of one soft lookup, with T the temperature, w the weights, o the output.

    d o_c / d q_a  = Σ_j w_j (v_jc − o_c) k_ja / T
    d o_c / d k_ja = w_j (v_jc − o_c) q_a / T
    d o_c / d v_jb = w_j if b = c, else 0
    """
    output = np.atleast_1d(soft_lookup(query, keys, values, temperature))
    asked, table = _numbers("query", query), _numbers("keys", keys)
    found = _numbers("values", values).reshape(len(table), len(output))
    weights = soft_weights(asked, table, temperature)
    entries, width, columns = len(table), len(asked), len(output)
    by_query = np.zeros((columns, width))
    by_keys = np.zeros((columns, entries, width))
    by_values = np.zeros((columns, entries, columns))
    for c in range(columns):
        for j in range(entries):
            by_values[c, j, c] = weights[j]
            for a in range(width):
                pull = weights[j] * (found[j, c] - output[c]) / temperature
                by_query[c, a] += pull * table[j, a]
                by_keys[c, j, a] = pull * asked[a]
    if np.ndim(values) == 1:  # a scalar output has no axis
        return Gradients(by_query[0], by_keys[0], by_values[0, :, 0])
    return Gradients(by_query, by_keys, by_values)


# --- A lookup in parts ----------------------------------------------------------------------------


class Partial(NamedTuple):
    """What one query has read so far, ready to be merged with what it reads elsewhere."""

    maximum: float  # the best score seen, −∞ before the first
    total: float  # the sum of exp(score − maximum)
    weighted: Floats  # the sum of exp(score − maximum) × value


def read_part(query: ArrayLike, keys: ArrayLike, values: ArrayLike) -> Partial:
    """Read some entries of a dictionary, or none, with unscaled scores."""
    found = _numbers("values", values, (1, 2))
    asked, table = _numbers("query", query, (1,)), _numbers("keys", keys, (2,))
    _check_dictionary(asked, table, found)
    part = Partial(NOT_READ, 0.0, np.zeros(found.shape[1:]))
    for key, value in zip(table, found, strict=True):
        part = merge(part, Partial(_dot(asked, key), 1.0, np.asarray(value)))
    return part


def merge(one: Partial, other: Partial) -> Partial:
    """Two partial results as one: both are brought to the larger maximum, then added."""
    maximum = max(one.maximum, other.maximum)
    if maximum == NOT_READ:
        return Partial(NOT_READ, 0.0, np.zeros_like(one.weighted))
    parts = [part for part in (one, other) if part.maximum != NOT_READ]
    factors = [
        1.0 if part.maximum == maximum else math.exp(part.maximum - maximum) for part in parts
    ]
    pairs = list(zip(factors, parts, strict=True))
    total = sum(factor * part.total for factor, part in pairs)
    weighted = sum((factor * part.weighted for factor, part in pairs), np.zeros(()))
    return Partial(maximum, total, np.asarray(weighted))


def finish(part: Partial) -> float | Floats:
    """The output of a lookup whose parts are all merged; 0 when nothing was read."""
    output = part.weighted if part.maximum == NOT_READ else part.weighted / part.total
    return float(output) if np.ndim(output) == 0 else output


# --- Who may read what ----------------------------------------------------------------------------


def _offset(n_q: int, n_k: int, alignment: str) -> int:
    """Where query 0 stands among the keys."""
    if alignment not in ALIGNMENTS:
        raise ValueError(f"alignment is {alignment!r}; say {ALIGNMENTS[0]!r} or {ALIGNMENTS[1]!r}")
    return n_k - n_q if alignment == "lower right" else 0


def causal_mask(n_q: int, n_k: int, alignment: str = "upper left") -> Booleans:
    """True where a query may read: at its own place and before it.

    "upper left" puts the first query at the first key, "lower right" the last at the last.
    """
    offset = _offset(n_q, n_k, alignment)
    rows = [[j <= i + offset for j in range(n_k)] for i in range(n_q)]
    return np.array(rows, dtype=np.bool_).reshape(n_q, n_k)


def window_mask(n_q: int, n_k: int, reach: int, alignment: str = "upper left") -> Booleans:
    """True where a query may read: at its own place and up to `reach` places to either side."""
    if reach < 0:
        raise ValueError(f"reach is {reach}; give 0 or more places")
    offset = _offset(n_q, n_k, alignment)
    rows = [[abs(i + offset - j) <= reach for j in range(n_k)] for i in range(n_q)]
    return np.array(rows, dtype=np.bool_).reshape(n_q, n_k)


def _in_order(n_q: int, n_k: int, causal: bool | str) -> Booleans:
    """True where the causal order, if any, lets a query read."""
    if causal is False:
        return np.ones((n_q, n_k), dtype=np.bool_)
    if causal is True and n_q != n_k:
        raise ValueError(
            f"causal=True is ambiguous for {n_q} queries and {n_k} keys; "
            f"say causal={ALIGNMENTS[0]!r} or causal={ALIGNMENTS[1]!r}"
        )
    alignment = ALIGNMENTS[0] if causal is True else causal
    return causal_mask(n_q, n_k, alignment)


def _mask_bias(mask: ArrayLike | None, shape: Shape) -> Floats:
    """A mask as numbers to add: booleans select (True = may be read), numbers are kept."""
    if mask is None:
        return np.zeros(shape)
    given = np.asarray(mask)
    bias = np.where(given, 0.0, NOT_READ) if given.dtype == np.bool_ else _numbers("mask", mask)
    try:
        return np.broadcast_to(bias, shape)
    except ValueError:
        raise ValueError(f"mask has shape {given.shape}; make it broadcast to {shape}") from None


# --- Many queries ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Problem:
    """Checked arrays and everything that shapes a score."""

    queries: Floats  # (..., n_q, d_k)
    keys: Floats  # (..., n_k, d_k)
    values: Floats  # (..., n_k, d_v)
    bias: Floats  # (*lead, n_q, n_k), −∞ where a query may not read
    lead: Shape
    scale: float
    softcap: float | None

    def at(self, index: Shape, array: Floats) -> Shape:
        """Which leading index of an array belongs to an index of the output."""
        own = array.shape[:-2]
        first = len(index) - len(own)
        axes = zip(index[first:], own, self.lead[first:], strict=True)
        return tuple(i * size // full for i, size, full in axes)

    def score(self, query: Floats, key: Floats, bias: float) -> float:
        if bias == NOT_READ:
            return NOT_READ
        score = _dot(query, key) * self.scale
        if self.softcap is not None:
            score = self.softcap * math.tanh(score / self.softcap)
        return score + bias

    def slope(self, query: Floats, key: Floats) -> float:
        """How the score moves with the dot product."""
        if self.softcap is None:
            return self.scale
        return self.scale * (1 - math.tanh(_dot(query, key) * self.scale / self.softcap) ** 2)

    def scores(self, index: Shape, i: int) -> list[float]:
        """The scores of query i against all its keys."""
        query = self.queries[self.at(index, self.queries)][i]
        keys = self.keys[self.at(index, self.keys)]
        biases = self.bias[index][i]
        return [self.score(query, key, float(bias)) for key, bias in zip(keys, biases, strict=True)]


def _lead(queries: Floats, keys: Floats, values: Floats) -> Shape:
    """The leading axes of the output: broadcast, with heads shared in whole groups."""
    leads = [array.shape[:-2] for array in (queries, keys, values)]
    length = max(len(lead) for lead in leads)
    padded = [(1,) * (length - len(lead)) + lead for lead in leads]
    full = tuple(0 if 0 in sizes else max(sizes) for sizes in zip(*padded, strict=True))
    for role, lead in enumerate(padded):
        for axis, (size, whole) in enumerate(zip(lead, full, strict=True)):
            shared = role > 0 and axis == length - 1 and size > 0 and whole % size == 0
            if size not in (1, whole) and not shared:
                raise ValueError(
                    f"queries have shape {queries.shape}, keys {keys.shape} and values "
                    f"{values.shape}; leading axes must broadcast, and the heads of the queries "
                    f"must be a multiple of the heads of keys and values"
                )
    return full


def _check_shapes(q: Floats, k: Floats, v: Floats) -> None:
    shapes = f"queries have shape {q.shape}, keys {k.shape} and values {v.shape}"
    if min(q.ndim, k.ndim, v.ndim) < 2:
        raise ValueError(f"{shapes}; give each two dimensions or more, (rows, width)")
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"{shapes}; queries and keys must be equally wide")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"{shapes}; keys and values must be equally many")


def _problem(
    queries: ArrayLike,
    keys: ArrayLike,
    values: ArrayLike,
    mask: ArrayLike | None,
    causal: bool | str,
    scale: float | None,
    softcap: float | None,
) -> _Problem:
    q, k, v = _numbers("queries", queries), _numbers("keys", keys), _numbers("values", values)
    _check_shapes(q, k, v)
    if softcap is not None and not softcap > 0:
        raise ValueError(f"softcap is {softcap}; give a number above 0, or None for no cap")
    if scale is None:
        scale = 1 / math.sqrt(max(q.shape[-1], 1))
    lead = _lead(q, k, v)
    n_q, n_k = q.shape[-2], k.shape[-2]
    bias = np.where(_in_order(n_q, n_k, causal), _mask_bias(mask, (*lead, n_q, n_k)), NOT_READ)
    return _Problem(q, k, v, bias, lead, scale, None if softcap == math.inf else softcap)


def attention_weights(
    queries: ArrayLike,
    keys: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    causal: bool | str = False,
    scale: float | None = None,
    softcap: float | None = None,
) -> Floats:
    """Who reads how much of what: (..., n_q, n_k). Rows ask, columns answer, rows sum to 1."""
    problem = _problem(queries, keys, keys, mask, causal, scale, softcap)
    weights = np.zeros(problem.bias.shape)
    for *index, i in np.ndindex(*weights.shape[:-1]):
        weights[*index, i] = _shares(problem.scores(tuple(index), i))
    return weights


def attention(
    queries: ArrayLike,
    keys: ArrayLike,
    values: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    causal: bool | str = False,
    scale: float | None = None,
    softcap: float | None = None,
) -> Floats:
    """One soft lookup a query: (..., n_q, d_k), (..., n_k, d_k), (..., n_k, d_v) → (..., n_q, d_v).

    The score is q·k × scale, by default 1/√d_k; `softcap` c bends it to c tanh(score / c).
    Then the mask: booleans select (True = may be read), numbers are added.
    causal: "upper left" or "lower right"; True when there are as many queries as keys.
    """
    problem = _problem(queries, keys, values, mask, causal, scale, softcap)
    n_q, d_v = problem.queries.shape[-2], problem.values.shape[-1]
    output = np.zeros((*problem.lead, n_q, d_v))
    for *index, i in np.ndindex(*problem.lead, n_q):
        weights = _shares(problem.scores(tuple(index), i))
        found = problem.values[problem.at(tuple(index), problem.values)]
        output[*index, i] = [_blend(weights, column) for column in found.T]
    return output


def attention_gradients(
    upstream: ArrayLike,
    queries: ArrayLike,
    keys: ArrayLike,
    values: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    causal: bool | str = False,
    scale: float | None = None,
    softcap: float | None = None,
) -> Gradients:
    """How a loss moves with every query, key and value, given how it moves with the output.

    For each query: d loss / d score_j = w_j Σ_c g_c (v_jc − o_c), then on to q and k;
    d loss / d v_jc = w_j g_c. Keys and values shared by several queries add their parts.
    """
    problem = _problem(queries, keys, values, mask, causal, scale, softcap)
    q, k, v = problem.queries, problem.keys, problem.values
    expected = (*problem.lead, q.shape[-2], v.shape[-1])
    loss_by_output = _numbers("upstream", upstream)
    if loss_by_output.shape != expected:
        raise ValueError(f"upstream has shape {loss_by_output.shape}; the output has {expected}")
    gradients = Gradients(np.zeros_like(q), np.zeros_like(k), np.zeros_like(v))
    for *index, i in np.ndindex(*problem.lead, q.shape[-2]):
        _add_gradients(gradients, problem, tuple(index), i, loss_by_output[*index, i])
    return gradients


def _add_gradients(
    gradients: Gradients, problem: _Problem, index: Shape, i: int, upstream: Floats
) -> None:
    """Add what one query contributes."""
    at_q, at_k, at_v = (
        problem.at(index, array) for array in (problem.queries, problem.keys, problem.values)
    )
    query, keys, values = problem.queries[at_q][i], problem.keys[at_k], problem.values[at_v]
    weights = _shares(problem.scores(index, i))
    output = np.array([_blend(weights, column) for column in values.T])
    for j, weight in enumerate(weights):
        if weight == 0:
            continue
        by_dot = weight * _dot(upstream, values[j] - output) * problem.slope(query, keys[j])
        gradients.queries[at_q][i] += by_dot * keys[j]
        gradients.keys[at_k][j] += by_dot * query
        gradients.values[at_v][j] += weight * upstream
