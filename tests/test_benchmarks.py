"""The benchmarks measure what they say, and what is stored of them is what was measured."""

import json
import sys
import threading

import numpy as np
import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
import contestants
import measure
import uses
from softlookup import runs
from softlookup.pages.fast_numpy import tables as fast_numpy

STORED = sorted(path.stem for path in runs.RESULTS.glob("*.json"))


def test_the_table_of_speeds_shows_the_hard_cases_beside_the_easy_one():
    for speeds in (fast_numpy.single_precision(), fast_numpy.double_precision()):
        shown = {line.split(" | ")[0].removeprefix("| ") for line in speeds.split("\n")[2:]}
        assert shown == {"plain", "causal", "spread"}


def test_what_is_written_out_has_one_core_however_many_threads_the_others_get(tmp_path):
    script = tmp_path / "asks.py"
    script.write_text("import os\nprint(os.environ['OPENBLAS_NUM_THREADS'])\n")
    assert measure.in_child(str(script), 2) == 1
    arrays = [np.ones((8, 4, 2))] * 3
    made_in = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            contestants,
            "soft_lookup",
            lambda *given: made_in.append(threading.get_ident()) or given[0],
        )
        contestants.makers(*arrays, threads=2, causal=False)[0]["naive"]()()
    assert made_in == [threading.get_ident()] * 8


def test_every_case_has_a_line_of_its_own():
    names = [(case.what, case.against) for case in uses.CASES]
    assert len(set(names)) == len(names)
    assert {case.threads for case in uses.CASES} == set(uses.THREADS)


@pytest.mark.parametrize(
    "pair",
    [uses.small(4), uses.windowed(700, 3), uses.odd("attention", 8)],
    ids=["small", "windowed", "odd"],
)
def test_both_sides_of_a_case_answer_the_same_question(pair):
    ours, theirs = (call() for call in pair)
    assert ours.shape == theirs.shape
    read = np.isfinite(ours)
    assert read.any()
    if pair[0].keywords.get("window") is None:
        np.testing.assert_allclose(ours[read], theirs[read], atol=1e-5)


def test_a_case_is_the_median_of_our_time_over_theirs(monkeypatch):
    times = {"ours": [2.0, 6.0, 3.0], "theirs": [1.0, 2.0, 2.0]}
    monkeypatch.setattr(measure, "in_turn", lambda *_, **__: times)
    case = uses.Case("x", "y", 1.9, lambda: (lambda: 1, lambda: 1))
    row = uses.measured(case, quick=True)
    assert row["time"] == 2
    [verdict] = uses.expectations([row])
    assert verdict["met"] is False
    assert uses.expectations([row | {"at_most": 2.1}])[0]["met"] is True


def test_two_answers_that_differ_are_not_compared():
    case = uses.Case("x", "y", 1, lambda: (lambda: 1.0, lambda: 2.0))
    with pytest.raises(ValueError, match="x: y gives another answer"):
        uses.measured(case, quick=True)


# --- Stored runs ----------------------------------------------------------------------------------


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder of stored runs, read afresh."""
    monkeypatch.setattr(runs, "RESULTS", tmp_path)
    monkeypatch.setattr(measure, "RESULTS", tmp_path)
    runs.run.cache_clear()
    yield tmp_path
    runs.run.cache_clear()


@pytest.mark.parametrize("name", STORED)
def test_a_stored_run_is_what_was_measured(name):
    runs.run.cache_clear()
    assert runs.run(name)["date"]


def test_a_run_that_is_stored_is_accepted(results):
    measure.store("planted", [{"seconds": 0.25, "what": "naïve"}], [])
    assert runs.rows("planted", what="naïve") == [{"seconds": 0.25, "what": "naïve"}]


@pytest.mark.parametrize(
    ("old", "new"), [("0.25", "0.24"), ("naïve", "naive"), ('"digest"', '"digested"')]
)
def test_an_edited_run_is_noticed(results, old, new):
    measure.store("planted", [{"seconds": 0.25, "what": "naïve"}], [])
    path = results / "planted.json"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    says = r"benchmarks/results/planted.json is not what was measured.*planted.py --store"
    with pytest.raises(ValueError, match=says):
        runs.run("planted")


def test_a_run_that_was_only_laid_out_anew_is_accepted(results):
    measure.store("planted", [{"seconds": 0.25}], [])
    path = results / "planted.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8"))), encoding="utf-8")
    assert runs.rows("planted") == [{"seconds": 0.25}]
