"""Exercises without end for the page on masks."""

import math
from random import Random

from softlookup import lookup
from softlookup.practice.drill import Drawn, drill


@drill(
    "One entry is hidden",
    asks="Three entries score ln {a}, ln {b} and ln {c}, and the third is hidden by a mask. Which weight has the "
    "first?",
    decimals=3,
    steps=(
        "What is hidden gets the score −∞, and its exponential is 0.",
        "The others share the whole: {a} / ({a} + {b}) = {answer}.",
    ),
)
def one_hidden(draw: Random) -> Drawn | None:
    a, b, c = draw.sample(range(2, 14), 3)
    scores = [math.log(x) for x in (a, b, c)]
    weights = lookup.attention_weights(
        [[1.0]], [[score] for score in scores], mask=[[True, True, False]], scale=1
    )
    return Drawn(
        {"a": a, "b": b, "c": c},
        answer=a / (a + b),
        oracle=float(weights[0, 0]),
        wrong={
            "that is the weight without a mask; after a cut the rest must share the whole again.": a
            / (a + b + c),
            "that gives the hidden entry the score 0, whose exponential is 1.": a / (a + b + 1),
            "that is an even split; the mask leaves the other scores alone.": 0.5,
            "that takes the mask the other way round, and hides the first.": 0,
        },
    )


@drill(
    "The last tokens ask",
    asks="A cache holds {keys} tokens, and the last {queries} of them ask, reading left to right. How many keys may "
    "query number {number} read, counted from 1?",
    steps=(
        "The last query stands at the last key, so query {number} stands at key {keys} − {queries} + {number} = "
        "{answer}.",
        "It reads that key and all before it.",
    ),
)
def last_ask(draw: Random) -> Drawn | None:
    keys = draw.randint(6, 24)
    queries = draw.randint(2, min(8, keys - 2))
    number = draw.randint(1, queries - 1)
    mask = lookup.causal_mask(queries, keys, "lower right")
    return Drawn(
        {"keys": keys, "queries": queries, "number": number},
        answer=keys - queries + number,
        oracle=float(mask[number - 1].sum()),
        wrong={
            "that aligns the first query with the first key; the last belongs to the last.": number,
            "that lets it read everything; it may not read what comes after it.": keys,
            "that leaves its own key out.": keys - queries + number - 1,
            "that counts what is hidden from it.": queries - number,
        },
    )


@drill(
    "Pairs in a window",
    asks="{tokens} tokens are read left to right, and each may read itself and the {reach} before it. How many "
    "pairs of query and key are open?",
    steps=(
        "Each token has {wide} open keys: {tokens} × {wide} = {all}.",
        "But the first ones have fewer before them: 1 + … + {reach} = {missing} are missing.",
        "{all} − {missing} = {answer}.",
    ),
)
def in_a_window(draw: Random) -> Drawn | None:
    tokens = draw.randint(6, 30)
    reach = draw.randint(2, tokens - 3)
    missing = reach * (reach + 1) // 2
    opened = lookup.causal_mask(tokens, tokens) & lookup.window_mask(tokens, tokens, reach)
    return Drawn(
        {
            "tokens": tokens,
            "reach": reach,
            "wide": reach + 1,
            "all": tokens * (reach + 1),
            "missing": missing,
        },
        answer=tokens * (reach + 1) - missing,
        oracle=float(opened.sum()),
        wrong={
            "that forgets the edge: the first tokens have fewer before them.": tokens * (reach + 1),
            "that looks to both sides.": tokens * (2 * reach + 1) - 2 * missing,
            "that is everything before and itself, without the window.": tokens * (tokens + 1) // 2,
            "that leaves each token out of its own window.": tokens * reach - missing,
        },
    )
