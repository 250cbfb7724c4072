"""Every drop-in keeps the one contract, here (test_other_pythons.py: everywhere); and all read alike."""

import ast
import inspect
import shutil
import subprocess
import sys
from collections import defaultdict
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import numpy as np
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


# Where a function shares only its name with that of other files, and why.
OWN_WORDS = {
    ("fast_attention", "_softmax"): "its weights wait to be divided",
    ("multi_head", "_softmax"): "it has no sinks",
    ("fast_attention", "_key_range"): "it is asked for a head, not for rules",
    ("check_attention", "_checked_scale"): "of scores times 0 it could tell nothing",
    ("torch_ring_lookup", "_checked_scale"): "it has no NumPy",
    ("torch_ring_lookup", "_finished"): "it ends a ring, not a block of queries",
    ("torch_ring_lookup", "_read"): "it reads tensors, not chunks of files",
    ("parquet_lookup", "_matrix"): "it makes one of a column, and does not check what was given",
    ("dask_lookup", "_rows"): "it cuts them from a shard, and does not check what was given",
    ("parquet_lookup", "lookup"): "it reads a folder, not a list of shards",
    ("parquet_lookup", "merge"): "another file may have values of another width",
    ("partial_lookup", "merge"): "it takes any leading axes, and sums beyond the type",
    ("partial_lookup", "partial"): "it takes any leading axes, masks and an order",
}


def functions(name: str) -> dict[str, str]:
    """The functions of a snippet and their words; what a step shows, it may show in its own."""
    text = (dropin_contract.SNIPPETS / f"{name}.py").read_text(encoding="utf-8")
    found = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    if name in (*catalogue.STEPS, *catalogue.TWINS):
        found = [node for node in found if node.name.startswith("_")]
    # The last of several is the function itself: those before it are for type checkers.
    return {node.name: ast.get_source_segment(text, node) or "" for node in found}


def test_what_several_files_do_is_written_in_the_same_words():
    """No file imports another, so each carries its checks; they must not drift apart."""
    files = defaultdict(lambda: defaultdict(set))  # function -> words -> the files that have them
    for name in catalogue.ORDER:
        for function, words in functions(name).items():
            if (name, function) not in OWN_WORDS:
                files[function][words].add(name)
    drifted = {function: list(of.values()) for function, of in files.items() if len(of) > 1}
    assert not drifted
    for (name, function), why in OWN_WORDS.items():
        others = files[function]
        assert others, f"no other file has {function}: {name} needs no exception"
        assert functions(name)[function] not in others, f"{name} says the same, though {why}"


def may_be_read(rows, n_q, causal, window, start, stop):
    """The keys that some query of a block may read, asked one by one."""
    first = stop - n_q if causal == "lower right" else 0
    return [
        key
        for key in range(start, stop)
        for place in range(first + rows.start, first + rows.stop)
        if causal is None or key <= place
        if window is None or abs(key - place) <= window
    ]


def range_of_backward(rows, n_q, n_k, causal, window, start, stop):
    backward = dropin_contract.load("attention_backward")
    ends = {"start": np.array([[start]]), "stop": np.array([[stop]])}
    rules = backward._Rules(None, causal, window, **ends, scale=1.0, softcap=np.inf)
    keys = backward._key_range(rules, rows, n_q, n_k)
    return keys.start, keys.stop


def range_of_fast(rows, n_q, n_k, causal, window, start, stop):
    fast = dropin_contract.load("fast_attention")
    q, k = np.ones((1, n_q, 2)), np.ones((1, n_k, 2))
    ends = {"start": np.array([[[start]]]), "stop": np.array([[[stop]]])}
    problem = fast._Problem(
        q, k, k, None, False, causal, window, **ends, sinks=None, scale=1.0, softcap=np.inf
    )
    return fast._key_range(fast._head(problem, 0, 1), rows)


@pytest.mark.parametrize("key_range", [range_of_backward, range_of_fast])
@pytest.mark.parametrize("causal", [None, "upper left", "lower right"])
@pytest.mark.parametrize("window", [None, 0, 2])
def test_a_block_meets_no_key_outside_those_that_some_query_may_read(key_range, causal, window):
    for n_q, n_k, start, left_out in product((4, 9), (5, 9, 12), (0, 3), (0, 2)):
        stop = n_k - left_out
        for rows in (slice(0, 2), slice(2, 4), slice(n_q - 1, n_q), slice(0, n_q)):
            keys = may_be_read(rows, n_q, causal, window, start, stop)
            low, high = key_range(rows, n_q, n_k, causal, window, start, stop)
            assert (low == high) if not keys else (low, high) == (min(keys), max(keys) + 1)


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
