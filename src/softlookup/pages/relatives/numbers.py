"""Numbers of the page on relatives."""

import numpy as np

from softlookup import snippets, words
from softlookup.examples import KEYS, TENNIS, VALUES, WEIGHTS, WORDS
from softlookup.pages.relatives.tables import gaussian
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax

hopfield = snippets.example("hopfield")
kernel_regression = snippets.example("kernel_regression")

output = soft_lookup(TENNIS, KEYS, VALUES)

# Kernel regression.
place, low = 1.5, 0.3
guess = kernel_regression.kernel_regression(
    place, kernel_regression.places, kernel_regression.heights
)
curve = place**2
common = place**2 / 2  # what the two columns of scores differ by
beyond = {
    x: kernel_regression.kernel_regression(
        float(x), kernel_regression.places, kernel_regression.heights
    )
    for x in (4, 10)
}
plane = gaussian(TENNIS, KEYS, VALUES)
_lengths = (KEYS**2).sum(axis=1)
counted = float(np.exp((_lengths[0] - _lengths[1]) / 2))
# Each entry counted exp(|k|²/2) times turns kernel regression into attention.
assert np.isclose(
    kernel_regression.blend(-((KEYS - TENNIS) ** 2).sum(axis=1) / 2 + _lengths / 2, VALUES), output
)

# Hopfield memory on real words: half or more of the numbers erased, one step of recall.
_known = words.known()
_vectors = words.vectors(_known)
known = len(_known)


def _recovered(erased: int, sharpness: float) -> int:
    """How many words come back as the nearest one after one step."""
    random = np.random.default_rng(0)
    count = 0
    for row, vector in enumerate(_vectors):
        damaged = vector.copy()
        damaged[random.permutation(100)[:erased]] = 0
        back = hopfield.recall(damaged, _vectors, sharpness)
        count += int(((_vectors - back) ** 2).sum(axis=1).argmin() == row)
    return count


recovered = {50: _recovered(50, 1.0), 70: _recovered(70, 1.0), 90: _recovered(90, 1.0)}
blurred = _recovered(50, low)
drifted = {}
_state = hopfield.damaged
for _ in range(50):
    _state = hopfield.recall(_state, hopfield.patterns, 0.1)
for _letter, _pattern in zip("TLX", hopfield.patterns, strict=True):
    drifted[_letter] = hopfield.cosine(_state, _pattern)

# Retrieval.
_others = [word for word in _known if word != "tennis"]
_scores = words.vectors(_others) @ words.vector("tennis")
_order = [_others[i] for i in np.argsort(-_scores, kind="stable")]
assert _order[:5] == ["golf", "soccer", "basketball", "swimming", "football"]
racket_rank = _order.index("racket") + 1
top_five = {
    "plain": float(np.sort(softmax(_scores))[-5:].sum()),
    "root": float(np.sort(softmax(_scores / 10))[-5:].sum()),
}

# A small reader: from a document to the odds of two answers.
_weights = WEIGHTS
_read = [softmax(2 * key) for key in KEYS]
mixed_predictions = float((_weights @ np.array(_read))[0])
read_mixture = float(softmax(2 * (_weights @ KEYS))[0])
assert len(WORDS) == len(_read)
