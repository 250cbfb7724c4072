"""The guess of the page on many queries: which answers give a program away."""

from softlookup.examples import VALUES
from softlookup.pages.many_queries.numbers import wrong
from softlookup.practice.beliefs import Choice
from softlookup.practice.guesses import choose_first
from softlookup.write import number


def guess() -> str:
    """An average lies between the least and the largest price."""
    impossible = [v for v in wrong.values() if not VALUES.min() <= v <= VALUES.max()]
    digits = {name: number(value, 2) for name, value in wrong.items()}
    named = [number(value, 2) for value in impossible]
    lowest, highest = number(VALUES.min(), 0), number(VALUES.max(), 0)
    return choose_first(
        "many_queries.impossible",
        [
            Choice(
                f"{digits['tennis']} alone",
                "is too dear; but there is one that is too cheap, below every price.",
                named == [digits["tennis"]],
            ),
            Choice(
                f"{digits['tennis']} and {digits['nothing']}",
                f"is right: an average lies between {lowest} and {highest}, whatever the weights are.",
                named == [digits["tennis"], digits["nothing"]],
            ),
            Choice(
                "All three",
                f"is too many: {digits['tree']} lies between {lowest} and {highest}, and could be right.",
                len(impossible) == len(wrong),
            ),
            Choice(
                "None, without the scores",
                "asks for more than you need: no scores make an average leave the range of its values.",
                not impossible,
            ),
        ],
    )
