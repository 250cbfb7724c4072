"""What a check found, and the verdict that follows from it.

A check answers questions with booleans that it computed; the verdict is read off the answers. So no
verdict is typed, and none can be changed without changing what is computed. Which questions to ask, and so
what kind of flaw a statement can turn out to have, is the choice of whoever writes the check.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

VERDICTS = {
    "holds": "true as stated",
    "holds with a condition": "true once the condition is added",
    "ambiguous": "true in one reading and not in another; we name both",
    "slip of form": "the meaning stands; markup, typing, conversion or pseudocode is in its way",
    "wrong": "false as stated, whatever was meant",
    "does not run": "the code stops as given",
    "not reproducible": "another run gives something else",
    "the sources differ": "two of them go different ways; neither need be wrong",
    "no check possible": "history, opinion, taste, or too little given to check; the entry says why",
}

Truth = bool | np.bool_  # what Python and NumPy answer to a comparison


@dataclass(frozen=True)
class Finding:
    """A verdict with its evidence, which is one line of Markdown."""

    verdict: str  # one of VERDICTS
    evidence: str


def settle(
    *,
    as_given: Truth,
    with_condition: Truth | None = None,
    once_repaired: Truth | None = None,
    evidence: str,
) -> Finding:
    """Does the statement hold as given? If not: with a condition, or with its form repaired?"""
    if as_given:
        return Finding("holds", evidence)
    if with_condition:
        return Finding("holds with a condition", evidence)
    if once_repaired:
        return Finding("slip of form", evidence)
    return Finding("wrong", evidence)


def settle_readings(readings: Mapping[str, Truth], evidence: str) -> Finding:
    """Does the statement hold in each of its readings? Where they disagree, both are named."""
    holding = [reading for reading, holds in readings.items() if holds]
    failing = [reading for reading, holds in readings.items() if not holds]
    if not failing:
        return Finding("holds", evidence)
    if not holding:
        return Finding("wrong", evidence)
    told = f"True of *{', '.join(holding)}*; not of *{', '.join(failing)}*. {evidence}"
    return Finding("ambiguous", told)


def settle_run(*, runs: Truth, evidence: str) -> Finding:
    """Does the code run as given?"""
    return Finding("holds" if runs else "does not run", evidence)


def settle_repeat(*, repeats: Truth, evidence: str) -> Finding:
    """Does what is given lead to the same result again?"""
    return Finding("holds" if repeats else "not reproducible", evidence)


def settle_between(*, agree: Truth, evidence: str) -> Finding:
    """Do the sources come to the same thing?"""
    return Finding("holds" if agree else "the sources differ", evidence)
