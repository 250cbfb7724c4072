"""The experiment that several places quote: its shortcut against vectors drawn in full."""

import numpy as np
import pytest
from softlookup.steps.softmax import softmax

from softlookup import claims
from softlookup.pages.frameworks import numbers as frameworks
from softlookup.pages.scaling import numbers as scaling
from softlookup.strangers import DRAWS, heaviest_weights, random_scores

WIDTH, ENTRIES, FULL_DRAWS = 64, 100, 1000


def drawn_in_full(divisor: float) -> np.ndarray:
    """The heaviest weights of lookups whose queries and keys are really drawn."""
    random = np.random.default_rng(1)
    queries = random.normal(size=(FULL_DRAWS, 1, WIDTH))
    keys = random.normal(size=(FULL_DRAWS, ENTRIES, WIDTH))
    return softmax((queries @ keys.mT)[:, 0] / divisor).max(axis=1)


@pytest.mark.parametrize("divisor", [1.0, np.sqrt(WIDTH)])
def test_the_shortcut_agrees_with_vectors_drawn_in_full(divisor: float) -> None:
    full, short = drawn_in_full(divisor), heaviest_weights(divisor)
    error = np.hypot(full.std() / np.sqrt(FULL_DRAWS), short.std() / np.sqrt(DRAWS))
    assert abs(full.mean() - short.mean()) < 3 * error
    assert short.std() == pytest.approx(full.std(), rel=0.1)


@pytest.mark.parametrize("width", [4, 64])
def test_scores_spread_by_the_root_of_the_width(width: int) -> None:
    assert random_scores(width, ENTRIES).std() == pytest.approx(np.sqrt(width), rel=0.02)


def test_enough_lookups_are_drawn_for_two_digits() -> None:
    assert heaviest_weights(1.0).std() / np.sqrt(DRAWS) < 0.005 / 2


def test_the_heaviest_weight_is_one_number_wherever_it_is_quoted() -> None:
    found = {"plain": heaviest_weights(1.0), "scaled": heaviest_weights(np.sqrt(WIDTH))}
    (judged,) = (entry.finding.evidence for entry in claims.ledger() if entry.key == "S1-57")
    for name, weights in found.items():
        assert scaling.heaviest[name] == frameworks.heaviest[name] == weights.mean()
        assert f"{weights.mean():.2f} at" in judged
        assert f"give or take {weights.std():.2f}" in judged
