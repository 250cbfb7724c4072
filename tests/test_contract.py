"""No number is typed where it could be computed: the strings of the package, read from its syntax."""

import ast
import re
from pathlib import Path
from textwrap import dedent

import pytest

from softlookup import walk

SPOKEN = sorted(walk.FOLDERS.glob("[!_]*/*.py")) + sorted(walk.FOLDERS.glob("*/figures/*.py"))
DECIMAL = re.compile(r"(?<![\w.:])\d*\.\d+(?![\w.])|\d ?%")


def decimals(spoken: str) -> list[str]:
    """Decimals that a reader would read as results: not in code, styles or addresses, nor named ones."""
    unspoken = r"`[^`]*`|<style>.*?</style>|https?://\S+|\[[^]\n]*\]\(=[^)\n]*\)"
    return DECIMAL.findall(re.sub(unspoken, "", spoken, flags=re.S))


def typed_decimals(path: Path) -> list[str]:
    """Decimals in the strings that a module speaks; code spans and format specs are not speech."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    formats = {
        id(v) for n in ast.walk(tree) if isinstance(n, ast.FormattedValue) for v in ast.walk(n)
    }
    skipped = formats | {
        id(n) for k in ast.walk(tree) if isinstance(k, ast.keyword) for n in _colour(k)
    }
    skipped |= {id(line) for call in ast.walk(tree) for line in _lines_of_code(call)}
    found = []
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in skipped
            and not is_program(node.value)
        ):
            found += [f"line {node.lineno}: {text}" for text in decimals(node.value)]
    return found


def is_program(text: str) -> bool:
    """Whether a string is Python that a page shows: it imports, defines or assigns something."""
    try:
        lines = ast.parse(dedent(text)).body
    except SyntaxError:
        return False
    return any(isinstance(line, ast.Import | ast.FunctionDef | ast.Assign) for line in lines)


def _lines_of_code(call: ast.AST) -> list[ast.AST | None]:
    """What a missing line and the beliefs about it are written in."""
    if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "faded"):
        return []
    believed = [k.value for k in call.keywords if isinstance(k.value, ast.Dict)]
    return [*call.args, *(line for lines in believed for line in lines.keys)]


def _colour(keyword: ast.keyword) -> list[ast.AST]:
    return list(ast.walk(keyword.value)) if keyword.arg in {"linestyle", "fontsize", "fmt"} else []


@pytest.mark.parametrize("path", SPOKEN, ids=lambda p: p.relative_to(walk.FOLDERS).as_posix())
def test_no_decimal_is_typed_into_what_a_reader_sees(path: Path) -> None:
    assert not typed_decimals(path)


# The example of the contributing page is files with code in them; a test builds and checks it.
DATA = [path for path in sorted(walk.FOLDERS.glob("*/*.yaml")) if path.name != "example.yaml"]


@pytest.mark.parametrize("path", DATA, ids=lambda p: p.stem)
def test_no_decimal_is_typed_into_what_is_data(path: Path) -> None:
    assert not decimals(path.read_text(encoding="utf-8"))


def test_a_typed_decimal_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    text = 'SAYS = "It is 0.665 of all"\nSAID = f"{0.665:.3f} and `x.0`"\n'
    path.write_text(text, encoding="utf-8")
    assert typed_decimals(path) == ["line 1: 0.665"]
