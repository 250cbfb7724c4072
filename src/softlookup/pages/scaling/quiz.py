"""Questions of the page on scaling."""

import numpy as np

from softlookup.examples import ANIMAL_VALUES, SCORES, WEIGHTS
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.scaling import numbers
from softlookup.steps.scaling import scaled_scores
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent


@misconception(
    "The division keeps the exponential from overflowing",
    fact="Subtracting the largest score does that, at any scale, and changes no weight. The division "
    "changes the weights: that is what it is for.",
    concept="scaling",
)
def overflow() -> str:
    scores = numbers.TIMES_TEN
    limit = float(np.log(np.finfo(np.float64).max))
    naive = np.exp(scores) / np.exp(scores).sum()  # no overflow, and as extreme
    assert scores.max() < limit
    assert np.allclose(naive, softmax(scores))
    return (
        f"Scores of {', '.join(number(s, 0) for s in scores)} are far from the limit of "
        f"{number(limit, 0)} where exp overflows in double precision. Their weights are extreme all the "
        f"same: the best has {number(naive.max(), 5)}, with the subtraction or without. One grain of "
        f"truth: in half precision numbers end at {number(numbers.half_limit, 0)}, so some libraries "
        "scale *before* the product."
    )


@misconception(
    "Without the division all gradients vanish",
    fact="Never those of the values, whose slopes are the weights and sum to 1. Those of queries and keys do "
    "when the vectors are wide, and then typically, not always: two keys that nearly tie keep a slope at any "
    "width, and narrow vectors lose little.",
    concept="scaling",
)
def all_vanish() -> str:
    narrow, wide = numbers.slopes(4, numbers.PLAIN), numbers.slopes(numbers.widest, numbers.PLAIN)
    assert np.median(wide) < 1e-4 < wide.mean()
    assert np.median(narrow) > 0.5
    alive = float(np.mean(wide > 0.25))
    assert alive > 0.02
    return (
        f"Of {numbers.DRAWS} random lookups {numbers.widest:,} wide, the {numbers.ENTRIES} slopes of the one in the "
        f"middle add up to less than one in ten thousand, but in {percent(alive, 0)} still to more than a quarter. At "
        f"width 4 those of the middle one add up to {number(float(np.median(narrow)), 2)}."
    )


@exercise(
    "The components of queries and keys are independent with mean 0, but with a spread of $\\sigma$ instead "
    "of 1. Which divisor gives scaled scores a spread of 1? Try it for $\\sigma = 1/2$ and $d_k = 64$."
)
def other_spread() -> str:
    half = numbers.signs(4) / 2
    assert np.isclose(numbers.row_spread(half), np.sqrt(4) / 4)
    divisor = np.sqrt(64) * 0.5**2
    return (
        "Each product $q_c k_c$ has the mean square $\\sigma^2 \\cdot \\sigma^2 = \\sigma^4$. So the "
        f"variance is $d_k \\sigma^4$, the spread $\\sigma^2 \\sqrt{{d_k}}$, and that is the divisor: "
        f"{number(divisor, 0)} for one half and 64. Dividing by {number(np.sqrt(64), 0)} makes the scores "
        f"{number(np.sqrt(64) / divisor, 0)} times too even."
    )


@exercise(
    "The dictionary dog 10, cat 2, tiger 5, 8 → 12 has one-hot keys of width 4, and the query is dog’s "
    "key. What does dividing by $\\sqrt{4}$ do to the weight of dog and to the answer? Is it an "
    "improvement?"
)
def one_hot_keys() -> str:
    keys = np.eye(4)
    plain, divided = (softmax(scaled_scores(keys[:1], keys, scale))[0] for scale in (1, None))
    before, after = plain @ ANIMAL_VALUES, divided @ ANIMAL_VALUES
    assert divided[0] < plain[0]
    assert abs(after - 10) > abs(before - 10)
    return (
        f"The score of dog falls from 1 to {number(0.5, 1)}, its weight from {number(plain[0])} to "
        f"{number(divided[0])}, and the answer from {number(before)} to {number(after)}: further from 10. "
        "One-hot vectors have length 1 at every width, so their scores do not spread with it and the "
        "root has nothing to undo."
    )


@exercise(
    "A key equals the query, and all their numbers are +1 or −1. What is its scaled score? How much "
    "weight does it get at width 64 if 999 other keys score 0?"
)
def a_match() -> str:
    scores = np.zeros(1000)
    scores[0] = scaled_scores(np.ones((1, 64)), np.ones((1, 64)))[0, 0]
    weight = softmax(scores)[0]
    assert np.isclose(scores[0], 8)
    keys = np.random.default_rng(0).choice([-1.0, 1.0], size=(1000, 64))  # each asks for itself
    among_strangers = np.diag(softmax(scaled_scores(keys, keys))).mean()
    # A stranger, whose scaled score spreads by 1, counts e^½ on average.
    assert np.isclose(among_strangers, 1 / (1 + 999 * np.exp(1 / 2 - 8)), atol=0.005)
    return (
        "Each product is 1, so the score is $d_k$ and the scaled score $\\sqrt{d_k}$, here "
        f"{number(scores[0], 0)}. Its weight is {percent(weight)}. With random strangers it is less, "
        f"{percent(among_strangers, 0)} on average, because some of the 999 score well by chance."
    )


@question(
    "Every score is multiplied by 10: 3, 2, 1 become 30, 20, 10. What happens to the weights?",
    hint="Softmax looks at differences. What becomes of them?",
    concept="scaling",
)
def times_ten() -> Answers:
    scores = SCORES
    before, after = WEIGHTS, softmax(numbers.TIMES_TEN)
    ratio = scores / scores.sum()
    cooled = softmax(scores / 10)
    assert np.isfinite(np.exp(numbers.TIMES_TEN)).all()
    return Answers(
        right=f"The best goes from {number(before[0])} to {number(after[0], 5)}",
        why="The differences grow from 1 to 10, and each step of a score is worth a factor of $e$. "
        "Adding 10 to every score would have changed nothing.",
        wrong={
            f"Nothing: the best keeps {number(before[0])}, since the ratios are the same": "softmax is "
            f"taken for a division by the sum, which would give {number(ratio[0])} both times",
            f"They become more even: the best goes to {number(cooled[0])}": "a larger score is taken for a "
            "larger temperature; this is what dividing by 10 does",
            "They become nan, because the exponential overflows": "a score of 30 is taken for large; "
            f"double precision holds exp up to about {number(float(np.log(np.finfo(float).max)), 0)}",
        },
    )


@question(
    "When is the variance of the score $q \\cdot k$ equal to $d_k$?",
    hint="What must each product $q_c k_c$ have for its mean and its mean square?",
    concept="scaling",
)
def when_d() -> Answers:
    signs = numbers.signs(4)  # not Gaussian
    unit, shifted = signs / 2, signs + 1
    variance = {n: (v @ v.T).var() for n, v in (("s", signs), ("u", unit), ("m", shifted))}
    assert np.isclose(variance["s"], 4)
    return Answers(
        right="When the numbers in q and k are independent with mean 0 and variance 1",
        why="Then every product has mean 0 and mean square 1, and the variances add up. Signs show it "
        f"at width 4: {number(variance['s'], 0)}.",
        wrong={
            "Always, since $d_k$ products are added": "a sum of many parts is taken to grow by 1 each; "
            f"components of mean 1 give {number(variance['m'], 0)} at width 4",
            "When q and k have length 1": "normal vectors and normalised ones are mixed up; length 1 "
            f"gives {number(variance['u'], 2)} at width 4",
            "Only when the numbers are normally distributed": "variances are thought to add up for bell "
            f"curves only; plain signs give {number(variance['s'], 0)} at width 4",
        },
    )


@question(
    "A model is 512 wide and has 8 heads, each with queries and keys of its own share of the width. By "
    "what does each head divide its scores?",
    hint="How many products does one dot product add up?",
    concept="scaling",
)
def eight_heads() -> Answers:
    model, heads = 512, 8
    width = model // heads
    return Answers(
        right=number(np.sqrt(width), 0),
        why=f"Each head multiplies vectors of {model} / {heads} = {width} numbers, and the root of "
        f"{width} is {number(np.sqrt(width), 0)}.",
        wrong={
            number(np.sqrt(model), 1): "the width of the whole model is taken",
            number(width, 0): "the variance is taken for the spread: the root is missing",
            number(np.sqrt(heads), 1): "the number of heads is taken for the width",
        },
    )


@question(
    "An untrained lookup over 1,000 random keys, 64 wide, with scaled scores. How many entries does it "
    "effectively read?",
    hint="Scaled scores have a spread of 1, whatever the width.",
    concept="scaling",
)
def entries_read() -> Answers:
    right = round(1000 * float(numbers.read_by_law), -1)
    assert abs(1000 * numbers.read_measured - right) < 20
    strongest = 1000 / 64
    return Answers(
        right=f"About {number(right, 0)}",
        why="Scores with a spread of 1 read the share $e^{-1/2}$ of many entries. The root keeps the "
        "lookup soft; choosing is left to training.",
        wrong={
            "About 1": "softmax is thought to pick the best of many; plain dot products of this width "
            "nearly do",
            f"About {number(strongest, 0)}": "the width is thought to divide the entries among itself",
            "All 1,000": "a spread of 1 is taken for no spread at all",
        },
    )
