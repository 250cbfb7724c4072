"""Formulas of the page on projections."""

from softlookup import snippets
from softlookup.examples import WORDS
from softlookup.pages.projections.numbers import FOUND_BY, QUERIES, TOKENS, TOLD, TWO_MATRICES
from softlookup.tex import aligned, matrix, number

projections = snippets.example("projections")


def racket() -> str:
    """One vector, three roles."""
    word = matrix(TOKENS[0])
    return aligned(
        ["q", rf"= x\,W_Q = {word} {matrix(projections.w_q)} = {matrix(QUERIES[0])}"],
        ["k", rf"= x\,W_K = {word} {matrix(projections.w_k)} = {matrix(FOUND_BY[0])}"],
        ["v", rf"= x\,W_V = {word} {matrix(projections.w_v)} = {number(TOLD[0, 0])}"],
    )


def both_ways() -> str:
    """Racket asks tree, and tree asks racket."""
    rows = []
    for i, j in ((0, 2), (2, 0)):
        product = rf"{matrix(QUERIES[i])} \cdot {matrix(FOUND_BY[j])}"
        left = rf"\text{{{WORDS[i]} asks {WORDS[j]}:}}\quad"
        rows.append([left, rf"{product} = {number(TWO_MATRICES[i, j])}"])
    return aligned(*rows)


def merged() -> str:
    """The one matrix that the scores know."""
    product = projections.w_q @ projections.w_k.T
    return (
        rf"M = W_Q W_K^{{\mathsf T}} = {matrix(projections.w_q)} {matrix(projections.w_k.T)} "
        rf"= {matrix(product)}"
    )
