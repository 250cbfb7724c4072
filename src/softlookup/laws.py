"""The laws of attention, each stated once: a sentence, the reason, and the one line that tests it.

The line is the law. It is what the cheat sheet prints for pasting, what the no-op cards and the bug
fingerprints are decided by, and what the tests ask of every attention function here. It may use the
names that `names()` gives it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

import numpy as np

Attention = Callable[..., Any]  # attention(q, k, v), perhaps with mask= and scale=
TOLERANCE = {"rtol": 1e-6, "atol": 1e-9}


@dataclass(frozen=True)
class Law:
    """What holds of every right attention function, whatever it is given."""

    says: str
    line: str  # true, if the law holds
    otherwise: str = ""  # the same turned round: what is seen of a function that breaks it
    because: str = ""


@dataclass(frozen=True)
class Change:
    """Something done to a lookup, and what becomes of its answers."""

    what: str
    call: str
    because: str
    gives: str = "output"  # as before, if nothing else is said
    queries: int = 3  # some hold for a single query only

    @property
    def line(self) -> str:
        """The test of it."""
        return f"allclose({self.call}, {self.gives})"

    @property
    def law(self) -> Law:
        """A change that changes nothing, as a law."""
        return Law(
            f"{self.what} changes nothing",
            self.line,
            f"{self.what} changes the answer",
            self.because,
        )


# --- Changes that no answer shows -------------------------------------------------------------------

SCORES_MOVED = Change(
    "one number added to all scores of a query",
    "attention(q, k, v, mask=q[:, :1] + 5 * ones(n))",
    "It becomes a factor of every exponential and of their sum, and cancels.",
)
KEYS_MOVED = Change(
    "one vector added to all keys",
    "attention(q, k + c, v)",
    "q·(k + c) = q·k + q·c: the same number on all scores of a query. So a bias on the keys does "
    "nothing, and neither does centring them.",
)
REORDERED = Change(
    "another order of the entries",
    "attention(q, k[::-1], v[::-1])",
    "A sum has no order.",
)
ALL_TWICE = Change(
    "every entry stored twice",
    "attention(q, k.repeat(2, axis=0), v.repeat(2, axis=0))",
    "All shares halve, and each is counted twice.",
)
ONE_TWICE_HALVED = Change(
    "one entry stored twice, with ln 2 taken off both scores",
    "attention(q, k[again], v[again], mask=0 * q[:, :1] - log(2) * (again == n - 1))",
    "Half the exponential, twice.",
)
TURNED = Change(
    "queries and keys turned together",
    "attention(q @ turn, k @ turn, v)",
    "A rotation keeps every dot product. The axes have no meaning of their own.",
)
MIXED = Change(
    "queries times an invertible matrix, keys times its inverse, transposed,",
    "attention(q @ m, k @ inv(m).T, v)",
    "The two cancel inside the dot product. Of the matrices that make queries and keys only the "
    "product counts: no answer tells one pair from another.",
)
WIDENED = Change(
    "zeros appended to queries and keys, with the scale kept,",
    "attention(hstack([q, 0 * q]), hstack([k, 0 * k]), v, scale=1)",
    "They add 0 to every dot product.",
    gives="attention(q, k, v, scale=1)",
)
HIDDEN_JUNK = Change(
    "a hidden entry, even one that holds NaN,",
    "attention(q, vstack([k, c]), vstack([v, nan * v[:1]]), mask=arange(n + 1) < n)",
    "exp(−∞) is 0, and `attention` does not read what has no weight. Libraries may: 0 times NaN is NaN.",
)
SIDEWAYS = Change(
    "one key moved at a right angle to the query",
    "attention(q, vstack([k[:1] + side, k[1:]]), v)",
    "The step has no part along the query. For other queries it counts.",
    queries=1,
)
ITS_OWN_ANSWER = Change(
    "a new entry whose value is the answer, whatever its key,",
    "attention(q, vstack([k, c]), vstack([v, output]))",
    "An average with its own result is the same average.",
    queries=1,
)

# --- Changes that arrive at the other end exactly -----------------------------------------------------

ALONE = Change(
    "the other queries taken away",
    "attention(q[:1], k, v)",
    "Each row is a lookup of its own.",
    gives="output[:1]",
)
VALUES_MOVED = Change(
    "100 added to every value",
    "attention(q, k, v + 100)",
    "Weights sum to 1, so exactly 100 arrives. A bias on the values is a bias on the output.",
    gives="output + 100",
)
VALUES_MIXED = Change(
    "every value times a matrix",
    "attention(q, k, v @ w)",
    "A blend of products is the product of the blend. The matrix of the values may come after the "
    "lookup as well.",
    gives="output @ w",
)
QUERIES_REORDERED = Change(
    "another order of the queries",
    "attention(q[::-1], k, v)",
    "The answers change places with them.",
    gives="output[::-1]",
)

# --- Laws -------------------------------------------------------------------------------------------

SUM_TO_ONE = Law(
    "every row of weights sums to 1",
    "allclose(attention(q, k, eye(n)).sum(axis=-1), 1)",
)
NOT_NEGATIVE = Law(
    "no weight is negative",
    "(attention(q, k, eye(n)) >= 0).all()",
)
BETWEEN = Law(
    "the output lies between the values",
    "allclose(output, output.clip(v.min(axis=0), v.max(axis=0)))",
    "an answer lies outside the values that may be read",
)
EQUAL_VALUES = Law(
    "equal values come back",
    "allclose(attention(q, k, 0 * v + v[0]), v[0])",
    "equal values do not come back",
)
COMPANY = Law(
    "queries do not see each other",
    ALONE.line,
    "a query gets another answer in company",
    ALONE.because,
)
ORDER = Law(
    "the order of the entries does not matter",
    REORDERED.line,
    "the order of the entries matters",
    REORDERED.because,
)
SHIFT = KEYS_MOVED.law
HIDDEN = Law(
    "a hidden entry is as good as absent",
    "allclose(attention(q, k, v, mask=arange(n) < n - 1), attention(q, k[:-1], v[:-1]))",
    "a hidden entry is not as good as absent",
)
COLUMNS = Law(
    "each column of the values is read for itself",
    "allclose(attention(q, k, v + eye(v.shape[1])[0])[:, 1:], output[:, 1:])",
    "one column of the values moves another of the answer",
)
FINITE = Law(
    "scores in the millions stay finite",
    "isfinite(attention(1000 * q, 1000 * k, v)).all()",
    "a long query gives no finite number",
)
SHARP = Law(
    "a very long query gets its best entry",
    "allclose(attention(1e6 * q, k, v), v[(q @ k.T).argmax(axis=1)])",
    "a long query does not get its best entry",
)
WHOLE_NUMBERS = Law(
    "whole numbers are answered like floats",
    "allclose(attention(*whole), attention(*map(float64, whole)))",
    "whole numbers and floats get different answers",
)
KNOWN_ANSWER = Law(
    "a score of ln 3 above the others weighs three times as much",
    "allclose(attention(ones((1, 4)), log([[3], [1], [1], [1]]) * ones(4) / 2, eye(4)), [3/6, 1/6, 1/6, 1/6])",
    "a score of ln 3 above the others does not weigh three times as much",
)
TWO_WIDTHS = Law(
    "twice the width, filled up with zeros, acts like a query divided by √2",
    "allclose(attention(hstack([q, 0 * q]), hstack([k, 0 * k]), v), attention(q / 2**0.5, k, v))",
    because="The dot products stay, and the divisor grows with the root of the width.",
)
SINGLE = Law(
    "a single entry is returned as it is",
    "allclose(attention(q, k[:1], v[:1]), v[0])",
)

# --- The laws by use ----------------------------------------------------------------------------------

NO_OPS = (
    SCORES_MOVED,
    KEYS_MOVED,
    REORDERED,
    ALL_TWICE,
    ONE_TWICE_HALVED,
    TURNED,
    MIXED,
    WIDENED,
    HIDDEN_JUNK,
    SIDEWAYS,
    ITS_OWN_ANSWER,
)
THROUGH = (ALONE, VALUES_MOVED, VALUES_MIXED, QUERIES_REORDERED)
INVARIANTS = (
    SUM_TO_ONE,
    NOT_NEGATIVE,
    BETWEEN,
    ORDER,
    SHIFT,
    EQUAL_VALUES,
    SINGLE,
    COMPANY,
    HIDDEN,
    FINITE,
)
SYMPTOMS = (
    BETWEEN,
    EQUAL_VALUES,
    COMPANY,
    ORDER,
    SHIFT,
    HIDDEN,
    COLUMNS,
    FINITE,
    SHARP,
    WHOLE_NUMBERS,
    KNOWN_ANSWER,
)


# --- Asking a function --------------------------------------------------------------------------------


def random(seed: int, n_q: int = 3, n_k: int = 5, d_k: int = 4, d_v: int = 3) -> tuple[Any, ...]:
    """Random queries, keys and values."""
    rng = np.random.default_rng(seed)
    return tuple(rng.normal(size=shape) for shape in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))


def names(attention: Attention, q: Any, k: Any, v: Any) -> dict[str, Any]:
    """What a line may use: the function, its inputs and output, some arrays of their sizes, NumPy."""
    n, width = k.shape
    fixed = _of_the_sizes(n, width, v.shape[1])
    c = fixed["c"]
    given = {
        "attention": attention,
        "q": q,  # (n_q, d_k)
        "k": k,  # (n, d_k)
        "v": v,  # (n, d_v)
        "side": c - (c @ q[0]) / (q[0] @ q[0]) * q[0],  # (d_k,) at a right angle to the first query
        "whole": [np.rint(3 * x).astype(int) for x in (q, k, v)],
    }
    return given | fixed | _NUMPY


@cache
def _of_the_sizes(n: int, width: int, d_v: int) -> dict[str, Any]:
    """What hangs on the sizes alone; nobody may write into it."""
    c = np.linspace(5, -3, width)  # (5, −3) in the plane
    found = {
        "c": c,  # (d_k,) a vector to add
        "turn": _mirror(c) @ _mirror(np.ones(width)),  # (d_k, d_k) two mirrors are a rotation
        "m": np.eye(width) + np.triu(np.ones((width, width))),  # (d_k, d_k) invertible
        "w": 2 * np.eye(d_v) + np.eye(d_v, k=1),  # (d_v, d_v)
        "again": np.arange(n + 1).clip(max=n - 1),  # (n + 1,) every entry, and the last once more
    }
    for array in found.values():
        array.flags.writeable = False
    return {"n": n, **found}


_NUMPY = {
    name: getattr(np, name)
    for name in (
        "arange",
        "eye",
        "float64",
        "hstack",
        "inf",
        "isfinite",
        "log",
        "nan",
        "ones",
        "vstack",
    )
} | {"inv": np.linalg.inv, "norm": np.linalg.norm}


def _mirror(axis: Any) -> Any:
    return np.eye(len(axis)) - 2 * np.outer(axis, axis) / (axis @ axis)


def _allclose(a: Any, b: Any) -> bool:
    """NumPy’s, but a table is close to no smaller table, and NaN in both is no difference."""
    if np.ndim(a) == np.ndim(b) and np.shape(a) != np.shape(b):
        return False
    return bool(np.allclose(a, b, equal_nan=True, **TOLERANCE))


def value(expression: str, attention: Attention, problem: Sequence[Any]) -> Any:
    """What an expression of a law gives for an attention function on q, k and v."""
    q, k, v = problem
    known = names(attention, q, k, v)
    known["allclose"] = _allclose
    if "output" in expression:
        known["output"] = attention(q, k, v)
    with np.errstate(all="ignore"):
        return eval(_compiled(expression), known)


@cache
def _compiled(expression: str) -> CodeType:
    return compile(expression, "<law>", "eval")


def holds(law: Law | Change, attention: Attention, problem: Sequence[Any]) -> bool:
    """Whether a function keeps a law on q, k and v."""
    return bool(value(law.line, attention, problem))
