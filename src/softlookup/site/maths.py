"""LaTeX to MathML at build: no script in the page, and bad TeX is an error."""

import html
import re
from collections.abc import Callable

from math_core import LatexError, LatexToMathML

# What arithmatex leaves in a page: \( … \) in the line, \[ … \] on its own.
_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.S)
_CALLED_LIKE_A_FUNCTION = re.compile(r"\\(sqrt|frac)\s*\(")

_converter = LatexToMathML(fancy_error=False, annotation=False)


def render(page: str, fail: Callable[[str, str], Exception]) -> str:
    """The page with every formula as MathML; `fail(tex, message)` makes the error."""

    def replace(found: re.Match[str]) -> str:
        tex = html.unescape(found[3]).strip()
        try:
            return mathml(tex, display=found[2] == "[")
        except ValueError as error:
            raise fail(tex, str(error)) from error

    return _FORMULA.sub(replace, page)


def mathml(tex: str, *, display: bool) -> str:
    """One formula; a ValueError says what is wrong with it."""
    if called := _CALLED_LIKE_A_FUNCTION.search(tex):
        raise ValueError(f"{called[0]} takes braces: write \\{called[1]}{{…}}")
    try:
        formula = _converter.convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        raise ValueError(f"bad TeX: {error}") from error
    if display:  # wide formulas scroll by keyboard too
        return (
            f'<div class="formula" tabindex="0" role="group" aria-label="formula">{formula}</div>'
        )
    return str(formula)
