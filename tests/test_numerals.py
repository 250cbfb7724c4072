"""Numbers in prose: what typed digits mean, and what their names lead to."""

import pytest

from softlookup import walk
from softlookup.verify import numerals

AGREE = [
    ("8.056", 8.0557),
    ("8.06", 8.0557),
    ("8", 8.0557),
    ("−0.218", -0.21806),
    ("-0.218", -0.21806),
    ("66.5 %", 0.66524),
    ("66.5%", 0.66524),
    ("1,024", 1024.0),
    ("4.3e-10", 4.31e-10),
    ("4.3 × 10⁻¹⁰", 4.31e-10),
    ("10⁶", 1_000_000.0),
    (".245", 0.2447),
    ("0.5", 0.45),  # a tie may be rounded either way
    ("0.4", 0.45),
]
DIFFER = [
    ("8.057", 8.0557),
    ("0.244", 0.24473),  # the rounding that one of the sources gets wrong
    ("0.218", -0.21806),
    ("66.5", 0.66524),  # a percent sign was forgotten
    ("66.4 %", 0.66524),
    ("1,025", 1024.0),
    ("4.4 × 10⁻¹⁰", 4.31e-10),
    ("4.3 × 10⁻⁹", 4.31e-10),
]


@pytest.mark.parametrize(("typed", "computed"), AGREE)
def test_typed_digits_agree_with_what_rounds_to_them(typed: str, computed: float) -> None:
    assert numerals.agrees(typed, computed)


@pytest.mark.parametrize(("typed", "computed"), DIFFER)
def test_typed_digits_differ_from_what_does_not_round_to_them(typed: str, computed: float) -> None:
    assert not numerals.agrees(typed, computed)


def test_what_is_not_a_number_is_said_to_be_none() -> None:
    with pytest.raises(ValueError, match="cannot read 'about two' as a number"):
        numerals.read("about two")


def test_a_name_may_go_on_with_keys() -> None:
    assert walk.number("soft_lookup.weights[racket]") == pytest.approx(0.66524, abs=1e-5)


def test_a_page_leaves_its_own_name_out() -> None:
    own = walk.number("weights[racket]", "soft_lookup")
    assert own == walk.number("soft_lookup.weights[racket]", "index")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere.output", "there is no src/softlookup/pages/nowhere/numbers.py"),
        ("soft_lookup.nobody", "numbers.py has no 'nobody'; it has .*output"),
        ("soft_lookup.weights[lion]", r"no entry 'lion'; there are \['racket', 'ball', 'tree'\]"),
        (
            "soft_lookup.weights",
            r"a dict with the keys \['racket', 'ball', 'tree'\], .*: add \[key\]",
        ),
        ("two words", r"not of the form number, number\[key\] or page.number"),
    ],
)
def test_a_name_that_leads_nowhere_says_what_there_is(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        walk.number(name, "soft_lookup")
