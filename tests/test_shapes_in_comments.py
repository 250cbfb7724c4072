"""The shapes in the margin of a snippet are read off a real run: a transposed one is found."""

import ast
import io
import re
import runpy
import sys
import tokenize
from collections.abc import Iterator
from contextlib import redirect_stdout
from inspect import signature
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any, NamedTuple

import numpy as np
import pytest

from conftest import ROOT
from softlookup.examples import AXES

SNIPPETS = sorted((ROOT / "snippets").glob("*.py"))
# They need more than NumPy, or start processes that no trace follows.
ENGINES = {"dask_lookup", "parquet_lookup", "torch_ring_lookup", "torch_soft_lookup", "shards"}
# Their arguments are words, heads, or as many queries as keys.
OTHER_SIZES = {"exact_lookup", "heads", "cache"}
# (n_q, d) @ (d, d_k) -> (n_q, d_k), or () or (d_v,); the words after it are for people.
SHAPE = r"\((?:[^()]*)\)"
LEADING = re.compile(rf"#\s*({SHAPE}(?:\s*(?:@|->|or)\s*{SHAPE})*)(?!,?\s*\()(?![\w.])")
SIZE = re.compile(r"\.\.\.|\d+|[a-z]\w*(?:\s*[*/]\s*(?:[a-z]\w*|\d+))*")


class Said(NamedTuple):
    """A comment that names the shape of what its line makes."""

    line: int
    name: str  # what the line assigns; empty where it returns
    shapes: list[str]  # what the result may have
    factors: list[tuple[str, str]]  # the names that are multiplied, each with its shape


class Reading:
    """The comments of a file, and which of them a run has met."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.said = {said.line: said for said in comments(path)}
        self.met: set[int] = set()
        self.wrong: set[str] = set()
        self.sizes: dict[FrameType, dict[str, int]] = {}

    def trace(self, frame: FrameType, event: str, value: Any) -> Any:
        """Follow the functions of the file, and compare each line once it has been run."""
        if frame.f_code.co_filename != str(self.path):
            return None
        before = self.sizes.setdefault(frame, {})
        last = before.get("line", 0)
        if event == "return" and value is not None:
            self._compare(frame, frame.f_lineno, value)
        if last in self.said and self.said[last].name in frame.f_locals:
            self._compare(frame, last, frame.f_locals[self.said[last].name])
        before["line"] = frame.f_lineno
        return self.trace

    def _compare(self, frame: FrameType, line: int, value: Any) -> None:
        said = self.said.get(line)
        shape = getattr(value, "shape", None)
        if said is None or shape is None:
            return
        self.met.add(line)
        sizes = self.sizes[frame]
        sizes |= {n: v for n, v in frame.f_locals.items() if type(v) is int}
        if self.path.stem not in OTHER_SIZES:
            learn_from_names(frame.f_locals, sizes)
        for name, wanted in said.factors:
            found = frame.f_locals[name].shape
            if not fits(wanted, found, sizes):
                self.wrong.add(f"{self.path.name}:{line}: {name} {wanted}, but {found}")
        if not any(fits(wanted, shape, sizes) for wanted in said.shapes):
            known = ", ".join(f"{n}={v}" for n, v in sizes.items() if n in " ".join(said.shapes))
            self.wrong.add(
                f"{self.path.name}:{line}: {' or '.join(said.shapes)}, but {shape} {known}"
            )


def comments(path: Path) -> Iterator[Said]:
    """The comments behind an assignment or a return that begin with a shape."""
    text = path.read_text(encoding="utf-8")
    lines = {
        end: node
        for node in ast.walk(ast.parse(text))
        if (end := getattr(node, "end_lineno", 0)) and isinstance(node, ast.Assign | ast.Return)
    }
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        found = LEADING.match(token.string) if token.type == tokenize.COMMENT else None
        node = lines.get(token.start[0])
        if found is None or node is None or not is_shape(found[1]):
            continue
        before, arrow, after = found[1].partition("->")
        shapes = [after.strip()] if arrow else re.split(r"\s*or\s*", found[1])
        factors = factors_of(node.value, before) if arrow else []
        name = ""
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            first = target.elts[0] if isinstance(target, ast.Tuple) else target
            name = getattr(first, "id", "?")
        yield Said(node.lineno, name, shapes, factors)


def factors_of(value: ast.expr | None, said: str) -> list[tuple[str, str]]:
    """The plain names of a product, with what the comment says of each."""
    shapes = re.findall(SHAPE, said)
    if not isinstance(value, ast.BinOp) or len(shapes) != 2:
        return []
    sides = zip((value.left, value.right), shapes, strict=True)
    return [(side.id, shape) for side, shape in sides if isinstance(side, ast.Name)]


def learn_from_names(names: dict[str, Any], sizes: dict[str, int]) -> None:
    """Arrays with the usual names have the usual shapes: rows of queries, of keys and of values."""
    usual = {"queries": ("n_q", "d_k"), "keys": ("n_k", "d_k"), "values": ("n_k", "d_v")}
    for name, (rows, width) in usual.items():
        if getattr(names.get(name), "ndim", 0) == 2:
            sizes.setdefault(rows, names[name].shape[0])
            sizes.setdefault(width, names[name].shape[1])


def test_the_axes_of_the_running_example_are_named_in_their_order() -> None:
    wanted = f"({', '.join(AXES)})"
    for path in SNIPPETS:
        for words in re.findall(
            r"\((?:sport|outdoors), (?:sport|outdoors)\)", path.read_text("utf-8")
        ):
            assert words == wanted, path.name


def is_shape(words: str) -> bool:
    """(n_k, d) is one; (sport, outdoors), the names of two columns, is none."""
    return "sport" not in words and "so far" not in words


def fits(wanted: str, shape: tuple[int, ...], sizes: dict[str, int]) -> bool:
    """Whether a shape is the one that was said; names that are new learn their size from it."""
    names = SIZE.findall(wanted)
    learned = dict(sizes)
    if names[:1] == ["..."]:
        names, shape = names[1:], shape[len(shape) - len(names) + 1 :]
    if len(names) != len(shape):
        return False
    for name, size in zip(names, shape, strict=True):
        parts = re.split(r"\s*[*/]\s*", name)
        if name.isidentifier():
            known = learned.setdefault(name, size)
        elif any(part.isidentifier() and part not in learned for part in parts):
            known = size
        else:
            known = eval(name.replace("/", "//"), {}, learned)
        if known != size:
            return False
    sizes |= learned
    return True


def ask_steps(module: dict[str, Any]) -> None:
    """Call every function whose arguments bear the usual names, with sizes that all differ."""
    draw = np.random.default_rng(0).normal
    usual = {
        "query": draw(size=4),
        "queries": draw(size=(5, 4)),
        "keys": draw(size=(7, 4)),
        "values": draw(size=(7, 3)),
        "readers": draw(size=(5, 6)),
        "sources": draw(size=(7, 6)),
        "w_q": draw(size=(6, 4)),
        "w_k": draw(size=(6, 4)),
        "w_v": draw(size=(6, 3)),
    }
    for function in module.values():
        if isinstance(function, FunctionType) and function.__module__ == "__main__":
            wanted = signature(function).parameters
            if wanted and set(wanted) <= set(usual):
                function(**{name: usual[name] for name in wanted})


def ask(module: dict[str, Any]) -> None:
    """Calls of the drop-ins with sizes that all differ."""
    b, h, n_q, n_k, d_k, d_v = 2, 6, 5, 7, 4, 3
    draw = np.random.default_rng(0).normal
    q, k, v = draw(size=(b, h, n_q, d_k)), draw(size=(b, h, n_k, d_k)), draw(size=(b, h, n_k, d_v))
    for name in ("attention", "fast_attention"):
        if name in module:
            module[name](q, k, v, mask=np.ones((n_q, n_k), bool), sinks=np.zeros(h))
            module[name](q, k, v, causal="lower right", window=3, key_stop=np.full((b, h), n_k))
    if "fast_attention" in module:  # enough for tiles
        long = [draw(size=(h, n, d)) for n, d in ((400, d_k), (410, d_k), (410, d_v))]
        module["fast_attention"](*long)
        module["fast_attention"](100 * long[0], *long[1:])
    if "attention_backward" in module:
        module["attention_backward"](draw(size=(b, h, n_q, d_v)), q, k, v)
    if "merge" in module and "partial" in module:
        module["partial"](q, k, v, causal="upper left")


@pytest.mark.parametrize(
    "path", [p for p in SNIPPETS if p.stem not in ENGINES], ids=lambda p: p.stem
)
def test_every_shape_in_the_margin_is_the_shape_of_a_real_run(path: Path) -> None:
    reading = Reading(path)
    before = sys.gettrace()
    try:
        with redirect_stdout(io.StringIO()):
            sys.settrace(reading.trace)
            module = runpy.run_path(str(path), run_name="__main__")
            if path.stem not in OTHER_SIZES:
                ask_steps(module)
            ask(module)
    finally:
        sys.settrace(before)
    assert not reading.wrong, "\n".join(sorted(reading.wrong))
    never = [f"{path.name}:{line}" for line in sorted(set(reading.said) - reading.met)]
    assert not never, f"no run reaches the shapes of {never}"
