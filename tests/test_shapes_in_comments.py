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
# Their own example starts processes, which no trace follows; what they do there is asked for here.
ELSEWHERE = {"dask_lookup"}
# What is not in every environment.
NEEDS = {"dask_lookup": "distributed", "parquet_lookup": "pyarrow"}
NEEDS |= {"torch_ring_lookup": "torch", "torch_soft_lookup": "torch"}
# Their arguments are words, heads, as many queries as keys, or one number for each key.
OTHER_SIZES = {"exact_lookup", "heads", "cache", "matrix_lookup"}
# (n_q, d) @ (d, d_k) -> (n_q, d_k), or () or (d_v,); the words after it are for people.
SHAPE = r"\((?:[^()]*)\)"
LEADING = re.compile(rf"#\s*({SHAPE}(?:\s*(?:@|->|or|,)\s*{SHAPE})*)(?!,?\s*\()(?![\w.])")
SIZE = re.compile(r"\.\.\.|\d+|[A-Za-z]\w*(?:\s*[*/]\s*(?:[a-z]\w*|\d+))*")

USUAL = {"queries": ("n_q", "d_k"), "keys": ("n_k", "d_k"), "values": ("n_k", "d_v")}


class Said(NamedTuple):
    """A comment that names the shape of what its line makes."""

    line: int
    name: str  # what the line assigns, is given or holds; empty where it returns
    shapes: list[str]  # what the result may have
    factors: list[tuple[str, str]]  # the names that are multiplied, each with its shape
    product: str = ""  # all of it, where a product is written out
    of: str = ""  # the class whose field it is, or the function that is given it or returns it


class Reading:
    """The comments of a file, and which of their shapes a run has met."""

    def __init__(self, path: Path) -> None:
        self.path = path
        every = list(comments(path))
        self.said = {said.line: said for said in every if not said.of}
        self.held = [said for said in every if said.of]
        self.met: set[tuple[int, str]] = set()
        self.wrong = {
            f"{path.name}:{said.line}: {t}" for said in every for t in contradiction(said)
        }
        self.sizes: dict[FrameType, dict[str, int]] = {}
        self.asked: dict[str, int] = {}  # the sizes of what is asked now

    def never(self) -> list[str]:
        """The shapes that no run has had."""
        every = [*self.said.values(), *self.held]
        wanted = {(said.line, shape) for said in every for shape in said.shapes}
        return [f"{self.path.name}:{line}: {shape}" for line, shape in sorted(wanted - self.met)]

    def trace(self, frame: FrameType, event: str, value: Any) -> Any:
        """Follow the functions of the file, and compare each line once it has been run."""
        if frame.f_code.co_filename != str(self.path):
            return None
        before = self.sizes.setdefault(frame, {})
        last = before.get("line", 0)
        if event == "call":
            self._compare_held(frame, frame.f_code.co_name, frame.f_locals)
        if event == "return" and value is not None:
            if frame.f_lineno in self.said:
                self._compare(frame, self.said[frame.f_lineno], value)
            self._compare_held(frame, frame.f_code.co_name, {"": value})
            for made in (value, *frame.f_locals.values()):
                self._compare_held(frame, type(made).__name__, fields_of(made))
        if last in self.said and self.said[last].name in frame.f_locals:
            self._compare(frame, self.said[last], frame.f_locals[self.said[last].name])
        before["line"] = frame.f_lineno
        return self.trace

    def _compare_held(self, frame: FrameType, of: str, held: dict[str, Any]) -> None:
        """What a function is given and returns, and what an object holds, of the sizes that were asked."""
        for said in self.held if self.asked else ():
            if said.of == of and said.name in held:
                self._compare(frame, said, held[said.name])

    def _compare(self, frame: FrameType, said: Said, value: Any) -> None:
        line, several = said.line, re.findall(SHAPE, said.shapes[0]) if said.shapes else []
        if isinstance(value, tuple) and len(several) == len(value) > 1:
            for one, part in zip(several, value, strict=True):
                self._compare(frame, said._replace(shapes=[one]), part)
            self.met.add((line, said.shapes[0]))
            return
        shape = getattr(value, "shape", None)
        if shape is None:
            return
        sizes = self.sizes[frame]
        sizes |= {n: v for n, v in frame.f_locals.items() if type(v) is int}
        if self.path.stem not in OTHER_SIZES:
            learn_from_names(frame.f_locals, sizes)
        for name, size in self.asked.items():  # unless the line says otherwise: a part is smaller
            sizes.setdefault(name, size)
        for name, wanted in said.factors:
            found = frame.f_locals[name].shape
            if not fits(wanted, found, sizes):
                self.wrong.add(f"{self.path.name}:{line}: {name} {wanted}, but {found}")
        had = next((wanted for wanted in said.shapes if fits(wanted, shape, sizes)), None)
        if had is not None:
            self.met.add((line, had))
        else:
            known = ", ".join(f"{n}={v}" for n, v in sizes.items() if n in " ".join(said.shapes))
            self.wrong.add(
                f"{self.path.name}:{line}: {' or '.join(said.shapes)}, but {shape} {known}"
            )


def comments(path: Path) -> Iterator[Said]:
    """The comments that begin with a shape, behind what is assigned, returned, given or held."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    makes = ast.Assign | ast.Return | ast.Lambda
    lines = {node.end_lineno: node for node in ast.walk(tree) if isinstance(node, makes)}
    holds = dict(held(tree))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        found = LEADING.match(token.string) if token.type == tokenize.COMMENT else None
        line = token.start[0]
        if found is None or not is_shape(found[1]):
            continue
        node = lines.get(line)
        before, arrow, after = found[1].partition("->")
        shapes = [after.strip()] if arrow else re.split(r"\s*or\s*", found[1])
        if node is not None:
            factors = factors_of(node.value, before) if arrow and hasattr(node, "value") else []
            yield Said(node.lineno, assigned(node), shapes, factors, found[1])
        elif line in holds and "..." not in shapes[0]:  # leading axes may be left out by a caller
            of, name = holds[line]
            yield Said(line, name, shapes, [], of=of)


def contradiction(said: Said) -> Iterator[str]:
    """What no run has to tell: a product that cannot be taken, and keys that are said to be columns."""
    product = re.fullmatch(r"\((.+), (.+)\) @ \((.+), (.+)\) -> \((.+), (.+)\)", said.product)
    if product and (product[1], product[2], product[4]) != (product[5], product[3], product[6]):
        yield f"{said.product} is no product"
    names = SIZE.findall(said.shapes[0])
    usual = USUAL.get(said.name)
    if usual and set(names) == set(usual) and names != list(usual):
        yield f"{said.name} are {usual} everywhere, not {said.shapes[0]}"


def assigned(node: ast.AST) -> str:
    """The name that a line assigns first; empty where it returns."""
    if not isinstance(node, ast.Assign):
        return ""
    target = node.targets[0]
    first = target.elts[0] if isinstance(target, ast.Tuple) else target
    return getattr(first, "id", "?")


def held(tree: ast.AST) -> Iterator[tuple[int, tuple[str, str]]]:
    """By line: the fields of classes, the arguments of functions, and what functions return."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    yield field.lineno, (node.name, field.target.id)
        elif isinstance(node, ast.FunctionDef):
            for argument in (*node.args.args, *node.args.kwonlyargs):
                if argument.lineno != node.lineno:
                    yield argument.lineno, (node.name, argument.arg)
            if node.returns is not None:
                yield node.returns.end_lineno or 0, (node.name, "")


def fields_of(made: Any) -> dict[str, Any]:
    """What a named tuple or a dataclass holds."""
    names = getattr(type(made), "__annotations__", ())
    return {name: getattr(made, name, None) for name in names}


def factors_of(value: ast.expr | None, said: str) -> list[tuple[str, str]]:
    """The plain names of a product, with what the comment says of each."""
    shapes = re.findall(SHAPE, said)
    if not isinstance(value, ast.BinOp) or len(shapes) != 2:
        return []
    sides = zip((value.left, value.right), shapes, strict=True)
    return [(side.id, shape) for side, shape in sides if isinstance(side, ast.Name)]


def learn_from_names(names: dict[str, Any], sizes: dict[str, int]) -> None:
    """Arrays with the usual names have the usual shapes: rows of queries, of keys and of values."""
    for name, (rows, width) in USUAL.items():
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


def test_entries_are_rows_wherever_their_shape_is_told() -> None:
    """Also where no run can be followed: “of (n, d_k) keys and (n, d_v) values”."""
    told = re.compile(r"\((\w+), (\w+)\) (queries|keys|values)\b")
    found = [(path, f) for path in SNIPPETS for f in told.finditer(path.read_text("utf-8"))]
    assert found
    for path, (rows, columns, what) in ((path, f.groups()) for path, f in found):
        width = USUAL[what][1]
        assert (rows[0], columns) == ("n", width), f"{path.name}: ({rows}, {columns}) {what}"


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


def ask_steps(module: dict[str, Any], reading: Reading) -> None:
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
        "upstream": draw(size=3),
        "reach": 2,
    }
    if "torch" in module:
        usual = {name: module["torch"].as_tensor(array) for name, array in usual.items()}
    for function in module.values():
        if isinstance(function, FunctionType) and function.__module__ == "__main__":
            wanted = signature(function).parameters
            needed = {n for n, parameter in wanted.items() if parameter.default is parameter.empty}
            if needed and needed <= set(usual):
                reading.asked = {"n_q": 5, "n_k": 7, "d_k": 4, "d_v": 3}
                function(**{name: usual[name] for name in wanted if name in usual})


def ask(module: dict[str, Any], reading: Reading) -> None:
    """Calls of the drop-ins with sizes that all differ."""
    b, h, n_q, n_k, d_k, d_v = 2, 6, 5, 7, 4, 3
    reading.asked = {"h": h, "n_q": n_q, "n_k": n_k, "d_k": d_k, "d_v": d_v}
    draw = np.random.default_rng(0).normal
    q, k, v = draw(size=(b, h, n_q, d_k)), draw(size=(b, h, n_k, d_k)), draw(size=(b, h, n_k, d_v))
    for name in ("attention", "fast_attention"):
        if name in module:
            module[name](q, k, v, mask=np.ones((n_q, n_k), bool), sinks=np.zeros(h))
            module[name](q, k, v, causal="lower right", window=3, key_stop=np.full((b, h), n_k))
    if "attention_backward" in module:
        module["attention_backward"](draw(size=(b, h, n_q, d_v)), q, k, v)
    if "merge" in module and "partial" in module:
        module["partial"](q, k, v, causal="upper left")
    if "fast_attention" in module:  # enough for tiles
        reading.asked = {"h": h, "n_q": 400, "n_k": 410, "d_k": d_k, "d_v": d_v}
        long = [draw(size=(h, n, d)) for n, d in ((400, d_k), (410, d_k), (410, d_v))]
        module["fast_attention"](*long)
        module["fast_attention"](100 * long[0], *long[1:])
        module["fast_attention"](*long, mask=np.ones((400, 410), bool))
        long[2][:, 7] = np.nan
        module["fast_attention"](*long, causal="upper left")


def ask_objects(module: dict[str, Any], name: str, reading: Reading) -> None:
    """Make and use what remembers something, with sizes that all differ."""
    draw = np.random.default_rng(0).normal
    b, h, g, n_q, n_k, d_k, d_v, d, d_source, d_out = 3, 6, 2, 5, 7, 4, 3, 8, 9, 10
    sizes = {"h": h, "g": g, "n_q": n_q, "n_k": n_k, "d_k": d_k, "d_v": d_v}
    sizes |= {"d": d, "d_source": d_source, "d_out": d_out}
    keys, values = draw(size=(n_k, d_k)), draw(size=(n_k, d_v))
    if name == "cache":
        reading.asked = {"n": n_k, "d_v": d_v}
        cache = module["Cache"]()
        cache.append(keys[0], values[0])
        cache.read(keys[1])
        module["causal_lookup"](draw(size=(n_k, d_k)), keys, values)
    elif name == "soft_dict":
        reading.asked = {"d_v": d_v}
        module["SoftDict"]({tuple(keys[0]): values[0]}).read(tuple(keys[1]))
    elif name == "check_attention":
        reading.asked = {"h": h, "n_q": n_q, "n_k": n_k, "d_v": d_v}
        q, k, v = (draw(size=(n, h * d)) for n, d in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
        module["attend"](q, k, v, h, module["RIGHT"], np.ones((n_q, n_k), bool))
    elif name == "multi_head":
        reading.asked = sizes
        wide = [(d, h * d_k), (d_source, g * d_k), (d_source, g * d_v), (h * d_v, d_out)]
        biases = [draw(size=shape[1]) for shape in wide]
        layer = module["MultiHead"](*[draw(size=w) for w in wide], h, g, *biases, draw(size=h))
        layer(draw(size=(b, n_q, d)), draw(size=(b, n_k, d_source)))


def ask_engine(module: dict[str, Any], name: str, reading: Reading, folder: Path) -> None:
    """Call what reads a dictionary in parts, with sizes that all differ."""
    draw = np.random.default_rng(0).normal
    q, k, v = draw(size=(5, 4)), draw(size=(7, 4)), draw(size=(7, 3))
    reading.asked = {"n_q": 5, "n": 7, "n_k": 7, "d_k": 4, "d_v": 3}
    if name == "shards":
        module["lookup"](q, [(k, v)])
    elif name == "dask_lookup":
        module["lookup"](q, [(k, v)], on="here")
    elif name == "parquet_lookup":
        arrow = module["pa"]
        table = arrow.table({"key": k.tolist(), "value": v.tolist()})
        arrow.parquet.write_table(table, folder / "entries.parquet")
        module["lookup"](q, folder)
    elif name == "torch_ring_lookup":
        dist, torch = module["dist"], module["torch"]
        dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
        try:
            module["ring_lookup"](*map(torch.as_tensor, (q, k, v)))
        finally:
            dist.destroy_process_group()


@pytest.mark.parametrize("path", SNIPPETS, ids=lambda p: p.stem)
def test_every_shape_in_the_margin_is_the_shape_of_a_real_run(path: Path, tmp_path: Path) -> None:
    if path.stem in NEEDS:
        pytest.importorskip(NEEDS[path.stem])
    reading = Reading(path)
    before = sys.gettrace()
    name = "elsewhere" if path.stem in ELSEWHERE else "__main__"
    try:
        with redirect_stdout(io.StringIO()):
            sys.settrace(reading.trace)
            module = runpy.run_path(str(path), run_name=name)
            if path.stem in {"shards", *NEEDS}:
                ask_engine(module, path.stem, reading, tmp_path)
            else:
                ask(module, reading)
                ask_objects(module, path.stem, reading)
            if path.stem not in OTHER_SIZES:
                ask_steps(module, reading)
    finally:
        sys.settrace(before)
    assert not reading.wrong, "\n".join(sorted(reading.wrong))
    assert not reading.never(), f"no run has the shapes {reading.never()}"
