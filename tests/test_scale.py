"""Many machines: which engines were found, what is sent, and the cost model against the stored run.

SOFTLOOKUP_REQUIRE=frameworks makes a missing engine a failure. Without it, tests of a missing engine are
not collected, and the first test says which were found.
"""

import math
import os
import tomllib
from importlib.util import find_spec

import numpy as np
import pytest

from conftest import ENGINES, ROOT
from softlookup import runs, snippets
from softlookup.pages.scale import guess, numbers, parts, tables

REQUIRED = os.environ.get("SOFTLOOKUP_REQUIRE") == "frameworks"
PARTS = snippets.load("partial_lookup")


def test_the_engines_found_are_reported_and_none_that_is_required_is_missing(capsys):
    needed = sorted({package for packages in ENGINES.values() for package in packages})
    missing = [package for package in needed if not find_spec(package)]
    with capsys.disabled():
        print(
            "\nengines:", ", ".join(f"{p} {'missing' * (p in missing) or 'found'}" for p in needed)
        )
    assert not (REQUIRED and missing), (
        f"install with pip install '.[cluster,frameworks]': {missing}"
    )


def test_every_engine_has_its_tests_and_every_test_its_engine():
    from softlookup.catalogue import ENGINES as listed

    assert {f"test_{name}.py" for name in listed} == set(ENGINES)
    assert all((ROOT / "tests" / file).is_file() for file in ENGINES)


@pytest.mark.parametrize("engine", [parts.dask_lookup, parts.parquet_lookup])
def test_a_part_that_was_not_run_lacks_its_engine_and_not_numpy(engine, monkeypatch):
    monkeypatch.setenv("SOFTLOOKUP_FRAMEWORKS", "stored")
    notice = engine().split('!!! note "Not run"')[1]
    assert "was not run in this build" in notice
    assert "numpy" not in notice


def test_a_plain_install_pulls_no_engine():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == ["numpy>=2.0"]
    engines = ("dask", "distributed", "zarr", "pyarrow", "torch", "ray", "duckdb")
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    assert not [line for line in locked if line.split("=")[0] in engines]


@pytest.mark.parametrize("entries", [1, 100, 5000])
def test_what_is_sent_does_not_depend_on_the_shard(entries):
    rng = np.random.default_rng(0)
    q = rng.normal(size=(numbers.queries, 4))
    values = rng.normal(size=(entries, numbers.width))
    note = PARTS.partial(q, rng.normal(size=(entries, 4)), values)
    assert sum(np.size(part) for part in note) == numbers.sent == numbers.note_numbers()


@pytest.mark.parametrize(("machines", "each", "d_k", "d_v"), [(2, 3, 4, 4), (5, 7, 3, 2)])
def test_in_a_ring_queries_with_their_notes_weigh_two_numbers_more_than_keys_and_values(
    machines, each, d_k, d_v
):
    """Counted machine by machine: everybody's queries and notes, or everybody's shard, to all others."""
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(machines, each, width)) for width in (d_k, d_k, d_v))
    notes, shards = 0, 0
    for asking in range(machines):
        for reading in set(range(machines)) - {asking}:
            note = PARTS.partial(q[asking], k[reading], v[reading])
            notes += q[asking].size + sum(np.size(part) for part in note)
            shards += k[reading].size + v[reading].size
    pairs = machines * (machines - 1) * each  # a place, and a machine that it is not on
    assert notes == pairs * numbers.out_and_back(d_k, d_v)
    assert shards == pairs * (d_k + d_v)
    assert numbers.out_and_back(d_k, d_v) == d_k + d_v + 2


def test_finished_answers_and_one_number_for_each_query_would_do_as_well():
    """The guess says so of a note that is smaller by a number: best score and total are folded into one."""
    fast_attention = snippets.load("fast_attention").fast_attention
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(4, 3)), rng.normal(size=(9, 3)), rng.normal(size=(9, 5))
    shards = [(k[:2], v[:2]), (k[2:], v[2:])]
    notes = [fast_attention(q, *shard, return_lse=True) for shard in shards]
    answers, folded = map(np.stack, zip(*notes, strict=True))  # (2, 4, 5), (2, 4)
    assert answers[0].size + folded[0].size == len(q) * (v.shape[1] + 1)
    shares = np.exp(folded - np.logaddexp(*folded))  # (2, 4)
    assert np.allclose((shares[..., np.newaxis] * answers).sum(axis=0), fast_attention(q, k, v))
    assert "log-sum-exp" in guess.guess()


@pytest.mark.parametrize("notes", [1, 2, 8, 9, 64, 65, 512, 513, 10**6])
def test_the_levels_are_those_of_a_tree_that_is_built(notes):
    built, left = 0, notes
    while left > 1:
        left, built = math.ceil(left / numbers.fan_in), built + 1
    assert numbers.levels(notes) == built
    assert (
        numbers.merging(notes, numbers.FABRIC) < numbers.merging(notes, numbers.OFFICE)
        or notes == 1
    )


def test_the_fan_in_of_the_model_is_that_of_the_file():
    assert f"FAN_IN = {numbers.fan_in}  #" in snippets.text("dask_lookup")


def test_more_machines_help_until_the_tasks_cost_more_than_the_reading():
    best = numbers.best_machines(numbers.trillion)
    least = numbers.on_machines(numbers.trillion, best)
    for machines in (best / 10, best * 10):
        assert numbers.on_machines(numbers.trillion, machines) > 2 * least


def test_the_model_was_not_fitted_to_the_points_it_is_held_against():
    """It is right within a factor of 4, even in a run on a busy machine."""
    held = [row for row in runs.rows("cluster") if row.get("contestant", "").startswith("Dask")]
    assert len(held) >= 4
    for row in held:
        told = numbers.on_one_machine(row["entries"], int(row["contestant"].split()[1]))
        assert 1 / 4 < told / row["seconds"] < 4, row


def test_the_stored_run_says_how_busy_its_machine_was():
    found = runs.run("cluster")
    [about] = [row for row in found["rows"] if "load_before" in row]
    assert about["load_before"] >= 0
    assert found["machine"]["load"] >= 0
    assert (about["queries"], about["width"]) == (numbers.queries, numbers.width)


def test_every_fault_has_an_answer_from_some_engine():
    for fault in tables.FAULTS:
        assert {fault.dask, fault.ring, fault.parquet} != {"–"}
