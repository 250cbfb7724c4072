"""One short vector for each token, from which every head makes its own key and value."""

import numpy as np

from softlookup.examples import Matrix
from softlookup.steps.softmax import softmax

HEADS, TOKENS, WIDTH, LATENT = 4, 9, 8, 12  # a small one, to compare two ways of computing
_rng = np.random.default_rng(0)
queries = _rng.normal(size=(HEADS, TOKENS, WIDTH))
kept = _rng.normal(size=(TOKENS, LATENT))  # all that is kept, for all heads together
to_keys, to_values = _rng.normal(size=(2, HEADS, LATENT, WIDTH))


def made_first() -> Matrix:
    """Every head makes its keys and values, and reads them."""
    scores = queries @ (kept @ to_keys).mT / WIDTH**0.5  # (heads, tokens, tokens)
    output: Matrix = softmax(scores, axis=-1) @ (kept @ to_values)
    return output


def carried_over() -> Matrix:
    """The queries are carried to the latents, and the blend of latents is turned into values."""
    asked = queries @ to_keys.mT  # (heads, tokens, latent)
    weights = softmax(asked @ kept.T / WIDTH**0.5, axis=-1)
    output: Matrix = (weights @ kept) @ to_values
    return output
