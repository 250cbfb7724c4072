"""The classic mistakes on the running example, the laws they break, and the cards that change nothing."""

import math
from typing import Any

import numpy as np
import pytest

from conftest import ROOT
from softlookup import examples, laws, lookup, snippets, walk
from softlookup.pages.fingerprints import numbers
from softlookup.pages.fingerprints import parts as fingerprints
from softlookup.pages.fingerprints.bugs import OVERFLOWS, Fingerprint, mistakes
from softlookup.pages.fingerprints.untested import GAPS, Gap, silent
from softlookup.pages.no_ops import parts as no_ops

MISTAKES = mistakes()
OUTSIDE, EQUAL, COMPANY, ORDER, SHIFT, HIDDEN, COLUMN, FINITE, SHARP, TYPES, KNOWN = (
    fingerprints.LAWS
)
# What the boxes of the page say of each mistake.
SAID = {
    "wrong_axis": {OUTSIDE, COMPANY},
    "no_keepdims": {EQUAL},
    "no_transpose": {ORDER},
    "no_division": {OUTSIDE},
    "linear_shares": {OUTSIDE, SHIFT},
    "softmax_twice": {SHARP, KNOWN},
    "overflow": {FINITE},
    "lost_decimals": {TYPES},
    "not_scaled": {KNOWN},
    "scaled_twice": {KNOWN},
    "inverted_mask": {OUTSIDE, HIDDEN},
    "zero_for_hidden": {HIDDEN},
    "masked_late": {EQUAL, OUTSIDE},
    "mask_added": {HIDDEN},
    "scrambled_heads": {COLUMN},
    "model_width": {KNOWN},
}
NO_LAW = {"not_scaled", "scaled_twice", "model_width"}  # no symptom but the known answer tells


def by_hand(q, k, v, mask=None):
    """The definition in plain loops, as a function like the wrong ones."""
    return lookup.attention(q, k, v, mask=mask)


def by_hand_in_heads(q, k, v):
    halves = [np.split(array, 2, axis=1) for array in (q, k, v)]
    return np.concatenate([lookup.attention(*half) for half in zip(*halves, strict=True)], axis=1)


RIGHT = [
    Fingerprint(lambda q, k, v: lookup.attention(q, k, v)),
    Fingerprint(by_hand),
    Fingerprint(by_hand_in_heads, heads=2),
]


@pytest.mark.parametrize("symptom", fingerprints.LAWS)
@pytest.mark.parametrize("right", RIGHT, ids=["plain", "masked", "heads"])
def test_the_definition_keeps_every_law(symptom: str, right: Fingerprint) -> None:
    assert fingerprints.keeps(right, fingerprints.LAWS[symptom])


@pytest.mark.parametrize("symptom", fingerprints.LAWS)
def test_every_law_is_broken_by_some_mistake(symptom: str) -> None:
    assert any(symptom in shown for shown in fingerprints.broken().values())


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_shows_the_symptoms_that_the_page_says(name: str) -> None:
    shown = set(fingerprints.broken()[name])
    assert shown >= SAID[name]
    if name in NO_LAW:
        assert shown == {KNOWN}


def test_two_widths_see_a_wrong_scale_but_not_a_wrong_factor() -> None:
    seen = {name for name in NO_LAW if not fingerprints.keeps(MISTAKES[name], laws.TWO_WIDTHS)}
    assert seen == NO_LAW - {"model_width"}
    assert (numbers.seen_by_width, numbers.wrong_scales) == (len(seen), len(NO_LAW))
    assert all(fingerprints.keeps(right, laws.TWO_WIDTHS) for right in RIGHT)


@pytest.mark.parametrize("name", MISTAKES)
def test_what_is_called_right_is_what_the_definition_gives(name: str) -> None:
    made = MISTAKES[name]
    q, k, v = made.problem
    hidden = [[True, True, False]] * 3 if made.masked else None
    expected = by_hand_in_heads(q, k, v) if made.heads > 1 else by_hand(q, k, v, hidden)
    assert np.allclose(made.right, expected)


def test_the_running_example_is_answered_as_on_the_other_pages() -> None:
    weights = [math.exp(score / math.sqrt(2)) for score in (3, 2, 1)]
    blend = sum(w * v for w, v in zip(weights, examples.VALUES, strict=True)) / sum(weights)
    assert MISTAKES["wrong_axis"].right[0, 0] == pytest.approx(blend)
    unscaled = lookup.soft_lookup(examples.TENNIS, examples.KEYS, examples.VALUES)
    assert MISTAKES["not_scaled"].answers[0, 0] == pytest.approx(unscaled)


def test_the_page_shows_every_mistake_under_its_own_heading() -> None:
    text = (ROOT / "docs" / "fingerprints.md").read_text(encoding="utf-8")
    assert len(MISTAKES) == 16
    assert "sixteen mistakes" in text
    for name in MISTAKES:
        assert f"{{ #{name.replace('_', '-')} }}" in text
        assert f'page.bug("{name}")' in text
    assert set(MISTAKES) == {bug.name for bug in walk.bugs("fingerprints")}


def test_a_right_function_leaves_no_fingerprint() -> None:
    for right in RIGHT:
        assert np.allclose(right.answers, right.right)
        assert right.named == ""
        assert right.seen == ""


def test_poor_tests_are_passed_by_a_right_function_too() -> None:
    for test, problem in fingerprints._poor_tests().items():
        right = RIGHT[1] if "mask" in problem else RIGHT[0]
        assert fingerprints.passes(right, **problem), test


@pytest.mark.parametrize("gap", GAPS, ids=lambda gap: gap.what)
def test_what_the_checker_does_not_ask_is_a_gap_and_the_drop_in_has_none(gap: Gap) -> None:
    assert silent(gap)
    assert gap.fails(gap.passes)
    if "causal" not in gap.what:  # the drop-in asks which corner is meant
        assert not gap.fails(snippets.load("attention").attention)


def test_a_gap_that_was_closed_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = Gap("nothing at all", lookup.attention, lambda function: False)
    monkeypatch.setattr(fingerprints, "GAPS", (*GAPS, closed))
    with pytest.raises(ValueError, match="'nothing at all' is no gap"):
        fingerprints.untested()


# --- Laws, and the cards that change nothing ------------------------------------------------------

EVERY_LAW = [
    *{law.says: law for law in (*laws.INVARIANTS, *laws.SYMPTOMS, laws.TWO_WIDTHS)}.values()
]
KEPT = [*laws.NO_OPS, *laws.THROUGH]


def what(change: laws.Change) -> str:
    return change.what


@pytest.mark.parametrize("law", EVERY_LAW, ids=lambda law: law.says)
def test_a_law_holds_for_the_definition_and_for_the_drop_in(law: laws.Law) -> None:
    for attention in (lookup.attention, snippets.load("attention").attention):
        assert all(laws.holds(law, attention, laws.random(seed)) for seed in range(5))


# Those of the symptoms are broken by the mistakes, above.
@pytest.mark.parametrize(
    "law", [law for law in EVERY_LAW if law not in laws.SYMPTOMS], ids=lambda law: law.says
)
def test_a_law_of_weights_convicts_scores_that_were_never_shared_out(law: laws.Law) -> None:
    def unshared(q: Any, k: Any, v: Any) -> Any:
        return q @ k.T @ v

    assert not laws.holds(law, unshared, laws.random(0))


@pytest.mark.parametrize("change", KEPT, ids=what)
def test_a_card_that_changes_nothing_holds_for_the_definition(change: laws.Change) -> None:
    for seed in range(5):
        assert laws.holds(change, lookup.attention, laws.random(seed, n_q=change.queries))


@pytest.mark.parametrize("change", [*KEPT, *no_ops.TRAPS], ids=what)
def test_a_card_really_changes_what_is_given(change: laws.Change) -> None:
    given = []

    def watched(*inputs: object, **options: object) -> object:
        given.append((*inputs, options.get("mask")))
        return lookup.attention(*inputs, **options)

    problem = laws.random(0, n_q=change.queries)
    laws.value(change.call, watched, problem)
    assert any(
        not np.array_equal(now, before)
        for now, before in zip(given[-1], (*problem, None), strict=True)
    )


@pytest.mark.parametrize("change", no_ops.TRAPS, ids=what)
def test_a_change_that_looks_harmless_always_shows(change: laws.Change) -> None:
    assert no_ops.kept(change) == 0
    assert not laws.holds(change, lookup.attention, no_ops.example(change))


def test_a_card_in_the_wrong_group_stops_the_build() -> None:
    with pytest.raises(ValueError, match="'one entry stored twice': as expected in 0 of"):
        no_ops._cards(no_ops.TRAPS[:1], "", expected=no_ops.TRIALS)
    with pytest.raises(ValueError, match="as expected in 100 of 100"):
        no_ops._cards(laws.NO_OPS[:1], "", expected=0)


def test_the_line_that_is_printed_is_the_line_that_decides() -> None:
    law = laws.Law("answers are large", "(output > 1e9).all()")
    assert not laws.holds(law, lookup.attention, laws.random(0))
    assert laws.KEYS_MOVED.law.line == "allclose(attention(q, k + c, v), output)"


@pytest.mark.parametrize("kind", OVERFLOWS)
def test_the_score_from_which_the_exponential_overflows_is_right_to_a_tenth(kind: str) -> None:
    above, below = (np.array(OVERFLOWS[kind] + step, kind) for step in (0, -0.1))
    with np.errstate(over="ignore"):
        assert np.isinf(np.exp(above))
    assert np.isfinite(np.exp(below))
