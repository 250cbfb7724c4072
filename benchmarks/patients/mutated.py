"""Every single and double mutant of one right function, made from its syntax tree."""

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from softlookup import lookup


def attention(q, k, v, mask=None):
    scores = q @ k.T / np.sqrt(k.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    best = scores.max(axis=-1, keepdims=True)
    grown = np.exp(scores - np.where(best == -np.inf, 0, best))
    total = grown.sum(axis=-1, keepdims=True)
    return grown / np.where(total == 0, 1, total) @ v


TEXT = textwrap.dedent(inspect.getsource(attention))
OPERATORS = {
    ast.MatMult: (ast.Mult, ast.Add),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.Sub, ast.Add, ast.MatMult),
    ast.Sub: (ast.Add, ast.Mult),
    ast.Add: (ast.Sub,),
}
NAMES = {
    "sum": ("max", "mean", "prod"),
    "max": ("min", "sum", "mean"),
    "exp": ("sqrt", "log", "exp2", "abs"),
    "sqrt": ("square", "log", "exp"),
}
ARRAYS = ("q", "k", "v", "scores", "grown")


@dataclass(frozen=True)
class Slip:
    """One change of the tree: which node, in the order in which the tree is walked, and how."""

    node: int
    what: str
    change: Callable[[ast.AST], ast.AST | None]


def _slips(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], ast.AST | None]]]:
    """The ways to spoil a node."""
    if isinstance(node, ast.BinOp):
        for other in OPERATORS.get(type(node.op), ()):
            yield (
                f"{type(node.op).__name__} to {other.__name__}",
                lambda n, other=other: ast.BinOp(n.left, other(), n.right),
            )
        yield "sides swapped", lambda n: ast.BinOp(n.right, n.op, n.left)
        yield "right side lost", lambda n: n.left
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Attribute):
        for other in NAMES.get(node.attr, ()):
            yield f"{node.attr} to {other}", lambda n, o=other: ast.Attribute(n.value, o, n.ctx)
        if node.attr == "T":
            yield "transpose lost", lambda n: n.value
    elif isinstance(node, ast.UnaryOp):
        yield "sign lost", lambda n: n.operand
    elif isinstance(node, ast.Compare):
        yield "comparison turned", lambda n: ast.Compare(n.left, [_turned(n.ops[0])], n.comparators)
    elif isinstance(node, ast.Call) and len(node.args) == 3:
        yield (
            "choices swapped",
            lambda n: ast.Call(n.func, [n.args[0], n.args[2], n.args[1]], n.keywords),
        )
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in ARRAYS:
        for other in ARRAYS:
            if other != node.id:
                yield f"{node.id} to {other}", lambda n, o=other: ast.Name(o, n.ctx)
    elif isinstance(node, ast.If):
        yield "if lost", lambda n: ast.Pass()
    elif isinstance(node, ast.keyword):
        yield f"{node.arg} lost", lambda n: None


def _constants(node: ast.Constant) -> Iterator[tuple[str, Callable[[Any], ast.AST]]]:
    if isinstance(node.value, bool):
        yield "not kept", lambda n: ast.Constant(not n.value)
    elif isinstance(node.value, int):
        for step in (-1, 1):
            yield (
                f"{node.value} to {node.value + step}",
                lambda n, s=step: ast.Constant(n.value + s),
            )


def _turned(operator: ast.cmpop) -> ast.cmpop:
    turned = {ast.Eq: ast.NotEq, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
    return turned[type(operator)]()


@cache
def singles() -> tuple[Slip, ...]:
    """Every slip that can be made in the function."""
    tree = ast.parse(TEXT)
    return tuple(
        Slip(place, what, change)
        for place, node in enumerate(ast.walk(tree))
        for what, change in _slips(node)
    )


def doubles() -> Iterator[tuple[Slip, Slip]]:
    """Every two slips in different nodes."""
    for one, other in combinations(singles(), 2):
        if one.node != other.node:
            yield one, other


class _Change(ast.NodeTransformer):
    def __init__(self, wanted: dict[int, Callable[[Any], ast.AST | None]]) -> None:
        self.wanted = wanted

    def visit(self, node: ast.AST) -> Any:
        node = self.generic_visit(node)
        change = self.wanted.get(id(node))
        return change(node) if change else node


def text(*slips: Slip) -> str:
    """The function with these slips made."""
    tree = copy.deepcopy(ast.parse(TEXT))
    nodes = list(ast.walk(tree))
    wanted = {id(nodes[slip.node]): slip.change for slip in slips}
    return ast.unparse(ast.fix_missing_locations(_Change(wanted).visit(tree)))


def function(source: str) -> Callable[..., Any]:
    """A text as a function."""
    names: dict[str, Any] = {"np": np}
    exec(source, names)
    found: Callable[..., Any] = names["attention"]
    return found


# --- Which mutants are none: judged by the definition, without the doctor ------------------------------


@cache
def _trials() -> list[tuple[Any, ...]]:
    """Input of many sizes, with and without a mask, with large scores and with rows that read nothing."""
    rng = np.random.default_rng(20)
    found = []
    for n_q, n_k, d_k, d_v in (
        (1, 1, 1, 1),
        (3, 3, 3, 3),
        (2, 5, 4, 3),
        (5, 2, 3, 4),
        (4, 7, 2, 1),
    ):
        for size in (1.0, 30.0, 1e4):
            q, k, v = (rng.normal(size=s) for s in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
            for mask in (None, rng.random((n_q, n_k)) < 0.6, np.zeros((n_q, n_k), dtype=bool)):
                right = lookup.attention(size * q, k, v, mask=mask)
                found.append((size * q, k, v, mask, right))
    return found


def equivalent(spoilt: Callable[..., Any]) -> bool:
    """Whether a mutant answers all of that as the definition does."""
    with np.errstate(all="ignore"):
        for q, k, v, mask, right in _trials():
            try:
                answer = spoilt(q.copy(), k.copy(), v.copy(), mask=mask)
                if np.shape(answer) != right.shape or not np.allclose(answer, right, atol=1e-6):
                    return False
            except Exception:
                return False
    return True
