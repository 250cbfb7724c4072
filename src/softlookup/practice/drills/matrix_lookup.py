"""Exercises without end for the page on lookup as a matrix product."""

from random import Random

import numpy as np

from softlookup import lookup
from softlookup.practice.drill import Drawn, drill


@drill(
    "Two words in one query",
    asks="The keys are the rows of the unit matrix, and the values are {values}. What do the two products "
    "give for the query {query}?",
    steps=(
        "The first product compares the query with each key; with these keys the matches are the query "
        "itself, {query}.",
        "The second adds up the values, each times its match: {sum} = {answer}.",
    ),
)
def two_in_one(draw: Random) -> Drawn | None:
    size = draw.choice((3, 4))
    values = draw.sample(range(1, 21), size)
    places = sorted(draw.sample(range(size), 2))
    twice = draw.choice((1, 2, 3))
    query = [0] * size
    query[places[0]], query[places[1]] = 1, twice
    read = [values[place] for place in places]
    matches = [lookup.dot(query, key) for key in np.eye(size)]
    return Drawn(
        {
            "values": values,
            "query": query,
            "sum": f"1 × {read[0]} + {twice} × {read[1]}",
        },
        answer=read[0] + twice * read[1],
        oracle=lookup.dot(matches, values),
        wrong={
            "that divides by the sum of the matches; the product only adds.": (
                read[0] + twice * read[1]
            )
            / (1 + twice),
            "that is the first match alone; a product adds all of them.": read[0],
            "that is the last match alone; a product adds all of them.": twice * read[1],
            "that adds up all values; where the query is 0 nothing is read.": sum(values),
            "that is a miss; each number that is not 0 meets the 1 of a key.": 0,
        },
    )


@drill(
    "Keys in another order",
    asks="Each key has one 1. Which value does the query {query} find with query × keysᵀ × values?",
    given=(
        ("key", "value"),
        ("{k1}", "{v1}"),
        ("{k2}", "{v2}"),
        ("{k3}", "{v3}"),
        ("{k4}", "{v4}"),
    ),
    steps=(
        "The transpose puts the keys into columns, so the query is compared with every key.",
        "Its 1 stands in the same place as in the key {equal}.",
        "That entry has the value {answer}.",
    ),
)
def other_order(draw: Random) -> Drawn | None:
    order = draw.sample(range(4), 4)
    asked = draw.randrange(4)
    values = draw.sample(range(1, 31), 4)
    keys, query = np.eye(4)[order], np.eye(4)[asked]
    row = order.index(asked)
    shown = [tuple(int(x) for x in key) for key in keys]
    return Drawn(
        {
            "query": tuple(int(x) for x in query),
            **{f"k{i + 1}": key for i, key in enumerate(shown)},
            **{f"v{i + 1}": value for i, value in enumerate(values)},
            "equal": shown[row],
        },
        answer=values[row],
        oracle=lookup.dot([lookup.dot(query, key) for key in keys], values),
        wrong={
            "that forgets the transpose: the query picks a row of the keys, and reads by that.": values[
                order[asked]
            ],
            "that goes by the place of the 1 and does not look at the keys.": values[asked],
            "that adds up all values; only one key is equal.": sum(values),
        },
    )
