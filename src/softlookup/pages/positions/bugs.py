"""A mistake of the page on positions."""

import numpy as np

from softlookup.examples import KEYS, TENNIS
from softlookup.kinds import bug
from softlookup.steps.rotary import rotate


@bug(
    "the cache that counts from 0 again",
    breaks="A new word is turned as if it opened the text, so keys behind it seem to lie ahead. Whoever reads "
    "the whole text at once gets other scores than whoever reads it word by word.",
    cure="A new word’s place is the number of words before it, forgotten ones too: here `rotate(new, [len(kept)])`.",
)
def place_restarts() -> object:
    rackets = np.tile(KEYS[0], (4, 1))
    kept = rotate(rackets, [0, 1, 2, 3])  # the KV cache
    new = rotate(TENNIS[np.newaxis], [0])  # stands at place 4
    right = rotate(TENNIS[np.newaxis], [4])
    return f"got  {(new @ kept.T)[0].round(1)}\nwant {(right @ kept.T)[0].round(1)}"
