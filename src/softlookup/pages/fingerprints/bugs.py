"""Classic mistakes as whole functions, asked on the running example and handed to the checker."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"
# The wrong functions are shown, so they are written as a reader writes them.

import inspect
import math
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from softlookup import snippets
from softlookup.examples import KEYS, VALUES
from softlookup.kinds import Bug, bug
from softlookup.steps import check_attention as _checker
from softlookup.steps import heads as _heads
from softlookup.steps.attention import attention as _right
from softlookup.steps.softmax import softmax

QUERIES = snippets.example("many_queries").queries

split, merge = _heads.split, _heads.merge

ASKED = ("tennis", "tree’s key", "nothing")
OVERFLOWS = {  # above this, to a tenth, exp is infinite
    name: math.ceil(10 * np.log(float(np.finfo(name).max))) / 10 for name in ("float64", "float16")
}


@dataclass(frozen=True)
class Fingerprint:
    """What an attention function gives on the running example, and what the checker says of it."""

    function: Callable[..., Any]
    heads: int = 1
    entries: int = 3  # how many of racket, ball, tree are in the dictionary
    kind: type = float

    @property
    def masked(self) -> bool:
        """Whether it takes a mask; then the last entry, tree, is hidden."""
        return "mask" in inspect.signature(self.function).parameters

    def ask(self, q: Any, k: Any, v: Any) -> Any:
        """The function’s answers, with the last entry hidden if it takes a mask."""
        mask = {"mask": _all_but_the_last(k)} if self.masked else {}
        with np.errstate(all="ignore"):
            return self.function(q, k, v, **mask)

    def plain(self, q: Any, k: Any, v: Any, mask: Any = None) -> Any:
        """The function as attention(q, k, v), the form in which laws are stated.

        One that takes a mask is given an entry more, hidden: far outside the values, if these differ.
        One with heads is given everything in each head, with columns turned round in the second, so that
        heads which are mixed up show; the second head answers, turned back.
        """
        if mask is not None:
            return self.function(q, k, v, mask=mask)
        if self.masked:
            extra = v.max(axis=0) + 5 * (v.max(axis=0) - v.min(axis=0))
            return self.ask(q, np.vstack([k, k.mean(axis=0)]), np.vstack([v, extra]))
        if self.heads > 1:
            answers = self.ask(*(np.hstack([x, x[:, ::-1]]) for x in (q, k, v)))
            return answers[:, v.shape[1] :][:, ::-1]
        return self.ask(q, k, v)

    @property
    def situation(self) -> str:
        """Which part of the running example it is asked on."""
        if self.heads > 1:
            return "the head for sport"
        return "without tree" if self.masked or self.entries < len(KEYS) else "all entries"

    @property
    def problem(self) -> tuple[Any, Any, Any]:
        """The running example; two heads get the values twice, side by side."""
        keys, values = KEYS[: self.entries], np.stack([VALUES[: self.entries]] * self.heads, axis=1)
        return QUERIES.astype(self.kind), keys.astype(self.kind), values.astype(self.kind)

    @property
    def answers(self) -> Any:
        """One row for each query, one column for each head."""
        return np.asarray(self.ask(*self.problem), dtype=float)

    @property
    def right(self) -> Any:
        """The same from the drop-in, which the tests hold to the definition."""
        q, k, v = self.problem
        mask = _all_but_the_last(k) if self.masked else None
        return merge(_right(*(split(x, self.heads) for x in (q, k, v)), mask=mask))

    @property
    def named(self) -> str:
        """What the checker calls the mistake; nothing if it finds none."""
        return _verdict(_checker.check_attention, self.function, heads=self.heads)

    @property
    def seen(self) -> str:
        """What the checker sees in this one result; with values 1 0 0, 0 1 0, … answers are weights."""
        if self.heads > 1:
            return ""
        q, k, v = self.problem
        weights = self.ask(q, k, np.eye(len(k)))
        return _verdict(_checker.check_weights, weights, self.answers, v)

    def __str__(self) -> str:
        rows = [["", *ASKED], ["right", *_cells(self.right)], ["this", *_cells(self.answers)]]
        width = max(len(cell) for row in rows for cell in row[1:]) + 3
        lines = [f"{row[0]:5}" + "".join(f"{cell:>{width}}" for cell in row[1:]) for row in rows]
        lines.append(_wrapped("check_attention: ", self.named or "nothing"))
        if self.heads == 1:
            lines.append(_wrapped("check_weights: ", self.seen or "nothing"))
        return "\n".join(lines)


def _all_but_the_last(k: Any) -> Any:
    return np.arange(len(k)) < len(k) - 1


def _verdict(check: Callable[..., None], *given: Any, **options: Any) -> str:
    try:
        check(*given, **options)
    except AssertionError as error:
        return str(error).partition(": it gives")[0]
    return ""


def _cells(answers: Any) -> list[str]:
    return [", ".join(f"{answer:.3f}" for answer in row) for row in answers.round(3) + 0.0]  # no −0


def _wrapped(label: str, words: str) -> str:
    return textwrap.fill(label + words, 68, subsequent_indent="  ")


def fingerprint(function: Callable[..., Any], **setting: Any) -> Fingerprint:
    """Ask a function on the running example and hand it to the checker."""
    return Fingerprint(function, **setting)


def mistakes() -> dict[str, Fingerprint]:
    """Every mistake of this module by its name, in the order of the page."""
    bugs = [part for part in globals().values() if isinstance(part, Bug)]
    made = {part.name: part.make() for part in bugs}
    return {name: found for name, found in made.items() if isinstance(found, Fingerprint)}


# --- Axes -----------------------------------------------------------------------------------------


@bug(
    "the softmax over the wrong axis",
    breaks="An answer lies outside the values, and it changes with the company a query is asked "
    "in. Alone, every weight is 1.",
    cure="Sum along the keys, the last axis: `axis=-1`.",
)
def wrong_axis() -> object:
    def attention(q, k, v):
        weights = softmax(q @ k.T / np.sqrt(k.shape[1]), axis=0)  # over the queries
        return weights @ v

    return fingerprint(attention)


@bug(
    "the axis that was not kept",
    breaks="Rows do not sum to 1, so equal values do not come back. With one query nothing shows; "
    "with other counts of queries and keys it stops with an error.",
    cure="`keepdims=True` in the sum, and in the maximum.",
)
def no_keepdims() -> object:
    def attention(q, k, v):
        grown = np.exp(q @ k.T / np.sqrt(k.shape[1]))  # (n_q, n_k)
        return grown / grown.sum(axis=-1) @ v  # (n_q,) lines up with the columns

    return fingerprint(attention)


@bug(
    "no transpose",
    breaks="The order of the entries matters, which it must not. It runs only with as many keys as "
    "a key has numbers: here racket and ball alone.",
    cure="`q @ k.T`, or `q @ k.mT` with leading axes.",
)
def no_transpose() -> object:
    def attention(q, k, v):
        return softmax(q @ k / np.sqrt(k.shape[1])) @ v  # not q @ k.T

    return fingerprint(attention, entries=2)


# --- Weights --------------------------------------------------------------------------------------


@bug(
    "the division that was forgotten",
    breaks="Answers far outside the values. They grow with every entry and with every score.",
    cure="Divide by the sum of the row.",
)
def no_division() -> object:
    def attention(q, k, v):
        scores = q @ k.T / np.sqrt(k.shape[1])
        return np.exp(scores) @ v  # the sum is missing

    return fingerprint(attention)


@bug(
    "scores divided by their sum",
    breaks="A shift of all scores changes the answer. Shares can be negative, and scores that sum "
    "to 0 leave no number at all.",
    cure="Take the exponential first: it is positive, and it turns a shift into a factor that "
    "cancels.",
)
def linear_shares() -> object:
    def attention(q, k, v):
        scores = q @ k.T / np.sqrt(k.shape[1])
        return scores / scores.sum(axis=-1, keepdims=True) @ v  # no exp

    return fingerprint(attention)


@bug(
    "softmax, and softmax again",
    breaks="Rows sum to 1 and every answer is in range, but none is sharp: however long the query, "
    "the best of n weights stays below e / (e + n − 1).",
    cure="Softmax once. Look for a function that expects scores and is given weights.",
)
def softmax_twice() -> object:
    def attention(q, k, v):
        weights = softmax(q @ k.T / np.sqrt(k.shape[1]))
        return softmax(weights) @ v  # weights taken for scores

    return fingerprint(attention)


# --- Numbers --------------------------------------------------------------------------------------


@bug(
    "exp of a large score",
    breaks="Right on every small example. NaN as soon as a score exceeds "
    f"{OVERFLOWS['float64']}, in `float16` {OVERFLOWS['float16']}.",
    cure="Subtract the largest score of the row first.",
)
def overflow() -> object:
    def attention(q, k, v):
        grown = np.exp(q @ k.T / np.sqrt(k.shape[1]))  # nothing subtracted
        return grown / grown.sum(axis=-1, keepdims=True) @ v

    return fingerprint(attention)


@bug(
    "the decimals that were cut off",
    breaks="Whole numbers come back for whole numbers. With floats it is right, so the checker, "
    "which asks with floats, is silent; the weights give it away.",
    cure="Make the result with the type of the product, not of the values.",
)
def lost_decimals() -> object:
    def attention(q, k, v):
        output = np.zeros((len(q), v.shape[1]), dtype=v.dtype)
        output[:] = softmax(q @ k.T / np.sqrt(k.shape[1])) @ v  # cut to whole numbers
        return output

    return fingerprint(attention, kind=int)


# --- Scale ----------------------------------------------------------------------------------------


@bug(
    "scores that were never divided",
    breaks="Every law is kept but the last, a known answer: it is a soft lookup, at another "
    "temperature. Two widths tell too. On wide keys the best weight is close to 1.",
    cure="Divide by √d_k, or say that you do not: `check_attention(yours, scale=1)`.",
)
def not_scaled() -> object:
    def attention(q, k, v):
        return softmax(q @ k.T) @ v  # √d_k is missing

    return fingerprint(attention)


@bug(
    "divided twice by √d_k",
    breaks="Every law is kept but the last. Most answers lie closer to the plain mean than they should.",
    cure="Divide in one place: by hand, or in the library’s function.",
)
def scaled_twice() -> object:
    def attention(q, k, v):
        q = q / np.sqrt(k.shape[1])  # once here
        return softmax(q @ k.T / np.sqrt(k.shape[1])) @ v  # and once more

    return fingerprint(attention)


# --- Masks: tree is hidden ------------------------------------------------------------------------


@bug(
    "the mask read the wrong way round",
    breaks="Only hidden entries are read. Here each answer is 2, the value of tree.",
    cure="Name the array after what True means: `may_read`.",
)
def inverted_mask() -> object:
    def attention(q, k, v, mask=False):
        scores = np.where(mask, -np.inf, q @ k.T / np.sqrt(k.shape[1]))
        return softmax(scores) @ v

    return fingerprint(attention)


@bug(
    "0 in the place of −∞",
    breaks="Change the hidden value, and the answer moves. A score of 0 is a score like any other.",
    cure="`np.where(may_read, scores, -np.inf)`.",
)
def zero_for_hidden() -> object:
    def attention(q, k, v, mask=True):
        scores = q @ k.T / np.sqrt(k.shape[1]) * mask  # False gives 0
        return softmax(scores) @ v

    return fingerprint(attention)


@bug(
    "the mask after the softmax",
    breaks="Rows sum to less than 1: equal values do not come back, and an answer falls below all "
    "values.",
    cure="Mask the scores, before the softmax. Then nothing has to be shared out again.",
)
def masked_late() -> object:
    def attention(q, k, v, mask=True):
        weights = softmax(q @ k.T / np.sqrt(k.shape[1]))
        return (weights * mask) @ v  # the share of tree is lost

    return fingerprint(attention)


@bug(
    "a boolean mask that is added",
    breaks="Hidden entries are only a step of 1 behind, so changing one moves the answer.",
    cure="Add 0 and −∞, or select with `np.where`. Know which of the two a function expects.",
)
def mask_added() -> object:
    def attention(q, k, v, mask=0):
        scores = q @ k.T / np.sqrt(k.shape[1]) + mask  # True is 1, False is 0
        return softmax(scores) @ v

    return fingerprint(attention)


# --- Heads: two of width 1, one for sport and one for outdoors --------------------------------------


@bug(
    "the reshape that scrambles heads",
    breaks="Change one column of the values: other columns of the answer move. Every row sums to "
    "1.",
    cure="Cut the width, then exchange the axes: `x.reshape(n, heads, -1).swapaxes(0, 1)`.",
)
def scrambled_heads() -> object:
    def attention(q, k, v, heads=2):
        q, k, v = (x.reshape(heads, len(x), -1) for x in (q, k, v))  # the axes stay
        weights = softmax(q @ k.mT / np.sqrt(k.shape[-1]))
        return merge(weights @ v)

    return fingerprint(attention, heads=2)


@bug(
    "the width of the model in the scale of a head",
    breaks="Every law is kept but the last. With h heads, every score is too small by a factor of √h.",
    cure="Take the width from the keys that are multiplied, after the split.",
)
def model_width() -> object:
    def attention(q, k, v, heads=2):
        width = k.shape[-1]  # of all heads together
        q, k, v = (split(x, heads) for x in (q, k, v))  # (h, n, d)
        return merge(softmax(q @ k.mT / np.sqrt(width)) @ v)

    return fingerprint(attention, heads=2)
