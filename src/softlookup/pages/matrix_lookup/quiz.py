"""Questions of the page on lookup as matrix multiplication."""

import numpy as np

from softlookup.examples import ANIMAL_VALUES, ANIMALS
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.steps.matrix_lookup import matrix_lookup
from softlookup.write import number

_KEYS = np.eye(4)  # dog, cat, tiger, 8


def _row(*numbers: float) -> str:
    return " ".join(f"{x:.0f}" for x in numbers)


@misconception(
    "Query times key matrix is the lookup",
    fact="The product with the transpose compares the query with every key. The product with the key "
    "matrix itself does not. Both agree when the key matrix is its own transpose. The identity is, which "
    "is why it hides the mistake.",
    concept="one-hot-matrix-lookup",
)
def without_transpose() -> str:
    keys = np.roll(_KEYS, 1, axis=1)  # every 1 one place further to the right
    right, wrong = matrix_lookup(keys[0], keys, ANIMAL_VALUES), keys[0] @ keys @ ANIMAL_VALUES
    assert right == ANIMALS["dog"] != wrong
    return (
        f"Take the dictionary dog 10, cat 2, tiger 5 and 8 → 12, and move every 1 one place to the right. "
        f"Dog’s own key returns {wrong:.0f} without the transpose and {right:.0f} with it."
    )


@misconception(
    "Writing a lookup as a product changes only the notation",
    fact="It changes what can be asked. A row of zeros is a legal query and returns 0, where a "
    "dictionary would raise. So is a row with two 1s, and it returns the sum of two values.",
    concept="one-hot-matrix-lookup",
)
def only_notation() -> str:
    nothing = matrix_lookup(np.zeros(4), _KEYS, ANIMAL_VALUES)
    both = matrix_lookup(_KEYS[0] + _KEYS[1], _KEYS, ANIMAL_VALUES)
    assert both > max(ANIMALS["dog"], ANIMALS["cat"])
    return (
        f"For dog 10, cat 2, tiger 5 and 8 → 12, the row 0 0 0 0 returns {nothing:.0f} and 1 1 0 0 returns "
        f"{both:.0f}, which is more than dog and more than cat."
    )


@exercise(
    "Four entries: dog 10, cat 2, tiger 5 and 8 → 12. Their keys are the rows of the identity, taken in the "
    "order `np.eye(4)[[2, 0, 3, 1]]`. You hold dog’s key, the first row. Which of `q @ K @ V` and "
    "`q @ K.T @ V` returns dog’s 10, and what does the other return?"
)
def permuted_keys() -> str:
    keys = _KEYS[[2, 0, 3, 1]]
    dog = keys[0]
    right, wrong = matrix_lookup(dog, keys, ANIMAL_VALUES), dog @ keys @ ANIMAL_VALUES
    assert right == 10 != wrong
    owner = next(word for word, value in ANIMALS.items() if value == wrong)
    return (
        f"Dog’s key is {_row(*dog)}. With the transpose the matches are {_row(*dog @ keys.T)} and the "
        f"answer is {right:.0f}. Without it they are {_row(*dog @ keys)}, and the answer is {wrong:.0f}, the "
        f"value of the key {owner}."
    )


@exercise(
    "Same values, keys in plain order. Which query returns the mean of the four values? Which query "
    "returns 8? Is it the only one?"
)
def mean_query() -> str:
    mean = matrix_lookup(np.full(4, 1 / 4), _KEYS, ANIMAL_VALUES)
    eight = np.array([0.75, 0.25, 0, 0])
    other = np.array([0.8, 0, 0, 0])
    assert np.isclose(mean, ANIMAL_VALUES.mean())
    assert matrix_lookup(eight, _KEYS, ANIMAL_VALUES) == 8
    assert np.isclose(matrix_lookup(other, _KEYS, ANIMAL_VALUES), 8)
    return (
        f"A quarter everywhere returns {number(mean, 2)}. For 8 take {eight[0]} dog and "
        f"{eight[1]} cat, or {other[0]} dog and nothing else: many rows do it. The "
        "second sums to less than 1, so it is no average. [Soft lookup](soft-lookup.md) will insist on 1."
    )


@exercise(
    "Five keys of three numbers each are the rows of `K`. What are the shapes of `q`, `q @ K.T` and "
    "`q @ K.T @ V`, and what does `q @ K` do? Can the five keys be one-hot and all different?"
)
def shapes() -> str:
    keys, values, query = np.ones((5, 3)), np.ones(5), np.ones(3)
    matches = query @ keys.T
    try:
        message = str(query @ keys)
    except ValueError as error:
        message = type(error).__name__
    assert message == "ValueError"
    return (
        f"`q` has the shape {query.shape}, `q @ K.T` {matches.shape}, and `q @ K.T @ V` "
        f"{(matches @ values).shape}, one number. `q @ K` raises a `{message}`: {query.size} numbers against "
        f"{len(keys)} rows. The keys cannot all be different one-hot rows: there are only "
        f"{len(np.eye(query.size))} of that width."
    )


@question(
    "The keys dog, cat, tiger and the number 8, worth 10, 2, 5 and 12, are one-hot rows, in this order. Which "
    "query fetches tiger’s 5?",
    hint="Count the keys, not the animals.",
    concept="one-hot-matrix-lookup",
)
def fetch_tiger() -> Answers:
    rows = {"right": [0, 0, 1, 0], "last": [0, 0, 0, 1], "value": [0, 0, 5, 0], "all": [1, 1, 1, 0]}
    found = {k: matrix_lookup(np.array(r, float), _KEYS, ANIMAL_VALUES) for k, r in rows.items()}
    assert found["right"] == ANIMALS["tiger"]
    return Answers(
        right=_row(*rows["right"]),
        why=f"Tiger is the third key, so the 1 stands third. It returns {found['right']:.0f}.",
        wrong={
            _row(*rows["last"]): "the last animal is the last key; but the last key is 8, and this "
            f"returns {found['last']:.0f}",
            _row(
                *rows["value"]
            ): "the query holds the value that is wanted; but this returns five times "
            f"tiger, {found['value']:.0f}",
            _row(*rows["all"]): "the query counts up to the key; but this adds three values to "
            f"{found['all']:.0f}",
        },
    )


@question(
    "A one-hot row with its 1 in the third place is multiplied with a matrix of 4 rows and 3 columns, which holds "
    "the numbers 0 to 11, row by row. What comes out?",
    hint="Which side of the matrix has four places?",
    concept="one-hot-matrix-lookup",
)
def row_or_column() -> Answers:
    matrix, asks = np.arange(12).reshape(4, 3), np.eye(4)[2]
    assert np.array_equal(asks @ matrix, matrix[2])
    return Answers(
        right="The third row",
        why=f"It returns {_row(*asks @ matrix)}.",
        wrong={
            "The third column": f"a row picks a column; but that would be {_row(*matrix[:, 2])}",
            "The number in row 3, column 3": f"one 1 picks one number, {matrix[2, 2]}",
        },
    )


@question(
    "Dog, cat, tiger and 8 are worth 10, 2, 5 and 12. Their keys are one-hot rows of `K`, with every 1 moved one "
    "place to the right, and `q` is dog’s. Which expression returns dog’s 10?",
    hint="A match is the dot product of the query with a row of `K`.",
    concept="one-hot-matrix-lookup",
)
def which_product() -> Answers:
    keys = np.roll(_KEYS, 1, axis=1)
    query = keys[0]
    right = matrix_lookup(query, keys, ANIMAL_VALUES)
    plain, starred = query @ keys @ ANIMAL_VALUES, query * keys * ANIMAL_VALUES
    index = ANIMAL_VALUES[query.argmax()]
    assert right == 10
    assert right not in (plain, index)
    return Answers(
        right="`q @ K.T @ V`",
        why=f"It compares dog’s key with every row of `K`, only dog’s matches, and {right:.0f} comes back.",
        wrong={
            "`q @ K @ V`": f"what works for the identity works for all; here it returns {plain:.0f}",
            "`q * K * V`": "the star is the matrix product; in NumPy it gives a table of shape "
            f"{starred.shape}",
            "`V[q.argmax()]`": "the place of the 1 in the query is the number of the entry; here that "
            f"returns {index:.0f}",
        },
    )


@question(
    "Two keys of length 1 point in different directions, but not at a right angle. You ask with the second "
    "key. What does `q @ K.T @ V` return?",
    hint="What is the dot product of the two keys?",
    concept="one-hot-matrix-lookup",
)
def leaning_keys() -> Answers:
    keys, values = np.array([[1, 0], [0.6, 0.8]]), np.array([10.0, 2.0])
    assert np.linalg.matrix_rank(keys) == 2
    answer = matrix_lookup(keys[1], keys, values)
    share = keys[0] @ keys[1]
    assert answer > values[1]
    return Answers(
        right="Its own value and a part of the other’s",
        why=f"With the keys (1, 0) and ({keys[1, 0]}, {keys[1, 1]}) and the values 10 and 2 it returns "
        f"{share} · 10 + 2 = {answer:.0f}, not 2. Different is not enough; the keys must be at right angles.",
        wrong={
            "Its own value": "keys that differ, or are independent, do not disturb each other",
            "The average of both values": "a product of matrices is an average; but its weights need not "
            "sum to 1",
        },
    )
