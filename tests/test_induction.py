"""Two lookups that learn to find what followed: their slopes are right, and they do learn it."""

import numpy as np
import pytest

from softlookup.pages.relatives import induction


@pytest.fixture
def somewhere():
    """Heads in the middle of nowhere, and a few texts."""
    random = np.random.default_rng(3)
    width = induction.VECTORS.shape[1]
    heads = induction.Heads(
        random.normal(size=induction.LENGTH) / 3,
        random.normal(size=(width, width)) / 10,
        random.normal(size=(width, width)) / 10,
    )
    return heads, induction.texts(induction.IN_LESSON, 16, random)


@pytest.mark.parametrize("part", induction.Heads._fields)
def test_slopes_are_those_of_a_nudge(somewhere, part):
    heads, texts = somewhere
    nudge = np.random.default_rng(4).normal(size=getattr(heads, part).shape)
    losses = [
        induction.loss(heads._replace(**{part: getattr(heads, part) + step * nudge}), texts)
        for step in (1e-5, -1e-5)
    ]
    expected = (losses[0] - losses[1]) / 2e-5
    assert np.isclose((getattr(induction.slopes(heads, texts), part) * nudge).sum(), expected)


@pytest.mark.parametrize("start", range(3))
def test_it_learns_to_read_the_place_before_and_what_followed(start):
    heads = induction.learned(start)
    assert induction.first_weights(heads)[-1].argmax() == induction.LENGTH - 2
    texts = induction.texts(induction.NEW, 500, np.random.default_rng(1))
    found = induction.second_weights(heads, texts).argmax(axis=1)
    assert (found == texts.asked + 1).mean() > 0.9


def test_no_word_of_the_examination_was_in_the_lesson():
    assert not set(induction.IN_LESSON) & set(induction.NEW)
