"""Tables of the page on relatives."""

from collections.abc import Callable

import numpy as np

from softlookup import words
from softlookup.examples import KEYS, SCORES, TENNIS, VALUES, WORDS, Vector
from softlookup.pages.relatives.numbers import (
    common,
    features,
    guess,
    hopfield,
    kernel_regression,
    linear,
    output,
    place,
    plane,
    read_back,
)
from softlookup.pages.relatives.weighing import entmax, sigmoids
from softlookup.steps.attention import attention
from softlookup.steps.memory_read import memory_read
from softlookup.steps.retrieval import retrieve
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax
from softlookup.steps.sparse import top_lookup
from softlookup.write import number, table


def names() -> str:
    """Tennis asked under five names."""
    attended = attention([TENNIS], KEYS, VALUES[:, None]).item()
    recalled = hopfield.recall(TENNIS, KEYS)
    best = ", ".join(WORDS[i] for i in retrieve(TENNIS, KEYS, 2))
    rows = [
        ["attention", r"$q \cdot k_j / \sqrt{d_k}$", "values", number(attended)],
        [
            "kernel regression",
            r"$-\lvert q - k_j\rvert^2 / 2h^2$",
            "values",
            number(plane),
        ],
        [
            "memory network",
            r"$q \cdot k_j$",
            "values",
            number(float(memory_read(TENNIS, KEYS, VALUES))),
        ],
        [
            "Hopfield memory",
            r"$\beta\, q \cdot k_j$",
            "the keys",
            f"({', '.join(number(x) for x in recalled)})",
        ],
        ["retrieval", r"$q \cdot k_j$", "best 2, whole", best],
    ]
    return table(["name", "score", "it blends", "to tennis"], rows, align="lllr")


def by_hand() -> str:
    """A guess by kernel regression, and the same weights from dot products."""
    places, heights = kernel_regression.places, kernel_regression.heights
    kernel, product = -((place - places) ** 2) / 2, place * places - places**2 / 2
    weights = softmax(kernel)
    assert np.isclose(weights @ heights, guess)
    assert np.allclose(product - kernel, common)
    rows: list[list[str]] = [
        [number(p, 0), number(s), number(d), number(w), number(h, 0), number(w * h)]
        for p, s, d, w, h in zip(places, kernel, product, weights, heights, strict=True)
    ]
    total = ["sum", "", "", number(weights.sum()), "", number(weights @ heights)]
    return table(
        ["place", "−distance²/2", "dot product", "weight", "height", "product"], [*rows, total]
    )


def recall() -> str:
    """How alike the state is to the stored letter, step by step."""
    rows = []
    steps = (0, 1, 5, 50)
    for sharpness in (1.0, 0.15, 0.1, 0.02):
        state, cells = hopfield.damaged, []
        for step in range(max(steps) + 1):
            if step in steps:
                cells.append(number(float(hopfield.cosine(state, hopfield.patterns[0]))))
            state = hopfield.recall(state, hopfield.patterns, sharpness)
        rows.append([f"{sharpness:g}", *cells])
    return table(["sharpness", "damaged", *[f"step {step}" for step in steps[1:]]], rows)


def nearest(vector: Vector) -> str:
    """The known word whose vector lies nearest."""
    known = words.known()
    return known[int(((words.vectors(known) - vector) ** 2).sum(axis=1).argmin())]


def hops() -> str:
    """Two facts of real words, asked in one, two and three hops."""
    rows = []
    for start, middle, end in (
        ("paris", "france", "wine"),
        ("puppy", "dog", "bread"),
        ("milan", "italy", "rome"),
    ):
        keys, values = words.vectors([start, middle]), words.vectors([middle, end])
        found = [
            nearest(memory_read(words.vector(start), keys, values, hops)) for hops in (1, 2, 3)
        ]
        rows.append([f"{start} → {middle}, {middle} → {end}", *found])
    return table(["two facts", "hop 1", "hop 2", "hop 3"], rows, align="llll")


def slopes() -> str:
    """How far the answer moves when a key goes a little along the query."""
    ways: dict[str, Callable[[Vector], float]] = {
        "soft": lambda keys: float(soft_lookup(TENNIS, keys, VALUES)),
        "best two": lambda keys: float(top_lookup(TENNIS, keys, VALUES, 2)),
        "best one": lambda keys: float(top_lookup(TENNIS, keys, VALUES, 1)),
    }
    step = 1e-6
    rows = []
    for j, word in enumerate(WORDS):
        nudge = np.zeros_like(KEYS)
        nudge[j] = step * TENNIS
        cells = [number((f(KEYS + nudge) - f(KEYS - nudge)) / (2 * step)) for f in ways.values()]
        rows.append([f"**{word}**’s key", *cells])
    # A step along the query raises the score by its squared length; one towards its point may lower it.
    soft = softmax(SCORES) * (VALUES - ways["soft"](KEYS)) * (TENNIS @ TENNIS)
    assert [row[1] for row in rows] == [number(float(slope)) for slope in soft]
    return table(["nudged", *ways], rows)


def linear_answers() -> str:
    """Tennis asked by products of features: more features, nearer to the exponential."""
    rows = [[name, str(features[name]), number(answer)] for name, answer in linear.items()]
    return table(
        ["features", "how many", "tennis"], [*rows, ["the exponential", "–", number(output)]]
    )


def written() -> str:
    """Three prices written into one matrix, and what each key reads afterwards."""
    titles = {
        "added": "added up",
        "corrected": "delta rule",
        "apart": "delta rule, keys at right angles",
    }
    rows = [
        [f"**{word}**", number(value, 0), *(number(read_back[name][j], 1) for name in titles)]
        for j, (word, value) in enumerate(zip(WORDS, VALUES, strict=True))
    ]
    return table(["key", "written", *titles.values()], rows)


def weighings() -> str:
    """Four ways from the scores of tennis to weights, and one query that fits nothing."""
    ways: dict[str, Callable[[Vector], Vector]] = {
        "softmax": softmax,
        f"entmax {number(3 / 2, 1)}": lambda scores: entmax(scores, 3 / 2),
        "sparsemax": lambda scores: entmax(scores, 2),
        "sigmoid": sigmoids,
    }
    rows = []
    for name, way in ways.items():
        weights, opposite = way(SCORES), way(-SCORES)
        cells = [number(x, 2) for x in (*weights, weights.sum(), opposite.sum())]
        rows.append([name, *cells])
    return table(["", *WORDS, "total", "total, opposite of tennis"], rows)
