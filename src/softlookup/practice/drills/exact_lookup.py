"""Exercises without end for the page on exact lookup."""

from random import Random

from softlookup import lookup
from softlookup.practice.drill import Drawn, drill

_NAMES = ("cat", "dog", "owl", "fox", "hen", "bee", "ant", "elk")


@drill(
    "Written twice, asked in capitals",
    asks="`d = {code}`. What is `d['{name}'] + d.get('{capital}', {default})`?",
    steps=(
        "`{name}` is written twice, and the later entry replaces the earlier: `d['{name}']` is {second}.",
        "`{capital}` is another word than `{name}`, so `get` returns its default, {default}.",
        "{second} + {default} = {answer}.",
    ),
)
def written_twice(draw: Random) -> Drawn | None:
    name, other = draw.sample(_NAMES, 2)
    first, middle, second, default = draw.sample(range(1, 20), 4)
    keys, values = [name, other, name], [first, middle, second]
    try:
        missed = lookup.exact_lookup(name.capitalize(), keys, values)
    except KeyError:
        missed = default
    return Drawn(
        {
            "code": f"{{'{name}': {first}, '{other}': {middle}, '{name}': {second}}}",
            "name": name,
            "capital": name.capitalize(),
            "second": second,
            "default": default,
        },
        answer=second + default,
        oracle=lookup.exact_lookup(name, keys, values) + missed,
        wrong={
            "that keeps the first of two entries with the same key; the last one wins.": first
            + default,
            "that adds up what is written twice; a dictionary keeps one of them.": first
            + second
            + default,
            "that takes the capital letter for the same word; a dictionary compares exactly.": 2
            * second,
            "that counts the miss as 0; `get` was given a default.": second,
        },
    )
