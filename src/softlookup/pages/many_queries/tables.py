"""Tables of the page on many queries."""

from collections.abc import Callable

import numpy as np

from softlookup import snippets, words
from softlookup.examples import KEYS, VALUES, WORDS, Matrix
from softlookup.steps.softmax import softmax as _softmax
from softlookup.write import number, table

many_queries = snippets.example("many_queries")


def by_hand() -> str:
    """The second row of the batch, with the sums that must come out."""
    scores = KEYS @ many_queries.queries[1]
    grown, weights = np.exp(scores), _softmax(scores)
    rows: list[list[str]] = [
        [f"**{word}**", number(s, 0), number(g), number(w, 4), number(v, 0), number(w * v, 4)]
        for word, s, g, w, v in zip(WORDS, scores, grown, weights, VALUES, strict=True)
    ]
    sums = [grown.sum(), weights.sum(), weights @ VALUES]
    total = ["sum", "", number(sums[0]), number(sums[1], 4), "", number(sums[2], 4)]
    return table(["entry", "score", "exp", "weight", "value", "weight × value"], [*rows, total])


def real_words() -> str:
    """Four real words ask the three entries."""
    asked = ("tennis", "baseball", "forest", "golf")
    weights = many_queries.read_weights(words.vectors(asked), words.vectors(WORDS))
    rows: list[list[str]] = [
        [f"**{word}** asks", *map(number, row), number(row.sum(), 0), number(row @ VALUES)]
        for word, row in zip(asked, weights, strict=True)
    ]
    return table(["", *WORDS, "sum", "answer"], rows)


def _given(scores: Matrix) -> Matrix:
    """A softmax that forgets to keep the summed axis."""
    grown = np.exp(scores)
    weights: Matrix = grown / grown.sum(axis=-1)
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
    for shape in ((1, 3), (3, 3), (2, 3), (3, 1)):
        scores = (many_queries.queries[: shape[0]] @ KEYS[: shape[1]].T).astype(float)
        assert scores.shape == shape
        rows.append([f"{shape[0]} × {shape[1]}", _verdict(scores, VALUES[: shape[1], None])])
    return table(["queries × keys", "what happens"], rows, align="ll")


def _verdict(scores: Matrix, values: Matrix) -> str:
    try:
        weights = _given(scores)
    except ValueError as error:
        return f"`ValueError: {str(error).strip()}`"
    if weights.shape != scores.shape:
        return f"weights of shape {weights.shape}; the blend then raises {_kind(weights, values)}"
    if np.allclose(weights, _softmax(scores)):
        return "right: one sum divides the one row"
    sums = ", ".join(number(s, 2) for s in weights.sum(axis=1))
    answers = ", ".join(number(a, 2) for a in (weights @ values)[:, 0])
    return f"no error; the rows sum to {sums}; the answers are {answers}"


def _kind(weights: Matrix, values: Matrix) -> str:
    return _message(lambda: weights @ values).split(":")[0] + "`"


def repairs() -> str:
    """What stops or spoils the code of the document, in the order in which a reader meets it."""
    body = "def two():\n    return 2\n"
    spaces = _message(lambda: compile(body.replace("    ", "\u00a0 \u00a0 "), "code", "exec"))
    name = _message(lambda: eval("(lambda w, v: w @ V)(1, 2)", {}))
    shape = _message(lambda: _given(np.zeros((2, 3))))
    large = np.array([[1000.0, 999.0]])
    with np.errstate(over="ignore", invalid="ignore"):
        lost = _given(large)[0]
    assert np.isnan(lost).all()
    kept = ", ".join(number(w) for w in _softmax(large)[0])
    return table(
        ["in the document as given", "what it does", "the repair"],
        [
            ["no-break spaces before the lines", spaces, "plain spaces"],
            ["`v` in one line, `V` in the next", name, "one name a thing"],
            ["row sums without `keepdims=True`", shape, "keep the summed axis"],
            ["no maximum subtracted", "scores 1000 and 999 give `nan`", f"subtract it: {kept}"],
        ],
        align="lll",
    )
