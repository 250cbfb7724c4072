"""The ledger of the first source, “Soft” Dictionary Keys."""

import ast
import datetime
import re
import subprocess
import sys
from collections import Counter
from functools import partial
from inspect import ismodule
from itertools import combinations
from typing import Any

import numpy as np

from softlookup.claims import claim, unchecked
from softlookup.claims.tools import (
    attention,
    close,
    dot,
    exact_lookup,
    matrix_lookup,
    raised,
    raises,
    shown,
    softmax,
)
from softlookup.claims.verdict import Finding, settle, settle_readings, settle_repeat, settle_run
from softlookup.examples import ANIMAL_VALUES, ANIMALS, KEYS, Matrix, Vector

ONE_HOT_KEYS: Matrix = np.eye(len(ANIMALS))  # one row for each entry, in the order of ANIMALS
LEARNED_ROW: Vector = np.array([0.33, 0.36, 0.31, 0.0])  # the weights the document ends with


def _row(*asked: str | int) -> Vector:
    """A query row with a 1 in the column of every key asked for."""
    return np.array([float(key in asked) for key in ANIMALS])


def _read(query: Vector, keys: Matrix = ONE_HOT_KEYS, values: Vector = ANIMAL_VALUES) -> Vector:
    """The matrix lookup that readers copy."""
    return np.asarray(matrix_lookup(query, keys, values))


def _weights(scores: Vector) -> Vector:
    """The softmax that readers copy."""
    return np.asarray(softmax(scores))


# Introduction


@claim(
    "S0-01",
    "A transformer uses attention to look things up in the data it has seen",
    where="introduction, line 5",
    concept="soft-lookup",
    correction="Say which data. A layer reads only the keys and values handed to it for the "
    "current input; training data acts through the learned projections.",
)
def attention_reads_only_what_it_is_handed() -> Finding:
    query, values = 5 * _row("dog")[None, :], ANIMAL_VALUES[:, None]
    first, again = (attention(query, ONE_HOT_KEYS, values).item() for _ in range(2))
    doubled = attention(query, ONE_HOT_KEYS, 2 * values).item()
    return settle_readings(
        {
            "the keys and values handed to the layer": close(doubled, 2 * first),
            "anything besides them": first != again,
        },
        evidence=f"The same arrays give {first:.3f} twice; with doubled values the same query "
        f"reads {doubled:.3f}",
    )


unchecked(
    "S0-02",
    "The author met the idea of soft keys in a talk by Lucas Beyer",
    where="introduction, line 5; References, line 220",
    concept="sources",
    correction="The link leads to a post on a social network. Cite the talk by its title, and the "
    "paper before it: Vaswani and others, 2017, “Attention Is All You Need”.",
    because="Where an author met an idea is theirs to tell.",
)


# Python Dictionaries


unchecked(
    "S0-03",
    "Most programming languages have dictionaries as a primitive type",
    where="Python Dictionaries, line 9",
    concept="exact-lookup",
    correction="Say “many languages ship one”. Python, Go, Perl and Lua build it in; C++, Java and "
    "Rust keep it in the standard library; C has none.",
    because="“Most” needs a list of languages to count over, and none is given.",
)


@claim(
    "S0-04",
    "Every hashable object can be a key",
    where="Python Dictionaries, line 11",
    concept="exact-lookup",
    correction="What cannot be hashed is refused.",
)
def hashable_objects_are_keys_and_others_are_refused() -> Finding:
    hashable = ["dog", 8, 2.5, None, (1, 2), frozenset({3}), len, object()]
    refused: list[object] = [[1], {1: 2}, {3}, ([1],)]
    for key in refused:
        assert "unhashable" in raises(TypeError, partial(exact_lookup, key, [key], ["found"]))
    return settle(
        as_given=all(exact_lookup(key, [key], ["found"]) == "found" for key in hashable),
        evidence=f"{len(hashable)} kinds of hashable object store and answer; {len(refused)} "
        "others (a list, a dict, a set, a tuple around a list) raise `TypeError`",
    )


@claim(
    "S0-05",
    "The dictionary with four entries is valid Python",
    where="Python Dictionaries, lines 13-20",
    concept="exact-lookup",
    about="python",
    correction="Indent with spaces; the document mixes a tab with a space.",
)
def a_literal_with_mixed_indents_is_read() -> Finding:
    lines = ",\n".join(f"\t {key!r}: {value}" for key, value in ANIMALS.items())
    read = ast.literal_eval("{\n" + lines + "\n}")
    return settle(
        as_given=read == ANIMALS,
        evidence=f"Written with a tab and a space before each line, it is read as {len(read)} entries",
    )


@claim(
    "S0-06",
    "Three keys are strings, the fourth is an integer, and every value is a number",
    where="Python Dictionaries, line 22",
    concept="exact-lookup",
    about="python",
)
def the_keys_are_three_strings_and_an_integer() -> Finding:
    keys = Counter(type(key).__name__ for key in ANIMALS)
    values = Counter(type(value).__name__ for value in ANIMALS.values())
    return settle(
        as_given=keys == {"str": 3, "int": 1} and values == {"int": 4},
        evidence=f"Keys: {keys['str']} `str`, {keys['int']} `int`; values: {values['int']} `int`",
    )


@claim(
    "S0-07",
    "Python calls its built-in hash on each key",
    where="Python Dictionaries, line 24",
    concept="hashing",
    about="python",
    correction="`hash` is a function and `__hash__` the method behind it. A lookup then compares: "
    "the hash narrows the search, equality decides.",
)
def a_lookup_hashes_once_and_then_compares() -> Finding:
    calls: Counter[str] = Counter()

    class Key:
        def __hash__(self) -> int:
            calls["hash"] += 1
            return 7

        def __eq__(self, other: object) -> bool:
            calls["equal"] += 1
            return True

    entries = {Key(): "found"}
    stored = dict(calls)
    assert entries[Key()] == "found"
    assert calls == {"hash": 2, "equal": 1}
    return settle(
        as_given=stored == {"hash": 1},
        evidence=f"Storing: `__hash__` × {stored['hash']}. Looking up: "
        f"`__hash__` × {calls['hash'] - stored['hash']}, then `__eq__` × {calls['equal']}",
    )


@claim(
    "S0-08",
    "hash(10) is 10",
    where="Python Dictionaries, lines 27 and 28",
    concept="hashing",
    about="python",
    correction="An integer is its own hash only while it is small: CPython takes the remainder by "
    "`sys.hash_info.modulus`, and keeps −1 for errors.",
)
def a_small_integer_is_its_own_hash() -> Finding:
    number, modulus = 10, sys.hash_info.modulus
    assert hash(modulus + number) == number
    assert hash(-1) != -1
    return settle(
        as_given=hash(number) == number,
        evidence=f"`hash({number})` is {hash(number)}; so is "
        f"`hash(sys.hash_info.modulus + {number})`; `hash({-1})` is {hash(-1)}",
    )


@claim(
    "S0-09",
    "hash('abc') is 4001473844447581453",
    where="Python Dictionaries, lines 29 and 30",
    concept="hashing",
    about="python",
    correction="Strings are hashed with a salt that every process draws anew, unless "
    "`PYTHONHASHSEED` fixes it. Show that two processes disagree, or hash an integer.",
)
def two_processes_hash_a_string_differently() -> Finding:
    text, number = _hashes_of_a_fresh_process("abc", 10)
    assert number == hash(10)
    assert 4001473844447581453 not in (text, hash("abc"))
    return settle_repeat(
        repeats=text == hash("abc"),
        evidence="This process and a fresh one print two different integers for `hash('abc')`, neither of "
        f"them the document's; both print {number} for `hash({number})`",
    )


def _hashes_of_a_fresh_process(*keys: str | int) -> list[int]:
    """-I ignores PYTHONHASHSEED, so the process draws a salt of its own."""
    code = f"print(*map(hash, {keys!r}))"
    command = [sys.executable, "-I", "-S", "-c", code]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [int(number) for number in printed.split()]


@claim(
    "S0-10",
    "The hash is a fixed or well-known representation of the key",
    where="Python Dictionaries, line 24",
    concept="hashing",
    about="python",
    correction="The width is fixed. The value is not: each process salts its strings anew.",
)
def two_processes_agree_on_the_width_alone() -> Finding:
    hashes = [hash("abc"), *_hashes_of_a_fresh_process("abc")]
    limit = 2 ** (sys.hash_info.width - 1)
    return settle(
        as_given=len(set(hashes)) == 1,
        with_condition=all(-limit <= number < limit for number in hashes),
        evidence=f"{len(hashes)} processes hash `'abc'` to {len(set(hashes))} different integers, "
        "all within `sys.hash_info.width` bits",
    )


@claim(
    "S0-11",
    "The representation is an integer of fixed size",
    where="Python Dictionaries, line 33",
    concept="hashing",
    about="python",
    correction="A signed integer of `sys.hash_info.width` bits.",
)
def every_hash_fits_one_width() -> Finding:
    class Large:
        def __hash__(self) -> int:
            return 2**100 + 5

    limit = 2 ** (sys.hash_info.width - 1)
    hashes = [hash(key) for key in ("dog", 8, 2.5, (1, 2), 10**1000, Large())]
    bits = Large().__hash__().bit_length()
    assert bits > sys.hash_info.width
    return settle(
        as_given=all(-limit <= number < limit for number in hashes),
        evidence=f"All {len(hashes)} sampled hashes fit `sys.hash_info.width` bits, even where `__hash__` "
        f"returns a number of {bits} bits",
    )


@claim(
    "S0-12",
    "Keys are turned into that representation",
    where="Python Dictionaries, line 33",
    concept="hashing",
    about="python",
    correction="The key itself is kept and compared with `==`. Equal keys of different types are "
    "one entry; unequal keys with one hash are two.",
)
def the_key_is_kept_beside_its_hash() -> Finding:
    trio = dict(zip((1, 1.0, True), "abc", strict=True))
    assert trio == {1: "c"}
    assert [type(key) for key in trio] == [int]
    modulus = sys.hash_info.modulus
    pair = {0: "zero", modulus: "modulus"}
    assert hash(0) == hash(modulus)
    return settle(
        as_given=len(pair) == 1,
        with_condition=(pair[0], pair[modulus]) == ("zero", "modulus"),
        evidence=f"The keys {1}, {1.0} and `{True}` make one entry, `{trio}`; "
        f"{0} and `sys.hash_info.modulus` share the hash {hash(modulus)} and make {len(pair)}",
    )


# Exact Dictionary Lookups


@claim(
    "S0-13",
    "A lookup returns the value whose key matches the query exactly",
    where="Exact Dictionary Lookups, line 37",
    concept="exact-lookup",
    correction="Exact means equal, not of the same type and not spelled the same.",
)
def an_equal_key_of_another_type_matches() -> Finding:
    number = 8
    found = [exact_lookup(query, ANIMALS, ANIMALS.values()) for query in (number, float(number))]
    missed = raised(KeyError, lambda: exact_lookup(str(number), ANIMALS, ANIMALS.values()))
    return settle(
        as_given=found[0] != found[1],
        with_condition=found[0] == found[1] and missed == repr(str(number)),
        evidence=f"`m[{number}]` is {found[0]}, and so is `m[{float(number)}]`: {found[1]}; "
        f"`m[{str(number)!r}]` raises `KeyError: {missed}`",
    )


@claim(
    "S0-14",
    "The query dog finds 10; the query lion raises KeyError",
    where="Exact Dictionary Lookups, lines 39-48",
    concept="exact-lookup",
)
def a_missing_key_raises() -> Finding:
    found = exact_lookup("dog", ANIMALS, ANIMALS.values())
    missed = raised(KeyError, lambda: exact_lookup("lion", ANIMALS, ANIMALS.values()))
    return settle(
        as_given=found == 10 and missed == "'lion'",
        evidence=f"`m['dog']` is {found}; `m['lion']` raises `KeyError: {missed}`",
    )


@claim(
    "S0-15",
    "Exact keys suit discrete things: a table by weekday needs seven",
    where="Exact Dictionary Lookups, line 48",
    concept="exact-lookup",
)
def seven_keys_answer_every_day_of_a_year() -> Finding:
    weekdays = range(7)
    days = [datetime.date(2023, 1, 1) + datetime.timedelta(days=day) for day in range(365)]
    found = [exact_lookup(day.weekday(), weekdays, weekdays) for day in days]
    return settle(
        as_given=found == [day.weekday() for day in days],
        evidence=f"{len(weekdays)} keys answer all {len(days)} days of {days[0].year}, "
        f"the last of them with {found[-1]}",
    )


# Matrix Lookup


@claim(
    "S0-16",
    "Writing the lookup as a matrix product changes only the notation",
    where="Matrix Lookup, line 52",
    concept="one-hot-matrix-lookup",
    correction="It holds for a key that is there and a value that is a number. A miss is no longer "
    "an error, and every entry takes part in every lookup.",
)
def a_miss_becomes_zero_and_words_cannot_be_values() -> Finding:
    miss = raises(KeyError, lambda: ANIMALS["lion"])
    nothing = _read(_row("lion"))
    words = np.array(["a", "b", "c", "d"])
    raises(TypeError, lambda: _row("dog") @ ONE_HOT_KEYS.T @ words)
    return settle(
        as_given=raised(Exception, lambda: _read(_row("lion"))) == miss,
        with_condition=all(_read(_row(key)) == value for key, value in ANIMALS.items()),
        evidence=f"The dictionary raises `KeyError: {miss}`, the row without a 1 returns "
        f"{nothing:.0f}; values that are words raise `TypeError`",
    )


@claim(
    "S0-17",
    "Seven blocks write the lookup in a matrix notation of their own",
    where="Matrix Lookup and “Soft” keys, lines 55-213",
    concept="one-hot-matrix-lookup",
    correction="The blocks are marked as mathematics and never promise to run. To run them, write "
    "NumPy: commas between numbers, `@` for the product, `.T` for the transpose, names that start "
    "with a letter.",
)
def the_matrix_notation_is_not_python() -> Finding:
    forms = {"no commas": "[1 0]", "an arrow": "k: q * K -> 1", "a digit first": "8_q = 1"}
    errors = [
        raised(SyntaxError, partial(compile, form, "block", "exec")) for form in forms.values()
    ]
    listed = ", ".join(f"{name} (`{form}`)" for name, form in forms.items())
    found = _read(_row("dog"))
    return settle(
        as_given=not any(errors),
        once_repaired=close(found, ANIMALS["dog"]),
        evidence=f"As Python, {len(forms)} habits are a `SyntaxError`: {listed}; "
        f"written in NumPy the blocks return {found:.0f} for dog",
    )


@claim(
    "S0-18",
    "Row by row, the key matrix stands for dog, cat, tiger and 8, beside a column of their values",
    where="Matrix Lookup, line 72",
    concept="one-hot-matrix-lookup",
)
def every_one_hot_row_finds_its_value() -> Finding:
    found = {key: float(_read(_row(key))) for key in ANIMALS}
    return settle(
        as_given=found == ANIMALS,
        evidence=", ".join(f"{key} → {value:.0f}" for key, value in found.items()),
    )


@claim(
    "S0-19",
    "Queries come from the same set as the keys",
    where="Matrix Lookup, line 74",
    concept="one-hot-matrix-lookup",
    correction="Said of this example, and true of it. Attention drops the restriction: every "
    "vector as wide as a key is a query.",
)
def a_query_may_equal_no_key() -> Finding:
    asked = np.stack([_row("dog"), _row(8)])  # the two queries of the example
    query = _row("dog", "cat") / 2
    weights = _weights(query @ ONE_HOT_KEYS.T)
    assert not (query == ONE_HOT_KEYS).all(axis=1).any()
    assert close(weights.sum(), 1)
    return settle(
        as_given=all((row == ONE_HOT_KEYS).all(axis=1).any() for row in asked),
        evidence=f"Both queries of the example are rows of the key matrix. The query "
        f"({shown(query, 1)}) is none, and softly it gets the weights {shown(weights)}",
    )


@claim(
    "S0-20",
    "Two query rows are written down, one of them under a name that begins with a digit",
    where="Matrix Lookup, lines 77-85",
    concept="one-hot-matrix-lookup",
    correction="The block is marked as mathematics, where the name is harmless; in Python call it "
    "`query_8`. The numbers in both rows are right.",
)
def a_name_cannot_begin_with_a_digit() -> Finding:
    given, ours = "8_query", "query_8"
    error = raised(SyntaxError, partial(compile, f"{given} = 1", "block", "exec"))
    repaired = raised(SyntaxError, partial(compile, f"{ours} = 1", "block", "exec"))
    found = [_read(row) for row in (_row("dog"), _row(8))]
    return settle(
        as_given=not error,
        once_repaired=not repaired and close(found, [ANIMALS["dog"], ANIMALS[8]]),
        evidence=f"In Python `{given} = …` is a `SyntaxError` and `{ours} = …` is not; "
        f"the two rows find {shown(found, 0)}",
    )


@claim(
    "S0-21",
    "A 1 in the first column asks for dog",
    where="Matrix Lookup, line 87",
    concept="one-hot-matrix-lookup",
)
def the_first_column_asks_for_dog() -> Finding:
    query = ONE_HOT_KEYS[0]
    return settle(
        as_given=close(_read(query), ANIMALS["dog"]),
        evidence=f"The row {shown(query, 0)} returns {_read(query):.0f}",
    )


@claim(
    "S0-22",
    "A 1 in the last column asks for tiger",
    where="Matrix Lookup, line 87",
    concept="one-hot-matrix-lookup",
    correction="Tiger is the third key, so its 1 stands in the third column. The last column asks "
    "for the key 8.",
)
def the_last_column_does_not_ask_for_tiger() -> Finding:
    last, third = _read(ONE_HOT_KEYS[-1]), _read(ONE_HOT_KEYS[2])
    assert close(last, ANIMALS[8])
    assert close(third, ANIMALS["tiger"])
    return settle(
        as_given=close(last, ANIMALS["tiger"]),
        evidence=f"The last column returns {last:.0f}, the third {third:.0f}; tiger is {ANIMALS['tiger']}",
    )


@claim(
    "S0-23",
    "A query row picks out a column of the key matrix",
    where="Matrix Lookup, line 89",
    concept="one-hot-matrix-lookup",
    correction="Say which product. `q @ K.T` picks a column of `K`, one number of every key, and that "
    "is how a query is compared with all of them. `q @ K`, which the document writes, picks a row. "
    "The identity hides the difference, because its rows are its columns.",
)
def a_one_hot_row_picks_a_row_or_a_column() -> Finding:
    table = np.arange(16.0).reshape(4, 4)  # as keys: no row is a column
    query, column = _row("tiger"), table[:, 2]
    compared = _read(query, table, np.eye(4))  # values that show the product itself
    multiplied = query @ table
    assert close(multiplied, table[2])
    return settle_readings(
        {
            "the product with the transpose": close(compared, column),
            "the product without it": close(multiplied, column),
        },
        evidence=f"With the numbers {table.min():.0f} to {table.max():.0f} as keys, the third one-hot row "
        f"gives {shown(compared, 0)} with the transpose, the third column, and "
        f"{shown(multiplied, 0)} without it, the third row",
    )


@claim(
    "S0-24",
    "A query needs as many columns as the key matrix has rows",
    where="Matrix Lookup, line 89",
    concept="one-hot-matrix-lookup",
    correction="That is the rule of `q @ K`. A lookup is `q @ K.T`: the query is as wide as a key, "
    "and the number of keys is free. Both rules agree when `K` is square.",
)
def a_query_is_as_wide_as_a_key() -> Finding:
    keys, values = np.eye(2, 3), ANIMAL_VALUES[:2]
    counted = raised(ValueError, lambda: _read(np.ones(len(keys)), keys, values))
    square = raised(ValueError, lambda: _read(np.ones(len(ANIMALS))))
    found = _read(keys[0], keys, values)
    assert close(found, values[0])
    return settle(
        as_given=not counted,
        with_condition=not square,
        evidence=f"With {len(keys)} keys of width {keys.shape[1]}, a query of {len(keys)} numbers "
        f"raises `ValueError` and one of {keys.shape[1]} finds {found:.0f}",
    )


@claim(
    "S0-25",
    "In this matrix, the column of the 1 is the row of the key asked for",
    where="Matrix Lookup, line 89",
    concept="one-hot-matrix-lookup",
    correction="It is a property of this order of the keys, not of a lookup.",
)
def the_column_of_the_one_is_the_row_of_the_key() -> Finding:
    rows = np.arange(4.0)  # as values: a lookup returns the row that it found
    columns = ONE_HOT_KEYS.argmax(axis=1)
    here = _read(ONE_HOT_KEYS, ONE_HOT_KEYS, rows)
    moved = _read(ONE_HOT_KEYS, np.roll(ONE_HOT_KEYS, 1, axis=1), rows)
    assert not close(moved, columns)
    return settle(
        as_given=close(here, columns),
        evidence=f"Columns {shown(columns, 0)} find rows {shown(here, 0)}; with the key columns "
        f"moved on by one they find rows {shown(moved, 0)}",
    )


@claim(
    "S0-26",
    "Query times keys times values is the lookup: first 1 0 0 0, then 10",
    where="Matrix Lookup, lines 91-96",
    concept="one-hot-matrix-lookup",
    correction="It holds because the identity is its own transpose. The general form is "
    "`q @ K.T @ V`.",
)
def without_the_transpose_other_keys_fail() -> Finding:
    keys = np.roll(ONE_HOT_KEYS, 1, axis=1)
    without, right = keys[0] @ keys @ ANIMAL_VALUES, _read(keys[0], keys)
    assert close(right, ANIMALS["dog"])
    return settle(
        as_given=close(without, ANIMALS["dog"]),
        with_condition=close(_row("dog") @ ONE_HOT_KEYS @ ANIMAL_VALUES, ANIMALS["dog"]),
        evidence=f"With the key columns moved on by one, the first key's own query returns {without:.0f} "
        f"without the transpose and {right:.0f} with it",
    )


@claim(
    "S0-27",
    "A star stands for the matrix product",
    where="Matrix Lookup, lines 92-95",
    concept="one-hot-matrix-lookup",
    correction="On paper it may. In NumPy `*` multiplies entry by entry; write `@`.",
)
def a_star_multiplies_entry_by_entry() -> Finding:
    query, values = _row("dog")[None, :], ANIMAL_VALUES[:, None]  # (1, 4), (4, 1)
    starred, product = query * ONE_HOT_KEYS * values, _read(query, ONE_HOT_KEYS, values)
    return settle(
        as_given=starred.shape == product.shape,
        once_repaired=close(product, [[ANIMALS["dog"]]]),
        evidence=f"`q * K * V` has the shape {starred.shape}; "
        f"`q @ K @ V` has {product.shape} and holds {product.item():.0f}",
    )


@claim(
    "S0-28",
    "The product of query and keys is called k",
    where="Matrix Lookup, lines 93 and 123; “Soft” keys, line 187",
    concept="notation",
    correction="As the document writes it, without a transpose, a one-hot query does get the key "
    "itself. In a lookup, `q @ K.T`, the product is neither a key nor a count: these are scores, and "
    "the row that multiplies the values holds the weights.",
)
def the_product_has_one_number_for_each_key() -> Finding:
    keys = np.eye(2, 3)
    product = _read(keys[0], keys, np.eye(2))  # values that show the product itself
    picked = np.array([1.0, 0.0]) @ keys
    assert close(product, [1, 0])
    return settle_readings(
        {
            "the product as it is written, without a transpose": close(picked, keys[0]),
            "the product of a lookup, with it": product.shape == keys[0].shape,
        },
        evidence=f"{len(keys)} keys of width {keys.shape[1]}: with the transpose the product is "
        f"({shown(product, 0)}), one number a key; without it ({shown(picked, 0)}), as wide as a key",
    )


@claim(
    "S0-29",
    "A loop over the queries dog and 8 prints [10, 12]",
    where="Matrix Lookup, lines 98-113",
    concept="batched-queries",
)
def a_loop_collects_two_values() -> Finding:
    collected = [exact_lookup(query, ANIMALS, ANIMALS.values()) for query in ("dog", 8)]
    return settle(as_given=collected == [10, 12], evidence=f"The loop collects {collected}")


@claim(
    "S0-30",
    "Both queries stacked as rows select rows 1 0 0 0 and 0 0 0 1, and return 10 and 12",
    where="Matrix Lookup, lines 117-132",
    concept="batched-queries",
    correction="Write the transpose, `Q @ K.T`, so that it also holds for other keys.",
)
def stacked_queries_return_both_values() -> Finding:
    queries = np.stack([_row("dog"), _row(8)])  # (2, 4)
    selected = queries @ ONE_HOT_KEYS.T
    found = _read(queries)
    places = " and ".join(f"({row}, {column})" for row, column in np.argwhere(selected))
    return settle(
        as_given=close(selected, queries) and close(found, [10, 12]),
        evidence=f"`Q @ K.T` has its 1s at {places}; the output is {shown(found, 0)}",
    )


@claim(
    "S0-31",
    "The product of matrices does the work of a loop over the queries",
    where="Matrix Lookup, lines 98 and 115",
    concept="batched-queries",
)
def the_batch_equals_the_loop() -> Finding:
    asked = [key for key in ANIMALS for _ in range(3)]
    batch = _read(np.stack([_row(key) for key in asked]))
    return settle(
        as_given=close(batch, [ANIMALS[key] for key in asked]),
        evidence=f"{len(asked)} queries: loop and product agree on all {len(batch)} values",
    )


@claim(
    "S0-32",
    "Row i of the output answers query i",
    where="Matrix Lookup, line 134",
    concept="batched-queries",
)
def output_rows_follow_their_queries() -> Finding:
    queries = np.stack([_row("dog"), _row(8)])
    found, reordered = _read(queries), _read(queries[::-1])
    assert not close(found, found[::-1])
    return settle(
        as_given=close(reordered, found[::-1]),
        evidence=f"Queries in order return {shown(found, 0)}; reversed they return {shown(reordered, 0)}",
    )


# “Soft” keys


@claim(
    "S0-33",
    "Set up by the rules, the matrix version does exactly what the dictionary does",
    where="“Soft” keys, line 138",
    concept="one-hot-matrix-lookup",
    correction="By the rules a query is one of the keys. Every other row returns some number, never an "
    "error.",
)
def rows_that_are_no_key_return_numbers() -> Finding:
    both, nothing = _read(_row("dog", "cat")), _read(_row())
    entries: dict[Any, int] = ANIMALS
    raises(KeyError, lambda: entries["dog", "cat"])
    return settle(
        as_given=all(_read(_row(key)) == value for key, value in ANIMALS.items()),
        evidence=f"Each of the {len(ANIMALS)} keys returns what `m` returns. "
        f"A row with two 1s returns {both:.0f}, a row of zeros returns {nothing:.0f}; "
        "`m['dog', 'cat']` raises `KeyError`",
    )


@claim(
    "S0-34",
    "The rows of the key matrix are null vectors with one entry set to 1",
    where="“Soft” keys, line 140",
    concept="one-hot-matrix-lookup",
    correction="With the 1 in place none of them is a null vector any more. The usual name is "
    "one-hot: the standard basis.",
)
def a_one_in_each_null_vector_makes_the_key_matrix() -> Finding:
    rows = np.zeros((len(ANIMALS), len(ANIMALS)))
    assert not rows.any()
    for place in range(len(rows)):
        rows[place, place] = 1
    found = _read(rows, rows)
    return settle(
        as_given=close(found, ANIMAL_VALUES),
        evidence=f"{len(rows)} rows of zeros with a 1 set in each find {shown(found, 0)}; their "
        f"lengths are now {shown(np.linalg.norm(rows, axis=1), 0)}",
    )


@claim(
    "S0-35",
    "In this setup the keys are independent of each other",
    where="“Soft” keys, line 140",
    concept="one-hot-matrix-lookup",
    correction="Linear independence alone would not do. The lookup needs keys of length one that are "
    "orthogonal: `K @ K.T` is the identity.",
)
def independent_keys_can_still_mix() -> Finding:
    keys, values = np.array([[1.0, 0.0], [0.6, 0.8]]), ANIMAL_VALUES[:2]
    found = _read(keys[1], keys, values)
    assert np.linalg.matrix_rank(keys) == len(keys)
    assert not close(found, values[1])
    rank = int(np.linalg.matrix_rank(ONE_HOT_KEYS))
    return settle(
        as_given=rank == len(ONE_HOT_KEYS)
        and all(_read(_row(key)) == value for key, value in ANIMALS.items()),
        evidence=f"The {len(ONE_HOT_KEYS)} one-hot keys have rank {rank}. Keys ({shown(keys[0], 1)}) and "
        f"({shown(keys[1], 1)}) are independent too and hold {shown(values, 0)}; the second key's own query "
        f"returns {found:.0f} instead of {values[1]:.0f}",
    )


@claim(
    "S0-36",
    "Objects are assumed to be discrete, and to be unrelated",
    where="“Soft” keys, lines 140-143",
    concept="one-hot-matrix-lookup",
    correction="A motive, and one-hot keys carry it out: two different ones have the dot product "
    "0.",
)
def different_one_hot_keys_have_no_likeness() -> Finding:
    products = [float(dot(first, second)) for first, second in combinations(ONE_HOT_KEYS, 2)]
    return settle(
        as_given=close(products, 0),
        evidence=f"All {len(products)} pairs of different keys have the dot product "
        f"{max(products):.0f}",
    )


@claim(
    "S0-37",
    "An exact match gives every object exactly one value",
    where="“Soft” keys, line 145",
    concept="exact-lookup",
    correction="A key stored twice keeps the last value.",
)
def a_repeated_key_keeps_its_last_value() -> Finding:
    values = [1, 2]
    found = exact_lookup("dog", ["dog", "dog"], values)
    return settle(
        as_given=found in values,
        evidence=f"Stored with {values[0]} and then with {values[1]}, `dog` returns {found}",
    )


@claim(
    "S0-38",
    "Option 1 connects dog, cat, tiger and the new key animal",
    where="“Soft” keys, lines 147-162",
    concept="weighted-blend",
    correction="The code beside it adds dog and cat only, and the text says later that tiger may "
    "have been missed. Add tiger, or leave it out of the list.",
)
def the_code_leaves_tiger_out() -> Finding:
    more = ANIMAL_VALUES + _row("tiger")  # one more for tiger

    def moves(*combined: str) -> bool:
        return not close(_read(_row(*combined)), _read(_row(*combined), values=more))

    two, three = _read(_row("dog", "cat")), _read(_row("dog", "cat", "tiger"))
    return settle(
        as_given=moves("dog", "cat"),
        with_condition=moves("dog", "cat", "tiger"),
        evidence=f"Dog and cat add up to {two:.0f}, whatever tiger holds; with tiger it is "
        f"{three:.0f}",
    )


@claim(
    "S0-39",
    "Both options respect the two assumptions",
    where="“Soft” keys, line 152",
    concept="weighted-blend",
    correction="It depends on what must be unrelated. The lookup stays exact in both; the value of "
    "option 1 is made from related keys.",
)
def one_option_depends_on_its_relatives() -> Finding:
    def answers(dog: int) -> list[int]:
        """What animal holds after option 1 and after option 2."""
        options = [dog + ANIMALS["cat"], 112]
        return [
            exact_lookup("animal", [*ANIMALS, "animal"], [*ANIMALS.values(), o]) for o in options
        ]

    before, after = answers(ANIMALS["dog"]), answers(ANIMALS["dog"] + 1)
    return settle_readings(
        {
            "an exact lookup of the new key": before[1] == after[1] == 112,
            "a value that ignores the related keys": before[0] == after[0],
        },
        evidence=f"One more for dog moves option 1 from {before[0]} to {after[0]}; "
        f"option 2 stays at {after[1]}",
    )


@claim(
    "S0-40",
    "The two options are code to run",
    where="“Soft” keys, lines 155-166",
    concept="weighted-blend",
    about="python",
    correction="They need the dictionary from the first block, and two separate cells: the second "
    "overwrites the first.",
)
def the_second_option_overwrites_the_first() -> Finding:
    first, second = "m['animal'] = m['dog'] + m['cat']", "m['animal'] = 112"
    alone = raised(NameError, lambda: exec(first, {}))
    entries = dict(ANIMALS)
    seen = []
    for option in (first, second):
        exec(option, {"m": entries})
        seen.append(entries["animal"])
    return settle(
        as_given=not alone,
        with_condition=seen == [ANIMALS["dog"] + ANIMALS["cat"], 112],
        evidence=f"Alone: `NameError: {alone}`; in order, `animal` is {seen[0]}, then {seen[1]}",
    )


@claim(
    "S0-41",
    "A function for combined lookups passes its assertion",
    where="“Soft” keys, lines 171-179",
    concept="weighted-blend",
    about="python",
    correction="The assertion calls `combine_keys`; the function is `soft_key_lookup`. With one "
    "name it passes.",
)
def the_assertion_calls_a_function_that_is_not_there() -> Finding:
    define = "soft_key_lookup = lambda keys: sum(m[key] for key in keys)\n"
    call = "combine_keys(['dog', 'cat'])"
    message = raised(NameError, lambda: eval(call, _names_after(define)))
    repaired = eval(call.replace("combine_keys", "soft_key_lookup"), _names_after(define))
    assert repaired == ANIMALS["dog"] + ANIMALS["cat"]
    return settle_run(
        runs=not message,
        evidence=f"`NameError: {message}`; under one name it returns {repaired}",
    )


def _names_after(code: str) -> dict[str, object]:
    names: dict[str, object] = {"m": ANIMALS}
    exec(code, names)
    return names


@claim(
    "S0-42",
    "A function that adds up several exact lookups is called a soft lookup",
    where="“Soft” keys, lines 170-176",
    concept="weighted-blend",
    correction="Divide by the number of keys. A sum weighs each value with 0 or 1 and can leave the "
    "range of the values; a soft lookup is a weighted mean and stays between the smallest and the "
    "largest.",
)
def a_sum_leaves_the_range_and_a_mean_does_not() -> Finding:
    pair = ANIMAL_VALUES[:2]
    total, blend = pair.sum(), _weights(np.ones(2)) @ pair
    return settle(
        as_given=pair.min() <= total <= pair.max(),
        with_condition=pair.min() <= blend <= pair.max(),
        evidence=f"Dog {pair[0]:.0f} and cat {pair[1]:.0f} add up to {total:.0f}, above both; "
        f"equal weights blend them to {blend:.0f}",
    )


@claim(
    "S0-43",
    "The row 1 1 0 0 returns 12",
    where="“Soft” keys, lines 182-194",
    concept="weighted-blend",
    correction="It is a sum. For a mean, divide the row by its total first.",
)
def a_row_with_two_ones_returns_a_sum() -> Finding:
    row = _row("dog", "cat")
    total, mean = _read(row), _read(row / row.sum())
    assert close(mean, ANIMAL_VALUES[:2].mean())
    return settle(
        as_given=close(total, 12),
        evidence=f"Total weight {row.sum():.0f} returns {total:.0f}; as a mean it returns {mean:.0f}",
    )


@claim(
    "S0-44",
    "Dog and cat together answer 12",
    where="Python Dictionaries, line 18; Matrix Lookup, line 67; “Soft” keys, line 192",
    concept="weighted-blend",
    correction="So does the key 8 alone: the number does not show what was combined. Choose values "
    "whose sums are all different, such as 10, 2, 5 and 20.",
)
def two_different_queries_return_the_same_number() -> Finding:
    combined, stored = _read(_row("dog", "cat")), _read(_row(8))
    ours = [*ANIMAL_VALUES[:3], 20.0]
    given, better = len(_subset_sums(ANIMAL_VALUES.tolist())), len(_subset_sums(ours))
    assert given < better == 2 ** len(ours)
    assert close(combined, stored)
    return settle(
        as_given=close(combined, 12),
        evidence=f"The key 8 alone answers {stored:.0f} too. The {better} subsets have {given} different "
        f"sums. With {shown(ours, 0)} they have {better}",
    )


def _subset_sums(values: list[float]) -> set[float]:
    sizes = range(len(values) + 1)
    return {sum(subset) for size in sizes for subset in combinations(values, size)}


@claim(
    "S0-45",
    "The combination made by hand leaves out tiger",
    where="“Soft” keys, line 196",
    concept="weighted-blend",
)
def the_value_of_tiger_does_not_matter() -> Finding:
    changed = ANIMAL_VALUES + 1000 * _row("tiger")
    before = _read(_row("dog", "cat"))
    after = _read(_row("dog", "cat"), values=changed)
    assert not close(_read(LEARNED_ROW), _read(LEARNED_ROW, values=changed))
    return settle(
        as_given=close(before, after),
        evidence=f"With tiger at {ANIMAL_VALUES[2]:.0f} it returns {before:.0f}; "
        f"with tiger at {changed[2]:.0f} it returns {after:.0f}",
    )


@claim(
    "S0-46",
    "Combining keys is, in this reading, the central idea of attention",
    where="“Soft” keys, line 198",
    concept="soft-lookup",
    correction="It combines values. Keys only decide how much of each.",
)
def what_is_combined_are_the_values() -> Finding:
    query, values = _row("dog", "cat")[None, :], ANIMAL_VALUES[:, None]
    output, weights = attention(query, ONE_HOT_KEYS, values, return_weights=True)
    doubled, same = attention(query, ONE_HOT_KEYS, 2 * values, return_weights=True)
    assert close(weights, same)
    assert output.shape == (1, values.shape[1]) != query.shape
    return settle(
        as_given=output.shape == query.shape,
        with_condition=close(doubled, 2 * output),
        evidence=f"Doubled values turn {output.item():.3f} into {doubled.item():.3f} at the same weights; "
        f"the output is {output.shape[1]} wide, as a value is, and a key is {query.shape[1]}",
    )


@claim(
    "S0-47",
    "A learnable parameter holds the relation between keys and values",
    where="“Soft” keys, line 198",
    concept="qkv-roles",
    correction="What is learned are the projections of queries, keys and values. The weights are "
    "no parameters: every input computes its own.",
)
def one_set_of_parameters_gives_many_weights() -> Finding:
    to_queries, to_keys = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([[0.5, 0.0], [0.0, 0.5]])

    def weights(inputs: Matrix, to_keys: Matrix) -> Vector:
        queries, keys = inputs @ to_queries, inputs @ to_keys
        return np.asarray(attention(queries, keys, inputs, return_weights=True)[1][0])

    first, second = weights(KEYS, to_keys), weights(KEYS / 2, to_keys)
    retrained = weights(KEYS, 2 * to_keys)
    return settle(
        as_given=close(first, second, 0.1),
        with_condition=not close(first, retrained, 0.1),
        evidence=f"Fixed projections give the weights {shown(first)} for one input and "
        f"{shown(second)} for the same input at half the length; other projections give the "
        f"first {shown(retrained)}",
    )


@claim(
    "S0-48",
    "A query without an exact match still gets a partial match",
    where="“Soft” keys, line 198",
    concept="soft-lookup",
)
def a_query_between_two_keys_reads_all() -> Finding:
    query = 0.7 * _row("dog", "cat")
    weights = _weights(query @ ONE_HOT_KEYS.T)
    assert not (query == ONE_HOT_KEYS).all(axis=1).any()
    return settle(
        as_given=(weights > 0).all() and close(weights.sum(), 1),
        evidence=f"The query ({shown(query, 1)}) is no key; its weights are {shown(weights)}",
    )


unchecked(
    "S0-49",
    "Training might end with the weights 0.33 0.36 0.31 0 for animal",
    where="“Soft” keys, lines 207-213",
    concept="weighted-blend",
    correction="Show weights that were learned while the page was built.",
    because="The document says “might”, and gives no data, no model and no training.",
)


@claim(
    "S0-50",
    "The key 8 might end with the weight 0",
    where="“Soft” keys, line 211",
    concept="softmax",
    correction="Softmax of finite scores has no exact zero, short of underflow. A weight prints as "
    "zero when its score lies far enough below the best; a mask makes it zero.",
)
def a_small_weight_prints_as_zero() -> Finding:
    gap = np.log(LEARNED_ROW.max() / 0.005)  # where two decimals begin to round to zero
    scores = np.log(LEARNED_ROW[:3])
    near, far = (_weights(np.append(scores, scores.max() - g))[3] for g in (gap - 0.1, gap + 0.1))
    assert f"{near:.2f}" != "0.00"
    return settle(
        as_given=far == 0,
        with_condition=f"{far:.2f}" == "0.00",
        evidence=f"A score {gap + 0.1:.2f} below the best gets the weight {far:.4f}, printed {far:.2f}; "
        f"at {gap - 0.1:.2f} below it prints {near:.2f}",
    )


@claim(
    "S0-51",
    "Data may turn the row 1 1 0 0 into a row such as 0.33 0.36 0.31 0",
    where="“Soft” keys, lines 200-213",
    concept="weighted-blend",
    correction="One is a sum, the other a mean. Divide the first by its total; from there learning "
    "moves weight to tiger.",
)
def the_two_rows_are_of_different_kinds() -> Finding:
    chosen = _row("dog", "cat")
    mean = chosen / chosen.sum()

    def total(row: Vector) -> float:
        """The whole weight of a row: what it returns when every value is 1."""
        return float(_read(row, values=np.ones(len(row))))

    return settle(
        as_given=close(total(chosen), total(LEARNED_ROW)),
        with_condition=close(total(mean), total(LEARNED_ROW)),
        evidence=f"The first has total {total(chosen):.0f} and returns {_read(chosen):.0f}, the "
        f"second total {total(LEARNED_ROW):.0f} and {_read(LEARNED_ROW):.2f}; "
        f"divided by its total the first returns {_read(mean):.0f}",
    )


unchecked(
    "S0-52",
    "Data has enough signal to relate dog, cat and animal",
    where="“Soft” keys, line 215",
    concept="weighted-blend",
    correction="No data is named, and the row shown relates tiger nearly as strongly: name all "
    "three.",
    because="No data is named, so there is no signal to look for.",
)


# References


@claim(
    "S0-53",
    "Two links document the built-in method hash",
    where="Python Dictionaries, line 24, and References, lines 221 and 222",
    concept="sources",
    about="python",
    correction="`hash` is a function, and neither link leads to it. Link the entry `hash` on the "
    "page of built-in functions.",
)
def neither_link_leads_to_the_function() -> Finding:
    anchors = ("term-hashable", "how-are-dictionaries-implemented-in-cpython")
    home = getattr(hash, "__self__", None)
    assert ismodule(home)
    listed = " and ".join(f"`#{anchor}`" for anchor in anchors)
    return settle(
        as_given="hash" in anchors,
        with_condition="term-hashable" in anchors,
        evidence=f"`hash` is a function of the module `{home.__name__}`; the links lead to {listed}",
    )


@claim(
    "S0-54",
    "sys.hash_info documents the size of the integer",
    where="References, line 223",
    concept="sources",
    about="python",
)
def hash_info_tells_the_width() -> Finding:
    return settle(
        as_given=sys.hash_info.width in (32, 64)
        and sys.maxsize.bit_length() + 1 == sys.hash_info.width,
        evidence="`sys.hash_info.width` is the width of the integer, as wide as `sys.maxsize` with a sign",
    )


unchecked(
    "S0-55",
    "A page of Wikipedia explains the transformer",
    where="References, line 219",
    concept="sources",
    correction="Cite the paper: Vaswani and others, 2017, “Attention Is All You Need”.",
    because="The build opens no network, and an encyclopaedia's page changes after it is cited.",
)


@claim(
    "S0-56",
    "The two assumptions stand in a numbered list",
    where="“Soft” keys, lines 142 and 143",
    concept="notation",
    about="form",
    correction="Each line starts with a tab, so Markdown shows them as code. Remove the tab.",
)
def a_leading_tab_makes_code_of_a_list() -> Finding:
    deepest_marker, tab_stop = 3, 4  # CommonMark: a list marker stands at most three columns in
    given, repaired = "\t1. discrete", "1. discrete"

    def indent(line: str) -> int:
        return len(line.expandtabs(tab_stop)) - len(line.lstrip())

    return settle(
        as_given=indent(given) <= deepest_marker,
        once_repaired=indent(repaired) <= deepest_marker,
        evidence=f"The tab indents a line by {indent(given)} columns; "
        f"a list marker may stand {deepest_marker} columns in, no more",
    )


@claim(
    "S0-57",
    "A section of references lists five sources",
    where="References, lines 217-223",
    concept="sources",
    about="form",
    correction="Link definitions do their work in the text, but print nothing below the heading. "
    "Write a visible list as well.",
)
def link_definitions_print_nothing() -> Finding:
    definition = re.compile(r" {0,3}\[[^\]]+\]: *\S+")
    numbers = range(1, 6)
    given = [f"[{number}]: https://example.org/{number}" for number in numbers]
    repaired = [f"{number}. https://example.org/{number}" for number in numbers]
    printed, listed = (
        [line for line in lines if not definition.fullmatch(line)] for lines in (given, repaired)
    )
    return settle(
        as_given=len(printed) == len(given),
        once_repaired=len(listed) == len(repaired),
        evidence=f"Of {len(given)} link definitions Markdown prints {len(printed)} where they "
        f"stand, of {len(repaired)} lines of a list {len(listed)}",
    )
