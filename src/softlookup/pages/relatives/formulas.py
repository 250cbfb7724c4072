"""Formulas of the page on relatives."""

from softlookup.pages.relatives.numbers import common, kernel_regression, place
from softlookup.tex import number


def one_place() -> str:
    """One row of the table, so that the common term is seen."""
    measured = kernel_regression.places[2]
    product = rf"{number(place, 1)} \cdot {number(measured)} - \tfrac{{1}}{{2}} \cdot {number(measured)}^2"
    square = rf"\tfrac{{1}}{{2}} \cdot {number(place, 1)}^2"
    return (
        rf"-\tfrac{{1}}{{2}}({number(place, 1)} - {number(measured)})^2 = "
        rf"\underbrace{{{product}}}_{{{number(place * measured - measured**2 / 2)}}} - "
        rf"\underbrace{{{square}}}_{{{number(common)}}} = {number(-((place - measured) ** 2) / 2)}"
    )
