"""What the sentence learns: the same on every machine, because no step is so long that rounding decides."""

import numpy as np
import pytest

from softlookup import sentence, words
from softlookup.pages.heads import numbers as heads

LESSONS = {
    "alive": tuple(sentence.lesson_words()[0]),
    "things": tuple(heads._things),
}


class _NearlyTheSame:
    """Draws what NumPy draws, changed in the thirteenth digit."""

    def __init__(self, seed: int) -> None:
        self.drawn = np.random.Generator(np.random.PCG64(seed))

    def normal(self, **options: object) -> object:
        return self.drawn.normal(**options) * (1 + 1e-12)  # type: ignore[call-overload]


def _reads(learned: sentence.Projections) -> np.ndarray:
    text = words.vectors(sentence.WORDS)
    return sentence.read(text @ learned.asks, text @ learned.found)[sentence.IT]


@pytest.mark.parametrize("start", range(5))
@pytest.mark.parametrize("lesson", LESSONS)
def test_another_rounding_learns_the_same(
    lesson: str, start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = LESSONS[lesson]
    learned = _reads(sentence.learn(right, start))
    monkeypatch.setattr(np.random, "default_rng", _NearlyTheSame)
    again = _reads(sentence.learn.__wrapped__(right, start))
    np.testing.assert_allclose(again, learned, atol=1e-8)


def test_a_nudge_that_matters_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can fail: another start learns other numbers."""
    right = LESSONS["alive"]
    first, second = (_reads(sentence.learn(right, start)) for start in (0, 1))
    assert np.abs(first - second).max() > 0.01
