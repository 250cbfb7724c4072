"""Questions of the page on exact lookup."""

import math

import numpy as np

from softlookup.examples import ANIMAL_VALUES, ANIMALS, KEYS, VALUES, WORDS
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.exact_lookup.hashing import fresh_hashes
from softlookup.pages.exact_lookup.numbers import best, total
from softlookup.pages.exact_lookup.searching import search
from softlookup.steps.exact_lookup import exact_lookup
from softlookup.write import outcome


@misconception(
    "A hash turns a key into one fixed number",
    fact="The width is fixed. The number is neither fixed (each process salts the hashes of strings) "
    "nor the key’s own (two keys may share it). It says where to look; equality says whether the key "
    "is found.",
    concept="hashing",
)
def fixed_number() -> str:
    first, second = (fresh_hashes(salt)["'racket'"] for salt in (1, 2))
    assert first != second
    assert hash(-1) == hash(-2)
    stored = {-1: "minus one", -2: "minus two"}
    assert stored[-1] != stored[-2]
    return (
        f"Two processes give `'racket'` the hashes `{first}` and `{second}`. The keys `-1` and `-2` "
        f"share the hash `{hash(-1)}`, and a dictionary still keeps them as {len(stored)} entries."
    )


@misconception(
    "The best match is a dictionary lookup",
    fact="Taking the key with the highest score always answers. A dictionary can fail, and that is "
    "information. Even for a stored key the two may differ: a longer key can score higher than the "
    "key itself.",
    concept="exact-lookup",
)
def best_match() -> str:
    ball = KEYS[1]
    exact = exact_lookup("ball", WORDS, VALUES)
    longer = np.vstack([KEYS[0] * 2, KEYS[1:]])
    best = VALUES[(longer @ ball).argmax()]
    assert exact != best
    return (
        f"Make racket’s key twice as long. Ball’s own key now scores {longer[0] @ ball:.0f} with racket "
        f"and {ball @ ball:.0f} with ball. The best match returns {best:.0f}; the dictionary returns "
        f"{exact:.0f}."
    )


@exercise(f"`m = {ANIMALS}`. Predict `m[{8.0}]`, `m['8']`, `m[True]` and `m['lion']`.")
def four_queries() -> str:
    queries: list[float | str] = [8.0, "8", True, "lion"]
    found = {query: outcome(ANIMALS.__getitem__, query) for query in queries}
    assert found[8.0] == "12"
    assert all("KeyError" in found[query] for query in ("8", True, "lion"))
    return (
        f"`m[{8.0}]` is {found[8.0]}: the float equals the integer and has the same hash. `m['8']` "
        f"raises {found['8']}: a string equals no number. `m[True]` raises {found[True]} too: `True` "
        f"equals {int(True)}, and there is no such key. `m['lion']` raises {found['lion']}, however "
        "much a lion is like a tiger."
    )


@exercise(
    "Same dictionary. Write the four weights, 1 for the entry whose key equals the query and 0 for "
    "the others, for cat and for lion. What are the two sums of weight × value? Which of them may "
    "be returned?"
)
def weights_of_lion() -> str:
    weights = {query: [int(query == key) for key in ANIMALS] for query in ("cat", "lion")}
    sums = {query: np.array(row) @ ANIMAL_VALUES for query, row in weights.items()}
    assert sums["cat"] == ANIMALS["cat"]
    assert "lion" not in ANIMALS
    return (
        f"Cat: {weights['cat']}, sum {sums['cat']:.0f}. Lion: {weights['lion']}, sum {sums['lion']:.0f}. "
        f"Only the first may be returned. The weights of cat sum to {sum(weights['cat'])}; those of lion "
        f"sum to {sum(weights['lion'])}, and a sum of {sum(weights['lion'])} is the miss. The number "
        f"{sums['lion']:.0f} looks like a value and is none."
    )


@exercise(
    '`nan = float("nan")` equals nothing, not even itself. Predict what `{nan: 1}[nan]` and '
    '`{nan: 1}[float("nan")]` do.'
)
def not_a_number() -> str:
    nan = math.nan
    table = {nan: 1}
    assert nan != nan
    first, second = outcome(table.__getitem__, nan), outcome(table.__getitem__, float("nan"))
    return (
        f"The first returns {first}, the second raises {second}. Before Python asks for equality it asks "
        "whether key and query are the very same object. So this key is found by itself and by no other."
    )


@exercise("Write a lookup that takes lists as keys, such as `[1, 2]`. What do you give up?")
def lists_as_keys() -> str:
    keys, values = [[1, 2], [3, 4]], [10, 5]
    assert search([3, 4], keys, values) == values[1]
    refused = outcome(exact_lookup, [3, 4], keys, values)
    return (
        f"A dictionary raises {refused}: a list can change, so it has no hash. A search works: with "
        f"`keys = {keys}` and `values = {values}`, `values[keys.index([3, 4])]` is {search([3, 4], keys, values)}. "
        "You give up the speed: the search compares one key after another. Or turn each list into a tuple, "
        "which has a hash."
    )


@question(
    "A query equals no key. Every weight is 0, and so is the sum of weight × value. What does a dictionary answer?",
    hint="Is 0 on the price list?",
    concept="exact-lookup",
)
def nothing_is_equal() -> Answers:
    said = outcome(exact_lookup, "tennis", WORDS, VALUES)
    assert total["tennis"] == 0
    assert said == "`KeyError`"
    return Answers(
        right=f"Nothing: it raises {said}",
        why="An empty sum is no price. That nothing was found is news, and an error is how it is told.",
        wrong={
            f"{total['tennis']:.0f}": "what is left when nothing was found is taken for a value",
            f"{VALUES.mean():.1f}": "no match is taken for an equal match with all, whose mean this is",
            f"{best['tennis']:.0f}": "the nearest key steps in; but equality knows no nearest key",
        },
    )


@question(
    f"How many entries has `{{1: 'a', {1.0}: 'b', True: 'c'}}`?",
    hint="Which of the three keys are equal?",
    concept="exact-lookup",
)
def one_entry() -> Answers:
    written = [(1, "a"), (1.0, "b"), (True, "c")]
    stored = dict(written)
    by_type = {(type(key), key): value for key, value in written}
    numbers_only = {(isinstance(key, bool), key): value for key, value in written}
    assert len(stored) == 1
    return Answers(
        right=f"{len(stored)}: `{stored}`",
        why=f"In Python `True` equals 1 and {1.0}, so they are one key. The first key stays, the last value "
        "wins.",
        wrong={
            f"{len(by_type)}, one for each key": "keys of different types are different keys",
            f"{len(numbers_only)}: a number and a truth value": "`True` is not a number; but in Python "
            "it equals 1",
            f"{len(stored)}: `{ {True: 'c'} }`": "the last key replaces the first; but only the value "
            "is replaced",
        },
    )


@question(
    "A search through a list takes the first equal key. Which value does it find for ball in "
    '`[("ball", 5), ("ball", 7)]`, and which does a dictionary made of these pairs find?',
    hint="A dictionary has room for one value for each key.",
    concept="exact-lookup",
)
def stored_again() -> Answers:
    keys, values = ["ball", "ball"], [5, 7]
    searched, looked_up = search("ball", keys, values), exact_lookup("ball", keys, values)
    return Answers(
        right=f"{searched}, then {looked_up}",
        why="The search stops at the first equal key. The dictionary overwrites: the last value stays.",
        wrong={
            f"{values[0]}, then {values[0]}": "the first entry stays when a key is stored again",
            f"{values[1]}, then {values[1]}": "the later entry wins everywhere",
            f"{values[0]}, then {sum(values)}": "values of one key add up",
        },
    )


@question(
    "Two different keys have the same hash. What does a dictionary do?",
    hint="The hash narrows the search. What decides?",
    concept="hashing",
)
def same_hash() -> Answers:
    stored = {-1: "a", -2: "b"}
    by_hash = {hash(key): value for key, value in stored.items()}
    assert hash(-1) == hash(-2)
    assert len(stored) == 2
    return Answers(
        right=f"It keeps both: {len(stored)} entries",
        why=f"`-1` and `-2` both hash to `{hash(-1)}`. The key itself is stored and compared with `==`.",
        wrong={
            f"It keeps the later one: {len(by_hash)} entry": "the hash is stored in place of the key",
            "It raises an error": "hashes are unique, so a second one must be a mistake",
        },
    )


@question(
    "Which of these prints the same number in every run of CPython?",
    hint="What is salted?",
    concept="hashing",
)
def same_in_every_run() -> Answers:
    asked = ["10", "'racket'", "('racket', 10)"]
    steady = [key for key in asked if fresh_hashes(1)[key] == fresh_hashes(2)[key]]
    assert steady == asked[:1]
    return Answers(
        right=f"`hash({steady[0]})`",
        why=f"A small integer is its own hash, {fresh_hashes(1)['10']}. Strings get a salt that each process "
        "draws anew.",
        wrong={
            f"`hash({asked[1]})`": "a hash is a function of the key alone",
            f"`hash({asked[2]})`": "a tuple has a steady hash of its own; but it is made from those of its "
            "parts",
        },
    )
