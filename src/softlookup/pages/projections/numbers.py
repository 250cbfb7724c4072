"""Numbers of the page on projections."""

import numpy as np
from numpy.typing import NDArray

from softlookup import lookup, sentence, snippets, words
from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WORDS
from softlookup.pages.projections import tying
from softlookup.steps.similarity import cosine

projections = snippets.example("projections")

# The sentence: what "it" reads with the vectors as they are, and through the learned matrices.
RAW, LEARNED = sentence.raw(), sentence.projected()  # (12, 12)
_animal = sentence.WORDS.index("animal")
raw = dict(zip(sentence.WORDS, RAW[sentence.IT], strict=True))
learned = dict(zip(sentence.WORDS, LEARNED[sentence.IT], strict=True))
animal_reads_it = LEARNED[_animal, sentence.IT]
_starts = [sentence.projected(start)[sentence.IT] for start in range(5)]
assert all(row.argmax() == _animal for row in _starts)
starts = {
    "count": len(_starts),
    "least": min(row[_animal] for row in _starts),
    "most": max(row[_animal] for row in _starts),
}
reads_animal_most = int((LEARNED.argmax(axis=1) == _animal).sum())
lesson_alive = len(sentence.lesson_words()[0])

# The snippet's three words in their three roles.
TOKENS = projections.words
QUERIES, FOUND_BY, TOLD = (TOKENS @ w for w in (projections.w_q, projections.w_k, projections.w_v))
TWO_MATRICES = QUERIES @ FOUND_BY.T  # scores, (3, 3)
ONE_MATRIX = TOKENS @ TOKENS.T  # scores when every word asks with what it is found by
_read_weights = projections.read_weights
FREE_WEIGHTS = _read_weights(QUERIES, FOUND_BY)
_tied = _read_weights(TOKENS, TOKENS)
racket_reads = dict(zip(WORDS, FREE_WEIGHTS[0], strict=True))
tree_reads = dict(zip(WORDS, FREE_WEIGHTS[2], strict=True))
tied_reads = {"racket ball": _tied[0, 1], "ball racket": _tied[1, 0]}

# The same matrices, shorter words: other weights.
_half = TOKENS / 2
halved = dict(
    zip(WORDS, _read_weights(_half @ projections.w_q, _half @ projections.w_k)[0], strict=True)
)

# One merged matrix against two narrow ones, in a common size.
width = 768
key_width = 64
merged = width**2
split = 2 * width * key_width

# Keys are taught by differences between values only; below 12 decimals there is only rounding.
key_slope = {
    "equal": np.abs(lookup.soft_lookup_gradients(TENNIS, KEYS, np.full(3, 3.0)).keys)
    .max()
    .round(12),
    "own": np.abs(lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES).keys).max(),
}

# A sink is a score of 0 that takes its share and tells nothing, so that the weights sum to less than 1.
_bias = np.array([1.0, 1.0])


def _answer_with_sink(scores: NDArray[np.float64]) -> float:
    exponentials = np.exp(scores)
    return float(exponentials @ VALUES / (1 + exponentials.sum()))


sink = {
    "without bias": _answer_with_sink(SCORES),
    "with key bias": _answer_with_sink((KEYS + _bias) @ TENNIS),
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

# One table for both ends of a model: who finds itself, and which rows learn from one sentence.
_finds = tying.finds()
table_words = len(_finds)
own_first = sum(found == place for place, found in enumerate(_finds))
for _word in ("five", "six", "seven", "eight", "nine", "ten"):
    assert tying.KNOWN[_finds[tying.KNOWN.index(_word)]] == "four"
    assert np.linalg.norm(words.vector("four")) > np.linalg.norm(words.vector(_word))
_front, _back = tying.slopes()
learns = {
    "front": int(np.any(_front != 0, axis=1).sum()),
    "tied": int(np.any(_front + _back != 0, axis=1).sum()),
}
for _end in (0, 1):  # the formula, against a nudge of one number of the row of "it"
    _nudged = [tying.TABLE.copy(), tying.TABLE.copy()]
    _row = tying.KNOWN.index("it")
    _nudged[_end][_row, 0] += 1e-6
    _moved = (tying.surprise(*_nudged) - tying.surprise(tying.TABLE, tying.TABLE)) / 1e-6
    assert np.isclose(_moved, (_front, _back)[_end][_row, 0], atol=1e-5)
