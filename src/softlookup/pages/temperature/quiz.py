"""Questions of the page on temperature."""

import math
from itertools import pairwise

import numpy as np

from softlookup.examples import ANIMAL_VALUES, KEYS, SCORES, TENNIS, VALUES
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.temperature import numbers
from softlookup.steps.temperature import entries_read, soften
from softlookup.write import number, percent


@misconception(
    "If the query equals a key, its value comes back",
    fact="Where values differ, it does in general only in the limit, and only if no other key scores as high. At "
    "any temperature above 0 the other entries keep a share, and the more entries there are, the more they "
    "keep together.",
    concept="temperature",
)
def equal_key() -> str:
    answers = [soften(np.eye(4)[0], t) @ ANIMAL_VALUES for t in (1, 0.2, 0.1)]
    assert all(answer < ANIMAL_VALUES[0] for answer in answers)
    return (
        f"One-hot keys for dog, cat, tiger and 8; the query is dog’s own key. The answer is "
        f"{number(answers[0])} at temperature 1, {number(answers[1])} at {number(1 / 5, 1)} and "
        f"{number(answers[2], 4)} at {number(1 / 10, 1)}, never {number(ANIMAL_VALUES[0], 0)}."
    )


@misconception(
    "At temperature 0 a soft lookup is a dictionary",
    fact="It is the largest dot product that wins, not the equal key. Long keys beat equal ones, "
    "ties share, and nothing is ever missing.",
    concept="temperature",
)
def cold_dictionary() -> str:
    keys = np.array([[1.0, 0.0], [3.0, 1.0]])
    cold = 0.1
    equal = soften(keys @ keys[0], cold)[0]
    missing = soften(np.eye(4) @ np.zeros(4), cold) @ ANIMAL_VALUES
    assert equal < 1e-8
    assert missing == ANIMAL_VALUES.mean()
    return (
        f"The query (1, 0) equals the first of the keys (1, 0) and (3, 1). The scores are 1 and 3, so "
        f"at T = {cold} the equal key gets {equal * 1e9:.0f} billionths of the weight. "
        f"And a query that matches nothing in the animal dictionary returns {number(missing, 2)}, "
        "the mean, where a dictionary raises."
    )


@misconception(
    "Hotter always means closer to the mean",
    fact="The weights even out steadily. The answer need not: on its way from the winner’s value to "
    "the mean it can pass the mean and come back.",
    concept="temperature",
)
def overshoot() -> str:
    swapped = numbers.SWAPPED
    cold, middle, hot = (
        soften(SCORES, t) @ swapped for t in (numbers.COLD, numbers.peak_at, np.inf)
    )
    assert cold < hot < middle
    assert np.isclose(middle, 6)
    return (
        f"Give racket the value {number(swapped[0], 0)} and ball {number(swapped[1], 0)}. Cold, the "
        f"answer is {number(cold)}; hot, it is {number(hot)}. In between, at T = {number(numbers.peak_at)}, it is "
        f"{number(middle)}: the runner-up’s large value counts before tree’s small one does."
    )


_MOST = 99 / 100


@exercise(
    "The scores are 3, 2 and 1. What is the largest temperature at which racket still gets at "
    f"least {percent(_MOST, 0)} of the weight? Write $x$ for $e^{{-1/T}}$ and solve for $x$."
)
def ninety_nine_percent() -> str:
    x = (-1 + math.sqrt(1 + 4 / 99)) / 2
    temperature = -1 / math.log(x)
    assert np.isclose(soften(SCORES, temperature)[0], _MOST)
    assert soften(SCORES, temperature * 1.001)[0] < _MOST
    return (
        "Divide numerator and denominator by racket’s exponential: its weight is $1/(1 + x + x^2)$. So "
        f"$x + x^2 = 1/99$, which gives $x$ = {number(x, 5)} and T = {number(temperature, 4)}. Of the "
        f"{percent(1 - _MOST, 0)} that is left, ball holds "
        f"{percent(soften(SCORES, temperature)[1] / (1 - _MOST), 0)}: the runner-up decides how cold it must be."
    )


@exercise(
    "Take the dictionary dog 10, cat 2, tiger 5, 8 → 12 with one-hot keys. The query is cat’s key. At "
    "which temperature does exactly half of the weight go to cat? What is the answer then?"
)
def half_of_cat() -> str:
    temperature = 1 / math.log(3)
    weights = soften(np.eye(4)[1], temperature)
    assert np.isclose(weights[1], 1 / 2)
    others = np.delete(ANIMAL_VALUES, 1)
    assert np.isclose(weights @ ANIMAL_VALUES, (ANIMAL_VALUES[1] + others.mean()) / 2)
    return (
        "The three others hold $e^0 = 1$ each, so cat needs $e^{1/T} = 3$: T = 1/ln 3 = "
        f"{number(temperature)}. The answer is the midpoint of cat’s value and the mean of the others, "
        f"{number(weights @ ANIMAL_VALUES, 2)}."
    )


@exercise(
    "Our code refuses a negative temperature. Suppose it did not: what would T = −1 do to scores "
    "3, 2 and 1?"
)
def negative() -> str:
    weights = soften(-SCORES, 1.0)
    assert np.allclose(weights[::-1], soften(SCORES, 1.0))
    return (
        "It would turn the order round: dividing by −1 gives scores −3, −2 and −1, and the worst match "
        f"wins. The weights are {', '.join(number(w) for w in weights)} and the answer is "
        f"{number(weights @ VALUES)}. A sign error in a score does the same."
    )


@exercise(
    "You want tennis to get exactly 9. Find the temperature by trying. Why is there one, and "
    "why only one?"
)
def nine() -> str:
    low, high = 0.01, 100.0
    for _ in range(60):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if soften(SCORES, middle) @ VALUES > 9 else (low, middle)
    assert np.isclose(soften(SCORES, low) @ VALUES, 9)
    grid = [soften(SCORES, t) @ VALUES for t in np.geomspace(0.05, 100, 500)]
    assert all(a > b for a, b in pairwise(grid))
    return (
        f"T = {number(low, 4)}, found by halving an interval. The answer moves without jumps from "
        f"{number(VALUES[0], 0)} to {number(VALUES.mean())}, so it passes 9. It passes once because here "
        "a better score always has a larger value, and then heat can only lower the answer."
    )


@question(
    "At temperature 1 the weight of racket is $e$ times the weight of ball. How many times is it at "
    "temperature ¼?",
    hint="By how much do the two scores differ after the division?",
    concept="temperature",
)
def quarter() -> Answers:
    weights = soften(SCORES, 1 / 4)
    ratio = weights[0] / weights[1]
    assert np.isclose(ratio, math.e**4)
    return Answers(
        right=number(ratio, 1),
        why="The gap of 1 becomes 4, and a gap of 4 is worth $e^4$. The ratio is raised to the power "
        "1/T, not multiplied.",
        wrong={
            number(4 * math.e, 1): "the ratio is multiplied by 1/T",
            number(math.e ** (1 / 4), 1): "the gap is multiplied by T",
            number(math.e, 1): "a common factor is taken for a common shift, which changes nothing",
        },
    )


@question(
    "The scores are 2, 2 and 1. What do the weights approach as the temperature falls to 0?",
    hint="How do the first two compare at temperature 1? At any temperature?",
    concept="temperature",
)
def tied() -> Answers:
    scores, low = np.array([2.0, 2.0, 1.0]), 0.01
    cold, hot = soften(scores, low), soften(scores, 1e9)
    first = (np.arange(3) == scores.argmax()).astype(int)
    assert np.allclose(cold, [1 / 2, 1 / 2, 0])
    assert np.allclose(hot, 1 / 3)
    zeros = math.floor(-math.log10(cold[2]))
    return Answers(
        right="½, ½, 0",
        why="Equal scores get equal weights at every temperature; what lies below them vanishes. At "
        f"T = {low} the third weight has {zeros} zeros behind the point.",
        wrong={
            ", ".join(map(str, first)): "the first of several maxima wins, as in `np.argmax`",
            "⅓, ⅓, ⅓": "the two ends of the knob are exchanged",
            "Nothing: dividing by 0 is undefined": "the limit is taken for the value at 0",
        },
    )


@question(
    "A colleague multiplies every query by 3 and leaves the temperature at 1. Which single change "
    "gives the same weights?",
    hint="The score is linear in the query.",
    concept="temperature",
)
def longer_query() -> Answers:
    same = soften(KEYS @ (3 * TENNIS), 1.0)
    assert np.allclose(same, soften(SCORES, 1 / 3))
    assert not np.allclose(same, soften(SCORES, 3.0))
    assert not np.allclose(same, soften(SCORES + 3, 1.0))
    return Answers(
        right="T = ⅓ with the old queries",
        why=f"All scores are tripled, as dividing by ⅓ does. Racket gets {number(same[0])} either way.",
        wrong={
            "T = 3 with the old queries": "longer is taken for softer",
            "Adding 3 to every score": "a factor is taken for a shift; a shift changes no weight",
            "None: the length of a query does not matter": "the dot product is taken for a cosine",
        },
    )


@question(
    "Over three entries, which count of entries read, $e^H$, is impossible?",
    hint="What is it for one winner, and for a tie of all?",
    concept="temperature",
)
def impossible_count() -> Answers:
    one = entries_read(np.array([1.0, 0.0, 0.0]))
    two = entries_read(np.array([1 / 2, 1 / 2, 0.0]))
    here = numbers.entries["one"]
    draws = np.random.default_rng(0).dirichlet(np.ones(3), size=500)
    counts = [entries_read(weights) for weights in draws]
    assert min(counts) >= 1
    assert max(counts) <= 3
    return Answers(
        right=number(1 / 2, 1),
        why="The weights sum to 1, so at least one entry’s worth is read. The count lies between "
        f"{number(one, 0)} and 3.",
        wrong={
            number(
                one, 1
            ): "a soft lookup can never be sharp; but in the limit one entry has it all",
            number(
                two, 1
            ): "two entries need an even split of everything; but two that tie far above the third come to it",
            number(here, 1): "a count must be whole; but this is the count for tennis",
        },
    )
