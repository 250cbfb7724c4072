"""Questions of the no-op cards."""

import numpy as np

from softlookup import steps
from softlookup.examples import ANIMAL_VALUES, KEYS, SCORES, TENNIS, VALUES
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax as _softmax
from softlookup.write import number

_output = float(soft_lookup(TENNIS, KEYS, VALUES))
_MOVE = np.array([5.0, -3.0])


@misconception(
    "Moving everything by the same vector changes nothing, because the distances stay",
    fact="A dot product looks from the origin, not from point to point. Moving the keys adds one "
    "number to all scores of a query, which softmax ignores. Moving the query adds another number "
    "for each key.",
    concept="dot-product-similarity",
)
def same_vector() -> str:
    keys_only = float(soft_lookup(TENNIS, KEYS + _MOVE, VALUES))
    both = float(soft_lookup(TENNIS + _MOVE, KEYS + _MOVE, VALUES))
    query_only = float(soft_lookup(TENNIS + _MOVE, KEYS, VALUES))
    assert np.isclose(keys_only, _output)
    assert np.isclose(both, query_only)
    assert not np.isclose(both, _output)
    return (
        f"Move all keys by (5, −3): {number(keys_only)}, as before. Move the query as well: "
        f"{number(both)}. It is the same as moving the query alone."
    )


@exercise(
    "Four entries hold 10, 2, 5 and 12, with scores 2, 0, 1 and 1 for some query. Add an entry "
    "with the score 7 that changes nothing. What must its value be? Is there a score for which "
    "every value will do?"
)
def free_entry() -> str:
    scores = np.array([2.0, 0.0, 1.0, 1.0])
    answer = float(_softmax(scores) @ ANIMAL_VALUES)
    with_it = _softmax([*scores, 7.0]) @ np.array([*ANIMAL_VALUES, answer])
    assert np.isclose(with_it, answer)
    return (
        f"The answer itself, {number(answer)}: an average does not move when its own result joins "
        "it, however heavily. The score for which every value will do is −∞, the score of a hidden "
        "entry."
    )


@exercise(
    "A memory holds each of its n entries once. A copy error stores one of them m times. By how "
    "much must its score be lowered, so that no answer shows the copies?"
)
def copies() -> str:
    scores, copies_made = SCORES, 5
    lowered = np.array([*scores[:2], *[scores[2] - np.log(copies_made)] * copies_made])
    answer = _softmax(lowered) @ np.array([*VALUES[:2], *[VALUES[2]] * copies_made])
    assert np.isclose(answer, _output)
    return (
        "By ln m for each copy: m exponentials of s − ln m add up to one of s. With five trees and "
        f"{number(float(np.log(copies_made)))} off each, tennis gets {number(float(answer))} "
        "again. Lowering by a fixed number helps for one m only."
    )


@question(
    "You subtract the mean key from all keys, and the mean query from all queries. What changes?",
    hint="Which of the two adds the same number to all scores of a query?",
    concept="dot-product-similarity",
)
def centred() -> Answers:
    queries = np.vstack([TENNIS, KEYS[2]])
    lookup = steps.many_queries.soft_lookup
    before = lookup(queries, KEYS, VALUES)
    keys_centred = lookup(queries, KEYS - KEYS.mean(axis=0), VALUES)
    queries_centred = lookup(queries - queries.mean(axis=0), KEYS, VALUES)
    assert np.allclose(keys_centred, before)
    assert not np.allclose(queries_centred, before)
    return Answers(
        right="Only centring the queries changes answers",
        why="If tennis and tree’s key are all that ask, they get "
        f"{number(before[0])} and {number(before[1])}; with centred "
        f"keys the same, with centred queries {number(queries_centred[0])} and "
        f"{number(queries_centred[1])}.",
        wrong={
            "Nothing: all distances stay": "a dot product is taken for a distance",
            "Only centring the keys changes answers": "the two roles are exchanged",
            "Both change answers": "softmax is not known to ignore a common shift",
        },
    )


@question(
    "Which of these leaves every answer of every soft lookup as it is?",
    hint="Add up the weight of each word. Whose share changes?",
    concept="softmax",
)
def which_is_free() -> Answers:
    twice = soft_lookup(TENNIS, np.vstack([KEYS, KEYS]), np.tile(VALUES, 2))
    longer = soft_lookup(TENNIS, 2 * KEYS, VALUES)
    padded = soft_lookup(TENNIS, np.vstack([KEYS, [0, 0]]), np.array([*VALUES, 0]))
    one = soft_lookup(TENNIS, KEYS[[0, 1, 2, 2]], VALUES[[0, 1, 2, 2]])
    assert np.isclose(twice, _output)
    assert not any(np.isclose(other, _output) for other in (longer, padded, one))
    return Answers(
        right="Storing every entry twice",
        why=f"All shares halve and count twice: tennis still gets {number(float(twice))}.",
        wrong={
            "Making every key twice as long": "ratios of scores are taken for what counts; tennis "
            f"gets {number(float(longer))}",
            "Adding an entry of zeros": "a score of 0 is taken for no weight; tennis gets "
            f"{number(float(padded))}",
            "Storing one entry twice": "a dictionary is taken to hold a key once; tennis gets "
            f"{number(float(one))}",
        },
    )


@question(
    "Two models make queries with $W_Q$ and $2 W_Q$, and keys with $W_K$ and $W_K / 2$. The rest "
    "is equal. Who can tell them apart by the answers?",
    hint="Multiply it out: $q \\cdot k$.",
    concept="qkv-roles",
)
def doubled_and_halved() -> Answers:
    same = soft_lookup(2 * TENNIS, KEYS / 2, VALUES)
    only_queries = soft_lookup(2 * TENNIS, KEYS, VALUES)
    assert same == _output
    assert only_queries != _output
    return Answers(
        right="Nobody: every score is the same",
        why="2 and ½ cancel in the dot product. Only the product of the two matrices shows, "
        f"and tennis gets {number(float(same))} from both.",
        wrong={
            "Anybody: the second model is sharper": "longer queries sharpen, but the keys shrink by "
            f"as much; alone they would give {number(float(only_queries))}",
            "Only someone who asks with very long queries": "a factor is thought to matter more "
            "for large numbers",
        },
    )
