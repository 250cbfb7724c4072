"""Formulas of the page on relatives."""

from softlookup import snippets
from softlookup.tex import number

kernel_regression = snippets.example("kernel_regression")


def one_place() -> str:
    """One row of the table, so that the common term is seen."""
    x, place = 1.5, kernel_regression.places[2]
    return (
        rf"-\tfrac{{1}}{{2}}({number(x, 1)} - {number(place)})^2 = "
        rf"\underbrace{{{number(x, 1)} \cdot {number(place)} - \tfrac{{1}}{{2}} \cdot {number(place)}^2}}"
        rf"_{{{number(x * place - place**2 / 2)}}} - \underbrace{{\tfrac{{1}}{{2}} \cdot {number(x, 1)}^2}}"
        rf"_{{{number(x**2 / 2)}}} = {number(-((x - place) ** 2) / 2)}"
    )
