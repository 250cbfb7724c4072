"""Questions of the page on heads."""

from typing import Any

import numpy as np

from softlookup import lookup
from softlookup.examples import ANIMAL_VALUES, KEYS, TENNIS, VALUES
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.heads import numbers
from softlookup.steps.attention import attention as _attention
from softlookup.steps.softmax import softmax as _softmax
from softlookup.write import number, percent

_step = numbers.heads


@misconception(
    "Each head reads its own part of the sentence",
    fact="Every head reads every entry. Heads divide the *width*, the numbers of a vector, not the "
    "words.",
    concept="multi-head",
)
def own_part() -> str:
    tokens = np.random.default_rng(0).normal(size=(6, 8))
    part = _step.split(tokens, 4)  # (4, 6, 2)
    _, weights = _attention(part, part, part, return_weights=True)
    assert (weights > 0).all()
    return (
        f"Six tokens of width 8, four heads. The pieces have shape {part.shape}, the weights "
        f"{weights.shape}, and all {weights.size} weights are above 0; the smallest is "
        f"{percent(weights.min())}."
    )


@misconception(
    "$W_O$ is decoration",
    fact="Without it, each head can write only into its own columns of the output, and no column "
    "ever hears of two heads.",
    concept="multi-head",
)
def decoration() -> str:
    rng = np.random.default_rng(0)
    tokens, mixing = rng.normal(size=(5, 8)), rng.normal(size=(8, 8))
    touched = {}
    for name, w_o in {"without": np.eye(8), "with": mixing}.items():
        loud, shut = (
            _step.multi_head(tokens, tokens, tokens, w_o, heads=4, gates=gates)
            for gates in ([1, 1, 1, 1], [0, 1, 1, 1])
        )
        touched[name] = int((~np.isclose(loud, shut)).any(axis=0).sum())
    assert touched == {"without": 2, "with": 8}
    return (
        f"Four heads of width 2. Silence the first: without $W_O$ {touched['without']} of 8 columns "
        f"move, with it {touched['with']}."
    )


@misconception(
    "More heads need more parameters",
    fact="The width is divided among the heads. The projections stay as large as they were, and so "
    "does the work for the scores. What grows is the number of weights.",
    concept="multi-head",
)
def more_parameters() -> str:
    n, d = 100, 512
    counts = {h: (4 * h * (d // h) * d, h * n * n * (d // h), h * n * n) for h in (1, 8)}
    assert counts[1][:2] == counts[8][:2]
    assert counts[8][2] == 8 * counts[1][2]
    return (
        f"Width {d}, {n} tokens. One head or eight: {counts[8][0]:,} numbers in the four projections "
        f"and {counts[8][1]:,} multiplications for the scores. The weights are {counts[1][2]:,} with "
        f"one head and {counts[8][2]:,} with eight."
    )


@misconception(
    "Heads specialise because there are several",
    fact="Nothing in the operation makes them differ. Heads with the same projections and the same rows of "
    "$W_O$ give equal outputs, get equal gradients and stay equal. Different starting numbers break the tie, and "
    "what trained heads do is a matter of measurement.",
    concept="multi-head",
)
def specialise() -> str:
    tokens = np.random.default_rng(0).normal(size=(5, 4))
    twice = np.stack([tokens, tokens])  # two heads with the same projections
    told = np.ones((5, 4))  # what a head hears of the loss, through its rows of W_O

    def slopes(times: int) -> list[Any]:
        """By queries, keys and values, where the second head has so many times the rows of the first."""
        upstream = np.stack([told, times * told])
        found = lookup.attention_gradients(upstream, twice, twice, twice)
        return [found.queries, found.keys, found.values]

    def apart(parts: list[Any]) -> float:
        return max(float(np.abs(part[0] - part[1]).max()) for part in parts)

    largest = max(float(np.abs(part).max()) for part in slopes(1))
    gap = apart(slopes(1))
    assert gap == 0 < largest
    assert apart(slopes(2)) > 0  # so the rows must be the same as well
    return f"Two such heads: their gradients are up to {number(largest, 2)} large and differ by {gap:.0f}."


@exercise(
    "The dictionary dog 10, cat 2, tiger 5 and 8 → 12 has one-hot keys. A query wants dog and the entry "
    "8 with a score of 20 each. What does one head return? Two heads, if the first wants dog and the "
    "second wants 8? Is there any query with which one head returns the pair?"
)
def two_animals() -> str:
    keys = np.eye(4)
    both = _softmax(keys @ [20, 0, 0, 20]) @ ANIMAL_VALUES
    each = [float(_softmax(20 * key) @ ANIMAL_VALUES) for key in keys[[0, 3]]]
    assert np.isclose(both, 11)
    assert np.allclose(each, [10, 12])
    return (
        f"One head returns {number(both, 2)}, the midpoint. Two heads return {number(each[0], 2)} and "
        f"{number(each[1], 2)}. No query helps one head: it has one row of weights, and one number "
        "comes out. Eleven might as well come from other blends."
    )


@exercise(
    "You exchange the first two heads: their queries, keys and values. What must happen to $W_O$ so "
    "that nothing changes? Why?"
)
def exchanged() -> str:
    rng = np.random.default_rng(1)
    tokens, w_o = rng.normal(size=(5, 6)), rng.normal(size=(6, 4))
    order = [2, 3, 0, 1, 4, 5]  # heads of width 2: the second, the first, the third
    one, other, forgotten = (
        _step.multi_head(rows, rows, rows, rows_of, heads=3)
        for rows, rows_of in (
            (tokens, w_o),
            (tokens[:, order], w_o[order]),
            (tokens[:, order], w_o),
        )
    )
    assert np.allclose(one, other)
    assert not np.allclose(one, forgotten, atol=0.1)
    return (
        "Exchange the two blocks of rows of $W_O$. The output is a sum over the heads, and a sum has no "
        f"order. With the blocks exchanged the outputs agree; without, they differ by up to "
        f"{number(float(np.abs(one - forgotten).max()), 2)}. So heads have no order of their own: “head "
        "3” means nothing outside one trained model."
    )


@exercise(
    "A colleague cuts with `rows.reshape(h, n, d)`, puts together with `pieces.reshape(n, h * d)`, and "
    "tests that this returns the rows he started with. It does. Is the split right?"
)
def round_trip() -> str:
    rows = np.random.default_rng(3).normal(size=(4, 6))
    cut = rows.reshape(3, 4, 2)
    assert np.array_equal(cut.reshape(4, 6), rows)
    assert not np.allclose(cut, _step.split(rows, 3))
    wrong, right = (_attention(x, x, x) for x in (cut, _step.split(rows, 3)))
    gap = np.abs(wrong.reshape(4, 6) - _step.merge(right)).max()
    assert gap > 0.1
    return (
        "No. A reshape undoes a reshape, so the test passes for the scrambled split as well. The error "
        f"shows only when something is read in between: with a lookup there, the outputs differ by up to "
        f"{number(float(gap), 2)}. Test what a head *holds*, not that the way there and back is free of loss."
    )


@exercise(
    "A gate that is the same number for every input, say ¼, sits on one head. Find a change elsewhere that "
    "makes the gate superfluous. When is there none?"
)
def constant_gate() -> str:
    rng = np.random.default_rng(2)
    tokens, w_o = rng.normal(size=(5, 4)), rng.normal(size=(4, 4))
    gated = _step.multi_head(tokens, tokens, tokens, w_o, heads=2, gates=[1 / 4, 1])
    folded = _step.multi_head(tokens, tokens, tokens, w_o * [[1 / 4], [1 / 4], [1], [1]], heads=2)
    assert np.allclose(gated, folded)
    return (
        "Multiply that head’s rows of $W_O$ by ¼. Both ways were run on five tokens, and the outputs "
        f"agree: the first number is {number(gated[0, 0])} and {number(folded[0, 0])}. A constant gate can "
        "always be folded away. A gate that is computed from the input cannot: $W_O$ is the same for every "
        "token. That is the point of a gate."
    )


@exercise(
    "A head has width 1, so each of its keys is one number. Ten different keys are stored. How many of "
    "them can ever be the best match? How many can with width 2?"
)
def narrow_head() -> str:
    rng = np.random.default_rng(0)
    winners = {}
    for width in (1, 2):
        keys = rng.normal(size=(10, width))
        queries = rng.normal(size=(5000, width))
        winners[width] = len(set((queries @ keys.T).argmax(axis=1).tolist()))
    assert winners[1] == 2
    assert 2 < winners[2] < 10
    return (
        f"With width 1: {winners[1]}. A positive query prefers the largest key, a negative one the "
        f"smallest, and nobody asks for the middle. With width 2 it is the corners of the shape "
        f"that the keys span: {winners[2]} of ten random keys here. A key inside the hull of the others can "
        "never win, whatever the query. On a circle all ten could, but random keys in a narrow head mostly cannot."
    )


@exercise(
    "A model has 80 layers, 64 query heads, 8 key heads of width 128, and keeps two bytes for each number. How "
    "many bytes does one token leave behind? How many tokens fit into 16 GiB? And without sharing?"
)
def fits() -> str:
    each = {g: 2 * 80 * g * 128 * 2 for g in (8, 64)}
    fit = {g: 16 * 2**30 // size for g, size in each.items()}
    assert each[64] == 8 * each[8]
    return (
        f"2 × 80 × 8 × 128 × 2 = {each[8]:,} bytes, so {fit[8]:,} tokens fit. Without sharing a token leaves "
        f"{each[64]:,} bytes, and {fit[64]:,} fit."
    )


@question(
    "Two entries hold (10, 10) and (5, 5). Which answer needs two heads?",
    hint="One head has one row of weights. It blends both columns alike.",
    concept="multi-head",
)
def needs_two() -> Answers:
    query, keys, values = _step.query, _step.keys, _step.values
    two = _step.multi_head(query, keys, values, np.eye(2), heads=2)[0]
    one = _step.multi_head(query, keys, values, np.eye(2), heads=1)[0]
    sharp, other = (
        _step.multi_head(20 * key[None], keys, values, np.eye(2), heads=1)[0] for key in keys
    )
    assert one[0] == one[1]
    assert sharp[0] == sharp[1] > other[0] == other[1]
    assert two[0] != two[1]

    def pair(x: object) -> str:
        first, second = np.asarray(x)
        return f"({number(first, 1)}, {number(second, 1)})"

    return Answers(
        right=pair(two),
        why="With one row of weights both numbers are equal here, because they are equal in every value.",
        wrong={
            pair(
                one
            ): "every mixture is taken for the work of several heads; but this is one even blend",
            pair(
                sharp
            ): "a single head is taken to be always soft; but a long query makes it choose",
            pair(other): "the second entry is taken to need a second head",
        },
    )


@question(
    "`rows` is `np.arange(12).reshape(2, 6)`: two tokens of six numbers. What belongs to head 0 of 3?",
    hint="A head gets the same columns of every token.",
    concept="multi-head",
)
def head_zero() -> Answers:
    rows = np.arange(12).reshape(2, 6)

    def shown(block: np.ndarray) -> str:
        return f"`{block.tolist()}`"

    return Answers(
        right=shown(_step.split(rows, 3)[0]),
        why="The first two columns of both rows. Row 0 is still token 0, row 1 is still token 1.",
        wrong={
            shown(rows.reshape(3, 2, 2)[0]): "a reshape to (3, 2, 2) is taken for a split; it cuts "
            "the first token into both rows",
            shown(rows[:, ::3]): "every third column is taken; heads hold neighbouring columns",
            shown(rows[:1]): "a head is taken for a token",
        },
    )


@question(
    "Two heads return (1, 2) and (3, 4) for a query. $W_O$ has four rows. Which sum is the output?",
    hint="Lay the results side by side: which numbers meet which rows?",
    concept="multi-head",
)
def which_sum() -> Answers:
    first, second = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    w_o = np.random.default_rng(0).normal(size=(4, 3))
    right = np.concatenate([first, second]) @ w_o
    blocks = first @ w_o[:2] + second @ w_o[2:]
    mixed = first @ w_o[::2] + second @ w_o[1::2]
    summed = (first + second) @ w_o[:2]
    assert np.allclose(right, blocks)
    assert not np.allclose(right, mixed)
    assert not np.allclose(right, summed)
    return Answers(
        right="(1, 2) times rows 1 and 2, plus (3, 4) times rows 3 and 4",
        why="Side by side they are (1, 2, 3, 4). Each number multiplies its own row, so each head has a "
        "block of rows.",
        wrong={
            "(1, 2) times rows 1 and 3, plus (3, 4) times rows 2 and 4": "the heads are taken to be "
            "interleaved",
            "(4, 6) times rows 1 and 2": "the heads are added first; then they could not be told apart",
            "The mean of (1, 2) and (3, 4), times $W_O$": "heads are taken for votes to be averaged; "
            "the shapes do not even fit",
        },
    )


@question(
    "A gated attention layer multiplies a number between 0 and 1 with…",
    hint="After gating, do the weights of the entries still compare as before?",
    concept="gating",
)
def gated_what() -> Answers:
    gate = numbers.half
    output, scaled = numbers.gated[gate], numbers.tempered[gate]
    masked = _softmax((KEYS * [[1], [1], [gate]]) @ TENNIS) @ VALUES
    assert not np.isclose(output, scaled)
    assert not np.isclose(output, masked)
    return Answers(
        right="what the lookup returns",
        why=f"A gate of {gate} turns {number(numbers.one_head)} into {number(output)}. The shares of the "
        f"entries stay, and together they count {number(numbers.gate_sum[gate], 1)}.",
        wrong={
            "the scores, before the softmax": f"a gate is taken for a temperature; that gives "
            f"{number(scaled)}",
            "the keys, so that some entries are found less": "a gate is taken for a mask; with tree’s "
            f"key halved the answer is {number(masked)}",
            "the loss of each head": "a gate in the forward pass is taken for a weighted loss, which "
            "changes no output",
        },
    )


@question(
    "A model has 32 query heads and 32 key heads. Now groups of four query heads share one key head. "
    "What shrinks, and to what?",
    hint="Who has to be remembered from token to token?",
    concept="multi-head",
)
def what_shrinks() -> Answers:
    share = numbers.kept_bytes(8) / numbers.kept_bytes(32)
    assert share == 1 / 4
    queries = np.random.default_rng(0).normal(size=(32, 1, 4))
    keys = np.random.default_rng(1).normal(size=(8, 10, 4))
    _, weights = _attention(queries, keys, keys, grouped=True, return_weights=True)
    assert weights.shape == (32, 1, 10)
    return Answers(
        right=f"The kept keys and values, to {percent(share, 0)}",
        why=f"Eight key heads are kept instead of 32. There are still {len(weights)} rows of weights "
        "for each token.",
        wrong={
            f"The number of scores, to {percent(share, 0)}": "shared keys are taken for shared weights; "
            "every query head still scores every key",
            f"The kept keys and values, to {percent(1 / 32)}": "groups of four are taken for one "
            "group of all",
            "Nothing: the heads are repeated before use": "a repeated view for the product is taken for "
            "what has to be stored",
        },
    )
