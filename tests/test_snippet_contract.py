"""What every file in snippets/ promises to whoever copies it."""

import ast
import contextlib
import io
import re
import runpy
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

from conftest import ROOT
from softlookup import catalogue, examples, snippets

NAMES = snippets.names()
LICENCE = "# SPDX-License-Identifier: 0BSD"
STEPS = set(catalogue.STEPS)
# What a snippet that is named after an engine may import beside NumPy.
ENGINES = {
    "torch": {"torch"},
    "dask": {"dask", "cloudpickle", "zarr"},
    "parquet": {"pyarrow"},
}


def tree(name: str) -> ast.Module:
    return ast.parse(snippets.text(name), filename=f"snippets/{name}.py")


def kind(name: str) -> str:
    return "step" if name in STEPS else "drop-in"


def imported(name: str) -> set[str]:
    """The packages a snippet imports, wherever in the file it does so."""
    packages: set[str] = set()
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            packages |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            packages.add("." * node.level + (node.module or "").split(".")[0])
    return packages


def functions(name: str) -> list[ast.FunctionDef]:
    """The functions and methods a copier calls."""
    found = [node for node in ast.walk(tree(name)) if isinstance(node, ast.FunctionDef)]
    return [node for node in found if not node.name.startswith("_") and not is_overload(node)]


def is_overload(node: ast.FunctionDef) -> bool:
    """Whether it only tells a type checker what the function below returns when."""
    return any(ast.unparse(decorator) == "overload" for decorator in node.decorator_list)


def run(name: str, run_name: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        runpy.run_path(str(snippets.path(name)), run_name=run_name)
    return printed.getvalue()


HERE = [name for name in NAMES if all(find_spec(package) for package in imported(name))]


def test_every_step_is_there():
    assert set(NAMES) >= STEPS


@pytest.mark.parametrize("name", NAMES)
def test_the_first_line_states_the_idea(name):
    idea = ast.get_docstring(tree(name), clean=False)
    assert snippets.text(name).splitlines()[0] == f'"""{idea}"""'
    assert idea.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_the_second_line_is_the_licence(name):
    assert snippets.text(name).splitlines()[1] == LICENCE


@pytest.mark.parametrize("name", NAMES)
def test_only_the_standard_library_and_numpy_are_imported(name):
    allowed = sys.stdlib_module_names | {"numpy"}
    assert imported(name) <= allowed | ENGINES.get(name.split("_")[0], set())


@pytest.mark.parametrize("name", NAMES)
def test_no_snippet_imports_another(name):
    assert not imported(name) & set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_text_can_be_pasted_anywhere(name):
    data = snippets.path(name).read_bytes()
    text = data.decode("utf-8")
    assert "\u00a0" not in text
    assert b"\r" not in data
    assert b"\t" not in data
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


LIMITS = {"C901", "PLR0911", "PLR0912", "PLR0913", "PLR0915"}


def test_no_function_is_long_winding_or_hungry():
    """The limits are those of ruff: statements, branches, returns, arguments, ways through."""
    command = [sys.executable, "-m", "ruff", "check", "--select", ",".join(sorted(LIMITS))]
    result = subprocess.run(
        [*command, snippets.FOLDER], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout


LONG = """
def winding(x):
    if x == 1:
        return 1
    if x == 2:
        return 2
    if x == 3:
        return 3
    if x == 4:
        return 4
    return 5
"""


@pytest.mark.parametrize("path", ["snippets/winding.py", "tests/winding.py"])
def test_the_limits_hold_in_snippets_and_nowhere_else(path):
    command = [sys.executable, "-m", "ruff", "check", "--stdin-filename", path, "-"]
    result = subprocess.run(
        command, cwd=ROOT, input=LONG, capture_output=True, text=True, check=False
    )
    assert ("PLR0911" in result.stdout) is path.startswith("snippets")


@pytest.mark.parametrize("name", NAMES)
def test_every_public_function_says_what_it_returns(name):
    silent = [node.name for node in functions(name) if not ast.get_docstring(node)]
    assert silent == []


@pytest.mark.parametrize("name", [name for name in NAMES if kind(name) == "drop-in"])
def test_a_drop_in_is_annotated(name):
    for node in functions(name):
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        bare = [a.arg for a in arguments if a.annotation is None and a.arg not in ("self", "cls")]
        assert bare == [], node.name
        assert node.returns is not None, node.name


@pytest.mark.parametrize("name", HERE)
def test_a_snippet_runs_alone_and_prints_a_few_lines(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = run(name, "__main__")
    assert 1 <= len(printed.splitlines()) <= 12
    assert max(len(line) for line in printed.splitlines()) <= 80
    assert not re.search(r"\bnan\b|0x[0-9a-f]{6}|\d\.\d{7}", printed)
    assert run(name, "__main__") == printed
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [name for name in HERE if "tennis gets" in snippets.text(name)])
def test_an_example_gives_the_answer_of_the_running_example(name):
    said = re.findall(r"tennis gets\D+([\d.]+)", run(name, "__main__"))
    assert set(said) == {f"{examples.ANSWER:.3f}"}


@pytest.mark.parametrize("name", HERE)
def test_an_imported_snippet_is_silent(name):
    assert run(name, "somebody_elses_module") == ""


@pytest.mark.parametrize("name", HERE)
def test_running_a_snippet_leaves_numpy_as_it_was(name):
    def state():
        return np.geterr(), np.get_printoptions(), np.random.get_state()[2]  # noqa: NPY002

    with np.printoptions(precision=11, threshold=111), np.errstate(under="print"):
        before = state()  # settings that no snippet would choose
        run(name, "__main__")
        assert state() == before
