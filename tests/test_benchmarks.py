"""The benchmarks measure what they say: the cases fit, and times and bounds are compared the right way."""

import sys

import numpy as np
import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
import measure
import uses


def test_every_case_has_a_line_of_its_own():
    names = [(case.what, case.against) for case in uses.CASES]
    assert len(set(names)) == len(names)
    assert {case.threads for case in uses.CASES} == set(uses.THREADS)


@pytest.mark.parametrize(
    "pair", [uses.small(4), uses.windowed(700, 3), uses.odd("attention", 8)], ids=str
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
