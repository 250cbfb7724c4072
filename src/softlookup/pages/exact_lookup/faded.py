"""Lines of exact_lookup.py to write, and lines to put in order."""

from typing import Any

from softlookup.kinds import faded, ordered


@faded(
    "exact_lookup",
    "dictionary = dict(zip(keys, values, strict=True))",
    asks=(
        "Make one dictionary of the two lists, so that each key finds its own value. "
        "Lists of different length shall be refused."
    ),
    beliefs={
        "dictionary = dict(zip(keys, values))": (
            "lists of different length do no harm, although `zip` then drops what has no "
            "partner, in silence"
        ),
        "dictionary = dict(zip(values, keys, strict=True))": "a dictionary is asked for a value and answers with its key",
        "dictionary = list(zip(keys, values, strict=True))": "a list of pairs can be asked by key, as a dictionary can",
    },
)
def pairing(exact_lookup: Any) -> object:
    try:
        uneven = exact_lookup("racket", ["racket", "ball"], [10])
    except ValueError:
        uneven = "refused"
    return exact_lookup("ball", ["racket", "ball"], [10, 5]), uneven


@faded(
    "exact_lookup",
    "return dictionary[query]",
    asks="Answer with the value of the key that equals the query. A miss shall be an error.",
    beliefs={
        "return dictionary.get(query)": "a miss may answer `None`, because whoever asked will notice",
        "return dictionary.get(query, 0)": "what is not there is worth 0",
        "return list(dictionary).index(query)": "a lookup answers with the place of the key, not with its value",
        "return max(dictionary.values())": "a lookup answers with the largest value, whoever asks",
    },
)
def answering(exact_lookup: Any) -> object:
    def asked(query: str) -> object:
        try:
            return exact_lookup(query, ["racket", "ball", "tree"], [10, 5, 2])
        except (KeyError, ValueError) as miss:
            return type(miss).__name__

    return asked("ball"), asked("tennis")


@faded(
    "exact_lookup",
    "except KeyError as miss:",
    asks=(
        "Catch what a dictionary raises when no key equals the query, under a name that "
        "the next line prints."
    ),
    beliefs={
        "except ValueError as miss:": "a key that is not there is a wrong value",
        "except KeyError:": "the error needs no name, although the next line prints it",
        "else:": "`try` has an `else` like `if`, for when something goes wrong",
    },
)
def catching(printed: Any) -> object:
    return printed


@ordered(
    "exact_lookup",
    first="words =",
    last='print(f"{query:>6} -> KeyError',
    asks="These lines look up three words, one of which is not there.",
)
def three_queries() -> str:
    return (
        "Both lists must be there before anything is asked, and the miss is caught inside"
        " the loop, so that the loop goes on."
    )
