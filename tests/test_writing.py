"""Lines to write and lines to put in order: the right one is right, each belief is named, and nothing else passes."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conftest import CONFIGURATION
from softlookup import judge, snippets, walk
from softlookup.kinds import Faded, Ordered
from softlookup.practice import lines

_PART = CONFIGURATION.split("The main line:")[1].split("- Deeper")[0]
MAIN_LINE = [name.replace("-", "_") for name in re.findall(r"([\w-]+)\.md\b", _PART)]
GAPS = {gap.key: gap for gap in walk.faded()}
ORDERS = {order.key: order for order in walk.ordered()}


def _judged(gap: Faded, written: str) -> dict[str, str]:
    text = snippets.text(gap.snippet)
    return judge.judge(text, lines._place(text, gap), written, gap.line, gap.beliefs, gap.probe)


def test_every_page_of_the_main_line_has_three_to_five_gaps_and_one_order() -> None:
    assert len(MAIN_LINE) == 9  # the tenth is the notebook
    for page in MAIN_LINE:
        assert 3 <= len(walk.faded(page)) <= 5, page
        assert len(walk.ordered(page)) == 1, page


@pytest.mark.parametrize("key", GAPS)
def test_the_missing_line_is_right_and_every_belief_is_named(key: str) -> None:
    gap = GAPS[key]
    assert _judged(gap, gap.line)["verdict"] == "right"
    for line, belief in gap.beliefs:
        found = _judged(gap, line)
        assert (found["verdict"], found["belief"]) == ("belief", belief)


def _gives(key: str, line: str) -> Any:
    """What the only value of a probe is with this line in the gap."""
    gap = GAPS[key]
    text = snippets.text(gap.snippet)
    (value,) = judge.outcome(text, lines._place(text, gap), line, gap.probe).value
    return value


def test_what_a_belief_says_of_its_line_is_so() -> None:
    two_of_four = _gives("heads.cutting", "pieces = rows.reshape(n, heads, -1)")
    four_of_two = _gives("heads.cutting", "pieces = rows.reshape(n, -1, heads)")
    assert (two_of_four.shape, four_of_two.shape) == ((2, 3, 4), (4, 3, 2))
    assert four_of_two[0, 0].tolist() == [0, 1], "neighbours, not every second number"

    scores = _gives("scaling.rooting", "scale = 1")  # (2, 3)
    divided = _gives("scaling.rooting", "scale = 1 / np.linalg.norm(keys)")
    whole_table = np.sqrt(np.sum(np.arange(12) ** 2))  # the keys are 0 to 11
    assert np.allclose(scores / divided, whole_table)


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("projections.being_found", "keys = readers @ w_k"),
        ("projections.telling", "values = readers @ w_v"),
    ],
)
def test_readers_in_the_place_of_sources_fail_in_the_answer_and_pass_where_both_are_as_many(
    key: str, line: str
) -> None:
    gap = GAPS[key]
    text = snippets.text(gap.snippet)
    place = lines._place(text, gap)
    assert judge.outcome(text, place, line, gap.probe).error
    [answer] = re.findall(rf"`{re.escape(line)}` – .*", lines.gap(1, gap))
    assert answer.endswith("Three would, and be wrong. Here it fails.")
    names: dict[str, Any] = {"__name__": "snippet"}
    exec(judge.filled(text, place, line), names)
    given = np.random.default_rng(0).normal(size=(2, 3, 2))  # three readers, three sources
    given = *given, *np.random.default_rng(1).normal(size=(3, 2, 2))
    found = names["cross_attention"](*given)
    right = snippets.example(gap.snippet).cross_attention(*given)
    assert found.shape == right.shape
    assert not np.allclose(found, right)


def test_either_side_alone_can_learn_who_reads_whom() -> None:
    read = snippets.example("projections").cross_attention
    readers, sources = np.array([[1.0, 1.0], [0.0, 2.0]]), np.array([[2.0, 1.0], [-1.0, 2.0]])
    w_q, w_k = np.array([[0.0, 2.0], [1.0, 0.0]]), np.array([[1.0, 0.5], [0.0, 1.0]])
    as_it_is, tells = np.eye(2), np.array([[1.0], [0.0]])
    both = read(readers, sources, w_q, w_k, tells)
    assert np.allclose(both, read(readers, sources, as_it_is, w_k @ w_q.T, tells))
    assert np.allclose(both, read(readers, sources, w_q @ w_k.T, as_it_is, tells))


def test_a_line_is_judged_by_what_it_does() -> None:
    gap = GAPS["softmax.shifting"]
    other = "highest = np.max(scores, axis, keepdims=True)\nshifted = scores - highest"
    assert _judged(gap, other)["verdict"] == "right"
    assert _judged(gap, "    shifted = scores - scores.max(axis, None, True)")["verdict"] == "right"
    same_belief = _judged(gap, "shifted = scores - np.amax(scores)")
    assert same_belief["belief"].startswith("one maximum will do")
    assert _judged(gap, "shifted = scores * 3")["verdict"] == "wrong"
    assert _judged(gap, "shifted = nothing")["verdict"] == "error"
    assert _judged(gap, "shifted = (")["verdict"] == "error"
    assert _judged(gap, "raise SystemExit")["verdict"] == "error"


def test_two_beliefs_that_nobody_can_tell_apart_stop_the_build() -> None:
    gap = GAPS["softmax.sharing"]
    text = snippets.text("softmax")
    twins = [*gap.beliefs, ("return exponentials / 1", "another name for the first")]
    with pytest.raises(ValueError, match="probe with other numbers"):
        judge.tell_apart(text, lines._place(text, gap), gap.line, twins, gap.probe)
    right = [("return exponentials / np.sum(exponentials, axis, keepdims=True)", "a right line")]
    with pytest.raises(ValueError, match="both give"):
        judge.tell_apart(text, lines._place(text, gap), gap.line, right, gap.probe)


@pytest.mark.parametrize("key", ORDERS)
def test_the_order_shown_is_wrong_and_the_snippets_own_is_right(key: str) -> None:
    order: Ordered = ORDERS[key]
    found, right = lines._orders(order.snippet, order.first, order.last)
    assert tuple(range(len(found))) in right
    assert lines._mixed(key, len(found), right) not in right
    assert len(set(found)) == len(found)


def test_an_order_that_prints_the_same_is_right_and_no_other() -> None:
    order = ORDERS["projections.three_projections"]
    _, right = lines._orders(order.snippet, order.first, order.last)
    assert len(right) == 6  # three projections in any order, and the reading last
    assert all(one[-1] == 3 for one in right)


def test_a_missing_line_that_is_not_there_is_refused() -> None:
    gap: Any = GAPS["softmax.sharing"]
    lost = Faded(gap.page, gap.name, gap.snippet, "return 1", gap.asks, gap.beliefs, gap.ask)
    with pytest.raises(ValueError, match="stands 0 times"):
        lines.gap(1, lost)


def test_every_answer_and_every_line_is_there_without_a_script(site: Path) -> None:
    page = (site / "softmax" / "index.html").read_text(encoding="utf-8")
    assert page.count("<faded-line ") == len(walk.faded("softmax"))
    assert page.count("Lines that do something else") == len(walk.faded("softmax"))
    assert page.count("<order-lines ") == 1
