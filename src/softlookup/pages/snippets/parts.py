"""What the snippets say when they are called wrongly: each call is made, and its error shown."""

import re
from typing import Any, NamedTuple

import numpy as np

from softlookup import catalogue as shelf
from softlookup import choice, snippets
from softlookup.write import table


class Abuse(NamedTuple):
    """A call that cannot be answered."""

    what: str
    snippet: str
    # Shown as it is run, with the names of the snippet and ones(2, 3) for np.ones((2, 3)).
    call: str


ABUSES = (
    Abuse(
        "queries and keys of unequal width",
        "attention",
        "attention(ones(2, 3), ones(5, 4), ones(5, 7))",
    ),
    Abuse("more values than keys", "attention", "attention(ones(2, 3), ones(5, 3), ones(6, 7))"),
    Abuse(
        "a query that is not a row of a matrix",
        "attention",
        "attention(ones(3), ones(5, 3), ones(5, 7))",
    ),
    Abuse(
        "batches that do not fit",
        "attention",
        "attention(ones(2, 4, 2, 3), ones(3, 4, 5, 3), ones(3, 4, 5, 7))",
    ),
    Abuse(
        "heads that cannot be shared out",
        "attention",
        "attention(ones(4, 2, 3), ones(3, 5, 3), ones(3, 5, 7))",
    ),
    Abuse("words instead of numbers", "attention", "attention([['tennis']], [['ball']], [[5]])"),
    Abuse(
        "a mask that does not fit",
        "attention",
        "attention(ones(2, 3), ones(5, 3), ones(5, 7), mask=ones(3, 5) > 0)",
    ),
    Abuse(
        "a mask of whole numbers, which could mean either",
        "attention",
        "attention(ones(2, 3), ones(5, 3), ones(5, 7), mask=[1, 1, 0, 0, 1])",
    ),
    Abuse(
        "causal order that could be meant in two ways",
        "attention",
        "attention(ones(2, 3), ones(5, 3), ones(5, 7), causal=True)",
    ),
    Abuse(
        "keys and values of different lengths",
        "fast_attention",
        "fast_attention(ones(2, 3), ones(5, 3), ones(4, 7))",
    ),
    Abuse(
        "a mask that does not fit",
        "fast_attention",
        "fast_attention(ones(2, 3), ones(5, 3), ones(5, 7), mask=ones(3, 5) > 0)",
    ),
    Abuse(
        "heads that do not divide",
        "multi_head",
        "MultiHead(ones(8, 8), ones(8, 6), ones(8, 6), ones(8, 8), heads=4, key_heads=3)",
    ),
    Abuse(
        "tokens of the wrong width",
        "multi_head",
        "MultiHead(ones(8, 8), ones(8, 8), ones(8, 8), ones(8, 8), 4, 4)(ones(5, 6))",
    ),
    Abuse(
        "a mask that does not fit",
        "multi_head",
        "MultiHead(ones(8, 8), ones(8, 8), ones(8, 8), ones(8, 8), 4, 4)(ones(5, 8), "
        "mask=ones(4, 5) > 0)",
    ),
    Abuse(
        "an order that nobody knows",
        "multi_head",
        "MultiHead(ones(8, 8), ones(8, 8), ones(8, 8), ones(8, 8), 4, 4)(ones(5, 8), causal='no')",
    ),
    Abuse(
        "shared heads that nobody asked for",
        "partial_lookup",
        "partial(ones(4, 2, 3), ones(2, 5, 3), ones(2, 5, 7))",
    ),
    Abuse(
        "a shard whose place is not said",
        "partial_lookup",
        "partial(ones(2, 3), ones(5, 3), ones(5, 7), causal='lower right', first=5)",
    ),
    Abuse("an empty dictionary", "soft_dict", "SoftDict().read((1, 1))"),
    Abuse("a query of the wrong width", "soft_dict", "SoftDict({(2, 1): 10}).read((1, 1, 1))"),
    Abuse("names without vectors", "soft_dict", "SoftDict({'racket': 10})"),
    Abuse("a miss", "soft_dict", "SoftDict({(2, 1): 10}, threshold=0).read((-1, -1))"),
    Abuse("temperature zero", "soft_dict", "SoftDict(temperature=0)"),
    Abuse("temperature zero", "temperature", "soften(ones(3), 0)"),
    Abuse("weights that do not sum to 1", "temperature", "entries_read(ones(3))"),
    Abuse("a matrix in place of a vector", "similarity", "cosine(ones(3, 2), ones(2))"),
    Abuse("a mask of numbers", "masks", "masked_softmax(ones(3), ones(3))"),
    Abuse("an unknown alignment", "masks", "causal(2, 3, 'left')"),
    Abuse("a negative window", "masks", "window(2, 3, -1)"),
    Abuse(
        "many places at once",
        "kernel_regression",
        "kernel_regression(ones(4), ones(4), ones(4))",
    ),
    Abuse(
        "an answer that cannot be added to the question",
        "memory_read",
        "memory_read(ones(3), ones(5, 3), ones(5, 2), hops=2)",
    ),
    Abuse("a direction without length", "similarity", "cosine(ones(2), 0 * ones(2))"),
    Abuse(
        "a negative window",
        "sparse",
        "window_lookup(ones(5, 3), ones(5, 3), ones(5, 7), reach=-1)",
    ),
    Abuse("none of the best", "sparse", "top_lookup(ones(3), ones(5, 3), ones(5, 7), k=0)"),
    Abuse("no hop", "memory_read", "memory_read(ones(3), ones(5, 3), ones(5, 3), hops=0)"),
)


def raised(abuse: Abuse) -> Exception:
    """The error of a call; a call that is answered after all is an error here."""
    known: dict[str, Any] = {**vars(snippets.load(abuse.snippet)), "ones": lambda *n: np.ones(n)}
    try:
        answer = eval(abuse.call, known)
    except Exception as error:
        return error
    raise ValueError(f"{abuse.call} of {abuse.snippet}.py raised nothing, it gave {answer!r}")


def error_table() -> str:
    """Every wrong call with the error that it raises."""
    headings = ["what is wrong", "the call", "what it raises"]
    return table(headings, [_row(abuse) for abuse in ABUSES], align="lll")


def _row(abuse: Abuse) -> list[str]:
    error = raised(abuse)
    link = f"[{abuse.snippet}.py](snippets.md#{abuse.snippet})"
    says = f"`{type(error).__name__}: {error.args[0]}`"
    return [f"{abuse.what} ({link})", f"`{abuse.call}`", says]


def find() -> str:
    """A box that leaves the snippets with some words, where scripts run."""
    return choice.find("Find a file", ".snippet")


def catalogue() -> str:
    """Every snippet, whole, with its filters."""
    return shelf.listing()


def changes() -> str:
    """What each version changed: the changelog without its title, its headings one level lower."""
    text = (snippets.FOLDER / "CHANGELOG.md").read_text(encoding="utf-8")
    _, _, body = text.partition("\n")
    return re.sub(r"^#", "##", body.strip(), flags=re.M)
