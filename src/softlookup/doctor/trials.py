"""The laws of laws.py, tried on a function; one that breaks is shown on the smallest input that breaks it."""

import ast
from functools import cache
from typing import Any

import numpy as np

from softlookup import laws
from softlookup.doctor.calling import said
from softlookup.doctor.patient import Patient
from softlookup.doctor.report import Breach

# From what everybody expects of an average to what only attention does: the first that breaks is told.
LAWS = (
    laws.SINGLE,
    laws.EQUAL_VALUES,
    laws.SUM_TO_ONE,
    laws.NOT_NEGATIVE,
    laws.BETWEEN,
    laws.COLUMNS,
    laws.COMPANY,
    laws.ORDER,
    laws.SHIFT,
    laws.KNOWN_ANSWER,
    laws.SHARP,
    laws.FINITE,
    laws.HIDDEN,
)
EDGES = (laws.SHARP, laws.FINITE)
_COUNTS_COLUMNS = (laws.SUM_TO_ONE, laws.KNOWN_ANSWER, laws.SHARP, laws.NOT_NEGATIVE)
_LARGE_SCORES = (laws.SHARP, laws.FINITE, laws.SHIFT)

# From the smallest on: (n_q, n_k, d_k, d_v). With several heads, widths are multiplied.
SIZES = (
    (1, 1, 1, 1),
    (1, 2, 1, 1),
    (2, 2, 1, 1),
    (1, 2, 2, 2),
    (2, 2, 2, 2),
    (2, 3, 2, 2),
    (3, 3, 3, 3),
    (2, 5, 4, 3),
)
_DRAWS = 2  # problems of each size
_ENOUGH = SIZES[-2:]  # whoever keeps a law on these keeps it


class UnsteadyError(Exception):
    """A question was answered against a law, and rightly when it was asked again."""

    def __init__(self, breach: Breach) -> None:
        super().__init__(breach.law)
        self.breach = breach


def applicable(patient: Patient) -> list[laws.Law]:
    """The laws that can be asked of this function."""
    found = list(LAWS)
    if patient.called.mask is None:
        found = [law for law in found if "mask=" not in law.line]
    if patient.heads > 1:
        found = [law for law in found if law not in _COUNTS_COLUMNS]
    if patient.scale is not None:
        found = [law for law in found if law is not laws.KNOWN_ANSWER]
    if patient.gentle:
        found = [law for law in found if law not in _LARGE_SCORES]
    return found


def broken(patient: Patient, law: laws.Law) -> Breach | None:
    """The breach on the smallest input, if the law does not hold."""
    asked = (problem for size in _ENOUGH for problem in _problems(size, patient.heads))
    first = next(filter(None, (_breach(patient, law, problem) for problem in asked)), None)
    if first is None:
        return None
    for size in SIZES[1:] if law is laws.HIDDEN else SIZES:  # of one entry, none would be left
        for problem in _problems(size, patient.heads):
            if breach := _breach(patient, law, problem):
                if _breach(patient, law, problem):
                    return breach
                raise UnsteadyError(breach)
    raise UnsteadyError(first)  # those sizes, too, have just been asked again


@cache
def _problems(size: tuple[int, ...], h: int) -> list[tuple[Any, ...]]:
    """Small numbers, easy to read, in which no query scores two keys alike."""
    n_q, n_k, d_k, d_v = size
    found: list[tuple[Any, ...]] = []
    for seed in range(1000):
        rng = np.random.default_rng(seed)
        q = rng.choice([-2.0, -1, 1, 2], size=(n_q, h * d_k))
        k = rng.choice([-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2], size=(n_k, h * d_k))
        v = 2.0 * rng.permutation(n_k * h * d_v).reshape(n_k, h * d_v) + 3
        if all(
            _no_ties(*pair) for pair in zip(*(np.split(x, h, axis=1) for x in (q, k)), strict=True)
        ):
            found.append((q, k, v))
        if len(found) == _DRAWS:
            break
    return found


def _no_ties(q: Any, k: Any) -> bool:
    scores = q @ k.T
    return all(len(np.unique(row)) == len(row) for row in scores)


def _breach(patient: Patient, law: laws.Law, problem: tuple[Any, ...]) -> Breach | None:
    try:
        got, expected, holds = _sides(patient, law, problem)
    except Exception as error:
        got, expected, holds = said(error), "an answer", False
    if holds:
        return None
    return Breach(law.says, law.line, given(law, problem), expected, got, edge=law in EDGES)


def given(law: laws.Law, problem: tuple[Any, ...]) -> dict[str, Any]:
    """The arrays that a law uses, by name."""
    used = {node.id for node in ast.walk(ast.parse(law.line)) if isinstance(node, ast.Name)}
    if "output" in used:
        used |= {"q", "k", "v"}
    return {name: x for name, x in zip("qkv", problem, strict=True) if name in used}


def _sides(patient: Patient, law: laws.Law, problem: tuple[Any, ...]) -> tuple[Any, Any, bool]:
    """What a line compares, and whether it comes out true."""
    first, second = _read(law.line)
    got = laws.value(first, patient.ask, problem)
    if second:
        expected = laws.value(second, patient.ask, problem)
        return got, np.asarray(expected), patient.same(got, expected)
    return got, law.says, bool(laws.value(law.line, patient.ask, problem))


@cache
def _read(line: str) -> tuple[str, str]:
    """The two sides of a line that compares with allclose; of another, its call of attention and nothing."""
    tree = ast.parse(line, mode="eval").body
    if isinstance(tree, ast.Call) and ast.unparse(tree.func) == "allclose":
        first, second = (ast.unparse(side) for side in tree.args[:2])
        return first, second
    return ast.unparse(next(node for node in ast.walk(tree) if _calls_attention(node))), ""


def _calls_attention(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "attention"
