"""The snippets as a catalogue: each whole, with its signature, size, dependencies and tests."""

import ast
import html
import re
import sys
from functools import cache
from pathlib import Path

from softlookup import snippets

KINDS = {
    "drop-in": "Drop-ins: for your own code base",
    "step": "Steps: one idea each, at its barest",
    "framework": "The same with a framework",
}
# In the order in which a reader meets them.
DROP_INS = (
    "attention",
    "fast_attention",
    "multi_head",
    "soft_dict",
    "partial_lookup",
    "check_attention",
)
STEPS = (
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
    "streaming",
    "cache",
    "sparse",
    "kernel_regression",
    "memory_read",
    "hopfield",
    "retrieval",
)
TWINS = ("torch_soft_lookup",)
ORDER = (*DROP_INS, *STEPS, *TWINS)
_PACKAGES = {"numpy": "NumPy", "torch": "PyTorch"}
_TESTS = Path(__file__).parents[2] / "tests"


def kind(name: str) -> str:
    """What a snippet is for."""
    if name in TWINS:
        return "framework"
    return "drop-in" if name in DROP_INS else "step"


def says(name: str) -> str:
    """The snippet's one-line docstring."""
    return ast.get_docstring(ast.parse(snippets.text(name))) or ""


def signatures(name: str) -> list[str]:
    """The public functions and classes of a snippet, as they are called."""
    found = []
    for node in ast.parse(snippets.text(name)).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
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
    """The packages beyond the standard library that a snippet imports."""
    tree = ast.parse(snippets.text(name))
    modules = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    modules += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    tops = {module.split(".")[0] for module in modules}
    return sorted(tops - set(sys.stdlib_module_names))


@cache
def _tests() -> dict[str, list[str]]:
    """Test file -> its test functions, as text."""
    return {
        path.name: re.split(r"\n(?=def test_)", path.read_text(encoding="utf-8"))[1:]
        for path in sorted(_TESTS.glob("test_*.py"))
    }


def tested(name: str) -> str:
    """What a snippet is held against, and by how many tests, counted from the test files."""
    own = len(_tests().get(f"test_{name}.py", []))
    steps = sum(f'"{name}"' in text for text in _tests()["test_steps.py"])
    frameworks = sum(
        f'"{name}"' in text or f"{name}(" in text for text in _tests()["test_frameworks.py"]
    )
    against = "the definitions in plain loops"
    if frameworks:
        against += " and against PyTorch, JAX or ONNX"
    count = own + steps + frameworks
    return f"held against {against} by {count} test{'s' * (count > 1)}"


def listing() -> str:
    """The catalogue, with the controls that filter it."""
    buttons = [_button("all", "all", len(ORDER), checked=True)]
    kinds = [kind(name) for name in ORDER]
    buttons += [_button(key, label, kinds.count(key)) for key, label in KINDS.items()]
    choice = f'<fieldset class="choice"><legend>kind</legend>{"".join(buttons)}</fieldset>'
    entries = [_entry(name) for name in ORDER]
    return "\n\n".join(
        ['<div class="catalogue" markdown="1">', _styles(), choice, *entries, "</div>"]
    )


def _styles() -> str:
    rules = [
        f'.catalogue:has(#kind-{key}:checked) .snippet:not([data-kind="{key}"]) {{ display: none; }}'
        for key in KINDS
    ]
    return "<style>\n" + "\n".join(rules) + "\n</style>"


def _button(key: str, label: str, count: int, *, checked: bool = False) -> str:
    state = " checked" if checked else ""
    return (
        f'<label><input type="radio" name="kind" id="kind-{key}"{state}> '
        f"{html.escape(label)} <small>{count}</small></label> "
    )


def _entry(name: str) -> str:
    text = snippets.text(name)
    facts = [
        f"{len(text.splitlines())} lines",
        "needs " + ", ".join(dependencies(name)),
        tested(name),
    ]
    code = "\n".join("    " + line if line else "" for line in text.rstrip().split("\n"))
    lines = [
        f'<div class="snippet" id="{name}" data-kind="{kind(name)}" markdown="1">',
        "",
        f"**{name}.py** · {says(name)}",
        "",
        " · ".join(f"`{signature}`" for signature in signatures(name)),
        "",
        f"{'; '.join(facts)}. "
        f'<a href="snippets/{name}.py">raw file</a> · '
        f'<a href="snippets/{name}.py" download>download</a> · `python -m softlookup.copy {name}`',
        "",
        f'??? abstract "{name}.py"',
        "",
        f'    ```python title="snippets/{name}.py"',
        code,
        "    ```",
        "",
        "</div>",
    ]
    return "\n".join(lines)
