"""The snippets as a catalogue: each whole, with its signature, size, dependencies and tests."""

import ast
import html
import re
import sys
from functools import cache
from pathlib import Path

from softlookup import snippets

KINDS = {
    "step": "Steps: one idea each, at its barest",
    "drop-in": "Drop-ins: for your own code base",
    "framework": "The same with a framework",
}
DROP_INS = (
    "attention",
    "check_attention",
    "fast_attention",
    "multi_head",
    "partial_lookup",
    "soft_dict",
)
_TESTS = Path(__file__).parents[2] / "tests"


def kind(name: str) -> str:
    """What a snippet is for."""
    if name.startswith("torch_"):
        return "framework"
    return "drop-in" if name in DROP_INS else "step"


def says(name: str) -> str:
    """The snippet's one-line docstring."""
    return ast.get_docstring(ast.parse(snippets.text(name))) or ""


def signatures(name: str) -> list[str]:
    """The public functions and classes of a snippet, as they are called."""
    found = []
    for node in ast.parse(snippets.text(name)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            arguments = ast.unparse(node.args) if isinstance(node, ast.FunctionDef) else ""
            arguments = re.sub(r": [^,=]+(?=[,=]|$)", "", arguments)
            found.append(f"{node.name}({arguments})" if arguments else node.name)
    return found


def dependencies(name: str) -> list[str]:
    """The packages beyond the standard library that a snippet imports."""
    tree = ast.parse(snippets.text(name))
    modules = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    modules += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    tops = {module.split(".")[0] for module in modules}
    return sorted(tops - set(sys.stdlib_module_names))


@cache
def _tests() -> dict[str, list[str]]:
    """Test file -> the text of each of its test functions."""
    return {
        path.name: re.split(r"\n(?=def test_|@)", path.read_text(encoding="utf-8"))
        for path in sorted(_TESTS.glob("test_*.py"))
    }


def tested(name: str) -> str:
    """Which tests hold a snippet, counted from the test files."""
    files = [file for file, parts in _tests().items() if any(f'"{name}"' in p for p in parts)]
    listed = ", ".join(f"<code>tests/{file}</code>" for file in files)
    return f"held against independent definitions by {listed}" if files else ""


def listing() -> str:
    """The catalogue, with the controls that filter it."""
    buttons = [_button("all", "all", len(snippets.names()), checked=True)]
    kinds = [kind(name) for name in snippets.names()]
    buttons += [_button(key, label, kinds.count(key)) for key, label in KINDS.items()]
    choice = f'<fieldset class="choice"><legend>kind</legend>{"".join(buttons)}</fieldset>'
    entries = [_entry(name) for key in KINDS for name in snippets.names() if kind(name) == key]
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
        f"{'; '.join(fact for fact in facts if fact)}. "
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
