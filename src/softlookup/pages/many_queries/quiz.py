"""Questions of the page on many queries."""

import numpy as np

from softlookup import snippets
from softlookup.examples import ANIMAL_VALUES, KEYS, TENNIS, VALUES
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.many_queries.numbers import ANSWERS, QUERIES, SCORES, WEIGHTS
from softlookup.steps.softmax import softmax as _softmax
from softlookup.write import number

many_queries = snippets.example("many_queries")

_read, _lookup = many_queries.read_weights, many_queries.soft_lookup


# Three queries over one-hot keys, and the weights of a softmax down the columns.
_DOGS = np.eye(4)[[0, 0, 3]]
_DOWN = _softmax(_DOGS @ np.eye(4).T, axis=0)


def _listed(numbers: object, digits: int = 2) -> str:
    return ", ".join(number(x, digits) for x in np.ravel(np.asarray(numbers, dtype=float)))


@misconception(
    "Row j of the weights belongs to key j",
    fact="A row belongs to a query, a column to a key. In a square both readings look possible, and only "
    "the sums tell them apart.",
    concept="batched-queries",
)
def row_is_key() -> str:
    two = _read(QUERIES[:2], KEYS)
    assert np.allclose(WEIGHTS.sum(axis=1), 1)
    assert not np.allclose(WEIGHTS.sum(axis=0), 1, atol=0.01)
    return (
        f"Tennis, tree’s key and nothing ask racket, ball and tree: 3 × 3. The rows sum to "
        f"{_listed(WEIGHTS.sum(axis=1))}, the columns to {_listed(WEIGHTS.sum(axis=0))}. Leave one query "
        f"out, and {two.shape[0]} rows of {two.shape[1]} remain: no key has gone."
    )


@misconception(
    "For a softmax along the rows, axis=-1 is enough",
    fact="The sum loses its axis, and NumPy lines it up with the columns. Only `keepdims=True` leaves "
    "it standing beside the rows.",
    concept="reference-implementation",
)
def axis_is_enough() -> str:
    scores = np.array([[2.0, 0.0], [0.0, 0.0]])
    exponentials = np.exp(scores)
    given = exponentials / exponentials.sum(axis=-1)
    assert np.allclose(given, _softmax(scores).T)
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    assert not np.allclose(shifted / shifted.sum(axis=-1), _softmax(scores).T)
    return (
        f"Scores 2, 0 and 0, 0 give the rows {_listed(given[0], 3)} and {_listed(given[1], 3)}. They sum to "
        f"{_listed(given.sum(axis=1), 3)}. These scores are symmetric, and for symmetric scores the mistake "
        "returns exactly the transpose of the right weights, as long as no maximum is subtracted first."
    )


@exercise(
    "The dictionary dog 10, cat 2, tiger 5, 8 → 12 has one-hot keys. Five queries ask at once. Write "
    "down the shapes of Q, K, V, the scores, the weights and the output. Which of them change when a "
    "fifth entry is stored?"
)
def shapes() -> str:
    keys, values = np.eye(4), ANIMAL_VALUES[:, None]
    queries = np.random.default_rng(0).normal(size=(5, 4))
    scores, output = queries @ keys.T, _lookup(queries, keys, values)
    weights = _read(queries, keys)
    assert weights.shape == scores.shape == (5, 4)
    assert output.shape == (5, 1)
    return (
        f"Q {queries.shape}, K {keys.shape}, V {values.shape}, scores and weights {weights.shape}, output "
        f"{output.shape}. A fifth entry makes $n_k$ = 5, which is in K, V, scores and weights. One-hot keys "
        "also grow wider by one number, so $d_k$ = 5, and the queries must grow with them. The output keeps "
        "its shape: it knows neither how many entries there are nor how wide the keys are."
    )


@exercise(
    "A test takes four one-hot queries, in order, over the four one-hot keys of that dictionary. Three "
    "programs are tested: one forgets the transpose of K, one runs the softmax down the columns, one "
    "leaves out `keepdims`. Which of them fail the test?"
)
def blind_test() -> str:
    keys = queries = np.eye(4)
    right = _lookup(queries, keys, ANIMAL_VALUES)
    exponentials = np.exp(queries @ keys.T)
    found = [
        _softmax(queries @ keys) @ ANIMAL_VALUES,
        exponentials / exponentials.sum(axis=0) @ ANIMAL_VALUES,
        exponentials / exponentials.sum(axis=-1) @ ANIMAL_VALUES,
    ]
    assert all(np.allclose(answers, right) for answers in found)
    assert len(np.unique(exponentials.sum(axis=-1).round(12))) == 1
    return (
        f"None. All three return {_listed(right)}, as the right program does. The scores form an identity "
        "matrix: it equals its transpose, and its rows and columns all have the same sum. Test "
        "with scores that are not symmetric, and with more queries than keys."
    )


@exercise(
    "Dog, dog and 8 ask the four one-hot keys of that dictionary. A program returns "
    f"{_listed(_DOWN @ ANIMAL_VALUES)}. Every answer lies between 2 and 12. Do you trust it? Name a "
    "test that needs no second program."
)
def from_the_output() -> str:
    answers = _DOWN @ ANIMAL_VALUES
    assert answers.max() < ANIMAL_VALUES.max()
    alone = _softmax(_DOGS[:1] @ np.eye(4).T, axis=0) @ ANIMAL_VALUES
    right = _lookup(_DOGS, np.eye(4), ANIMAL_VALUES)
    assert not np.allclose(answers, right, atol=0.1)
    assert np.allclose(alone, ANIMAL_VALUES.sum())
    return (
        f"Ask dog alone: this program returns {_listed(alone, 0)}, the sum of all values, and so contradicts "
        f"itself. It runs the softmax down the columns; its rows sum to {_listed(_DOWN.sum(axis=1))}. The "
        f"right answers are {_listed(right)}, alone as in company. A number out of range proves a mistake. "
        "Numbers in range prove nothing."
    )


@exercise(
    "Tennis, tree’s key and (0, 0) ask racket, ball and tree. Reverse the order of the queries. Then, instead, of "
    "the keys and the values together. Then of the "
    "keys alone. What happens to the output in each case?"
)
def reorder() -> str:
    right = ANSWERS
    queries = _lookup(QUERIES[::-1], KEYS, VALUES)
    entries = _lookup(QUERIES, KEYS[::-1], VALUES[::-1])
    keys = _lookup(QUERIES, KEYS[::-1], VALUES)
    assert np.allclose(queries, right[::-1])
    assert np.allclose(entries, right)
    assert not np.allclose(keys, right)
    return (
        f"Queries: the rows of the output follow, {_listed(queries, 3)}. Keys and values together: nothing, "
        f"{_listed(entries, 3)}; entries have no order. Keys alone: {_listed(keys, 3)}. Now racket’s key "
        "finds tree’s value. No shape complains, because none has changed."
    )


@question(
    "Seven queries ask five entries; keys have 3 numbers, values 2. What is the shape of the weights?",
    hint="Who asks? Who answers?",
    concept="batched-queries",
)
def shape_of_weights() -> Answers:
    random = np.random.default_rng(0)
    queries, keys, values = (random.normal(size=shape) for shape in ((7, 3), (5, 3), (5, 2)))
    weights, output = _read(queries, keys), _lookup(queries, keys, values)
    return Answers(
        right=str(weights.shape),
        why=f"One row for each query, one column for each key. The 3 meets itself in the product "
        f"and is gone; the output is {output.shape}.",
        wrong={
            str(weights.T.shape): "rows are taken for keys",
            str((queries.T @ queries).shape): "the inner axis is kept instead of summed away",
            str(output.shape): "the weights are taken for the output",
        },
    )


@question(
    "A hundred more queries are stacked below tennis. What happens to the answer of tennis?",
    hint="Which rows does row 1 of the scores use? And row 1 of the softmax?",
    concept="batched-queries",
)
def more_company() -> Answers:
    company = np.random.default_rng(0).normal(size=(100, 2))
    alone = _lookup(TENNIS[None], KEYS, VALUES)[0]
    together = _lookup(np.vstack([TENNIS, company]), KEYS, VALUES)[0]
    assert np.isclose(alone, together)
    return Answers(
        right="Nothing, up to rounding",
        why=f"It is {number(alone)} alone and {number(together)} in company. Each row is its own lookup.",
        wrong={
            "It moves towards the mean": "queries are taken for entries, which dilute each other",
            "Its weights shrink, because all weights together sum to 1": "the whole matrix is taken for one "
            "softmax",
            "It depends on how similar the other queries are": "queries are believed to read each other; "
            "they read keys",
        },
    )


@question(
    "Which sums are 1 in a matrix of weights?",
    hint="Each query hands out exactly one unit of attention.",
    concept="batched-queries",
)
def which_sums() -> Answers:
    weights = WEIGHTS
    assert np.allclose(weights.sum(axis=1), 1)
    assert np.isclose(weights.sum(), len(weights))
    return Answers(
        right="Each row",
        why=f"When tennis, tree’s key and (0, 0) ask, the columns sum to {_listed(weights.sum(axis=0))}: how "
        "much each entry is read by all queries "
        "together. Nothing makes that 1.",
        wrong={
            "Each column": "keys are believed to hand out the weight",
            "Rows and columns": "a square matrix of shares is taken for one that sums to 1 both ways",
            "All weights together": f"one softmax over everything; the total is {number(weights.sum(), 0)}, "
            "the number of queries",
        },
    )


@question(
    "Weights are computed as `exp(S) / exp(S).sum(axis=-1)` in NumPy. What happens when S is square?",
    hint="What is the shape of the sum? Along which axis does NumPy line it up?",
    concept="reference-implementation",
)
def square_scores() -> Answers:
    exponentials = np.exp(SCORES)
    given = exponentials / exponentials.sum(axis=-1)
    assert np.isclose(given[0, 1], exponentials[0, 1] / exponentials[1].sum())
    return Answers(
        right="No error: entry (i, j) is divided by the sum of row j",
        why=f"When tennis, tree’s key and (0, 0) ask, the rows then sum to {_listed(given.sum(axis=1))}. With 2 "
        "queries and 3 "
        "keys it raises; with 1 query it is right, so a test with one query passes.",
        wrong={
            "The rows sum to 1, because axis=-1 sums along rows": "the shape (n,) of the sum is overlooked",
            "It raises: the shapes do not fit": "true for most other shapes, but a square fits both ways",
            "It is right until a score is so large that exp overflows": "only the numerical fault is seen",
        },
    )
