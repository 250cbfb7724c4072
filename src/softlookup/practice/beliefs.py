"""An answer and what it says about how it was found: the right one, and one for each known belief."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Guess:
    """A number and what it says about how it was found, as the end of a sentence."""

    value: float
    says: str


@dataclass(frozen=True)
class Outside:
    """The range an answer must lie in, and what to say to a guess beyond it."""

    below: float
    above: float
    says: str


# Of everything that is part of one whole.
SHARE = Outside(0, 1, "a share of one whole lies between 0 and 1; a half is 0.5 or 50 %.")


@dataclass(frozen=True)
class Choice:
    """An option, what it is told, and whether it is right, which somebody has computed."""

    option: str
    says: str
    right: bool = False


@dataclass(frozen=True)
class Order:
    """Some words in an order, and what this order says about how it was found."""

    words: tuple[str, ...]
    says: str


def tell_apart(key: str, answers: Sequence[Guess], decimals: int) -> None:
    """The right answer and all beliefs differ in the digits printed, or nobody could tell which of them
    a reader holds."""
    seen: dict[str, Guess] = {}
    for answer in answers:
        digits = f"{answer.value:.{decimals}f}"
        if digits in seen:
            raise ValueError(
                f"{key}: {digits} is what {seen[digits].says!r} gives and what {answer.says!r} gives; "
                "choose other numbers for the question, or drop one of the two"
            )
        seen[digits] = answer
