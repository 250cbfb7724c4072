"""Exercises without end for the page on heads."""

from functools import cache
from random import Random

import numpy as np

from softlookup import lookup
from softlookup.practice.drill import Drawn, drill


@drill(
    "Which head is shared",
    asks="{heads} query heads share {shared} heads of keys and values, neighbours with neighbours. Heads are counted "
    "from 0. Which of the {shared} does query head {head} read?",
    steps=(
        "{heads} / {shared} = {group} query heads stand in each group.",
        "{head} divided by {group} is {answer}, the rest dropped.",
    ),
)
def shared_head(draw: Random) -> Drawn | None:
    shared = draw.choice((2, 3, 4, 5, 6, 8, 10, 12))
    group = draw.choice((2, 3, 4, 5, 6, 8, 10))
    heads = shared * group
    head = draw.randrange(heads)
    if len({head // group, head % shared, head // shared, head}) < 4:
        return None
    # The oracle: every shared head holds its own number.
    values = np.arange(shared, dtype=float).reshape(shared, 1, 1)
    read = lookup.attention(np.zeros((heads, 1, 1)), np.zeros((shared, 1, 1)), values)
    return Drawn(
        {"heads": heads, "shared": shared, "group": group, "head": head},
        answer=head // group,
        oracle=float(read[head, 0, 0]),
        wrong={
            "that deals the heads out in turn; neighbours share.": head % shared,
            "that divides by the number of shared heads; divide by the size of a group.": head
            // shared,
            "that is the query head itself, and there are fewer heads to read.": head,
        },
    )


@cache
def _weights(heads: int, tokens: int) -> int:
    """How many weights the oracle computes."""
    vectors = np.zeros((heads, tokens, 1))
    return lookup.attention_weights(vectors, vectors).size


@drill(
    "How many weights",
    asks="A layer of width {width} has {heads} heads and reads a text of {tokens} tokens. How many weights "
    "does it compute?",
    steps=(
        "In each head every token has a weight for every token: {tokens} × {tokens} = {square}.",
        "The heads do this side by side: {heads} × {square} = {answer}. The width plays no part.",
    ),
)
def how_many_weights(draw: Random) -> Drawn | None:
    heads = draw.choice((2, 3, 4, 5, 6, 8))
    tokens = draw.randint(3, 10)
    width = heads * draw.choice((2, 4, 8, 16, 32, 64))
    return Drawn(
        {"width": width, "heads": heads, "tokens": tokens, "square": tokens**2},
        answer=heads * tokens**2,
        oracle=_weights(heads, tokens),
        wrong={
            "that is one head alone; each head has weights of its own.": tokens**2,
            "that cuts the weights among the heads; what is cut is the width.": tokens**2 / heads,
            "that is the size of the output, a row for each token.": tokens * width,
            "that counts every number of the width; a weight is one number for two tokens.": tokens
            ** 2
            * width,
        },
    )
