"""The ledger of the second source, Attention as Soft Dictionary Lookup."""

import math
import sqlite3
from contextlib import closing
from datetime import datetime
from functools import partial
from itertools import pairwise, product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from softlookup import lookup
from softlookup.claims import claim, unchecked
from softlookup.claims.tools import close, raises, shown
from softlookup.examples import ANIMAL_VALUES, ANIMALS, AXES, KEYS, TENNIS, VALUES, WORDS
from softlookup.snippets import load

softmax = load("softmax").softmax
soft_lookup = load("soft_lookup").soft_lookup
attention = load("attention").attention
dot, cosine = load("similarity").dot, load("similarity").cosine
soften, entries_read = load("temperature").soften, load("temperature").entries_read
nudge = load("gradients").nudge
window = load("masks").window
memory_read = load("memory_read").memory_read
retrieve = load("retrieval").retrieve

Array = NDArray[Any]

RACKET, BALL, TREE = range(len(WORDS))  # the rows of KEYS
SPORT, OUTDOORS = range(len(AXES))  # the columns of KEYS
DICTIONARY = dict(zip(WORDS, VALUES.tolist(), strict=True))


def _hard_lookup(query: ArrayLike, keys: ArrayLike, values: ArrayLike) -> Any:
    """The value of the best match."""
    return np.asarray(values)[np.argmax(np.asarray(keys) @ np.asarray(query))]


def _weights(
    queries: ArrayLike, keys: ArrayLike = KEYS, *, mask: Array | None = None, scale: float = 1.0
) -> Array:
    """Who reads how much of what, unscaled unless told."""
    answered = attention(queries, keys, keys, mask=mask, scale=scale, return_weights=True)
    return np.asarray(answered[1])


def _along(axis: int) -> tuple[Array, Array]:
    """The query and the keys as a head sees them that projects on one axis of the plane."""
    return TENNIS[[axis]], KEYS[:, [axis]]


def _gaussian(seed: int, *shapes: tuple[int, ...]) -> list[Array]:
    generator = np.random.default_rng(seed)
    return [generator.standard_normal(shape) for shape in shapes]


def _missing(code: str, supplies: dict[str, object]) -> list[str]:
    """The undefined names a program stops at, in order; each is supplied before the next run."""
    missing: list[str] = []
    while True:
        try:
            exec(code, {name: supplies[name] for name in missing})
        except NameError as error:
            missing.append(str(error.name))
        else:
            return missing


def _in_code(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _month(arxiv: str) -> datetime:
    """When a paper was first posted: its arXiv number starts with year and month."""
    return datetime.strptime(arxiv[:4], "%y%m")


MEMORY_NETWORKS = _month("1410.3916")
END_TO_END = _month("1503.08895")
TRANSFORMER = _month("1706.03762")
TURING_MACHINES = _month("1410.5401")
TRANSLATION = _month("1409.0473")  # Bahdanau and others


# The Dictionary Analogy


@claim(
    "S1-01",
    "Attention is a soft lookup that can be differentiated",
    where="The Dictionary Analogy, line 5",
    verdict="holds",
    concept="soft-lookup",
)
def the_weights_are_shares_and_the_slopes_exist() -> str:
    weights = softmax(KEYS @ TENNIS)
    assert (weights > 0).all()
    assert close(weights.sum(), 1)
    measured = nudge(lambda query: soft_lookup(query, KEYS, VALUES), TENNIS)
    derived = lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES).queries
    assert close(measured, derived, 1e-7)
    return (
        f"The weights {shown(weights)} sum to {weights.sum():.0f}; the slopes in the query, "
        f"measured as {shown(measured)}, are the derived ones"
    )


@claim(
    "S1-02",
    "The dictionary view shows why queries, keys and values are a natural structure",
    where="The Dictionary Analogy, line 5",
    verdict="ambiguous",
    concept="qkv-roles",
    correction="Natural is a judgement. What can be shown: with one projection for asking and "
    "answering, two words always score each other equally; two projections lift that tie.",
)
def one_projection_for_two_roles_makes_scores_symmetric() -> str:
    asks, answers = np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([[1.0, 0.0], [1.0, 1.0]])
    tied = (KEYS @ asks) @ (KEYS @ asks).T
    free = (KEYS @ asks) @ (KEYS @ answers).T
    unequal = [int(np.triu(scores != scores.T).sum()) for scores in (tied, free)]
    assert unequal[0] == 0 < unequal[1]
    pairs = math.comb(len(KEYS), 2)
    return (
        f"With one projection {unequal[0]} of {pairs} pairs of words score each other unequally, "
        f"with two {unequal[1]} of {pairs}"
    )


# Hard Dictionary Lookup


@claim(
    "S1-03",
    "Looking up the key cat returns the vector stored under it, [0.2, 0.8, 0.1]",
    where="Hard Dictionary Lookup, lines 11-19",
    verdict="holds",
    concept="exact-lookup",
)
def the_stored_vector_comes_back() -> str:
    vector = [0.2, 0.8, 0.1]
    animals = {"cat": vector, "cow": [1.0, 0.0, 0.0]}
    assert animals["cat"] is vector
    return f"`animals['cat']` returns `{animals['cat']}`, the stored list itself"


@claim(
    "S1-04",
    "A query has to be exactly a key",
    where="Hard Dictionary Lookup, line 22",
    verdict="holds with a condition",
    concept="exact-lookup",
    correction="Python asks for equal hashes, and then for equality or for the very same object. "
    "The integer one, the float one and `True` are one key.",
)
def equal_objects_of_several_types_are_one_key() -> str:
    ones = (1, 1.0, True)
    merged = dict(zip(ones, ("an integer", "a float", "a truth value"), strict=True))
    assert len(merged) == 1
    nan = float("nan")
    assert {nan: "found"}[nan] == "found"  # the same object, although it does not equal itself
    raises(KeyError, lambda: {nan: "found"}[float("nan")])
    return (
        f"{len(ones)} keys, {_in_code([repr(one) for one in ones])}, leave {len(merged)} entry: "
        f"`{merged}`; a NaN is found by itself and by no other NaN"
    )


@claim(
    "S1-05",
    "Each key has the weight 1 or 0",
    where="Hard Dictionary Lookup, line 23",
    verdict="holds",
    concept="exact-lookup",
    correction="At most one key has the weight 1. When none has, the dictionary raises.",
)
def a_dictionary_gives_one_key_all_the_weight() -> str:
    for query, answer in ANIMALS.items():
        weights = np.array([float(key == query) for key in ANIMALS])
        assert sorted(weights) == [0, 0, 0, 1]
        assert weights @ ANIMAL_VALUES == answer
    asked = [int(key == "cat") for key in ANIMALS]
    absent = [int(key == "lion") for key in ANIMALS]
    assert sum(absent) == 0
    raises(KeyError, lambda: ANIMALS["lion"])
    return (
        f"Cat weighs the entries {shown(asked, 0)} and returns {asked @ ANIMAL_VALUES:.0f}; "
        f"lion weighs them {shown(absent, 0)} and raises"
    )


@claim(
    "S1-06",
    "No gradient passes through a hard lookup",
    where="Hard Dictionary Lookup, line 24",
    verdict="holds with a condition",
    concept="differentiability",
    correction="True for query and keys: the choice does not move until it jumps. False for the "
    "values: the output is linear in them. That is how embedding tables learn.",
)
def a_hard_lookup_has_slopes_in_its_values_only() -> str:
    by_query = nudge(lambda query: _hard_lookup(query, KEYS, VALUES), TENNIS)
    by_keys = nudge(lambda keys: _hard_lookup(TENNIS, keys, VALUES), KEYS)
    by_values = nudge(lambda values: _hard_lookup(TENNIS, KEYS, values), VALUES)
    assert not by_query.any()
    assert not by_keys.any()
    assert close(by_values, np.eye(len(VALUES))[RACKET], 1e-6)
    return (
        f"The slopes of the output are {shown(by_query, 0)} in the query, {by_keys.max():.0f} in "
        f"every key and {shown(by_values, 0)} in the values"
    )


# Soft Dictionary Lookup (Attention)


@claim(
    "S1-07",
    "Attention generalises dictionary lookup",
    where="Soft Dictionary Lookup (Attention), line 28",
    verdict="holds with a condition",
    concept="temperature",
    correction="Only as a limit: the exact answer comes when the query grows, or the temperature "
    "falls, without bound. The more keys, the larger the query must be.",
)
def a_matching_one_hot_query_reads_less_than_half_of_its_entry() -> str:
    keys = np.eye(len(ANIMALS))
    own = soft_lookup(keys[0], keys, keys)[0]
    output = soft_lookup(keys[0], keys, ANIMAL_VALUES)
    assert close(own, math.e / (math.e + len(keys) - 1))
    share, many = 0.999, 10_000
    needed = [math.log((entries - 1) * share / (1 - share)) for entries in (len(keys), many)]
    for entries, length in zip((len(keys), many), needed, strict=True):
        assert close(softmax(length * (np.arange(entries) == 0))[0], share)
    return (
        f"Asked with its own one-hot key, dog gets the weight {own:.3f} and the output is "
        f"{output:.3f}, not {ANIMALS['dog']}; for a weight of {share:.1%} the query must be "
        f"{needed[0]:.1f} long, among {many} keys {needed[1]:.1f}"
    )


@claim(
    "S1-08",
    "A short function in plain Python performs a soft lookup",
    where="Soft Dictionary Lookup (Attention), lines 30-41",
    verdict="does not run",
    concept="soft-lookup",
    correction="The definition is accepted, a call is not: two helpers have no definition. "
    "Provide both.",
)
def the_soft_lookup_calls_helpers_that_do_not_exist() -> str:
    definition = (
        "def look(query, keys):\n"
        "    scores = [dot(query, key) for key in keys]\n"
        "    return softmax(scores)\n"
    )
    helpers = {"dot": dot, "softmax": softmax}
    assert _missing(definition, helpers) == []
    missing = _missing(definition + "look([1, 1], [[2, 1], [2, 0]])", helpers)
    assert missing == list(helpers)
    return f"Defining it works; a call raises `NameError` for {_in_code(missing)} in turn"


@claim(
    "S1-09",
    "The soft lookup does for its arguments what the dictionary of words does",
    where="Hard Dictionary Lookup, lines 11-19; Soft Dictionary Lookup (Attention), lines 30-41",
    verdict="does not run",
    concept="soft-lookup",
    correction="It cannot take that dictionary: words have no dot product, and a list cannot be "
    "multiplied by a weight. Turn keys into vectors and values into arrays.",
)
def words_cannot_be_scored_and_lists_cannot_be_weighed() -> str:
    words = dict(zip(WORDS, KEYS.tolist(), strict=True))  # word keys, list values
    letter = "ball"[0]  # a dot product of words multiplies letters
    raises(TypeError, lambda: letter * letter)  # type: ignore[operator]
    weighing = raises(TypeError, lambda: 0.5 * words["ball"])
    keys, values = np.eye(len(words)), np.array(list(words.values()))
    output = soft_lookup(keys[BALL], keys, values)
    assert close(output, softmax(keys[BALL]) @ KEYS)
    return (
        f"A dot product of words raises `TypeError`, and a weight times a list too: *{weighing}*; "
        f"with one-hot keys and an array of values ball returns {shown(output)}"
    )


@claim(
    "S1-10",
    "The query is compared with every key",
    where="Soft Dictionary Lookup (Attention), line 44",
    verdict="holds",
    concept="soft-lookup",
    correction="Unless a mask removes some.",
)
def moving_any_key_moves_the_output() -> str:
    output = soft_lookup(TENNIS, KEYS, VALUES)
    moves, step = [], 0.1
    for row in range(len(KEYS)):
        nudged = KEYS.copy()
        nudged[row] += step
        moves.append(float(soft_lookup(TENNIS, nudged, VALUES) - output))
    assert min(abs(move) for move in moves) > 0.01
    return (
        f"Adding {step} to both numbers of one key, each in turn, adds {shown(moves)} to the output"
    )


@claim(
    "S1-11",
    "Weights are numbers from 0 to 1 that sum to 1",
    where="Soft Dictionary Lookup (Attention), line 45",
    verdict="holds",
    concept="softmax",
    correction="For two or more finite scores they lie strictly between 0 and 1. The ends are "
    "reached by a single key, by a mask, or by rounding.",
)
def weights_reach_the_ends_only_by_rounding() -> str:
    scores = [3, 2, 1]
    weights = softmax(scores)
    assert ((weights > 0) & (weights < 1)).all()
    assert close(weights.sum(), 1)
    assert softmax([5])[0] == 1
    full = next(gap for gap in range(1, 100) if softmax([gap, 0])[0] == 1)
    assert 0 < softmax([full, 0])[1] < 1
    empty = 800
    assert softmax([empty, 0])[1] == 0
    return (
        f"Scores {shown(scores, 0)} give {shown(weights)}; the larger of two weights rounds to 1 "
        f"from a gap of {full}, the smaller is 0 at a gap of {empty}"
    )


@claim(
    "S1-12",
    "Gradients pass through the whole soft lookup",
    where="Soft Dictionary Lookup (Attention), line 46",
    verdict="holds with a condition",
    concept="differentiability",
    correction="They exist everywhere, and all but vanish where one weight is almost 1.",
)
def gradients_shrink_when_one_weight_takes_all() -> str:
    scores, one_hot = np.array([3.0, 2.0, 1.0]), np.eye(3)
    # Keys and values are one-hot, so the output is the softmax of the query.
    near, far = (
        float(np.linalg.norm(lookup.soft_lookup_gradients(query, one_hot, one_hot).queries))
        for query in (scores, 10 * scores)
    )
    assert 0 < 1000 * far < near
    return (
        f"The derivative of softmax has the norm {near:.3f} at {shown(scores, 0)} and "
        f"{far:.1e} at {shown(10 * scores, 0)}: {near / far:.0f} times less"
    )


@claim(
    "S1-13",
    "The code and the formula are one operation",
    where="Soft Dictionary Lookup (Attention), line 33; Soft Lookup (Attention), line 58",
    verdict="wrong",
    concept="scaling",
    correction="The code uses plain dot products, the formula divides them by the root of the "
    "width. At width 64 the code has temperature 1 and the formula temperature 8.",
)
def the_code_leaves_out_the_root() -> str:
    width = 64
    query, keys, values = _gaussian(0, (width,), (100, width), (100, width))
    plain, scaled = soft_lookup(query, keys, values), attention([query], keys, values)[0]
    assert close(soft_lookup(query / math.sqrt(width), keys, values), scaled)
    heaviest = [_weights([query], keys, scale=scale).max() for scale in (1, width**-0.5)]
    apart = np.abs(plain - scaled).max()
    assert apart > 0.1
    return (
        f"On random data of width {width} the outputs differ by up to {apart:.2f}; the heaviest "
        f"of {len(keys)} weights is {heaviest[0]:.2f} in the code and {heaviest[1]:.2f} in the "
        "formula"
    )


# Mathematical Formulation


@claim(
    "S1-14",
    "A hard lookup returns the value whose key has the largest match",
    where="Hard Lookup, lines 52-54",
    verdict="holds with a condition",
    concept="exact-lookup",
    correction="It always returns something, and a tie needs a rule. To be the dictionary of the "
    "section before, it must raise when the best match is not an exact one.",
)
def the_largest_match_may_be_no_match() -> str:
    matches = [int(word == "tennis") for word in WORDS]
    assert not any(matches)
    chosen = int(np.argmax(matches))
    message = raises(KeyError, lambda: DICTIONARY["tennis"])
    assert chosen == 0
    return (
        f"Tennis is no key: the dictionary raises `KeyError: {message}`, the largest of the "
        f"matches {shown(matches, 0)} is the first and returns {VALUES[chosen]:.0f}"
    )


@claim(
    "S1-15",
    "A soft lookup is a sum of the values, weighted by softmax",
    where="Soft Lookup (Attention), line 58",
    verdict="holds",
    concept="soft-lookup",
)
def the_formula_in_loops_is_the_matrix_form() -> str:
    values = VALUES[:, None]
    loops = lookup.attention([TENNIS], KEYS, values).item()
    matrices = attention([TENNIS], KEYS, values).item()
    assert close(loops, matrices, 1e-12)
    return f"Tennis gets {loops:.3f} from the sum and {matrices:.3f} from matrix products"


@claim(
    "S1-16",
    "Scores are divided by the square root of d",
    where="Soft Lookup (Attention), line 58; Temperature and Sharpness, line 141",
    verdict="ambiguous",
    concept="notation",
    correction="The formula does not define d; further down it is d_k. It is the width of queries "
    "and keys. The width of the values plays no part.",
)
def the_width_in_the_root_is_that_of_the_keys() -> str:
    widths = {"d_k": KEYS.shape[1], "d_v": VALUES[:, None].shape[1]}
    readings = {name: soften(KEYS @ TENNIS, math.sqrt(width)) for name, width in widths.items()}
    for copies in (1, 9):  # wider values, the same weights
        values = np.tile(VALUES[:, None], copies)
        used = attention([TENNIS], KEYS, values, return_weights=True)[1][0]
        assert close(used, readings["d_k"])
    assert not close(readings["d_k"], readings["d_v"], 0.01)
    return (
        f"With the width {widths['d_k']} of the keys the weights are {shown(readings['d_k'])}, as "
        f"in attention; with the width {widths['d_v']} of the values {shown(readings['d_v'])}"
    )


@claim(
    "S1-17",
    "Softmax makes a probability for every value",
    where="Soft Lookup (Attention), line 60",
    verdict="holds with a condition",
    concept="softmax",
    correction="For every entry. When two entries hold the same value, its probabilities add up.",
)
def entries_of_equal_value_share_its_probability() -> str:
    values = np.array([10.0, 10.0, 4.0])
    weights = softmax(np.zeros(len(values)))
    distinct = {value: weights[values == value].sum() for value in values}
    assert len(distinct) < len(weights)
    assert close(sum(distinct.values()), 1)
    listed = ", ".join(f"{value:.0f} has {weight:.3f}" for value, weight in distinct.items())
    return f"{len(weights)} entries have {shown(weights)}; of their {len(distinct)} values {listed}"


# Comparison Table


@claim(
    "S1-18",
    "A dictionary matches exactly, attention by similarity",
    where="Comparison Table, line 66",
    verdict="holds",
    concept="soft-lookup",
)
def tennis_is_no_key_and_still_finds_similar_ones() -> str:
    message = raises(KeyError, lambda: DICTIONARY["tennis"])
    assert not (KEYS == TENNIS).all(axis=1).any()
    weights = _weights([TENNIS])[0]
    order = np.argsort(-weights)
    assert list(order) == list(np.argsort(-(KEYS @ TENNIS)))
    listed = ", ".join(f"{WORDS[row]} {weights[row]:.3f}" for row in order)
    return f"The dictionary raises `KeyError: {message}`; attention weighs {listed}"


@claim(
    "S1-19",
    "One key wins in a dictionary, all keys contribute in attention",
    where="Comparison Table, line 67",
    verdict="holds with a condition",
    concept="softmax",
    correction="With ties the largest match is not one key. All keys contribute in exact "
    "arithmetic; a masked key does not, nor one whose weight is too small for a float.",
)
def ties_have_no_winner_and_tiny_weights_vanish() -> str:
    tie, masked = [1.0, 1.0], [0.0, -np.inf]
    orders = (("racket", "ball"), ("ball", "racket"))
    taken = [order[int(np.argmax(tie))] for order in orders]
    assert taken == ["racket", "ball"]  # the order decides, not the match
    assert softmax(masked)[1] == softmax([0, -800])[1] == 0
    return (
        f"Of equal scores `argmax` takes the first, {taken[0]} or {taken[1]} as they stand; "
        f"softmax gives {shown(softmax(tie), 1)}; a masked entry gets {softmax(masked)[1]:.0f}"
    )


@claim(
    "S1-20",
    "Weights are 0 or 1 in a dictionary and anything from 0 to 1 in attention",
    where="Comparison Table, line 68",
    verdict="holds with a condition",
    concept="softmax",
    correction="The ends are left out: for two or more finite scores a weight is more than 0 and "
    "less than 1. A masked entry gets exactly 0, an only entry exactly 1.",
)
def the_ends_belong_to_masks_and_only_entries() -> str:
    free = _weights([TENNIS])[0]
    assert ((free > 0) & (free < 1)).all()
    only = _weights([TENNIS], mask=np.array([[False, True, False]]))[0]
    assert list(only) == [0, 1, 0]
    return f"Free weights are {shown(free)}; with all but one entry masked {shown(only, 0)}"


@claim(
    "S1-21",
    "A dictionary returns one value, attention a weighted combination",
    where="Comparison Table, line 69",
    verdict="holds",
    concept="weighted-blend",
    correction="The combination never leaves the range of the values.",
)
def a_blend_stays_between_the_smallest_and_the_largest_value() -> str:
    (scores,) = _gaussian(3, (200, len(ANIMALS)))
    outputs = softmax(scores) @ ANIMAL_VALUES
    assert ANIMAL_VALUES.min() <= outputs.min() < outputs.max() <= ANIMAL_VALUES.max()
    strangers = sum(not np.isin(output, ANIMAL_VALUES) for output in outputs)
    assert strangers == len(outputs)
    return (
        f"{len(outputs)} random blends lie from {outputs.min():.2f} to {outputs.max():.2f}, the "
        f"values from {ANIMAL_VALUES.min():.0f} to {ANIMAL_VALUES.max():.0f}; no blend is a value"
    )


@claim(
    "S1-22",
    "A dictionary is not differentiable, attention is",
    where="Comparison Table, line 70",
    verdict="holds with a condition",
    concept="differentiability",
    correction="With respect to query and keys. In its stored values a hard lookup has a "
    "derivative too.",
)
def a_hard_lookup_jumps_where_a_soft_one_glides() -> str:
    step = np.array([0.0, 1e-6])
    left, right = np.array([1.0, 0.0]) - step, np.array([1.0, 0.0]) + step  # racket and ball tie
    hard = _hard_lookup(right, KEYS, VALUES) - _hard_lookup(left, KEYS, VALUES)
    soft = soft_lookup(right, KEYS, VALUES) - soft_lookup(left, KEYS, VALUES)
    by_values = nudge(lambda values: _hard_lookup(TENNIS, KEYS, values), VALUES)
    assert abs(hard) == VALUES[RACKET] - VALUES[BALL]
    assert 0 < abs(soft) < 1e-4
    assert close(by_values, [1, 0, 0], 1e-6)
    return (
        f"A step of {2 * step[1]:.0e} across a tie moves the hard output by {hard:.0f} and the "
        f"soft one by {soft:.0e}; in the values the hard one has the slopes {shown(by_values, 0)}"
    )


@claim(
    "S1-23",
    "A hard dictionary cannot learn, attention can",
    where="Comparison Table, line 71",
    verdict="wrong",
    concept="differentiability",
    correction="An embedding table is a hard dictionary that learns: the gradient reaches the row "
    "that was read. The soft lookup as written has nothing to learn; the projections around it do.",
)
def a_table_read_by_position_learns_the_row_it_reads() -> str:
    table, asked, wanted = np.zeros((4, 3)), 2, np.array([1.0, 2.0, 3.0])
    slopes = nudge(lambda rows: float(((rows[asked] - wanted) ** 2).sum()), table)
    learned = table - slopes / 2  # one step of gradient descent
    touched = [row for row in range(len(table)) if slopes[row].any()]
    assert touched == [asked]
    assert close(learned[asked], wanted, 1e-6)
    return (
        f"After one step of gradient descent row {asked} holds {shown(learned[asked], 0)}, as "
        f"wanted; {len(touched)} of {len(table)} rows moved"
    )


# Why This Perspective Matters


@claim(
    "S1-24",
    "Three projections turn the input into requests, addresses and contents",
    where="Explains Q-K-V Structure, lines 77-81",
    verdict="holds with a condition",
    concept="qkv-roles",
    correction="There may be two inputs: in cross-attention the queries come from one sequence, "
    "the keys and values from another.",
)
def queries_may_come_from_another_sequence() -> str:
    asking, answering = _gaussian(4, (2, 8), (5, 8))
    to_query, to_key, to_value = _gaussian(5, (8, 4), (8, 4), (8, 3))
    output = attention(asking @ to_query, answering @ to_key, answering @ to_value)
    assert output.shape == (len(asking), to_value.shape[1])
    return (
        f"{len(asking)} rows of one sequence ask, {len(answering)} rows of another answer: "
        f"the output has the shape {output.shape}"
    )


@claim(
    "S1-25",
    "A database likewise has a query language, an index and stored records",
    where="Explains Q-K-V Structure, lines 83-86",
    verdict="holds with a condition",
    concept="qkv-roles",
    correction="SQL is the language, not the query; the counterpart of a query projection is "
    "whatever writes the query. A database returns the rows that match, attention an average.",
)
def a_database_returns_rows_and_no_average() -> str:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE entries (word TEXT PRIMARY KEY, number REAL)")
        database.executemany("INSERT INTO entries VALUES (?, ?)", DICTIONARY.items())
        select = "SELECT number FROM entries WHERE word = ?"
        found = {word: database.execute(select, [word]).fetchall() for word in ("ball", "tennis")}
    assert found == {"ball": [(DICTIONARY["ball"],)], "tennis": []}
    return (
        f"A table in SQLite returns {len(found['ball'])} row for ball and {len(found['tennis'])} "
        f"rows for tennis; attention answers tennis with {soft_lookup(TENNIS, KEYS, VALUES):.3f}"
    )


@claim(
    "S1-26",
    "The key of a dictionary differs from the value it returns",
    where="Explains Separation of Concerns, lines 90-94",
    verdict="holds with a condition",
    concept="qkv-roles",
    correction="As a rule, not of necessity. A key may be its own value, in a dictionary and in "
    "attention.",
)
def a_key_may_be_its_own_value() -> str:
    echo = {word: word for word in WORDS}
    assert all(key == value for key, value in echo.items())
    output = soft_lookup(TENNIS, KEYS, KEYS)
    assert ((KEYS.min(axis=0) <= output) & (output <= KEYS.max(axis=0))).all()
    return (
        f"`echo['ball']` is `{echo['ball']!r}`; with the keys as values tennis gets {shown(output)}"
    )


@claim(
    "S1-27",
    "A comment says that key and value differ",
    where="Explains Separation of Concerns, line 93",
    verdict="holds with a condition",
    concept="qkv-roles",
    correction="In the document as given the sign ≠ has become three other characters: its UTF-8 "
    "bytes were read as Windows-1252. Read them back and the comment is true.",
)
def the_sign_in_the_comment_was_decoded_wrongly() -> str:
    sign = "≠"
    damaged = sign.encode("utf-8").decode("cp1252")
    assert damaged == "\u00e2\u2030\u00a0"  # what line 93 holds
    assert damaged.encode("cp1252").decode("utf-8") == sign
    points = [f"U+{ord(character):04X}" for character in damaged]
    return (
        f"{sign} is {sign.encode().hex(' ').upper()} in UTF-8; as Windows-1252 {_in_code(points)}"
    )


@claim(
    "S1-28",
    "Keys are shaped to be found, values to carry content",
    where="Explains Separation of Concerns, lines 96-98",
    verdict="ambiguous",
    concept="qkv-roles",
    correction="No loss names these roles; one gradient trains both. What can be shown: keys are "
    "trained only by differences between values.",
)
def equal_values_teach_the_keys_nothing() -> str:
    alike = np.full(len(VALUES), 3.0)
    slopes = [lookup.soft_lookup_gradients(TENNIS, KEYS, values) for values in (alike, VALUES)]
    steepest = [float(np.abs(slope.keys).max()) for slope in slopes]
    assert steepest[0] < 1e-12 < 1 < steepest[1]
    assert close(slopes[0].values, slopes[1].values)  # the values are taught all the same
    return (
        f"The steepest slope in the keys is {steepest[0]:.3f} when all values are "
        f"{alike[0]:.0f}, and {steepest[1]:.3f} when they are {shown(VALUES, 0)}"
    )


@claim(
    "S1-29",
    "Ordinary memory is addressed by position",
    where="Enables Content-Addressable Memory, lines 102-106",
    verdict="holds",
    concept="content-addressing",
)
def an_address_names_a_place() -> str:
    memory = VALUES.tolist()
    turned = memory[::-1]
    assert sorted(memory) == sorted(turned)
    assert memory[0] != turned[0]
    return (
        f"`memory[0]` is {memory[0]:.0f}; with the same contents turned round it is {turned[0]:.0f}"
    )


@claim(
    "S1-30",
    "An arrow in two short blocks maps an address to a value",
    where="Enables Content-Addressable Memory, lines 104-112",
    verdict="does not run",
    concept="content-addressing",
    correction="The blocks carry no language and are pseudocode: in Python the arrow is no "
    "operator. Show a formula, or code that runs.",
)
def an_arrow_is_no_operator() -> str:
    lines = ["memory[address] -> value", "memory[like_the_query] -> blend"]
    for line in lines:
        raises(SyntaxError, partial(compile, line, "block", "exec"))
        compile(line.split(" -> ")[0], "block", "exec")  # without the arrow it compiles
    return f"`{lines[0]}` raises `SyntaxError`; without the arrow it compiles"


@claim(
    "S1-31",
    "Attention addresses by content",
    where="Enables Content-Addressable Memory, lines 108-112",
    verdict="holds with a condition",
    concept="content-addressing",
    correction="Position counts for nothing until it is put into queries, keys or scores.",
)
def the_order_of_the_entries_does_not_matter() -> str:
    order = [2, 0, 1]
    output = soft_lookup(TENNIS, KEYS, VALUES)
    pairs = soft_lookup(TENNIS, KEYS[order], VALUES[order])
    alone = soft_lookup(TENNIS, KEYS[order], VALUES)
    assert close(output, pairs, 1e-12)
    assert abs(output - alone) > 1
    return (
        f"Tennis gets {output:.3f}; with the pairs in another order {pairs:.3f}, "
        f"with only the keys in another order {alone:.3f}"
    )


unchecked(
    "S1-32",
    "Addressing by content is more flexible for learning what words mean",
    where="Enables Content-Addressable Memory, line 114",
    verdict="ambiguous",
    concept="content-addressing",
    correction="Keep it as a motive. That order does not matter is the part that can be shown.",
    because="It is an opinion: no measure of flexibility is given, and no rival to compare with.",
)


# Memory Networks Connection


@claim(
    "S1-33",
    "Memory Networks (Weston et al., 2015) introduced the soft read-out",
    where="Memory Networks Connection, line 118",
    verdict="wrong",
    concept="memory-networks",
    correction="Weston, Chopra and Bordes, “Memory Networks”, take the memory of the largest "
    "score and are told which one is right in training. The softmax over memories is Sukhbaatar "
    "and others, 2015, “End-To-End Memory Networks”. Soft reads are older still: Bahdanau, Cho "
    "and Bengio, 2014, “Neural Machine Translation by Jointly Learning to Align and Translate”.",
)
def the_credited_paper_reads_hard_and_the_formula_soft() -> str:
    hard, soft = _hard_lookup(TENNIS, KEYS, VALUES), soft_lookup(TENNIS, KEYS, VALUES)
    assert hard in VALUES
    assert soft not in VALUES
    assert TRANSLATION < MEMORY_NETWORKS < END_TO_END
    return (
        f"A hard read of the example returns {hard:.0f}, the formula {soft:.3f}; the papers were "
        f"posted in {TRANSLATION:%B %Y} (soft), {MEMORY_NETWORKS:%B %Y} (hard) "
        f"and {END_TO_END:%B %Y} (soft)"
    )


@claim(
    "S1-34",
    "The read-out is the sum of the output memories, weighted by p",
    where="Memory Networks Connection, line 120",
    verdict="holds",
    concept="memory-networks",
    correction="It is one hop of “End-To-End Memory Networks”: attention without the root, with "
    "the input memories as keys and the output memories as values.",
)
def the_read_out_is_attention_without_the_root() -> str:
    weights = softmax(KEYS @ TENNIS)
    read = sum(p * c for p, c in zip(weights, VALUES, strict=True))
    hop = memory_read(TENNIS, KEYS, VALUES)
    attended = attention([TENNIS], KEYS, VALUES[:, None], scale=1).item()
    scaled = attention([TENNIS], KEYS, VALUES[:, None]).item()
    assert close(read, hop)
    assert close(read, attended)
    assert not close(read, scaled, 0.1)
    return f"The sum is {read:.3f}, attention without the root {attended:.3f}, with it {scaled:.3f}"


@claim(
    "S1-35",
    "The weight of a memory is the softmax of its product with the query",
    where="Memory Networks Connection, line 123",
    verdict="holds with a condition",
    concept="memory-networks",
    correction="Softmax runs over all memories; of one product alone it is always 1. In the paper "
    "the product is taken with the embedded query, and nothing is divided by a root.",
)
def the_softmax_of_one_product_is_one() -> str:
    scores = KEYS @ TENNIS
    alone = [float(softmax([score])[0]) for score in scores]
    together = softmax(scores)
    assert alone == [1.0] * len(scores)
    assert close(together.sum(), 1)
    return f"One at a time the weights are {shown(alone, 0)}; over all memories {shown(together)}"


@claim(
    "S1-36",
    "The memories m act as keys, the memories c as values",
    where="Memory Networks Connection, lines 124-125",
    verdict="holds",
    concept="memory-networks",
    correction="Two embedding matrices make them from the same sentences.",
)
def one_memory_sets_the_weights_the_other_is_returned() -> str:
    found = memory_read(TENNIS, KEYS, VALUES)
    stretched = memory_read(TENNIS, 2 * KEYS, VALUES)
    doubled = memory_read(TENNIS, KEYS, 2 * VALUES)
    assert close(doubled, 2 * found)  # the output is linear in c
    assert not close(stretched, 2 * found, 1)
    assert found < stretched <= VALUES.max()
    return (
        f"The read-out is {found:.3f}; doubling c doubles it to {doubled:.3f}, "
        f"doubling m only shifts weight: {stretched:.3f}"
    )


@claim(
    "S1-37",
    "Transformers generalise this by taking the sequence itself as the memory",
    where="Memory Networks Connection, line 127",
    verdict="holds with a condition",
    concept="memory-networks",
    correction="Reading one's own sequence is older: Cheng, Dong and Lapata, 2016, “Long "
    "Short-Term Memory-Networks for Machine Reading”; the language model of “End-To-End Memory "
    "Networks” stores the preceding words. The paper of 2017 adds the root, heads with "
    "projections of their own, and a whole network made of them.",
)
def self_attention_is_one_memory_read_for_each_position() -> str:
    together = attention(KEYS, KEYS, KEYS, scale=1)
    one_by_one = [memory_read(row, KEYS, KEYS) for row in KEYS]
    assert close(together, one_by_one)
    assert END_TO_END < TRANSFORMER
    return (
        f"Self-attention over {len(KEYS)} rows equals {len(one_by_one)} memory reads, one a row; "
        f"the papers date from {END_TO_END:%Y} and {TRANSFORMER:%Y}"
    )


# Temperature and Sharpness


@claim(
    "S1-38",
    "Dividing the scores by a temperature sets how hard the lookup is",
    where="Temperature and Sharpness, lines 131-133",
    verdict="holds",
    concept="temperature",
    correction="For a temperature above 0, and unless all scores are equal.",
)
def more_entries_are_read_as_the_temperature_rises() -> str:
    scores, temperatures = KEYS @ TENNIS, [0.25, 1, 4, 100]
    read = [float(entries_read(soften(scores, temperature))) for temperature in temperatures]
    assert all(fewer < more for fewer, more in pairwise(read))
    assert 1 < read[0] < read[-1] < len(scores)
    raises(ValueError, lambda: soften(scores, 0))
    return (
        f"At the temperatures {', '.join(map(str, temperatures))} the lookup reads "
        f"{shown(read, 2)} effective entries of {len(scores)}"
    )


@claim(
    "S1-39",
    "A temperature near 0 takes the largest score, which is an exact dictionary lookup",
    where="Temperature and Sharpness, line 137",
    verdict="holds with a condition",
    concept="temperature",
    correction="Only when one score is largest: ties share. And the largest dot product need not "
    "belong to the equal key; for keys of one length it belongs to the nearest. It never raises.",
)
def a_long_key_beats_the_equal_one() -> str:
    scores = np.array([2.0, 2.0, 1.0])
    tied = soften(scores, 0.01)
    assert close(tied, [0.5, 0.5, 0])
    keys = np.array([[1.0, 0.0], [3.0, 1.0]])
    query, cold = keys[0], 0.01
    equal = soften(keys @ query, cold)[0]
    even = keys / np.linalg.norm(keys, axis=1, keepdims=True)
    nearest = soften(even @ query, cold)[0]
    assert equal < 1e-9 < 0.9 < nearest
    return (
        f"Scores {shown(scores, 0)} give {shown(tied, 1)}; a query equal to ({shown(query, 0)}) "
        f"gives that key {equal:.3f} beside ({shown(keys[1], 0)}), and {nearest:.3f} "
        "once both have length 1"
    )


@claim(
    "S1-40",
    "At temperature 1 softmax mixes softly",
    where="Temperature and Sharpness, line 138",
    verdict="holds with a condition",
    concept="temperature",
    correction="How softly depends on the gaps between the scores.",
)
def wide_gaps_are_hard_at_temperature_one() -> str:
    near, far = np.array([3.0, 2.0, 1.0]), np.array([30.0, 20.0, 10.0])
    soft, hard = soften(near, 1), soften(far, 1)
    assert close(soft, softmax(near))
    assert soft.max() < 0.7 < 0.9999 < hard.max()
    return (
        f"Scores {shown(near, 0)} give the first {soft[0]:.3f}, scores {shown(far, 0)} "
        f"give it {hard[0]:.5f}"
    )


@claim(
    "S1-41",
    "A temperature that grows without end gives equal weights and the mean of the values",
    where="Temperature and Sharpness, line 139",
    verdict="holds",
    concept="temperature",
)
def heat_returns_the_mean() -> str:
    scores, hot = KEYS @ TENNIS, 1e6
    weights = soften(scores, hot)
    assert close(weights, 1 / len(weights), 1e-6)
    assert close(weights @ VALUES, VALUES.mean(), 1e-5)
    assert close(soften(scores, math.inf) @ VALUES, VALUES.mean())
    return (
        f"At temperature {hot:.0f} the weights are {shown(weights)} and the output "
        f"{weights @ VALUES:.3f}; the mean is {VALUES.mean():.3f}"
    )


@claim(
    "S1-42",
    "The root of d_k is a temperature that follows the width",
    where="Temperature and Sharpness, line 141",
    verdict="holds",
    concept="scaling",
    correction="It keeps the spread of the scores when their variance grows as the width does, "
    "as for independent coordinates.",
)
def the_root_keeps_the_spread_of_the_scores() -> str:
    assert close(_weights([TENNIS], scale=2**-0.5)[0], soften(KEYS @ TENNIS, math.sqrt(2)))
    widths = (1, 4, 9)
    spreads = []
    for width in widths:
        signs = np.array(list(product((-1.0, 1.0), repeat=width)))  # every key of signs
        spreads.append(float((signs @ np.ones(width)).std()))
    scaled = np.array(spreads) / np.sqrt(widths)
    assert close(scaled, 1)
    return (
        f"Over all keys of +1 and −1 the scores spread by {shown(spreads, 0)} at the widths "
        f"{shown(widths, 0)}; divided by the root by {shown(scaled, 0)}"
    )


# Multi-Head as Multiple Dictionaries


@claim(
    "S1-43",
    "Several heads are several specialised dictionaries that are asked",
    where="Multi-Head as Multiple Dictionaries, line 145",
    verdict="holds with a condition",
    concept="multi-head",
    correction="A head projects the query too, and all heads read the same vectors.",
)
def heads_read_the_same_words_in_different_ways() -> str:
    heads = {}
    for column, axis in enumerate(AXES):
        query, keys = _along(column)
        heads[axis] = softmax(keys @ query)
    assert close(heads["sport"][RACKET], heads["sport"][BALL])
    assert heads["outdoors"].argmax() == TREE
    listed = "; ".join(f"{axis} weighs them {shown(weights)}" for axis, weights in heads.items())
    return f"{len(heads)} heads on {', '.join(WORDS)}, one an axis: {listed}"


@claim(
    "S1-44",
    "A few lines query one dictionary, then several",
    where="Multi-Head as Multiple Dictionaries, lines 147-154",
    verdict="does not run",
    concept="multi-head",
    correction="Define every name first; most appear further down the document or nowhere.",
)
def the_lines_for_several_heads_miss_their_names() -> str:
    code = (
        "one = look(query, keys, values)\n"
        "several = [look(query, keys_i, values_i) for head in range(h)]\n"
        "final = combine(several)\n"
    )
    supplies = {
        **dict.fromkeys(["keys", "keys_i"], KEYS),
        **dict.fromkeys(["values", "values_i"], VALUES),
        "look": soft_lookup,
        "query": TENNIS,
        "h": 2,
        "combine": sum,
    }
    missing = _missing(code, supplies)
    assert sorted(missing) == sorted(supplies)
    later = [name for name in missing if name != "look"]  # an earlier block defines the lookup
    return f"With the lookup supplied, `NameError` names {_in_code(later)} in turn"


@claim(
    "S1-45",
    "The loop asks one dictionary for each head",
    where="Multi-Head as Multiple Dictionaries, line 152",
    verdict="wrong",
    concept="multi-head",
    correction="The names `keys_i` and `values_i` do not change with `i`, so all results would be "
    "equal. Write `keys[i]` and `values[i]`.",
)
def a_suffix_is_no_index() -> str:
    query, keys = np.ones(1), [_along(axis)[1] for axis in (SPORT, OUTDOORS)]
    keys_i = keys[0]
    suffixed = [float(soft_lookup(query, keys_i, VALUES)) for _ in keys]
    indexed = [float(soft_lookup(query, keys[i], VALUES)) for i in range(len(keys))]
    assert len(set(suffixed)) == 1
    assert len(set(indexed)) == len(keys)
    return f"With a suffix the heads return {shown(suffixed)}; with an index {shown(indexed)}"


@claim(
    "S1-46",
    "Every head receives the same query",
    where="Multi-Head as Multiple Dictionaries, line 152",
    verdict="holds with a condition",
    concept="multi-head",
    correction="In the paper each head projects the query first; without that it does not fit "
    "the narrower keys of a head. One query serves all heads only when each head's query "
    "projection is folded into its keys, which are then as wide as the query.",
)
def one_query_fits_all_heads_once_its_projection_is_folded_into_the_keys() -> str:
    to_query, to_key = np.array([[1.0], [-2.0]]), np.array([[1.0], [1.0]])  # 2 wide to 1 wide
    raises(ValueError, lambda: attention([TENNIS], KEYS @ to_key, VALUES[:, None]))
    head = soft_lookup(TENNIS @ to_query, KEYS @ to_key, VALUES)
    folded = soft_lookup(TENNIS, KEYS @ to_key @ to_query.T, VALUES)
    assert close(head, folded)
    assert not close(head, soft_lookup(TENNIS, KEYS, VALUES), 1)
    return (
        f"A query {len(TENNIS)} wide on keys {to_key.shape[1]} wide raises `ValueError`; a head "
        f"with both projections returns {head:.3f}, one query on folded keys {folded:.3f}"
    )


@claim(
    "S1-47",
    "An output projection combines the results of the heads",
    where="Multi-Head as Multiple Dictionaries, line 153",
    verdict="holds with a condition",
    concept="multi-head",
    correction="They are joined end to end first. That equals a sum in which each head has its "
    "own block of rows of the projection.",
)
def joining_and_projecting_is_a_sum_over_heads() -> str:
    heads = [soft_lookup(*_along(axis), KEYS) for axis in (SPORT, OUTDOORS)]  # each (2,)
    projection = np.arange(12.0).reshape(4, 3)
    joined = np.concatenate(heads) @ projection
    summed = heads[0] @ projection[:2] + heads[1] @ projection[2:]
    assert close(joined, summed)
    raises(ValueError, lambda: sum(heads) @ projection)  # results that are not joined do not fit
    return f"Joined and projected: {shown(joined)}; block by block: {shown(summed)}"


@claim(
    "S1-48",
    "Each head keeps keys and values of its own",
    where="Multi-Head as Multiple Dictionaries, line 156",
    verdict="holds with a condition",
    concept="multi-head",
    correction="In the first design. Heads may share them and differ in their queries alone: "
    "Shazeer, 2019, “Fast Transformer Decoding: One Write-Head is All You Need”; Ainslie and "
    "others, 2023, “GQA”.",
)
def heads_differ_while_they_share_keys_and_values() -> str:
    queries = np.stack([[TENNIS], [-TENNIS]])  # (2 heads, 1, d_k)
    shared_keys, shared_values = KEYS[None], VALUES[None, :, None]  # (1 head, n_k, ...)
    outputs = attention(queries, shared_keys, shared_values, scale=1).ravel()
    assert abs(outputs[0] - outputs[1]) > 1
    return (
        f"{len(outputs)} heads read {len(shared_keys)} table of keys and values; "
        f"they return {shown(outputs)}"
    )


@claim(
    "S1-49",
    "Heads specialise in different relationships",
    where="Multi-Head as Multiple Dictionaries, line 156",
    verdict="ambiguous",
    concept="multi-head",
    correction="They may. Nothing in the operation makes them: heads that start equal are "
    "duplicates, and what trained heads do is a matter of measurement.",
)
def heads_with_equal_projections_are_duplicates() -> str:
    words, same, other = _gaussian(0, (5, 8), (3, 8, 4), (3, 8, 4))
    first, copy, third = (attention(*(words @ roles)) for roles in (same, same, other))
    assert np.array_equal(first, copy)
    assert np.abs(first - third).max() > 0.5
    return (
        f"Equal projections: outputs apart by {np.abs(first - copy).max():.0f}; "
        f"different ones: by up to {np.abs(first - third).max():.2f}"
    )


# Sparse Attention as Sparse Dictionaries


@claim(
    "S1-50",
    "Efficient kinds of attention are sparse lookups",
    where="Sparse Attention as Sparse Dictionaries, line 160",
    verdict="holds with a condition",
    concept="sparse-and-masked",
    correction="Windows and chosen subsets are. Kernels are efficient and dense: Katharopoulos "
    "and others, 2020, “Transformers are RNNs”.",
)
def a_kernel_is_efficient_and_reads_everything() -> str:
    length, reach = 20, 2
    near = int(window(length, length, reach).sum())
    (rows,) = _gaussian(8, (length, 2))
    features = np.exp(rows)  # positive, so that every weight is
    pairs = features @ features.T
    by_pairs = pairs @ rows / pairs.sum(axis=1, keepdims=True)
    without = features @ (features.T @ rows) / (features @ features.sum(axis=0))[:, None]
    assert near < length**2 == (pairs > 0).sum()
    assert close(by_pairs, without)
    return (
        f"Of {length**2} pairs a window of reach {reach} reads {near}; a kernel reads "
        f"{int((pairs > 0).sum())} and keeps a table of {features.shape[1]} by {rows.shape[1]} only"
    )


@claim(
    "S1-51",
    "Full attention asks every entry",
    where="Sparse Attention as Sparse Dictionaries, line 164",
    verdict="holds",
    concept="sparse-and-masked",
    correction="It is the dense case that the sparse kinds are held against, not one of them.",
)
def full_attention_gives_every_pair_some_weight() -> str:
    weights = _weights(KEYS)
    assert (weights > 0).all()
    return f"{int((weights > 0).sum())} of {weights.size} weights are above 0"


@claim(
    "S1-52",
    "Local attention asks nearby entries",
    where="Sparse Attention as Sparse Dictionaries, line 165",
    verdict="holds",
    concept="sparse-and-masked",
)
def a_window_gives_no_weight_outside() -> str:
    (rows,) = _gaussian(9, (6, 4))
    reach = 1
    near = window(len(rows), len(rows), reach)
    weights = _weights(rows, rows, mask=near)
    assert not weights[~near].any()
    assert (weights[near] > 0).all()
    assert close(weights.sum(axis=1), 1)
    return (
        f"With reach {reach}, {int((weights > 0).sum())} of {weights.size} weights are above 0, "
        "all inside the window, and every row sums to 1"
    )


@claim(
    "S1-53",
    "Sparse attention asks a chosen subset",
    where="Sparse Attention as Sparse Dictionaries, line 166",
    verdict="holds",
    concept="sparse-and-masked",
    correction="Remove scores before softmax. Weights set to 0 afterwards leave a row that does "
    "not sum to 1.",
)
def masking_comes_before_softmax() -> str:
    chosen = np.array([True, False, True])
    before = _weights([TENNIS], mask=chosen[None])[0]
    after = softmax(KEYS @ TENNIS) * chosen
    assert close(before.sum(), 1)
    assert after.sum() < 0.9
    return (
        f"Without ball: masked before softmax {shown(before)}, sum {before.sum():.3f}; "
        f"after it {shown(after)}, sum {after.sum():.3f}"
    )


@claim(
    "S1-54",
    "Cross-attention is one of the sparse kinds",
    where="Sparse Attention as Sparse Dictionaries, line 167",
    verdict="wrong",
    concept="sparse-and-masked",
    correction="Cross-attention says whose entries are read, sparse attention says how many. "
    "The choices are independent, and cross-attention is usually dense.",
)
def cross_attention_is_dense_unless_masked() -> str:
    sources = {"self": KEYS, "cross": np.array([TENNIS, -TENNIS])}
    counts = {}
    for name, queries in sources.items():
        near = window(len(queries), len(KEYS), 1)
        for kind, mask in {"dense": None, "windowed": near}.items():
            weights = _weights(queries, KEYS, mask=mask)
            counts[f"{name}, {kind}"] = f"{int((weights > 0).sum())} of {weights.size}"
            assert (weights > 0).all() == (mask is None)
    return "Pairs read: " + "; ".join(f"{name} {count}" for name, count in counts.items())


# PyTorch: Dictionary vs Attention


@claim(
    "S1-55",
    "The PyTorch example runs and prints the shape (1, 64) three times",
    where="PyTorch: Dictionary vs Attention, lines 171-209",
    verdict="holds with a condition",
    concept="soft-lookup",
    correction="PyTorch writes a shape as `torch.Size([1, 64])`. No seed is set, so shapes are "
    "all that can be compared. The hard lookup is defined and never called.",
)
def only_the_shapes_of_unseeded_data_are_known() -> str:
    drawn = [_like_the_example(seed) for seed in (0, 1)]
    shapes = {array.shape for arrays in drawn for array in arrays}
    assert shapes == {(1, 64)}
    first = [result[0, 0] for _, result, _ in drawn]
    assert not close(first[0], first[1], 0.1)
    return (
        f"The same steps in NumPy: every shape is {shapes.pop()}; "
        f"the first number is {first[0]:.2f} with one seed and {first[1]:.2f} with another"
    )


def _like_the_example(seed: int) -> tuple[Array, Array, Array]:
    """The query, its result and the slopes of the result's sum in the query."""
    query, keys, values = _gaussian(seed, (1, 64), (100, 64), (100, 64))
    slopes = nudge(lambda point: soft_lookup(point[0], keys, values).sum(), query)
    return query, attention(query, keys, values, scale=1), slopes


@claim(
    "S1-56",
    "The function for the hard lookup is a dictionary lookup without a derivative",
    where="PyTorch: Dictionary vs Attention, lines 175-177",
    verdict="wrong",
    concept="differentiability",
    correction="It takes a position and no keys, so it is the ordinary memory of the earlier "
    "section. In the values, its only other argument, it has a derivative.",
)
def indexing_by_position_has_a_slope_in_the_values() -> str:
    asked = 2
    slopes = nudge(lambda values: values[asked], VALUES)
    assert close(slopes, np.eye(len(VALUES))[asked], 1e-6)
    order = [2, 0, 1]  # a dictionary would follow its entry, a position does not
    assert VALUES[order][asked] != VALUES[asked]
    return (
        f"`values[{asked}]` has the slopes {shown(slopes, 0)}; with the entries in another order "
        f"it returns {VALUES[order][asked]:.0f}, not {VALUES[asked]:.0f}"
    )


@claim(
    "S1-57",
    "The default temperature of 1.0 gives the attention of the formula",
    where="PyTorch: Dictionary vs Attention, lines 180-182",
    verdict="wrong",
    concept="scaling",
    correction="At width 64 the formula has temperature 8. With 1 most of the weight falls "
    "on one entry.",
)
def the_default_temperature_is_not_that_of_the_formula() -> str:
    queries, keys = _gaussian(1, (50, 64), (100, 64))
    heaviest = {
        temperature: _weights(queries, keys, scale=1 / temperature).max(axis=1).mean()
        for temperature in (1, 8)
    }
    by_formula = attention(queries, keys, keys, return_weights=True)[1].max(axis=1).mean()
    assert close(heaviest[8], by_formula)
    assert heaviest[1] > 5 * by_formula
    listed = ", ".join(f"{weight:.2f} at {heat}" for heat, weight in heaviest.items())
    return (
        f"The heaviest of {len(keys)} weights, averaged over {len(queries)} random queries: "
        f"{listed}, {by_formula:.2f} by the formula"
    )


@claim(
    "S1-58",
    "The gradient in the query has the shape of the query",
    where="PyTorch: Dictionary vs Attention, lines 198-208",
    verdict="holds",
    concept="differentiability",
    correction="A shape is weak evidence: a gradient of zeros has it too. Ask also that it is "
    "finite and not 0.",
)
def the_slopes_in_the_query_are_finite_and_not_zero() -> str:
    query, keys, values = _gaussian(0, (1, 64), (100, 64), (100, 64))
    soft = nudge(lambda point: soft_lookup(point[0], keys, values).sum(), query)
    hard = nudge(lambda point: _hard_lookup(point[0], keys, values).sum(), query)
    assert soft.shape == hard.shape == query.shape
    assert np.isfinite(soft).all()
    assert np.abs(soft).max() > 0.1
    assert not hard.any()
    return (
        f"Soft and hard slopes both have the shape {soft.shape}; the largest soft one is "
        f"{np.abs(soft).max():.2f}, the largest hard one {np.abs(hard).max():.0f}"
    )


# Retrieval-Augmented Generation


@claim(
    "S1-59",
    "The query encoder of retrieval corresponds to the query projection",
    where="Retrieval-Augmented Generation, line 217",
    verdict="holds with a condition",
    concept="retrieval-rag",
    correction="In role. A projection is one linear map, the encoder a deep network: BERT in "
    "Lewis and others, 2020, “Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks”.",
)
def a_projection_is_linear_and_an_encoder_is_not() -> str:
    first, second = np.array([[1.0, -1.0], [2.0, 1.0]]), np.array([[1.0, 2.0], [-1.0, 1.0]])

    def encoded(vector: Array) -> Array:
        return np.asarray(np.maximum(vector @ first, 0) @ second)

    ball, tree = KEYS[BALL], KEYS[TREE]
    linear = np.abs((ball + tree) @ first - (ball @ first + tree @ first)).max()
    deep = np.abs(encoded(ball + tree) - (encoded(ball) + encoded(tree))).max()
    assert linear < 1e-12 < 0.1 < deep
    return (
        f"For ball plus tree a projection is off the sum of its parts by {linear:.0f}, an encoder "
        f"of two layers by {deep:.0f}"
    )


@claim(
    "S1-60",
    "The document index corresponds to the keys",
    where="Retrieval-Augmented Generation, line 218",
    verdict="holds",
    concept="retrieval-rag",
)
def an_index_ranks_by_the_scores_of_the_keys() -> str:
    ranked = [WORDS[row] for row in retrieve(TENNIS, KEYS, len(KEYS))]
    weighed = [WORDS[row] for row in np.argsort(_weights([TENNIS])[0])[::-1]]
    assert ranked == weighed
    return f"Inner products rank {', '.join(ranked)}; attention weighs them in the same order"


@claim(
    "S1-61",
    "The content of a document corresponds to a value",
    where="Retrieval-Augmented Generation, line 219",
    verdict="holds with a condition",
    concept="retrieval-rag",
    correction="It is text that the generator reads, not a vector that is averaged.",
)
def texts_cannot_be_averaged() -> str:
    half = 1 / 2
    message = raises(TypeError, lambda: half * "a text" + half * "another")  # type: ignore[operator]
    mean = half * VALUES[RACKET] + half * VALUES[BALL]
    return f"The mean of two numbers is {mean}; of two texts it raises `TypeError`: *{message}*"


@claim(
    "S1-62",
    "Retrieving corresponds to computing attention",
    where="Retrieval-Augmented Generation, line 220",
    verdict="holds with a condition",
    concept="retrieval-rag",
    correction="Retrieval keeps the best few, a hard step, and shares the weight among them.",
)
def keeping_the_best_two_shares_their_weight_anew() -> str:
    best = np.isin(np.arange(len(KEYS)), retrieve(TENNIS, KEYS, 2))
    full, kept = _weights([TENNIS])[0], _weights([TENNIS], mask=best[None])[0]
    assert kept[TREE] == 0 < full[TREE]
    assert close(kept.sum(), 1)
    return f"Attention weighs {shown(full)}; the best {best.sum()} alone weigh {shown(kept)}"


unchecked(
    "S1-63",
    "The reader corresponds to whatever comes after attention",
    where="Retrieval-Augmented Generation, line 221",
    verdict="ambiguous",
    concept="retrieval-rag",
    correction="Name the part: in retrieval-augmented generation it is a generator that reads the "
    "question together with each document.",
    because="“Downstream” fits every later part, so no result could contradict it.",
)


@claim(
    "S1-64",
    "Retrieval-augmented generation is attention over knowledge kept outside",
    where="Retrieval-Augmented Generation, lines 213 and 223",
    verdict="holds with a condition",
    concept="retrieval-rag",
    correction="As an analogy. In Lewis and others, 2020, only the best documents count, their "
    "index stays fixed in training, and what is mixed are the generator's predictions, not values.",
)
def mixing_predictions_is_not_reading_mixed_documents() -> str:
    weights = softmax(KEYS @ TENNIS)  # how relevant each document is
    predictions = softmax(2 * KEYS)  # a small reader: two answers a document
    mixed_predictions = weights @ predictions
    reading_the_mix = softmax(2 * (weights @ KEYS))
    assert close(mixed_predictions.sum(), 1)
    assert not close(mixed_predictions, reading_the_mix, 0.01)
    return (
        f"A small reader predicts {shown(mixed_predictions)} when predictions are mixed and "
        f"{shown(reading_the_mix)} when documents are mixed first, as attention would"
    )


# Summary


@claim(
    "S1-65",
    "Queries search, keys are searched, values are returned",
    where="Summary, line 229",
    verdict="holds",
    concept="qkv-roles",
)
def only_queries_and_keys_set_the_weights() -> str:
    plain = attention([TENNIS], KEYS, VALUES[:, None], return_weights=True)
    other_query = attention([-TENNIS], KEYS, VALUES[:, None], return_weights=True)
    other_keys = attention([TENNIS], -KEYS, VALUES[:, None], return_weights=True)
    other_values = attention([TENNIS], KEYS, -VALUES[:, None], return_weights=True)
    assert not close(other_query[1], plain[1], 0.1)
    assert not close(other_keys[1], plain[1], 0.1)
    assert close(other_values[1], plain[1])
    assert close(other_values[0], -plain[0])
    return (
        f"Turning round the values keeps the weights {shown(plain[1])} and turns "
        f"{plain[0].item():.3f} into {other_values[0].item():.3f}; turning round the query or the "
        f"keys makes them {shown(other_query[1])}"
    )


@claim(
    "S1-66",
    "Soft matching lets gradients through",
    where="Summary, line 230",
    verdict="holds",
    concept="differentiability",
    correction="Less of them, the closer one weight is to 1.",
)
def a_soft_match_has_slopes_in_query_and_keys() -> str:
    soft_query = nudge(lambda query: soft_lookup(query, KEYS, VALUES), TENNIS)
    soft_keys = nudge(lambda keys: soft_lookup(TENNIS, keys, VALUES), KEYS)
    hard_keys = nudge(lambda keys: _hard_lookup(TENNIS, keys, VALUES), KEYS)
    assert close(soft_keys, lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES).keys, 1e-7)
    assert np.count_nonzero(hard_keys) == 0 < np.abs(soft_query).min()
    felt = int((np.abs(soft_keys) > 1e-3).sum())
    assert felt == KEYS.size
    return (
        f"{felt} of {KEYS.size} numbers in the keys move the soft output, "
        f"{np.count_nonzero(hard_keys)} the hard one"
    )


@claim(
    "S1-67",
    "Attention is a memory addressed by content",
    where="Summary, line 231",
    verdict="holds with a condition",
    concept="content-addressing",
    correction="The reading half of one: nothing is written. Once positions are part of the keys, "
    "position counts as well.",
)
def reading_writes_nothing_and_positions_in_keys_count() -> str:
    keys, values = KEYS.copy(), VALUES.copy()
    twice = [float(soft_lookup(TENNIS, keys, values)) for _ in range(2)]
    assert twice[0] == twice[1]
    assert np.array_equal(keys, KEYS)
    assert np.array_equal(values, VALUES)
    order, places = [2, 0, 1], np.arange(len(KEYS))[:, None]
    query = np.append(TENNIS, 1.0)  # asks for later places
    placed = [
        float(soft_lookup(query, np.hstack([KEYS[rows], places]), VALUES[rows]))
        for rows in ([0, 1, 2], order)
    ]
    assert not close(placed[0], placed[1], 0.1)
    return (
        f"Two reads return {shown(twice)} and change nothing; with places in the keys "
        f"two orders of the entries return {shown(placed)}"
    )


@claim(
    "S1-68",
    "Several heads are several dictionaries, and sparse attention a selective lookup",
    where="Summary, line 232",
    verdict="holds with a condition",
    concept="multi-head",
    correction="Heads project the query as well and read the same vectors. Not every efficient "
    "kind of attention is selective.",
)
def heads_add_tables_and_masks_empty_them() -> str:
    queries = np.stack([_along(axis)[0][None] for axis in (SPORT, OUTDOORS)])  # (2, 1, 1)
    keys = np.stack([_along(axis)[1] for axis in (SPORT, OUTDOORS)])  # (2, 3, 1)
    dense, sparse = _weights(queries, keys), _weights(queries, keys, mask=KEYS[:, SPORT] > 0)
    assert not close(dense[0], dense[1], 0.1)
    read = [int((weights > 0).sum()) for weights in (dense, sparse)]
    assert read[0] == dense.size > read[1]
    return (
        f"{len(dense)} heads hold {len(dense)} rows of weights and read {read[0]} entries; "
        f"with tree masked they read {read[1]}"
    )


unchecked(
    "S1-69",
    "The dictionary view is the foundation of retrieval-augmented models",
    where="Summary, line 233",
    verdict="ambiguous",
    concept="retrieval-rag",
    correction="Say related to. Retrieval by the largest inner product has a line of its own, in "
    "information retrieval and question answering: Karpukhin and others, 2020, “Dense Passage "
    "Retrieval for Open-Domain Question Answering”.",
    because="It is history, and the document names no work that leads from one to the other.",
)


@claim(
    "S1-70",
    "Attention is a lookup by similarity of content that can be learned and differentiated",
    where="Summary, line 235",
    verdict="holds with a condition",
    concept="soft-lookup",
    correction="It is learned through the projections, and similarity means a dot product, which "
    "grows with the length of a vector.",
)
def a_longer_key_of_the_same_direction_scores_more() -> str:
    longer = KEYS.copy()
    longer[BALL] *= 2
    assert close(cosine(TENNIS, longer[BALL]), cosine(TENNIS, KEYS[BALL]))
    before, after = (_weights([TENNIS], keys)[0, BALL] for keys in (KEYS, longer))
    assert after > 2 * before
    return (
        f"Twice as long, the key of ball keeps its direction; its score goes from "
        f"{dot(TENNIS, KEYS[BALL]):.0f} to {dot(TENNIS, longer[BALL]):.0f} and its weight from "
        f"{before:.3f} to {after:.3f}"
    )


# References


@claim(
    "S1-71",
    "“Memory Networks” by Weston et al. is of 2015",
    where="References, line 239",
    verdict="holds with a condition",
    concept="sources",
    correction="By its conference, ICLR 2015. It was posted the autumn before.",
)
def memory_networks_was_posted_the_year_before() -> str:
    assert MEMORY_NETWORKS.year == 2015 - 1
    return f"Its arXiv number dates it to {MEMORY_NETWORKS:%B %Y}"


@claim(
    "S1-72",
    "“End-To-End Memory Networks” by Sukhbaatar et al. is of 2015",
    where="References, line 240",
    verdict="holds",
    concept="sources",
    correction="It is the origin of the formula in the section on memory networks.",
)
def end_to_end_memory_networks_is_of_its_year() -> str:
    assert END_TO_END.year == 2015
    return f"Its arXiv number dates it to {END_TO_END:%B %Y}"


@claim(
    "S1-73",
    "“Attention Is All You Need” by Vaswani et al. is of 2017",
    where="References, line 241",
    verdict="holds",
    concept="sources",
)
def attention_is_all_you_need_is_of_its_year() -> str:
    assert TRANSFORMER.year == 2017
    return f"Its arXiv number dates it to {TRANSFORMER:%B %Y}"


@claim(
    "S1-74",
    "“Neural Turing Machines” by Graves et al. is of 2014",
    where="References, line 242",
    verdict="holds",
    concept="sources",
    correction="The text never comes back to it, although its soft addressing by cosine is older "
    "than the read-out formula.",
)
def neural_turing_machines_is_of_its_year_and_older_than_the_formula() -> str:
    assert TURING_MACHINES.year == 2014
    assert TURING_MACHINES < END_TO_END
    return (
        f"Its arXiv number dates it to {TURING_MACHINES:%B %Y}, the formula's to {END_TO_END:%B %Y}"
    )
