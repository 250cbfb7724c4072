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

from softlookup import strangers
from softlookup.claims import claim, unchecked
from softlookup.claims.tools import (
    attention,
    attention_in_loops,
    close,
    cosine,
    dot,
    entries_read,
    exact_lookup,
    hard_lookup,
    memory_read,
    nudge,
    raised,
    raises,
    retrieve,
    shown,
    soft_lookup,
    soft_lookup_gradients,
    soften,
    softmax,
    window,
)
from softlookup.claims.verdict import Finding, settle, settle_readings
from softlookup.examples import ANIMAL_VALUES, ANIMALS, AXES, KEYS, TENNIS, VALUES, WORDS

Array = NDArray[Any]

RACKET, BALL, TREE = range(len(WORDS))  # the rows of KEYS
SPORT, OUTDOORS = range(len(AXES))  # the columns of KEYS
DICTIONARY = dict(zip(WORDS, VALUES.tolist(), strict=True))


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
    concept="soft-lookup",
)
def the_weights_are_shares_and_the_slopes_exist() -> Finding:
    weights = softmax(KEYS @ TENNIS)
    measured = nudge(lambda query: soft_lookup(query, KEYS, VALUES), TENNIS)
    derived = soft_lookup_gradients(TENNIS, KEYS, VALUES).queries
    return settle(
        as_given=(weights > 0).all() and close(weights.sum(), 1) and close(measured, derived, 1e-7),
        evidence=f"The weights {shown(weights)} sum to {weights.sum():.0f}; the slopes in the query, "
        f"measured as {shown(measured)}, are the derived ones",
    )


@claim(
    "S1-02",
    "The dictionary view shows why queries, keys and values are a natural structure",
    where="The Dictionary Analogy, line 5",
    concept="qkv-roles",
    correction="Natural is a judgement. What can be shown: with one projection for asking and "
    "answering, two words always score each other equally; two projections lift that tie.",
)
def one_projection_for_two_roles_makes_scores_symmetric() -> Finding:
    asks, answers = np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([[1.0, 0.0], [1.0, 1.0]])
    tied = dot(KEYS @ asks, (KEYS @ asks).T)
    free = dot(KEYS @ asks, (KEYS @ answers).T)
    unequal = [int(np.triu(scores != scores.T).sum()) for scores in (tied, free)]
    pairs = math.comb(len(KEYS), 2)
    return settle_readings(
        {
            "two projections, one to ask and one to answer": unequal[1] > 0,
            "one projection for both": unequal[0] > 0,
        },
        evidence=f"With one projection {unequal[0]} of {pairs} pairs of words score each other "
        f"unequally, with two {unequal[1]} of {pairs}; tennis and racket score "
        f"{dot(TENNIS, KEYS[RACKET]):.0f} without any",
    )


# Hard Dictionary Lookup


@claim(
    "S1-03",
    "Looking up the key cat returns the vector stored under it, [0.2, 0.8, 0.1]",
    where="Hard Dictionary Lookup, lines 11-19",
    concept="exact-lookup",
)
def the_stored_vector_comes_back() -> Finding:
    vector = [0.2, 0.8, 0.1]
    found = exact_lookup("cat", ["cat", "cow"], [vector, [1.0, 0.0, 0.0]])
    return settle(
        as_given=found is vector, evidence=f"`cat` returns `{found}`, the stored list itself"
    )


@claim(
    "S1-04",
    "A query has to be exactly a key",
    where="Hard Dictionary Lookup, line 22",
    concept="exact-lookup",
    correction="Python asks for equal hashes, and then for equality or for the very same object. "
    "The integer one, the float one and `True` are one key.",
)
def equal_objects_of_several_types_are_one_key() -> Finding:
    ones, nan = (1, 1.0, True), float("nan")
    found = [exact_lookup(one, [1], ["the integer's value"]) for one in ones]
    itself = exact_lookup(nan, [nan], ["found"])
    other = raised(KeyError, lambda: exact_lookup(float("nan"), [nan], ["found"]))
    return settle(
        as_given=bool(raised(KeyError, lambda: exact_lookup(1.0, [1], [""]))),
        with_condition=len(set(found)) == 1 and itself == "found",
        evidence=f"{_in_code([repr(one) for one in ones])} all find *{found[0]}*; a NaN is found "
        f"by itself, and another NaN raises `KeyError: {other}`",
    )


@claim(
    "S1-05",
    "Each key has the weight 1 or 0",
    where="Hard Dictionary Lookup, line 23",
    concept="exact-lookup",
    correction="At most one key has the weight 1. When none has, the dictionary raises.",
)
def a_dictionary_gives_one_key_all_the_weight() -> Finding:
    def weights(query: object) -> Array:
        return np.array([float(key == query) for key in ANIMALS])

    assert sum(weights("lion")) == 0
    missed = raises(KeyError, lambda: exact_lookup("lion", ANIMALS, ANIMAL_VALUES))
    return settle(
        as_given=all(
            set(weights(query)) == {0, 1}
            and weights(query) @ ANIMAL_VALUES == exact_lookup(query, ANIMALS, ANIMAL_VALUES)
            for query in ANIMALS
        ),
        evidence=f"Cat weighs the entries {shown(weights('cat'), 0)} and returns "
        f"{weights('cat') @ ANIMAL_VALUES:.0f}; lion weighs them {shown(weights('lion'), 0)} and "
        f"raises `KeyError: {missed}`",
    )


@claim(
    "S1-06",
    "No gradient passes through a hard lookup",
    where="Hard Dictionary Lookup, line 24",
    concept="differentiability",
    correction="True for query and keys: the choice does not move until it jumps. False for the "
    "values: the output is linear in them. That is how embedding tables learn.",
)
def a_hard_lookup_has_slopes_in_its_values_only() -> Finding:
    by_query = nudge(lambda query: hard_lookup(query, KEYS, VALUES), TENNIS)
    by_keys = nudge(lambda keys: hard_lookup(TENNIS, keys, VALUES), KEYS)
    by_values = nudge(lambda values: hard_lookup(TENNIS, KEYS, values), VALUES)
    assert close(by_values, np.eye(len(VALUES))[RACKET], 1e-6)
    return settle(
        as_given=not by_values.any(),
        with_condition=not by_query.any() and not by_keys.any(),
        evidence=f"The slopes of the output are {shown(by_query, 0)} in the query, {by_keys.max():.0f} in "
        f"every key and {shown(by_values, 0)} in the values",
    )


# Soft Dictionary Lookup (Attention)


@claim(
    "S1-07",
    "Attention generalises dictionary lookup",
    where="Soft Dictionary Lookup (Attention), line 28",
    concept="temperature",
    correction="Only as a limit: the exact answer comes when the query grows, or the temperature "
    "falls, without bound. The more keys, the larger the query must be.",
)
def a_matching_one_hot_query_reads_less_than_half_of_its_entry() -> Finding:
    keys = np.eye(len(ANIMALS))
    own = soft_lookup(keys[0], keys, keys)[0]
    output, sharp = (soft_lookup(length * keys[0], keys, ANIMAL_VALUES) for length in (1, 50))
    share, many = 0.999, 10_000
    needed = [math.log((entries - 1) * share / (1 - share)) for entries in (len(keys), many)]
    for entries, length in zip((len(keys), many), needed, strict=True):
        assert close(softmax(length * (np.arange(entries) == 0))[0], share)
    return settle(
        as_given=close(output, ANIMALS["dog"]),
        with_condition=close(sharp, ANIMALS["dog"]),
        evidence=f"Asked with its own one-hot key, dog gets the weight {own:.3f} and the output "
        f"is {output:.3f}, not {ANIMALS['dog']}; for a weight of {share:.1%} the query must be "
        f"{needed[0]:.1f} long, among {many} keys {needed[1]:.1f}",
    )


@claim(
    "S1-08",
    "A short function in plain Python performs a soft lookup",
    where="Soft Dictionary Lookup (Attention), lines 30-41",
    concept="soft-lookup",
    correction="A sketch: the definition is accepted and never called, and two names in it stand for functions "
    "that the reader knows. To call it, define both first.",
)
def the_soft_lookup_calls_helpers_that_do_not_exist() -> Finding:
    definition = (
        "def look(query, keys, values):\n"
        "    scores = [dot(query, key) for key in keys]\n"
        "    return sum(a * v for a, v in zip(softmax(scores), values))\n"
    )
    helpers = {"dot": dot, "softmax": softmax}
    assert _missing(definition, helpers) == []
    missing = _missing(definition + "look([1, 1], [[2, 1], [2, 0]], [10, 5])", helpers)
    supplied: dict[str, Any] = dict(helpers)
    exec(definition, supplied)
    answer = supplied["look"](TENNIS, KEYS, VALUES)
    return settle(
        as_given=not missing,
        once_repaired=close(answer, soft_lookup(TENNIS, KEYS, VALUES)),
        evidence=f"Defining it works; a call raises `NameError` for {_in_code(missing)} in turn. "
        f"With both, tennis gets {answer:.3f}",
    )


@claim(
    "S1-09",
    "The soft lookup does for its arguments what the dictionary of words does",
    where="Hard Dictionary Lookup, lines 11-19; Soft Dictionary Lookup (Attention), lines 30-41",
    concept="soft-lookup",
    correction="Not with that dictionary itself, and the text does not try: words have no dot "
    "product, and a list cannot be multiplied by a weight. Turn keys into vectors and values into "
    "arrays.",
)
def words_cannot_be_scored_and_lists_cannot_be_weighed() -> Finding:
    words = dict(zip(WORDS, KEYS.tolist(), strict=True))  # word keys, list values
    letter = "ball"[0]  # a dot product of words multiplies letters
    scoring = raised(TypeError, lambda: letter * letter)  # type: ignore[operator]
    weighing = raised(TypeError, lambda: 0.5 * words["ball"])
    keys, values = np.eye(len(words)), np.array(list(words.values()))
    output = soft_lookup(keys[BALL], keys, values)
    return settle(
        as_given=not (scoring or weighing),
        with_condition=close(output, softmax(keys[BALL]) @ KEYS),
        evidence=f"A dot product of words raises `TypeError`, and a weight times a list too: "
        f"*{weighing}*; with one-hot keys and an array of values ball returns {shown(output)}",
    )


@claim(
    "S1-10",
    "The query is compared with every key",
    where="Soft Dictionary Lookup (Attention), line 44",
    concept="soft-lookup",
    correction="Unless a mask removes some.",
)
def moving_any_key_moves_the_output() -> Finding:
    output = soft_lookup(TENNIS, KEYS, VALUES)
    moves, step = [], 0.1
    for row in range(len(KEYS)):
        nudged = KEYS.copy()
        nudged[row] += step
        moves.append(float(soft_lookup(TENNIS, nudged, VALUES) - output))
    return settle(
        as_given=min(abs(move) for move in moves) > 0.01,
        evidence=f"Adding {step} to both numbers of one key, each in turn, adds {shown(moves)} to the output",
    )


@claim(
    "S1-11",
    "Weights are numbers from 0 to 1 that sum to 1",
    where="Soft Dictionary Lookup (Attention), line 45",
    concept="softmax",
    correction="For two or more finite scores they lie strictly between 0 and 1. The ends are "
    "reached by a single key, by a mask, or by rounding.",
)
def weights_reach_the_ends_only_by_rounding() -> Finding:
    scores = [3, 2, 1]
    weights = softmax(scores)
    assert softmax([5])[0] == 1
    full = next(gap for gap in range(1, 100) if softmax([gap, 0])[0] == 1)
    assert 0 < softmax([full, 0])[1] < 1
    empty = 800
    assert softmax([empty, 0])[1] == 0
    return settle(
        as_given=((weights > 0) & (weights < 1)).all() and close(weights.sum(), 1),
        evidence=f"Scores {shown(scores, 0)} give {shown(weights)}; the larger of two weights rounds to 1 "
        f"from a gap of {full}, the smaller is 0 at a gap of {empty}",
    )


@claim(
    "S1-12",
    "Gradients pass through the whole soft lookup",
    where="Soft Dictionary Lookup (Attention), line 46",
    concept="differentiability",
    correction="They exist everywhere, and those of the query and the keys all but vanish where one "
    "weight is almost 1.",
)
def gradients_shrink_when_one_weight_takes_all() -> Finding:
    scores, one_hot = np.array([3.0, 2.0, 1.0]), np.eye(3)
    # Keys and values are one-hot, so the output is the softmax of the query.
    near, far = (
        float(np.linalg.norm(soft_lookup_gradients(query, one_hot, one_hot).queries))
        for query in (scores, 10 * scores)
    )
    return settle(
        as_given=near > 0 and far > 0,
        evidence=f"The derivative of softmax has the norm {near:.3f} at {shown(scores, 0)} and "
        f"{far:.1e} at {shown(10 * scores, 0)}: {near / far:.0f} times less",
    )


@claim(
    "S1-13",
    "The code and the formula are one operation",
    where="Soft Dictionary Lookup (Attention), line 33; Soft Lookup (Attention), line 58",
    concept="scaling",
    correction="Once the code divides its query, or its scores, by the root of the width as the "
    "formula does. Left as it is, at width 64 the code has temperature 1 and the formula "
    "temperature 8.",
)
def the_code_leaves_out_the_root() -> Finding:
    width = 64
    query, keys, values = _gaussian(0, (width,), (100, width), (100, width))
    plain, scaled = soft_lookup(query, keys, values), attention([query], keys, values)[0]
    divided = soft_lookup(query / math.sqrt(width), keys, values)
    return settle(
        as_given=close(plain, scaled),
        with_condition=close(divided, scaled),
        evidence=f"On random data of width {width} the outputs differ by up to "
        f"{np.abs(plain - scaled).max():.2f}, and by {np.abs(divided - scaled).max():.0f} once the "
        "code's query is divided by the root",
    )


# Mathematical Formulation


@claim(
    "S1-14",
    "A hard lookup returns the value whose key has the largest match",
    where="Hard Lookup, lines 52-54",
    concept="exact-lookup",
    correction="It always returns something, and a tie needs a rule. To be the dictionary of the "
    "section before, it must raise when the best match is not an exact one.",
)
def the_largest_match_may_be_no_match() -> Finding:
    def matched(query: str) -> float:
        """The value whose key has the largest match; a match is 1 or 0."""
        return float(VALUES[np.argmax([word == query for word in WORDS])])

    missed = raised(KeyError, lambda: exact_lookup("tennis", WORDS, VALUES))
    return settle(
        as_given=not missed,
        with_condition=all(matched(word) == exact_lookup(word, WORDS, VALUES) for word in WORDS),
        evidence=f"Tennis is no key: the dictionary raises `KeyError: {missed}`, the largest "
        f"match is the first of equal ones and returns {matched('tennis'):.0f}",
    )


@claim(
    "S1-15",
    "A soft lookup is a sum of the values, weighted by softmax",
    where="Soft Lookup (Attention), line 58",
    concept="soft-lookup",
)
def the_formula_in_loops_is_the_matrix_form() -> Finding:
    values = VALUES[:, None]
    loops = attention_in_loops([TENNIS], KEYS, values).item()
    matrices = attention([TENNIS], KEYS, values).item()
    return settle(
        as_given=close(loops, matrices, 1e-12),
        evidence=f"Tennis gets {loops:.3f} from the sum and {matrices:.3f} from matrix products",
    )


@claim(
    "S1-16",
    "Scores are divided by the square root of d",
    where="Soft Lookup (Attention), line 58; Temperature and Sharpness, line 141",
    concept="notation",
    correction="The formula does not define d; further down it is d_k. It is the width of queries "
    "and keys. The width of the values plays no part.",
)
def the_width_in_the_root_is_that_of_the_keys() -> Finding:
    widths = {"d_k": KEYS.shape[1], "d_v": VALUES[:, None].shape[1]}
    by_keys, by_values = (soften(KEYS @ TENNIS, math.sqrt(width)) for width in widths.values())
    used = [
        attention([TENNIS], KEYS, np.tile(VALUES[:, None], copies), return_weights=True)[1][0]
        for copies in (1, 9)  # wider values, the same weights
    ]
    return settle_readings(
        {
            "the width of the keys": all(close(weights, by_keys) for weights in used),
            "the width of the values": any(close(weights, by_values) for weights in used),
        },
        evidence=f"With the width {widths['d_k']} of the keys the weights are {shown(by_keys)}, "
        f"as in attention; with the width {widths['d_v']} of the values {shown(by_values)}",
    )


@claim(
    "S1-17",
    "Softmax makes the scores a probability distribution over the values",
    where="Soft Lookup (Attention), line 60",
    concept="softmax",
    correction="Entries of equal value add up.",
)
def entries_of_equal_value_add_up() -> Finding:
    values = np.array([10.0, 10.0, 4.0])
    weights = softmax([3.0, 2.0, 1.0])
    distinct = {value: weights[values == value].sum() for value in values}
    listed = ", ".join(f"{value:.0f} has {weight:.3f}" for value, weight in distinct.items())
    return settle(
        as_given=min(distinct.values()) >= 0 and close(sum(distinct.values()), 1),
        evidence=f"{len(weights)} entries have {shown(weights)}; of their {len(distinct)} values {listed}",
    )


# Comparison Table


@claim(
    "S1-18",
    "A dictionary matches exactly, attention by similarity",
    where="Comparison Table, line 66",
    concept="soft-lookup",
)
def tennis_is_no_key_and_still_finds_similar_ones() -> Finding:
    message = raises(KeyError, lambda: DICTIONARY["tennis"])
    assert not (KEYS == TENNIS).all(axis=1).any()
    weights = _weights([TENNIS])[0]
    order = np.argsort(-weights)
    listed = ", ".join(f"{WORDS[row]} {weights[row]:.3f}" for row in order)
    return settle(
        as_given=list(order) == list(np.argsort(-(KEYS @ TENNIS))),
        evidence=f"The dictionary raises `KeyError: {message}`; attention weighs {listed}",
    )


@claim(
    "S1-19",
    "One key wins in a dictionary, all keys contribute in attention",
    where="Comparison Table, line 67",
    concept="softmax",
    correction="With ties the largest match is not one key. All keys contribute in exact "
    "arithmetic; a masked key does not, nor one whose weight is too small for a float.",
)
def ties_have_no_winner_and_tiny_weights_vanish() -> Finding:
    tie, lead, masked = [1.0, 1.0], [2.0, 1.0], [0.0, -np.inf]
    orders = (("racket", "ball"), ("ball", "racket"))
    taken = [order[int(np.argmax(tie))] for order in orders]
    assert softmax(masked)[1] == softmax([0, -800])[1] == 0
    return settle(
        as_given=taken[0] == taken[1] and softmax(masked)[1] > 0,
        with_condition=np.ptp(lead) > 0 and (softmax(lead) > 0).all(),
        evidence=f"Of equal scores `argmax` takes the first, {taken[0]} or {taken[1]} as they "
        f"stand; softmax gives {shown(softmax(tie), 1)}; a masked entry gets "
        f"{softmax(masked)[1]:.0f}",
    )


@claim(
    "S1-20",
    "Weights are 0 or 1 in a dictionary and anything from 0 to 1 in attention",
    where="Comparison Table, line 68",
    concept="softmax",
    correction="The ends are rare: for two or more finite scores a weight is more than 0 and less "
    "than 1. A masked entry gets exactly 0, an only entry exactly 1.",
)
def the_ends_belong_to_masks_and_only_entries() -> Finding:
    free = _weights([TENNIS])[0]
    only = _weights([TENNIS], mask=np.array([[False, True, False]]))[0]
    return settle(
        as_given=((free > 0) & (free < 1)).all() and list(only) == [0, 1, 0],
        evidence=f"Free weights are {shown(free)}; with all but one entry masked {shown(only, 0)}",
    )


@claim(
    "S1-21",
    "A dictionary returns one value, attention a weighted combination",
    where="Comparison Table, line 69",
    concept="weighted-blend",
    correction="The combination never leaves the range of the values.",
)
def a_blend_stays_between_the_smallest_and_the_largest_value() -> Finding:
    (scores,) = _gaussian(3, (200, len(ANIMALS)))
    outputs = softmax(scores) @ ANIMAL_VALUES
    strangers = sum(not np.isin(output, ANIMAL_VALUES) for output in outputs)
    return settle(
        as_given=ANIMAL_VALUES.min() <= outputs.min() < outputs.max() <= ANIMAL_VALUES.max()
        and strangers == len(outputs),
        evidence=f"{len(outputs)} random blends lie from {outputs.min():.2f} to {outputs.max():.2f}, the "
        f"values from {ANIMAL_VALUES.min():.0f} to {ANIMAL_VALUES.max():.0f}; no blend is a value",
    )


@claim(
    "S1-22",
    "A dictionary is not differentiable, attention is",
    where="Comparison Table, line 70",
    concept="differentiability",
    correction="With respect to query and keys. In its stored values a hard lookup has a "
    "derivative too.",
)
def a_hard_lookup_jumps_where_a_soft_one_glides() -> Finding:
    step = np.array([0.0, 1e-6])
    left, right = np.array([1.0, 0.0]) - step, np.array([1.0, 0.0]) + step  # racket and ball tie
    hard = hard_lookup(right, KEYS, VALUES) - hard_lookup(left, KEYS, VALUES)
    soft = soft_lookup(right, KEYS, VALUES) - soft_lookup(left, KEYS, VALUES)
    by_values = nudge(lambda values: hard_lookup(TENNIS, KEYS, values), VALUES)
    assert close(by_values, [1, 0, 0], 1e-6)
    return settle(
        as_given=not by_values.any(),
        with_condition=abs(hard) == VALUES[RACKET] - VALUES[BALL] and 0 < abs(soft) < 1e-4,
        evidence=f"A step of {2 * step[1]:.0e} across a tie moves the hard output by {hard:.0f} and the "
        f"soft one by {soft:.0e}; in the values the hard one has the slopes {shown(by_values, 0)}",
    )


@claim(
    "S1-23",
    "A hard dictionary cannot learn, attention can, by its projections",
    where="Comparison Table, line 71",
    concept="differentiability",
    correction="What chooses cannot learn by following slopes: no projection of the query has one through a hard "
    "lookup. What is stored can: a table of word vectors is a hard dictionary, and the gradient reaches the row "
    "that was read.",
)
def a_hard_choice_teaches_no_projection_but_the_row_it_reads() -> Finding:
    projection = np.eye(len(TENNIS))
    hard = nudge(lambda to_query: hard_lookup(TENNIS @ to_query, KEYS, VALUES), projection)
    soft = nudge(lambda to_query: soft_lookup(TENNIS @ to_query, KEYS, VALUES), projection)
    table, asked, wanted = np.zeros((4, 3)), 2, np.array([1.0, 2.0, 3.0])
    slopes = nudge(lambda rows: float(((rows[asked] - wanted) ** 2).sum()), table)
    learned = table - slopes / 2  # one step of gradient descent
    touched = [row for row in range(len(table)) if slopes[row].any()]
    assert touched == [asked]
    assert close(learned[asked], wanted, 1e-6)
    return settle(
        as_given=not touched,
        with_condition=not hard.any() and np.abs(soft).min() > 0.1,
        evidence=f"In a projection of the query the steepest slope is {np.abs(hard).max():.0f} through a hard "
        f"lookup and {np.abs(soft).max():.3f} through a soft one. But after one step of gradient descent row "
        f"{asked} of a table holds {shown(learned[asked], 0)}, as wanted; {len(touched)} of {len(table)} rows moved",
    )


# Why This Perspective Matters


@claim(
    "S1-24",
    "Three projections turn the input into requests, addresses and contents",
    where="Explains Q-K-V Structure, lines 77-81",
    concept="qkv-roles",
    correction="There may be two inputs: in cross-attention the queries come from one sequence, "
    "the keys and values from another.",
)
def each_projection_has_a_role_of_its_own() -> Finding:
    asking, answering = _gaussian(4, (2, 8), (5, 8))
    to_query, to_key, to_value = _gaussian(5, (8, 4), (8, 4), (8, 3))
    queries, keys, values = asking @ to_query, answering @ to_key, answering @ to_value
    output = attention(queries, keys, values)
    without_requests = attention(0 * queries, keys, values)
    without_addresses = attention(queries, 0 * keys, values)
    mean = values.mean(axis=0)
    return settle(
        as_given=close(without_requests[0], mean)
        and close(without_addresses[0], mean)
        and close(attention(queries, keys, 2 * values), 2 * output)
        and not close(output[0], mean, 0.1),
        evidence=f"{len(asking)} rows ask {len(answering)} rows: doubled values double the output "
        f"{shown(output[0])}; without requests, or without addresses, every row gets the plain "
        f"mean {shown(mean)}",
    )


@claim(
    "S1-25",
    "A database likewise has a query language, an index and stored records",
    where="Explains Q-K-V Structure, lines 83-86",
    concept="qkv-roles",
    correction="SQL is the language, not the query; the counterpart of a query projection is "
    "whatever writes the query. A database returns the rows that match, attention an average.",
)
def a_database_returns_rows_and_no_average() -> Finding:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE entries (word TEXT PRIMARY KEY, number REAL)")
        database.executemany("INSERT INTO entries VALUES (?, ?)", DICTIONARY.items())
        indexes = database.execute("PRAGMA index_list(entries)").fetchall()
        select = "SELECT number FROM entries WHERE word = ?"
        found = {word: database.execute(select, [word]).fetchall() for word in ("racket", "tennis")}
    blend = soft_lookup(TENNIS, KEYS, VALUES)
    return settle(
        as_given=len(indexes) > 0 and found["racket"] == [(exact_lookup("racket", WORDS, VALUES),)],
        evidence=f"Asked in SQL, a table of {len(DICTIONARY)} records with {len(indexes)} index "
        f"returns {len(found['racket'])} row for racket and {len(found['tennis'])} rows for tennis; "
        f"attention answers tennis with {blend:.3f}",
    )


@claim(
    "S1-26",
    "The key of a dictionary differs from the value it returns",
    where="Explains Separation of Concerns, lines 90-94",
    concept="qkv-roles",
    correction="As a rule, not of necessity. A key may be its own value, in a dictionary and in "
    "attention.",
)
def a_key_may_be_its_own_value() -> Finding:
    echo = {word: word for word in WORDS}
    output = soft_lookup(TENNIS, KEYS, KEYS)
    assert ((KEYS.min(axis=0) <= output) & (output <= KEYS.max(axis=0))).all()
    return settle(
        as_given=all(key != value for key, value in echo.items()),
        with_condition=all(key != value for key, value in DICTIONARY.items()),
        evidence=f"`echo['ball']` is `{echo['ball']!r}`; with the keys as values tennis gets "
        f"{shown(output)}",
    )


@claim(
    "S1-27",
    "A comment says that key and value differ",
    where="Explains Separation of Concerns, line 93",
    concept="qkv-roles",
    about="form",
    correction="In the document as given the sign ≠ has become three other characters: its UTF-8 "
    "bytes were read as Windows-1252. Read them back and the comment is true.",
)
def the_sign_in_the_comment_was_decoded_wrongly() -> Finding:
    sign = "≠"
    damaged = sign.encode("utf-8").decode("cp1252")
    assert damaged == "\u00e2\u2030\u00a0"  # what line 93 holds
    points = [f"U+{ord(character):04X}" for character in damaged]
    return settle(
        as_given=sign in damaged,
        once_repaired=damaged.encode("cp1252").decode("utf-8") == sign,
        evidence=f"{sign} is {sign.encode().hex(' ').upper()} in UTF-8; as Windows-1252 {_in_code(points)}",
    )


@claim(
    "S1-28",
    "Keys are shaped to be found, values to carry content",
    where="Explains Separation of Concerns, lines 96-98",
    concept="qkv-roles",
    correction="No loss names these roles; one gradient trains both. What can be shown: keys are "
    "trained only by differences between values.",
)
def equal_values_teach_the_keys_nothing() -> Finding:
    alike = np.full(len(VALUES), 3.0)
    slopes = [soft_lookup_gradients(TENNIS, KEYS, values) for values in (alike, VALUES)]
    steepest = [float(np.abs(slope.keys).max()) for slope in slopes]
    assert close(slopes[0].values, slopes[1].values)  # the values are taught all the same
    return settle_readings(
        {
            "keys among values that differ": steepest[1] > 1,
            "keys among values that are all alike": steepest[0] > 1e-12,
        },
        evidence=f"The steepest slope in the keys is {steepest[0]:.3f} when all values are "
        f"{alike[0]:.0f}, and {steepest[1]:.3f} when they are {shown(VALUES, 0)}",
    )


@claim(
    "S1-29",
    "Ordinary memory is addressed by position",
    where="Enables Content-Addressable Memory, lines 102-106",
    concept="content-addressing",
)
def an_address_names_a_place() -> Finding:
    memory = VALUES.tolist()
    turned = memory[::-1]
    softly = [soft_lookup(TENNIS, KEYS, VALUES), soft_lookup(TENNIS, KEYS[::-1], VALUES[::-1])]
    assert close(softly[0], softly[1])
    return settle(
        as_given=memory[0] == turned[-1] != turned[0],
        evidence=f"`memory[0]` is {memory[0]:.0f}; with the same contents turned round it is "
        f"{turned[0]:.0f}. A soft lookup returns {shown(softly)}",
    )


@claim(
    "S1-30",
    "Two short blocks write, with an arrow, what an address leads to",
    where="Enables Content-Addressable Memory, lines 104-112",
    concept="content-addressing",
    correction="They carry no language and are plainly a sketch. Where code is wanted, show code "
    "that runs, or a formula.",
)
def an_arrow_is_no_operator() -> Finding:
    lines = ["memory[address] -> value", "memory[like_the_query] -> blend"]
    errors = [raised(SyntaxError, partial(compile, line, "block", "exec")) for line in lines]
    by_place, by_content = VALUES[0], soft_lookup(TENNIS, KEYS, VALUES)
    return settle(
        as_given=not any(errors),
        once_repaired=by_place in VALUES and VALUES.min() < by_content < VALUES.max(),
        evidence=f"As Python, `{lines[0]}` is a `SyntaxError`. As code that runs, `values[0]` is "
        f"{by_place:.0f} and `soft_lookup(query, keys, values)` is {by_content:.3f}",
    )


@claim(
    "S1-31",
    "Attention addresses by content",
    where="Enables Content-Addressable Memory, lines 108-112",
    concept="content-addressing",
    correction="Position counts for nothing until it is put into the vectors, the scores or a mask.",
)
def the_order_of_the_entries_does_not_matter() -> Finding:
    order = [2, 0, 1]
    output = soft_lookup(TENNIS, KEYS, VALUES)
    pairs = soft_lookup(TENNIS, KEYS[order], VALUES[order])
    alone = soft_lookup(TENNIS, KEYS[order], VALUES)
    assert abs(output - alone) > 1
    return settle(
        as_given=close(output, pairs, 1e-12),
        evidence=f"Tennis gets {output:.3f}; with the pairs in another order {pairs:.3f}, "
        f"with only the keys in another order {alone:.3f}",
    )


unchecked(
    "S1-32",
    "Addressing by content is more flexible for learning what words mean",
    where="Enables Content-Addressable Memory, line 114",
    concept="content-addressing",
    correction="Keep it as a motive. That order does not matter is the part that can be shown.",
    because="It is an opinion: no measure of flexibility is given, and no rival to compare with.",
)


# Memory Networks Connection


@claim(
    "S1-33",
    "The view of attention as a memory was made a formula in Memory Networks (Weston et al., 2015)",
    where="Memory Networks Connection, line 118",
    concept="memory-networks",
    correction="The view, yes; the formula is that of Sukhbaatar and others, 2015, “End-To-End "
    "Memory Networks”, which the document lists as well. Weston, Chopra and Bordes, “Memory "
    "Networks”, take the memory of the largest score and are told which one is right in training. "
    "Soft reads are older still: Bahdanau, Cho and Bengio, 2014, “Neural Machine Translation by "
    "Jointly Learning to Align and Translate”.",
)
def the_credited_paper_reads_hard_and_the_formula_soft() -> Finding:
    hard, soft = hard_lookup(TENNIS, KEYS, VALUES), memory_read(TENNIS, KEYS, VALUES)
    formula = sum(p * c for p, c in zip(softmax(KEYS @ TENNIS), VALUES, strict=True))
    assert TRANSLATION < MEMORY_NETWORKS < END_TO_END
    best = VALUES[np.argmax(KEYS @ TENNIS)]
    assert close(soft, formula)
    return settle_readings(
        {
            "the view, a memory read by matching": close(hard, best),
            "the formula": close(hard, formula),
        },
        f"On the example the formula gives {formula:.3f}, a hard read {hard:.0f} and a "
        f"soft one {soft:.3f}; the papers were posted in {TRANSLATION:%B %Y} (soft), "
        f"{MEMORY_NETWORKS:%B %Y} (hard) and {END_TO_END:%B %Y} (soft)",
    )


@claim(
    "S1-34",
    "The read-out is the sum of the output memories, weighted by p",
    where="Memory Networks Connection, line 120",
    concept="memory-networks",
    correction="It is one hop of “End-To-End Memory Networks”: attention without the root, with "
    "the input memories as keys and the output memories as values.",
)
def the_read_out_is_attention_without_the_root() -> Finding:
    weights = softmax(KEYS @ TENNIS)
    read = sum(p * c for p, c in zip(weights, VALUES, strict=True))
    hop = memory_read(TENNIS, KEYS, VALUES)
    attended = attention([TENNIS], KEYS, VALUES[:, None], scale=1).item()
    scaled = attention([TENNIS], KEYS, VALUES[:, None]).item()
    assert not close(read, scaled, 0.1)
    return settle(
        as_given=close(read, hop) and close(read, attended),
        evidence=f"The sum is {read:.3f}, attention without the root {attended:.3f}, with it {scaled:.3f}",
    )


@claim(
    "S1-35",
    "The weight of a memory is the softmax of its product with the query",
    where="Memory Networks Connection, line 123",
    concept="memory-networks",
    correction="Softmax runs over all memories; of one product alone it is always 1. In the paper "
    "the product is taken with the embedded query, and nothing is divided by a root.",
)
def the_softmax_of_one_product_is_one() -> Finding:
    scores = KEYS @ TENNIS
    alone = [float(softmax([score])[0]) for score in scores]
    together = softmax(scores)
    assert alone == [1.0] * len(scores)
    return settle(
        as_given=close(alone, together),
        with_condition=close(together.sum(), 1),
        evidence=f"One at a time the weights are {shown(alone, 0)}; over all memories {shown(together)}",
    )


@claim(
    "S1-36",
    "The memories m act as keys, the memories c as values",
    where="Memory Networks Connection, lines 124-125",
    concept="memory-networks",
    correction="Two embedding matrices make them from the same sentences.",
)
def one_memory_sets_the_weights_the_other_is_returned() -> Finding:
    found = memory_read(TENNIS, KEYS, VALUES)
    stretched = memory_read(TENNIS, 2 * KEYS, VALUES)
    doubled = memory_read(TENNIS, KEYS, 2 * VALUES)
    assert found < stretched <= VALUES.max()
    return settle(
        as_given=close(doubled, 2 * found) and not close(stretched, 2 * found, 1),
        evidence=f"The read-out is {found:.3f}; doubling c doubles it to {doubled:.3f}, "
        f"doubling m only shifts weight: {stretched:.3f}",
    )


@claim(
    "S1-37",
    "Transformers generalise this by taking the sequence itself as the memory",
    where="Memory Networks Connection, line 127",
    concept="memory-networks",
    correction="Reading one's own sequence is older: Cheng, Dong and Lapata, 2016, “Long "
    "Short-Term Memory-Networks for Machine Reading”; the language model of “End-To-End Memory "
    "Networks” stores the preceding words. The paper of 2017 adds the root, heads with "
    "projections of their own, and a whole network made of them.",
)
def self_attention_is_one_memory_read_for_each_position() -> Finding:
    together = attention(KEYS, KEYS, KEYS, scale=1)
    one_by_one = [memory_read(row, KEYS, KEYS) for row in KEYS]
    assert END_TO_END < TRANSFORMER
    return settle(
        as_given=close(together, one_by_one),
        evidence=f"Self-attention over {len(KEYS)} rows equals {len(one_by_one)} memory reads, "
        f"one for each row; the papers date from {END_TO_END:%Y} and {TRANSFORMER:%Y}",
    )


# Temperature and Sharpness


@claim(
    "S1-38",
    "Dividing the scores by a temperature sets how hard the lookup is",
    where="Temperature and Sharpness, lines 131-133",
    concept="temperature",
    correction="For a temperature above 0, and unless all scores are equal.",
)
def more_entries_are_read_as_the_temperature_rises() -> Finding:
    scores, temperatures = KEYS @ TENNIS, [0.25, 1, 4, 100]
    read = [float(entries_read(soften(scores, temperature))) for temperature in temperatures]
    assert 1 < read[0] < read[-1] < len(scores)
    raises(ValueError, lambda: soften(scores, 0))
    return settle(
        as_given=all(fewer < more for fewer, more in pairwise(read)),
        evidence=f"At the temperatures {', '.join(map(str, temperatures))} the lookup reads "
        f"{shown(read, 2)} effective entries of {len(scores)}",
    )


@claim(
    "S1-39",
    "A temperature near 0 takes the largest score, which is an exact dictionary lookup",
    where="Temperature and Sharpness, line 137",
    concept="temperature",
    correction="Only when one score is largest: ties share. And the largest dot product need not "
    "belong to the equal key; for keys of one length it belongs to the nearest. It never raises.",
)
def a_long_key_beats_the_equal_one() -> Finding:
    scores = np.array([2.0, 2.0, 1.0])
    tied = soften(scores, 0.01)
    assert close(tied, [0.5, 0.5, 0])
    keys = np.array([[1.0, 0.0], [3.0, 1.0]])
    query, cold = keys[0], 0.01
    equal = soften(keys @ query, cold)[0]
    even = keys / np.linalg.norm(keys, axis=1, keepdims=True)
    nearest = soften(even @ query, cold)[0]
    return settle(
        as_given=equal > 0.9,
        with_condition=nearest > 0.9,
        evidence=f"Scores {shown(scores, 0)} give {shown(tied, 1)}; a query equal to ({shown(query, 0)}) "
        f"gives that key {equal:.3f} beside ({shown(keys[1], 0)}), and {nearest:.3f} "
        "once both have length 1",
    )


@claim(
    "S1-40",
    "At temperature 1 softmax mixes softly",
    where="Temperature and Sharpness, line 138",
    concept="temperature",
    correction="How softly depends on the gaps between the scores.",
)
def wide_gaps_are_hard_at_temperature_one() -> Finding:
    near, far = np.array([3.0, 2.0, 1.0]), np.array([30.0, 20.0, 10.0])
    soft, hard = soften(near, 1), soften(far, 1)
    assert close(soft, softmax(near))
    return settle(
        as_given=hard.max() < 0.7,
        with_condition=soft.max() < 0.7,
        evidence=f"Scores {shown(near, 0)} give the first {soft[0]:.3f}, scores {shown(far, 0)} "
        f"give it {hard[0]:.5f}",
    )


@claim(
    "S1-41",
    "A temperature that grows without end gives equal weights and the mean of the values",
    where="Temperature and Sharpness, line 139",
    concept="temperature",
)
def heat_returns_the_mean() -> Finding:
    scores, hot = KEYS @ TENNIS, 1e6
    weights = soften(scores, hot)
    assert close(soften(scores, math.inf) @ VALUES, VALUES.mean())
    return settle(
        as_given=close(weights, 1 / len(weights), 1e-6)
        and close(weights @ VALUES, VALUES.mean(), 1e-5),
        evidence=f"At temperature {hot:.0f} the weights are {shown(weights)} and the output "
        f"{weights @ VALUES:.3f}; the mean is {VALUES.mean():.3f}",
    )


@claim(
    "S1-42",
    "The root of d_k is a temperature that follows the width",
    where="Temperature and Sharpness, line 141",
    concept="scaling",
    correction="It keeps the spread of the scores when their variance grows as the width does, "
    "as for independent coordinates.",
)
def the_root_keeps_the_spread_of_the_scores() -> Finding:
    widths = (1, 4, 9)
    spreads = []
    for width in widths:
        signs = np.array(list(product((-1.0, 1.0), repeat=width)))  # every key of signs
        spreads.append(float((signs @ np.ones(width)).std()))
    scaled = np.array(spreads) / np.sqrt(widths)
    return settle(
        as_given=close(_weights([TENNIS], scale=2**-0.5)[0], soften(KEYS @ TENNIS, math.sqrt(2)))
        and close(scaled, 1),
        evidence=f"Over all keys of +1 and −1 the scores spread by {shown(spreads, 0)} at the widths "
        f"{shown(widths, 0)}; divided by the root by {shown(scaled, 0)}",
    )


# Multi-Head as Multiple Dictionaries


@claim(
    "S1-43",
    "Several heads are several specialised dictionaries that are asked",
    where="Multi-Head as Multiple Dictionaries, line 145",
    concept="multi-head",
    correction="A head projects the query too, and all heads read the same vectors.",
)
def heads_read_the_same_words_in_different_ways() -> Finding:
    heads = {}
    for column, axis in enumerate(AXES):
        query, keys = _along(column)
        heads[axis] = softmax(keys @ query)
    listed = "; ".join(f"{axis} weighs them {shown(weights)}" for axis, weights in heads.items())
    return settle(
        as_given=close(heads["sport"][RACKET], heads["sport"][BALL])
        and heads["outdoors"].argmax() == TREE,
        evidence=f"{len(heads)} heads on {', '.join(WORDS)}, one for each axis: {listed}",
    )


@claim(
    "S1-44",
    "A few lines query one dictionary, then several",
    where="Multi-Head as Multiple Dictionaries, lines 147-154",
    concept="multi-head",
    correction="A sketch: the names stand for arrays, a number and a function that the reader knows. "
    "To run it, define each of them first.",
)
def the_lines_for_several_heads_miss_their_names() -> Finding:
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
    later = [name for name in missing if name != "look"]  # an earlier block defines the lookup
    names: dict[str, Any] = dict(supplies)
    exec(code, names)
    return settle(
        as_given=not missing,
        once_repaired=close(names["final"], supplies["h"] * names["one"]),
        evidence=f"With the lookup supplied, `NameError` names {_in_code(later)} in turn; with all "
        f"of them {supplies['h']} heads that add up return {names['final']:.3f}",
    )


@claim(
    "S1-45",
    "The loop asks one dictionary for each head",
    where="Multi-Head as Multiple Dictionaries, line 152",
    concept="multi-head",
    correction="So it is meant. But the names `keys_i` and `values_i` do not change with `i`, so "
    "all results would be equal. Write `keys[i]` and `values[i]`.",
)
def a_suffix_is_no_index() -> Finding:
    query, keys = np.ones(1), [_along(axis)[1] for axis in (SPORT, OUTDOORS)]
    keys_i = keys[0]
    suffixed = [float(soft_lookup(query, keys_i, VALUES)) for _ in keys]
    indexed = [float(soft_lookup(query, keys[i], VALUES)) for i in range(len(keys))]
    assert len(set(suffixed)) == 1
    return settle(
        as_given=len(set(suffixed)) == len(keys),
        once_repaired=len(set(indexed)) == len(keys),
        evidence=f"With a suffix the heads return {shown(suffixed)}; with an index {shown(indexed)}",
    )


@claim(
    "S1-46",
    "Every head receives the same query",
    where="Multi-Head as Multiple Dictionaries, line 152",
    concept="multi-head",
    correction="In the paper each head projects the query first; without that it does not fit "
    "the narrower keys of a head. One query serves all heads only when each head's query "
    "projection is folded into its keys, which are then as wide as the query.",
)
def one_query_fits_all_heads_once_its_projection_is_folded_into_the_keys() -> Finding:
    to_query, to_key = np.array([[1.0], [-2.0]]), np.array([[1.0], [1.0]])  # 2 wide to 1 wide
    misfit = raised(ValueError, lambda: attention([TENNIS], KEYS @ to_key, VALUES[:, None]))
    head = soft_lookup(TENNIS @ to_query, KEYS @ to_key, VALUES)
    folded = soft_lookup(TENNIS, KEYS @ to_key @ to_query.T, VALUES)
    assert not close(head, soft_lookup(TENNIS, KEYS, VALUES), 1)
    return settle(
        as_given=not misfit,
        with_condition=close(head, folded),
        evidence=f"A query {len(TENNIS)} wide on keys {to_key.shape[1]} wide raises `ValueError`; "
        f"a head with both projections returns {head:.3f}, one query on folded keys {folded:.3f}",
    )


@claim(
    "S1-47",
    "An output projection combines the results of the heads",
    where="Multi-Head as Multiple Dictionaries, line 153",
    concept="multi-head",
    correction="They are joined end to end first. That equals a sum in which each head has its "
    "own block of rows of the projection.",
)
def joining_and_projecting_is_a_sum_over_heads() -> Finding:
    heads = [soft_lookup(*_along(axis), KEYS) for axis in (SPORT, OUTDOORS)]  # each (2,)
    projection = np.arange(12.0).reshape(4, 3)
    joined = np.concatenate(heads) @ projection
    summed = heads[0] @ projection[:2] + heads[1] @ projection[2:]
    raises(ValueError, lambda: sum(heads) @ projection)  # results that are not joined do not fit
    return settle(
        as_given=close(joined, summed),
        evidence=f"Joined and projected: {shown(joined)}; block by block: {shown(summed)}",
    )


@claim(
    "S1-48",
    "Each head keeps keys and values of its own",
    where="Multi-Head as Multiple Dictionaries, line 156",
    concept="multi-head",
    correction="In the first design. Heads may share them and differ in their queries alone: "
    "Shazeer, 2019, “Fast Transformer Decoding: One Write-Head is All You Need”; Ainslie and "
    "others, 2023, “GQA”.",
)
def heads_differ_while_they_share_keys_and_values() -> Finding:
    queries = np.stack([[TENNIS], [-TENNIS]])  # (2 heads, 1, d_k)
    shared_keys, shared_values = KEYS[None], VALUES[None, :, None]  # (1 head, n_k, ...)
    own_keys = np.stack([KEYS, -KEYS])
    shared = attention(queries, shared_keys, shared_values, scale=1).ravel()
    own = attention([[TENNIS], [TENNIS]], own_keys, [VALUES[:, None]] * 2, scale=1).ravel()
    return settle(
        as_given=close(shared[0], shared[1], 1),
        with_condition=not close(own[0], own[1], 1),
        evidence=f"{len(own)} heads with keys of their own return {shown(own)}; {len(shared)} "
        f"heads that read {len(shared_keys)} table of keys and values return {shown(shared)}",
    )


@claim(
    "S1-49",
    "Heads specialise in different relationships",
    where="Multi-Head as Multiple Dictionaries, line 156",
    concept="multi-head",
    correction="They may. Nothing in the operation makes them: heads that start equal, their rows "
    "of the output projection included, stay duplicates, and what trained heads do is a matter of "
    "measurement.",
)
def heads_with_equal_projections_are_duplicates() -> Finding:
    words, same, other = _gaussian(0, (5, 8), (3, 8, 4), (3, 8, 4))
    first, copy, third = (attention(*(words @ roles)) for roles in (same, same, other))
    apart = [float(np.abs(first - head).max()) for head in (copy, third)]
    return settle_readings(
        {
            "heads whose projections differ": apart[1] > 0.5,
            "heads whose projections are equal": apart[0] > 0,
        },
        evidence=f"Before any training, equal projections: outputs apart by {apart[0]:.0f}; "
        f"different ones: by up to {apart[1]:.2f}",
    )


# Sparse Attention as Sparse Dictionaries


@claim(
    "S1-50",
    "Efficient kinds of attention are sparse lookups",
    where="Sparse Attention as Sparse Dictionaries, line 160",
    concept="sparse-and-masked",
    correction="Windows and chosen subsets are. Kernels are efficient and dense: Katharopoulos "
    "and others, 2020, “Transformers are RNNs”.",
)
def a_kernel_is_efficient_and_reads_everything() -> Finding:
    length, reach = 20, 2
    near = int(window(length, length, reach).sum())
    (rows,) = _gaussian(8, (length, 2))
    features = np.exp(rows)  # positive, so that every weight is
    pairs = features @ features.T
    by_pairs = pairs @ rows / pairs.sum(axis=1, keepdims=True)
    kept, sums = features.T @ rows, features.sum(axis=0)
    assert close(by_pairs, features @ kept / (features @ sums)[:, None])
    return settle(
        as_given=(pairs > 0).sum() < length**2,
        with_condition=near < length**2,
        evidence=f"Of {length**2} pairs a window of reach {reach} reads {near}; a kernel reads "
        f"{int((pairs > 0).sum())} and keeps only a table of {kept.shape[0]} by {kept.shape[1]} and "
        f"{sums.size} sums for the divisor",
    )


@claim(
    "S1-51",
    "Full attention asks every entry",
    where="Sparse Attention as Sparse Dictionaries, line 164",
    concept="sparse-and-masked",
    correction="This is the dense kind that the table's other kinds are held against.",
)
def full_attention_gives_every_pair_some_weight() -> Finding:
    weights = _weights(KEYS)
    return settle(
        as_given=(weights > 0).all(),
        evidence=f"{int((weights > 0).sum())} of {weights.size} weights are above 0, "
        f"the least of them {weights.min():.3f}",
    )


@claim(
    "S1-52",
    "Local attention asks nearby entries",
    where="Sparse Attention as Sparse Dictionaries, line 165",
    concept="sparse-and-masked",
)
def a_window_gives_no_weight_outside() -> Finding:
    (rows,) = _gaussian(9, (6, 4))
    reach = 1
    near = window(len(rows), len(rows), reach)
    weights = _weights(rows, rows, mask=near)
    assert close(weights.sum(axis=1), 1)
    return settle(
        as_given=not weights[~near].any() and (weights[near] > 0).all(),
        evidence=f"With reach {reach}, {int((weights > 0).sum())} of {weights.size} weights are above 0, "
        "all inside the window, and every row sums to 1",
    )


@claim(
    "S1-53",
    "Sparse attention asks a chosen subset",
    where="Sparse Attention as Sparse Dictionaries, line 166",
    concept="sparse-and-masked",
    correction="Remove scores before softmax. Weights set to 0 afterwards leave a row that does "
    "not sum to 1.",
)
def masking_comes_before_softmax() -> Finding:
    chosen = np.array([True, False, True])
    before = _weights([TENNIS], mask=chosen[None])[0]
    after = softmax(KEYS @ TENNIS) * chosen
    assert after.sum() < 0.9
    return settle(
        as_given=before[BALL] == 0 and close(before.sum(), 1),
        evidence=f"Without ball: masked before softmax {shown(before)}, sum {before.sum():.3f}; "
        f"after it {shown(after)}, sum {after.sum():.3f}",
    )


@claim(
    "S1-54",
    "Cross-attention queries an external dictionary",
    where="Sparse Attention as Sparse Dictionaries, line 167",
    concept="sparse-and-masked",
    correction="It stands in a table of sparse kinds, and it is a choice of another sort: "
    "cross-attention says whose entries are read, sparse attention how many. The two are "
    "independent, and cross-attention is usually dense.",
)
def cross_attention_reads_another_table() -> Finding:
    asking, outside = np.array([TENNIS, -TENNIS]), KEYS
    output, weights = attention(asking, outside, VALUES[:, None], return_weights=True)
    doubled = attention(asking, outside, 2 * VALUES[:, None])
    near = window(len(asking), len(outside), 1)
    windowed = _weights(asking, outside, mask=near)
    assert not windowed[~near].any()
    return settle(
        as_given=weights.shape == (len(asking), len(outside)) and close(doubled, 2 * output),
        evidence=f"{len(asking)} queries read {int((weights > 0).sum())} of {weights.size} pairs "
        f"of a table that they are no part of and get {shown(output)}; behind a window they read "
        f"{int((windowed > 0).sum())}",
    )


# PyTorch: Dictionary vs Attention


@claim(
    "S1-55",
    "The PyTorch example runs and prints the shape (1, 64) three times",
    where="PyTorch: Dictionary vs Attention, lines 171-209",
    concept="soft-lookup",
    correction="PyTorch writes a shape as `torch.Size([1, 64])`. No seed is set, so shapes are "
    "all that can be compared. The hard lookup is defined and never called.",
)
def only_the_shapes_of_unseeded_data_are_known() -> Finding:
    drawn = [_like_the_example(seed) for seed in (0, 1)]
    shapes = {array.shape for arrays in drawn for array in arrays}
    first = [result[0, 0] for _, result, _ in drawn]
    assert not close(first[0], first[1], 0.1)
    return settle(
        as_given=shapes == {(1, 64)},
        evidence=f"The same steps in NumPy: every shape is {shapes.pop()}; "
        f"the first number is {first[0]:.2f} with one seed and {first[1]:.2f} with another",
    )


def _like_the_example(seed: int) -> tuple[Array, Array, Array]:
    """The query, its result and the slopes of the result's sum in the query."""
    query, keys, values = _gaussian(seed, (1, 64), (100, 64), (100, 64))
    slopes = nudge(lambda point: soft_lookup(point[0], keys, values).sum(), query)
    return query, attention(query, keys, values, scale=1), slopes


@claim(
    "S1-56",
    "The function called hard dictionary lookup is not differentiable",
    where="PyTorch: Dictionary vs Attention, lines 175-177",
    concept="differentiability",
    correction="Not in the position that it is asked for. In the values, its other argument, it "
    "has a derivative. And it takes no keys, so it is the ordinary memory of the earlier section.",
)
def indexing_by_position_has_a_slope_in_the_values() -> Finding:
    asked = 2
    slopes = nudge(lambda values: values[asked], VALUES)
    between: Any = asked - 1e-5  # a position cannot be nudged
    refused = raised(IndexError, lambda: VALUES[between])
    order = [2, 0, 1]  # a dictionary would follow its entry, a position does not
    assert VALUES[order][asked] != VALUES[asked]
    return settle(
        as_given=not slopes.any(),
        with_condition=bool(refused),
        evidence=f"`values[{asked}]` has the slopes {shown(slopes, 0)} in the values; a position "
        f"just below {asked} raises `IndexError`. With the entries in another order it returns "
        f"{VALUES[order][asked]:.0f}, not {VALUES[asked]:.0f}",
    )


@claim(
    "S1-57",
    "With its default temperature of 1.0 the function is attention",
    where="PyTorch: Dictionary vs Attention, lines 180-182",
    concept="scaling",
    correction="Pass the root of the width as the temperature to get the formula above: 8 at "
    "width 64. With 1 most of the weight falls on one entry.",
)
def the_default_temperature_is_not_that_of_the_formula() -> Finding:
    query, keys = _gaussian(1, (1, 64), (100, 64))
    by_formula = attention(query, keys, keys, return_weights=True)[1]
    default, chosen = map(strangers.heaviest_weights, (1.0, math.sqrt(64)))
    return settle(
        as_given=close(_weights(query, keys, scale=1), by_formula),
        with_condition=close(_weights(query, keys, scale=1 / math.sqrt(64)), by_formula),
        evidence=f"The heaviest of {len(keys)} weights, over {len(default):,} random draws: "
        f"{default.mean():.2f} at the default, give or take {default.std():.2f}, and "
        f"{chosen.mean():.2f} at the formula's, give or take {chosen.std():.2f}",
    )


@claim(
    "S1-58",
    "The gradient in the query has the shape of the query",
    where="PyTorch: Dictionary vs Attention, lines 198-208",
    concept="differentiability",
    correction="A shape is weak evidence: a gradient of zeros has it too. Ask also that it is "
    "finite and not 0.",
)
def the_slopes_in_the_query_are_finite_and_not_zero() -> Finding:
    query, keys, values = _gaussian(0, (1, 64), (100, 64), (100, 64))
    soft = nudge(lambda point: soft_lookup(point[0], keys, values).sum(), query)
    hard = nudge(lambda point: hard_lookup(point[0], keys, values).sum(), query)
    assert soft.shape == hard.shape == query.shape
    assert np.abs(soft).max() > 0.1
    assert not hard.any()
    return settle(
        as_given=soft.shape == query.shape and np.isfinite(soft).all(),
        evidence=f"Soft and hard slopes both have the shape {soft.shape}; the largest soft one is "
        f"{np.abs(soft).max():.2f}, the largest hard one {np.abs(hard).max():.0f}",
    )


# Retrieval-Augmented Generation


@claim(
    "S1-59",
    "The query encoder of retrieval corresponds to the query projection",
    where="Retrieval-Augmented Generation, line 217",
    concept="retrieval-rag",
    correction="In role. A projection is one linear map, the encoder a deep network: BERT in "
    "Lewis and others, 2020, “Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks”.",
)
def a_projection_is_linear_and_an_encoder_is_not() -> Finding:
    first, second = np.array([[1.0, -1.0], [2.0, 1.0]]), np.array([[1.0, 2.0], [-1.0, 1.0]])

    def encoded(vector: Array) -> Array:
        return np.asarray(np.maximum(vector @ first, 0) @ second)

    ball, tree = KEYS[BALL], KEYS[TREE]
    deep = np.abs(encoded(ball + tree) - (encoded(ball) + encoded(tree))).max()
    best = WORDS[retrieve(encoded(TENNIS), KEYS, 1)[0]]
    return settle(
        as_given=deep < 1e-12,
        with_condition=best == WORDS[RACKET],
        evidence=f"For ball plus tree an encoder of two layers is off the sum of its parts by "
        f"{deep:.0f}, which no projection is; what it makes of tennis still retrieves {best}",
    )


@claim(
    "S1-60",
    "The document index corresponds to the keys",
    where="Retrieval-Augmented Generation, line 218",
    concept="retrieval-rag",
)
def an_index_ranks_by_the_scores_of_the_keys() -> Finding:
    ranked = [WORDS[row] for row in retrieve(TENNIS, KEYS, len(KEYS))]
    weighed = [WORDS[row] for row in np.argsort(_weights([TENNIS])[0])[::-1]]
    return settle(
        as_given=ranked == weighed,
        evidence=f"Inner products rank {', '.join(ranked)}; attention weighs them in the same order",
    )


@claim(
    "S1-61",
    "The content of a document corresponds to a value",
    where="Retrieval-Augmented Generation, line 219",
    concept="retrieval-rag",
    correction="It is text that the generator reads, not a vector that is averaged.",
)
def texts_cannot_be_averaged() -> Finding:
    half = softmax([0.0, 0.0])[0]
    message = raised(TypeError, lambda: half * "a text" + half * "another")
    mean = half * VALUES[RACKET] + half * VALUES[BALL]
    return settle(
        as_given=not message,
        with_condition=close(mean, VALUES[:TREE].mean()),
        evidence=f"The mean of two numbers is {mean}; of two texts it raises `TypeError`",
    )


@claim(
    "S1-62",
    "Retrieving corresponds to computing attention",
    where="Retrieval-Augmented Generation, line 220",
    concept="retrieval-rag",
    correction="Retrieval keeps the best few, a hard step, and shares the weight among them.",
)
def keeping_the_best_two_shares_their_weight_anew() -> Finding:
    best = np.isin(np.arange(len(KEYS)), retrieve(TENNIS, KEYS, 2))
    full, kept = _weights([TENNIS])[0], _weights([TENNIS], mask=best[None])[0]
    assert kept[TREE] == 0 < full[TREE]
    return settle(
        as_given=close(kept, full),
        with_condition=close(kept[best], full[best] / full[best].sum()),
        evidence=f"Attention weighs {shown(full)}; the best {best.sum()} alone weigh {shown(kept)}",
    )


unchecked(
    "S1-63",
    "The reader corresponds to whatever comes after attention",
    where="Retrieval-Augmented Generation, line 221",
    concept="retrieval-rag",
    correction="Name the part: in retrieval-augmented generation it is a generator that reads the "
    "question together with each document.",
    because="“Downstream” fits every later part, so no result could contradict it.",
)


@claim(
    "S1-64",
    "Retrieval-augmented generation can be seen as attention over knowledge kept outside",
    where="Retrieval-Augmented Generation, lines 213 and 223",
    concept="retrieval-rag",
    correction="With three differences: in Lewis and others, 2020, only the best documents count, their "
    "index stays fixed in training, and what is mixed are the generator's predictions, not values.",
)
def mixing_predictions_is_not_reading_mixed_documents() -> Finding:
    weights = softmax(KEYS @ TENNIS)  # how relevant each document is
    predictions = softmax(2 * KEYS)  # a small reader: two answers for each document
    mixed_predictions = weights @ predictions
    reading_the_mix = softmax(2 * (weights @ KEYS))
    return settle(
        as_given=close(mixed_predictions, reading_the_mix, 0.01),
        with_condition=close(mixed_predictions.sum(), 1),
        evidence=f"A small reader predicts {shown(mixed_predictions)} when predictions are mixed and "
        f"{shown(reading_the_mix)} when documents are mixed first, as attention would",
    )


# Summary


@claim(
    "S1-65",
    "Queries search, keys are searched, values are returned",
    where="Summary, line 229",
    concept="qkv-roles",
)
def only_queries_and_keys_set_the_weights() -> Finding:
    plain = attention([TENNIS], KEYS, VALUES[:, None], return_weights=True)
    other_query = attention([-TENNIS], KEYS, VALUES[:, None], return_weights=True)
    other_keys = attention([TENNIS], -KEYS, VALUES[:, None], return_weights=True)
    other_values = attention([TENNIS], KEYS, -VALUES[:, None], return_weights=True)
    return settle(
        as_given=not close(other_query[1], plain[1], 0.1)
        and not close(other_keys[1], plain[1], 0.1)
        and close(other_values[1], plain[1])
        and close(other_values[0], -plain[0]),
        evidence=f"Turning round the values keeps the weights {shown(plain[1])} and turns "
        f"{plain[0].item():.3f} into {other_values[0].item():.3f}; turning round the query or the "
        f"keys makes them {shown(other_query[1])}",
    )


@claim(
    "S1-66",
    "Soft matching lets gradients through",
    where="Summary, line 230",
    concept="differentiability",
    correction="Less of them, the closer one weight is to 1.",
)
def a_soft_match_has_slopes_in_query_and_keys() -> Finding:
    soft_query = nudge(lambda query: soft_lookup(query, KEYS, VALUES), TENNIS)
    soft_keys = nudge(lambda keys: soft_lookup(TENNIS, keys, VALUES), KEYS)
    hard_keys = nudge(lambda keys: hard_lookup(TENNIS, keys, VALUES), KEYS)
    assert np.count_nonzero(hard_keys) == 0 < np.abs(soft_query).min()
    felt = int((np.abs(soft_keys) > 1e-3).sum())
    return settle(
        as_given=close(soft_keys, soft_lookup_gradients(TENNIS, KEYS, VALUES).keys, 1e-7)
        and felt == KEYS.size,
        evidence=f"{felt} of {KEYS.size} numbers in the keys move the soft output, "
        f"{np.count_nonzero(hard_keys)} the hard one",
    )


@claim(
    "S1-67",
    "Attention is a memory addressed by content",
    where="Summary, line 231",
    concept="content-addressing",
    correction="The reading half of one: nothing is written. Once positions are part of the keys, "
    "position counts as well.",
)
def reading_writes_nothing_and_positions_in_keys_count() -> Finding:
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
    return settle(
        as_given=close(placed[0], placed[1], 0.1),
        with_condition=close(twice[0], soft_lookup(TENNIS, KEYS[order], VALUES[order])),
        evidence=f"Two reads return {shown(twice)} and change nothing; with places in the keys "
        f"two orders of the entries return {shown(placed)}",
    )


@claim(
    "S1-68",
    "Several heads are several dictionaries, and sparse attention a selective lookup",
    where="Summary, line 232",
    concept="multi-head",
    correction="Heads project the query as well and read the same vectors. Not every efficient "
    "kind of attention is selective.",
)
def heads_add_tables_and_masks_empty_them() -> Finding:
    queries = np.stack([_along(axis)[0][None] for axis in (SPORT, OUTDOORS)])  # (2, 1, 1)
    keys = np.stack([_along(axis)[1] for axis in (SPORT, OUTDOORS)])  # (2, 3, 1)
    dense, sparse = _weights(queries, keys), _weights(queries, keys, mask=KEYS[:, SPORT] > 0)
    read = [int((weights > 0).sum()) for weights in (dense, sparse)]
    return settle(
        as_given=not close(dense[0], dense[1], 0.1) and read[0] == dense.size > read[1],
        evidence=f"{len(dense)} heads hold {len(dense)} rows of weights and read {read[0]} entries; "
        f"with tree masked they read {read[1]}, weighed {shown(sparse)}",
    )


unchecked(
    "S1-69",
    "The dictionary view is the foundation of retrieval-augmented models",
    where="Summary, line 233",
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
    concept="soft-lookup",
    correction="It is learned through the projections, and similarity means a dot product, which "
    "the length of a vector scales.",
)
def a_longer_key_of_the_same_direction_scores_more() -> Finding:
    longer = KEYS.copy()
    longer[BALL] *= 2
    assert close(cosine(TENNIS, longer[BALL]), cosine(TENNIS, KEYS[BALL]))
    before, after = (_weights([TENNIS], keys)[0, BALL] for keys in (KEYS, longer))
    scores = [dot(TENNIS, keys[BALL]) for keys in (KEYS, longer)]
    return settle(
        as_given=close(before, after),
        with_condition=scores[1] == 2 * scores[0] and after > before,
        evidence=f"Twice as long, the key of ball keeps its direction; its score goes from "
        f"{scores[0]:.0f} to {scores[1]:.0f} and its weight from {before:.3f} to {after:.3f}",
    )


# References


@claim(
    "S1-71",
    "“Memory Networks” by Weston et al. is of 2015",
    where="References, line 239",
    concept="sources",
    about="record",
    correction="By its conference, ICLR 2015. It was posted the autumn before.",
)
def memory_networks_was_posted_the_year_before() -> Finding:
    return settle(
        as_given=MEMORY_NETWORKS.year == 2015,
        with_condition=MEMORY_NETWORKS.year == 2015 - 1,
        evidence=f"Its arXiv number dates it to {MEMORY_NETWORKS:%B %Y}",
    )


@claim(
    "S1-72",
    "“End-To-End Memory Networks” by Sukhbaatar et al. is of 2015",
    where="References, line 240",
    concept="sources",
    about="record",
    correction="It is the origin of the formula in the section on memory networks.",
)
def end_to_end_memory_networks_is_of_its_year() -> Finding:
    return settle(
        as_given=END_TO_END.year == 2015,
        evidence=f"Its arXiv number dates it to {END_TO_END:%B %Y}",
    )


@claim(
    "S1-73",
    "“Attention Is All You Need” by Vaswani et al. is of 2017",
    where="References, line 241",
    concept="sources",
    about="record",
)
def attention_is_all_you_need_is_of_its_year() -> Finding:
    return settle(
        as_given=TRANSFORMER.year == 2017,
        evidence=f"Its arXiv number dates it to {TRANSFORMER:%B %Y}",
    )


@claim(
    "S1-74",
    "“Neural Turing Machines” by Graves et al. is of 2014",
    where="References, line 242",
    concept="sources",
    about="record",
    correction="The text never comes back to it, although its soft addressing by cosine is older "
    "than the read-out formula.",
)
def neural_turing_machines_is_of_its_year_and_older_than_the_formula() -> Finding:
    assert TURING_MACHINES < END_TO_END
    return settle(
        as_given=TURING_MACHINES.year == 2014,
        evidence=f"Its arXiv number dates it to {TURING_MACHINES:%B %Y}, the formula's to {END_TO_END:%B %Y}",
    )
