"""Mistakes of the page on projections."""

import numpy as np

from softlookup import snippets
from softlookup.kinds import bug

projections = snippets.example("projections")

words, w_q, w_k = projections.words, projections.w_q, projections.w_k


@bug(
    "the keys made with the matrix of the queries",
    breaks="The scores equal their own transpose. With two different matrices that does not happen by "
    "chance. Nothing else gives it away: shapes are right and rows sum to 1.",
    cure="Check `not np.allclose(scores, scores.T)` once, on tokens that read themselves.",
)
def one_matrix_twice() -> object:
    queries = words @ w_q
    keys = words @ w_q  # copied from the line above
    scores = queries @ keys.T
    same = np.array_equal(scores, scores.T)
    return f"{scores}\nequal to its transpose: {same}"


@bug(
    "a matrix stored the other way round",
    breaks="Here, where W_K changes nothing, asking and answering are exchanged: now tree scores racket 8, and "
    "racket scores tree −2. It runs only because the matrix is square. With d_k ≠ d it stops with an error.",
    cure="Know the convention. Here a matrix is `(width in, width out)` and stands to the right. PyTorch’s "
    "`Linear` stores `(width out, width in)` and multiplies by the transpose. Test with d_k ≠ d.",
)
def transposed() -> object:
    stored = w_q.T  # (width out, width in)
    queries = words @ stored  # forgot the .T
    return queries @ (words @ w_k).T
