"""Every equation that a page types holds when numbers are put in for its letters."""

import re
from collections.abc import Iterator

import numpy as np
import pytest

from conftest import ROOT
from equations import UnknownError, relations, trouble
from letters import LETTERS, OTHERWISE
from softlookup import lookup
from softlookup.fences import without_fences

_FORMULA = re.compile(r"\$\$\n(.*?)\$\$|(?<![\\$`])\$([^$\n`]+)\$(?!\$)", re.S)

# What is not worked out, and why.
UNREAD = {
    r"\begin{bmatrix}": "a matrix of matrices; heads.py joins them, and its tests compare both sides",
    r"\operatorname{Var}(q": "an expectation over all vectors; the page draws a sample of them",
    r"p_i = \operatorname{softmax}(u": "as the cited authors write it, with softmax over what is left out",
    r"\text{latency}": "a model that is fitted to measured times on the page itself",
}


def typed() -> Iterator[tuple[str, str]]:
    """Page and TeX of every formula that states something."""
    for path in sorted((ROOT / "docs").glob("*.md")):
        for found in _FORMULA.finditer(without_fences(path.read_text(encoding="utf-8"))):
            tex = " ".join((found[1] or found[2]).split())
            if relations(tex) and not any(part in tex for part in UNREAD):
                yield path.stem, tex


TYPED = sorted(set(typed()))


@pytest.mark.parametrize(("page", "tex"), TYPED, ids=[f"{page}-{tex[:40]}" for page, tex in TYPED])
def test_an_equation_holds(page: str, tex: str) -> None:
    try:
        assert trouble(tex, LETTERS.get(page, OTHERWISE)) == ""
    except UnknownError as error:
        pytest.fail(f"docs/{page}.md: give {error} a value in tests/letters.py, for {tex}")


def test_nothing_is_left_out_for_no_reason() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert [part for part in UNREAD if part not in text] == []


SCORES = [0.5, -1.0, 2.0]
SOFT = {"s": SCORES, "a": lookup.softmax(SCORES), "range": 3, "d_k": 3, "W": np.ones((2, 3))}


@pytest.mark.parametrize(
    "tex",
    [
        r"a_j = \frac{e^{s_j}}{\sum_i e^{s_i}}",
        r"\frac{a_j}{a_i} = e^{s_j - s_i}",
        r"\sum_{i=1}^{d_k} a_i = 1 \qquad\text{and}\qquad a_j \propto e^{s_j}",
        r"\ln a_j - s_j = -\ln \sum_i e^{s_i}",
        r"\sqrt{d_k}\,\sqrt{d_k} = d_k",
        r"(W W^{\mathsf T})\,/2d_k = W W^\mathsf T / 6",
        r"e \approx",
        r"d_k = 1",
    ],
)
def test_a_right_equation_holds(tex: str) -> None:
    assert trouble(tex, [SOFT]) == ""


@pytest.mark.parametrize(
    "tex",
    [
        r"a_i = \frac{e^{s_j}}{\sum_i e^{s_i}}",
        r"a_j = \frac{e^{s_j}}{\sum_i e^{s_j}}",
        r"a_j = \frac{e^{-s_j}}{\sum_i e^{s_i}}",
        r"a_j = \frac{e^{2s_j}}{\sum_i e^{s_i}}",
        r"\sum_j a_j = 2",
        r"a_j \propto e^{-s_j}",
        r"a_j + 1 = a_j - 1",
        r"W = d_k + 1",
    ],
)
def test_a_wrong_equation_does_not(tex: str) -> None:
    assert trouble(tex, [SOFT])


@pytest.mark.parametrize("tex", ["a_j = 2 b_j", r"a_j = \begin{x}1", "a_j = s_{j+9}", "a_j = (s_j"])
def test_what_cannot_be_read_is_said(tex: str) -> None:
    with pytest.raises(UnknownError):
        trouble(tex, [SOFT])
