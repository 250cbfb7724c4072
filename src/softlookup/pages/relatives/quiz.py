"""Questions of the page on relatives."""

import math

import numpy as np

from softlookup.claims.s1 import (
    END_TO_END,
    MEMORY_NETWORKS,
    TRANSLATION,
    TURING_MACHINES,
)
from softlookup.examples import ANIMAL_VALUES, KEYS, TENNIS, VALUES
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.relatives.numbers import (
    gaussian,
    hopfield,
    kernel_regression,
    mixed_predictions,
    output,
    plane,
    read_mixture,
)
from softlookup.steps.memory_read import memory_read
from softlookup.steps.retrieval import retrieve
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.steps.softmax import softmax as _softmax
from softlookup.write import number, percent

POSTED = {
    "Bahdanau": TRANSLATION,
    "Weston": MEMORY_NETWORKS,
    "Graves": TURING_MACHINES,
    "Sukhbaatar": END_TO_END,
}


@misconception(
    "Memory Networks introduced the soft read",
    fact="“Memory Networks” (Weston, Chopra and Bordes) takes the memory with the best score and "
    "is told in training which one is right. The softmax over memories is “End-To-End Memory "
    "Networks” (Sukhbaatar and others 2015). And a soft read had been posted before either.",
    concept="memory-networks",
)
def soft_read() -> str:
    hard = VALUES[int(retrieve(TENNIS, KEYS, 1)[0])]
    soft = float(memory_read(TENNIS, KEYS, VALUES))
    assert hard in VALUES
    assert soft not in VALUES
    first, second, third = sorted(set(POSTED.values()))
    assert POSTED["Bahdanau"] == first
    assert POSTED["Weston"] == POSTED["Graves"] == second
    assert POSTED["Sukhbaatar"] == third
    return (
        f"On our example a hard read returns {hard:.0f} and a soft one {number(soft)}: they are "
        f"not the same model. By their arXiv numbers the papers were posted in {first:%B %Y} "
        f"(Bahdanau, soft), {second:%B %Y} (Weston, hard; Graves, soft) and {third:%B %Y} "
        "(Sukhbaatar, soft)."
    )


@misconception(
    "Attention is kernel regression with a Gaussian",
    fact="It is when all keys have one length. Otherwise a dot product counts an entry more, "
    "the longer its key is: by the "
    "factor $e^{|k|^2/2h^2}$.",
    concept="soft-lookup",
)
def always_gaussian() -> str:
    dot, kernel = output, plane
    unit = KEYS / np.linalg.norm(KEYS, axis=1, keepdims=True)
    same = float(soft_lookup(TENNIS, unit, VALUES)), gaussian(TENNIS, unit, VALUES)
    assert abs(dot - kernel) > 0.1
    assert np.isclose(*same)
    return (
        f"Tennis gets {number(dot)} by dot products and {number(kernel)} by distances. With all "
        f"keys cut to length 1, both give {number(same[0])}."
    )


@misconception(
    "Reading a memory once more brings the state nearer to what is stored",
    fact="It brings it nearer to a fixed point of the reading, and at low sharpness that is a "
    "mixture of the memories.",
    concept="memory-networks",
)
def more_steps() -> str:
    state, alike = hopfield.damaged, []
    for _ in range(50):
        state = hopfield.recall(state, hopfield.patterns, 1 / 10)
        alike.append(float(hopfield.cosine(state, hopfield.patterns[0])))
    assert alike[0] > alike[1] > alike[-1]
    return (
        f"At sharpness {number(1 / 10, 1)} the damaged T is {number(alike[0])} like the T after "
        f"one step, {number(alike[1])} after two and {number(alike[-1])} after {len(alike)}."
    )


@exercise(
    "Dog, cat, tiger and 8 stand at the places 1, 2, 3 and 4, with the heights 10, 2, 5 and 12. "
    "Guess the height halfway between cat and tiger by kernel regression: with a bandwidth near 0, "
    "with bandwidth 1, and with one that is very large. Which two can you do without a computer?"
)
def animals_in_a_row() -> str:
    places, middle = np.array([1.0, 2.0, 3.0, 4.0]), 5 / 2
    narrow, one, wide = (
        float(kernel_regression.kernel_regression(middle, places, ANIMAL_VALUES, h))
        for h in (0.01, 1, 1e4)
    )
    assert np.isclose(narrow, ANIMAL_VALUES[1:3].mean())
    assert np.isclose(wide, ANIMAL_VALUES.mean(), atol=1e-5)
    return (
        f"Near 0: {number(narrow, 1)}, the mean of the two nearest, which tie. Very large: "
        f"{number(wide, 2)}, the mean of all. At bandwidth 1: {number(one)}. Bandwidth squared is "
        "the temperature, and these are its two ends."
    )


@exercise(
    "Turn kernel regression in the plane, with a Gaussian of bandwidth $h$, into a soft lookup by "
    "dot products. Which keys and which query? When do you need no extra number?"
)
def into_attention() -> str:
    bandwidth = 3 / 2
    keys = np.column_stack([KEYS, -(KEYS**2).sum(axis=1) / 2])
    query = np.append(TENNIS, 1.0) / bandwidth**2
    lifted = float(soft_lookup(query, keys, VALUES))
    assert np.isclose(lifted, gaussian(TENNIS, KEYS, VALUES, bandwidth))
    centre = np.linalg.solve(
        KEYS[1:] - KEYS[0], ((KEYS[1:] ** 2).sum(axis=1) - KEYS[0] @ KEYS[0]) / 2
    )
    assert np.ptp(np.linalg.norm(KEYS - centre, axis=1)) < 1e-12  # all on one circle
    moved = float(soft_lookup((TENNIS - centre) / bandwidth**2, KEYS, VALUES))
    assert np.isclose(moved, lifted)
    return (
        "Write out the square: $-|q - k|^2/2h^2$ is $(q \\cdot k - |k|^2/2)/h^2$ less $|q|^2/2h^2$. The "
        "last term is common to all scores and drops out. So give each key the third number "
        "$-|k|^2/2$, the query a third number 1, and divide the query by $h^2$. For tennis and $h$ "
        f"= {number(bandwidth, 1)} both ways give {number(lifted)}. When all keys have one length, "
        "their third numbers are equal and drop out as well. The same holds when they lie on a circle around "
        f"another point $c$: then take $c$ off the query. Racket, ball and tree do, as any triangle does, and "
        f"with $c$ = ({number(centre[0], 2)}, {number(centre[1], 1)}) two numbers are enough for {number(moved)}."
    )


@exercise(
    "A Hopfield memory holds two patterns, $x$ and $-x$, with $x \\cdot x = d$. The state is "
    "$m\\,x$. Show that one step with sharpness $\\beta$ makes it $\\tanh(\\beta d m)\\,x$. What "
    "happens after many steps when $\\beta d$ is below 1, and when it is above?"
)
def two_patterns() -> str:
    width, start = 25, 1 / 10
    pattern = np.ones(width)
    ends = []
    for product in (1 / 2, 2):
        state = start * pattern
        expected = start
        for _ in range(200):
            state = hopfield.recall(state, np.array([pattern, -pattern]), product / width)
            expected = math.tanh(product * expected)
            assert np.isclose(state[0], expected)
        ends.append(float(state[0]))
    assert ends[0] < 1e-9
    assert np.isclose(ends[1], math.tanh(2 * ends[1]))
    return (
        "The scores are $\\pm\\beta d m$, so the weights differ by $\\tanh(\\beta d m)$, and that "
        "is the factor before $x$. Below 1 the factor shrinks at every step, and the state ends at "
        "0: the mean of the two patterns, nothing recalled. Above 1 it moves from any start "
        f"but 0 to a fixed point of the same sign. From $m$ = {number(start, 1)} with $\\beta d$ = 2 "
        f"it ends at {number(ends[1])}. Recall sets in at a point, like a magnet that cools."
    )


@exercise(
    "The scores of four documents are 3, 2, 1 and 0. How much weight has the best one in a soft "
    "lookup over all four? How much when only the best two are kept? How many must be kept so that "
    "at most a tenth of the full weight is dropped?"
)
def kept_weight() -> str:
    full, kept = _softmax([3, 2, 1, 0]), _softmax([3, 2])
    shares = np.cumsum(full)
    enough = int(np.argmax(shares >= 9 / 10)) + 1
    assert enough == 3
    return (
        f"{percent(full[0])} among all, {percent(kept[0])} among two: what is dropped is shared "
        f"out among the kept. Two documents hold {percent(shares[1])} of the full weight and three "
        f"hold {percent(shares[2])}, so {enough} must be kept."
    )


@question(
    "A Hopfield memory and attention use the same formula. What is special about the Hopfield "
    "memory?",
    hint="What comes back: something else than what was compared?",
    concept="memory-networks",
)
def special_hopfield() -> Answers:
    once = hopfield.recall(TENNIS, KEYS)
    assert np.allclose(once, soft_lookup(TENNIS, KEYS, KEYS))
    assert once.shape == TENNIS.shape
    return Answers(
        right="Its values are its keys, so the answer can be the next query",
        why=f"Tennis (1, 1) reads racket, ball and tree as ({number(once[0])}, {number(once[1])}), "
        "a point of the same plane. It can ask again.",
        wrong={
            "Its weights are 0 or 1": "the classical network of signs is taken for the modern one",
            "It must be trained before it can recall": "storing is taken for learning; the "
            "patterns are stored as they are",
        },
    )


@question(
    "Measurements at 0, 1, 2 and 3 lie on $x^2$. Kernel regression with a bandwidth of 1 guesses the height at "
    "10. What is it near?",
    hint="The guess is an average.",
    concept="weighted-blend",
)
def far_outside() -> Answers:
    heights = kernel_regression.heights
    guess = float(kernel_regression.kernel_regression(10.0, kernel_regression.places, heights))
    assert abs(guess - heights[-1]) < 0.01
    wide = float(kernel_regression.kernel_regression(10.0, kernel_regression.places, heights, 10))
    # Far wider, it is nearer to the mean, so the question must name a bandwidth.
    assert abs(wide - heights.mean()) < abs(wide - heights[-1])
    return Answers(
        right=f"{heights[-1]:.0f}",
        why=f"It is {number(guess)}. From far away the last measurement is the nearest by so much "
        "that it has all the weight. An average never leaves the measurements.",
        wrong={
            f"{10**2}": "a smooth guess goes on as the curve does",
            f"{heights.mean()}": "far from everything all measurements count the same",
            "0": "far from everything all weights vanish; but they are divided by their sum",
        },
    )


@question(
    "In the original retrieval-augmented generation, what is averaged?",
    hint="Can you average two texts?",
    concept="retrieval-rag",
)
def what_is_averaged() -> Answers:
    assert abs(mixed_predictions - read_mixture) > 0.01
    return Answers(
        right="The predictions that the generator makes from each document",
        why="Each of the best documents is read on its own, and the chances of the answer are "
        "mixed, word by word or as a whole. That is not the same as reading a mixture: a small reader gives "
        f"{number(mixed_predictions)} the one way and {number(read_mixture)} the other.",
        wrong={
            "The vectors of all documents": "retrieval is taken for attention over documents",
            "The texts of the best documents": "texts are taken for values; text cannot be averaged",
        },
    )


@question(
    "Which of these papers made the read of Memory Networks soft, $o = \\sum_i p_i c_i$?",
    hint="One phrase in its title says why the hard choice had to go.",
    concept="memory-networks",
)
def who_read_softly() -> Answers:
    assert MEMORY_NETWORKS < END_TO_END
    found = float(memory_read(TENNIS, KEYS, VALUES))
    assert np.isclose(found, soft_lookup(TENNIS, KEYS, VALUES))
    return Answers(
        right="End-To-End Memory Networks (Sukhbaatar and others 2015)",
        why="To train from end to end, the choice needs a slope, so argmax became softmax. On our "
        f"example one such read gives {number(found)}.",
        wrong={
            "Memory Networks (Weston, Chopra and Bordes 2014)": "the names are alike; that "
            "model reads the best memory only",
            "Attention Is All You Need (Vaswani and others 2017)": "the best-known paper is "
            "taken for the first",
            "Retrieval-Augmented Generation (Lewis and others 2020)": "fetching documents is "
            "taken for reading a memory",
        },
    )
