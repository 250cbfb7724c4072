"""The snippets as a catalogue: each whole, with its signature, size, dependencies and tests."""

import ast
import html
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from softlookup import choice, snippets

KINDS = {
    "drop-in": "Drop-ins: for your own code base",
    "step": "Steps: one idea each, at its barest",
    "framework": "The same with a framework",
    "engine": "Engines: over files, processes and machines",
}
_AS_INSTALLED = {"dask": "dask[distributed]"}  # where the plain package does not bring all
# In the order in which a reader meets them.
DROP_INS = (
    "attention",
    "fast_attention",
    "attention_backward",
    "multi_head",
    "soft_dict",
    "partial_lookup",
    "check_attention",
)
_IN_ORDER = (
    "exact_lookup",
    "matrix_lookup",
    "similarity",
    "softmax",
    "soft_lookup",
    "temperature",
    "many_queries",
    "scaling",
    "gradients",
    "masks",
    "projections",
    "heads",
    "rotary",
    "llama_layer",
    "streaming",
    "cache",
    "sparse",
    "shards",
    "kernel_regression",
    "memory_read",
    "hopfield",
    "retrieval",
)
TWINS = ("torch_soft_lookup",)
ENGINES = ("dask_lookup", "torch_ring_lookup", "parquet_lookup")
# A file that no list names is a step, and comes after those that have a place.
_PLACED = {*DROP_INS, *_IN_ORDER, *TWINS, *ENGINES}
STEPS = (*_IN_ORDER, *(name for name in snippets.names() if name not in _PLACED))
ORDER = (*DROP_INS, *STEPS, *TWINS, *ENGINES)
_TESTS = Path(__file__).parents[2] / "tests"


def kind(name: str) -> str:
    """What a snippet is for."""
    if name in TWINS:
        return "framework"
    if name in ENGINES:
        return "engine"
    return "drop-in" if name in DROP_INS else "step"


def signatures(name: str) -> list[str]:
    """The public functions and classes of a snippet, as they are called."""
    found = []
    for node in ast.parse(snippets.text(name)).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            if any(ast.unparse(decorator) == "overload" for decorator in node.decorator_list):
                continue  # for type checkers: the function itself comes below
            found.append(f"{node.name}({_arguments(node.args)})")
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            found.append(node.name)
    return found


def _arguments(arguments: ast.arguments) -> str:
    """The arguments without their types."""
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        argument.annotation = None
    return ast.unparse(arguments)


def dependencies(name: str) -> list[str]:
    """The packages beyond the standard library that a snippet imports, somewhere."""
    return _packages(list(ast.walk(ast.parse(snippets.text(name)))))


def needed(name: str) -> str:
    """What must be installed for a snippet, in words, and what only some input asks for."""
    always = _packages(ast.parse(snippets.text(name)).body)
    listed = [_AS_INSTALLED.get(package, package) for package in always]
    sometimes = [package for package in dependencies(name) if package not in always]
    listed += [f"for some input {package}" for package in sometimes]
    return ", ".join(listed) or "nothing but Python"


def _packages(parts: Iterable[ast.AST]) -> list[str]:
    """What some import statements import, without the standard library."""
    modules: list[str] = []
    for part in parts:
        if isinstance(part, ast.Import):
            modules += [alias.name for alias in part.names]
        elif isinstance(part, ast.ImportFrom):
            modules.append(part.module or "")
    tops = {module.split(".")[0] for module in modules}
    return sorted(tops - set(sys.stdlib_module_names))


@cache
def _tests(file: str) -> list[set[str]]:
    """For each test of a file, the snippets that it names; no file has no tests."""
    path = _TESTS / file
    if not path.is_file():
        return []
    return list(_named_by_tests(ast.parse(path.read_text(encoding="utf-8"))))


def _named_by_tests(module: ast.Module) -> Iterator[set[str]]:
    blocks = [module.body, *(node.body for node in module.body if isinstance(node, ast.If))]
    assigned = [node for block in blocks for node in block if isinstance(node, ast.Assign)]
    loaded = {
        target.id: _named(node.value)
        for node in assigned
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            variables = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            yield _named(node).union(*(loaded.get(name, set()) for name in variables))


def _named(code: ast.AST) -> set[str]:
    """The snippets whose names stand in the code as strings, but not as names of parameters."""
    parts = list(ast.walk(code))
    calls = [part for part in parts if isinstance(part, ast.Call) and _sets_parameters(part.func)]
    parameters = {id(call.args[0]) for call in calls}
    constants = [part for part in parts if isinstance(part, ast.Constant)]
    strings = {part.value for part in constants if id(part) not in parameters}
    return {name for name in snippets.names() if name in strings}


def _sets_parameters(function: ast.expr) -> bool:
    """Whether it is `pytest.mark.parametrize`."""
    return isinstance(function, ast.Attribute) and function.attr == "parametrize"


def tested(name: str) -> str:
    """What a snippet is held against, and by how many tests, counted from the test files."""
    own = len(_tests(f"test_{name}.py"))
    steps, frameworks = (
        sum(name in named for named in _tests(file))
        for file in ("test_steps.py", "test_frameworks.py")
    )
    against = "the definitions in plain loops"
    if frameworks:
        against += " and against PyTorch, JAX or ONNX"
    count = own + steps + frameworks
    tests = "test" if count == 1 else "tests"
    return f"held against {against} by {count} {tests}"


def listing() -> str:
    """The catalogue, with the controls that filter it."""
    parts = [
        '<div class="catalogue" markdown="1">',
        choice.styles(".catalogue", ".snippet", {"kind": KINDS}),
        choice.buttons("kind", KINDS, [kind(name) for name in ORDER]),
        *[_entry(name) for name in ORDER],
        "</div>",
    ]
    return "\n\n".join(parts)


def _entry(name: str) -> str:
    text, file = snippets.text(name), f"snippets/{name}.py"
    parts = [
        f'<div class="snippet" id="{name}" data-kind="{kind(name)}" markdown="1">',
        f"<h3>{name}.py</h3>",
        snippets.idea(name),
        " · ".join(f"`{signature}`" for signature in signatures(name)),
        f"{len(text.splitlines())} lines; needs {needed(name)}; {tested(name)}. "
        f'<a href="{file}" download>download</a> · <a href="{file}">raw file</a>',
        f'<details class="abstract"><summary>The file</summary>{_code(file, text)}</details>',
        "</div>",
    ]
    return "\n\n".join(parts)


def _code(file: str, text: str) -> str:
    """A file without an element for each word and line: all of them stand on one page."""
    code = html.escape(text.rstrip(), quote=False)
    title = f'<span class="filename">{file}</span>'
    return f'<div class="highlight">{title}<pre><code>{code}\n</code></pre></div>'
