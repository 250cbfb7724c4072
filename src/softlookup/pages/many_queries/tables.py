"""Tables of the page on many queries."""

from collections.abc import Callable

import numpy as np

from softlookup.examples import KEYS, VALUES, WORDS, Matrix
from softlookup.pages.many_queries.numbers import (
    ANSWERS,
    ASKED,
    QUERIES,
    REAL_WEIGHTS,
    SCORES,
    WEIGHTS,
)
from softlookup.steps.softmax import softmax
from softlookup.write import number, table


def by_hand() -> str:
    """The second row of the batch, with the sums that must come out."""
    row = 1
    exponentials = np.exp(SCORES[row])
    entries = zip(WORDS, SCORES[row], exponentials, WEIGHTS[row], VALUES, strict=True)
    rows = [
        [f"**{word}**", number(s, 0), number(e), number(w, 4), number(v, 0), number(w * v, 4)]
        for word, s, e, w, v in entries
    ]
    total = [
        "sum",
        "",
        number(exponentials.sum()),
        number(WEIGHTS[row].sum(), 4),
        "",
        number(ANSWERS[row], 4),
    ]
    return table(["entry", "score", "exp", "weight", "value", "weight × value"], [*rows, total])


def real_words() -> str:
    """Four real words ask the three entries."""
    rows = [
        [f"**{word}** asks", *map(number, row), number(row.sum(), 0), number(row @ VALUES)]
        for word, row in zip(ASKED, REAL_WEIGHTS, strict=True)
    ]
    return table(["", *WORDS, "sum", "answer"], rows)


def _without_keepdims(scores: Matrix) -> Matrix:
    """A softmax that forgets to keep the summed axis."""
    exponentials = np.exp(scores)
    weights: Matrix = exponentials / exponentials.sum(axis=-1)
    return weights


def _message(action: Callable[[], object]) -> str:
    """What Python says when the action fails."""
    try:
        action()
    except Exception as error:
        text = str(error.msg) if isinstance(error, SyntaxError) else str(error)
        return f"`{type(error).__name__}: {text.strip()}`"
    raise AssertionError("the mistake did not fail")


def keepdims() -> str:
    """The same mistake under four shapes of scores."""
    rows = []
    for n_q, n_k in ((1, 3), (3, 3), (2, 3), (3, 1)):
        scores = (QUERIES[:n_q] @ KEYS[:n_k].T).astype(float)
        rows.append([f"{n_q} × {n_k}", _verdict(scores, VALUES[:n_k, None])])
    return table(["queries × keys", "what happens"], rows, align="ll")


def _verdict(scores: Matrix, values: Matrix) -> str:
    try:
        weights = _without_keepdims(scores)
    except ValueError as error:
        return f"`ValueError: {str(error).strip()}`"
    if weights.shape != scores.shape:
        kind = _message(lambda: weights @ values).split(":")[0] + "`"
        return f"weights of shape {weights.shape}; the blend then raises {kind}"
    if np.allclose(weights, softmax(scores)):
        return "right: one sum divides the one row"
    sums = ", ".join(number(s, 2) for s in weights.sum(axis=1))
    answers = ", ".join(number(a, 2) for a in (weights @ values)[:, 0])
    return f"no error; the rows sum to {sums}; the answers are {answers}"


def slips() -> str:
    """What stops or spoils a program for a formula that is right, in the order in which one meets it."""
    body = "def two():\n    return 2\n"
    spaces = _message(lambda: compile(body.replace("    ", "\u00a0 \u00a0 "), "code", "exec"))
    name = _message(lambda: eval("(lambda w, v: w @ V)(1, 2)", {}))
    shape = _message(lambda: _without_keepdims(np.zeros((2, 3))))
    large = np.array([[1000.0, 999.0]])
    with np.errstate(over="ignore", invalid="ignore"):
        lost = _without_keepdims(large)[0]
    assert np.isnan(lost).all()
    kept = ", ".join(number(w) for w in softmax(large)[0])
    return table(
        ["the slip", "what it does", "the repair"],
        [
            ["no-break spaces before the lines", spaces, "plain spaces"],
            ["`v` in one line, `V` in the next", name, "one name for each thing"],
            ["row sums without `keepdims=True`", shape, "keep the summed axis"],
            ["no maximum subtracted", "scores 1000 and 999 give `nan`", f"subtract it: {kept}"],
        ],
        align="lll",
    )
