"""Mistakes in what pages compute and say: operators, constants, headings, captions, answers, verdicts, ink."""

import ast
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from mutants.mutant import Mutant
from mutants.prose import WORDS

OPERATORS = {"+": "-", "-": "+", "*": "/", "/": "*", "//": "*", "**": "*"}
COMPARISONS = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
CALLS = {
    "max": "min",
    "min": "max",
    "argmax": "argmin",
    "argmin": "argmax",
    "sum": "mean",
    "mean": "sum",
}
OPPOSITES = {"more": "less", "most": "least", "best": "worst", "above": "below", "left": "right"}
OPPOSITES |= {
    "larger": "smaller",
    "rows": "columns",
    "row": "column",
    "first": "last",
    "never": "always",
}
OPPOSITES |= {other: word for word, other in OPPOSITES.items()}
_SAID = re.compile(rf"\b(?:{'|'.join([*WORDS[1:-1], *OPPOSITES])}|\d+)\b(?!:)")
_SHAPE = re.compile(r"#.*?\((\w+), (\w+)\)")
_DIGITS = {
    "number",
    "percent",
    "short",
}  # their second argument only says how many digits are shown
Plant = Callable[["Source"], Iterator[Mutant]]


class Source:
    """A module, parsed once, whose nodes know their place in the text."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.tree = ast.parse(text)
        self.lines = [0]
        for line in text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.nodes = list(_without_asserts(self.tree))

    def _place(self, line: int, column: int) -> int:
        start = self.lines[line - 1]
        whole = self.text[start : self.lines[line] - 1].encode()
        return start + len(whole[:column].decode())

    def span(self, node: ast.AST) -> tuple[int, int]:
        """From where to where a node stands."""
        first = self._place(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        last = self._place(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        return first, last

    def words(self, node: ast.AST) -> str:
        """A node as it is typed."""
        start, end = self.span(node)
        return self.text[start:end]

    def change(self, kind: str, node: ast.AST, new: str) -> Mutant:
        """A mistake in place of a node."""
        return Mutant(kind, self.file, *self.span(node), new)

    def swap(self, kind: str, one: ast.AST, other: ast.AST) -> Mutant:
        """Two nodes, each in the place of the other."""
        start, end = self.span(one)[0], self.span(other)[1]
        between = self.text[self.span(one)[1] : self.span(other)[0]]
        return Mutant(kind, self.file, start, end, self.words(other) + between + self.words(one))


def _without_asserts(node: ast.AST) -> Iterator[ast.AST]:
    """Asserts are checks; what is spoilt here is what they check."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.Assert):
            yield from _without_asserts(child)


def of_computing(source: Source, where: str) -> Iterator[Mutant]:
    """Operators, comparisons, calls and constants."""
    inside_text = {id(n) for f in source.nodes if isinstance(f, ast.JoinedStr) for n in ast.walk(f)}
    how_shown = set(_how_shown(source)) | set(_chosen(source, where))
    for node in source.nodes:
        if isinstance(node, ast.BinOp) and id(node) not in inside_text:
            yield from _operator(source, where, node.left, node.right, OPERATORS)
        elif isinstance(node, ast.Compare) and id(node) not in inside_text:
            yield from _operator(source, where, node.left, node.comparators[0], COMPARISONS)
        elif isinstance(node, ast.Attribute) and node.attr in CALLS and id(node) not in inside_text:
            end = source.span(node)[1]
            start = end - len(node.attr)
            yield Mutant(f"operator in {where}", source.file, start, end, CALLS[node.attr])
        elif _is_number(node) and id(node) not in inside_text and id(node) not in how_shown:
            yield source.change(f"constant in {where}", node, _changed(node))


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _changed(node: ast.AST) -> str:
    assert isinstance(node, ast.Constant)
    value = node.value
    return str(value + 1) if isinstance(value, int) else str(round(value * 1.5 + 0.5, 6))


def _how_shown(source: Source) -> Iterator[int]:
    for node in source.nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _DIGITS:
            yield from (id(argument) for argument in node.args[1:])


def _chosen(source: Source, where: str) -> Iterator[int]:
    """Constants for which any number is as right: pixels of a renderer, the size of a tile or of a cache."""
    for node in source.nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "lru_cache":
            yield from (id(inner) for inner in ast.walk(node))
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "reshape":
            yield from _rest(node)
        elif isinstance(node, ast.keyword) and node.arg == "timeout":  # how long somebody waits
            yield id(node.value)
        elif _is_guard(node):
            yield id(node.args[1])  # type: ignore[attr-defined]
    if where not in ("a renderer", "a snippet"):
        return
    for node in source.tree.body:
        if where == "a snippet" and any(
            isinstance(n, ast.Call | ast.Lambda) for n in ast.walk(node)
        ):
            continue
        names = node.targets if isinstance(node, ast.Assign) else []
        if any(name.isupper() for name in re.findall(r"\w+", " ".join(map(ast.unparse, names)))):
            yield from (id(inner) for inner in ast.walk(node))


def _rest(reshape: ast.Call) -> Iterator[int]:
    """The −1 that stands for the rest: NumPy takes any number below 0 for it."""
    for size in reshape.args:
        if isinstance(size, ast.UnaryOp) and isinstance(size.op, ast.USub):
            yield id(size.operand)


_GUARDS = {("0", "1"), ("-np.inf", "0"), ("-torch.inf", "0")}


def _is_guard(node: ast.AST) -> bool:
    """Where any number would do: 0 stays 0 when it is divided, and -∞ stays -∞ when something is taken off.

    `np.where(total == 0, 1, total)`, `np.where(top == -np.inf, 0, top)`.
    """
    if (
        not isinstance(node, ast.Call)
        or len(node.args) != 3
        or not isinstance(node.func, ast.Attribute)
    ):
        return False
    test, one, other = node.args
    return (
        node.func.attr == "where"
        and isinstance(test, ast.Compare)
        and isinstance(test.ops[0], ast.Eq)
        and ast.unparse(test.left) == ast.unparse(other)
        and (ast.unparse(test.comparators[0]), ast.unparse(one)) in _GUARDS
    )


def _operator(
    source: Source, where: str, left: ast.expr, right: ast.expr, others: dict[str, str]
) -> Iterator[Mutant]:
    start, end = source.span(left)[1], source.span(right)[0]
    typed = re.sub(r"[^-+*/<>=!@%&|]", "", source.text[start:end])
    if typed in others and not isinstance(left, ast.Constant | ast.JoinedStr | ast.List):
        place = source.text.index(typed, start)
        yield Mutant(f"operator in {where}", source.file, place, place + len(typed), others[typed])


def of_tables(source: Source) -> Iterator[Mutant]:
    """Two headings swapped, two cells of every row swapped."""
    for node in source.nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "table" and node.args:
            if isinstance(node.args[0], ast.List):
                for one, other in pairwise(node.args[0].elts):
                    if source.words(one) != source.words(other):
                        yield source.swap("headings of a table swapped", one, other)
        elif isinstance(node, ast.ListComp | ast.For) and isinstance(
            getattr(node, "elt", None), ast.List
        ):
            for one, other in pairwise(node.elt.elts):
                yield source.swap("cells under swapped headings", one, other)


def of_returns(source: Source) -> Iterator[Mutant]:
    """A part that forgets to return."""
    for node in source.nodes:
        if isinstance(node, ast.Return) and node.value is not None:
            start = source.span(node)[0]
            yield Mutant("missing return", source.file, start, start + len("return "), "_ = ")


def of_captions(source: Source) -> Iterator[Mutant]:
    """A number, a number word or a telling word of what a figure says."""
    for node in source.tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SAYS":
            for text in _literals(node.value):
                yield from _said(source, "word of a caption", text)


def of_labels(source: Source) -> Iterator[Mutant]:
    """The words that a figure is labelled with, two of them swapped."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef):
            texts = [n for n in _literals(node) if n is not _docstring(node) and " " in n.value]
            for one, other in pairwise(sorted(texts, key=lambda n: source.span(n)[0])):
                quoted = source.text[source.span(one)[0]] in "\"'"
                if (
                    quoted
                    and one.value != other.value
                    and source.span(one)[1] < source.span(other)[0]
                ):
                    yield source.swap("labels of a figure swapped", one, other)


def _docstring(node: ast.FunctionDef) -> ast.AST | None:
    first = node.body[0]
    return first.value if isinstance(first, ast.Expr) else None


def _literals(node: ast.AST) -> list[ast.Constant]:
    """Plain strings; the pieces of an f-string are no nodes of their own on every Python."""
    formatted = {id(n) for f in ast.walk(node) if isinstance(f, ast.JoinedStr) for n in ast.walk(f)}
    return [
        n
        for n in ast.walk(node)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in formatted
    ]


def _said(source: Source, kind: str, node: ast.AST) -> Iterator[Mutant]:
    start, _ = source.span(node)
    for found in _SAID.finditer(source.words(node)):
        word = found[0]
        if word.isdigit():
            new = str(int(word) + 1)
        elif word in OPPOSITES:
            new = OPPOSITES[word]
        else:
            new = WORDS[WORDS.index(word) + 1]
        yield Mutant(kind, source.file, start + found.start(), start + found.end(), new)


def of_ink(source: Source) -> Iterator[Mutant]:
    """Ink that is black in the dark, and a line that nobody sees."""
    for node in source.nodes:
        if isinstance(node, ast.keyword) and node.arg in ("color", "facecolor", "edgecolor"):
            yield source.change("black ink", node.value, '"black"')
            yield source.change("unthemed ink", node.value, '"#c0ffee"')
            if node.arg == "color":
                start, end = source.span(node.value)
                new = f"{source.text[start:end]}, alpha=0"
                yield Mutant("invisible ink", source.file, start, end, new)


def of_answers(source: Source) -> Iterator[Mutant]:
    """A right answer among the wrong ones, a wrong one lost, a wrong one that was never computed."""
    for node in source.nodes:
        given = {k.arg: k.value for k in getattr(node, "keywords", []) if k.arg}
        wrong = given.get("wrong")
        if isinstance(node, ast.Call) and "right" in given and isinstance(wrong, ast.Dict):
            keys = [key for key in wrong.keys if key is not None]
            for key in keys:
                yield source.swap("right and wrong answer swapped", given["right"], key)
            for key, value in zip(keys, wrong.values, strict=False):
                start, end = source.span(key)[0], source.span(value)[1]
                end = source.text.index(",", end) + 1 if source.text[end] == "," else end
                yield Mutant("wrong option lost", source.file, start, end, "")
    for node in source.nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _ASKS and node.args:
            yield from _said(source, "word of a question", node.args[0])


_ASKS = {"question", "exercise", "misconception"}


def of_verdicts(source: Source) -> Iterator[Mutant]:
    """A verdict turned round."""
    for node in source.nodes:
        if isinstance(node, ast.keyword) and node.arg in ("as_given", "runs", "repeats", "agree"):
            yield source.change(
                "verdict of a claim", node.value, f"not ({source.words(node.value)})"
            )


def of_shapes(source: Source) -> Iterator[Mutant]:
    """The shape in a comment, transposed."""
    for found in _SHAPE.finditer(source.text):
        if found[1] != found[2]:
            new = f"{found[2]}, {found[1]}"
            yield Mutant("shape in a comment", source.file, found.start(1), found.end(2), new)
