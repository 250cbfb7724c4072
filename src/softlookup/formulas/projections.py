"""Formulas of the page on projections."""

from softlookup import snippets
from softlookup.examples import WORDS
from softlookup.formulas import aligned, matrix, number

_step = snippets.load("projections")
_queries, _keys = _step.words @ _step.w_q, _step.words @ _step.w_k
_values = _step.words @ _step.w_v


def racket() -> str:
    """One vector, three roles."""
    word = matrix(_step.words[0])
    return aligned(
        ["q", rf"= x\,W_Q = {word} {matrix(_step.w_q)} = {matrix(_queries[0])}"],
        ["k", rf"= x\,W_K = {word} {matrix(_step.w_k)} = {matrix(_keys[0])}"],
        ["v", rf"= x\,W_V = {word} {matrix(_step.w_v)} = {number(_values[0, 0])}"],
    )


def both_ways() -> str:
    """Racket asks tree, and tree asks racket."""
    rows = []
    for i, j in ((0, 2), (2, 0)):
        product = rf"{matrix(_queries[i])} \cdot {matrix(_keys[j])}"
        left = rf"\text{{{WORDS[i]} asks {WORDS[j]}:}}\quad"
        rows.append([left, rf"{product} = {number(_queries[i] @ _keys[j])}"])
    return aligned(*rows)


def merged() -> str:
    """The one matrix that the scores know."""
    product = _step.w_q @ _step.w_k.T
    return (
        rf"M = W_Q W_K^{{\mathsf T}} = {matrix(_step.w_q)} {matrix(_step.w_k.T)} "
        rf"= {matrix(product)}"
    )
