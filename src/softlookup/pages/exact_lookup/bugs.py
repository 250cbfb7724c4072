"""Mistakes of the page on exact lookup."""

import numpy as np

from softlookup.kinds import bug


@bug(
    "a computed float as the query",
    breaks="Rounded, the query prints like the key, and yet it is not in the dictionary, because equality "
    "has no tolerance.",
    cure="Do not ask with computed floats: store whole numbers (cents, not euros), or round in the "
    "same way when you store and when you ask.",
)
def float_key() -> object:
    table = {0.3: "found"}
    query = 0.1 + 0.2
    return f"{query:.15f}: {table.get(query, 'missing')}"


@bug(
    "the miss that became a number",
    breaks="The mean counts a word that is not there; over the two that are, it is 6. Ask "
    "for one absent word alone: a number comes back where an error should.",
    cure="Give `get` a default only if it is true of every absent key. Otherwise let the dictionary "
    "raise, and decide at the caller what a miss means.",
)
def silent_default() -> object:
    dictionary = {"racket": 10, "ball": 5, "tree": 2}
    asked = ["racket", "tennis", "tree"]
    answers = [dictionary.get(word, 0) for word in asked]  # tennis counts as 0
    return f"answers {answers}, mean {np.mean(answers):.0f}"
