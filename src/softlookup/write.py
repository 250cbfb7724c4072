"""How a page writes: numbers, shares, tables, what a call gives, as Markdown."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

# What a screen reader says where a heading would tell the eye nothing.
UNSEEN = '<span class="unseen">row</span>'
MINUS = "\N{MINUS SIGN}"


def number(value: float, digits: int = 3) -> str:
    """A number for reading: fixed digits, a true minus sign, no negative zero.

    What lies between two roundings goes the same way on every processor, whose sums differ in the last bits.
    """
    text = f"{float(f'{value:.12g}'):,.{digits}f}"
    if text.startswith("-"):
        text = text[1:] if not text.strip("-0.,") else MINUS + text[1:]
    return text


def named(name: str, text: str) -> str:
    """A printed number under its full name, as in softmax.weights[ball], so that it can follow a reader's hand."""
    return f'<span data-name="{name}">{text}</span>'


def percent(share: float, digits: int = 1) -> str:
    """A share for reading."""
    return f"{number(100 * share, digits)} %"


def table(headings: Sequence[str], rows: Iterable[Sequence[object]], align: str = "") -> str:
    """A Markdown table. `align` has a letter a column: l, r or c; numbers go right by default."""
    body = [[_cell(cell) for cell in row] for row in rows]
    for row in body:
        if len(row) != len(headings):
            raise ValueError(f"a row has {len(row)} cells under {len(headings)} headings: {row}")
    letters = align or "l" + "r" * (len(headings) - 1)
    rule = [{"l": ":---", "r": "---:", "c": ":---:"}[letter] for letter in letters]
    above = [heading or UNSEEN for heading in headings]
    return "\n".join("| " + " | ".join(row) + " |" for row in [above, rule, *body])


def _cell(cell: object) -> str:
    text = number(cell) if isinstance(cell, float) else str(cell)
    return text.replace("|", "\\|").replace("\n", " ")


_ERRORS = (KeyError, ValueError, TypeError)


def outcome(look_up: Callable[..., Any], *asked: Any) -> str:
    """What a lookup returns, or the name of the error it raises."""
    try:
        found = look_up(*asked)
    except _ERRORS as error:
        return f"`{next(kind for kind in _ERRORS if isinstance(error, kind)).__name__}`"
    return number(found) if isinstance(found, float) and found % 1 else f"{found:.0f}"
