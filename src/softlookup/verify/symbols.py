"""Every index of a formula is one that the reader has been told of."""

from collections.abc import Iterator

from lxml.html import HtmlElement

from softlookup.verify.finding import Finding
from softlookup.verify.pages import Page, is_in_part

# What numbers queries and entries, and what tells their matrices and widths apart, on every page.
_EVERYWHERE = frozenset("ijqkvQKVO")
# Which indices a letter may carry: queries are number i, entries number j, coordinates number c.
_WIDTHS = {"d": "kv", "n": "qk"}
_NUMBERED = {"q": "ic", "k": "jc", "v": "j", "s": "j", "a": "j", "H": "ih"}
_RELATIONS = frozenset("=≈≤≥∝→≫≠")  # an equation may compare two entries
_RUNNING = frozenset(("∑", "∏", "max", "min", "argmax", "argmin"))  # an index below it is its own


def about_symbols(page: Page) -> Iterator[Finding]:
    """Indices that no sum runs over and no formula of the page names."""
    formulas = list(page.tagged("math"))
    named = _EVERYWHERE.union(*map(_named, formulas))
    for formula in formulas:
        if is_in_part(formula):
            continue  # a receipt covers it
        for index in sorted(_indices(formula) - _bound(formula) - named):
            yield Finding(
                page.name,
                "symbol",
                f"the index {index} is not explained",
                f"write “number ${index}$ of …” before it, or sum over it",
                excerpt=_text(formula),
                needle=index,
            )
        for letter, index in sorted(_strange(formula)):
            yield Finding(
                page.name,
                "symbol",
                f"{letter} has the index {index} here, and nowhere else",
                f"an index of {letter} is one of {', '.join((_WIDTHS | _NUMBERED)[letter])}",
                excerpt=_text(formula),
                needle=letter,
            )
        terms = _indices(formula) | _named(formula)
        if not terms:
            continue  # the sign itself is explained
        for index in sorted(_bound(formula) - terms):
            yield Finding(
                page.name,
                "symbol",
                f"a sum runs over {index}, and nothing in it depends on {index}",
                "make its index that of its terms",
                excerpt=_text(formula),
                needle=index,
            )


def _text(element: HtmlElement) -> str:
    return "".join(element.itertext()).strip()


def _letters(element: HtmlElement) -> set[str]:
    """The letters of an index, without those of an index of its own: d_k below a q is one name."""
    inner = [part for part in element.iter("msub", "msubsup") if part is not element]
    if inner:
        return set()
    words = {_text(letter) for letter in element.iter("mi")}
    return {word for word in words if len(word) == 1}


def _is_running(sign: HtmlElement) -> bool:
    return _text(sign[0]) in _RUNNING


def _indices(formula: HtmlElement) -> set[str]:
    """The letters that stand below others."""
    found = [sign for sign in formula.iter("msub", "msubsup") if not _is_running(sign)]
    return set().union(*(_letters(sign[1]) for sign in found))


def _strange(formula: HtmlElement) -> set[tuple[str, str]]:
    """Letters with an index that means something else: d_i, or a key that is number i."""
    compares = any(_text(sign) in _RELATIONS for sign in formula.iter("mo"))
    allowed = _WIDTHS if compares else _WIDTHS | _NUMBERED
    bound = _bound(formula)
    pairs = {
        (_text(sign[0]), index)
        for sign in formula.iter("msub", "msubsup")
        for index in _letters(sign[1])
        if len(sign[1]) <= 1
    }
    return {
        (letter, index)
        for letter, index in pairs
        if letter in allowed and index not in bound and index not in allowed[letter]
    }


def _bound(formula: HtmlElement) -> set[str]:
    """The letters that a sum or a maximum of the formula runs over."""
    signs = formula.iter("munder", "munderover", "msub", "msubsup")
    found = [sign for sign in signs if _is_running(sign)]
    return set().union(*({_text(letter) for letter in sign[1].iter("mi")} for sign in found))


def _named(formula: HtmlElement) -> set[str]:
    """The letters that stand in a formula for themselves, or carry an index."""
    below = {
        id(letter) for sign in formula.iter("msub", "msubsup") for letter in sign[1].iter("mi")
    }
    below |= {
        id(letter) for sign in formula.iter("munder", "munderover") for letter in sign[1].iter("mi")
    }
    return {_text(letter) for letter in formula.iter("mi") if id(letter) not in below}
