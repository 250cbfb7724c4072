"""Questions of the page on softmax."""

import math

import numpy as np

from softlookup.examples import KEYS, SCORES, TENNIS
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.steps.softmax import softmax as _softmax
from softlookup.write import number, percent


def _list(shares: object, digits: int = 3) -> str:
    return ", ".join(number(share, digits) for share in np.asarray(shares, dtype=float).tolist())


@misconception(
    "Softmax looks at ratios, so a common factor does not matter",
    fact="It looks at differences, so a common shift does not matter, but a common factor does.",
    concept="softmax",
)
def ratios_matter() -> str:
    shifted, stretched = _softmax(SCORES + 10), _softmax(SCORES * 10)
    assert np.allclose(shifted, _softmax(SCORES))
    assert stretched[0] > 0.999
    return (
        f"Scores 13, 12, 11 give {_list(shifted)}, the same as 3, 2, 1. Scores 30, 20, 10 give "
        f"the first {number(stretched[0], 5)}. A rule that looks at ratios is dividing by the sum: "
        f"{_list(SCORES / SCORES.sum())}, for 3, 2, 1 and for 30, 20, 10 alike."
    )


@misconception(
    "A key at a right angle to the query is ignored",
    fact="Its score is 0, and 0 is a score like any other. It wins when the others are negative.",
    concept="softmax",
)
def zero_score() -> str:
    wins, even = _softmax([0, -5, -5]), _softmax(np.zeros(5))
    shifted = _softmax([5, 0, 0])
    assert np.allclose(wins, shifted)
    return (
        f"Scores 0, −5, −5 give {_list(wins)}. Five keys at right angles share evenly, "
        f"{number(even[0], 1)} each. Add 5 to the first three scores and you have 5, 0, 0, with the same "
        "weights: to softmax zero is not a special place."
    )


@misconception(
    "A key that does not fit gets the weight 0",
    fact="No finite score has the weight 0 on paper. A zero comes from a mask, or from a number too small "
    "for the float.",
    concept="softmax",
)
def weight_of_nothing() -> str:
    scores = [2.6, 2.1, -2.5]
    weights = _softmax(scores)
    assert (weights > 0).all()
    assert _softmax([0, -800])[1] == 0
    return (
        f"Scores {_list(scores, 1)} give {_list(weights)}: small, and not nothing. Scores 0 and −800 do give "
        f"{number(_softmax([0, -800])[1], 0)}, because exp(−800) is smaller than the smallest float."
    )


_ANIMALS = np.array([0.33, 0.36, 0.31])  # wanted for dog, cat and tiger
_MOST = 0.99  # what the first of two entries shall get


@exercise(
    f"For *animal* you want the weights {percent(_ANIMALS[0], 0)} dog, {percent(_ANIMALS[1], 0)} cat, "
    f"{percent(_ANIMALS[2], 0)} tiger and nothing for the entry 8. Find scores that softmax turns into "
    "the first three. How low must the score of 8 be so that its weight prints as zero with two decimals?"
)
def scores_for_weights() -> str:
    best, scores = _ANIMALS.max(), np.log(_ANIMALS)
    assert np.allclose(_softmax(scores), _ANIMALS)
    gap = math.log(best / 0.005)
    shown = [_softmax(np.append(scores, scores.max() - d))[3] for d in (gap - 0.1, gap + 0.1)]
    assert number(shown[0], 2) != number(0, 2) == number(shown[1], 2)
    return (
        f"Take logarithms: {_list(scores)}. Softmax undoes them; a common shift of these scores does no "
        f"harm. A weight prints as {number(0, 2)} below {number(0.005)}. Beside a best weight of "
        f"{number(best, 2)} that needs a gap of about ln({number(best, 2)} / {number(0.005)}) = "
        f"{number(gap, 2)}. It is never exactly 0."
    )


@exercise(
    "Two entries. Show that the weight of the first depends only on the gap $g = s_1 - s_2$. Which gap gives "
    f"it {percent(_MOST, 0)}?"
)
def two_entries() -> str:
    gap = math.log(99)
    assert math.isclose(_softmax([gap, 0])[0], _MOST)
    return (
        "Divide top and bottom by $e^{s_1}$: $a_1 = 1 / (1 + e^{-g})$, the logistic function. For "
        f"{percent(_MOST, 0)} the ratio of the weights is 99 to 1, so the gap is "
        f"ln 99 = {number(gap)}, wherever the two scores are."
    )


@exercise(
    "Someone subtracts the mean of the scores instead of the largest. Are the weights right? Find scores "
    "for which it fails."
)
def subtract_the_mean() -> str:
    scores = np.array([3000.0, 0.0, 0.0])
    shifted = scores - scores.mean()
    with np.errstate(over="ignore", invalid="ignore"):
        failed = np.exp(shifted) / np.exp(shifted).sum()
    assert np.isnan(failed[0])
    fine = np.exp(SCORES - SCORES.mean())
    assert np.allclose(fine / fine.sum(), _softmax(SCORES))
    return (
        f"On paper they are right: any shift is. For 3, 2, 1 they are {_list(fine / fine.sum())}. But "
        f"the largest shifted score can still be large. 3000, 0, 0 becomes "
        f"{', '.join(f'{s:.0f}'.replace('-', '−') for s in shifted)}, and exp of the first is infinite: the "
        f"first weight is {failed[0]}. With the largest subtracted no exponent is above 0, and the sum is at "
        "least 1."
    )


@exercise(
    "The scores of three queries and four keys are a matrix of shape (3, 4). Which shape has the sum over "
    "`axis=-1`, with and without `keepdims=True`? What happens when you divide by each? And for three "
    "queries and one key?"
)
def shapes_of_sums() -> str:
    exponentials = np.exp(np.zeros((3, 4)))
    kept, lost = exponentials.sum(axis=-1, keepdims=True), exponentials.sum(axis=-1)
    assert np.allclose((exponentials / kept).sum(axis=-1), 1)
    try:
        exponentials / lost
    except ValueError as error:
        message = str(error).strip()
    single = np.exp(np.zeros((3, 1)))
    assert (single / single.sum(axis=-1)).shape == (3, 3)
    return (
        f"{kept.shape} and {lost.shape}. The first divides each row by its own sum. The second raises "
        f"`{message}`: lucky, because you are told. Three queries and one key are unlucky. (3, 1) divided by "
        f"(3,) is spread to {(single / single.sum(axis=-1)).shape}, without an error."
    )


@question(
    "Softmax of the scores 3, 2, 1, rounded to three decimals, is",
    hint="The exponential comes before the division.",
    concept="softmax",
)
def rounded_weights() -> Answers:
    weights = _softmax(SCORES)
    assert math.isclose(weights[1], 0.2447284711, rel_tol=1e-9)
    doubled = 2**SCORES
    return Answers(
        right=_list(weights),
        why=f"One step of score is worth a factor of e, so the shares stand as {number(math.e**2, 1)} to "
        f"{number(math.e, 1)} to 1.",
        wrong={
            _list(doubled / doubled.sum()): "one step of score is worth a factor of 2",
            _list(
                SCORES / SCORES.sum()
            ): "the scores are divided by their sum, without the exponential",
            _list(np.eye(3)[SCORES.argmax()]): "softmax is taken for argmax: the best takes all",
        },
    )


@question(
    "You add 100 to every score and then halve them all. What does that do to the weights?",
    hint="Two steps. One of them does nothing.",
    concept="softmax",
)
def shift_then_halve() -> Answers:
    before, after = _softmax(SCORES), _softmax((SCORES + 100) / 2)
    assert after.max() < before.max()
    assert (np.argsort(before) == np.argsort(after)).all()
    return Answers(
        right="They are more even, in the same order",
        why=f"The shift does nothing; halving halves the gaps. {_list(before)} becomes {_list(after)}.",
        wrong={
            "Nothing: what is done to all scores cancels": "a factor is taken for a shift",
            "They are sharper, because the scores are larger now": "the size of the scores is taken for "
            "their gaps",
            "They are more even, and the order may change": "a positive factor is thought to reorder; it "
            "cannot",
        },
    )


@question(
    "One key is at a right angle to the query, and the two others score −5. Which share does the first get?",
    hint="Add 5 to every score.",
    concept="softmax",
)
def right_angle_share() -> Answers:
    share = float(_softmax([0, -5, -5])[0])
    assert math.isclose(share, 1 / (1 + 2 * math.exp(-5)))
    logistic = 1 / (1 + math.exp(0))
    return Answers(
        right=percent(share, 0),
        why=f"1 / (1 + 2 e⁻⁵) = {number(share, 4)}. A score of 0 is high when the others are lower.",
        wrong={
            percent(0, 0): "the score 0 is taken for the weight 0",
            percent(1 / 3, 0): "a neutral key is expected to get an equal share",
            percent(logistic, 0): "the score is squashed on its own, without looking at the others",
        },
    )


@question(
    "The score of ball rises by 1. The others stay. What happens to the ratio of racket’s weight to tree’s?",
    hint="Which scores does this ratio depend on?",
    concept="softmax",
)
def ratio_of_the_others() -> Answers:
    before, after = _softmax(SCORES), _softmax(SCORES + np.array([0, 1, 0]))
    ratio = before[0] / before[2]
    assert math.isclose(ratio, after[0] / after[2])
    assert after[0] < before[0]
    assert after[2] < before[2]
    return Answers(
        right=f"It stays {number(ratio, 2)}",
        why=f"Both weights fall, from {number(before[0])} to {number(after[0])} and from "
        f"{number(before[2])} to {number(after[2])}, by the same factor. The ratio is e², from a gap of 2.",
        wrong={
            f"It falls to {number(after[0] / before[2], 2)}": "only the best is thought to lose, and "
            "tree to keep its weight",
            f"It rises to {number(before[0] / after[2], 2)}": "only the worst is thought to lose, and "
            "racket to keep its weight",
        },
    )


@question(
    "`exp(s) / exp(s).sum(axis=-1)`, without `keepdims`. For which shape of `s` do you get wrong weights and "
    "no error?",
    hint="Shapes are compared from the right. A sum over the last axis of (a, b) has shape (a,).",
    concept="softmax",
)
def silent_shape() -> Answers:
    scores = np.vstack([TENNIS, KEYS[2], np.zeros(2)]) @ KEYS.T
    fates = {rows: _without_keepdims(scores[:rows]) for rows in (1, 2, 3)}
    assert fates == {1: "right", 2: "error", 3: "wrong"}
    return Answers(
        right="(3, 3)",
        why="The three sums are laid along the columns instead of the rows. The shapes fit by accident.",
        wrong={
            "(1, 3)": "every shape is thought to go wrong; with one row there is one sum, and it is right. "
            "So a test with one query passes",
            "(2, 3)": "NumPy is thought to accept any two shapes; two sums do not fit three columns, and it "
            "raises ValueError",
            "(3,)": "one list is thought to need keepdims as well; its sum is a single number",
        },
    )


def _without_keepdims(scores: np.ndarray) -> str:
    """What becomes of these scores: right weights, wrong weights, or an error."""
    exponentials = np.exp(scores)
    try:
        weights = exponentials / exponentials.sum(axis=-1)
    except ValueError:
        return "error"
    return "right" if np.allclose(weights, _softmax(scores)) else "wrong"
