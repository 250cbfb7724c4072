"""Questions of the page on long dictionaries."""

import math

import numpy as np

from softlookup import lookup, steps
from softlookup.examples import ANIMAL_VALUES, SCORES, VALUES
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.streaming.numbers import leader, needed
from softlookup.steps import partial_lookup, sparse, streaming
from softlookup.steps.softmax import softmax
from softlookup.write import number, percent

_ANIMAL_SCORES = np.array([2.0, 0.0, 1.0, 0.0])  # for the exercises: dog, cat, tiger, 8


def _absorbed(scores: object, values: object) -> tuple[float, float, float]:
    state = streaming.NOTHING
    for score, value in zip(np.asarray(scores), np.asarray(values), strict=True):
        state = streaming.absorb(state, float(score), float(value))
    best, total, blend = state
    return float(best), float(total), float(blend)


@misconception(
    "Streaming attention is an approximation",
    fact="It is the same sum in another order. Nothing is left out, so nothing is lost but the last "
    "digits, as in any sum of floating-point numbers.",
    concept="long-range-reach",
)
def approximate() -> str:
    rng = np.random.default_rng(0)
    query, keys, values = rng.normal(size=8), rng.normal(size=(2000, 8)), rng.normal(size=2000)
    exact = float(lookup.soft_lookup(query, keys, values))
    gaps = [
        abs(float(streaming.soft_lookup(query, keys[order], values[order])) - exact)
        for order in (slice(None), slice(None, None, -1), rng.permutation(2000))
    ]
    assert max(gaps) < 1e-12
    return (
        f"One query over {len(keys):,} random entries, streamed forwards, backwards and shuffled: all "
        f"three answers agree with the definition to {math.floor(-math.log10(1e-12))} decimals. "
        "FlashAttention is this, arranged for the memory of a graphics card."
    )


@misconception(
    "A longer context can only make the lookup better",
    fact="Every entry that may be read takes a share. If the match does not score higher, it gets less.",
    concept="long-range-reach",
)
def longer_is_better() -> str:
    shares = {size: leader(5, size) for size in (3, 100, 1000)}
    assert shares[3] > 0.98 > 0.61 > shares[100] > 0.59 > 0.13 > shares[1000]
    listed = ", ".join(f"{percent(share)} of {size:,}" for size, share in shares.items())
    return f"A match that leads all others by 5 gets {listed} entries. Nothing about the match changed."


@misconception(
    "Reading only the best *k* saves computing the scores",
    fact="To know the best, you must have all scores, or a way to find them without, such as an index. What is "
    "saved for certain is the reading of the values.",
    concept="long-range-reach",
)
def free_ranking() -> str:
    n, width, k = 100_000, 64, 16
    full = 2 * n * width
    top = n * width + k * width
    assert 0.49 < top / full < 0.51
    return (
        f"{n:,} entries, keys and values {width} wide, best {k}: {full:,} multiplications in full, "
        f"{top:,} with the best {k}. That is {percent(top / full, 0)}, not {percent(k / n, 3)}."
    )


@exercise(
    "The dictionary is dog 10, cat 2, tiger 5 and 8 → 12, and the scores of some query are 2, 0, 1 and 0. "
    "Stream the entries in this order, by hand, and write down $m$, $\\ell$ and $u$ after each. How often "
    "is the past shrunk? In which order would it be shrunk most often?"
)
def stream_animals() -> str:
    ends = [_absorbed(_ANIMAL_SCORES[: i + 1], ANIMAL_VALUES[: i + 1]) for i in range(4)]
    listed = "; ".join(f"({', '.join(number(x) for x in state)})" for state in ends)
    answer = ends[-1][2] / ends[-1][1]
    assert np.isclose(answer, softmax(_ANIMAL_SCORES) @ ANIMAL_VALUES)
    backwards = _absorbed(_ANIMAL_SCORES[::-1], ANIMAL_VALUES[::-1])
    assert np.allclose(backwards, ends[-1])
    return (
        f"{listed}. The answer is {number(answer)}. The past is never shrunk, because dog, the best, comes "
        "first. From the worst to the best it is shrunk at every new best: here twice, for tiger and for "
        "dog. The three numbers at the end are the same."
    )


@exercise(
    "One machine holds dog and cat, another holds tiger and 8, with the scores of the exercise above. Each "
    "sends three numbers. Which, and how are they put together? Why is it wrong to average the two answers?"
)
def two_machines() -> str:
    first = _absorbed(_ANIMAL_SCORES[:2], ANIMAL_VALUES[:2])
    second = _absorbed(_ANIMAL_SCORES[2:], ANIMAL_VALUES[2:])
    best, total, blend = partial_lookup.merge(
        *(partial_lookup.Part(*map(np.asarray, part)) for part in (first, second))
    )
    shrink = math.exp(second[0] - best)
    answers = [part[2] / part[1] for part in (first, second)]
    whole = softmax(_ANIMAL_SCORES) @ ANIMAL_VALUES
    assert np.isclose(blend / total, whole)
    assert abs(np.mean(answers) - whole) > 0.3
    return (
        f"({', '.join(map(number, first))}) and ({', '.join(map(number, second))}). The common best is "
        f"{number(best, 0)}, so the second part shrinks by {number(shrink)}: total {number(total)}, "
        f"blend {number(blend)}, answer {number(blend / total)}. The machines alone would answer "
        f"{number(answers[0])} and {number(answers[1])}; their mean, {number(float(np.mean(answers)))}, "
        "forgets that the first machine holds most of the weight."
    )


@exercise(
    "Someone starts the stream with a best score of 0 instead of −∞. For which scores is the answer still "
    "right? For which does it break, and how?"
)
def start_at_zero() -> str:
    zero = (0.0, 0.0, 0.0)
    answers = {}
    for shift in (0.0, -5.0, -800.0):
        state = zero
        for score, value in zip(SCORES + shift, VALUES, strict=True):
            state = streaming.absorb(state, float(score), float(value))
        answers[shift] = float(streaming.finish(state))
    assert np.isclose(answers[0.0], answers[-5.0])
    assert answers[-800.0] == 0
    return (
        f"With scores 3, 2, 1 it gives {number(answers[0.0])}, with all of them lowered by 5 still "
        f"{number(answers[-5.0])}: the reference need not be the best score, only one that "
        f"exp can bear. Lowered by 800, every exponential is 0, and the answer is "
        f"{number(answers[-800.0])}: a dictionary that looks empty. Code that divides without asking gets "
        "0/0."
    )


@exercise(
    "A match leads 999 rivals by the same gap. How large must the gap be for nine tenths of the weight? How "
    "much more for 9,999 rivals? Use $a = 1/(1 + (n - 1)\\,e^{-g})$."
)
def ninety_percent() -> str:
    gaps = [needed(1000), needed(10_000)]
    assert np.isclose(leader(gaps[0], 1000), 9 / 10)
    assert leader(gaps[0] - 0.01, 1000) < 9 / 10
    return (
        "$a \\ge 9/10$ means $(n - 1)\\,e^{-g} \\le 1/9$, so $g \\ge \\ln(9(n - 1))$: "
        f"{number(gaps[0], 2)} for n = 1,000, and {number(gaps[1], 2)} for 10,000. Ten times the rivals "
        f"cost ln 10 = {number(gaps[1] - gaps[0], 2)} more, whatever the size was."
    )


@exercise(
    "Multiply all scores by $\\ln n$, where $n$ is the number of entries. What is the weight of a match "
    "that led by $g$ before? For which $g$ does it no longer fade?"
)
def logarithmic_scale() -> str:
    sizes = (100, 10_000, 1_000_000)
    above = [leader(2 * math.log(n), n) for n in sizes]
    below = [leader(math.log(n) / 2, n) for n in sizes]
    level = [leader(math.log(n), n) for n in sizes]
    assert above == sorted(above)
    assert below == sorted(below, reverse=True)
    assert np.allclose(level, 1 / 2, atol=0.01)
    return (
        "$1/(1 + (n - 1)\\,n^{-g})$. A lead above 1 wins in the end, below 1 it loses, and at 1 it keeps "
        f"half. At n = {sizes[-1]:,} a lead of 2 has {number(100 * above[-1], 4)} %, a lead of 1 has "
        f"{percent(level[-1])}, a lead of ½ has {percent(below[-1])}. Chiang and Cholak "
        "([2022](https://arxiv.org/abs/2202.12172)), “Overcoming a Theoretical Limitation of "
        "Self-Attention”, use this scale."
    )


@question(
    "Tree (score 1, value 2) and racket (score 3, value 10) have been streamed. What is the state $(m, "
    "\\ell, u)$?",
    hint="Racket beats tree by 2. What does tree count now?",
    concept="long-range-reach",
)
def the_state() -> Answers:
    scores, values = np.array([1.0, 3.0]), np.array([2.0, 10.0])

    def shown(*state: float) -> str:
        return f"({', '.join(number(float(x)) for x in state)})"

    best, total, blend = _absorbed(scores, values)
    exponentials, late = np.exp(scores), np.exp(scores - scores[0])
    weights = softmax(scores)
    return Answers(
        right=shown(best, total, blend),
        why=f"The total is e⁻² + 1, the blend e⁻² · 2 + 10. The answer so far is {number(blend / total)}.",
        wrong={
            shown(best, 2, values.sum()): "both are counted fully; the past was not shrunk",
            shown(
                scores[0], late.sum(), late @ values
            ): "the first score stays the reference; that is the same answer, but not the best "
            "score",
            shown(
                best, exponentials.sum(), exponentials @ values
            ): "nothing is subtracted; large scores overflow",
            shown(
                best, 1, weights @ values
            ): "the state is divided at every step; then the total is lost",
        },
    )


@question(
    f"A match leads by 5 and has {percent(leader(5, 3))} of the weight among 3 entries. The dictionary grows "
    "to 1,000, all new entries score like the other two. What is left?",
    hint="The match counts $e^5$, each of the others counts 1.",
    concept="long-range-reach",
)
def what_is_left() -> Answers:
    share = leader(5, 1000)
    assert np.isclose(share, math.exp(5) / (math.exp(5) + 999))
    return Answers(
        right=percent(share),
        why=f"$e^5$ is {number(math.exp(5), 1)}, against 999 from the others.",
        wrong={
            percent(
                leader(5, 3)
            ): "the score has not changed, so the weight is taken not to change",
            percent(
                leader(5, 3) * 3 / 1000
            ): "the weight is divided by the growth of the dictionary",
            percent(1 / 1000): "all entries are taken to share alike",
        },
    )


@question(
    "Text is produced token by token, under a causal mask. What does the cache keep, and why is that "
    "allowed?",
    hint="What does a later token need of an earlier one? What could change it?",
    concept="long-range-reach",
)
def what_is_kept() -> Answers:
    rng = np.random.default_rng(0)
    tokens = rng.normal(size=(6, 4))
    attention = steps.attention.attention
    short, long = (attention(x, x, x, causal=True) for x in (tokens[:5], tokens))
    both_ways = [attention(x, x, x) for x in (tokens[:5], tokens)]
    assert np.allclose(short, long[:5])
    moved = float(np.abs(both_ways[0] - both_ways[1][:5]).max())
    assert moved > 0.1
    return Answers(
        right="Keys and values: no later token changes them",
        why="Under a causal mask the first five outputs are the same with and without a sixth token, so "
        f"the next layer’s keys are too. Without the mask they move by up to {number(moved, 2)}.",
        wrong={
            "Queries, keys and values: all three are computed once": "a query is taken to be needed "
            "again; but only its own token asks with it",
            "The weights: they are the result of the lookup": "weights are taken to be reusable; but each "
            "new query has a row of its own",
            "Keys and values, with any mask": "the mask is taken not to matter; but without it earlier "
            "outputs change, and with them the keys of the next layer",
        },
    )


@question(
    "Each place reads its neighbours up to 2 places away. How many layers until a signal has travelled "
    "10 places?",
    hint="How far does it get in one layer?",
    concept="long-range-reach",
)
def how_many_layers() -> Answers:
    places, home, there = 10, 20, 10  # a recurrence takes as many steps as there are places
    tokens, mark, layers = np.zeros((41, 1)), np.eye(41)[home], 0  # both far from the ends
    while mark[there] == 0:
        mark, layers = sparse.window_lookup(tokens, tokens, mark, 2), layers + 1
    assert layers == math.ceil(places / 2)
    assert np.isclose(mark[there], (1 / 5) ** layers)  # each of five places weighs a fifth
    return Answers(
        right=str(layers),
        why=f"Two places in each layer. After {layers} layers {percent(mark[there], 3)} of it has arrived if all "
        "weights are equal and the ends of the text are far: a fifth of a fifth, and so on.",
        wrong={
            "1": "any entry is reached in one hop; but a window limits the hop",
            str(places): "a layer is taken for one step of a recurrence; but it covers two places",
            "It never arrives": "what lies outside the window is taken to be out of reach for good; but "
            "layers add up",
        },
    )
