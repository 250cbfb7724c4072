"""Numbers of the page on projections."""

import numpy as np
from numpy.typing import NDArray

from softlookup import lookup, snippets, words
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.steps.similarity import cosine

projections = snippets.example("projections")

_read_weights = projections.read_weights
_free = _read_weights(projections.words @ projections.w_q, projections.words @ projections.w_k)
_tied = _read_weights(projections.words, projections.words)
racket_reads = dict(zip(WORDS, _free[0], strict=True))
tree_reads = dict(zip(WORDS, _free[2], strict=True))
tied_reads = {"racket ball": _tied[0, 1], "ball racket": _tied[1, 0]}

# The same matrices, shorter words: other weights.
_half = projections.words / 2
halved = dict(
    zip(WORDS, _read_weights(_half @ projections.w_q, _half @ projections.w_k)[0], strict=True)
)

# One merged matrix against two narrow ones, in a common size.
_width, _key_width = 768, 64
merged, split = _width**2, 2 * _width * _key_width

# Keys are taught by differences between values only.
key_slope = {
    "equal": np.abs(lookup.soft_lookup_gradients(TENNIS, KEYS, np.full(3, 3.0)).keys).max(),
    "own": np.abs(lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES).keys).max(),
}


def most_itself(tied: bool, key_width: int, draws: int = 4000) -> float:
    """How often a random token of six scores itself best, with random matrices."""
    draw = np.random.default_rng(0).normal
    tokens, w_q = draw(size=(draws, 6, 16)), draw(size=(draws, 16, key_width))
    w_k = w_q if tied else draw(size=(draws, 16, key_width))
    scores = (tokens @ w_q) @ (tokens @ w_k).mT  # (draws, 6, 6)
    return float((scores.argmax(axis=-1) == np.arange(6)).mean())


itself = {"free": most_itself(False, 16), "tied": most_itself(True, 16)}
chance = 1 / 6

# Real words, raw: which of them score another word higher than themselves.
_known = words.known()
_scores = words.vectors(_known) @ words.vectors(_known).T
_best = {word: _known[j] for word, j in zip(_known, _scores.argmax(axis=1), strict=True)}
known = len(_known)
itself_real = float(np.mean([word == other for word, other in _best.items()]))
_reads_four = [word for word, other in _best.items() if other == "four" and word != "four"]
assert _reads_four == ["five", "six", "seven", "eight", "nine", "ten"]
_four = words.vector("four")
four_cosine = min(float(cosine(words.vector(word), _four)) for word in _reads_four)

# Nouns and adjectives: two directions from every other word, tried on the words between.
_ADJECTIVES = (
    "big small good bad fast slow hot cold happy sad red green blue yellow black white tired royal "
    "french italian"
)
_NOUNS = (
    "racket ball tree forest leaf flower river mountain garden dog cat tiger horse bird fish king "
    "queen man woman city country bread cheese wine water coffee computer phone book bank car road "
    "street house chair table violin guitar piano song school doctor hospital player team prince boy "
    "girl husband actor capital monkey rabbit apple banana"
)
_adjectives, _nouns = _ADJECTIVES.split(), _NOUNS.split()


def directions() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """w_q: 1 for nouns, 0 for adjectives; w_k the other way round; least squares, (100, 1) each."""
    taught = words.vectors([*_nouns[::2], *_adjectives[::2]])
    is_noun = np.arange(len(taught)) < len(_nouns[::2])
    wanted = np.stack([is_noun, ~is_noun], axis=1).astype(float)
    found = np.linalg.lstsq(taught, wanted, rcond=None)[0]  # (100, 2)
    return found[:, :1], found[:, 1:]


new_nouns, new_adjectives = _nouns[1::2], _adjectives[1::2]
_w_q, _w_k = directions()
_new = words.vectors([*new_nouns, *new_adjectives])
_cut = len(new_nouns)
asks, found = (_new @ _w_q).ravel(), (_new @ _w_k).ravel()
_products = np.outer(asks, found)  # (new, new) scores
noun_to_adjective = _products[:_cut, _cut:].mean()
adjective_to_noun = _products[_cut:, :_cut].mean()
nouns_best_adjective = float((_products[:_cut].argmax(axis=1) >= _cut).mean())
_others = np.where(np.eye(len(_new), dtype=bool), -np.inf, _new @ _new.T)  # itself left out
raw_best_adjective = float((_others[:_cut].argmax(axis=1) >= _cut).mean())
_favourites = {[*new_nouns, *new_adjectives][j] for j in _products[:_cut].argmax(axis=1)}
assert _favourites == {"cold"}
