"""Every drop-in keeps the one contract, here (test_other_pythons.py: everywhere); and all read alike."""

import ast
import inspect
import shutil
import subprocess
import sys
from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path

import pytest

import dropin_contract
from conftest import ROOT
from softlookup import catalogue

PAIRS = dropin_contract.pairs()
NAMES = [row.name for row in dropin_contract.ROWS]


@pytest.mark.parametrize(
    ("rule", "row"), PAIRS, ids=[f"{row.name}-{rule.__name__}" for rule, row in PAIRS]
)
def test_a_drop_in_keeps_its_promise(rule, row):
    rule(row)


def test_a_broken_promise_is_named(monkeypatch, capsys):
    deaf = dropin_contract.DropIn("attention", lambda q, k, v, **_: q, dropin_contract.OPTIONS, ())
    monkeypatch.setattr(dropin_contract, "ROWS", (deaf,))
    assert dropin_contract.main() == 1
    assert (
        "attention: a_bool_mask_selects_what_may_be_read: AssertionError" in capsys.readouterr().out
    )


@pytest.mark.parametrize("row", dropin_contract.ROWS, ids=NAMES)
def test_a_row_claims_every_option_that_its_function_has(row):
    options = {name for call in row.called for name in inspect.signature(call).parameters}
    known = {name for _, needed in dropin_contract.RULES for name in needed}
    assert row.can - dropin_contract.WITHOUT_NAME == options & known


def test_what_several_files_do_is_written_in_the_same_words():
    """No file imports another, so each carries its checks; they must not drift apart."""
    versions = defaultdict(set)
    for name in NAMES:
        text = (dropin_contract.SNIPPETS / f"{name}.py").read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("_"):
                versions[node.name].add(ast.get_source_segment(text, node))
    own = {"_softmax", "_key_range"}  # the same job in another layout
    assert {name for name, texts in versions.items() if len(texts) > 1} <= own


# --- Types, as strict as they come, in a folder with nothing but the copies -----------------------

USE = """
import numpy as np

from attention import attention
from attention_backward import attention_backward
from fast_attention import fast_attention
from multi_head import Cache, MultiHead
from partial_lookup import EMPTY, finish, merge, partial
from soft_dict import SoftDict

rows = np.ones((2, 3), np.float32)
output = attention(rows, rows, rows, causal="lower right", window=2, grouped=False)
both = attention(rows, [[1.0, 2.0, 3.0]], [[4.0]], return_weights=True)
weights = both[1]
fast = fast_attention(rows, rows, rows, mask=np.ones((2, 2), np.bool_), key_stop=2, threads=2)
lse = fast_attention(rows, rows, rows, return_lse=True)[1]
slopes = attention_backward(output, rows, rows, rows).k
shard = finish(merge(EMPTY, partial(rows, rows, rows, causal="upper left", entries=2)))
layer = MultiHead(np.eye(3), np.eye(3), np.eye(3), np.eye(3), heads=1, key_heads=1)
step = layer(rows, cache=Cache(capacity=2), window=1)
read = layer(rows, layer.entries(rows), return_weights=True)[1]
print(output.shape, weights.dtype, fast.sum(), lse.max(), slopes.shape, shard.shape, step + read)
print(SoftDict({(2, 1): 10}, temperature=2).explain((1, 1), most=1)[0].weight)
"""
# What it knows of NumPy and PyTorch it need not find out again.
MYPY = ("mypy", "--strict", "--cache-dir", str(ROOT / ".cache" / "mypy"))
WRONG = """
from attention import attention

attention([[1.0]], [[1.0]], [[1.0]], causal="no")
"""


def copies(folder: Path, use: str) -> Path:
    """Every file that promises types and whose library is here, and how it is used."""
    for name in (*catalogue.DROP_INS, *catalogue.TWINS, *catalogue.ENGINES):
        if all(find_spec(package) for package in catalogue.dependencies(name)):
            shutil.copy(dropin_contract.SNIPPETS / f"{name}.py", folder)
    (folder / "use.py").write_text(use, encoding="utf-8")
    return folder


def checked(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """What a strict mypy says of the copies, of their use and of a wrong use, asked once: it takes long to begin."""
    folder = copies(tmp_path_factory.mktemp("strict"), USE)
    (folder / "wrong_use.py").write_text(WRONG, encoding="utf-8")
    return checked(folder, *MYPY, ".").stdout.splitlines()


def test_a_strict_mypy_accepts_the_copies_and_their_use(strict):
    said = [line for line in strict[:-1] if not line.startswith("wrong_use.py:")]
    assert not said, said
    assert strict[-1].startswith("Found 1 error in 1 file (checked ")


def test_a_strict_mypy_refuses_an_order_that_does_not_exist(strict):
    assert 'wrong_use.py:4: error: No overload variant of "attention"' in "\n".join(strict)


if find_spec("pyright"):  # it brings a JavaScript engine, so it is not among what is locked

    def test_a_strict_pyright_accepts_the_copies_and_their_use(tmp_path):
        settings = tmp_path / "pyrightconfig.json"
        settings.write_text('{"typeCheckingMode": "strict"}', encoding="utf-8")
        result = checked(copies(tmp_path, USE), "pyright", "--pythonpath", sys.executable)
        assert result.returncode == 0, result.stdout
