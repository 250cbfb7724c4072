"""The classic mistakes on the running example, the laws they break, and the cards that change nothing."""

import math

import numpy as np
import pytest

from conftest import ROOT
from softlookup import examples, lookup, walk
from softlookup.pages.fingerprints import parts as fingerprints
from softlookup.pages.fingerprints.bugs import Fingerprint, mistakes
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
NO_LAW = {"not_scaled", "scaled_twice", "model_width"}  # only a known answer tells


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


# --- No-op cards ----------------------------------------------------------------------------------

KEPT = [*no_ops.NOTHING, *no_ops.THROUGH]


@pytest.mark.parametrize("card", KEPT, ids=lambda card: card.title)
def test_a_card_that_changes_nothing_holds_for_the_definition(card: no_ops.Card) -> None:
    for seed in range(5):
        before = card.random(seed)
        after = card.change(before)
        answers = [
            lookup.attention(p.q, p.k, p.v, mask=p.added, scale=p.scale) for p in (before, after)
        ]
        assert np.allclose(card.expected(answers[0]), answers[1])


@pytest.mark.parametrize("card", [*KEPT, *no_ops.SOMETHING], ids=lambda card: card.title)
def test_a_card_really_changes_what_is_given(card: no_ops.Card) -> None:
    before = card.random(0)
    after = card.change(before)
    given = [(p.q, p.k, p.v, p.added) for p in (before, after)]
    assert any(not np.array_equal(a, b) for a, b in zip(*given, strict=True))


@pytest.mark.parametrize("card", no_ops.SOMETHING, ids=lambda card: card.title)
def test_a_change_that_looks_harmless_always_shows(card: no_ops.Card) -> None:
    assert card.kept() == 0
    assert not card.holds(card.example())


def test_a_card_in_the_wrong_group_stops_the_build() -> None:
    with pytest.raises(ValueError, match="'One entry stored twice': as expected in 0 of"):
        no_ops._cards(no_ops.SOMETHING[:1], "", all_kept=True)
    with pytest.raises(ValueError, match="as expected in 100 of 100"):
        no_ops._cards(no_ops.NOTHING[:1], "", all_kept=False)
