"""Numbers of the first page."""

import numpy as np

from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WEIGHTS, WORDS
from softlookup.steps.matrix_lookup import matrix_lookup
from softlookup.steps.projections import cross_attention
from softlookup.steps.soft_lookup import soft_lookup

output = soft_lookup(TENNIS, KEYS, VALUES)
weights = dict(zip(WORDS, WEIGHTS, strict=True))
best_match = VALUES[SCORES.argmax()]
nothing = matrix_lookup(np.zeros(3), np.eye(3), VALUES)

# A head of a transformer. A token holds everything about a word: (sport, outdoors, number).
TOKENS = np.column_stack([KEYS, VALUES])  # (3, 3)
TENNIS_TOKEN = np.append(TENNIS, 0.0)  # its number is not known
_W_K = np.eye(3)[:, :2]  # a key is the first two numbers of a token
_W_Q = np.sqrt(2) * _W_K  # so is a query; √2 undoes the head's division by √d_k
_W_V = np.eye(3)[:, 2:]  # a value is the third


def head(token: np.ndarray) -> float:
    """What one head returns to one token."""
    return float(cross_attention(token[None], TOKENS, _W_Q, _W_K, _W_V)[0, 0])


head_output = head(TENNIS_TOKEN)
assert np.isclose(head_output, output)
