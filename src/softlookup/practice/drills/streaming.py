"""Exercises without end for the page on streaming."""

import math
from random import Random

import numpy as np

from softlookup import lookup
from softlookup.practice.drill import Drawn, drill


@drill(
    "Two notes become one",
    asks="Two machines have read a part each. The first notes the best score {best}, the total {l1} and the weighted "
    "sum {w1}; the second the best score {best} − ln {factor}, the total {l2} and the weighted sum {w2}. What is "
    "the answer over both parts, to two decimals?",
    decimals=2,
    steps=(
        "The second note counts from a best score that is lower by ln {factor}, so both of its sums are divided by "
        "{factor}: {l2s} and {w2s}.",
        "({w1} + {w2s}) / ({l1} + {l2s}) = {answer}.",
    ),
)
def two_notes(draw: Random) -> Drawn | None:
    factor = draw.choice((2, 3, 4, 5))
    best = draw.randint(2, 9)
    l1, l2 = draw.randint(1, 4), factor * draw.randint(1, 3)
    w1, w2 = l1 * draw.randint(1, 12), factor * draw.randint(1, 12)
    merged = lookup.merge(
        lookup.Partial(best, l1, np.asarray(float(w1))),
        lookup.Partial(best - math.log(factor), l2, np.asarray(float(w2))),
    )
    return Drawn(
        {
            "best": best,
            "factor": factor,
            "l1": l1,
            "w1": w1,
            "l2": l2,
            "w2": w2,
            "l2s": l2 // factor,
            "w2s": w2 // factor,
        },
        answer=(w1 + w2 / factor) / (l1 + l2 / factor),
        oracle=float(lookup.finish(merged)),
        wrong={
            "that adds the notes as they are; they count from different best scores.": (w1 + w2)
            / (l1 + l2),
            "that averages the two answers, as if both parts weighed the same.": (w1 / l1 + w2 / l2)
            / 2,
            "that shrinks the note with the better score; the other one shrinks.": (
                w1 / factor + w2
            )
            / (l1 / factor + l2),
            "that takes the part with the best score alone.": w1 / l1,
        },
    )


@drill(
    "The size of a cache",
    asks="A model has {layers} layers, {heads} query heads that share {shared} heads of keys and values, and {width} "
    "numbers in each head, of 2 bytes. How many MiB does the cache of {tokens} tokens take?",
    steps=(
        "Keys and values: 2 × {layers} × {shared} × {width} × {tokens} numbers.",
        "At 2 bytes each, and 1 MiB = 1024 × 1024 bytes: {answer}.",
    ),
)
def cache_size(draw: Random) -> Drawn | None:
    layers = draw.choice((6, 8, 12, 16, 24, 32, 40))
    shared, group = draw.choice((2, 4, 8)), draw.choice((3, 4, 8))
    width, tokens = draw.choice((64, 128)), draw.choice((1024, 2048, 4096, 8192))
    mebibytes = 2 * layers * shared * width * tokens * 2 / 2**20
    one = np.broadcast_to(np.float16(0), (layers, shared, tokens, width))
    return Drawn(
        {
            "layers": layers,
            "heads": shared * group,
            "shared": shared,
            "width": width,
            "tokens": tokens,
        },
        answer=mebibytes,
        oracle=(one.nbytes + one.nbytes) / 2**20,
        wrong={
            "that keeps the keys alone; the values are kept too.": mebibytes / 2,
            "that counts the query heads; only keys and values are kept.": mebibytes * group,
            "that is one layer; every layer has a cache of its own.": mebibytes / layers,
            "that takes 4 bytes for a number; here it has 2.": mebibytes * 2,
        },
    )


@drill(
    "A lead among many",
    asks="One key scores ln {lead} above all others, which are equal. There are {entries} entries in all. Which weight "
    "has the first?",
    decimals=3,
    steps=(
        "It counts {lead}, and each of the {others} others counts 1.",
        "{lead} / ({lead} + {others}) = {answer}.",
    ),
)
def among_many(draw: Random) -> Drawn | None:
    lead = draw.randint(2, 30)
    entries = draw.randint(4, 40)
    return Drawn(
        {"lead": lead, "entries": entries, "others": entries - 1},
        answer=lead / (lead + entries - 1),
        oracle=float(lookup.softmax([math.log(lead), *[0.0] * (entries - 1)])[0]),
        wrong={
            "that is its weight against one rival; there are more.": lead / (lead + 1),
            "that is an even share.": 1 / entries,
            "that counts the entry among its own rivals.": lead / (lead + entries),
            "that divides the lead by the number of entries.": lead / entries,
        },
    )
