"""The ledger of the card "Differentiable key-value lookup view"."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from softlookup.claims import claim, unchecked
from softlookup.claims.tools import (
    attention,
    close,
    cosine,
    dot,
    entries_read,
    exact_lookup,
    hard_lookup,
    shown,
    soft_lookup,
    soften,
    softmax,
)
from softlookup.claims.verdict import Finding, settle, settle_readings
from softlookup.examples import ANIMAL_VALUES, ANIMALS, KEYS, TENNIS, VALUES

Array = NDArray[Any]


def _sigmoid(score: float) -> float:
    """The share of a score against a score of 0."""
    return float(softmax([score, 0.0])[0])


def _degrees(first: ArrayLike, second: ArrayLike) -> float:
    """The angle between two vectors."""
    return float(np.degrees(np.arccos(np.clip(cosine(first, second), -1, 1))))


# Paragraph 1: attention as a dictionary


@claim(
    "S3-01",
    "Attention can be seen as a dictionary lookup that is soft",
    where="paragraph 1, line 6",
    concept="soft-lookup",
)
def sharp_queries_answer_like_the_dictionary() -> Finding:
    keys, sharp = np.eye(len(ANIMALS)), 50.0
    answers = [float(soft_lookup(sharp * key, keys, ANIMAL_VALUES)) for key in keys]
    between = float(soft_lookup(sharp * (keys[0] + keys[1]), keys, ANIMAL_VALUES))
    assert close(between, (ANIMALS["dog"] + ANIMALS["cat"]) / 2)
    return settle(
        as_given=close(answers, list(ANIMALS.values())),
        evidence=f"Sharp one-hot queries return {shown(answers, 0)}, as the dict does; "
        f"a query between dog and cat returns {between:.0f}, which no dict entry holds",
    )


@claim(
    "S3-02",
    "Keys say which row of the table, values are what it holds, queries ask",
    where="paragraph 1, line 6",
    concept="qkv-roles",
)
def keys_and_values_form_the_rows_of_one_table() -> Finding:
    order = [2, 0, 1]
    answer = float(soft_lookup(TENNIS, KEYS, VALUES))
    together = float(soft_lookup(TENNIS, KEYS[order], VALUES[order]))
    keys_only = float(soft_lookup(TENNIS, KEYS[order], VALUES))
    return settle(
        as_given=close(answer, together) and not close(answer, keys_only, 1.0),
        evidence=f"Rows in another order: still {together:.3f}; keys moved without their values: "
        f"{keys_only:.3f}",
    )


@claim(
    "S3-03",
    "The argmax form takes one row and in general has no derivative",
    where="paragraph 1, line 6",
    concept="differentiability",
    correction="No gradient reaches the query and the keys; the value that is taken does get one. "
    "Sampling estimators train such a model all the same (Xu and others, 2015, “Show, Attend and "
    "Tell”).",
)
def argmax_is_flat_in_the_query_and_linear_in_the_value() -> Finding:
    step, tie = np.array([0.0, 1e-3]), np.array([1.0, 0.0])  # racket and ball tie at (1, 0)
    rise = hard_lookup(TENNIS + step, KEYS, VALUES) - hard_lookup(TENNIS - step, KEYS, VALUES)
    jump = hard_lookup(tie + step, KEYS, VALUES) - hard_lookup(tie - step, KEYS, VALUES)
    assert jump == VALUES[0] - VALUES[1]
    raised = VALUES + np.array([1.0, 0.0, 0.0])  # racket, the best match, holds 1 more
    gain = hard_lookup(TENNIS, KEYS, raised) - hard_lookup(TENNIS, KEYS, VALUES)
    assert gain == 1
    return settle(
        as_given=rise == gain == 0,
        with_condition=rise == 0,
        evidence=f"Moving the query a little changes the answer by {rise:.0f}, across a tie by {jump:.0f}; "
        f"adding 1 to the chosen value changes it by {gain:.0f}",
    )


@claim(
    "S3-04",
    "The softmax form blends many rows, and its weights can be differentiated",
    where="paragraph 1, line 6",
    concept="softmax",
    correction="When one score leads by far, softmax reads one row, and its slope is all but zero.",
)
def large_scores_leave_one_row() -> Finding:
    scores = KEYS @ TENNIS
    mild, steep = softmax(scores), softmax(10 * scores)
    counts = [float(entries_read(weights)) for weights in (mild, steep)]
    slopes = [float(weights[0] * (1 - weights[0])) for weights in (mild, steep)]
    assert counts[1] < 1.001
    assert slopes[1] < slopes[0] / 1000
    return settle(
        as_given=min(counts) > 2,
        with_condition=counts[0] > 2,
        evidence=f"Scores {shown(scores, 0)} read {counts[0]:.2f} entries, first weight's slope "
        f"{slopes[0]:.3f}; ten times those scores read {counts[1]:.4f}, slope {slopes[1]:.5f}",
    )


# Paragraph 2: dot products


@claim(
    "S3-05",
    "Scores by dot product tell how well the directions of query and key fit",
    where="paragraph 2, line 8",
    concept="dot-product-similarity",
    correction="True only among vectors of one length. The score is length times length times "
    "cosine; only the cosine compares directions alone.",
)
def a_long_key_at_an_angle_beats_a_parallel_one() -> Finding:
    query, long_key, parallel = np.ones(3), np.array([1000.0, 0, 0]), np.full(3, 2.0)
    assert cosine(query, long_key) < cosine(query, parallel)
    of_one_length = [dot(query, key / np.linalg.norm(key)) for key in (long_key, parallel)]
    racket = KEYS[0]
    assert close(cosine(TENNIS, 2 * racket), cosine(TENNIS, racket))
    return settle(
        as_given=dot(query, long_key) < dot(query, parallel),
        with_condition=of_one_length[0] < of_one_length[1],
        evidence=f"A long key at {_degrees(query, long_key):.1f}° scores "
        f"{dot(query, long_key):.0f}, a short parallel one {dot(query, parallel):.0f}; at one "
        f"length they score {shown(of_one_length)}. Racket twice as long scores "
        f"{dot(TENNIS, 2 * racket):.0f}, not {dot(TENNIS, racket):.0f}, at the same angle",
    )


@claim(
    "S3-06",
    "Each head compares inside its own subspace",
    where="paragraph 2, line 8",
    concept="multi-head",
)
def the_scores_of_a_head_have_the_rank_of_its_subspace() -> Finding:
    random = np.random.default_rng(2)
    tokens = random.standard_normal((10, 16))
    w_q, w_k = random.standard_normal((2, 16, 3))
    plain = np.linalg.matrix_rank(dot(tokens, tokens.T))
    head = np.linalg.matrix_rank(dot(tokens @ w_q, (tokens @ w_k).T))
    return settle(
        as_given=head == w_q.shape[1] < plain,
        evidence=f"{len(tokens)} tokens of width {tokens.shape[1]}, compared directly: rank "
        f"{plain}; through a head with `d_k` = {w_q.shape[1]}: rank {head}",
    )


@claim(
    "S3-07",
    "The raw score is small when query and key are almost at right angles",
    where="paragraph 2, line 8",
    concept="dot-product-similarity",
    correction="Small beside the product of the two lengths, not small as a number.",
)
def nearly_orthogonal_vectors_can_score_high() -> Finding:
    width = 4096
    agree = (width + int(np.sqrt(width))) // 2  # one standard deviation above half
    query, key = np.ones(width), np.where(np.arange(width) < agree, 1.0, -1.0)
    score, angle = dot(query, key), _degrees(query, key)
    assert score == np.sqrt(width)
    assert 89 < angle < 90
    return settle(
        as_given=score < 1,
        with_condition=cosine(query, key) < 0.02,
        evidence=f"Two vectors of {width} signs that agree in {agree} places stand at {angle:.1f}°: "
        f"cosine {cosine(query, key):.3f}, score {score:.0f}",
    )


@claim(
    "S3-08",
    "A key almost at right angles to the query gets little of the mass, unless other terms "
    "dominate",
    where="paragraph 2, line 8",
    concept="softmax",
    correction="True when another key scores well above it: behind a lead of $g$ it keeps at most "
    "$1/(1 + e^g)$. Softmax compares the scores with one another: a score of zero wins when the others are "
    "negative, and when all keys are at right angles they share evenly.",
)
def a_score_of_zero_can_take_nearly_everything() -> Finding:
    query, key = np.array([1.0, 0.0]), np.array([0.01, 1.0])
    assert _degrees(query, key) > 89
    behind = softmax([dot(query, key), 3.0, 1.0])  # another key matches better
    ahead = softmax([dot(query, key), -5.0, -5.0])  # all others match worse
    even = softmax(np.zeros(5))
    leads = np.linspace(0, 9, 10)
    kept = [softmax([dot(query, key), dot(query, key) + lead, -2.0])[0] for lead in leads]
    return settle(
        as_given=ahead[0] < 1 / 3,
        with_condition=behind[0] < 1 / 3 and all(kept < 1 / (1 + np.exp(leads))),
        evidence=f"The score {dot(query, key):.2f} gets {behind[0]:.3f} beside {3} and {1}, and "
        f"{ahead[0]:.3f} beside two of {-5}; {len(even)} keys at right angles get {even[0]:.1f} each",
    )


@claim(
    "S3-09",
    "Such a key gets more only through other terms, such as positional bias or scaling",
    where="paragraph 2, line 8",
    concept="softmax",
    correction="A bias can put it first. A positive scale never changes the order; it flattens or "
    "sharpens. The main term is missing from the list: the scores of the other keys.",
)
def a_bias_reorders_and_a_scale_does_not() -> Finding:
    scores, temperatures = np.array([0.0, 1.0]), (0.1, 1.0, 100.0)
    bias, fallen = np.array([5.0, 0.0]), np.array([0.0, -5.0])
    biased = softmax(scores + bias)
    shares = [float(soften(scores, temperature)[0]) for temperature in temperatures]
    assert max(shares) < 0.5
    alone = float(softmax(fallen)[0])
    return settle(
        as_given=alone < 0.5,
        with_condition=biased.argmax() == 0,
        evidence=f"Scores {shown(scores, 0)}: a bias of {bias[0]:.0f} gives the first {biased[0]:.3f}, "
        f"temperatures {shown(temperatures, 1)} give it {shown(shares)}, never the lead; "
        f"scores {shown(fallen, 0)} give it {alone:.3f} without either",
    )


# Paragraph 3: gates


@claim(
    "S3-10",
    "Some models scale what attention returns by gates that are learned",
    where="paragraph 3, line 10",
    concept="gating",
    correction="Two that do: AlphaFold 2 (Jumper and others, 2021) and “Gated Attention for Large "
    "Language Models” (Qiu and others, 2025).",
)
def a_gate_learns_to_shut() -> Finding:
    output = float(soft_lookup(TENNIS, KEYS, VALUES))
    knob, rate = 0.0, 0.02
    for _ in range(60):  # descend on (gate · output)²: this head only disturbs
        gate = _sigmoid(knob)
        knob -= rate * 2 * gate * output * output * gate * (1 - gate)
    first, last = _sigmoid(0.0), _sigmoid(knob)
    return settle(
        as_given=0 < last < 0.2 < first < 1,
        evidence=f"A sigmoid gate on a head that only disturbs falls from {first:.2f} to {last:.2f} "
        f"by gradient descent; its output from {first * output:.2f} to {last * output:.2f}",
    )


@claim(
    "S3-11",
    "In some architectures gates are there to quieten heads, depending on the input",
    where="paragraph 3, line 10",
    concept="gating",
    correction="A gate may also act on single channels, and it may sit elsewhere: Qiu and others "
    "(2025) compare about thirty variants.",
)
def gates_act_on_heads_or_on_channels() -> Finding:
    values = np.ones((2, 6, 4))  # heads, entries, channels
    outputs = attention(np.zeros((2, 5, 3)), np.zeros((2, 6, 3)), values)  # five queries
    per_head = np.array([0.0, 1.0]).reshape(2, 1, 1)
    per_channel = np.ones((2, 1, 4))
    per_channel[0, 0, 0] = 0.0
    by_head, by_channel = outputs * per_head, outputs * per_channel
    assert by_channel[0].any()  # a channel can be silenced alone
    return settle(
        as_given=not by_head[0].any() and by_head[1].all(),
        evidence=f"All outputs are {outputs.mean():.0f}. A gate of shape {per_head.shape} silences "
        f"{np.sum(by_head == 0)} of {outputs.size} numbers, a whole head; one of shape "
        f"{per_channel.shape} silences {np.sum(by_channel == 0)}, one channel of it",
    )


@claim(
    "S3-12",
    "With gates it is still a lookup: queries fetch from a pool of values",
    where="paragraph 3, line 10",
    concept="gating",
    correction="The effective weights sum to the gate, no longer to one. A gated head can return "
    "almost nothing, even where no average of the values comes near 0.",
)
def gated_weights_sum_to_the_gate() -> Finding:
    gate, weights = 0.1, softmax(KEYS @ TENNIS)
    gated = gate * float(soft_lookup(TENNIS, KEYS, VALUES))
    assert close(float((gate * weights).sum()), gate)
    assert gated < VALUES.min()
    return settle(
        as_given=close((gate * weights) @ VALUES, gated),
        evidence=f"With a gate of {gate} the weights sum to {(gate * weights).sum():.1f} and the "
        f"output is {gated:.3f}, below the smallest value {VALUES.min():.0f}",
    )


# Paragraph 4: reach


@claim(
    "S3-13",
    "Every query reaches every key in a single step",
    where="paragraph 4, line 12",
    concept="long-range-reach",
    correction="Only without a mask and without a window. A causal query reads no later key, and "
    "through a window of half-width `w` a distance `D` takes `ceil(D / w)` layers.",
)
def masks_and_windows_limit_the_reach() -> Finding:
    tokens, places, width, target = np.zeros((21, 1)), np.arange(21), 2, 10
    window = np.abs(np.subtract.outer(places, places)) <= width
    _, full = attention(tokens, tokens, tokens, return_weights=True)
    _, causal = attention(tokens, tokens, tokens, causal=True, return_weights=True)
    _, local = attention(tokens, tokens, tokens, mask=window, return_weights=True)
    reads = [np.count_nonzero(weights[0]) for weights in (full, causal)]
    layers, _ = _journey(local, target)
    assert reads == [len(tokens), 1]
    assert _journey(full, target)[0] == 1
    assert layers == -(-target // width) == 5
    return settle(
        as_given=reads[1] == len(tokens),
        with_condition=reads[0] == len(tokens),
        evidence=f"The first of {len(tokens)} queries reads {reads[0]} keys, {reads[1]} under a "
        f"causal mask; a window of ±{width} takes {layers} layers over a distance of {target}",
    )


def _journey(links: Array, target: int) -> tuple[int, float]:
    """Steps until a mark on place 0 is felt at the target, and how much of it arrives."""
    mark = np.eye(len(links))[0]
    for steps in range(1, len(links)):
        mark = links @ mark
        if mark[target] != 0:
            return steps, float(mark[target])
    raise AssertionError(f"place {target} is out of reach of place 0 among {len(links)}")


@claim(
    "S3-14",
    "In a recurrent network a signal takes steps in proportion to the distance, one by one",
    where="paragraph 4, line 12",
    concept="long-range-reach",
)
def a_recurrence_moves_one_place_a_step() -> Finding:
    kept, distances = 0.9, (10, 100)
    trips = [_journey(kept * np.eye(d + 1, k=-1), d) for d in distances]  # reads its left neighbour
    tokens = np.zeros((max(distances) + 1, 1))
    hops, share = _journey(
        attention(tokens, tokens, tokens, return_weights=True)[1], max(distances)
    )
    told = "; ".join(
        f"{d} places take {steps} steps, and with {kept} kept at each of them {left:.2g} of the "
        "signal arrives"
        for d, (steps, left) in zip(distances, trips, strict=True)
    )
    return settle(
        as_given=[steps for steps, _ in trips] == list(distances)
        and close([left for _, left in trips], [kept**d for d in distances]),
        evidence=f"{told}. Attention takes {hops} step, and {share:.2g} arrives",
    )


@claim(
    "S3-15",
    "The short way is why attention is strong on distant dependencies",
    where="paragraph 4, line 12",
    concept="long-range-reach",
    correction="A short way helps, but the mass is shared: to keep half of it against `n − 1` "
    "equal rivals, a key must lead by `ln(n − 1)`. Vaswani and others (2017), “Attention Is All "
    "You Need”, name the loss of resolution through averaging themselves.",
)
def a_fixed_lead_is_diluted_by_more_entries() -> Finding:
    lead, sizes = 5.0, (10, 1000, 100_000)
    shares = [_share_of_leader(lead, size) for size in sizes]
    assert shares[0] > 0.9
    assert shares[1] < 0.2
    needed = float(np.log(sizes[2] - 1))
    return settle(
        as_given=shares[2] > 0.9,
        with_condition=close(_share_of_leader(needed, sizes[2]), 0.5),
        evidence=f"A lead of {lead:.0f} keeps {shares[0]:.1%} among {sizes[0]} entries, "
        f"{shares[1]:.1%} among {sizes[1]:,} and {shares[2]:.2%} among {sizes[2]:,}; "
        f"there, half the mass takes a lead of {needed:.1f}",
    )


def _share_of_leader(lead: float, size: int) -> float:
    scores = np.zeros(size)
    scores[0] = lead
    return float(softmax(scores)[0])


# Paragraph 5: identical values


@claim(
    "S3-16",
    "When all values are one vector, every query gets that vector",
    where="paragraph 5, line 14",
    concept="identical-values",
    correction="It holds because the weights sum to one. A row of several 1s returns a multiple, and "
    "a gate or a residual lets the query back in.",
)
def equal_values_answer_every_query_alike() -> Finding:
    random = np.random.default_rng(0)
    queries, keys = random.standard_normal((50, 8)), random.standard_normal((20, 8))
    shared = np.array([1.5, -2.0, 3.0])
    outputs = attention(queries, keys, np.tile(shared, (20, 1)))
    summed = np.array([1.0, 1, 0, 0]) @ np.tile(shared, (4, 1))
    assert close(summed, 2 * shared)
    return settle(
        as_given=close(outputs, np.tile(shared, (50, 1)), 1e-12),
        evidence=f"{len(queries)} random queries: {len(np.unique(outputs.round(9), axis=0))} "
        f"distinct output, {shown(shared, 1)}; a row of two 1s gives {shown(summed, 1)}",
    )


@claim(
    "S3-17",
    "Equal values are where the picture of a lookup fails",
    where="paragraph 5, line 14",
    concept="identical-values",
    correction="“Breaks” can mean that the query no longer matters, which is true and is what the "
    "card goes on to say. But a dict whose values are all equal answers every key alike too: such "
    "a lookup is uninformative, not broken.",
)
def a_dict_with_equal_values_does_the_same() -> Finding:
    words, values = list(ANIMALS), np.full(len(ANIMALS), 7.0)
    keys = np.eye(len(words))
    exact = {float(exact_lookup(word, words, values)) for word in words}
    soft = {round(float(soft_lookup(key, keys, values)), 9) for key in 2 * keys}
    return settle_readings(
        {
            "an answer that no longer depends on the query": len(soft) == 1,
            "an answer that a dictionary would not give": soft != exact,
        },
        evidence=f"{len(words)} keys with one value: the dict gives {len(exact)} distinct answer, "
        f"the soft lookup {len(soft)}: {shown(list(soft), 0)}",
    )


@claim(
    "S3-18",
    "The weights go on mixing even then",
    where="paragraph 5, line 14",
    concept="identical-values",
)
def weights_move_while_the_output_stays() -> Finding:
    keys, shared = np.eye(3), np.full(3, 4.0)
    queries = 3 * keys[:2]
    first, second = softmax(queries @ keys.T)
    return settle(
        as_given=not close(first, second, 0.1) and close(first @ shared, second @ shared),
        evidence=f"Two queries weigh the rows {shown(first)} and {shown(second)}; "
        f"both return {first @ shared:.0f}",
    )


@claim(
    "S3-19",
    "MLP layers that come before create the differences between values",
    where="paragraph 5, line 14",
    concept="identical-values",
    correction="It needs rows that differ already. An MLP works row by row: equal rows stay "
    "equal, different ones it reshapes. The differences come from the tokens, their positions and "
    "earlier attention, and the first layer has no MLP before it. What is shown: without skip "
    "connections and MLPs, stacked attention loses rank (Dong and others, 2021, “Attention Is Not "
    "All You Need”).",
)
def an_mlp_keeps_equal_rows_equal() -> Finding:
    random = np.random.default_rng(0)
    inner, outer = random.standard_normal((8, 32)), random.standard_normal((32, 8))
    keys, queries = random.standard_normal((5, 3)), random.standard_normal((7, 3))
    token = random.standard_normal(8)

    def spread(rows: Array) -> float:
        """How far apart the queries' answers lie when an MLP makes the values from the rows."""
        values = np.maximum(rows @ inner, 0) @ outer
        return float(np.ptp([soft_lookup(query, keys, values) for query in queries], axis=0).max())

    equal, different = np.tile(token, (5, 1)), np.outer(np.arange(5.0), token)
    spreads = [spread(equal), spread(different)]
    return settle(
        as_given=spreads[0] > 1e-9,
        with_condition=spreads[1] > 1e-9,
        evidence=f"{len(queries)} queries read values that an MLP made: from {len(equal)} equal "
        f"rows their answers lie {spreads[0]:.1f} apart, from {len(different)} different rows "
        f"{spreads[1]:.1f}",
    )


# Paragraph 6: soft against hard


@claim(
    "S3-20",
    "On one toy table, the soft answer moves more smoothly and can be trained",
    where="paragraph 6, line 16",
    concept="differentiability",
    correction="How much more smoothly depends on the temperature.",
)
def the_largest_jump_depends_on_the_temperature() -> Finding:
    turn = np.radians(np.arange(91))
    queries, values = np.stack([np.cos(turn), np.sin(turn)], axis=1), np.array([10.0, 2.0])
    hard = np.array([hard_lookup(query, np.eye(2), values) for query in queries])
    mild, cold = 1.0, 0.01
    jumps = [_largest_step(hard)]
    jumps += [_largest_step(softmax(queries / heat) @ values) for heat in (mild, cold)]
    assert jumps[0] == 8
    start, end = _trained(np.array([0.0, 1.0]), values, target=9.5)
    return settle(
        as_given=max(jumps[1:]) < jumps[0] and abs(end - 9.5) < 0.01 < abs(start - 9.5),
        evidence=f"Turned by 1° at a time, the hard answer jumps by up to {jumps[0]:.0f}, the soft "
        f"one by {jumps[1]:.3f} at T = {mild:.0f} and {jumps[2]:.2f} at T = {cold}; "
        f"descent moves the soft answer from {start:.2f} to {end:.2f}",
    )


def _largest_step(answers: Array) -> float:
    return float(np.abs(np.diff(answers)).max())


def _trained(query: Array, values: Array, target: float) -> tuple[float, float]:
    """The answer before and after descent on its squared error; the keys are one-hot."""
    keys, step = np.eye(2), 1e-5
    start = float(soft_lookup(query, keys, values))
    for _ in range(60):
        error = soft_lookup(query, keys, values) - target
        ahead = np.array([soft_lookup(query + step * axis, keys, values) for axis in keys])
        query = query - 0.2 * error * (ahead - error - target) / step
    return start, float(soft_lookup(query, keys, values))


unchecked(
    "S3-21",
    "Smoothness and training are why transformers use softmax",
    where="paragraph 6, line 16",
    concept="differentiability",
    correction="Vaswani and others (2017), “Attention Is All You Need”, take softmax over without "
    "giving this reason. Sukhbaatar and others (2015), “End-To-End Memory Networks”, do give it.",
    because="Why authors chose something is a matter of what they wrote, not of arithmetic.",
)


# The four questions


@claim(
    "S3-22",
    "Question 1 asks what the scores of dot-product attention measure",
    where="Question 1, lines 23-29",
    concept="assessment",
    correction="Neither options nor an answer are given. The text would say direction; the answer "
    "is direction times both lengths.",
)
def direction_and_score_rank_the_keys_differently() -> Finding:
    keys = np.stack([3 * KEYS[1], KEYS[0]])  # ball, three times as long, and racket
    scores, directions = dot(keys, TENNIS), [float(cosine(TENNIS, key)) for key in keys]
    lengths = np.linalg.norm(keys, axis=1) * np.linalg.norm(TENNIS)
    return settle_readings(
        {
            "direction times both lengths": close(lengths * directions, scores),
            "direction alone": np.argmax(scores) == np.argmax(directions),
        },
        evidence=f"Two keys score {shown(scores, 0)} with cosines {shown(directions)}",
    )


@claim(
    "S3-23",
    "Question 2 asks how large the raw score is for a pair almost at right angles",
    where="Question 2, lines 31-37",
    concept="assessment",
    correction="Neither options nor an answer are given. Near zero beside the product of the "
    "lengths; as a number it can be anything.",
)
def one_angle_allows_every_score() -> Finding:
    query, key = np.array([1.0, 0.0]), np.array([0.01, np.sqrt(1 - 1e-4)])
    lengths = (1, 10, 100)
    scores = [float(dot(length * query, length * key)) for length in lengths]
    cosines = [float(cosine(length * query, length * key)) for length in lengths]
    return settle_readings(
        {
            "small beside the product of the lengths": max(cosines) < 0.02,
            "small as a number": max(scores) < 1,
        },
        evidence=f"At {_degrees(query, key):.1f}° throughout, growing lengths give the scores "
        f"{shown(scores, 2)}",
    )


@claim(
    "S3-24",
    "Question 3 asks what gated attention multiplies",
    where="Question 3, lines 39-45",
    concept="assessment",
    correction="Neither options nor an answer are given. The text means the output of the lookup. One "
    "number for all values does the same; a gate that each value takes from its own row reweighs the "
    "entries, and one on the keys acts otherwise again (Qiu and others, 2025, try both places).",
)
def the_place_of_the_gate_matters() -> Finding:
    gate = 0.5
    on_output = gate * float(soft_lookup(TENNIS, KEYS, VALUES))
    on_values = float(soft_lookup(TENNIS, KEYS, gate * VALUES))
    on_keys = float(soft_lookup(TENNIS, gate * KEYS, VALUES))
    own_gates = 1 / (1 + np.exp(-KEYS[:, 0]))  # each from its own key
    assert not close(float(soft_lookup(TENNIS, KEYS, own_gates * VALUES)), on_output, 0.1)
    return settle_readings(
        {
            "the output, or all values by one number": close(on_output, on_values),
            "the keys": close(on_output, on_keys),
        },
        evidence=f"A gate of {gate} on the output gives {on_output:.3f}, on the values "
        f"{on_values:.3f}, on the keys {on_keys:.3f}",
    )


unchecked(
    "S3-25",
    "Question 4 asks what sets soft attention apart from hard attention",
    where="Question 4, lines 47-53",
    concept="assessment",
    correction="Several answers would be right: soft attention reads every entry, moves smoothly with the "
    "query, and passes a gradient to it.",
    because="Neither options nor an answer are given.",
)


unchecked(
    "S3-26",
    "With the help of the hints, options can be struck out",
    where="Hints, lines 27-29, 35-37, 43-45 and 51-53",
    concept="assessment",
    correction="The four hints are one template around words of their question; a useful hint adds "
    "something to it.",
    because="The text as given has no options to strike out.",
)


# Around the card


unchecked(
    "S3-27",
    "The card builds on another one, about the score matrix and softmax over keys",
    where="Related cards, lines 19-20",
    concept="softmax",
    correction="What that card must say: softmax runs over the keys, so each row of the weights sums to "
    "one; the columns need not.",
    because="That card is not supplied.",
)


unchecked(
    "S3-28",
    "The card carries a topic, a level, a date, approvals, a creator and an empty video section",
    where="lines 3-4, 18, 21 and 55-62",
    concept="sources",
    correction="Left out: none of it is about attention. Before many full stops a mark seems to be "
    "missing from the document as given; if it was a citation, it cannot be followed.",
    because="The particulars of a card on its platform are not statements about attention.",
)
