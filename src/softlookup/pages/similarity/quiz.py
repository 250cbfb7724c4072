"""Questions of the page on similarity."""

import numpy as np

from softlookup import steps, words
from softlookup.examples import KEYS, SCORES, TENNIS, WORDS
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.similarity.numbers import (
    cosines,
    how_many,
    least_alike,
    lengths,
    near_target,
    target_places,
)
from softlookup.steps.similarity import cosine as _cosine
from softlookup.steps.similarity import dot as _dot
from softlookup.write import number


def _row(vector: object) -> str:
    """A vector for reading: whole numbers bare, others with one digit."""
    parts = [
        number(x, 0 if x.is_integer() else 1).replace(",", "")
        for x in np.asarray(vector, dtype=float).tolist()
    ]
    return f"({', '.join(parts)})"


@misconception(
    "The dot product compares directions",
    fact="It compares directions and lengths, and only the cosine compares directions alone.",
    concept="dot-product-similarity",
)
def only_directions() -> str:
    query, long, parallel = np.ones(3), np.array([1000.0, 0.0, 0.0]), np.full(3, 2.0)
    scores = _dot(query, long), _dot(query, parallel)
    cosines = _cosine(query, long), _cosine(query, parallel)
    assert scores[0] > scores[1]
    assert cosines[0] < cosines[1]
    return (
        f"For the query {_row(query)} the key {_row(long)} scores {scores[0]:.0f}, at cosine "
        f"{number(cosines[0])}. The key {_row(parallel)} points exactly where the query points, cosine "
        f"{number(cosines[1], 0)}, and scores {number(scores[1], 0)}."
    )


@misconception(
    "The most similar key is the nearest one",
    fact="A high score can be far away. Distance and dot product put keys in the same order when all "
    "keys are equally long, and need not otherwise.",
    concept="dot-product-similarity",
)
def similar_is_near() -> str:
    near, far = TENNIS, 2 * KEYS[0]
    distances = [float(np.linalg.norm(TENNIS - key)) for key in (near, far)]
    assert distances[0] < distances[1]
    assert _dot(TENNIS, near) < _dot(TENNIS, far)
    return (
        f"Store tennis itself, {_row(near)}, as a key. It is at distance {number(distances[0], 0)} from "
        f"the query and scores {number(_dot(TENNIS, near), 0)}. The key {_row(far)} is at distance "
        f"{number(distances[1])} and scores {number(_dot(TENNIS, far), 0)}."
    )


@misconception(
    "Opposite meaning, opposite direction",
    fact="Word vectors are made from the company that words keep. Opposites keep the same company, so "
    "they point much the same way.",
    concept="word-vectors",
)
def opposites_point_apart() -> str:
    hot_cold = cosines["hot"]["cold"]
    first, second = least_alike
    lowest = cosines[first][second]
    assert hot_cold > 0.5
    assert -0.5 < lowest < 0
    return (
        f"Hot and cold have cosine {number(hot_cold)}. The lowest cosine of any two of the {how_many} words is "
        f"{number(lowest)}, of {first} and {second.title()}: far from −1, and no opposites."
    )


@exercise(
    "The query is (2, 1, 3). The keys are the rows (−1, 2, −1), (3, 0, −2) and (4, −2, −1). Find the three "
    "scores. What are the shapes of $q$, $K$ and $q K^{\\mathsf T}$? What happens to the second score "
    "when you halve its key?"
)
def three_scores() -> str:
    query = np.array([2.0, 1.0, 3.0])
    keys = np.array([[-1.0, 2.0, -1.0], [3.0, 0.0, -2.0], [4.0, -2.0, -1.0]])
    scores = query @ keys.T
    assert scores[1] == 0
    assert _dot(query, keys[1] / 2) == 0
    return (
        f"The scores are {', '.join(number(s, 0) for s in scores)}. $q$ has shape {query.shape}, $K$ "
        f"{keys.shape}, and the product {scores.shape}: one score for each key. The second key is at a right "
        f"angle to the query. Half of it, {_row(keys[1] / 2)}, still scores {number(scores[1], 0)}: "
        "length cannot change a zero."
    )


@exercise(
    "In a plane of *tame* and *large*, let dog be (3, 1), cat (2, −1), tiger (−2, 3) and the number 8 be "
    "(0, 0). Find a query other than (0, 0) that scores dog and tiger alike. Which entry is last for it?"
)
def equal_scores() -> str:
    keys = {"dog": [3, 1], "cat": [2, -1], "tiger": [-2, 3], "8": [0, 0]}
    difference = np.array(keys["dog"]) - np.array(keys["tiger"])
    query = np.array([-difference[1], difference[0]])  # at a right angle to the difference
    scores = {word: int(_dot(query, key)) for word, key in keys.items()}
    assert scores["dog"] == scores["tiger"]
    last = min(scores, key=lambda word: scores[word])
    assert last == "cat"
    listed = ", ".join(f"{word}: {number(score, 0)}" for word, score in scores.items())
    return (
        f"Equal scores mean that the query is at a right angle to dog minus tiger, {_row(difference)}. "
        f"{_row(query)} is, with the scores {listed}. The last is {last}, not 8. A key at the origin scores "
        "0 with every query, and 0 beats every negative score. (With the query turned round, all signs "
        "change, and dog and tiger share the last place.)"
    )


@exercise(
    "Tree scores 1 with tennis. By which factor must you stretch tree’s key (−1, 2) to make it the best "
    "match for tennis? And for the query (2, 0)?"
)
def stretch_the_tree() -> str:
    tree, other = KEYS[2], np.array([2.0, 0.0])
    factor = max(SCORES) / _dot(TENNIS, tree)
    assert _dot(TENNIS, 1.01 * factor * tree) > max(SCORES)
    before, after = _dot(other, tree), _dot(other, 10 * tree)
    assert after < before < 0
    return (
        f"By more than {number(factor, 0)}: racket has {number(max(SCORES), 0)}. For (2, 0) no factor "
        f"helps. The score is {number(before, 0)}, and ten times the length makes it {number(after, 0)}. "
        "Length makes a good match better and a bad one worse."
    )


@exercise(
    "Show that the squared distance is $|q|^2 + |k|^2 - 2\\,q \\cdot k$, and use it: when does the nearest "
    "key have the highest score, whatever the query?"
)
def distance_and_score() -> str:
    squared = np.sum((TENNIS - KEYS) ** 2, axis=1)
    formula = TENNIS @ TENNIS + np.sum(KEYS**2, axis=1) - 2 * SCORES
    assert np.allclose(squared, formula)
    listed = ", ".join(
        f"{word} {number(distance, 0)}" for word, distance in zip(WORDS, squared, strict=True)
    )
    return (
        "Multiply out $(q - k) \\cdot (q - k)$. The query’s own term is the same for all keys. If all keys "
        "have one length, so is $|k|^2$, and a smaller distance is a larger score. With different lengths "
        f"the two can part. For tennis the squared distances are {listed}; the formula gives the same."
    )


@question(
    "What does the dot product of a query and a key tell you?",
    hint="Double the key and compute again. What changes: the angle, the score, or both?",
    concept="dot-product-similarity",
)
def what_a_score_says() -> Answers:
    query = key = np.array([1.0, 0.0])
    scores = _dot(query, key), _dot(query, 2 * key)
    assert scores == (1, 2)
    assert _cosine(query, key) == _cosine(query, 2 * key)
    assert np.linalg.norm(query - key) < np.linalg.norm(query - 2 * key)
    return Answers(
        right="How well their directions agree, times both lengths",
        why=f"Doubling a key that points with the query leaves the cosine at 1 and takes the score from "
        f"{number(scores[0], 0)} to {number(scores[1], 0)}.",
        wrong={
            "The angle between them, and nothing else": "the dot product is taken for the cosine; but "
            "doubling a key doubles the score at the same angle",
            "How far apart their ends are: the smaller, the closer": "the score is taken for a distance; "
            "but the doubled key is farther away and scores higher",
            "The probability that the key is the right one": "a score, before softmax, is taken for a "
            f"weight, after it; but a score can be {number(scores[1], 0)}, or negative",
        },
    )


@question(
    "Let a be (1, 1, 1), c (2, 2, 2) and b (1000, 0, 0). Which of b and c has the larger dot product with a, "
    "and which is parallel to a?",
    hint="Two dot products, then divide each by its lengths.",
    concept="dot-product-similarity",
)
def which_is_parallel() -> Answers:
    a, b, c = np.ones(3), np.array([1000.0, 0.0, 0.0]), np.full(3, 2.0)
    larger = "b" if _dot(a, b) > _dot(a, c) else "c"
    parallel = "b" if _cosine(a, b) > _cosine(a, c) else "c"
    assert (larger, parallel) == ("b", "c")

    def option(first: str, second: str) -> str:
        return f"The larger product is with {first}, parallel is {second}"

    return Answers(
        right=option(larger, parallel),
        why=f"The products are {_dot(a, b):.0f} and {number(_dot(a, c), 0)}, the cosines "
        f"{number(_cosine(a, b))} and {number(_cosine(a, c), 0)}.",
        wrong={
            option(
                "c", "b"
            ): "the longest vector is taken for the parallel one, and the parallel one for the longest",
            option("b", "b"): "the largest product is taken for the same direction",
            option("c", "c"): "dot product and cosine are taken to agree always",
        },
    )


@question(
    "A query and a key are almost at a right angle. What do you know about their score?",
    hint="Write it as length times length times cosine, and try lengths of 100.",
    concept="dot-product-similarity",
)
def almost_at_right_angles() -> Answers:
    query = np.array([100.0, 0.0])
    key = 100 * np.array([0.01, np.sqrt(1 - 0.01**2)])
    score, cosine = float(_dot(query, key)), float(_cosine(query, key))
    assert np.isclose(score, 100)
    share = steps.softmax.softmax([0, -5, -5])[0]
    return Answers(
        right="It is small beside the product of the lengths, and may still be a large number",
        why=f"At cosine {number(cosine, 2)} two vectors of length 100 score {number(score, 0)}.",
        wrong={
            "It is clearly negative": "a right angle is taken for opposite directions",
            "It is about 1 divided by the number of keys": "a score is taken for an equal share, which is "
            "a weight",
            "It is so small that the key will be ignored": "the score is read alone, not beside the other "
            f"scores; beside two scores of −5, a score of 0 gets {number(100 * share, 0)} %",
        },
    )


@question(
    "Among our 258 real words, which has the highest cosine with queen − woman + man?",
    hint="How long is man − woman, compared with queen?",
    concept="word-vectors",
)
def nearest_to_the_sum() -> Answers:
    assert how_many == 258
    first, second = target_places[:2]
    step = float(np.linalg.norm(words.vector("man") - words.vector("woman")))
    return Answers(
        right=first,
        why=f"Queen has {number(near_target[first])}, king {number(near_target[second])}. The step man − woman has "
        f"length {number(step, 2)}, queen {number(lengths['queen'], 2)}: the sum does not get far from where it "
        "started.",
        wrong={
            second: "the words that went in are left out without saying so; then king is first",
            "man": f"the word that was added is taken for the result; its cosine is {number(near_target['man'])}",
            "princess": "the nearest other word to queen is taken for the answer; but the step man − woman "
            f"lowers princess to {number(near_target['princess'])}",
        },
    )


@question(
    "You want the same ranking of keys from dot product, cosine and distance, for every query. What is "
    "enough?",
    hint="Which part of each formula belongs to the key alone?",
    concept="dot-product-similarity",
)
def when_rankings_agree() -> Answers:
    generator = np.random.default_rng(0)
    queries = generator.normal(size=(200, 5))
    keys = generator.normal(size=(6, 5))
    equal = keys / np.linalg.norm(keys, axis=1, keepdims=True)
    agreeing = {
        "equal": sum(_agree(query, equal) for query in queries),
        "unit query": sum(_agree(query / np.linalg.norm(query), keys) for query in queries),
        "positive": sum(_agree(query, np.abs(keys)) for query in np.abs(queries)),
    }
    assert agreeing["equal"] == len(queries)
    assert max(agreeing["unit query"], agreeing["positive"]) < len(queries)
    return Answers(
        right="All keys have the same length",
        why="Then only the angle differs from key to key. Over six such keys the three rankings agree for "
        f"{agreeing['equal']} of {len(queries)} random queries.",
        wrong={
            "All queries have length 1": "the query’s length is taken for the one that matters; it is the "
            f"same for all keys (agreement in {agreeing['unit query']} of {len(queries)})",
            "All numbers are positive": "positive scores are taken for comparable ones (agreement in "
            f"{agreeing['positive']} of {len(queries)})",
        },
    )


def _agree(query: np.ndarray, keys: np.ndarray) -> bool:
    """Whether the three measures put the keys in one order."""
    by_score = np.argsort(-(keys @ query))
    by_cosine = np.argsort([-_cosine(query, key) for key in keys])
    by_distance = np.argsort(np.linalg.norm(keys - query, axis=1))
    return bool((by_score == by_cosine).all() and (by_score == by_distance).all())
